"""Random classes with virtual methods: objects called through references and pointers to the base
class that are chosen at run time."""
from tree import FREE, Bans, Fn, Node, Var, statement

KINDS = {
    # name: (weight, method)
    "object": (1.5, "declare_object"), "base reference": (1, "declare_base"),
    "base pointer": (1, "declare_base"), "table of objects": (1, "table_of_objects"),
    "dynamic_cast": (1, "dynamic_cast_"), "object assignment": (0.7, "object_assignment"),
    "virtual statement": (1, "virtual_statement"),
}

VALUES = {
    "virtual call": (1.5, "virtual_call"), "field of object": (0.7, "object_field"),
}


class Shape:
    """A class of the hierarchy: its name and its floating fields."""

    def __init__(self, name, fields, base=None):
        self.name, self.fields, self.base = name, fields, base


class Classes:
    shapes, virtual_cost, shapes_called = (), 10, False

    # -- the hierarchy -----------------------------------------------------------------------

    def method_of_shape(self, fields, const):
        fn = Fn("double", self.loose, limit=15, deepest=1)
        scope = [Var(name, "d", const=const, roots={"this"}) for name in fields]
        body = self.function_body(fn, scope + [Var("t", "d", roots={"t"})],
                                  self.random.randint(1, 2))
        self.virtual_cost = max(self.virtual_cost, fn.cost + 2)
        return body

    def add_shapes(self):
        random = self.random
        if random.random() < 0.25:
            return []
        items, abstract = [], random.random() < 0.4
        shapes = [Shape("Base", ["a"]), Shape("Left", ["a", "c"]), Shape("Right", ["a", "e"])]
        if random.random() < 0.5:
            shapes.append(Shape("Last", ["a", "c", "g"], "Left"))
        for shape in shapes:
            base = shape.name == "Base"
            kids, texts = [], []
            own = shape.fields[-1]
            up = shape.base or "Base"
            # its constructor has no arguments: the companion would make a Base{...}
            if base and abstract:
                texts.append("double a = 0.5; ")
            elif base:
                texts.append("double a; Base(double p) : a(p) {} ")
            elif abstract and not shape.base:
                texts.append(f"double {own}; {shape.name}(double p) : {own}(std::sin(p)) "
                             "{ a = p; } ")
            else:
                texts.append(f"double {own}; {shape.name}(double p) : "
                             f"{up}({random.choice(['p', '0.5 * p'])}), "
                             f"{own}(std::sin(p)) {{}} ")
            final = " final" if shape.name == "Last" and random.random() < 0.5 else ""
            word = "virtual " if base else ""
            over = "" if base else random.choice([" override", ""])
            if base and abstract:
                texts.append("virtual double area(double t) const = 0; ")
            elif base or random.random() < 0.8 or abstract:
                kids.append(self.method_of_shape(shape.fields, True))
                texts.append(f"{word}double area(double t) const{over} ${len(kids) - 1} ")
            if base or random.random() < 0.6:
                body = self.method_of_shape(shape.fields, False)
                body.kids.insert(0, statement("change of object", random.choice(
                    [f"{own} += 0.25 * t;", f"{own} *= std::cos(t);",
                     f"{own} = std::sin({own} + t);"])))
                if not base and random.random() < 0.4:
                    body.kids.insert(
                        0, statement("call of base method", f"t = std::sin({up}::turn(t));"))
                kids.append(body)
                texts.append(f"{word}double turn(double t){over} ${len(kids) - 1} ")
            if base:
                texts.append(random.choice(
                    ["", "double twice(double t) const { return 0.5 * area(area(t)); } "]))
            items.append(Node("class of hierarchy", "item", f"struct {shape.name}{final}"
                              f"{'' if base else ' : ' + up} {{ {''.join(texts)}}};", kids))
        self.shapes = shapes[1:] if abstract else shapes
        self.virtual_cost *= 3  # area(area(t)), calls of the base's
        # Functions that take them.
        for name, text in (("look_at", "static double look_at(const Base &o, double s) $0"),
                           ("turn_it", "static double turn_it(Base &o, double s) $0"),
                           ("turn_all",
                            "static inline void turn_all(Base *const *o, int n, double s) "
                            "{ for (int i = 0; i < n; ++i) o[i]->turn(0.5 * s); }")):
            fn = Fn("double", self.loose, limit=4 * self.virtual_cost, deepest=1)
            kids = []
            if "$0" in text:
                kids = [self.function_body(fn,
                                           [Var("o", "obj", record=Shape("Base", ["a"]),
                                                roots={"M"},
                                                    const=name == "look_at"), Var("s", "d")], 1)]
                kids[0].kids.insert(0, statement("virtual call in function", {
                    "look_at": "s = std::sin(s) + o.area(s);",
                    "turn_it": "s = 0.5 * o.turn(s);"}[name]))
            items.append(Node("function of hierarchy", "item", text, kids))
            self.virtual_cost = max(self.virtual_cost, fn.cost + 2)
        self.shapes_called = True
        return items

    # -- objects -----------------------------------------------------------------------------

    def object(self, bans=FREE, write=False, wanted=lambda var: True):
        vars_ = [var for var in self.visible(("obj", "objptr"), bans, write) if wanted(var)]
        return self.random.choice(vars_) if vars_ else None

    def own_objects(self, write=False):
        return [var for var in self.visible(("obj",), FREE, write) if var.record.name != "Base" or
                var.fixed]

    def can_call(self):
        return self.fn.cost + self.virtual_cost * self.fn.mult <= self.fn.limit

    def pay(self):
        self.fn.cost += self.virtual_cost * self.fn.mult

    def declare_object(self, kind):
        if not self.shapes:
            return None
        shape, value = self.random.choice(self.shapes), self.value(depth=1)
        name = self.name(value)
        same = self.object(wanted=lambda var: var.fixed and var.record is shape)
        self.scope.append(Var(name, "obj", record=shape, fixed=True))
        if same and self.random.random() < 0.3:
            return statement(kind, f"{shape.name} {name} = {same.name};")
        return statement(kind,
                         self.random.choice([f"{shape.name} {name}($0);",
                                             f"auto {name} = {shape.name}($0);",
                                                   f"{shape.name} {name}{{$0}};"]),
                                                   [self.narrow(value)])

    def two_objects(self, first, write=True):
        """Two objects; where there are none, the text that makes them from values $first, ..."""
        vars_ = [var for var in self.visible(("obj",), FREE, write)]
        if len(vars_) >= 2:
            return self.random.sample(vars_, 2), "", []
        if not self.shapes:
            return None, "", []
        made, values = [], [self.narrow(self.value(depth=1)) for _ in range(2)]
        if any(value.writes for value in values):
            return None, "", []
        for _ in values:
            shape, name = self.random.choice(self.shapes), self.counter("made")
            made.append(Var(name, "obj", record=shape, fixed=True))
        self.scope += made
        return made, "".join(f"auto {var.name} = {var.record.name}(${first + i}); "
                             for i, var in enumerate(made)), values

    def declare_base(self, kind):
        const = self.random.random() < 0.5
        pair, making, made = self.two_objects(1, not const)
        if not pair:
            return None
        one, other = pair
        test = self.condition()
        name, word = self.counter("o"), "const " if const else ""
        roots = one.roots | other.roots
        base = Shape("Base", ["a"])
        if kind == "base reference":
            self.scope.append(Var(name, "obj", record=base, const=const, roots=roots))
            if not made and self.random.random() < 0.3:
                return statement(kind, f"{word}Base &{name} = {one.name};")
            cast = f"static_cast<{word}Base &>"
            return statement(kind,
                             f"{making}{word}Base &{name} = $0 ? {cast}({one.name}) : "
                             f"{cast}({other.name});", [test, *made])
        self.scope.append(Var(name, "objptr", record=base, const=const, roots=roots))
        form = self.random.choice([f"{word}Base *{name} = &{one.name}; if ($0) {name} = "
                                   f"&{other.name};",
                                   f"{word}Base *{name}; if ($0) {name} = &{one.name}; else {name} "
                                   f"= &{other.name};",
                                   f"{word}Base *const {name} = $0 ? static_cast<{word}Base "
                                   f"*>(&{one.name}) "
                                   f": &{other.name};"])
        return statement(kind, making + form, [test, *made])

    def through(self, var):
        return var.name + ("->" if var.kind == "objptr" else ".")

    def virtual_call(self, bans, depth, kind):
        write = self.random.random() < 0.4
        var = self.object(bans, write)
        if not var or not self.can_call():
            return None
        if write and var.roots & (bans.reads | bans.writes):
            write = False
        self.pay()
        value = self.narrow(self.value(Bans(bans.reads | var.roots, bans.writes | var.roots),
                                       depth - 1))
        star = "*" if var.kind == "objptr" else ""
        if write:
            forms = [f"{self.through(var)}turn($0)"] + \
                [f"turn_it({star}{var.name}, $0)"] * self.shapes_called
        else:
            forms = [f"{self.through(var)}area($0)"] * 2 + \
                [f"look_at({star}{var.name}, $0)"] * self.shapes_called
        return Node(kind, "d", self.random.choice(forms), [value], reads=var.roots,
                    writes=var.roots if write else ())

    def object_field(self, bans, depth, kind):
        var = self.object(bans)
        return var and Node(kind, "d", self.through(var) + self.random.choice(var.record.fields),
                            reads=var.roots)

    def table_of_objects(self, kind):
        if self.fn.cost + 3 * self.virtual_cost * self.fn.mult > self.fn.limit:
            return None
        target = self.place(write=True)
        if not target or target.writes:
            return None
        self.fn.cost += 3 * self.virtual_cost * self.fn.mult
        t, i, value = self.counter("t"), self.counter(), self.repeated(self.value, depth=1)
        if value.writes:
            return None
        pair, making, made = self.two_objects(2)
        if not pair:
            return None
        names = [each.name for each in pair] + [self.random.choice(pair).name]
        change = self.random.choice([
            f"for (int {i} = 0; {i} < 3; ++{i}) $0 = std::sin({t}[{i}]->area($1));",
            f"for (Base *{i} : {t}) $0 += 0.3 * std::sin({i}->turn($1));",
            f"for (int {i} = 2; {i} >= 0; --{i}) {{ {t}[{i}]->turn($1); $0 = 0.5 * "
            f"{t}[0]->area({t}[{i}]->a); }}"]
            + [f"turn_all({t}, 3, $1); $0 = std::sin({t}[1]->area($1));"] * self.shapes_called)
        return statement(kind,
                         f"{making}{{ Base *const {t}[3] = {{&{', &'.join(names)}}}; {change} }}",
                         [target, value, *made])

    def dynamic_cast_(self, kind):
        var, p = self.object(write=True), self.counter("p")
        target = self.place(write=True)
        if not var or not target or target.writes:
            return None
        var = self.object(write=True, wanted=lambda var: var.record.name == "Base") or var
        shape = self.random.choice([each for each in self.shapes if each.name != "Base"])
        at = var.name if var.kind == "objptr" else "&" + var.name
        if var.record.name != "Base":
            at = f"static_cast<Base *>({at})"
        own = shape.fields[-1]
        change = self.random.choice([f"$0 += 0.3 * std::sin({p}->{own});",
                                     f"{p}->{own} = std::sin($1);",
                                     f"{{ {p}->{own} *= std::cos($1); "
                                     f"$0 = std::sin({p}->{own}); }}"])
        kids = [target, self.value(depth=1)]
        if "$0" not in change:
            change, kids = change.replace("$1", "$0"), kids[1:]
        elif "$1" not in change:
            kids = kids[:1]
        return statement(kind, f"if (auto *{p} = dynamic_cast<{shape.name} *>({at})) {change}",
                         kids)

    def object_assignment(self, kind):
        var = self.object(write=True, wanted=lambda var: var.fixed)
        if not var:
            return None
        value = self.narrow(self.damped(self.value(depth=1)))
        if value.reads & var.roots or value.writes & var.roots:
            return None
        return statement(kind, self.random.choice([
            f"{var.name} = {var.record.name}($0);", f"{var.name}.{var.record.fields[-1]} = $0;",
            f"{{ {var.record.name} twin = {var.name}; twin.turn($0); {var.name} = twin; }}"]),
            [value])

    def virtual_statement(self, kind):
        var = self.object(write=True)
        if not var or not self.can_call():
            return None
        self.pay()
        value = self.damped(self.value(depth=1))
        if (value.reads | value.writes) & var.roots:
            return None
        return statement(kind, f"{self.through(var)}turn($0);", [value])
