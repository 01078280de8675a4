"""Random loops: counted in every direction, while, do, for ever, over ranges, pointers, lists."""
import re

from tree import FREE, Node, Var, block, statement
from vectors import MOST


class Loops:
    def loop_body(self, trips, extra=(), count=None, steps=False):
        """The body of a loop of at most `trips` iterations; None if that is too expensive."""
        fn = self.fn
        if fn.depth >= fn.deepest or fn.mult * trips * 3 + fn.cost > fn.limit:
            return None
        fn.mult *= trips
        fn.loop_depth += 1
        switch_depth, fn.switch_depth = fn.switch_depth, 0
        outer_steps, fn.steps = fn.steps, steps
        made = self.body(count or self.few(), extra)
        fn.switch_depth, fn.steps = switch_depth, outer_steps
        fn.loop_depth -= 1
        fn.mult //= trips
        return made

    def repeated(self, make, **how):
        """An expression that a loop evaluates again and again."""
        self.fn.loop_depth += 1
        made = make(**how)
        self.fn.loop_depth -= 1
        return made

    def counter(self, letter="i"):
        self.fn.names += 1
        return f"{letter}{self.fn.names}"

    def for_(self, kind):
        n, i = self.random.randint(2, 4), self.counter()
        var = lambda lo, hi: [Var(i, "i", lo=lo, hi=hi, fixed=True)]
        if kind == "for up":
            if self.random.random() < 0.25:
                bound = self.integer()
                body = self.loop_body(3, var(0, 2))
                return body and statement("for up to data",
                                          f"for (int {i} = 0; {i} < $0 % 4; ++{i}) $1",
                                          [bound, body])
            if self.random.random() < 0.25:
                return self.for_offset(kind, n, i, var)
            start = self.random.choice([0, 0, 0, 1])
            body = self.loop_body(n - start, var(start, n - 1))
            step = self.random.choice([f"++{i}", f"{i}++", f"{i} += 1"])
            return body and statement(kind, f"for (int {i} = {start}; {i} < {n}; {step}) $0",
                                      [body])
        if kind == "for down":
            body = self.loop_body(n, var(0, n - 1))
            return body and statement(kind, f"for (int {i} = {n - 1}; {i} >= 0; --{i}) $0", [body])
        if kind == "for with stride":
            body = self.loop_body(2, var(0, n - 1))
            return body and statement(kind, f"for (int {i} = {n % 2}; {i} < {n}; {i} += 2) $0",
                                      [body])
        if kind == "for to other bounds":
            head, low = self.random.choice([(f"{i} = 0; {i} <= {n - 1}; ++{i}", 0),
                                            (f"{i} = {n - 1}; {i} > 0; --{i}", 1),
                                            (f"{i} = {n - 1}; {i} >= 0; {i} -= 2", 0)])
            body = self.loop_body(n - low, var(low, n - 1))
            return body and statement(kind, f"for (int {head}) $0", [body])
        body = self.loop_body(n, var(0, n - 1))
        if self.random.random() < 0.5:
            u, type_ = self.counter("u"), self.random.choice(["std::size_t", "unsigned"])
            head = self.random.choice([f"for ({type_} {u} = {n}; {u}-- > 0;)",
                                       f"{type_} {u} = {n}; while ({u}--)"])
            return body and statement(
                kind, f"{{ {head} {{ const int {i} = static_cast<int>({u}); $0 }} }}", [body])
        return body and statement(kind, f"for (int {i} = {n}; {i}-- > 0;) $0", [body])

    def for_offset(self, kind, n, i, var):
        """Upwards, while the counter and another number are below the bound, and more is true."""
        w, bound = self.counter("w"), self.integer()
        more = self.repeated(self.condition) if self.random.random() < 0.5 else None
        body = self.loop_body(n, var(0, n - 1))
        type_ = self.random.choice(["int", "std::size_t"])
        declared = f"const {type_} {w} = std::abs(static_cast<int>($0) % 2), {w}_n = {n};"
        test = self.random.choice([f"{i}_ + {w} < {w}_n", f"{w}_n > {w} + {i}_",
                                   f"{i}_ + {w} <= {w}_n - 1"])
        tests = f"{test} && $2" if more else test
        return body and statement(
            kind, f"{{ {declared} for ({type_} {i}_ = 0; {tests}; ++{i}_) "
                  f"{{ const int {i} = static_cast<int>({i}_); $1 }} }}",
            [bound, body] + ([more] if more else []))

    def for_strided(self, kind):
        """In strides that data tell, up or down; perhaps in whole ones alone."""
        w, bound, n, i = self.counter("w"), self.integer(), self.random.randint(2, 4), self.counter()
        body = self.loop_body(n, [Var(i, "i", lo=0, hi=n - 1, fixed=True)])
        type_ = self.random.choice(["int", "std::size_t"])
        heads = [f"{i}_ = 0; {i}_ < {w}_n; {i}_ += {w}", f"{i}_ = 0; {i}_ + {w} <= {w}_n; {i}_ += {w}"]
        if type_ == "int":
            heads += [f"{i}_ = {w}_n - 1; {i}_ >= 0; {i}_ -= {w}",
                      f"{i}_ = {w} - 1; {i}_ <= {w}_n - 1; {i}_ += {w}"]
        declared = f"const {type_} {w} = 1 + std::abs(static_cast<int>($0) % 3), {w}_n = {n};"
        return body and statement(
            kind, f"{{ {declared} for ({type_} {self.random.choice(heads)}) "
                  f"{{ const int {i} = static_cast<int>({i}_); $1 }} }}", [bound, body])

    def for_two(self, kind):
        i, j, n = self.counter(), self.counter("j"), self.random.randint(3, 4)
        body = self.loop_body(2, [Var(i, "i", lo=0, hi=1, fixed=True),
                                  Var(j, "i", lo=n - 2, hi=n - 1, fixed=True)])
        return body and statement(kind,
                                  f"for (int {i} = 0, {j} = {n - 1}; {i} < {j}; ++{i}, --{j}) $0",
                                  [body])

    def for_double(self, kind):
        start, t = self.value(depth=1), self.counter("t")
        body = self.loop_body(6, [Var(t, "d", const=True)])
        return body and statement(
            kind, f"for (double {t} = 0.8 * std::sin($0); {t} < 1.5; {t} += 0.4) $1", [start, body])

    def while_(self, kind):
        test, w, n = self.repeated(self.condition), self.counter("w"), self.random.randint(2, 5)
        body = self.loop_body(n)
        text = self.random.choice([f"int {w} = 0; while ({w}++ < {n} && $0) $1",
                                   f"int {w} = 0; while ($0 && ++{w} <= {n}) $1"])
        return body and statement(kind, text, [test, body])

    def do_(self, kind):
        w, n = self.counter("w"), self.random.randint(2, 4)
        body = self.loop_body(n)
        return body and statement(kind, f"int {w} = 0; do $0 while (++{w} < {n} && $1);",
                                  [body, self.repeated(self.condition)])

    def for_ever(self, kind):
        w, n = self.counter("w"), self.random.randint(2, 4)
        first = self.loop_body(n, count=1)
        test = first and self.repeated(self.condition)
        second = first and self.loop_body(n, count=1)
        return second and statement(
            kind, f"for (int {w} = 0;;) {{ if (++{w} > {n}) break; $0 if ($1) break; $2 }}",
            [first, test, second])

    def range_for(self, kind):
        by_reference = kind.endswith("reference")
        vars_ = self.visible(("arr", "sarr", "recarr", "vec"))
        if not vars_:
            return None
        over = self.random.choice(vars_)
        each = self.counter("e")
        const = not by_reference or over.const
        roots = over.roots if by_reference else None
        if over.kind == "recarr":
            var = Var(each, "rec", record=over.record, const=over.const and by_reference,
                      roots=roots)
        else:
            var = Var(each, "d", const=over.const and by_reference, roots=roots)
        trips = MOST if over.kind == "vec" else over.size
        body = self.pinning(over, lambda: self.loop_body(trips, [var]))
        type_ = "auto" if over.kind == "recarr" else self.random.choice(["double", "auto"])
        if by_reference:
            type_ = ("const " if const and over.const else "") + type_ + " &"
        elif self.random.random() < 0.3:
            type_, var.const = "const " + type_, True
            return None
        return body and statement(kind, f"for ({type_} {each} : {over.name}) $0", [body])

    def pointer_walk(self, kind):
        found = self.array_like()
        if not found:
            return None
        text, kids, size, roots = found
        if kids:
            return None
        p = self.counter("p")
        writable = not self.found_const and self.random.random() < 0.6
        type_ = "double *" if writable else "const double *"
        if self.random.random() < 0.5:
            body = self.loop_body(size, [Var(p, "ptr", 1, const=not writable, roots=roots | {p},
                                             fixed=True, inactive=self.found_inactive)])
            return body and statement(
                kind, f"for ({type_}{p} = {text}; {p} != {text} + {size}; ++{p}) $0", [body])
        target = self.place(write=True)
        if not target or target.writes or self.fn.mult * size * 3 + self.fn.cost > self.fn.limit:
            return None
        if self.roots_of(target) & roots and self.random.random() < 0.7:
            return None
        step = self.random.choice(["$0 += 0.5 * *%s++;", "$0 = std::sin($0 + *%s++);",
                                   "$0 *= std::cos(*%s++);"]) % p
        return statement("pointer walk with *p++",
                         f"{{ const double *{p} = {text}; while ({p} < {text} + {size}) {step} }}",
                         [target])

    def list_walk(self, kind):
        lists = self.visible(("list",))
        if not lists:
            return None
        head, p = self.random.choice(lists), self.counter("p")
        body = self.loop_body(3, [Var(p, "recptr", record=head.record, const=head.const,
                                      roots=head.roots, fixed=True)])
        const = "const " if head.const else ""
        return body and statement(
            kind, f"for ({const}{head.record.name} *{p} = {head.name}; {p}; {p} = {p}->next) $0",
            [body])

    SWEEPS = ["A[I] = A[I] * A[J];", "A[I] = std::sin(A[I] + A[J]);", "A[I] -= 0.5 * A[J] * A[I];",
              "A[I] /= 2.5 + std::sin(A[J]);", "std::swap(A[I], A[J]);",
              "if (A[I] > A[J]) std::swap(A[I], A[J]);", "A[J] += 0.5 * A[I] * A[I];",
              "A[I] = $0 * A[J];", "A[I] = A[J] - 0.5 * A[I];"]

    def sweep(self, kind):
        """An update of an array in place, in which each element meets its neighbour."""
        vars_ = [v for v in self.visible(("arr", "sarr", "ptr", "vec"), write=True) if v.size >= 2]
        if not vars_ or self.fn.mult * 4 + self.fn.cost > self.fn.limit:
            return None
        var, i = self.random.choice(vars_), self.counter()
        # Products that are taken again and again leave the range of the numbers.
        tame = [each for each in self.SWEEPS if "swap" in each or "sin" in each]
        text = self.random.choice(self.SWEEPS if self.fn.mult <= 8 else tame).replace("A", var.name)
        size = f"int({var.name}.size())" if var.kind == "vec" else var.size
        if kind == "sweep up":
            text = text.replace("J", f"{i} - 1").replace("I", i)
            head = f"for (int {i} = 1; {i} < {size}; ++{i}) "
        else:
            text = text.replace("J", f"{i} + 1").replace("I", i)
            head = f"for (int {i} = {size} - 2; {i} >= 0; --{i}) "
        return statement(kind, head + text, [self.repeated(self.value, depth=1)] if "$0" in text
                         else [])

    CELLS = ["A[I] += 0.3 * A[J] * $0;", "A[I] = 0.5 * A[I] + std::sin(A[J] * $0);",
             "A[I] -= 0.2 * A[J] * std::cos(A[J]) * $0;", "{ const double W = A[J] * A[J]; A[I] += 0.1 * W * $0; }"]

    def cells(self, kind):
        """A loop that reads some elements of an array and changes others, which it overwrites later."""
        vars_ = [v for v in self.visible(("arr", "sarr", "ptr", "vec"), write=True) if v.size >= 2]
        if not vars_ or self.fn.mult * 8 + self.fn.cost > self.fn.limit:
            return None
        var, k = self.random.choice(vars_), self.counter("k")
        i, j = self.random.sample(range(var.size), 2)
        inner = self.random.choice(self.CELLS).replace("W", self.counter("w"))
        inner = inner.replace("A", var.name).replace("I", str(i)).replace("J", str(j))
        after = self.random.choice([f"A[{j}] = std::sin(A[{i}] - A[{j}]);", f"A[{j}] *= 0.5;",
                                    f"std::swap(A[{i}], A[{j}]);"]).replace("A", var.name)
        text = f"{{ for (int {k} = 0; {k} < 3; ++{k}) {inner} {after} }}"
        return statement(kind, text, [self.repeated(self.value, depth=1)])

    PIECES = ["double *P = K % 2 ? A + 1 : A;", "double *const T[2] = {A + 1, A}; double *P = T[K % 2];",
              "struct S { double *at; }; S V = {K == 1 ? A + 1 : A}; double *P = V.at;",
              "double *P = A; P += 1 - K % 2;",
              "struct S { double *at; } V = {K == 1 ? A + 1 : A}; $P = V.at;"]
    IN_PIECES = ["P[0] = std::sin(P[0] * P[1] + $0);", "P[0] *= std::cos(P[1]);", "P[1] -= 0.3 * P[0] * P[1];",
                 "P[1] += 0.5 * std::sin(P[0]); P[0] *= 0.5 + $0 * std::cos(P[1]);"]

    def pieces(self, kind):
        """A loop in which a pointer leads to a piece of an array that others overlap."""
        vars_ = [v for v in self.visible(("arr", "sarr", "ptr", "vec"), write=True)
                 if v.size >= 3 and not v.unpointed]
        if not vars_ or self.fn.mult * 24 + self.fn.cost > self.fn.limit:
            return None
        var = self.random.choice(vars_)
        text = self.random.choice(self.PIECES) + " " + self.random.choice(self.IN_PIECES)
        if self.random.random() < 0.4:
            text += " " + self.random.choice(self.IN_PIECES[1:3])
        if "$P" in text:  # the member itself, in a nest of loops
            declared, _, rest = text.partition(" $P = V.at; ")
            text = (declared + " for (int I = 0; I < 2; ++I) for (int J = 0; J < 2; ++J) { " +
                    re.sub(r"\bP\b", "V.at", rest) + " A[2] += 0.1 * std::sin(A[I]); }")
        k = self.counter("k")
        array = var.name + (".data()" if var.kind in ("sarr", "vec") else "")
        for letter, name in (("K", k), ("P", self.counter("p")), ("T", self.counter("t")),
                             ("V", self.counter("v")), ("S", self.counter("Piece")), ("I", self.counter("i")),
                             ("J", self.counter("j")), ("A", array)):
            text = re.sub(rf"\b{letter}\b", name, text)
        return statement(kind, f"for (int {k} = 0; {k} < 3; ++{k}) {{ {text} }}",
                         [self.repeated(self.value, depth=1)] if "$0" in text else [])

    def double_buffer(self, kind):
        """Two arrays whose pointers are exchanged after each step."""
        if self.fn.mult * 12 + self.fn.cost > self.fn.limit or self.fn.depth >= 3:
            return None
        a, b, p, q, t, i = (self.counter(letter) for letter in "abpqti")
        values = [self.narrow(self.value(depth=1)) for _ in range(3)]
        target = self.place(write=True)
        if not target:
            return None
        swap = self.random.choice([f"std::swap({p}, {q});",
                                   f"{{ double *h{p} = {p}; {p} = {q}; {q} = h{p}; }}"])
        text = (f"{{ double {a}[3] = {{$0, $1, $2}}, {b}[3] = {{}}; double *{p} = {a}, *{q} = {b}; "
                f"for (int {t} = 0; {t} < 3; ++{t}) {{ "
                f"for (int {i} = 0; {i} < 3; ++{i}) "
                f"{q}[{i}] = std::sin({p}[{i}] * {p}[({i} + 1) % 3]) + 0.5 * {q}[{i}]; {swap} }} "
                f"$3 = {p}[0] + {q}[2] * {a}[1]; }}")
        return statement(kind, text, values + [target])

    def closing_sum(self):
        """A sum over a last loop, which the loop itself may read: its statements, and its value,
        which is linear, so that what comes of the sum is known ahead of the loop."""
        if self.fn.mult * 8 + self.fn.cost > self.fn.limit:
            return [], None
        total, read, i = (self.counter(name) for name in ("total", "read", "i"))
        start = self.value(depth=1)
        self.scope.append(Var(i, "i", lo=0, hi=2, fixed=True))
        term, weight = (self.repeated(self.damped_value) for _ in range(2))
        self.scope.pop()
        reads = self.random.random() < 0.7
        if start.writes | term.writes | weight.writes:  # what is read behind it is chosen already
            return [], None
        body = f"{total} += $1; {read} += $2" + (f" * std::cos({total});" if reads else ";")
        made = statement("closing sum",
                         f"double {total} = $0, {read} = 0; "
                         f"for (int {i} = 0; {i} < 3; ++{i}) {{ {body} }}", [start, term, weight])
        return [made], f"0.5 * {total} + 0.25 * {read}"

    def sum_of_calls(self):
        """A sum over calls of a function, where what comes of each call is known ahead of it, or is
        not; with a factor that the iterations hand on."""
        helper = (self.chosen(lambda h: h.only_computes) if self.random.random() < 0.7 else None) or \
            self.chosen(lambda h: h.result == "double" and not h.writes())
        if not helper or self.fn.mult * 24 + self.fn.cost > self.fn.limit:
            return [], None
        total, sign, i = (self.counter(name) for name in ("total", "sign", "i"))
        self.scope.append(Var(i, "i", lo=0, hi=2, fixed=True))
        self.fn.mult *= 3
        call = self.repeated(lambda: self.invoke(helper, FREE, 1, "d"))
        weight = call and self.repeated(self.damped_value)
        test = weight and self.repeated(self.condition)
        self.fn.mult //= 3
        self.scope.pop()
        if not test or call.writes | weight.writes | test.writes:
            return [], None
        once = self.counter("once")
        add = self.random.choice([
            f"{total} += {sign} * $1 * $0;", f"{total} += {sign} * $0; {total} -= $1;",
            f"const double {once} = $0; {total} += {sign} * $1 * {once} * std::cos({once});"])
        body = self.random.choice([f"{{ {add} {sign} = -0.5 * {sign}; }}",
                                   f"{{ if ($2) {{ {add} {sign} = -{sign}; }} }}",
                                   f"{{ if ($2) {{ {add} }} else {total} += {sign} * 0.25; }}"])
        kids = [call, weight, test] if "$2" in body else [call, weight]
        made = statement("sum over calls",
                         f"double {total} = 0, {sign} = 1; "
                         f"for (int {i} = 0; {i} < 3; ++{i}) {body}", kids)
        return [made], f"0.25 * std::sin(0.1 * {total})" if self.random.random() < 0.2 else \
            f"0.125 * {total}"

    def damped_value(self):
        return self.damped(self.value(depth=1))
