"""Random complex numbers, pairs, tuples and optionals of doubles."""
import re

from tree import FREE, Node, Var, statement

COMPLEX = "std::complex<double>"

KINDS = {
    # name: (weight, method)
    "complex": (1.2, "declare_complex"), "complex assignment": (1.2, "complex_assignment"),
    "complex in parts": (0.6, "complex_parts"), "array of complex": (0.6, "complex_array"),
    "pair": (1, "declare_pair"), "tuple": (1, "declare_tuple"),
    "tie": (0.7, "tie"), "pair statement": (0.8, "pair_statement"),
    "bindings of pair": (0.7, "bind_pair"),
    "optional": (1, "declare_optional"), "optional statement": (1.2, "optional_statement"),
}

VALUES = {
    "part of complex": (1.2, "complex_value"), "value of optional": (1, "optional_value"),
    "part of pair": (0.7, "pair_value"),
}


def named(text, var):
    """`text` for this variable, which it calls o."""
    return re.sub(r"\bo\b", var.name, text)


class Library:
    """Needs what Expressions and Loops need."""

    # -- complex numbers ---------------------------------------------------------------------

    def complex_of(self, bans=FREE, depth=2):
        """An expression of type std::complex<double>, of moderate size."""
        vars_ = self.visible(("cplx",), bans)
        form = self.random.random()
        if vars_ and (form < 0.4 or (depth == 0 and form < 0.8)):
            var = self.random.choice(vars_)
            return Node("complex variable", "r", var.name, reads=var.roots)
        if depth == 0 or form < 0.45:
            first = self.narrow(self.value(bans, 0))
            second = self.narrow(self.value(bans.beside(first), 0))
            return Node("complex of parts", "r", self.random.choice(
                [f"{COMPLEX}($0, $1)", f"{COMPLEX}{{$0, $1}}",
                 "std::polar(1.5 + 0.5 * std::sin($0), $1)"]), [first, second])
        one = self.complex_of(bans, depth - 1)
        if form < 0.65:
            other = self.complex_of(bans.beside(one), depth - 1)
            return Node("complex arithmetic", "r", self.random.choice(
                ["($0 + $1)", "($0 - $1)", "($0 * $1)", "($0 / (2.5 + std::norm($1)))"]),
                [one, other])
        if form < 0.8:
            real = self.narrow(self.value(bans.beside(one), 0))
            return Node("complex and real", "r", self.random.choice(
                ["($0 * $1)", "($0 + $1)", "($1 - $0)", "($0 / (2.5 + std::sin($1)))",
                 "(std::complex<double>($1, 0.5) / (2.5 + std::norm($0)))"]), [one, real])
        return Node("complex function", "r", self.random.choice(
            ["std::exp(0.25 * $0)", "std::sin(0.5 * $0)", "std::conj($0)",
             "std::sqrt(2.5 + 0.1 * $0)",
             "std::tanh(0.25 * $0)", "(-$0)", "std::log(3.5 + 0.1 * $0)", "std::cosh(0.25 * $0)",
             "std::pow(2.5 + 0.1 * $0, 2)", "(0.5 * $0)"]), [one])

    def tamed(self, value):
        if not self.fn.loop_depth and self.random.random() < 0.5:
            return value
        return Node("tamed complex", "r", "std::tanh(0.25 * $0)", [value])

    def declare_complex(self, kind):
        value = self.tamed(self.complex_of())
        name = self.name(value)
        text = self.random.choice([f"{COMPLEX} {name} = $0;", f"auto {name} = {COMPLEX}($0);",
                                   f"{COMPLEX} {name}($0);"])
        return self.declared(kind, text, [value], Var(name, "cplx"))

    def complex_assignment(self, kind):
        vars_ = self.visible(("cplx",), write=True)
        if not vars_:
            return None
        var, form = self.random.choice(vars_), self.random.random()
        if form < 0.5:
            return statement(kind, f"{var.name} = $0;", [self.tamed(self.complex_of())])
        if form < 0.75:
            return statement(kind, f"{var.name} {self.random.choice('+-')}= 0.25 * $0;",
                             [self.tamed(self.complex_of(depth=1))])
        return statement(kind, self.random.choice(
            [f"{var.name} *= std::cos($0);", f"{var.name} /= 2.5 + std::sin($0);",
             f"{var.name} += std::sin($0);", f"{var.name} = std::sin($0);"]), [self.value(depth=1)])

    def complex_parts(self, kind):
        vars_ = self.visible(("cplx",), write=True)
        if not vars_:
            return None
        var, part = self.random.choice(vars_), self.random.choice(["real", "imag"])
        return statement(kind, f"{var.name}.{part}($0);", [self.damped(self.value(depth=1))])

    def complex_array(self, kind):
        target = self.place(write=True)
        if not target or target.writes or self.fn.cost + 8 * self.fn.mult > self.fn.limit:
            return None
        self.fn.cost += 8 * self.fn.mult
        a, i, first = self.counter("a"), self.counter(), self.complex_of(depth=1)
        change = self.random.choice([f"{a}[{i}] = {a}[{i} - 1] * $2;",
                                     f"{a}[{i}] += 0.5 * {a}[{i} - 1];",
                                     f"std::swap({a}[{i}], {a}[{i} - 1]);",
                                     f"{a}[{i}] = 0.5 * $2 + std::conj({a}[{i} - 1]);"])
        kids = [first, target]
        if "$2" in change:
            kids.append(self.repeated(self.complex_of, depth=1))
        return statement(kind,
                         f"{{ {COMPLEX} {a}[3] = {{$0, {{0.5, 0.25}}}}; for (int {i} = 1; {i} < 3; "
                         f"++{i}) {change} $1 = std::sin(std::real({a}[2]) + {a}[1].imag()); }}",
                         kids)

    def complex_value(self, bans, depth, kind):
        return Node(kind, "d", self.random.choice(
            ["std::real($0)", "std::imag($0)", "$0.real()", "$0.imag()", "std::abs(4.5 + $0)",
             "std::arg(4.5 + std::tanh(0.25 * $0))", "(0.1 * std::norm($0))"]),
            [self.complex_of(bans, min(depth, 2) - 1)])

    # -- pairs and tuples --------------------------------------------------------------------

    def declare_pair(self, kind):
        first = self.narrow(self.value(depth=1))
        second = self.narrow(self.value(FREE.beside(first), depth=1))
        name = self.name(first, second)
        text = self.random.choice(["std::pair<double, double> %s($0, $1);",
                                   "auto %s = std::make_pair($0, $1);",
                                   "std::pair<double, double> %s{$0, $1};",
                                   "std::pair<double, double> %s = {$0, $1};"])
        return self.declared(kind, text % name, [first, second], Var(name, "pair"))

    def declare_tuple(self, kind):
        kids, bans = [], FREE
        for _ in range(3):
            kids.append(self.narrow(self.value(bans, depth=1)))
            bans = bans.beside(kids[-1])
        name = self.name(*kids)
        text = self.random.choice(["std::tuple<double, double, double> %s($0, $1, $2);",
                                   "auto %s = std::make_tuple($0, $1, $2);",
                                   "std::tuple<double, double, double> %s{$0, $1, $2};"])
        return self.declared(kind, text % name, kids, Var(name, "tuple"))

    def part(self, var):
        """An element of a pair or tuple, as a place."""
        if var.kind == "tuple":
            return f"std::get<{self.random.randrange(3)}>({var.name})"
        return self.random.choice(["{0}.first", "{0}.second", "std::get<0>({0})",
                                   "std::get<1>({0})"]).format(var.name)

    def pair_value(self, bans, depth, kind):
        vars_ = self.visible(("pair", "tuple"), bans)
        if not vars_:
            return None
        var = self.random.choice(vars_)
        return Node(kind, "d", self.part(var), reads=var.roots, place=True)

    def tie(self, kind):
        first, second = self.place(write=True), self.place(write=True)
        if not first or not second or first.writes or second.writes:
            return None
        values = [self.narrow(self.damped(self.value(depth=1)))]
        values.append(self.narrow(self.damped(self.value(FREE.beside(values[0]), depth=1))))
        for place, value in ((a, b) for a in (first, second) for b in values):
            if value.writes & place.reads:
                return None
        how = self.random.choice(["make_pair", "make_tuple"])
        return statement(kind, f"std::tie($0, $1) = std::{how}($2, $3);", [first, second, *values])

    def pair_statement(self, kind):
        vars_ = self.visible(("pair", "tuple"), write=True)
        if not vars_:
            return None
        var = self.random.choice(vars_)
        same = [each for each in vars_ if each.kind == var.kind and each is not var]
        form = self.random.random()
        if same and form < 0.4:
            other = self.random.choice(same)
            return statement(kind, self.random.choice(
                [f"{var.name} = {other.name};", f"std::swap({var.name}, {other.name});",
                 f"{var.name}.swap({other.name});",
                 f"if ({var.name} < {other.name}) {var.name} = {other.name};"]))
        if form < 0.6:
            value = self.narrow(self.damped(self.value(depth=1)))
            make = ("std::make_pair($0, 0.5)" if var.kind == "pair"
                    else "std::make_tuple($0, 0.5, -0.25)")
            return statement(kind, f"{var.name} = {make};", [value])
        target = Node("part of pair", "d", self.part(var), reads=var.roots, place=True)
        op = self.random.choice(["= std::sin($1)", "+= 0.25 * std::sin($1)", "*= std::cos($1)"])
        return statement(kind, f"$0 {op};", [target, self.value(depth=1)])

    def bind_pair(self, kind):
        vars_ = self.visible(("pair", "tuple"))
        if not vars_:
            return None
        var, by_reference = self.random.choice(vars_), self.random.random() < 0.5
        names = [self.counter("s") for _ in range(3 if var.kind == "tuple" else 2)]
        for name in names:
            self.scope.append(Var(name, "d", const=var.const and by_reference,
                                  roots=var.roots if by_reference else {name}))
        return statement(kind,
                         f"auto {'&' if by_reference else ''}[{', '.join(names)}] = {var.name};")

    # -- optionals ---------------------------------------------------------------------------

    def declare_optional(self, kind):
        value, test = self.narrow(self.value(depth=1)), self.condition(depth=1)
        name = self.name(value, test)
        text = self.random.choice(["std::optional<double> %s = $0;", "std::optional<double> %s;",
                                   "std::optional<double> %s; if ($1) %s = $0;",
                                   "auto %s = std::make_optional($0);",
                                   "std::optional<double> %s($0);"])
        kids = [value, test] if "$1" in text else [value] if "$0" in text else []
        return self.declared(kind, text.replace("%s", name), kids, Var(name, "opt"))

    def optional_statement(self, kind):
        vars_ = self.visible(("opt",), write=True)
        if not vars_:
            return None
        var, value = self.random.choice(vars_), self.narrow(self.damped(self.value(depth=1)))
        texts = ["o = $0;", "o.reset();", "o = std::nullopt;", "o.emplace($0);",
                 "if (o) *o *= std::cos($0);",
                 "if (o.has_value()) *o += 0.25; else o = $0;", "if (!o) o = $0;",
                 "if (o && *o > 0.25) o.reset();", "if (o) o.value() = std::sin(*o + 0.5);"]
        same = [each for each in vars_ if each is not var]
        if same:
            other = self.random.choice(same).name
            texts += [f"o = {other};", f"std::swap(o, {other});", f"if ({other}) o = *{other};"]
        text = self.random.choice(texts)
        if "cos($0)" in text and (value.writes or value.reads) & var.roots:
            return None
        return statement(kind, named(text, var), [value] if "$0" in text else [])

    def optional_value(self, bans, depth, kind):
        vars_ = self.visible(("opt",), bans)
        if not vars_:
            return None
        var, value = self.random.choice(vars_), self.narrow(self.value(bans, 0))
        text = self.random.choice(["o.value_or($0)", "(o ? *o : $0)",
                                   "(o.has_value() ? 0.5 * o.value() : $0)",
                                   "(o == std::nullopt ? $0 : std::sin(*o))"])
        if value.writes & var.roots:
            return None
        return Node(kind, "d", named(text, var), [value], reads=var.roots)
