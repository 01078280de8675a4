"""Random programs: constants, classes, helper functions, and one annotated function."""
import collections
import random as random_module

import adapter
from adapter import Parameter
from calls import Helper
from expressions import CMATH_1, CMATH_2, CMATH_TEXT  # noqa: F401 (run.py lists them)
from records import make_records
from statements import Statements
from tree import FREE, Fn, Node, Var, block, statement

BOTH = "[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]"


class Program:
    """The items of one program, and how its annotated function is called."""

    def __init__(self, name, items, parameters, result, loose, method_of):
        self.name, self.items, self.parameters = name, items, parameters
        self.result, self.loose, self.method_of = result, loose, method_of

    def text(self):
        inner = "\n".join(item.render() for item in self.items)
        cases = adapter.functions(self)
        return f"namespace {self.name} {{\nusing namespace fuzz;\nusing fuzz::get;\n" \
               f"using fuzz::put;\n{inner}\n{cases}\n}} // namespace {self.name}\n"

    def cases(self):
        return adapter.cases(self)

    def kinds(self):
        """How often each kind of statement and expression occurs."""
        counts = collections.Counter(node.kind for item in self.items for node in item.walk()
                                     if node.type != "block")
        counts.update("parameter " + each.kind for each in self.parameters)
        if any(each.alias for each in self.parameters):
            counts["aliased parameters"] += 1
        if self.method_of:
            counts["annotated method"] += 1
        return counts


class Generator(Statements):
    """Writes one program; `produced` counts the kinds of earlier ones, and rare kinds are preferred
    until each has had its share."""

    def __init__(self, seed, number, produced, total):
        self.random = random_module.Random(f"{seed}/{number}")
        self.produced, self.share = produced, 40 * (number + 2) / max(total, 1)
        self.helpers, self.records, self.scope = [], [], []
        self.planned = []  # kinds of statements that are to follow
        self.inside = None  # names of the functions that may call themselves here
        self.loose = self.random.random() < 0.12

    def pick(self, table):
        names = list(table)
        weights = [table[name][0] * (25 if self.produced[name] < self.share else 1)
                   for name in names]
        return self.random.choices(names, weights)[0]

    def function_body(self, fn, scope, count, first=()):
        """The body of a function with these parameters, ending in a return."""
        saved = getattr(self, "fn", None), self.scope
        self.fn, self.scope = fn, self.constants + list(scope)
        made = list(first) + self.statements(count)
        if self.inside and not fn.self_calls and self.random.random() < 0.7:
            made += self.call_itself()
        gathered = self.gathered(self.scope[len(self.constants) + len(scope):])
        if fn.result == "double":
            closing, total = self.closing_sum() if self.random.random() < 0.25 else ([], None)
            made += closing
            calls, of_calls = self.sum_of_calls() if self.random.random() < 0.35 else ([], None)
            made += calls
            if total and not of_calls and self.random.random() < 0.5:
                value = Node("sums", "d", total)
            else:
                value = self.result_value()
                if total:
                    value = Node("+", "d", f"($0 + {total})", [value])
            if of_calls:
                value = Node("+", "d", f"($0 + {of_calls})", [value])
            if gathered:
                name = self.counter("sum")
                made.append(statement("gathered locals", f"const double {name} = $0;", [gathered]))
                value = Node("+", "d", f"($0 + {name})", [value])
            made.append(self.search(value) if self.random.random() < 0.12 else
                        statement("return value", "return $0;", [value], keep=True))
        else:
            target = gathered and self.place(write=True)
            if target and not self.roots_of(target) <= {each.name for each in self.scope}:
                made.append(statement("gathered locals", "$0 += $1;", [target, gathered]))
            made += self.results_stored_last(scope)
            if fn.result is not None:
                made.append(statement("return value", "return $0;", [self.result_value()],
                                      keep=True))
        if fn.ahead:
            made.insert(0, statement("declaration ahead", f"double {', '.join(fn.ahead)};",
                                     keep=True))
        self.fn, self.scope = saved
        return block(made)

    def search(self, value):
        """The end of a function that returns from a loop, and throws if that finds nothing."""
        k, w = self.counter("k"), self.counter("w")
        found = self.random.randrange(3)
        each = self.repeated(self.value, depth=1)
        return statement("search or throw",
                         f"for (int {k} = 0; {k} < 3; ++{k}) {{ const double {w} = std::sin($1); "
                         f"if ({k} == {found} || {w} > 2) return $0 + 0.1 * {w} * {w}; }} "
                         'throw std::runtime_error("nothing found");', [value, each], keep=True)

    def results_stored_last(self, scope):
        """Variables go out through parameters."""
        places = [var.name for var in scope if var.kind == "d" and not var.const and var.roots]
        mine = {var.name for var in scope}
        places += [f"{var.name}[{self.random.randrange(var.size)}]"
                   for var in self.visible(("arr", "ptr"), write=True)
                   if var.name in mine and "M" in var.roots and var.size]
        values = [var.name for var in self.visible(("d",)) if var.name not in self.fn.wide
                  and var not in self.constants]
        if not places or not values or self.random.random() < 0.4:
            return []
        self.random.shuffle(places)
        return [statement("result stored last", f"{place} = {self.random.choice(values)};")
                for place in places[:2]]

    def call_itself(self):
        """A statement with a call that recurs, if one can be written here."""
        group = [helper for helper in self.helpers if helper.name in self.inside]
        node = self.invoke(self.random.choice(group), FREE, 1, "d")
        target = node and self.place(write=True)
        return [statement("result of call", "$0 += $1;", [target, node])] if target else []

    # -- helpers -----------------------------------------------------------------------------

    SHAPES = {
        # name: (parameters, result)
        "scalar": (["d", "d"], "double"), "scalar with integer": (["d", "i"], "double"),
        "by reference": (["dr", "d"], "double"), "two references": (["dr", "dr"], None),
        "const reference": (["dc", "dc"], "double"),
        "reads array": (["ac", "d"], "double"), "writes array": (["a", "d"], None),
        "writes and returns": (["a", "ac", "d"], "double"), "two arrays": (["a", "a"], "double"),
        "record by value": (["r", "d"], "double"), "record by reference": (["rr", "d"], None),
        "record by const reference": (["rc"], "double"),
        "record by pointer": (["rp", "d"], "double"),
        "returns record": (["d", "d"], "record"), "record to record": (["r", "dr"], "record"),
        "recursive": (["d", "down"], "double"),
        "recursive in place": (["a", "d", "down"], "double"),
        "vector by value": (["v", "d"], "double"), "vector by reference": (["vr", "d"], None),
        "vector by const reference": (["vc", "d"], "double"),
        "vector changed and read": (["vr", "d"], "double"),
        "vector from vector": (["vr", "vc"], None), "returns vector": (["d", "d"], "vector"),
        "vector to vector": (["v", "d"], "vector"),
        "recursive over vector": (["vr", "d", "down"], "double"),
        "that only computes": (["ac", "d", "down"], "double"),
        "recursive by reference": (["dr", "down"], "double"), "mutual": (["d", "down"], "double"),
    }

    def add_helper(self, number):
        usable = [r for r in self.records if not r.linked]
        shapes = {name: (8 if name == "that only computes" else 1, 0) for name in self.SHAPES
                  if usable or "record" not in name}
        shape = self.pick({f"helper {name}": shapes[name] for name in shapes})[7:]
        kinds, result = self.SHAPES[shape]
        record = self.random.choice(usable) if usable else None
        params = []
        for kind in kinds:
            size = self.random.randint(2, 3)
            params.append((kind, record if kind[0] == "r" else size if kind[0] == "a" else None))
        if result == "record":
            result = record
        names = [f"h{number}"] + ([f"g{number}"] if shape == "mutual" else [])
        recursive = "down" in kinds
        made = [Helper(name, params, result, 10, recursive) for name in names]
        items = []
        if len(made) == 2:
            items.append(Node("prototype", "item", self.header(made[1]) + ";", keep=True))
        for helper in made:
            helper.only_computes = shape == "that only computes"
            body, cost = self.plain_body(helper) if helper.only_computes else \
                self.helper_body(helper, made if recursive else [])
            helper.cost = cost
            words = self.random.choice(["static ", "inline ", "static inline "])
            if self.random.random() < 0.4:  # then calls of it stay calls, however small it is
                words = BOTH + " " + words
            items.append(Node("helper " + shape, "item", f"{words if len(made) == 1 else ''}"
                              f"{self.header(helper)} $0", [body]))
        self.helpers += made
        return items

    def header(self, helper):
        forms = {"d": "double r%d", "dr": "double &r%d", "dc": "const double &r%d",
                 "v": "std::vector<double> r%d", "vr": "std::vector<double> &r%d",
                 "vc": "const std::vector<double> &r%d", "a": "double *r%d",
                 "ac": "const double *r%d", "i": "int r%d", "down": "int d"}
        texts = []
        for i, (kind, detail) in enumerate(helper.params):
            if kind in forms:
                texts.append(forms[kind] % i if "%" in forms[kind] else forms[kind])
            else:
                texts.append({"r": f"{detail.name} r{i}", "rr": f"{detail.name} &r{i}",
                              "rc": f"const {detail.name} &r{i}",
                              "rp": f"{detail.name} *r{i}"}[kind])
        return f"{adapter.type_of(helper.result)} {helper.name}({', '.join(texts)})"

    def helper_body(self, helper, group):
        scope = []
        for i, (kind, detail) in enumerate(helper.params):
            name, memory = f"r{i}", {"M"}
            if kind == "d":
                scope.append(Var(name, "d"))
            elif kind in ("dr", "dc"):
                scope.append(Var(name, "d", const=kind == "dc", roots=memory))
            elif kind in ("a", "ac"):
                scope.append(Var(name, "ptr", detail, const=kind == "ac", roots=memory, fixed=True))
            elif kind in ("v", "vr", "vc"):
                resized = kind == "vr" and self.random.random() < 0.6
                scope.append(Var(name, "vec", 2, const=kind == "vc", unpointed=resized,
                                 fixed=kind == "vr" and not resized,
                                 roots=None if kind == "v" else {"V"}))
            elif kind == "i":
                scope.append(Var(name, "i", lo=0, hi=3, fixed=True))
            elif kind == "r":
                scope.append(Var(name, "rec", record=detail))
            elif kind in ("rr", "rc", "rp"):
                scope.append(Var(name, "recptr" if kind == "rp" else "rec", record=detail,
                                 const=kind == "rc", roots=memory))
        fn = Fn(helper.result, self.loose, limit=40, deepest=2)
        first = []
        if group:
            scope.append(Var("d", "i", lo=0, hi=3, fixed=True))
            base = scope[0].name + ("[0]" if scope[0].kind in ("ptr", "vec") else "")
            first.append(statement("end of recursion", f"if (d <= 0) return 0.5 * {base};",
                                   keep=True))
            self.inside, others = {each.name for each in group}, self.helpers
            self.helpers = self.helpers + group * 2
        body = self.function_body(fn, scope, self.random.randint(1, 3), first)
        if group:
            self.inside, self.helpers = None, others
        calls = fn.self_calls
        return body, (fn.cost + 2) * (1 + calls + calls ** 2 + calls ** 3) if group else fn.cost + 2

    def plain_body(self, helper):
        """A body in which nothing throws, and that writes to nothing but its own variables; what comes
        of the calls of itself is known ahead of them, or is not."""
        pick, size = self.random.choice, helper.params[0][1]
        number = lambda: pick(["r1", "s", "0.7", "sign", f"r0[{self.random.randrange(size)}]"])
        value = lambda: pick(["{0} * {1}", "std::sin({0} + {1})", "{0} - 0.5 * {1}",
                              "{0} / (2 + {1} * {1})"]).format(number(), number())
        again = lambda: f"{helper.name}({pick(['r0', 'own'])}, {value()}, d - 1)"
        line = lambda: pick([f"s += {value()};", f"s = std::cos(s) * {value()};",
                             f"if ({number()} < {number()}) s -= {value()};",
                             f"own[{self.random.randrange(size)}] = {value()};"])
        call = lambda: pick([f"s += {value()} * {again()};", f"s -= {again()};",
                             f"s *= std::cos({again()});", f"sign = -sign; s += sign * {again()};",
                             f"const double q = {again()}; s += q * std::sin(q) + {value()};"])
        loop = lambda inner: f"for (int k = 0; k < {size}; ++k) {{ {inner} }}"
        first = pick(["if (d <= 0) return r1;", "if (d <= 0) return r0[0] * r1;"])
        turn = pick(["", loop(f"s += own[k] * {value()}; sign = -sign;"), loop(line())])
        last = pick([f"{{ {call()} }}", f"if ({number()} > 0.3) {{ {call()} }} else s += 0.25;",
                     f"for (int k = 0; k < 2; ++k) {{ {call()} }}",
                     f"for (int k = 0; k < 2; ++k) if (k == d % 2) {{ {call()} sign = -sign; }}"])
        own = ", ".join([number().replace("sign", "1").replace("s", "r1") for _ in range(size)])
        text = (f"{{ {first} double s = r1, sign = 1; double own[{size}] = {{{own}}}; {line()} {turn} "
                f"{last} return std::sin(s){pick(['', ' * r1', ' + ' + again()])}; }}")
        return Node("body that only computes", "item", text), 60

    # -- constants ---------------------------------------------------------------------------

    def make_constants(self):
        self.constants, items = [], []
        if self.random.random() < 0.5:
            items.append(Node("global constant", "item", "static const double K0 = $0;",
                              [self.literal()]))
            self.constants.append(Var("K0", "d", const=True))
        if self.random.random() < 0.4:
            items.append(Node("global table", "item",
                              "namespace table { constexpr double T[3] = {$0, $1, $2}; }",
                              [self.literal() for _ in range(3)]))
            self.constants.append(Var("table::T", "arr", 3, const=True, inactive=True))
        return items


def make(seed, number, produced, total):
    """Program `number` of the run with this seed."""
    g = Generator(seed, number, produced, total)
    items = g.make_constants() + g.add_targets() + g.add_owner() + g.add_shapes()
    if g.random.random() < 0.85:
        made, g.records = make_records(g)
        items += made
    for i in range(g.random.randint(2, 4)):
        items += g.add_helper(i)
    result = g.random.choice(["double"] * 5 + [None, None, "record"])
    usable = [r for r in g.records if not r.linked]
    if result == "record":
        result = g.random.choice(usable) if usable else "double"
    method_of = g.random.choice(usable) if usable and g.random.random() < 0.25 else None
    if method_of is not None and result not in ("double", None):
        result = method_of  # other classes are not known yet where it is declared
    parameters = draw_parameters(g, method_of, usable)
    if result is None and not any(each.out for each in parameters):
        result = "double"
    fn = Fn(result, g.loose, limit=1500, deepest=4)
    scope = []
    for each in parameters:
        scope += each.variables()
        fn.wide |= {each.name} if each.kind in ("float", "long double") else set()
    g.records = usable
    body = g.function_body(fn, scope, g.random.randint(3, 8))
    if method_of is None:
        items.append(Node("function", "item",
                          f"{BOTH}\n{adapter.header('f', parameters, result)} $0",
                          [body], keep=True))
    else:
        const = " const" if parameters[0].kind == "this const" else ""
        head = adapter.header("f", parameters[1:], result)
        method_of.item.text = method_of.item.text.replace("$ENTRY", f"{BOTH} {head}{const};")
        items.append(Node("function", "item", adapter.header(
            f"{method_of.name}::f", parameters[1:], result) + f"{const} $0", [body], keep=True))
    for item in items:
        item.text = item.text.replace("$ENTRY", "") if item.text else item.text
    return Program(f"u{number}", items, parameters, result, g.loose, method_of)


def draw_parameters(g, method_of, usable):
    """The parameters of the annotated function."""
    made, table = [], dict(Parameter.KINDS)
    linked = [r for r in g.records if r.linked and not method_of]
    if method_of:
        usable = [method_of]
    if not usable:
        table = {k: v for k, v in table.items() if not k.startswith("record")}
    if not linked:
        table = {k: v for k, v in table.items() if "list" not in k}
    if not g.loose:
        table.pop("float")
    if method_of:
        made.append(Parameter(g.random.choice(["this", "this const"]), "self", method_of))
    for i in range(g.random.randint(2, 5)):
        kind = g.pick({"parameter " + k: v for k, v in table.items()})[10:]
        record = g.random.choice(linked if "list" in kind else usable) \
            if "list" in kind or kind.startswith("record") else None
        made.append(Parameter(kind, f"m{i}", record))
    if not any(each.active for each in made):
        made.append(Parameter("double", "m9", None))
    if g.random.random() < 0.2:
        made += [Parameter(kind, f"n{i}", None) for i, kind in enumerate(
            g.random.choice([["double *", "const double *"], ["double *", "double *"],
                             ["double *", "double &"]]))]
    # A second case calls the function with overlapping arguments.
    memory = next((each for each in made if each.kind == "double *"), None)
    for each in made:
        if memory and each is not memory and each.kind in ("double *", "const double *",
                                                           "double &"):
            if not any(other.alias for other in made) and g.random.random() < 0.8:
                each.alias = memory
    return made
