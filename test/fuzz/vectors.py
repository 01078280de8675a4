"""Random std::vector<double>: made, grown, shrunk, exchanged, iterated and handed on.

Between any two statements a vector holds from 2 to MOST elements, so v[0], v[1] and v[n % v.size()]
are there whatever happened before. A vector changes its size only where nothing else in scope can
reach its elements: see `pinned`."""
from tree import FREE, Node, Var, statement

LEAST, MOST = 2, 6
TYPE = "std::vector<double>"


KINDS = {
    # name: (weight, method)
    "vector": (2.5, "declare_vector"), "vector of vectors": (0.8, "declare_rows"),
    "vector push": (2, "vector_push"), "vector pop": (1, "vector_pop"),
    "vector resize": (1, "vector_resize"), "vector insert": (0.7, "vector_insert"),
    "vector erase": (0.7, "vector_erase"), "vector assignment": (1.2, "vector_assignment"),
    "vector refill": (0.7, "vector_refill"), "vector swap": (2, "vector_exchange"),
    "vector move": (2, "vector_exchange"), "vector by another name": (3, "vector_renamed"),
    "vector loop": (1, "vector_loop"),
    "vector iterators": (0.8, "vector_iterators"),
    "vector algorithm": (1.2, "vector_algorithm"), "row statement": (2, "row_statement"),
}

VALUES = {
    "accumulate": (0.8, "vector_value"), "inner_product": (0.6, "vector_value"),
    "extreme element": (0.5, "vector_value"), "vector size": (0.5, "vector_value"),
}


class Vectors:
    """Needs what Expressions, Loops and Calls need."""

    # -- which may change their size ---------------------------------------------------------

    def pinned(self, var):
        """Whether something may refer to elements of this vector, or has counted them."""
        return var.fixed or bool(var.roots & self.fn.pinned) or \
            any(other is not var and other.roots & var.roots for other in self.scope)

    def unpointed(self, place):
        return any(var.unpointed and var.roots & place.reads for var in self.scope)

    def vectors(self, bans=FREE, write=False, free=False):
        return [var for var in self.visible(("vec",), bans, write)
                if not (free and (self.pinned(var) or var.roots & (bans.reads | bans.writes)))]

    def a_vector(self, **how):
        vars_ = self.vectors(**how)
        return self.random.choice(vars_) if vars_ else None

    def pinning(self, var, make):
        """What `make` writes while the elements of `var` are being counted."""
        before = self.fn.pinned
        self.fn.pinned = before | var.roots
        made = make()
        self.fn.pinned = before
        return made

    # -- expressions -------------------------------------------------------------------------

    def element(self, var, bans):
        """(kind, text, children) of an element of a vector."""
        form = self.random.choice(["front", "back", "at", "fixed", "any", "any"])
        if form in ("front", "back"):
            return form + " of vector", f"{var.name}.{form}()", []
        if form == "any":
            return "element of vector", f"{var.name}[$0 % {var.name}.size()]", [self.integer(bans)]
        text = f"{var.name}.at($0)" if form == "at" else f"{var.name}[$0]"
        return "element of vector", text, [self.index(LEAST, bans)]

    def element_of_rows(self, var, bans):
        row = self.index(LEAST, bans)
        if self.random.random() < 0.3:
            return "element of row", f"{var.name}[$0].back()", [row]
        return "element of row", f"{var.name}[$0][$1]", [row, self.index(LEAST, bans.beside(row))]

    def vector_value(self, bans, depth, kind):
        var = self.a_vector(bans=bans)
        if not var or self.fn.cost + 6 * self.fn.mult > self.fn.limit:
            return None
        self.fn.cost += 6 * self.fn.mult
        whole = f"{var.name}.begin(), {var.name}.end()"
        make = lambda text, kids=(), more=(): Node(kind, "d", text, kids,
                                                   reads=var.roots | frozenset(more))
        if kind == "vector size":
            return make(f"(0.25 * {var.name}.size())")
        if kind == "extreme element" and not var.unpointed:
            return make(f"*std::{self.random.choice(['max', 'min'])}_element({whole})")
        if kind == "inner_product" or var.unpointed:
            other = self.a_vector(bans=bans)
            return make(f"(0.5 * std::inner_product({var.name}.begin(), {var.name}.begin() + 2, "
                        f"{other.name}.begin(), 0.25))", more=other.roots)
        start = self.narrow(self.value(bans, 0))
        form = self.random.choice(["",
                                   ", [](double s, double t) { return 0.5 * s + std::sin(t); }"])
        return make(f"std::accumulate({whole}, $0{form})", [start])

    def new_vector(self, bans=FREE):
        """An expression of type std::vector<double>, size from LEAST to MOST."""
        form = self.random.random()
        var = self.a_vector(bans=bans)
        if var and form < 0.35:
            return Node("copy of vector", "r", var.name, reads=var.roots)
        if form < 0.5:
            helper = self.chosen(lambda h: h.result == "vector")
            made = helper and self.invoke(helper, bans, 1, "r")
            if made:
                return made
        if form < 0.65:
            return Node("vector of one value", "r", f"{TYPE}({self.random.randint(LEAST, 4)}, $0)",
                        [self.narrow(self.value(bans, 1))])
        kids, now = [], bans
        for _ in range(self.random.randint(LEAST, 3)):
            kids.append(self.narrow(self.value(now, 1)))
            now = now.beside(kids[-1])
        holes = ", ".join(f"${i}" for i in range(len(kids)))
        return Node("vector in braces", "r", f"{TYPE}{{{holes}}}", kids)

    # -- statements --------------------------------------------------------------------------

    def declare_vector(self, kind):
        form = self.random.random()
        if form < 0.2:
            found = self.array_like()
            if found and not found[1] and "?" not in found[0]:
                name = self.name(found[0])
                return self.declared("vector from range",
                                     f"{TYPE} {name}({found[0]}, {found[0]} + 2);",
                                     [], Var(name, "vec", LEAST))
        var = self.a_vector()
        if form < 0.35 and var:
            first, last = self.random.choice([("begin", "end"), ("rbegin", "rend"),
                                              ("cbegin", "cend")])
            name = self.name(var.name)
            return self.declared("vector from range", f"{TYPE} {name}({var.name}.{first}(), "
                                 f"{var.name}.{last}());", [], Var(name, "vec", LEAST))
        value = self.new_vector()
        name = self.name(value)
        text = self.random.choice([f"{TYPE} {name} = $0;", f"auto {name} = $0;",
                                   f"{TYPE} {name}($0);"])
        return self.declared(kind, text, [value], Var(name, "vec", LEAST))

    def declare_rows(self, kind):
        rows = [self.new_vector() for _ in range(LEAST)]
        name = self.name(*rows)
        text = f"std::vector<{TYPE}> {name} = {{$0, $1}};"
        if self.random.random() < 0.4:
            text, rows = f"std::vector<{TYPE}> {name}(2, $0);", rows[:1]
        return self.declared(kind, text, rows, Var(name, "rows", LEAST))

    def vector_push(self, kind):
        var = self.a_vector(write=True, free=True)
        if not var:
            return None
        call = self.random.choice(["push_back", "push_back", "emplace_back"])
        return statement(kind, f"if ({var.name}.size() < {MOST}) {var.name}.{call}($0);",
                         [self.damped(self.value())])

    def vector_pop(self, kind):
        var = self.a_vector(write=True, free=True)
        return var and statement(kind, f"if ({var.name}.size() > {LEAST}) {var.name}.pop_back();")

    def vector_resize(self, kind):
        var = self.a_vector(write=True, free=True)
        if not var:
            return None
        size, form = self.random.randint(LEAST, 5), self.random.random()
        if form < 0.3:
            return statement(kind, f"{var.name}.resize({size}, $0);",
                             [self.damped(self.value(depth=1))])
        if form < 0.5:
            return statement(kind, f"{var.name}.resize(2 + $0 % 4);", [self.integer()])
        return statement(kind, f"{var.name}.resize({size});")

    def vector_insert(self, kind):
        var = self.a_vector(write=True, free=True)
        kids = var and [self.index(LEAST + 1), self.damped(self.value(depth=1))]
        if not var or any(var.roots & kid.writes for kid in kids):
            return None  # which would take the iterator its vector away
        return statement(
            kind,
            f"if ({var.name}.size() < {MOST}) {var.name}.insert({var.name}.begin() + $0, $1);",
            kids)

    def vector_erase(self, kind):
        var = self.a_vector(write=True, free=True)
        return var and statement(
            kind, f"if ({var.name}.size() > {LEAST}) {var.name}.erase({var.name}.begin() + $0);",
            [self.index(LEAST)])

    def vector_assignment(self, kind):
        var = self.a_vector(write=True, free=True)
        if not var:
            return None
        form = self.random.random()
        if form < 0.25:
            return statement(kind, f"{var.name}.assign({self.random.randint(LEAST, 4)}, $0);",
                             [self.damped(self.value(depth=1))])
        other = self.a_vector()
        if form < 0.4 and not other.roots & var.roots:
            return statement(kind, f"{var.name}.assign({other.name}.begin(), {other.name}.end());")
        if form < 0.55:
            kids = [self.narrow(self.damped(self.value(depth=1))) for _ in range(2)]
            return statement(kind, f"{var.name} = {{$0, $1}};", kids)
        return statement(kind, f"{var.name} = $0;", [self.new_vector()])

    def vector_refill(self, kind):
        """Emptied and grown anew."""
        var = self.a_vector(write=True, free=True)
        values = [self.damped(self.value(depth=1)) for _ in "ab"]
        if not var or any(kid.reads & var.roots for kid in values):
            return None
        return statement(kind,
                         f"{var.name}.clear(); {var.name}.push_back($0); {var.name}.push_back($1);",
                         values)

    def vector_exchange(self, kind):
        vars_ = self.vectors(write=True, free=True)
        if not vars_:
            return None
        if len(vars_) < 2:
            return self.exchanged_vectors(kind, vars_[0])
        a, b = self.random.sample(vars_, 2)
        if a.unpointed != b.unpointed:
            if a.pointed or b.pointed:
                return None
            a.exchanged = b.exchanged = True
        if kind == "vector swap":
            return statement(kind, self.random.choice([f"std::swap({a.name}, {b.name});",
                                                       f"{a.name}.swap({b.name});"]))
        value = self.damped(self.value(depth=1))
        if value.reads & b.roots:
            return None
        return statement(kind, f"{a.name} = std::move({b.name}); {b.name}.assign(2, $0);", [value])

    def vector_renamed(self, kind):
        """Changes the size of one of two vectors, by a reference or a pointer."""
        vars_ = [var for var in self.vectors(write=True, free=True)
                 if not var.unpointed and not var.exchanged]
        if len(vars_) < 2:
            return None
        a, b = self.random.sample(vars_, 2)
        to, pointer = self.counter("to"), self.random.random() < 0.4
        test, value = self.condition(depth=1), self.damped(self.value(depth=1))
        if (test.writes | value.writes) & (a.roots | b.roots):
            return None
        of = "(*" + to + ")" if pointer else to
        change = self.random.choice([
            f"if ({of}.size() < {MOST}) {of}.push_back($1);",
            f"if ({of}.size() > {LEAST}) {of}.pop_back(); {of}[0] *= $1;",
            f"{of}.assign(3, $1);", f"{of}[1] += $1; {a.name}.swap({b.name});"])
        bound = f"{TYPE} *{to} = $0 ? &{a.name} : &{b.name};" if pointer else \
            f"{TYPE} &{to} = $0 ? {a.name} : {b.name};"
        a.pointed = b.pointed = True
        return statement(kind, f"{{ {bound} {change} }}", [test, value])

    def exchanged_vectors(self, kind, var):
        """The same with a vector that is made for it."""
        value = self.new_vector()
        name = self.name(value)
        text = f"std::swap({var.name}, {name});" if kind == "vector swap" else \
            f"{var.name} = std::move({name}); {name}.assign(3, 0.5);"
        return self.declared(kind, f"{TYPE} {name} = $0; {text}", [value],
                             Var(name, "vec", LEAST, unpointed=var.unpointed))

    def vector_loop(self, kind):
        var = self.a_vector(write=True)
        if not var:
            return None
        i = self.counter()
        change = self.random.choice([f"{var.name}[{i}] = std::sin({var.name}[{i}] * $0);",
                                     f"{var.name}[{i}] *= std::cos($0);",
                                     f"{var.name}[{i}] += 0.25 * {var.name}[{i} / 2] * $0;"])
        value = self.repeated(self.value, depth=1)
        if value.writes & var.roots:
            return None
        body = self.pinning(var,
                            lambda: self.loop_body(MOST, [Var(i, "i", lo=0, hi=MOST, fixed=True)]))
        return body and statement(kind,
                                  f"for (std::size_t {i} = 0; {i} < {var.name}.size(); ++{i}) "
                                  f"{{ {change} $1 }}", [value, body])

    def vector_iterators(self, kind):
        var, it = self.a_vector(), self.counter("p")
        if not var or var.unpointed:
            return None
        first, last = self.random.choice([("begin", "end"), ("begin", "end"), ("rbegin", "rend")])
        const = var.const
        if not const and self.random.random() < 0.3:
            first, last, const = "c" + first, "c" + last, True
        body = self.loop_body(MOST,
                              [Var(it, "iter", const=const, roots=var.roots | {it}, fixed=True)])
        return body and statement(kind, f"for (auto {it} = {var.name}.{first}(); {it} != "
                                  f"{var.name}.{last}(); ++{it}) $0", [body])

    ALGORITHMS = [
        "std::sort(V);", "std::reverse(V);", "std::partial_sum(V, v.begin());",
        "std::transform(V, v.begin(), [](double t) { return std::sin(t) + 0.5; });",
        "std::fill(V, $0);", "std::fill(v.begin() + 1, v.end(), $0);",
        "std::for_each(V, [](double &t) { t *= 0.75; });",
        "std::for_each(V, [k = $0](double &t) { t = std::sin(t + k); });",
        "std::rotate(v.begin(), v.begin() + 1, v.end());",
        "std::copy(w.begin(), w.begin() + 2, v.begin());",
        "std::iter_swap(v.begin(), v.end() - 1);",
        "std::transform(v.begin(), v.begin() + 2, w.begin(), v.begin(), "
        "[](double s, double t) { return 0.5 * s * t; });",
        "std::sort(V, [](double s, double t) { return t < s; });",
        "std::swap_ranges(v.begin(), v.begin() + 2, w.begin());",
        "std::adjacent_difference(V, v.begin());",
    ]

    def vector_algorithm(self, kind):
        var = self.a_vector(write=True)
        if not var or self.fn.cost + 12 * self.fn.mult > self.fn.limit:
            return None
        text = self.random.choice(self.ALGORITHMS)
        other = self.a_vector(write="swap_ranges" in text)
        if "w." in text and other.roots & var.roots:
            return None
        self.fn.cost += 12 * self.fn.mult
        text = text.replace("V", "v.begin(), v.end()").replace("w.", other.name + ".") \
            .replace("v.", var.name + ".")
        return statement(kind, text, [self.narrow(self.value(depth=1))] if "$0" in text else [])

    ROWS = ["if (R[$0].size() < 6) R[$0].push_back($1);", "R[$0] = $2;", "R[0] = R[1];",
            "std::swap(R[0], R[1]);", "R.push_back($2); R.erase(R.begin());", "R[0].swap(R[1]);",
            "for (auto &row : R) for (double &each : row) each = std::sin(each * $1);",
            "for (std::size_t r = 1; r < R.size(); ++r) R[r][0] += 0.5 * R[r - 1].back();",
            "R[1] = std::move(R[0]); R[0].assign(3, $1);", "R.resize(3); R[2] = $2; R.pop_back();",
            "{ auto other = R; other[0][1] *= $1; R = std::move(other); }"]

    def row_statement(self, kind):
        if self.fn.cost + 12 * self.fn.mult > self.fn.limit:
            return None
        vars_ = [var for var in self.visible(("rows",), write=True) if not self.pinned(var)]
        if not vars_:
            return self.declare_rows("vector of vectors")
        var, text = self.random.choice(vars_), self.random.choice(self.ROWS)
        row = self.index(LEAST)
        value = self.damped(self.repeated(self.value, depth=1))
        whole = self.new_vector()
        # Evaluated twice, or in a place that the statement itself changes.
        if row.writes or value.writes or (value.reads | whole.reads) & var.roots:
            return None
        self.fn.cost += 12 * self.fn.mult
        text = text.replace("R", var.name)
        kids, used = [row, value, whole], [n for n in range(3) if f"${n}" in text]
        for place, n in enumerate(used):
            text = text.replace(f"${n}", f"${place}")
        return statement(kind, text, [kids[n] for n in used])
