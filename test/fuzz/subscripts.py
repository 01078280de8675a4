#!/usr/bin/env python3
"""Random kernels over two arrays and two numbers that may overlap, with subscripts of nested loops, a
number by value, arrays of their own, pointers that run to an end, and a sum that they return. The
arrays may lie in a vector that the kernel is given, too, and to which it gives new values.

  subscripts.py --compiler 'clang++-19 -fplugin=...' --include DIR [--count 100] [--seed 1]

What later iterations overwrite is decided from such subscripts, and whether arrays overlap from how
far they reach; which loops are reversed at once, which sums they form in registers, which adjoints
need not be cleared. Each kernel runs on arrays at several distances and compares forward, reverse and
differences (test/programs/harness.h); what has no value yet is not a number. Ends with a line "N passed, N failed"; the text of a kernel
that is wrong is printed.

With --exact, each kernel is the step of a loop, and mode checkpointed is compared with reverse mode
bit by bit, on arrays of which nothing exists but what the kernel touches (AddressSanitizer): a copy
or a snapshot must not hold more.
"""
import argparse
import math
import os
import random
import re
import shlex
import subprocess
import sys
import tempfile

SIZE = 72  # numbers in all
PER_FILE = 25


ROOM = 40  # in an array of a kernel's own
BEFORE = 8  # of that, in front of the element 0, where subscripts may leave the bounds

# What gives the vector V new values.
ENDS = ["V = W", "V = W", "V = std::vector<double>(V.size(), s)", "V.assign(V.size(), 0.5 * s)",
        "for (int i = 0; i < n; ++i) V = W", "std::copy(W.begin(), W.end(), V.begin())"]


class Kernel:
    """One function `double kN(double *A, double *B, double *p, double &r, int n, double c)`, which
    returns `s`; with `exact`, p and r are left out."""

    def __init__(self, number, rng, exact=False):
        self.name, self.rng, self.counters, self.lines = f"k{number}", rng, [], []
        self.tidy = rng.random() < 0.5  # every subscript within bounds that can be proved
        # Whether it reads B and writes to A alone, each iteration to an element of its own.
        self.apart = self.tidy and rng.random() < 0.5
        self.near = False
        self.outputs = [] if exact or rng.random() < 0.5 else rng.choice([["*p"], ["r"], ["p[0]", "r"]])
        # How it is given A, B and n: as they are, in an object, which may be that of the method that
        # it is, or as places in a vector besides.
        self.given = "" if exact else rng.choice(["", "", "", "&", "*", "this", "vector"])
        self.walks = not exact
        self.ends = self.given == "vector" and (self.pick(*ENDS), self.pick("s", "0.5 * A[1]", "c"))
        self.arrays, self.numbers = [], ["c"]  # that may be used here
        if rng.random() < 0.3:
            self.tidy, self.apart = True, rng.random() < 0.8
            self.outputs = [] if self.apart else self.outputs
            self.scratch()
        elif rng.random() < 0.3:  # again and again, in place
            self.lines.append("  for (int sweep = 0; sweep < 3; ++sweep) {")
            self.block(2, rng.randint(1, 2))
            self.lines.append("  }")
        else:
            self.block(1, rng.randint(1, 3))

    def pick(self, *choices):
        return self.rng.choice(choices)

    def simple(self):
        """A number from 0 to about n."""
        if self.counters and self.rng.random() < 0.6:
            return self.rng.choice(self.counters)
        return self.pick("0", "1", "n", "n - 1")

    def loop(self, depth):
        i = "ijkl"[len(self.counters)]
        low = self.pick("0", "0", "1", self.simple())
        high = self.pick("n", "n", "n - 1", self.simple())
        kind = self.pick("up", "up", "up", "down", "two", "equal", "long")
        if self.tidy:
            kind = self.pick("up", "up", "up", "down", "two", "long")
            low, high = self.pick("0", "0", "1", *self.counters), "n - 1" if kind == "down" else "n"
        head = {
            "up": f"for (int {i} = {low}; {i} < {high}; ++{i})",
            "equal": f"for (int {i} = {low}; {i} <= {high} && {i} < n; ++{i})"
                     if self.rng.random() < 0.3 else f"for (int {i} = {low}; {i} <= {high}; ++{i})",
            "down": f"for (int {i} = {high}; {i} >= {low}; --{i})",
            "two": f"for (int {i} = {low}; {i} < {high}; {i} += 2)",
            "long": f"for (long {i} = {low}; {i} < {high}; ++{i})",
        }[kind]
        self.lines.append("  " * depth + head + " {")
        self.counters.append(i)
        self.block(depth + 1, self.rng.randint(1, 2))
        self.counters.pop()
        self.lines.append("  " * depth + "}")

    def block(self, depth, count):
        arrays, numbers = len(self.arrays), len(self.numbers)
        for _ in range(count):
            if self.rng.random() < 0.25:
                self.array(depth)
            if self.rng.random() < 0.15 and self.counters:
                self.number(depth)
            if len(self.counters) < 3 and self.rng.random() < 0.12:
                self.stencil(depth)
            elif self.walks and not self.tidy and self.rng.random() < 0.08:
                self.walk(depth)
            elif len(self.counters) < 3 and self.rng.random() < (0.9 if not self.counters else 0.45):
                self.loop(depth)
            else:
                self.statement(depth)
        del self.arrays[arrays:], self.numbers[numbers:]

    def array(self, depth):
        """Declares an array: of zeros, or filled as far as it is used."""
        name = f"z{len(self.lines)}"
        filled = self.tidy and self.rng.random() < 0.6
        self.lines.append("  " * depth + f"double {name}[{ROOM}]{'' if filled else ' = {}'};")
        if filled:
            i = "ijkl"[len(self.counters)]
            head = self.pick(f"for (int {i} = 0; {i} < n; ++{i})", f"for (int {i} = 0; {i} < n; ++{i})",
                             f"for (int {i} = n - 1; {i} >= 0; --{i})")
            self.counters.append(i)
            self.lines.append("  " * depth + f"{head} {name}[{i}] = {self.value()};")
            self.counters.pop()
        self.arrays.append((name, filled))

    def scratch(self):
        """Arrays outside of a loop whose iterations fill them, all or a part, before they read them or
        after; pointers into them; a counter that runs through loops."""
        kind = self.pick("double {}[40] = {{}};", "std::vector<double> {}(n);",
                         "const int {0}_size = n;\n  std::vector<double> {0}({0}_size, 0.5);")
        for name in "wv":
            self.lines.append("  " + kind.format(name))
        for _ in range(self.pick(1, 1, 2)):
            self.lines.append("  " + self.pick("for (int i = 0; i < n; ++i) {", "for (int i = n - 1; i >= 0; --i) {"))
            self.counters.append("i")
            # Most fill first and read last.
            forms = [self.rng.randint(0, 11) for _ in range(self.rng.randint(0, 2))]
            if self.rng.random() < 0.85:
                forms = [self.rng.choice([0, 0, 0, 4, 10]), *forms, self.rng.choice([8, 11, 11, 11])]
            w, v = self.rng.sample("wv", 2)
            for form in forms:
                self.fills_or_reads(form, *(self.rng.sample("wv", 2) if self.rng.random() < 0.2 else (w, v)))
            self.lines.append("  }")
            self.counters.pop()
        if self.rng.random() < 0.2:
            self.lines.append("  for (int j = 0; j < n; ++j) s += 0.02 * w[j] * v[j];")

    def fills_or_reads(self, form, w, v):
        low, high = self.pick(("0", "n"), ("0", "n"), ("0", "n"), ("0", "i + 1"), ("0", "i + 1"), ("0", "i"), ("i", "n"), ("1", "n"),
                              ("0", "n - 1"))
        down = self.rng.random() < 0.25
        head = f"for (int j = {high} - 1; j >= {low}; --j) " if down else f"for (int j = {low}; j < {high}; ++j) "
        self.counters.append("j")
        x, y = self.place(), self.place()
        if form < 4:
            around = self.pick("", "", "", "for (int k = 0; k < i; ++k) ", "for (int k = 0; k < 2; ++k) ")
            text = around + head + f"{w}[j] = 0.5 * {x} * {y} + 0.1"
        elif form == 4:  # from the element before or behind
            near = "j + 1" if down else "j - 1"
            guard = "j + 1 < n" if down else "j > 0"
            text = self.pick(f"if (n > 0) {w}[{'n - 1' if down else '0'}] = {x.replace('j', 'i')}; ", "") + \
                head + f"if ({guard}) {w}[j] = 0.5 * {w}[{near}] + 0.2 * {x}"
            if not down and self.rng.random() < 0.6:
                text = f"if (n > 0) {w}[0] = 0.3; for (int j = 1; j < n; ++j) {w}[j] = 0.5 * {w}[j - 1] + 0.2 * {x}"
        elif form == 5:
            text = f"if ({self.place().replace('j', 'i')} > {0.3 if self.walks else -9}) " + head + f"{w}[j] = 0.8 * {x}"
        elif form == 6:
            text = f"{w}[i] = {self.value().replace('j', 'i')}"
        elif form == 7:
            text = head + self.pick(f"{w}[j] *= 0.5 + 0.4 * {x}", f"{w}[j] += 0.3 * {x} * {y}", f"{w}[j] = {w}[j] + 0.2 * {x}")
        elif form == 8:
            at, off = self.pick(("0", ""), ("1", " - 1"), ("i", " - i"))
            text = f"if (n > {at}) {{ double *q = &{w}[{at}]; for (int j = 0; j < n{off}; ++j) " + \
                self.pick(f"q[j] = 0.6 * {x}", f"s = s + 0.02 * q[j] * {x}") + "; }"
        elif form == 9:
            text = f"int l = 0; for (int j = 0; j < n; ++j) for (int k = {self.pick('0', 'j', 'j + 1')}; k < n; ++k) " + \
                f"{{ s += 0.02 * {self.pick('A', 'B')}[l] * {w}[k]; ++l; }}"
        elif form == 10:  # reads what it is about to overwrite, or what the one beside it holds
            text = head + self.pick(f"{v}[j] = 0.9 * {w}[j]", f"{{ s += 0.02 * {w}[j]; {w}[j] = 0.5 * {x}; }}",
                                    f"{{ {w}[j] = 0.5 * {x}; if (j + 1 < n) s += 0.02 * {w}[j + 1]; }}",
                                    f"{{ {w}[j] = 0.5 * {x}; if (j > 0) s += 0.02 * {w}[j - 1]; }}")
        else:
            text = head + self.pick(f"s += 0.02 * {w}[j] * {x}", f"s = s + 0.02 * {w}[j] * {v}[j]",
                                    f"A[i] = 0.6 * {w}[j] + 0.1 * {x}")
        self.counters.pop()
        self.lines.append("    { " + text + "; }")

    def number(self, depth):
        name = f"t{len(self.lines)}"
        self.lines.append("  " * depth + f"double {name} = 0.2 + 0.6 * {self.place()} * {self.place()};")
        self.numbers.append(name)

    def value(self):
        return self.pick(f"0.5 * {self.place()} * {self.place()} + 0.1", f"std::cos({self.place()})",
                         f"0.8 * {self.place()}")

    def index(self):
        if self.tidy:
            a, b = (self.pick(*self.counters, "0") for _ in "ab")
            return self.pick(a, f"{a} * n + {b}", f"{a} * n + {b}", f"2 * {a} + 1")
        a, b = self.simple(), self.simple()
        form = self.rng.randint(0, 10)
        text = {
            0: a, 1: f"{a} * n + {b}", 2: f"{a} + {b}", 3: f"{a} + 1", 4: f"n * {b} + n - 1 - {a}",
            5: f"2 * {a}", 6: f"3 * {a} + {self.pick('0', '1', '2')}", 7: f"({a} + 1) * n + {b}",
            8: f"{a} * n + {b} + 1", 9: f"{a} * n + {b} - 1", 10: f"{a} - 1",
        }[form]
        if "n - 1" in (a, b):
            text = text.replace("* n - 1", "* (n - 1)").replace("- n - 1", "- (n - 1)")
        return text

    def walk(self, depth):
        """A pointer that runs to an end; the head of the loop may declare both."""
        array, start = self.pick("A", "B"), self.pick("", " + 1", " + n")
        first, end = f"double *q = {array}{start}", f"double *e = {array}{start} + n"
        head = self.pick(f"{end}; for ({first}; ", f"for ({end}, {first[7:]}; ",
                         f"for ({first}, *e = q + n; ")
        step = self.pick("++q", "++q", "q += 2")
        test = "q < e" if step == "q += 2" else self.pick("q < e", "q != e")
        text = self.pick(f"*q = 0.5 * *q * {self.place()} + 0.1", f"s += 0.02 * *q * {self.place()}",
                         f"s = 0.9 * s + 0.1 * *q")
        self.lines.append("  " * depth + f"{{ {head}{test}; {step}) {text}; }}")

    def stencil(self, depth):
        """A loop that reads neighbours, along a row where there is an outer loop."""
        i = "ijkl"[len(self.counters)]
        head = self.pick(f"for (int {i} = 1; {i} < n - 1; ++{i})", f"for (int {i} = 1; {i} < n - 1; ++{i})",
                         f"for (int {i} = n - 2; {i} >= 1; --{i})")
        row = f"{self.rng.choice(self.counters)} * n + " if self.counters and self.rng.random() < 0.7 else ""
        to, of = ("A", "B") if self.apart or self.rng.random() < 0.7 else (self.pick("A", "B"), "A")
        at = lambda array, by="": f"{array}[{row}{i}{by}]"
        left, here, right = at(of, self.pick(" - 1", " - 1", " + 2")), at(of), at(of, " + 1")
        text = self.pick(f"{at(to)} = 0.3 * {left} + 0.4 * {here} * {here} - 0.2 * {right}",
                         f"{at(to)} = {here} + c * 0.1 * ({left} - 2 * {here} + {right})",
                         f"{at(to)} -= 0.3 * ({here} - {left})", f"{at(to)} = c * {left} * {right}",
                         f"s += 0.02 * {left} * {right} + 0.01 * {here}",
                         f"{at(to)} = 0.5 * {at(to)} + 0.3 * {left}; {at(to)} *= 0.9 + 0.1 * {right}")
        self.lines.append("  " * depth + f"{head} {{ {text}; }}")

    def matrix(self):
        """A row and a column near the counters'."""
        row, column = self.counters[0], self.counters[-1]
        if self.rng.random() < 0.2:
            row, column = column, row
        row = self.pick(row, row, f"({row} + 1)", f"({row} - 1)")
        return f"{row} * n + {column}{self.pick('', '', '', ' + 1', ' - 1')}"

    def own(self):
        """An element of one of its arrays."""
        name, filled = self.rng.choice(self.arrays)
        if filled:
            return f"{name}[{self.rng.choice(self.counters)}]" if self.counters else "c"
        return f"{name}[{self.index()}]" if self.tidy else f"{name}[{BEFORE} + {self.index()}]"

    def place(self):
        if self.arrays and self.rng.random() < 0.4:
            return self.own()
        if self.rng.random() < 0.1:
            return self.rng.choice(self.numbers)
        if self.outputs and not self.apart and self.rng.random() < 0.06:
            return self.rng.choice(self.outputs)
        if len(self.counters) > 1 and self.near and not self.tidy:
            return f"{self.pick('A', 'A', 'A', 'A', 'B')}[{self.matrix()}]"
        return f"{'B' if self.apart else self.pick('A', 'A', 'B')}[{self.index()}]"

    def statement(self, depth):
        self.near = self.rng.random() < 0.6
        to, x, y = self.place(), self.place(), self.place()
        if to.startswith("B") and self.apart:
            to = f"A[{self.counters[0]}]" if self.counters else "A[0]"
        if self.outputs and self.rng.random() < 0.2:
            to = self.rng.choice(self.outputs)
        # None of them leaves [-1, 1], where differences are exact enough.
        text = self.pick(f"{to} = 0.5 * {x} * {y} + 0.1", f"{to} = std::cos({to} + 0.3 * {x} * {y})",
                         f"{to} *= 0.5 + 0.4 * {x}", f"{to} = 0.7 * {to} + 0.2 * {x} * {x}",
                         f"{to} -= 0.1 * {to} * {to} * {to} * {x}", f"{to} /= 2 + 0.1 * {x}",
                         f"{to} -= 0.05 * {x} * {x} * {to}",
                         f"{to} = 0.6 * {to} + 0.1 * {to} * {x} * {y} + 0.1 * {x} * {x} * {y}")
        if self.rng.random() < 0.35:
            text = self.pick(f"s += 0.02 * {x} * {y}", f"s += 0.02 * {x} * {y}", f"s -= 0.02 * {x}",
                             f"s += 0.02 * c * {x}", f"s = 0.9 * s + 0.1 * {x} * {y}",
                             f"s = std::max(s, {x})", f"s = std::min(s, {x} * {y})",
                             f"if ({x} < s) s = {x}", f"{to} = 0.5 * {x} + 0.3 * s")
        if self.rng.random() < 0.15 and not self.tidy:
            row = f"r{len(self.lines)}"
            self.lines.append("  " * depth + f"const int {row} = n * int({self.simple()});")
            text = re.sub(r"A\[[^][]*\]", f"A[{row} + {self.simple()}]", text, count=1)
        if self.counters and self.rng.random() < 0.2:
            text = f"if ({self.condition()}) {{ {text}; }}" + \
                self.pick("", f" else {{ {self.place()} = 0.7 * {x} + 0.2 * {y}; }}",
                          f" else {{ s += 0.02 * {self.place()} * {y}; }}")
            if self.apart: # what the other branch writes to, too
                text = re.sub(r"else \{ \w+\[[^][]*\] =", f"else {{ A[{self.counters[0]}] =", text)
        self.lines.append("  " * depth + text + ";")

    def condition(self):
        """Of a branch: how counters compare with each other, and with numbers."""
        a, b = self.rng.choice(self.counters), self.simple()
        test = f"{a} {self.pick('==', '!=', '<', '<=', '>', '>=')} {b}{self.pick('', '', ' + 1', ' - 1')}"
        other = f"{self.rng.choice(self.counters)} {self.pick('!=', '>', '<')} {self.simple()}"
        return self.pick(test, test, f"!({test})", f"{test} && {other}", f"{test} || {other}")

    def text(self):
        if self.given == "vector":
            return self.text_with_vector()
        if self.given:
            return self.text_with_object()
        return "\n".join(["[[ad::differentiate(forward, reverse)]]",
                          f"double {self.name}(double *A, double *B, double *p, double &r, int n, "
                          "double c) {",
                          "  double s = 0.01 * c;", *self.lines, "  return s;", "}"])

    def text_with_object(self):
        """The same, with A, B and n in an object; what takes them as they are calls that."""
        method, g = self.given == "this", "&" if self.given == "*" else ""
        member = {"&": "g.", "*": "g->", "this": ""}[self.given]
        lines = [re.sub(r"\b([ABn])\b", rf"{member}\1", line) for line in self.lines]
        kind = f"{self.name}_t" if method else "Given"
        made, shadow = f"const {kind} g{{A, B, n}}", lambda of: f"g_{of}{{A_{of}, B_{of}, n}}"
        rest = lambda of: f"p, p_{of}, r, r_{of}, c, c_{of}, of_{of}"
        call = lambda mode, of: f"g.in_{mode}(g_{of}, {rest(of)})" if method else \
            f"{self.name}_in_{mode}({g}g, {g}g_{of}, {rest(of)})"
        body = ["  double s = 0.01 * c;", *lines, "  return s;", "}"]
        inner = [f"struct {kind} {{", "  double *A, *B;", "  int n;",
                 "  [[ad::differentiate(forward, reverse)]]",
                 "  double in(double *p, double &r, double c) const {", *body, "};"] if method else \
            ["[[ad::differentiate(forward, reverse)]]",
             f"double {self.name}_in(const Given {self.given}g, double *p, double &r, double c) {{",
             *body]
        primal = "g.in(p, r, c)" if method else f"{self.name}_in({g}g, p, r, c)"
        parameters = lambda of: "".join(f"double *{v}, double *{v}_{of}, " for v in "ABp") + \
            f"double &r, double &r_{of}, int n, double c, "
        return "\n".join([
            *inner,
            f"double {self.name}(double *A, double *B, double *p, double &r, int n, double c) {{",
            f"  {made};", f"  return {primal};", "}",
            f"double {self.name}_forward({parameters('dot')}double c_dot, double &of_dot) {{",
            f"  {made};", f"  const {kind} {shadow('dot')};", f"  return {call('forward', 'dot')};", "}",
            f"double {self.name}_reverse({parameters('bar')}double &c_bar, double of_bar) {{",
            f"  {made};", f"  {kind} {shadow('bar')};", f"  return {call('reverse', 'bar')};", "}"])

    def text_with_vector(self):
        """The same, for places in a vector, which gets new values; what takes an array calls that."""
        given = "std::vector<double> &V, double *A, double *B, double *p, double &r, int n, double c"
        sets, number = self.ends
        ends = [f"  const double d = {number};",
                "  std::vector<double> W(V.size(), 0.3);", "  W[9] = d, W[11] = d * d;",
                f"  {sets};", "  return s * V[9] + 0.1 * V[10];", "}"]
        copies = lambda of: f"  std::vector<double> V{of}(A{of} - middle, A{of} - middle + size);"
        places = lambda of: [f"&V{of}[middle]", f"&V{of}[middle + (B - A)]",
                             f"&V{of}[middle + (p - A)]", f"V{of}[middle + (&r - A)]"]
        both = lambda of: ", ".join(f"{x}, {y}" for x, y in zip(places(""), places(of)))
        parameters = lambda of: "".join(f"double *{v}, double *{v}{of}, " for v in "ABp") + \
            f"double &r, double &r{of}, int n, double c, "
        back = lambda of: [f"  copy(V{of}.data(), A{of} - middle, size);" for of in of]
        return "\n".join([
            "[[ad::differentiate(forward, reverse)]]",
            f"double {self.name}_in({given}) {{", "  double s = 0.01 * c;", *self.lines, *ends,
            f"double {self.name}(double *A, double *B, double *p, double &r, int n, double c) {{",
            copies(""), f"  const double s = {self.name}_in(V, {', '.join(places(''))}, n, c);",
            *back([""]), "  return s;", "}",
            f"double {self.name}_forward({parameters('_dot')}double c_dot, double &of_dot) {{",
            copies(""), copies("_dot"),
            f"  const double s = {self.name}_in_forward(V, V_dot, {both('_dot')}, n, c, c_dot, "
            "of_dot);",
            *back(["", "_dot"]), "  return s;", "}",
            f"double {self.name}_reverse({parameters('_bar')}double &c_bar, double of_bar) {{",
            copies(""), copies("_bar"),
            f"  const double s = {self.name}_in_reverse(V, V_bar, {both('_bar')}, n, c, c_bar, "
            "of_bar);",
            *back(["", "_bar"]), "  return s;", "}"])

    def steps(self):
        """The loop over steps; and the same for pointers that note what is touched."""
        body = [f"double {self.name}(double *A, double *B, int n, int steps, double c) {{",
                "  double s = 0.3 * c;",
                "  for (int t = 0; t < steps; ++t) {", "  s = std::sin(s + 0.5);", *self.lines, "  }",
                "  return s;", "}"]
        noted = body[0].replace("double *", "Noted &").replace(self.name, self.name + "_noted")
        return "\n".join(["[[ad::differentiate(reverse, checkpointed)]]", *body, noted, *body[1:]])


HEAD = """#include "harness.h"
struct Given {
  double *A, *B;
  int n;
};
constexpr int size = %d, middle = 8; // far enough into the array for every subscript
using Primal = double(double *, double *, double *, double &, int, double);
using Forward = double(double *, double *, double *, double *, double *, double *, double &,
                       double &, int, double, double, double &);
using Reverse = double(double *, double *, double *, double *, double *, double *, double &,
                       double &, int, double, double &, double);

void run(const char *name, Primal primal, Forward forward, Reverse reverse) {
  const int before = harness::failures;
  const int cases[][2] = {{0, 3}, {1, 0}, {3, 0}, {3, 2}, {3, 7},  {3, 11},
                           {3, 30}, {4, 5}, {4, 14}, {4, 18}, {4, 36}, {2, 3}, {2, 5}};
  for (const auto &at : cases) {
    const int n = at[0], a = middle, b = middle + at[1];
    const int p = middle + (5 * at[1] + 1) %% 23, r = at[1] %% 2 ? 0 : middle + n;
    check({%s}, size + 1,
          [&](In x, Out y) {
            copy(x, y, size);
            y[size] = primal(y + a, y + b, y + p, y[r], n, x[size]);
          },
          [&](In x, In x_dot, Out y, Out y_dot) {
            copy(x, y, size);
            copy(x_dot, y_dot, size);
            y[size] = forward(y + a, y_dot + a, y + b, y_dot + b, y + p, y_dot + p, y[r], y_dot[r],
                              n, x[size], x_dot[size], y_dot[size]);
          },
          [&](In x, Out x_bar, Out y, In y_bar) {
            double bar[size];
            copy(x, y, size);
            copy(y_bar, bar, size);
            y[size] = reverse(y + a, bar + a, y + b, bar + b, y + p, bar + p, y[r], bar[r], n,
                              x[size], x_bar[size], y_bar[size]);
            add(bar, x_bar, size);
          });
  }
  std::printf("%%s %%s\\n", harness::failures == before ? "RIGHT" : "WRONG", name);
}
"""

EXACT = """#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>
#include "ad/options.h"
struct Noted { // an array that notes which elements are touched
  double all[%d] = {};
  long least = 1000, end = -1000;
  double &operator[](long i) {
    least = std::min(least, i), end = std::max(end, i + 1);
    return all[i + 8];
  }
};
using Primal = double(Noted &, Noted &, int, int, double);
using Companion = double(double *, double *, double *, double *, int, int, double, double &,
                         double);

struct Block { // of it, just what is touched
  std::vector<double> value, bar;
  long least;
  Block(const Noted &n, double phase) : least(n.least) {
    for (long i = n.least; i < n.end; ++i)
      value.push_back(0.3 + 0.6 * std::sin(1.7 * i + phase)), bar.push_back(std::cos(i + phase));
  }
  double *at(std::vector<double> &of) { return of.empty() ? nullptr : of.data() - least; }
};

bool equal(const std::vector<double> &x, const std::vector<double> &y) {
  return std::equal(x.begin(), x.end(), y.begin(), [](double a, double b) {
    return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b));
  });
}

void run(const char *name, Primal primal, Companion reverse, Companion checkpointed) {
  bool same = true;
  for (int n : {0, 1, 2, 3, 4})
    for (int steps : {0, 1, 4}) {
      Noted a, b;
      primal(a, b, n, steps, 0.7);
      Block a_1(a, 0), b_1(b, 1), a_2 = a_1, b_2 = b_1;
      std::vector<double> c_1{0, 0.25}, c_2 = c_1; // the result, the adjoint of c
      c_1[0] = reverse(a_1.at(a_1.value), a_1.at(a_1.bar), b_1.at(b_1.value), b_1.at(b_1.bar), n,
                       steps, 0.7, c_1[1], 0.8);
      ad::options o;
      o.snapshots = 2;
      o.verify = true;
      c_2[0] = checkpointed(a_2.at(a_2.value), a_2.at(a_2.bar), b_2.at(b_2.value),
                            b_2.at(b_2.bar), n, steps, 0.7, c_2[1], 0.8);
      same &= equal(c_1, c_2);
      for (auto [x, y] : {std::pair(&a_1, &a_2), std::pair(&b_1, &b_2)})
        same &= equal(x->bar, y->bar) && equal(x->value, y->value);
    }
  std::printf("%%s %%s\\n", same ? "RIGHT" : "WRONG", name);
  std::fflush(stdout);
}
"""


def exact_program(kernels):
    runs = [f'  run("{k.name}", {k.name}_noted, {k.name}_reverse, {k.name}_checkpointed);'
            for k in kernels]
    return "\n".join([EXACT % (SIZE + 16)] + [k.steps() for k in kernels] +
                     ["int main() {"] + runs + ["}"]) + "\n"


def program(kernels):
    point = ", ".join(f"{0.3 + 0.6 * math.sin(1.7 * i):.3f}" for i in range(SIZE + 1))
    runs = [f'  run("{k.name}", {k.name}, {k.name}_forward, {k.name}_reverse);' for k in kernels]
    return "\n".join([HEAD % (SIZE, point)] + [k.text() for k in kernels] +
                     ["int main() {"] + runs + ["}"]) + "\n"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--include", required=True, help="where harness.h is")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--exact", action="store_true")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    kernels = [Kernel(number, rng, options.exact) for number in range(options.count)]
    right, wrong = 0, set()
    with tempfile.TemporaryDirectory() as folder:
        for start in range(0, len(kernels), PER_FILE):
            part = kernels[start:start + PER_FILE]
            path = os.path.join(folder, "kernels.cpp")
            with open(path, "w") as file:
                file.write(exact_program(part) if options.exact else program(part))
            made = subprocess.run(shlex.split(options.compiler) + [
                "-std=c++17", "-O1", "-ftrivial-auto-var-init=pattern", "-I", options.include, path, "-o", path[:-4],
                *(["-g1", "-fsanitize=address"] if options.exact else [])],
                capture_output=True, text=True)
            if made.returncode:
                print(made.stderr[:4000])
                print(f"{right} passed, {len(part)} failed")
                return 1
            ran = subprocess.run([path[:-4]], capture_output=True, text=True)
            here = set(re.findall(r"WRONG (\w+)", ran.stdout))
            if ran.returncode:
                done = re.findall(r"(?:RIGHT|WRONG) (\w+)", ran.stdout)
                print(ran.stderr[:4000])
                here.add(part[min(len(done), len(part) - 1)].name)  # the program ended early
            wrong |= here
            right += len(part) - len(here)
    for kernel in kernels:
        if kernel.name in wrong:
            print(kernel.text())
    print(f"{right} passed, {len(wrong)} failed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
