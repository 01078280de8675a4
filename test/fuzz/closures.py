"""Random functions as values: lambdas of every kind, std::function, pointers to functions.

A closure takes one double and returns one. What it may read and write when it is called is found by
the names in its text (`roots`): they are banned beside a call, like those of any operand."""
import copy
import re

from tree import FREE, Bans, Fn, Node, Var, statement

KINDS = {
    # name: (weight, method)
    "closure by value": (1.5, "declare_closure"), "closure by reference": (1.5, "declare_closure"),
    "init-capture": (1, "declare_closure"), "mutable closure": (1, "declare_closure"),
    "generic closure": (1, "declare_closure"), "std::function": (1, "declare_function"),
    "made closure": (0.8, "declare_made"), "copied closure": (0.7, "declare_copied"),
    "pointer to function": (0.8, "declare_target"), "table of functions": (0.8, "call_table"),
    "closure statement": (1, "closure_statement"),
}

VALUES = {
    "call of closure": (2, "closure_call"), "immediate call": (0.8, "immediate_call"),
    "passed closure": (1.2, "passed_closure"), "passed function": (0.6, "passed_closure"),
    "nested closures": (0.6, "nested_closures"), "recursive closure": (0.5, "recursive_closure"),
}

class Fun(Var):
    """A variable that can be called: calls read its roots and write `writes`."""

    def __init__(self, name, reads=(), writes=(), cost=5, value=True, points=False):
        super().__init__(name, "fun", roots=frozenset(reads) | {name}, fixed=True)
        self.writes, self.cost, self.value = frozenset(writes), cost, value
        self.points = points  # whether it captures pointers


class Closures:
    """Needs what Expressions, Loops and Calls need."""

    # names of double (double); (name, cost) of functions that return closures
    targets, makers = (), ()

    # -- bodies ------------------------------------------------------------------------------

    def captured(self, by_value):
        """The variables in scope, as a closure sees them."""
        made = []
        for var in reversed(self.visible({each.kind for each in self.scope})):
            var = copy.copy(var)
            if var.kind == "ptr":  # it is called more than once: pointers stay where they are
                var.fixed = True
            if var.kind == "i":
                var.fixed = True
            if by_value:
                var.const = True
                if var.kind == "obj" and not var.fixed:  # a reference: its class may be abstract
                    continue
                if var.kind == "fun" and var.writes:
                    continue
                if var.kind == "own":  # refused: a closure that owns memory
                    continue
                if var.kind == "of library" and "unique" in var.record:  # no copy
                    continue
            made.append(var)
        return made

    def closure_body(self, scope, long=None):
        """(text or block, roots, cost) of a body, which sees `scope` and the constants."""
        outer, helpers = self.fn, self.helpers
        fn = Fn("double", self.loose, limit=30, deepest=2)
        fn.names, fn.wide, fn.branch_depth = outer.names, set(outer.wide), 1
        fn.pinned = frozenset().union(*(var.roots for var in scope))
        self.helpers = [each for each in helpers if not self.inside or each.name not in self.inside]
        if long is None:
            long = self.random.random() < 0.5 and outer.depth < 3
        if long:
            body = self.function_body(fn, scope, self.random.randint(1, 2))
        else:
            saved, self.fn, self.scope = self.scope, fn, self.constants + scope
            body = Node("closure of one line", "block", None,
                        [statement("return value", "return $0;", [self.narrow(self.value())])])
            self.fn, self.scope = outer, saved
        self.helpers, outer.names = helpers, fn.names
        words = set(re.findall(r"\w+", body.render()))
        roots = frozenset().union(*(var.roots for var in scope if var.name in words))
        return body, roots, fn.cost + 2

    def closure(self, kind):
        """(lambda, reads, writes, whether it is mutable, cost, whether it captures pointers)."""
        random, s = self.random, self.counter("s")
        parameter = Var(s, "d", const=random.random() < 0.3)
        # A float may be passed where there are some: then the parameter would not be a double.
        type_ = "auto" if kind == "generic closure" and not self.loose else "double"
        if parameter.const:
            type_ = "const " + type_ + random.choice(["", " &"])
        if kind == "generic closure":
            kind = random.choice(["closure by value", "closure by reference", "init-capture"])
        if kind in ("init-capture", "mutable closure"):
            mutable = kind[0] == "m"
            k, start = self.counter("k"), self.narrow(self.value(depth=1))
            body, _, cost = self.closure_body([Var(k, "d", const=not mutable), parameter])
            if mutable:
                change = random.choice([f"{k} = std::sin({k} + {s});", f"{k} += 0.25 * {s};",
                                        f"{k} *= std::cos({s});"])
                body.kids.insert(0, statement("change of capture", change))
            text = f"[{k} = $0]({type_} {s}){' mutable' if mutable else ''} -> double $1"
            node = Node("lambda", "r", text, [start, body])
            return node, frozenset(), frozenset(), mutable, cost, False
        by_value = kind == "closure by value"
        body, roots, cost = self.closure_body(self.captured(by_value) + [parameter])
        roots -= {s}
        words = set(re.findall(r"\w+", body.render()))
        pointers = [var for var in self.visible(("ptr", "recptr")) if var.name in words]
        for var in pointers:
            var.fixed = True  # from here on it stays where it is
        node = Node("lambda", "r", f"[{'=' if by_value else '&'}]({type_} {s}) -> double $0",
                    [body])
        return node, roots, frozenset() if by_value else roots, False, cost, bool(pointers)

    # -- declarations ------------------------------------------------------------------------

    def declare_closure(self, kind):
        if self.fn.cost + 60 * self.fn.mult > self.fn.limit or self.fn.depth >= 3:
            return None
        node, reads, writes, mutable, cost, points = self.closure(kind)
        name = self.counter("f")
        self.scope.append(Fun(name, reads, {name} if mutable else writes, cost, points=points))
        const = "const " if not mutable and self.random.random() < 0.3 else ""
        return statement(kind, f"{const}auto {name} = $0;", [node])

    def declare_function(self, kind):
        if self.fn.cost + 60 * self.fn.mult > self.fn.limit or self.fn.depth >= 3:
            return None
        node, reads, writes, mutable, cost, points = self.closure(self.random.choice(
            ["closure by value", "closure by reference", "init-capture"]))
        name = self.counter("f")
        self.scope.append(Fun(name, reads, writes, cost, False, points))
        return statement(kind, f"const std::function<double(double)> {name} = $0;", [node])

    def declare_made(self, kind):
        if not self.makers:
            return None
        kids = [self.narrow(self.value(depth=1)) for _ in "ab"]
        name, maker = self.counter("f"), self.random.choice(self.makers)
        self.scope.append(Fun(name, cost=maker[1]))
        return statement(kind, f"auto {name} = {maker[0]}($0, $1);", kids)

    def declare_copied(self, kind):
        found = [var for var in self.visible(("fun",)) if var.value]
        if not found:
            return None
        var, name = self.random.choice(found), self.counter("f")
        writes = {name} if var.name in var.writes else var.writes
        self.scope.append(Fun(name, var.roots, writes, var.cost, points=var.points))
        return statement(kind, f"auto {name} = {var.name};")

    def declare_target(self, kind):
        if len(self.targets) < 2:
            return None
        name = self.counter("f")
        test = self.condition()
        self.scope.append(Fun(name, cost=15, value=False))
        self.scope[-1].writes = frozenset()
        type_ = self.random.choice(["auto *{0}", "double (*{0})(double)", "const auto {0}"])
        return statement(kind, f"{type_.format(name)} = $0 ? to0 : to1;", [test])

    def call_table(self, kind):
        target = self.place(write=True)
        if not target or target.writes or len(self.targets) < 2 or \
                self.fn.cost + 60 * self.fn.mult > self.fn.limit:
            return None
        self.fn.cost += 60 * self.fn.mult
        table, i, value = self.counter("f"), self.counter(), self.repeated(self.value, depth=1)
        entries = ", ".join(self.random.choice(self.targets) for _ in range(3))
        text = (f"{{ double (*const {table}[3])(double) = {{{entries}}}; "
                f"for (int {i} = 0; {i} < 3; "
                f"++{i}) $0 = 0.5 * {table}[{i}]($1); }}")
        if self.random.random() < 0.4:
            return statement(kind, f"{{ double (*{table}[])(double) = {{{entries}}}; "
                                   f"$0 = 0.5 * {table}[$1]($2); }}",
                                   [target, self.index(3), value])
        return statement(kind, text, [target, value])

    # -- calls -------------------------------------------------------------------------------

    def callable(self, bans, times, pure=False):
        """A closure in scope that may be called here so many times."""
        found = [var for var in self.visible(("fun",), bans)
                 if not var.writes & (bans.reads | bans.writes) and not (pure and var.writes) and
                 self.fn.cost + times * var.cost * self.fn.mult <= self.fn.limit]
        if not found:
            return None
        var = self.random.choice(found[:3])
        self.fn.cost += times * var.cost * self.fn.mult
        return var

    def closure_call(self, bans, depth, kind):
        var = self.callable(bans, 1)
        if not var:
            return None
        value = self.narrow(self.value(Bans(bans.reads | var.writes, bans.writes | var.roots),
                                       depth - 1))
        return Node(kind, "d", f"{var.name}($0)", [value], reads=var.roots, writes=var.writes)

    def immediate_call(self, bans, depth, kind):
        if self.fn.cost + 60 * self.fn.mult > self.fn.limit or self.fn.depth >= 3 or \
                bans.reads or bans.writes:
            return None
        node, reads, writes, mutable, cost, points = self.closure(self.random.choice(
            ["closure by value", "closure by reference", "init-capture", "mutable closure",
             "generic closure"]))
        self.fn.cost += cost * self.fn.mult
        value = self.narrow(self.value(Bans(writes, reads), 0))
        return Node(kind, "d", "$0($1)", [node, value], reads=reads, writes=writes)

    def passed_closure(self, bans, depth, kind):
        name = self.random.choice(["apply_n", "compose", "slope", "until"])
        if kind == "passed function":
            if not self.targets:
                return None
            function, reads, writes = self.random.choice(self.targets), frozenset(), frozenset()
            if self.fn.cost + 60 * self.fn.mult > self.fn.limit:
                return None
            self.fn.cost += 60 * self.fn.mult
            kids = []
        else:
            var = self.callable(bans, 4)
            if not var:
                return None
            function, reads, writes = var.name, var.roots, var.writes
            if name == "slope" and var.name in writes:  # it takes a const reference
                name = "compose"
            if var.points and name == "until":  # refused: it is not inlined, and keeps the pointer
                name = "compose"
        value = self.narrow(self.value(Bans(bans.reads | writes, bans.writes | reads), depth - 1))
        more = f", {self.random.randint(1, 3)}" if name in ("apply_n", "until") else ""
        return Node(kind, "d", f"{name}({function}, $0{more})", [value], reads=reads, writes=writes)

    def nested_closures(self, bans, depth, kind):
        """A closure that captures another."""
        var = self.callable(bans, 4, pure=True)
        if not var:
            return None
        a, b = self.narrow(self.value(bans, 0)), self.narrow(self.value(bans, 0))
        if a.writes or b.writes:
            return None
        capture = self.random.choice(["&", "=", f"{var.name}"] if var.value else ["&"])
        if capture == var.name:
            return Node(kind, "d",
                        f"apply_n([{var.name}](double s) {{ return 0.5 * {var.name}(s); }}, "
                        "$0, 2)", [a], reads=var.roots)
        return Node(kind, "d", f"apply_n([{capture}](double s) {{ return std::sin({var.name}(s) * "
                    "$1); }, $0, 2)", [a, b], reads=var.roots)

    RECURSIVE = [
        "[](auto self, double s, int n) -> double { return n == 0 ? s : 0.5 * std::sin(s) * "
        "self(self, s + 0.5, n - 1); }",
        "[k = $0](auto self, double s, int n) -> double { if (n == 0) return k * s; "
        "return std::cos(k) + 0.5 * self(self, s * k, n - 1); }",
    ]

    def recursive_closure(self, bans, depth, kind):
        name = self.counter("f")
        text = self.random.choice(self.RECURSIVE)
        kids = [self.narrow(self.value(bans, 1)) for _ in range(2)]
        if kids[0].writes or kids[1].writes:
            return None
        return Node(kind, "d",
                    f"[&] {{ const auto {name} = {text}; return {name}({name}, $1, 2); }}()",
                    kids)

    def closure_statement(self, kind):
        """A closure that changes a variable, as a statement of its own, called in a loop."""
        target, value = self.place(write=True), self.value(depth=1)
        i, f = self.counter(), self.counter("f")
        if not target or target.writes or value.writes or \
                self.fn.cost + 8 * self.fn.mult > self.fn.limit:
            return None
        self.fn.cost += 8 * self.fn.mult
        change = self.random.choice(["$0 = std::sin($0 + s * $1);", "$0 *= std::cos(s);",
                                     "if (s > 0.5) return; $0 -= 0.25 * s;",
                                     "double &r = $0; r = 0.5 * r + s;"])
        kids = [target, value]
        if "$1" not in change:
            kids = [target]
        return statement(kind,
                         f"{{ auto {f} = [&](double s) {{ {change} }}; for (int {i} = 0; {i} < 3; "
                         f"++{i}) {f}(0.5 * {i}); }}", kids)

    # -- functions beside the annotated one --------------------------------------------------

    def add_targets(self):
        """Functions whose address is taken, and functions that return closures."""
        items, self.targets = [], []
        for name in ("to0", "to1"):
            fn = Fn("double", self.loose, limit=15, deepest=1)
            body = self.function_body(fn, [Var("s", "d")], self.random.randint(1, 2))
            items.append(Node("target", "item", f"static double {name}(double s) $0", [body]))
            self.targets = self.targets + [name]
        self.fn = Fn("double", self.loose)
        scope = [Var("a", "d", const=True), Var("b", "d", const=True), Var("s", "d")]
        body, _, cost = self.closure_body(scope)
        self.makers = [("maker", cost)]
        items.append(Node("maker of closures", "item",
                          "static inline auto maker(double a, double b) "
                          "{ return [=](double s) -> double $0; }", [body]))
        return items
