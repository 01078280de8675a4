"""Random calls: of helper functions, methods and operators, by value, reference and pointer."""
from tree import FREE, Bans, Node, Var, statement


class Helper:
    """A function that can be called. params: (kind, detail) with kind one of
    d (double), dr (double &), dc (const double &), a (double *, size), ac (const double *, size),
    i (int, at most 3), down (recursion depth), r, rr, rc, rp (record by value, reference, const
    reference, pointer), v, vr, vc (vector by value, reference, const reference)."""

    def __init__(self, name, params, result, cost, recursive=False):
        self.name, self.params, self.result, self.cost = name, params, result, cost
        self.recursive, self.called = recursive, False
        self.only_computes = False

    def writes(self):
        return any(kind in ("dr", "a", "rr", "rp", "vr") for kind, _ in self.params)


class Method:
    def __init__(self, name, const, arguments, result, cost):
        self.name, self.const, self.arguments = name, const, arguments
        self.result, self.cost = result, cost


class Calls:
    nested_records = 0

    def arguments(self, helper, bans, depth):
        """(texts, children, roots read, roots written), or None where nothing fits."""
        texts, kids, reads, writes = [], [], set(), set()
        taken_reads, taken_writes = set(), set()
        for kind, detail in helper.params:
            hole = f"${len(kids)}"
            if len(kids) > 8:
                return None
            now = Bans(bans.reads | taken_writes, bans.writes | taken_reads | taken_writes)
            for kid in kids:
                now = now.beside(kid)
            node, roots, text = None, frozenset(), hole
            if kind == "d":
                node = self.value(now, depth)
            elif kind == "i":
                node = self.integer(now)
                if node.hi > 3:
                    node = Node("integer remainder", "i", "($0 % 4)", [node], lo=0, hi=3)
            elif kind == "down":
                texts.append(self.depth_argument(helper))
                continue
            elif kind in ("dr", "dc"):
                node = self.place(now, write=kind == "dr")
                if node is None or (kind == "dr"
                                    and self.roots_of(node) & (bans.writes | bans.reads)):
                    return None
                roots = self.roots_of(node)
            elif kind in ("a", "ac"):
                found = self.array_like(write=kind == "a", bans=now, size=detail)
                if not found or (kind == "a" and found[3] & (bans.writes | bans.reads)):
                    return None
                text, inner, _, roots = found
                taken_reads |= {root for root in roots if root != "M"}
                if inner:
                    text = text.replace("$0", hole)
                    kids += inner
                reads |= roots
            elif kind == "v":
                node = self.new_vector(now)
            elif kind in ("vr", "vc"):
                var = self.a_vector(bans=now, write=kind == "vr", free=kind == "vr")
                if not var or (kind == "vr" and var.roots & (bans.writes | bans.reads)):
                    return None
                text, roots = var.name, var.roots
                reads |= roots
                taken_reads |= roots
            elif kind in ("r", "rc"):
                node = self.record_value(detail, now, plain=True)
            else:
                vars_ = [v for v in self.visible(("rec", "recptr"), now, write=True)
                         if v.record is detail and not v.roots & (bans.writes | bans.reads)]
                if not vars_:
                    return None
                var = self.random.choice(vars_)
                pointer = var.kind == "recptr"
                text = (var.name if pointer else f"&{var.name}") if kind == "rp" else \
                    (f"*{var.name}" if pointer else var.name)
                roots = var.roots
                reads |= roots
            if kind in ("dr", "a", "rr", "rp", "vr"):
                writes |= roots
            if node is not None:
                kids.append(node)
            texts.append(text)
        return texts, kids, reads, writes

    def depth_argument(self, helper):
        if self.inside is not None and helper.name in self.inside:
            return "d - 1"
        return str(self.random.randint(0, 3))

    def affordable(self, helper):
        if self.inside is not None and helper.name in self.inside:
            if self.fn.self_calls + self.fn.mult > 2:
                return False
            return True
        return self.fn.cost + self.fn.mult * helper.cost <= self.fn.limit

    def paid(self, helper):
        if self.inside is not None and helper.name in self.inside:
            self.fn.self_calls += self.fn.mult
        else:
            self.fn.cost += self.fn.mult * helper.cost

    def invoke(self, helper, bans, depth, type_, suffix=""):
        if not self.affordable(helper):
            return None
        made = self.arguments(helper, bans, depth)
        if not made:
            return None
        texts, kids, reads, writes = made
        if writes & bans.writes or writes & bans.reads:
            return None
        self.paid(helper)
        helper.called = True
        kind = "call"
        if helper.recursive:
            kind = "recursive call" if self.inside and helper.name in self.inside else \
                "call of recursive function"
        elif helper.writes():
            kind = "call that writes"
        return Node(kind, type_, f"{helper.name}({', '.join(texts)}){suffix}", kids,
                    reads=reads, writes=writes)

    def chosen(self, wanted):
        found = [h for h in self.helpers if wanted(h) and self.affordable(h)]
        fresh = [h for h in found if not h.called]
        return self.random.choice(fresh or found) if found else None

    # -- expressions -------------------------------------------------------------------------

    def call(self, bans, depth, kind):
        helper = self.chosen(lambda h: h.result == "double")
        return helper and self.invoke(helper, bans, depth - 1, "d")

    def record_result(self, bans, depth, kind):
        helper = self.chosen(lambda h: h.result not in ("double", "vector", None))
        if not helper:
            return None
        field, kids = self.field(helper.result, bans, 0)
        if kids:
            return None
        made = self.invoke(helper, bans, depth - 1, "d", "." + field)
        return made and Node(kind, "d", "$0", [made])

    def receiver(self, bans, method_wanted):
        """(variable, text, method) for a call of a method."""
        pairs = [(v, m) for v in self.visible(("rec", "recptr"), bans) for m in v.record.methods
                 if method_wanted(m) and (m.const or not v.const) and
                 self.fn.cost + self.fn.mult * m.cost <= self.fn.limit and
                 (m.const or not v.roots & (bans.writes | bans.reads))]
        if not pairs:
            return None
        operators = [pair for pair in pairs if not pair[1].name.isidentifier()]
        var, method = self.random.choice(
            operators if operators and self.random.random() < 0.5 else pairs)
        self.fn.cost += self.fn.mult * method.cost
        return var, var.name + ("->" if var.kind == "recptr" else "."), method

    def method(self, bans, depth, kind):
        found = self.receiver(bans, lambda m: m.result == "double" and m.name.isidentifier())
        if not found:
            return None
        var, text, method = found
        now = Bans(bans.reads, bans.writes | var.roots)
        kids = [self.value(now, depth - 1)]
        writes = () if method.const else var.roots
        return Node("const method" if method.const else "mutating method", "d",
                    f"{text}{method.name}($0)", kids, reads=var.roots, writes=writes)

    def operator_(self, bans, depth, kind):
        found = [(v, m) for v in self.visible(("rec",), bans) for m in v.record.methods
                 if m.name == "operator()"]
        if not found or self.fn.cost + self.fn.mult * found[0][1].cost > self.fn.limit:
            return None
        var, method = self.random.choice(found)
        self.fn.cost += self.fn.mult * method.cost
        return Node("call operator", "d", f"{var.name}($0)", [self.value(bans, depth - 1)],
                    reads=var.roots)

    def record_value(self, record, bans=None, plain=False):
        """An expression of the record's type."""
        bans = bans or FREE
        vars_ = [v for v in self.visible(("rec", "recptr"), bans) if v.record is record]
        choice = self.random.random()
        if vars_ and choice < 0.3:
            var = self.random.choice(vars_)
            star = "*" if var.kind == "recptr" else ""
            return Node("copy of record", "r", star + var.name, reads=var.roots)
        if vars_ and choice < 0.65 and record.has_operators:
            var = self.random.choice(vars_)
            star = "*" if var.kind == "recptr" else ""
            if self.random.random() < 0.5:
                return Node("operator +", "r", f"({star}{var.name} + {star}{var.name})",
                            reads=var.roots)
            return Node("operator *", "r", f"({star}{var.name} * $0)",
                        [self.narrow(self.value(bans, 1))], reads=var.roots)
        if choice < 0.75 and self.nested_records < 3:
            helper = self.chosen(lambda h: h.result is record)
            self.nested_records += 1  # its arguments may be records made by calls, in turn
            made = helper and self.invoke(helper, bans, 1, "r")
            self.nested_records -= 1
            if made:
                return made
        first = self.narrow(self.value(bans, 1))
        second = self.narrow(self.value(bans.beside(first), 1))
        return record.construct(self, first, second)

    def result_value(self):
        if self.fn.result == "double":
            return self.value()
        if self.fn.result == "vector":
            return self.new_vector()
        return self.record_value(self.fn.result)

    # -- statements --------------------------------------------------------------------------

    def call_statement(self, kind):
        helper = self.chosen(lambda h: h.result is None or h.writes())
        if not helper:
            return None
        made = self.invoke(helper, FREE, 1, "d")
        return made and statement(kind, "$0;", [made])

    def call_result(self, kind):
        """Mostly to a local variable: the call needs no other then."""
        value = self.call(FREE, 2, kind)
        own = [v for v in self.visible(("d",), write=True) if v.roots == {v.name}]
        if own and self.random.random() < 0.7:
            return value and statement(kind, f"{self.random.choice(own).name} = $0;", [value])
        target = value and self.place(write=True)
        return target and statement(kind, "$0 = $1;", [target, value])

    def call_output(self, kind):
        """A call that writes to a variable of its own, which mostly held a constant."""
        helper = self.chosen(lambda h: h.params[0][0] in ("dr", "a") and
                             {"d", "down", "dr", "a", "ac"}.issuperset(dict(h.params)))
        if not helper:
            return None
        size, name = helper.params[0][1], self.counter("o")
        literal = self.random.random() < 0.7
        texts, now = [name], FREE
        kids = [self.literal() if literal else self.narrow(self.value(depth=1))]
        for each, detail in helper.params[1:]:
            if each == "down":
                texts.append(self.depth_argument(helper))
            elif each in ("a", "ac"):
                found = self.array_like(write=each == "a", bans=now, size=detail)
                if not found or found[1]:
                    return None
                texts.append(found[0])
                now = Bans(now.reads | found[3], now.writes | found[3])
            else:
                node = self.place(now, write=True) if each == "dr" else self.value(now, 1)
                if not node:
                    return None
                texts.append(f"${len(kids)}")
                kids.append(node)
                now = now.beside(node)
        self.paid(helper)
        helper.called = True
        self.scope.append(Var(name, "arr", size) if size else Var(name, "d"))
        start = f"{name}[{size}] = {{$0}}" if size else f"{name} = $0"
        return statement(kind, f"double {start}; {helper.name}({', '.join(texts)});", kids)

    def method_statement(self, kind):
        found = self.receiver(FREE, lambda m: not m.const)
        if not found:
            return None
        var, text, method = found
        if not method.name.isidentifier():
            other = self.visible(("rec",))
            same = [v for v in other if v.record is var.record]
            if not same:
                return None
            star = "*" if var.kind == "recptr" else ""
            return statement("operator +=", f"{star}{var.name} += {self.random.choice(same).name};")
        return statement(kind, f"{text}{method.name}($0);", [self.value(depth=1)])

    def bindings(self, kind):
        vars_ = [v for v in self.visible(("rec",)) if v.record.bindable]
        if not vars_:
            return None
        var = self.random.choice(vars_)
        by_reference = kind.endswith("reference")
        names = []
        for name, what, detail in var.record.members:
            fresh = self.counter("s")
            names.append(fresh)
            roots = var.roots if by_reference else {fresh}
            const = var.const and by_reference
            if what == "i":
                self.scope.append(Var(fresh, "i", lo=0, hi=1 << 16, const=True, roots=roots))
            else:
                self.scope.append(Var(fresh, what, detail if what == "arr" else None, const=const,
                                      record=detail if what == "rec" else None, roots=roots))
        return statement(kind,
                         f"auto {'&' if by_reference else ''}[{', '.join(names)}] = {var.name};")
