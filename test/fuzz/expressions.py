"""Random expressions: values, conditions, integers, places, with and without side effects."""
import classes
import closures
import containers
import heap
import library
from tree import FREE, Bans, Node
import vectors

# How each function of <cmath> is called so that its argument is in its domain, away from poles.
# U: in [-0.8, 0.8]; P: in [1.5, 3.5]; E: anything.
UNIT, POSITIVE = "0.8 * std::sin($%d)", "2.5 + std::tanh($%d)"
CMATH_1 = {
    "sin": "E", "cos": "E", "tan": "U", "asin": "U", "acos": "U", "atan": "E",
    "sinh": "U", "cosh": "U", "tanh": "E", "asinh": "E", "acosh": "P", "atanh": "U",
    "exp": "U", "exp2": "U", "expm1": "U", "log": "P", "log2": "P", "log10": "P", "log1p": "P",
    "sqrt": "P", "cbrt": "P", "erf": "E", "erfc": "E", "tgamma": "P", "lgamma": "P",
    "fabs": "E", "abs": "E", "floor": "E", "ceil": "E", "trunc": "E", "round": "E", "rint": "E",
    "nearbyint": "E",
}
CMATH_2 = {
    "pow": "PU", "atan2": "EP", "hypot": "EP", "fmod": "EP", "remainder": "EP", "fmin": "EE",
    "fmax": "EE", "fdim": "EE", "copysign": "EE",
}
CMATH_TEXT = {
    "pow square": "std::pow(std::tanh($0), 2)", "pow cube": "std::pow(std::tanh($0), 3.0)",
    "pow constant": "std::pow(2.5 + std::tanh($0), -1.5)",
    "pow base": "std::pow(1.5, std::sin($0))",
    "atan2 negative": "std::atan2(0.8 * std::sin($0), -1.5)", "hypot3": "std::hypot($0, $1, 0.5)",
    "ldexp": "std::ldexp($0, 1)", "scalbn": "std::scalbn($0, -1)",
    "::sin": "::sin($0)", "::exp": "::exp(0.8 * ::sin($0))", "::sqrt": "::sqrt(2.5 + ::tanh($0))",
    "::pow": "::pow(2.5 + ::tanh($0), 0.75)", "::fabs": "::fabs(0.5 * ::sin($0))",
    "j0": "::j0($0)", "j1": "::j1($0)", "jn": "::jn(2, $0)", "y0": "::y0(2.5 + std::tanh($0))",
    "y1": "::y1(2.5 + std::tanh($0))", "fma": "std::fma($0, 0.5, $1)",
    "sin long double": "static_cast<double>(std::sin(static_cast<long double>($0)))",
}


class Expressions:
    """Needs: self.random, self.scope, self.constants, self.pick(kinds), self.helpers, self.fn."""

    # -- leaves ------------------------------------------------------------------------------

    def literal(self):
        value = round(self.random.uniform(-2, 2), 2)
        if value == int(value):
            value += 0.25
        text = repr(value)
        return Node("literal", "d", text if value >= 0 else f"({text})")

    def visible(self, kinds, bans=FREE, write=False):
        """Variables of these kinds that may be read (and written, if `write`) here."""
        found, hidden = [], set()
        for var in reversed(self.scope):
            if var.name in hidden:
                continue
            hidden.add(var.name)
            if var.kind not in kinds or (write and var.const):
                continue
            if bans.reads & var.roots or (write and bans.writes & var.roots):
                continue
            found.append(var)
        return found

    def place(self, bans=FREE, write=False):
        """A place that holds a double; None if there is none to be had."""
        kinds = ("d", "arr", "mat", "ptr", "rec", "recptr", "recarr", "sarr", "vec",
                 "rows", "iter", "pair", "tuple")
        vars_ = self.visible(kinds, bans, write)
        if not vars_:
            return None
        if self.random.random() < 0.6:  # constants are many
            vars_ = [var for var in vars_ if var not in self.constants] or vars_
        # Arrays and records are fewer than scalars: give each kind its chance.
        by_kind = {}
        for var in vars_:
            by_kind.setdefault(var.kind, []).append(var)
        kind = self.random.choice(sorted(by_kind))
        var = self.random.choice(by_kind[kind])
        roots = var.roots
        make = lambda what, text, kids=(): Node(what, "d", text, kids, reads=roots, place=True)
        if kind == "d":
            return make("variable", var.name)
        bans = Bans(bans.reads, bans.writes | roots)  # an index does not change what it indexes
        if kind in ("arr", "sarr"):
            what = "element" if kind == "arr" else "std::array element"
            return make(what, f"{var.name}[$0]", [self.index(var.size, bans)])
        if kind == "mat":
            first = self.index(var.size[0], bans)
            return make("element of 2-D array", f"{var.name}[$0][$1]",
                        [first, self.index(var.size[1], bans.beside(first))])
        if kind == "ptr":
            if self.random.random() < 0.25:
                return make("dereference", f"*{var.name}")
            if self.random.random() < 0.2:
                return make("dereference of a sum", f"*({var.name} + $0)",
                            [self.index(var.size, bans)])
            return make("element through pointer", f"{var.name}[$0]", [self.index(var.size, bans)])
        if kind == "vec":
            return make(*self.element(var, bans))
        if kind == "rows":
            return make(*self.element_of_rows(var, bans))
        if kind in ("pair", "tuple"):
            return make("part of pair", self.part(var))
        if kind == "iter":
            return make("dereferenced iterator", f"*{var.name}")
        if kind == "recarr":
            index = self.index(var.size, bans)
            field, kids = self.field(var.record, bans.beside(index), 1)
            return make("field of element", f"{var.name}[$0].{field}", [index] + kids)
        field, kids = self.field(var.record, bans, 0)
        if kind == "recptr":
            return make("field through pointer", f"{var.name}->{field}", kids)
        return make("field", f"{var.name}.{field}", kids)

    def field(self, record, bans, hole):
        """(text, children) of a floating field of a record, nested fields included."""
        name, size = self.random.choice(record.fields())
        if size:
            return f"{name}[${hole}]", [self.index(size, bans)]
        return name, []

    # -- integers ----------------------------------------------------------------------------

    def integer(self, bans=FREE, depth=1):
        """An integer expression with known bounds, at least 0."""
        vars_ = self.visible(("i",), bans)
        choice = self.random.random()
        if not vars_ or choice < 0.2:
            value = self.random.randint(0, 5)
            return Node("integer literal", "i", str(value), lo=value, hi=value)
        var = self.random.choice(vars_)
        read = Node("integer variable", "i", var.name, reads=var.roots, lo=var.lo, hi=var.hi)
        if choice < 0.45 or depth == 0:
            return read
        if choice < 0.8 and not var.const and not var.fixed and not bans.writes & var.roots:
            text = self.random.choice(["%s++", "(++%s)"]) % var.name
            return Node("increment of integer", "i", text, reads=var.roots, writes=var.roots,
                        lo=var.lo, hi=var.hi + 1)
        other = self.integer(bans.beside(read), depth - 1)
        op = self.random.choice("+*%/&^<")
        if read.hi * max(other.hi, 1) > 1 << 20:
            op = "%"
        if op == "+":
            return Node("integer arithmetic", "i", "($0 + $1)", [read, other],
                        lo=read.lo + other.lo, hi=read.hi + other.hi)
        if op == "*":
            return Node("integer arithmetic", "i", "($0 * $1)", [read, other],
                        lo=0, hi=read.hi * other.hi)
        if op == "%":
            by = self.random.randint(2, 5)
            return Node("integer remainder", "i", f"($0 % {by})", [read], lo=0, hi=by - 1)
        if op == "/":
            return Node("integer division", "i", "($0 / 2)", [read], lo=0, hi=read.hi // 2)
        if op == "&":
            return Node("bit operation", "i", "($0 & 3)", [read], lo=0, hi=3)
        if op == "^":
            return Node("bit operation", "i", "(($0 & 3) ^ 1)", [read], lo=0, hi=3)
        return Node("bit operation", "i", "(($0 & 1) << 1)", [read], lo=0, hi=2)

    def index(self, size, bans=FREE):
        """An integer expression in [0, size)."""
        inside = [var for var in self.visible(("i",), bans) if var.hi < size and var.lo >= 0]
        choice = self.random.random()
        if inside and choice < 0.6:
            var = self.random.choice(inside)
            read = Node("integer variable", "i", var.name, reads=var.roots, lo=var.lo, hi=var.hi)
            shift = self.random.random()
            if var.lo >= 1 and shift < 0.4:
                return Node("index", "i", "($0 - 1)", [read], lo=var.lo - 1, hi=var.hi - 1)
            if var.hi + 1 < size and shift < 0.4:
                return Node("index", "i", "($0 + 1)", [read], lo=var.lo + 1, hi=var.hi + 1)
            if shift < 0.55:
                return Node("index", "i", f"({size - 1} - $0)", [read], lo=size - 1 - var.hi,
                            hi=size - 1 - var.lo)
            return read
        if choice < 0.75:
            value = self.random.randrange(size)
            return Node("integer literal", "i", str(value), lo=value, hi=value)
        inner = self.integer(bans)
        if inner.hi < size:
            return inner
        return Node("index", "i", f"($0 % {size})", [inner], lo=0, hi=size - 1)

    # -- conditions --------------------------------------------------------------------------

    def condition(self, bans=FREE, depth=2):
        choice = self.random.random()
        if depth > 0 and choice < 0.3:
            op = self.random.choice(["&&", "||"])
            left = self.condition(bans, depth - 1)
            right = self.condition(bans, depth - 1)  # sequenced after the left operand
            kind = op + (" with side effects" if right.writes else "")
            return Node(kind, "b", f"($0 {op} $1)", [left, right])
        if depth > 0 and choice < 0.36:
            return Node("!", "b", "!($0)", [self.condition(bans, depth - 1)])
        bools = self.visible(("b",), bans)
        if bools and choice < 0.46:
            var = self.random.choice(bools)
            return Node("condition variable", "b", var.name, reads=var.roots)
        if choice < 0.58 and self.visible(("i",), bans):
            left = self.integer(bans)
            right = self.integer(bans.beside(left), 0)
            if left.render() == right.render():
                right = Node("integer literal", "i", "1", lo=1, hi=1)
            op = self.random.choice(["<", ">=", "==", "!="])
            return Node("comparison of integers", "b", f"$0 {op} $1", [left, right])
        if choice < 0.64:
            name = self.random.choice(["std::isfinite", "std::signbit", "!std::isnan"])
            return Node("classification", "b", f"{name}($0)", [self.value(bans, 1)])
        left = self.value(bans, min(depth, 1))
        if self.random.random() < 0.12:
            left = self.effect(bans) or left
        right = self.literal() if self.random.random() < 0.6 else \
            self.value(bans.beside(left), 0)
        if left.render() == right.render():
            right = self.literal()
        op = self.random.choice(["<", ">", "<=", ">="])
        return Node("comparison", "b", f"$0 {op} $1", [left, right])

    # -- values ------------------------------------------------------------------------------

    def value(self, bans=FREE, depth=2):
        """A floating expression."""
        if depth <= 0 or self.random.random() < 0.2:
            if self.random.random() < 0.85:
                found = self.place(bans)
                if found:
                    return found
            return self.literal()
        for _ in range(6):
            kind = self.pick(self.VALUES)
            made = getattr(self, self.VALUES[kind][1])(bans, depth, kind)
            if made:
                return made
        return self.place(bans) or self.literal()

    VALUES = {
        "+": (3, "sum"), "-": (3, "sum"), "*": (4, "sum"), "/": (2, "quotient"),
        "unary -": (1, "sign"), "unary +": (0.5, "sign"), "?:": (3, "choice"),
        "comma": (1, "comma"), "side effect": (2.5, "effect"), "cast to int": (0.8, "cast"),
        "cast from int": (1, "cast"), "cast to long double": (0.8, "cast"),
        "cast to float": (0.8, "cast"), "cast to bool": (0.5, "cast"),
        "<cmath>": (6, "cmath"), "std::min": (0.6, "choose"), "std::max": (0.6, "choose"),
        "std::clamp": (0.6, "choose"), "call": (4, "call"), "method": (2, "method"),
        "operator": (1, "operator_"), "record result": (1, "record_result"),
        "bounded": (1, "bounded"), "pointer increment": (1, "pointer_increment"), **vectors.VALUES,
        **closures.VALUES, **library.VALUES, **containers.VALUES, **heap.VALUES,
        **classes.VALUES,
    }

    def two(self, bans, depth):
        left = self.value(bans, depth - 1)
        if left.place and not left.writes and self.random.random() < 0.15:
            return [left, left.clone()]
        return [left, self.value(bans.beside(left), depth - 1)]

    def sum(self, bans, depth, kind):
        return Node(kind, "d", f"($0 {kind} $1)", self.two(bans, depth))

    def quotient(self, bans, depth, kind):
        text = self.random.choice(["($0 / (2.5 + std::sin($1)))", "($0 / (1.5 + std::fabs($1)))"])
        return Node(kind, "d", text, self.two(bans, depth))

    def sign(self, bans, depth, kind):
        return Node(kind, "d", f"({kind[-1]}$0)", [self.value(bans, depth - 1)])

    def choice(self, bans, depth, kind):
        test = self.condition(bans, 1)
        arms = [self.value(bans, depth - 1), self.value(bans, depth - 1)]
        compared = self.place(bans) if self.random.random() < 0.4 else None
        if compared and not compared.writes:  # one arm is constant, the other is not
            test = Node("comparison", "b", "$0 < $1", [compared, self.literal()])
            arms = [self.literal(), compared.clone()]
            self.random.shuffle(arms)
        return Node(kind, "d", "($0 ? $1 : $2)", [test, *arms])

    def comma(self, bans, depth, kind):
        first = self.effect(bans)
        return first and Node(kind, "d", "($0, $1)", [first, self.value(bans, depth - 1)])

    def bounded(self, bans, depth, kind):
        return Node("*", "d", "(0.5 * $0)", [self.value(bans, depth - 1)])

    def cast(self, bans, depth, kind):
        if kind == "cast to int":
            text = self.random.choice(["static_cast<int>(4 * std::sin($0))", "(int)std::atan($0)"])
            return Node(kind, "d", f"(0.25 * {text})", [self.value(bans, depth - 1)])
        if kind == "cast from int":
            text = self.random.choice(["static_cast<double>($0)", "0.25 * $0", "(double($0))"])
            inner = self.integer(bans)
            if inner.hi > 20:
                inner = Node("integer remainder", "i", "($0 % 7)", [inner], lo=0, hi=6)
            return Node(kind, "d", text, [inner])
        if kind == "cast to bool":
            return Node(kind, "d", "static_cast<double>($0)", [self.condition(bans, 0)])
        if kind == "cast to float":
            if not self.fn.loose:
                return None
            return Node(kind, "d", "static_cast<float>($0)", [self.value(bans, depth - 1)])
        return Node(kind, "d", "static_cast<double>(static_cast<long double>($0) * $1)",
                    self.two(bans, depth))

    def cmath(self, bans, depth, kind):
        names = {f"std::{n}": (1, n) for n in [*CMATH_1, *CMATH_2]}
        names.update({n: (1, n) for n in CMATH_TEXT})
        name = self.pick(names)
        plain = names[name][1]
        if name in CMATH_TEXT:
            text = CMATH_TEXT[name]
        else:
            domain = CMATH_1.get(plain) or CMATH_2[plain]
            forms = {"E": "$%d", "U": UNIT, "P": POSITIVE}
            text = f"{name}({', '.join(forms[d] % i for i, d in enumerate(domain))})"
        kids = self.two(bans, depth) if "$1" in text else [self.value(bans, depth - 1)]
        if name in ("std::fmin", "std::fmax") and self.random.random() < 0.3 and \
                not kids[0].writes:
            text, kids = f"{name}($0, $0)", kids[:1]  # they tie, and the result is smooth
        return Node(name, "d", text, kids)

    def choose(self, bans, depth, kind):
        if self.fn.loose:
            return None  # their arguments may differ in type
        if kind == "std::clamp":
            return Node(kind, "d", "std::clamp<double>($0, -1.25, 1.5)",
                        [self.value(bans, depth - 1)])
        return Node(kind, "d", f"{kind}<double>($0, $1)", self.two(bans, depth))

    # -- side effects ------------------------------------------------------------------------

    def effect(self, bans=FREE, depth=1, kind=None):
        """An expression whose evaluation changes something."""
        kind = self.pick({"assignment in expression": (2, 0), "compound in expression": (2, 0),
                          "increment": (1, 0), "decrement": (1, 0)})
        # The right side is evaluated first: it must exist before the place is chosen.
        value = self.value(bans, depth) if "expression" in kind else None
        target = self.place(bans, write=True)
        if target is None:
            return None
        roots = self.roots_of(target)
        if bans.writes & roots or bans.reads & roots:
            return None
        if value is None:
            op = "++" if kind == "increment" else "--"
            if self.random.random() < 0.5:
                text = f"($0){op}" if target.text[0] == "*" else f"$0{op}"
                return Node("postfix " + kind, "d", text, [target], writes=roots)
            return Node("prefix " + kind, "d", f"({op}$0)", [target], writes=roots)
        if kind == "assignment in expression":
            return Node(kind, "d", "($0 = std::sin($1))", [target, value], writes=roots)
        op, text = self.random.choice([("+", "0.5 * $1"), ("-", "0.5 * $1"), ("*", "std::cos($1)"),
                                       ("/", "(2.5 + std::sin($1))")])
        return Node(kind, "d", f"($0 {op}= {text})", [target, value], writes=roots)

    def roots_of(self, place):
        """The roots that an assignment to this place writes (those of its own variable)."""
        inner = frozenset()
        for kid in place.kids:
            inner |= kid.reads
        return place.reads - inner or place.reads

    def pointer_increment(self, bans, depth, kind):
        """*p++ on a local pointer that has room left; only outside of loops."""
        if self.fn.loop_depth or self.fn.branch_depth:
            return None
        for var in self.visible(("ptr",), bans):
            if var.size >= 2 and not var.fixed and not bans.writes & frozenset([var.name]) and \
                    frozenset([var.name]) <= var.roots:
                var.size -= 1
                return Node("*p++", "d", f"*{var.name}++", reads=var.roots, writes=[var.name])
        return None
