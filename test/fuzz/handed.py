"""What callees hand back, references and pointers to what they were given, recursive ones among them;
objects whose destructor writes; chains of overloaded assignment operators.

In the texts, N is the class, X and Y objects of it, A a field that holds a double, B an array of two of
them; $0 is a value.
"""
from tree import Node, statement

ITEMS = [
    "static inline N &grow_N(N &r, double s) { for (int n = 0; n < 2; ++n) { if (r.A > 3) return r; "
    "r.A += 0.25 * std::sin(s); } return r; }",
    "static inline double &slot_N(N &r, double s, int d) { r.A *= std::cos(0.25 * s); "
    "if (d <= 0) return r.B[1]; r.B[0] += 0.125 * std::sin(r.A); return slot_N(r, 0.5 * s, d - 1); }",
    "static inline N *pick_N(N &p, N &q, double s) { for (int n = 0; n < 2; ++n) { "
    "if (p.A > s) return &q; p.A += 0.25 * std::sin(q.A); } return &p; }",
    "struct Guard_N { N &to; double by; Guard_N(N &r, double s) : to(r), by(s) {} "
    "~Guard_N() { to.A += 0.25 * std::sin(by * to.A); } };",
    "static inline N &operator*=(N &r, double s) { for (int n = 0; n < 2; ++n) { if (r.A > 40) return r; "
    "r.A *= std::cos(s); r.B[n] += 0.25 * std::sin(s); } return r; }",
]

TEXTS = {
    "place handed back": [
        "slot_N(X, $0, 2) *= 0.75;",
        "{ double &e = slot_N(X, $0, 1); X.A -= 0.25 * e; e += 0.125 * std::sin(X.A); }",
        "{ double &e = slot_N(X, $0, 2); double &h = slot_N(Y, e, 0); e *= std::cos(h); h += 0.25 * e; }"],
    "object handed back": [
        "{ N &o = grow_N(X, $0); o.A *= std::cos(X.B[0]); X.B[1] += 0.25 * o.A; }",
        "{ const double before = X.A; grow_N(X, $0).A -= before * 0.25; }",
        "{ N *p = pick_N(X, Y, $0); p->A *= 0.5; Y.B[0] += 0.25 * std::sin(p->A); X.B[1] -= 0.25 * p->A; }"],
    "guard": [
        "{ Guard_N g(X, $0); X.A *= std::cos(X.B[0]); if (X.B[1] > 0.5) X.B[1] *= 0.5; }",
        "for (int n = 0; n < 2; ++n) { Guard_N g(X, X.B[n]), h(Y, $0); if (X.A > 1) continue; "
        "Y.A *= 0.75; }"],
    "chained operators": [
        "(X *= $0) *= X.A;", "(X *= X.B[0]) *= X.A * X.B[1];", "((X *= 0.5) *= X.A) *= $0;",
        "{ const double before = X.B[0]; N &o = X *= $0; o.B[1] -= 0.25 * before * X.A; }"],
}


def items(record):
    """What stands beside a class for these statements."""
    record.hands = True
    return [Node("hands back", "item", filled(text, record)) for text in ITEMS]


def filled(text, record, **objects):
    found = record.fields()
    names = {"A": next(name for name, size in found if size is None),
             "B": next(name for name, size in found if size)}
    for letter, name in {"N": record.name, **objects}.items():
        text = text.replace(f"_{letter}(", f"_{name}(") if letter == "N" else text
        names[letter] = name
    made = ""
    for i, char in enumerate(text):
        alone = not (text[i - 1:i].isalnum() or text[i + 1:i + 2].isalnum())
        joined = text[i - 1:i] == "_" or text[i + 1:i + 2] == "_"
        made += names[char] if char in names and alone and not (joined and char != "N") else char
    return made


class Handed:
    """Needs what Statements needs."""

    KINDS = {kind: (0.6, "handed") for kind in TEXTS}

    def handed(self, kind):
        vars_ = [var for var in self.visible(("rec", "recptr"), write=True)
                 if getattr(var.record, "hands", False) and not var.const]
        cost = 12 * self.fn.mult
        if not vars_ or self.fn.cost + cost > self.fn.limit:
            return None
        var = self.random.choice(vars_)
        other = self.random.choice([each for each in vars_ if each.record is var.record])
        value = self.narrow(self.value(depth=1))
        if value.writes:
            return None
        self.fn.cost += cost
        names = [f"(*{each.name})" if each.kind == "recptr" else each.name for each in (var, other)]
        text = filled(self.random.choice(TEXTS[kind]), var.record, X=names[0], Y=names[1])
        return statement(kind, text, [value] if "$0" in text else [])
