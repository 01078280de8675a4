"""The classes of a random program: their members, constructors, methods and operators."""
import handed
from calls import Method
from tree import Fn, Node, Var


class Record:
    """members: (name, kind, detail) with kind d, arr (size), i, rec (record)."""

    linked = False

    def __init__(self, name, variant, members, base=None):
        self.name, self.variant, self.members, self.base = name, variant, members, base
        self.methods, self.has_operators = [], False
        self.bindable = base is None

    def fields(self):
        """(text, array size or None) of each floating field, of bases and members too."""
        found = self.base.fields() if self.base else []
        for name, kind, detail in self.members:
            if kind == "d":
                found.append((name, None))
            elif kind == "arr":
                found.append((name, detail))
            elif kind == "rec":
                found += [(f"{name}.{inner}", size) for inner, size in detail.fields()]
        return found

    def construct(self, generator, first, second):
        """An expression that makes such a record of two values."""
        if self.variant == "plain":
            return Node("aggregate", "r", f"{self.name}{{$0, {{$1, 0.5}}, 2}}", [first, second])
        if self.variant == "constructed":
            return Node("constructor", "r", f"{self.name}($0, $1)", [first, second])
        if self.variant == "nested":
            inner = self.members[0][2].construct(generator, first, second)
            return Node("nested aggregate", "r", f"{self.name}{{$0, 0.75}}", [inner])
        return Node("maker of derived", "r", f"make_{self.name}($0, $1)", [first, second])


class Linked(Record):
    linked = True

    def __init__(self, name):
        super().__init__(name, "linked", [("v", "d", None)])
        self.bindable = False


def declare_members(record):
    text = ""
    for name, kind, detail in record.members:
        text += {"d": f"double {name}; ", "arr": f"double {name}[{detail}]; ", "i": f"int {name}; ",
                 "rec": f"{detail.name if kind == 'rec' else ''} {name}; "}[kind]
    return text


def each_field(record, form):
    """The statement `form` (with F for the field) for every field."""
    text = ""
    for name, size in record.fields():
        if size:
            text += "".join(form.replace("F", f"{name}[{i}]") + " " for i in range(size))
        else:
            text += form.replace("F", name) + " "
    return text


def make_records(generator):
    """The items (printed first) and records of one program."""
    random = generator.random
    items, records = [], []
    plain = Record("R", "plain", [("a", "d", None), ("b", "arr", 2), ("k", "i", None)])
    variants = random.choice([["plain"], ["plain", "constructed"], ["plain", "nested"],
                              ["plain", "derived"], ["constructed"], ["plain", "linked"],
                              ["plain", "linked"]])
    for variant in variants:
        if variant == "plain":
            record = plain
        elif variant == "constructed":
            record = Record("C", variant, [("a", "d", None), ("b", "arr", 2), ("k", "i", None)])
        elif variant == "nested":
            record = Record("N", variant, [("in", "rec", plain), ("c", "d", None)])
        elif variant == "derived":
            record = Record("D", variant, [("c", "d", None)], base=plain)
        else:
            record = Linked("L")
        items.append(record_item(generator, record))
        records.append(record)
        items += more_items(generator, record)
    return items, records


def record_item(generator, record):
    random = generator.random
    kids, text = [], ""
    if record.variant == "constructed":
        text += (f"{record.name}() : a(0), b{{0, 0}}, k(0) {{}} "
                 f"{record.name}(double p, double q) : a(p), b{{q, 0.5 * p}}, k(2) {{ a += 0.25 * "
                 f"q; }} ")
    if not record.linked:
        for const in (True, False):
            if random.random() < 0.8:
                name = ("get" if const else "bump") + record.name
                body, cost = method_body(generator, record, const)
                text += f"double {name}(double t){' const' if const else ''} ${len(kids)} "
                kids.append(body)
                record.methods.append(Method(name, const, ["d"], "double", cost))
        if random.random() < 0.4:
            body, cost = method_body(generator, record, True)
            text += f"double operator()(double t) const ${len(kids)} "
            kids.append(body)
            record.methods.append(Method("operator()", True, ["d"], "double", cost))
        if random.random() < 0.6:
            text += (f"{record.name} &operator+=(const {record.name} &o) {{ "
                     f"{each_field(record, 'F += 0.25 * o.F;')}return *this; }} ")
            record.methods.append(Method("operator+=", False, ["r"], "record", 5))
    text += f"$ENTRY "
    base = f" : {record.base.name}" if record.base else ""
    link = f"{record.name} *next; " if record.linked else ""
    node = Node("class " + record.variant, "item",
                f"struct {record.name}{base} {{ {declare_members(record)}{link}{text}}};", kids)
    record.item = node
    return node


def method_body(generator, record, const):
    scope = [Var("t", "d", roots={"t"})]
    root = {"this"}
    for name, kind, detail in record.members + (record.base.members if record.base else []):
        scope.append(Var(name, kind, detail if kind == "arr" else None, const=const, roots=root,
                         record=detail if kind == "rec" else None, hi=3, fixed=True))
    fn = Fn("double", generator.loose, limit=25, deepest=1)
    body = generator.function_body(fn, scope, generator.random.randint(1, 2))
    return body, fn.cost


def more_items(generator, record):
    """What stands beside the class: makers, operators, and access for the harness."""
    items, name = [], record.name
    if record.variant == "derived":
        items.append(Node("maker", "item",
                          f"static inline {name} make_{name}(double p, double q) {{ {name} r; "
                          f"r.a = p; "
                          f"r.b[0] = q; r.b[1] = p * q; r.k = 2; r.c = 0.5 * q; return r; }}"))
    if not record.linked and generator.random.random() < 0.75:
        record.has_operators = True
        items.append(Node("free operator", "item",
                          f"static inline {name} operator+({name} p, const {name} &q) {{ "
                          f"{each_field(record, 'p.F = 0.5 * (p.F + q.F);')}return p; }}"))
        items.append(Node("free operator", "item",
                          f"static inline {name} operator*(const {name} &p, double s) {{ "
                          f"{name} r = p; {each_field(record, 'r.F *= std::cos(s);')}return r; }}"))
    if not record.linked and generator.random.random() < 0.5:
        items += handed.items(record)
    reads = each_field(record, "get(x, r.F);")
    writes = each_field(record, "put(y, r.F);")
    numbers = "" if record.linked else ("r.in.k = 2; " if record.variant == "nested"
                                        else "r.k = 2; ")
    items.append(Node("access", "item",
                      f"static inline void get(In &x, {name} &r) {{ {reads}{numbers}}}\n"
                      f"static inline void put(Out &y, const {name} &r) {{ {writes}}}", keep=True))
    return items
