"""Counters that are declared outside of their loops, as in C: shared by loops beside and inside of
one another, asked for behind them, moved on by inner loops, counted in while loops.

A counter is from 0 to 4 wherever it can be read.
"""
from tree import Var, statement

MOST = 4


class Counters:
    """Needs what Loops needs."""

    KINDS = {"counter up": (1.5, "counted"), "counter down": (0.8, "counted"),
             "counter moved on": (1, "moved_on"), "counter in while": (1, "counted_while"),
             "counter left before": (0.8, "left_before")}

    def outer_counter(self):
        """(what declares it, its name) of a counter that no loop around runs on."""
        free = [var.name for var in self.visible(("i",)) if var.name in self.fn.counters
                and var.name not in self.fn.counting]
        if free and self.random.random() < 0.6:
            return "", self.random.choice(free)
        name = self.counter("c")
        type_ = self.random.choice(["int", "int", "int", "long", "short"])
        return f"{type_} {name}{self.random.choice(['', ' = 0'])}; ", name

    def known(self, ahead, name, made):
        """A counter that this statement declares may be used behind it."""
        if made and ahead:
            self.fn.counters.add(name)
            self.scope.append(Var(name, "i", lo=0, hi=MOST, fixed=True))
        return made

    def run_on(self, name, trips, low, high, moves=False, **how):
        """The body of a loop that runs on it."""
        fn = self.fn
        fn.counting.add(name)
        moved = fn.moving
        fn.moving = fn.moving | {name} if moves else fn.moving - {name}
        if moves:
            low, high = 0, MOST
        made = self.loop_body(trips, [Var(name, "i", lo=low, hi=high, fixed=True)], **how)
        fn.moving = moved
        fn.counting.discard(name)
        return made

    def counted(self, kind):
        ahead, c = self.outer_counter()
        n = self.random.randint(2, MOST)
        if kind == "counter up":
            low, moves = self.random.choice([0, 0, 1]), self.random.random() < 0.3
            body = self.run_on(c, n - low, low, n - 1, moves)
            step = self.random.choice([f"++{c}", f"{c}++", f"{c} += 1"])
            head = f"{c} = {low}; {c} < {n}; {step}"
        else:
            top = n - self.random.randint(0, 1)
            body = self.run_on(c, top, 1, top)
            head = f"{c} = {top}; {c} > 0; --{c}"
        return self.known(ahead, c, body and statement(kind, f"{ahead}for ({head}) $0", [body]))

    def moved_on(self, kind):
        """From where it is."""
        fn = self.fn
        usable = [var.name for var in self.visible(("i",)) if var.name in fn.counters
                  and (var.name not in fn.counting or var.name in fn.moving)]
        if not usable:
            return None
        c, n = self.random.choice(usable), self.random.randint(2, MOST)
        around = c in fn.counting
        test = self.repeated(self.condition)
        body = self.run_on(c, n, 0, n - 1)
        if around:
            fn.counting.add(c)
        return body and statement(kind, f"for (; {c} < {n} && $0; ++{c}) $1", [test, body])

    def counted_while(self, kind):
        ahead, c = self.outer_counter()
        n = self.random.randint(2, MOST)
        test = self.repeated(self.condition) if self.random.random() < 0.3 else None
        body = self.run_on(c, n, 0, n - 1, steps=True)
        if not body:
            return None
        body.kids.append(statement("counter step", f"++{c};", keep=True))
        more = " && $1" if test else ""
        return self.known(ahead, c, statement(
            kind, f"{ahead}{c} = 0; while ({c} < {n}{more}) $0", [body] + ([test] if test else [])))

    def left_before(self, kind):
        """Set, and then perhaps left, before its loop."""
        fn = self.fn
        how = "break" if fn.steps or self.random.random() < 0.5 else "continue"
        if fn.held or not fn.loop_depth:
            return None
        ahead, c = self.outer_counter()
        n, behind = self.random.randint(2, MOST), self.random.randint(0, MOST)
        test = self.condition()
        body = self.run_on(c, n, 0, n - 1)
        return self.known(ahead, c, body and statement(
            kind, f"{ahead}{c} = 0; if ($0) {how}; for (; {c} < {n}; ++{c}) $1 {c} = {behind};",
            [test, body]))
