"""How the harness calls the annotated function and its companions: flat inputs to arguments, and
arguments to flat outputs, by the signature rule."""
from tree import Var

SIZE = 4  # elements behind a pointer parameter


class Parameter:
    KINDS = {
        # name: (weight, method)
        "double": (6, 0), "float": (2, 0), "long double": (0.6, 0), "double &": (2, 0),
        "const double &": (1, 0), "const double *": (3, 0), "double *": (3, 0),
        "double (*)[3]": (1, 0), "double (&)[3]": (1, 0), "const double (&)[3]": (0.7, 0),
        "std::array": (0.7, 0), "std::array &": (0.7, 0), "const std::array &": (0.7, 0),
        "std::vector": (0.8, 0), "std::vector &": (0.8, 0), "const std::vector &": (1.5, 0),
        "record": (1, 0), "record &": (1.2, 0), "record const &": (1, 0), "record *": (1, 0),
        "list": (4, 0), "const list": (3, 0), "int": (2, 0), "bool": (0.6, 0),
        "constant": (0.7, 0),
    }

    def __init__(self, kind, name, record):
        self.kind, self.name, self.record, self.alias = kind, name, record, None
        self.active = kind not in ("int", "bool", "constant")
        self.out = kind in ("double &", "double *", "double (*)[3]", "double (&)[3]",
                            "std::array &", "std::vector &", "record &", "record *", "list", "this")

    def declare(self):
        """The parameter as the function declares it."""
        kind, name = self.kind, self.name
        record = self.record.name if self.record else ""
        special = {
            "double (*)[3]": f"double {name}[][3]", "double (&)[3]": f"double (&{name})[3]",
            "const double (&)[3]": f"const double (&{name})[3]",
            "std::array": f"std::array<double, 3> {name}",
            "std::array &": f"std::array<double, 3> &{name}",
            "const std::array &": f"const std::array<double, 3> &{name}",
            "std::vector": f"std::vector<double> {name}",
            "std::vector &": f"std::vector<double> &{name}",
            "const std::vector &": f"const std::vector<double> &{name}",
            "record": f"{record} {name}", "record &": f"{record} &{name}",
            "record const &": f"const {record} &{name}", "record *": f"{record} *{name}",
            "list": f"{record} *{name}", "const list": f"const {record} *{name}",
            "constant": f"[[ad::constant]] double {name}",
        }
        return special.get(kind, f"{kind} {name}")

    def variables(self):
        """What the body sees."""
        name, memory = self.name, {"M"}
        kind = self.kind
        if kind in ("this", "this const"):
            made = []
            record = self.record
            for member, what, detail in record.members + (record.base.members if record.base
                                                          else []):
                made.append(Var(member, what, detail if what == "arr" else None,
                                const=kind == "this const", roots=memory, hi=3, fixed=True,
                                record=detail if what == "rec" else None))
            return made
        if kind == "double":
            return [Var(name, "d")]
        if kind in ("float", "long double", "constant"):
            return [Var(name, "d", const=True)]
        if kind in ("double &", "const double &"):
            return [Var(name, "d", const=kind[0] == "c", roots=memory)]
        if kind in ("double *", "const double *"):
            return [Var(name, "ptr", SIZE, const=kind[0] == "c", roots=memory | {name})]
        if kind == "double (*)[3]":
            return [Var(name, "mat", (2, 3), roots=memory)]
        if "(&)" in kind:
            return [Var(name, "arr", 3, const=kind[0] == "c", roots=memory)]
        if "std::array" in kind:
            return [Var(name, "sarr", 3, const=kind[0] == "c",
                        roots=None if kind[-1] != "&" else memory)]
        if "std::vector" in kind:  # what the caller sees keeps its size
            return [Var(name, "vec", 2, const=kind[0] == "c", fixed=kind[-1] == "&",
                        roots=None if kind[-1] != "&" else memory | {name})]
        if kind == "record":
            return [Var(name, "rec", record=self.record)]
        if kind in ("record &", "record const &"):
            return [Var(name, "rec", record=self.record, const="const" in kind, roots=memory)]
        if kind == "record *":
            return [Var(name, "recptr", record=self.record, roots=memory, fixed=True)]
        if "list" in kind:
            return [Var(name, "list", record=self.record, const=kind[0] == "c", roots=memory)]
        if kind == "int":
            return [Var(name, "i", lo=0, hi=3, fixed=True)]
        return [Var(name, "b", const=True)]

    # -- storage in the harness --------------------------------------------------------------

    def storage(self, suffix=""):
        """A declaration of storage for the argument, or for its derivative."""
        name, kind = self.name + suffix, self.kind
        record = self.record.name if self.record else ""
        if kind in ("double *", "const double *"):
            return f"double {name}[{SIZE}] = {{}};"
        if kind == "double (*)[3]":
            return f"double {name}[2][3] = {{}};"
        if "(&)" in kind:
            return f"double {name}[3] = {{}};"
        if "std::array" in kind:
            return f"std::array<double, 3> {name} = {{}};"
        if "std::vector" in kind:
            return f"std::vector<double> {name}(3);"
        if "list" in kind:
            return f"{record} {name}[3] = {{}}; link({name});"
        if kind.startswith("record") or kind.startswith("this"):
            return f"{record} {name}{{}};"
        if kind in ("float", "long double"):
            return f"{kind} {name} = 0;"
        return f"double {name} = 0;"

    def argument(self, suffix=""):
        if self.kind == "int":
            return "2"
        if self.kind == "bool":
            return "true"
        if self.kind == "constant":
            return "0.75"
        if self.kind == "record *":
            return f"&{self.name}{suffix}"
        return self.name + suffix


def type_of(result):
    names = {None: "void", "double": "double", "vector": "std::vector<double>"}
    return names[result] if result in names else result.name


def header(name, parameters, result):
    return f"{type_of(result)} {name}({', '.join(each.declare() for each in parameters)})"


def variants(program):
    """Suffixes of the cases: "" with distinct arguments, "_aliased" where two overlap."""
    return ["", "_aliased"] if any(each.alias for each in program.parameters) else [""]


def arguments(program, suffixes, aliased):
    """The argument list: for each parameter the primal, then each derivative."""
    texts = []
    for each in program.parameters:
        if each.kind.startswith("this"):
            texts += [each.name + suffix for suffix in suffixes if suffix]
            continue
        for suffix in suffixes:
            if suffix and not each.active:
                continue
            if aliased and each.alias:
                text = each.alias.name + suffix
                texts.append(text + "[1]" if each.kind == "double &" else text)
            else:
                texts.append(each.argument(suffix))
    return texts


def call(program, mode, suffixes, aliased, last=()):
    name = "f" + (f"_{mode}" if mode else "")
    if program.method_of:
        receiver = "self" if program.parameters[0].kind == "this" else \
            f"static_cast<const {program.method_of.name} &>(self)"
        name = f"{receiver}.{name}"
    return f"{name}({', '.join(arguments(program, suffixes, aliased) + list(last))})"


def functions(program):
    """The three functions of each case."""
    text = ""
    result = type_of(program.result)
    for variant in variants(program):
        aliased = variant != ""
        own = [each for each in program.parameters if each.active and not (aliased and each.alias)]
        outs = [each for each in own if each.out]
        primal = [f"{each.storage()} get(x, {each.name});" for each in own]
        put_y = [f"put(y, {each.name});" for each in outs]
        keep = f"const {result} r = " if program.result else ""
        put_r = ["put(y, r);"] if program.result else []

        text += f"static inline void primal{variant}(In x, Out y) {{\n  "
        text += "\n  ".join(primal + [keep + call(program, "", [""], aliased) + ";"] + put_y
                            + put_r)
        text += "\n}\n#ifndef NO_AD\n"

        dots = [f"{each.storage('_dot')} get(x_dot, {each.name}_dot);" for each in own]
        text += f"static inline void forward{variant}(In x, In x_dot, Out y, Out y_dot) {{\n  "
        last, after = [], [f"put(y_dot, {each.name}_dot);" for each in outs]
        if program.result:
            dots.append(f"{result} r_dot{{}};")
            last, after = ["r_dot"], after + ["put(y_dot, r_dot);"]
        text += "\n  ".join(primal + dots + [keep + call(program, "forward", ["", "_dot"], aliased,
                                                         last) + ";"] + put_y + put_r + after)
        text += "\n}\n"

        bars, after = ["In x_bar_in = x_bar;"], []
        for each in own:
            source = "y_bar" if each.out else "x_bar_in"
            bars.append(f"{each.storage('_bar')} get({source}, {each.name}_bar);")
            if each.out:
                bars.append(f"skip(x_bar_in, {each.name}_bar);")
            after.append(f"{'add' if each.out else 'put'}(x_bar, {each.name}_bar);")
        last = []
        if program.result:
            bars.append(f"{result} r_bar{{}}; get(y_bar, r_bar);")
            last = ["r_bar"]
        text += f"static inline void reverse{variant}(In x, Out x_bar, Out y, In y_bar) {{\n  "
        text += "\n  ".join(primal + bars + ["(void)x_bar_in;"] +
                            [keep + call(program, "reverse", ["", "_bar"], aliased, last) + ";"] +
                            put_y + put_r + after)
        text += "\n}\n#endif\n"
    return text


def count(each):
    """Floating numbers in a parameter."""
    if each.record:
        n = sum(size or 1 for _, size in each.record.fields())
        return 3 * n if "list" in each.kind else n
    if each.kind in ("double *", "const double *"):
        return SIZE
    if each.kind == "double (*)[3]":
        return 6
    if "(&)" in each.kind or "std::" in each.kind:
        return 3
    return 1


def cases(program):
    """The lines of the table of cases."""
    lines = []
    for variant in variants(program):
        own = [each for each in program.parameters
               if each.active and not (variant and each.alias)]
        inputs = sum(count(each) for each in own)
        outputs = sum(count(each) for each in own if each.out)
        if program.result:
            outputs += 1 if program.result == "double" else \
                sum(size or 1 for _, size in program.result.fields())
        names = [f"{program.name}::{mode}{variant}" for mode in ("primal", "forward", "reverse")]
        lines.append(f'    {{"{program.name}{variant}", {inputs}, {outputs}, '
                     f"{'true' if program.loose else 'false'}, {names[0]}, AD({names[1]}), "
                     f"AD({names[2]})}},")
    return lines
