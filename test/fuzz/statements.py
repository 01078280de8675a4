"""Random statements: declarations, updates, control flow. All of them keep indices in range, loops
bounded and values tame, whatever the data."""
import re

from calls import Calls
import classes
from classes import Classes
import closures
from closures import Closures
import containers
from containers import Containers
from expressions import Expressions
import heap
from handed import Handed
from heap import Heap
from counters import Counters
from hops import Hops
from labels import Labels
import library
from library import Library
from loops import Loops
from tree import FREE, Bans, Node, Var, block, statement
import vectors
from vectors import Vectors


class Statements(Expressions, Loops, Calls, Vectors, Closures, Library, Containers,
                 Heap, Hops, Labels, Counters, Classes, Handed):
    """All the kinds of statements."""

    KINDS = {
        # name: (weight, method)
        "declaration": (5, "declare"), "several declarations": (1.5, "declare_several"),
        "declared first": (2, "declare_ahead"), "declared before": (1, "declare_ahead"),
        "copy of variable": (1, "declare_copy"), "set sometimes": (1, "set_sometimes"),
        "uninitialised declaration": (1, "declare_late"), "array": (2, "declare_array"),
        "2-D array": (1, "declare_matrix"), "integer": (2, "declare_integer"),
        "bool": (0.7, "declare_bool"), "reference": (1.5, "declare_reference"),
        "conditional reference": (1.5, "declare_conditional_reference"),
        "pointer": (1.5, "declare_pointer"), "conditional pointer": (0.7, "declare_pointer"),
        "record": (1.5, "declare_record"), "array of records": (0.8, "declare_records"),
        "std::array": (1, "declare_std_array"), "constant": (1, "declare_constant"),
        "static table": (0.7, "declare_table"), "long double": (1, "declare_wide"),
        "float": (1, "declare_wide"),
        "assignment": (8, "assign"), "compound +=": (2.5, "compound"),
        "compound -=": (1.5, "compound"), "compound *=": (2, "compound"),
        "compound /=": (1, "compound"), "increment statement": (1, "expression_statement"),
        "chained assignment": (1, "chain"), "comma statement": (1, "comma_statement"),
        "conditional target": (1, "conditional_target"),
        "integer update": (1.5, "update_integer"),
        "std::swap": (1.2, "swap"), "swap by hand": (1, "swap_by_hand"),
        "record assignment": (1, "record_assignment"), "pointer swap": (0.8, "pointer_swap"),
        "pointer move": (0.7, "pointer_move"),
        "if": (4, "if_"), "if else": (3, "if_"), "if with initialiser": (0.8, "if_initialiser"),
        "switch": (1.3, "switch"), "switch with fallthrough": (1.3, "switch"),
        "for up": (3, "for_"), "for down": (1.2, "for_"), "for with stride": (1, "for_"),
        "for with stride of data": (1, "for_strided"),
        "for to other bounds": (1, "for_"), "for with two counters": (0.8, "for_two"),
        "for over doubles": (0.8, "for_double"), "for countdown": (0.8, "for_"),
        "while": (2, "while_"), "do": (1.2, "do_"), "for ever": (0.8, "for_ever"),
        "range-for": (1, "range_for"),
        "range-for by reference": (1, "range_for"), "pointer walk": (0.8, "pointer_walk"),
        "break": (2, "leave"), "continue": (2, "leave"), "return": (1, "early_return"),
        "call statement": (3, "call_statement"), "result of call": (1.5, "call_result"),
        "output of call": (2.5, "call_output"), "method statement": (1.5, "method_statement"),
        "block": (0.7, "block_"), "bindings": (0.8, "bindings"),
        "bindings by reference": (0.8, "bindings"), "throw": (0.6, "throw"),
        "sweep up": (1, "sweep"), "sweep down": (1, "sweep"), "list walk": (1.5, "list_walk"),
        "double buffer": (0.6, "double_buffer"), "cells": (1, "cells"), "pieces": (1, "pieces"),
        **vectors.KINDS,
        **closures.KINDS, **library.KINDS, **containers.KINDS,
        **heap.KINDS, **Hops.KINDS, **Labels.KINDS, **Counters.KINDS, **classes.KINDS,
        **Handed.KINDS,
    }

    # -- scaffolding -------------------------------------------------------------------------

    def statements(self, count):
        """A list of statements; their variables stay in scope."""
        made = []
        for _ in range(count):
            self.fn.cost += self.fn.mult
            for _ in range(8):
                kind = self.pick(self.KINDS)
                each = getattr(self, self.KINDS[kind][1])(kind)
                if each:
                    made.append(each)
                    break
            made += filter(None, map(self.planned_statement, self.take_planned()))
        return made

    def take_planned(self):
        """The kinds that the last declaration asks for, once."""
        kinds, self.planned = self.planned, []
        return kinds

    def planned_statement(self, kind):
        return self.container_read(kind) if kind in containers.VALUES else \
            self.container_statement(kind)

    def body(self, count, extra=()):
        """A block in its own scope."""
        mark = len(self.scope)
        outer_start, self.fn.block_start = self.fn.block_start, mark
        self.scope.extend(extra)
        self.fn.depth += 1
        self.fn.branch_depth += 1
        made = self.statements(count)
        own, self.scope[mark:] = self.scope[mark:], []
        gathered = self.gathered(own) if self.random.random() < 0.6 else None
        target = gathered and self.place(write=True)
        if target and not {var.name for var in own} & set(re.findall(r"\w+", target.render())):
            made.append(statement("gathered locals", "$0 += $1;", [target, gathered]))
        self.fn.branch_depth -= 1
        self.fn.depth -= 1
        self.fn.block_start = outer_start
        return block(made)

    def gathered(self, own):
        """A value made of some of these variables, which nothing else may read."""
        scope, kids = self.scope, []
        for var in self.random.sample(own, min(len(own), 4)):
            self.scope = [var]
            found = self.place() if var.kind != "of library" else \
                self.container_value(FREE, 0, f"{var.record} value")
            if found and not found.writes:
                kids.append(found)
        self.scope = scope
        terms = "".join(f" {self.random.choice('+-')} ${i}" for i in range(len(kids)))
        return kids and Node("gathered", "d", f"0.5 * std::sin(0.25{terms})", kids)

    def few(self):
        """How many statements go into a nested block here."""
        return self.random.randint(1, 3) if self.fn.depth < 2 else 1

    def nested(self):
        return self.fn.depth < self.fn.deepest

    def name(self, *initialisers):
        """A fresh name; now and then one that hides an outer variable which these do not use."""
        avoid = " ".join(each if isinstance(each, str) else each.render() for each in initialisers)
        if self.fn.depth and self.random.random() < 0.08:
            outer, here = self.scope[:self.fn.block_start], self.scope[self.fn.block_start:]
            var = self.random.choice(outer) if outer else None
            # A closure without captures names the constant, not what hides it.
            if var and not var.fixed and var not in self.constants and \
                    var.kind in ("d", "i") and var.name.isalnum() and \
                    not re.search(rf"\b{var.name}\b", avoid) and \
                    all(var.name != each.name for each in here):
                return var.name
        self.fn.names += 1
        return f"{self.random.choice('uvwxyz')}{self.fn.names}"

    def declared(self, kind, text, kids, var):
        self.scope.append(var)
        return statement(kind, text, kids)

    def damped(self, value):
        """`value`, wrapped so that iterating the assignment does not blow up."""
        if self.fn.loop_depth == 0 and self.random.random() < 0.5:
            return value
        text = self.random.choice(["std::sin($0)", "std::tanh($0)", "0.5 * $0",
                                   "0.7 * std::cos($0)",
                                   "$0 / (1.5 + std::fabs($0))"])
        if text.count("$0") > 1 and value.writes:
            text = "std::atan($0)"
        return Node("damped", "d", text, [value])

    def narrow(self, value):
        """`value` as a double, for braces and auto, which do not convert a long double."""
        names = self.fn.wide & set(re.findall(r"\w+", value.render()))
        return Node("cast to double", "d", "static_cast<double>($0)", [value]) \
            if names or self.loose else value

    # -- declarations ------------------------------------------------------------------------

    def declare(self, kind):
        value = self.damped(self.value())
        name = self.name(value)
        text = self.random.choice(["double %s = $0;", "double %s = $0;", "double %s($0);",
                                   "double %s{$0};", "auto %s = $0;"])
        if "{" in text or "auto" in text:
            value = self.narrow(value)
        return self.declared(kind, text % name, [value], Var(name, "d"))

    def declare_ahead(self, kind):
        """Without a value, as C does: by the first line of the function, or just before it."""
        value = self.damped(self.value())
        name, declares = self.counter("t"), ""
        if kind == "declared first":
            self.fn.ahead.append(name)
        else:
            declares = f"double {name}; "
        made = self.declared(kind, f"{declares}{name} = $0;", [value], Var(name, "d"))
        made.keep = True
        return made

    def declare_copy(self, kind):
        """Of a variable that may change afterwards, as may the copy."""
        own = [var for var in self.visible(("d",)) if not var.fixed and var.name not in
               self.fn.wide]
        if not own:
            return None
        of, name = self.random.choice(own).name, self.counter("t")
        return self.declared(kind, f"double {name} = {of};", [], Var(name, "d"))

    def set_sometimes(self, kind):
        """Set before a loop, and in some of its iterations; read in all of them."""
        fn, trips = self.fn, self.random.randint(2, 4)
        if fn.loop_depth > 1 or 4 * fn.mult * trips + fn.cost > fn.limit:
            return None
        name, i = self.counter("t"), self.counter()
        first = self.damped(self.value())
        fn.mult *= trips
        value = self.repeated(self.damped, value=self.repeated(self.value, depth=1))
        target = self.place(write=True)
        fn.mult //= trips
        if not target:
            return None
        test = f"{i} % 2 == {self.random.randint(0, 1)}"
        sets = f"if ({test}) {name} = $1;"
        if self.random.random() < 0.3:  # or within another
            j = self.counter("j")
            sets = f"for (int {j} = 0; {j} < {i}; ++{j}) {name} = $1;"
        reads = f"$2 += 0.3 * std::sin({name});"
        more = f" {name} = $2; $2 -= {name} * 0.25;" if self.random.random() < 0.5 else ""
        return statement(kind, f"double {name}; {name} = $0; for (int {i} = 0; {i} < {trips}; "
                         f"++{i}) {{ {sets} {reads} }}{more}", [first, value, target])

    def declare_several(self, kind):
        first = self.damped(self.value())
        a = self.name(first)
        self.scope.append(Var(a, "d"))
        second = self.damped(self.value())
        b = self.name(first, second, a)
        return self.declared(kind, f"double {a} = $0, {b} = $1;", [first, second], Var(b, "d"))

    def declare_late(self, kind):
        test = self.condition()
        value = self.damped(self.value())
        other = self.value()
        name = self.name(value, test, other)
        return self.declared(kind, f"double {name}; if ($0) {name} = $1; else {name} = $2;",
                             [test, value, other], Var(name, "d"))

    def declare_array(self, kind):
        size = self.random.randint(2, 4)
        kids = [self.narrow(self.value(depth=1)) for _ in range(self.random.randint(1, size))]
        changed = self.place(write=True) if self.random.random() < 0.3 else None
        if changed and not changed.writes:  # from left to right: the old value, the new one
            again = Node("changed in braces", "d", self.random.choice(["++$0", "$0 *= 0.75"]),
                         [changed.clone()], writes=self.roots_of(changed))
            kids = [self.narrow(changed), self.narrow(again)] + kids[:size - 2]
        name = self.name(*kids)
        holes = ", ".join(f"${i}" for i in range(len(kids)))
        return self.declared(kind, f"double {name}[{size}] = {{{holes}}};", kids,
                             Var(name, "arr", size))

    def declare_matrix(self, kind):
        kids = [self.narrow(self.value(depth=1)) for _ in range(4)]
        name = self.name(*kids)
        return self.declared(kind, f"double {name}[2][3] = {{{{$0, $1}}, {{$2, $3}}}};", kids,
                             Var(name, "mat", (2, 3)))

    def declare_std_array(self, kind):
        kids = [self.narrow(self.value(depth=1)) for _ in range(3)]
        name = self.name(*kids)
        return self.declared(kind, f"std::array<double, 3> {name} = {{$0, $1, $2}};", kids,
                             Var(name, "sarr", 3))

    def declare_integer(self, kind):
        value = self.integer()
        if value.hi > 20:
            value = Node("integer remainder", "i", "($0 % 7)", [value], lo=0, hi=6)
        name = self.name(value)
        if self.random.random() < 0.3:
            return self.declared(kind, f"const int {name} = $0;", [value],
                                 Var(name, "i", const=True, lo=value.lo, hi=value.hi))
        if self.random.random() < 0.3:
            inner = self.value(depth=1)
            name = self.name(inner)
            return self.declared("integer from double",
                                 f"int {name} = static_cast<int>(2.5 + 2 * std::sin($0));", [inner],
                                 Var(name, "i", lo=0, hi=1 << 16))
        return self.declared(kind, f"int {name} = $0;", [value], Var(name, "i", lo=0, hi=1 << 16))

    def declare_bool(self, kind):
        value = self.condition()
        name = self.name(value)
        return self.declared(kind, f"bool {name} = $0;", [value], Var(name, "b"))

    def declare_reference(self, kind):
        target = self.place(write=True)
        if not target:
            return None
        name = self.name(target)
        if self.random.random() < 0.3:
            return self.declared("const reference", f"const double &{name} = $0;", [target],
                                 Var(name, "d", const=True, roots=self.roots_of(target)))
        return self.declared(kind, f"double &{name} = $0;", [target],
                             Var(name, "d", roots=self.roots_of(target)))

    def declare_conditional_reference(self, kind):
        test = self.condition()
        first, second = self.place(write=True), self.place(write=True)
        if not first or not second or self.unpointed(first) or self.unpointed(second):
            return None
        name = self.name(test, first, second)
        return self.declared(kind, f"double &{name} = $0 ? $1 : $2;", [test, first, second],
                             Var(name, "d", roots=self.roots_of(first) | self.roots_of(second)))

    def array_like(self, write=False, bans=FREE, size=2):
        """(text, children, size, roots) of something that decays to a pointer."""
        vars_ = [v for v in self.visible(("arr", "sarr", "mat", "ptr", "vec"), bans, write)
                 if not v.unpointed and (v.size[1] if v.kind == "mat" else v.size) >= size]
        if not vars_:
            return None
        var = self.random.choice(vars_)
        self.found_const, self.found_inactive = var.const, var.inactive
        if var.kind == "mat":
            index = self.index(var.size[0], bans)
            return f"{var.name}[$0]", [index], var.size[1], var.roots
        text = var.name + (".data()" if var.kind in ("sarr", "vec") else "")
        extra = var.size - size
        if extra > 0 and self.random.random() < 0.4:
            off = self.random.randint(1, extra)
            return f"{text} + {off}", [], var.size - off, var.roots
        return text, [], var.size, var.roots

    def declare_pointer(self, kind):
        found = self.array_like(write=self.random.random() < 0.7)
        if not found:
            return None
        text, kids, size, roots = found
        writable = not self.found_const and self.random.random() < 0.8
        inactive = self.found_inactive
        if kind == "conditional pointer":
            other = self.array_like(write=writable)
            if not other or other[1] or kids or self.found_inactive != inactive:
                return None
            test = self.condition(Bans(writes=roots | other[3]))  # it stands in front of the arms
            name = self.name(text, other[0], test)
            type_ = "double *" if writable else "const double *"
            return self.declared(kind, f"{type_}{name} = $0 ? {text} : {other[0]};", [test],
                                 Var(name, "ptr", min(size, other[2]), const=not writable,
                                     roots=roots | other[3] | {name}, inactive=inactive))
        name = self.name(text, *kids)
        type_ = "double *" if writable else "const double *"
        return self.declared(kind, f"{type_}{name} = {text};", kids,
                             Var(name, "ptr", size, const=not writable, roots=roots | {name},
                                 inactive=inactive))

    def a_record(self):
        usable = [record for record in self.records if not record.linked]
        return self.random.choice(usable) if usable else None

    def declare_record(self, kind):
        record = self.a_record()
        if not record:
            return None
        value = self.record_value(record)
        name = self.name(value)
        type_ = self.random.choice([record.name, "auto"])
        return self.declared(kind, f"{type_} {name} = $0;", [value],
                             Var(name, "rec", record=record))

    def declare_records(self, kind):
        record = self.a_record()
        if not record:
            return None
        kids = [self.record_value(record) for _ in range(2)]
        name = self.name(*kids)
        return self.declared(kind, f"{record.name} {name}[2] = {{$0, $1}};", kids,
                             Var(name, "recarr", 2, record=record))

    def declare_constant(self, kind):
        value = self.random.choice([self.literal, self.value])()
        name = self.name(value)
        word = "constexpr" if value.kind == "literal" and self.random.random() < 0.5 else "const"
        return self.declared(kind, f"{word} double {name} = $0;", [value],
                             Var(name, "d", const=True))

    def declare_table(self, kind):
        kids = [self.literal() for _ in range(3)]
        name = self.name()
        return self.declared(kind, f"static const double {name}[] = {{$0, $1, $2}};", kids,
                             Var(name, "arr", 3, const=True, inactive=True))

    def declare_wide(self, kind):
        if kind == "float" and not self.fn.loose:
            return None
        value = self.damped(self.value())
        name = self.name(value)
        self.scope.append(Var(name, "d", const=True))
        self.fn.wide.add(name)
        change = self.random.choice(["", f" {name} *= 1.25f;", f" {name} += {name};"])
        return statement(kind, f"{kind} {name} = $0;{change}", [value])

    # -- updates -----------------------------------------------------------------------------

    def assign(self, kind):
        value = self.damped(self.value())
        target = self.place(write=True)
        return target and statement(kind, "$0 = $1;", [target, value])

    def compound(self, kind):
        value = self.value()
        target = self.place(write=True)
        if not target:
            return None
        forms = {"+": ["0.5 * $1", "$1"], "-": ["0.5 * $1", "$1"], "*": ["std::cos($1)", "0.75"],
                 "/": ["(2.5 + std::sin($1))"]}
        if self.fn.loop_depth:
            forms["+"] = forms["-"] = ["0.3 * std::sin($1)"]
        op = kind[-2]
        text = self.random.choice(forms[op])
        if self.random.random() < 0.1:  # what the right side does decides which element it is
            a, k = self.counter("a"), self.counter("k")
            own = text.replace("$1", "$0")
            return statement(kind, f"{{ double {a}[2] = {{0.5, 1.25}}; int {k} = 0; "
                                   f"{a}[{k}] {op}= ({k} = 1, {own}); "
                                   f"$1 = 0.5 * std::sin({a}[0] - {a}[1]); }}", [value, target])
        return statement(kind, f"$0 {op}= {text};", [target, value] if "$1" in text else [target])

    def expression_statement(self, kind):
        effect = self.effect()
        return effect and statement(kind, "$0;", [effect])

    def chain(self, kind):
        value = self.damped(self.value())
        first, second = self.place(write=True), self.place(write=True)
        if not first or not second or second.writes or self.roots_of(first) & second.reads:
            return None
        op = self.random.choice(["=", "+=", "*="])
        return statement(kind, f"$0 = $1 {op} std::sin($2);",
                         [first, second, value])

    def comma_statement(self, kind):
        first, second = self.effect(), self.effect()
        return first and second and statement(kind, "$0, $1;", [first, second])

    def conditional_target(self, kind):
        value = self.damped(self.value())
        test = self.condition(depth=1)
        first, second = self.place(write=True), self.place(write=True)
        if not first or not second or self.unpointed(first) or self.unpointed(second):
            return None
        op = self.random.choice(["=", "="] + (["+=", "-="] if not self.fn.loop_depth else []))
        return statement(kind, f"($0 ? $1 : $2) {op} $3;", [test, first, second, value])

    def update_integer(self, kind):
        vars_ = [v for v in self.visible(("i",), write=True) if not v.fixed]
        if not vars_:
            return None
        var = self.random.choice(vars_)
        text = self.random.choice([f"{var.name}++;", f"++{var.name};", f"{var.name} += 2;",
                                   f"{var.name} = ($0 + 3) % 5;", f"{var.name} %= 4;",
                                   f"{var.name} = static_cast<int>(2.5 + 2 * std::sin($0));"])
        if "sin" in text:
            return statement(kind, text, [self.value(depth=1)])
        return statement(kind, text, [self.integer()] if "$0" in text else [])

    def swap(self, kind):
        first, second = self.place(write=True), self.place(write=True)
        if not first or not second or first.writes or second.writes:
            return None
        return statement(kind, "std::swap($0, $1);", [first, second])

    def swap_by_hand(self, kind):
        first, second = self.place(write=True), self.place(write=True)
        if not first or not second or first.writes or second.writes:
            return None
        self.fn.names += 1
        name = f"t{self.fn.names}"
        return statement(kind, f"{{ double {name} = $0; $0 = $1; $1 = {name}; }}", [first, second])

    def record_assignment(self, kind):
        vars_ = [v for v in self.visible(("rec", "recptr", "recarr"), write=True)
                 if not v.record.linked]
        if not vars_:
            return None
        var = self.random.choice(vars_)
        value = self.record_value(var.record)
        if var.kind == "recarr":
            return statement(kind, f"{var.name}[$1] = $0;", [value, self.index(var.size)])
        star = "*" if var.kind == "recptr" else ""
        return statement(kind, f"{star}{var.name} = $0;", [value])

    def pointer_swap(self, kind):
        vars_ = [v for v in self.visible(("ptr",)) if v.name in v.roots and not v.fixed]
        if self.fn.loop_depth:
            return None
        pairs = [(a, b) for a in vars_ for b in vars_
                 if a.name < b.name and a.const == b.const and a.inactive == b.inactive]
        if not pairs:
            return self.exchanged_pointers(kind)
        a, b = self.random.choice(pairs)
        a.size = b.size = min(a.size, b.size)
        shared = a.roots | b.roots
        a.roots, b.roots = shared, shared
        return statement(kind, f"std::swap({a.name}, {b.name});")

    def exchanged_pointers(self, kind):
        """Two new pointers, exchanged at once."""
        first, second = self.array_like(write=True), self.array_like(write=True)
        if not first or not second or first[1] or second[1]:
            return None
        a, b = self.counter("p"), self.counter("p")
        size, roots = min(first[2], second[2]), first[3] | second[3] | {a, b}
        self.scope += [Var(a, "ptr", size, roots=roots), Var(b, "ptr", size, roots=roots)]
        return statement(kind,
                         f"double *{a} = {first[0]}, *{b} = {second[0]}; std::swap({a}, {b});")

    def pointer_move(self, kind):
        if self.fn.loop_depth or self.fn.branch_depth:
            return None
        vars_ = [v for v in self.visible(("ptr",)) if v.name in v.roots and not v.fixed
                 and v.size >= 2]
        if not vars_:
            return None
        var = self.random.choice(vars_)
        var.size -= 1
        return statement(kind, self.random.choice([f"++{var.name};", f"{var.name} += 1;",
                                                   f"{var.name}++;"]))

    # -- branches ----------------------------------------------------------------------------

    def if_(self, kind):
        if not self.nested():
            return None
        test = self.condition()
        then = self.body(self.few())
        if kind == "if":
            return statement(kind, "if ($0) $1", [test, then])
        return statement(kind, "if ($0) $1 else $2", [test, then, self.body(self.few())])

    def if_initialiser(self, kind):
        if not self.nested():
            return None
        value = self.value()
        self.fn.names += 1
        name = f"c{self.fn.names}"
        then = self.body(self.few(), [Var(name, "d")])
        other = self.body(self.few(), [Var(name, "d")])
        bound = round(self.random.uniform(-1, 1), 2)
        return statement(kind, f"if (double {name} = $0; {name} > {bound}) $1 else $2",
                         [value, then, other])

    def switch(self, kind):
        if not self.nested():
            return None
        cases = self.random.randint(2, 4)
        test = self.integer()
        if test.kind == "integer literal":
            test = Node("integer from double", "i", "static_cast<int>(2.5 + 2 * std::sin($0))",
                        [self.value(depth=1)], lo=0, hi=4)
        self.fn.switch_depth += 1
        falls = kind == "switch with fallthrough"
        text, kids = f"switch ($0 % {cases}) {{", [test]
        default = self.random.randrange(cases)
        for case in range(cases):
            last = case == default and self.random.random() < 0.7
            label = "default:" if last else f"case {case}:"
            end = "" if falls and self.random.random() < 0.6 else " break;"
            if end and self.random.random() < 0.15 and self.fn.loop_depth and \
                    not self.fn.held and not self.fn.steps:
                end = " continue;"
            text += f" {label} ${len(kids)}{end}"
            kids.append(self.body(self.few()))
        self.fn.switch_depth -= 1
        return statement(kind, text + " }", kids)

    def block_(self, kind):
        return statement(kind, "$0", [self.body(self.few())]) if self.nested() else None

    def throw(self, kind):
        return None if self.fn.held else statement(kind, "if ($0 > 1e6) throw 1;",
                                                   [self.value(depth=1)])

    def leave(self, kind):
        """break or continue, under a condition."""
        if self.fn.held or self.fn.loop_depth == 0 and not (kind == "break"
                                                            and self.fn.switch_depth):
            return None
        if self.fn.steps and kind == "continue":
            return None
        test = self.condition()
        if self.nested() and self.random.random() < 0.4:
            inner = self.body(1)
            return statement(kind, f"if ($0) {{ $1 {kind}; }}", [test, inner])
        return statement(kind, f"if ($0) {kind};", [test])

    def early_return(self, kind):
        if self.fn.returns >= 3 or self.fn.held:
            return None
        self.fn.returns += 1
        test = self.condition()
        if self.fn.result is None:
            return statement(kind, "if ($0) return;", [test])
        return statement(kind, "if ($0) return $1;", [test, self.result_value()])
