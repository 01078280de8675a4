"""Random memory of the function's own: new and delete, std::unique_ptr, a class that owns an array,
lists. What is made in a statement is freed in it, and nothing leaves it in between (`held`)."""
from library import named
from tree import FREE, Fn, Node, Var, statement

KINDS = {
    # name: (weight, method)
    "new array": (1, "new_array"), "new record": (0.6, "new_record"),
    "new number": (0.6, "new_number"), "unique array": (0.8, "unique_array"),
    "unique record": (0.7, "unique_record"), "unique move": (0.6, "unique_move"),
    "owner": (2.5, "declare_owner"), "owner statement": (1.2, "owner_statement"),
    "owner loop": (0.7, "owner_loop"), "list of new": (0.8, "new_list"),
}

VALUES = {
    "value of owner": (3, "owner_value"),
}

SIZE = 3  # elements of each array


class Heap:
    """Needs what Statements needs."""

    owners = False  # whether the program has the class Own

    def held_body(self, extra):
        """A block that does not leave, with these variables; no `continue` in it, either."""
        fn = self.fn
        if fn.depth >= fn.deepest or fn.cost + 10 * fn.mult > fn.limit:
            return None
        fn.held += 1
        made = self.body(self.few(), extra)
        fn.held -= 1
        return made

    def some(self, count):
        kids, now = [], FREE
        for _ in range(count):
            kids.append(self.narrow(self.value(now, 1)))
            now = now.beside(kids[-1])
        return kids

    def new_array(self, kind):
        p, q, i = self.counter("p"), self.counter("p"), self.counter()
        kids = self.some(2)
        body = self.held_body([Var(p, "ptr", SIZE, roots={p + "[]"}, fixed=True)])
        target = body and self.place(write=True)
        if not target:
            return None
        make = self.random.choice([
            f"double *{p} = new double[3]{{$0, $1, 0.5}};",
            f"double *{p} = new double[3](); {p}[0] = $0; {p}[2] = $1;",
            f"const int {q} = 3; double *const {p} = new double[{q}]; "
            f"for (int {i} = 0; {i} < {q}; ++{i}) {p}[{i}] = {i} == 0 ? $0 : 0.5 * $1;",
            f"auto {p} = static_cast<double *>(std::malloc(3 * sizeof(double))); "
            f"{p}[0] = $0; {p}[1] = $1; {p}[2] = 0.25;"])
        if "? $0" in make and (kids[0].writes or kids[1].writes):
            return None
        free = f"std::free({p});" if "malloc" in make else f"delete[] {p};"
        return statement(kind,
                         f"{{ {make} $2 $3 += 0.5 * std::sin({p}[0] + {p}[1] * {p}[2]); {free} }}",
                         [*kids, body, target])

    def new_number(self, kind):
        p, value = self.counter("p"), self.value(depth=1)
        body = self.held_body([Var(p, "ptr", 1, roots={p + "[]"}, fixed=True)])
        target = body and self.place(write=True)
        return target and statement(
            kind, f"{{ double *{p} = new double($0); $1 $2 -= 0.5 * std::sin(*{p}); delete {p}; }}",
            [value, body, target])

    def new_record(self, kind):
        record, p = self.a_record(), self.counter("p")
        if not record:
            return None
        value = self.record_value(record)
        body = self.held_body([Var(p, "recptr", record=record, roots={p + "[]"}, fixed=True)])
        target = body and self.place(write=True)
        return target and statement(
            kind, f"{{ {record.name} *{p} = new {record.name}($0); $1 $2 += 0.5 * std::sin("
            f"{p}->{record.fields()[0][0]}); delete {p}; }}", [value, body, target])

    def unique_array(self, kind):
        p, q, kids = self.counter("p"), self.counter("p"), self.some(2)
        make = self.random.choice([
            f"std::unique_ptr<double[]> {p}(new double[3]{{$0, $1, 0.5}});",
            f"auto {p} = std::make_unique<double[]>(3); {p}[0] = $0; {p}[1] = $1;"])
        self.scope.append(Var(q, "ptr", SIZE, roots={p, q}, fixed=True))
        return statement(kind, f"{make} double *{q} = {p}.get();", kids)

    def unique_record(self, kind):
        record, p, q = self.a_record(), self.counter("p"), self.counter("q")
        if not record:
            return None
        value = self.record_value(record)
        form = self.random.choice([f"{record.name} &{q} = *{p};",
                                   f"{record.name} *{q} = {p}.get();"])
        self.scope.append(Var(q, "rec" if "&" in form else "recptr", record=record, roots={p},
                              fixed=True))
        return statement(kind, f"auto {p} = std::make_unique<{record.name}>($0); {form}", [value])

    def unique_move(self, kind):
        p, q, kids = self.counter("p"), self.counter("p"), self.some(2)
        target = self.place(write=True)
        if not target:
            return None
        middle = self.random.choice([
            f"std::unique_ptr<double[]> {q} = std::move({p}); {q}[1] *= {q}[0]; {p} = "
            f"std::move({q});",
            f"std::unique_ptr<double[]> {q}(new double[2]{{$1, 0.5}}); {p}.swap({q}); {q}[0] = 0;",
            f"{p}.reset(new double[2]{{$1, 0.75}});",
            f"if ({p}[0] > 0.25) {{ auto {q} = std::make_unique<double[]>(2); {q}[1] = $1 * "
            f"{p}[0]; "
            f"{p} = std::move({q}); }}"])
        if "$1" in middle and "if" in middle and kids[1].writes:
            return None
        kids = [kids[0], target] + ([kids[1]] if "$1" in middle else [])
        return statement(kind, f"{{ std::unique_ptr<double[]> {p}(new double[2]{{$0, -0.25}}); "
                         f"{middle.replace('$1', '$2')} $1 += std::sin({p}[0] + 0.5 * {p}[1]); }}",
                         kids)

    # -- a class that owns its elements ------------------------------------------------------

    def add_owner(self):
        """The class, and functions that take and return such objects."""
        if self.random.random() < 0.25:
            return []
        swap = self.random.random() < 0.5
        swapped = "{ std::swap(p, o.p); std::swap(n, o.n); return *this; }"
        assign = "Own &operator=(Own o) " + swapped if swap else (
            "Own &operator=(const Own &o) { if (this != &o) { delete[] p; n = o.n; "
            "p = new double[n]; for (int i = 0; i < n; ++i) p[i] = o.p[i]; } return *this; } "
            "Own &operator=(Own &&o) " + swapped)
        text = (
            "struct Own { double *p; int n; "
            "Own(int m, double v) : p(new double[m]), n(m) { for (int i = 0; i < n; ++i) p[i] = v "
            "+ 0.25 * i; } "
            "Own(const Own &o) : p(new double[o.n]), n(o.n) { for (int i = 0; i < n; ++i) p[i] = "
            "o.p[i]; } "
            "Own(Own &&o) : p(o.p), n(o.n) { o.p = nullptr; o.n = 0; } "
            f"{assign} ~Own() {{ delete[] p; }} "
            "double &operator[](int i) { return p[i]; } double operator[](int i) const { return "
            "p[i]; } "
            "double sum() const { double s = 0; for (int i = 0; i < n; ++i) s += p[i]; return s; } "
            "void scale(double s) { for (int i = 0; i < n; ++i) p[i] *= std::cos(s); } };")
        fn = Fn("double", self.loose, limit=15, deepest=1)
        own = lambda const, roots=None: Var("o", "own", const=const, roots=roots)
        bodies = [self.function_body(fn, [own(True, {"M"}), Var("s", "d")], 1),
                  self.function_body(fn, [own(False), Var("s", "d")], 1),
                  self.function_body(Fn(None, self.loose, limit=15, deepest=1),
                                     [own(False, {"M"}), Var("s", "d")], 1)]
        self.owner_cost, self.owners = fn.cost + 20, True
        return [Node("owner class", "item", text),
                Node("function of owner", "item", "static double look(const Own &o, double s) $0",
                     bodies[:1]),
                Node("function of owner", "item", "static double take(Own o, double s) $0",
                     bodies[1:2]),
                Node("function of owner", "item", "static void change(Own &o, double s) $0",
                     bodies[2:]),
                Node("function of owner", "item",
                     "static inline Own mixed(const Own &o, double s) { "
                     "Own r = o; r.scale(s); return r; }")]

    owner_cost = 20

    def own(self, bans=FREE, write=False):
        vars_ = self.visible(("own",), bans, write)
        return self.random.choice(vars_) if vars_ else None

    def declare_owner(self, kind):
        if not self.owners or self.fn.cost + 10 * self.fn.mult > self.fn.limit:
            return None
        self.fn.cost += 10 * self.fn.mult
        other, name, form = self.own(), self.counter("o"), self.random.random()
        value = self.value(depth=1)
        self.scope.append(Var(name, "own"))
        if other and form < 0.3:
            return statement(kind, self.random.choice([f"Own {name} = {other.name};",
                                                       f"Own {name}({other.name});"]))
        if other and form < 0.5:
            return statement(kind, self.random.choice(
                [f"Own {name} = mixed({other.name}, $0);",
                 f"auto {name} = mixed({other.name}, $0);"]), [value])
        return statement(kind,
                         self.random.choice([f"Own {name}(3, $0);", f"Own {name} = Own(3, $0);",
                                                   f"auto {name} = Own(3, $0);"]), [value])

    def owner_statement(self, kind):
        var = self.own(write=True)
        if not var or self.fn.cost + self.owner_cost * self.fn.mult > self.fn.limit:
            return None
        self.fn.cost += self.owner_cost * self.fn.mult
        texts = ["o = Own(3, $0);", "o.scale($0);", "change(o, $0);", "o = mixed(o, $0);",
                 "o[0] += 0.5 * std::sin(o[1] * o[2]);",
                 "{ Own twin = o; twin[1] = $0; o = twin; }",
                 "{ Own twin(std::move(o)); twin[0] = $0; o = std::move(twin); }", "o = o;",
                 "if (o[1] > 0.5) o = Own(3, $0);", "{ Own &r = o; r[2] = $0; }"]
        if not self.owners:
            texts = [text for text in texts if "change" not in text and "mixed" not in text]
        other = self.own(write=True)
        if other is not var and not other.roots & var.roots:
            texts += [f"o = {other.name};", f"std::swap(o, {other.name});",
                      f"o = std::move({other.name}); {other.name} = Own(3, 0.5);"] * 2
        text = self.random.choice(texts)
        value = self.damped(self.value(depth=1))
        if (value.reads | value.writes) & var.roots and "$0" in text:
            return None
        return statement(kind, named(text, var), [value] if "$0" in text else [])

    def owner_loop(self, kind):
        var, i = self.own(write=True), self.counter()
        value = self.repeated(self.value, depth=1)
        if not var or value.writes & var.roots or self.fn.cost + 5 * self.fn.mult > self.fn.limit:
            return None
        change = self.random.choice([f"o[{i}] = std::sin(o[{i}] * $0);",
                                     f"o[{i}] += 0.25 * o[{i} / 2] * $0;",
                                     f"{{ Own twin(o); o[{i}] = 0.5 * twin[2 - {i}] * $0; }}",
                                     f"{{ Own twin(2, $0); o[{i}] *= std::cos(twin.sum()); }}"] +
                                    [f"o = mixed(o, $0 + {i});"] * self.owners)
        return statement(kind, named(f"for (int {i} = 0; {i} < o.n; ++{i}) {change}", var), [value])

    def owner_value(self, bans, depth, kind):
        var = self.own(bans)
        if not var or self.fn.cost + self.owner_cost * self.fn.mult > self.fn.limit:
            return None
        texts = ["o.sum()", "o[$0]", "o.p[$0]", "Own(2, $0).sum()"]
        if self.owners:
            texts += ["look(o, $0)", "take(o, $0)", "take(mixed(o, 0.5), $0)", "mixed(o, $0).sum()"]
        text = self.random.choice(texts)
        if "[$0]" in text:
            kids = [self.index(SIZE, bans)]
        else:
            kids = [self.narrow(self.value(bans, 0))] if "$0" in text else []
        if any(kid.writes & var.roots for kid in kids):
            return None
        self.fn.cost += self.owner_cost * self.fn.mult
        return Node(kind, "d", named(text, var), kids, reads=var.roots)

    # -- lists -------------------------------------------------------------------------------

    def new_list(self, kind):
        head, p, i, value = self.counter("top"), self.counter("p"), self.counter(), \
            self.repeated(self.value, depth=1)
        target = self.place(write=True)
        if not target or target.writes or self.fn.cost + 12 * self.fn.mult > self.fn.limit:
            return None
        self.fn.cost += 12 * self.fn.mult
        made = self.random.choice([f"{head} = new fuzz::Link{{$0, {head}}};",
                                   f"{head} = new fuzz::Link{{0.5 * $0 + ({head} ? {head}->v : 0), "
                                   f"{head}}};",
                                   f"fuzz::Link *{p} = new fuzz::Link; {p}->v = $0; {p}->next = "
                                   f"{head}; "
                                   f"{head} = {p};"])
        walk = self.random.choice([f"$1 += 0.5 * std::sin({p}->v);",
                                   f"{p}->v *= $1; $1 = std::sin({p}->v);",
                                   f"if ({p}->next) {p}->next->v += 0.5 * {p}->v; else $1 -= "
                                   f"{p}->v;"])
        return statement(kind,
                         f"{{ fuzz::Link *{head} = nullptr; for (int {i} = 0; {i} < 3; ++{i}) "
                         f"{{ {made} }} for (fuzz::Link *{p} = {head}; {p}; {p} = {p}->next) {{ "
                         f"{walk} }} "
                         f"while ({head}) {{ fuzz::Link *{p} = {head}->next; delete {head}; "
                         f"{head} = {p}; }} }}", [value, target])
