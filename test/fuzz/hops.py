"""Random walks whose next step depends on what they find: over linked lists, and by a pointer or an
index over records and arrays.

In the texts, P is the pointer or index, H where the walk starts, F a field that holds a double, I a
counter; $0 is a place, $1 a value.
"""
import re

from tree import FREE, statement

SUM = "$0 = 0.5 * std::sin($0 + E);"

TEXTS = {
    "hops over list": [
        "if (E > $1) P = P->next;",
        "if (P->next && P->next->F > $1) P = P->next;",
        "if (P->next) { if (E < $1) break; P = P->next; } else P = H;",
        "switch (int(E > $1)) { case 0: P = P->next ? P->next : H; break; default: $0 *= 0.75; }"],
    "hops over records": [
        "if (E > $1) P = P == H ? H + 1 : H;",
        "if (E > $1) { $0 *= std::cos(E); P = H + (I % 2); } else P = H + (1 - I % 2);",
        "switch (int(E > $1)) { case 0: P = H + 1; break; default: P = H; $0 += 0.25; }"],
    "hops by index": [
        "if (E > $1) P = 1 - P;",
        "if (E > $1) { P = I % 2; $0 += E; } else P = (P + 1) % 2;",
        "for (int N = 0; N < 1 + P; ++N) $0 = 0.5 * std::sin($0) + E; P = (I + P) % 2;"],
}


class Hops:
    """Needs what Statements needs."""

    KINDS = {kind: (0.8, "hops") for kind in TEXTS}

    def hops(self, kind):
        kinds = {"hops over list": ("list",), "hops over records": ("recarr", "arr"),
                 "hops by index": ("recarr", "arr", "vec")}[kind]
        vars_ = [var for var in self.visible(kinds) if var.kind != "arr" or var.size >= 2]
        target = self.place(write=True)
        if not vars_ or not target or target.writes or \
                self.fn.cost + 16 * self.fn.mult > self.fn.limit:
            return None
        var = self.random.choice(vars_)
        limit = self.value(FREE.beside(target), 1)
        if limit.writes:
            return None
        self.fn.cost += 16 * self.fn.mult
        p, i = self.counter("p"), self.counter()
        field = self.random.choice([name for name, size in var.record.fields() if not size]) \
            if var.record else None
        if kind == "hops by index":
            start, test = f"int {p} = 0", ""
            element = f"{var.name}[{p}]" + (f".{field}" if field else "")
        else:
            start, test = f"auto {p} = {var.name} + 0", ""
            element = f"{p}->{field}" if field else f"*{p}"
            if kind == "hops over list":
                start, test = f"auto {p} = {var.name}", f" && {p}"
        step = self.random.choice(TEXTS[kind])
        for sign, text in (("P", p), ("H", var.name), ("F", field), ("I", i), ("E", element)):
            step = replaced(step, sign, text)
        found = replaced(SUM, "E", element)
        return statement(kind, f"{{ {start}; for (int {i} = 0; {i} < 4{test}; ++{i}) "
                               f"{{ {found} {step} }} }}", [target, limit])


def replaced(text, sign, by):
    """`text` with `by` for the name `sign`."""
    return text if by is None else re.sub(rf"\b{sign}\b", by, text)
