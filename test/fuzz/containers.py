"""Random containers and owners of the library: maps, deques, lists, valarrays, variants, optionals of
vectors, smart pointers, vectors of them, nested once.

Each kind of variable is a table of texts, in which o is the variable and $0 and $1 are doubles. What
a declaration makes holds after every statement: maps have the keys 0, 1 and 2, sequences from 2 to 6
elements, pointers are not null."""
from library import named
from tree import FREE, Node, Var, statement

LOOP = "for (double &e : o) e = 0.5 * std::sin(e + 0.25);"
SUM = "std::accumulate(o.begin(), o.end(), $0)"
ENDS = ["o.front()", "o.back()"]

SEQUENCE = [
    "if (o.size() < 6) o.push_back($0);", "if (o.size() < 6) o.push_front($0);",
    "if (o.size() > 2) o.pop_back();", "if (o.size() > 2) o.pop_front();",
    "if (o.size() < 6) o.insert(std::next(o.begin()), $0);",
    "if (o.size() > 2) o.erase(std::next(o.begin()));", LOOP,
    "for (auto it = o.begin(); it != o.end(); ++it) *it *= 0.75;",
    "for (auto it = o.begin(); it != o.end();) if (*it > 0.5 && o.size() > 2) it = o.erase(it); "
    "else ++it;",
    "for (auto it = o.rbegin(); it != o.rend(); ++it) *it += 0.125 * o.front();",
    "o.front() += std::sin($0);", "o.back() *= std::cos($0);",
    "o.resize(3); o.back() = $0;", "o.clear(); o.push_back($0); o.push_back($1);",
    "std::reverse(o.begin(), o.end());", "{ auto p = o.begin(); ++p; *p = std::sin(*p + $0); }",
]

MAP = [
    "o[1] = $0;", "o[2] *= std::cos($0);", "o.at(0) += 0.25 * std::sin($0);",
    "for (auto &[k, e] : o) e = 0.5 * std::sin(e + 0.1 * k);", "o.erase(1); o[1] = $0;",
    "if (!o.count(5)) o.insert({5, $0}); else o.erase(5);",
    "for (auto it = o.begin(); it != o.end(); ++it) it->second *= 0.75;",
    "if (auto it = o.find(2); it != o.end()) it->second = std::sin(it->second + 0.5);",
    "double &e = o[0]; e += 0.5 * std::sin($0);", "o.emplace(4, $0); o.erase(4);",
]

VISIT = ("std::visit([](const auto &a) { if constexpr (std::is_same_v<std::decay_t<decltype(a)>, "
         "double>) return std::sin(a); else return 0.5 * %s; }, o)")

TABLE = {
    # kind: (declarations, statements, values)
    "map": (
        ["std::map<int, double> o{{0, $0}, {1, $1}}; o[2] = 0.5;",
         "std::map<int, double> o; o[0] = $0; o[1] = 0.25; o[2] = $1;",
         "std::unordered_map<int, double> o{{0, $0}, {1, 0.5}, {2, $1}};"], MAP,
        ["o.at(0)", "o.at(1)", "o.at(2)", "(o.count(5) ? o.at(5) : $0)"]),
    "map of vectors": (
        ["std::map<int, std::vector<double>> o; o[0] = {$0, $1}; o[1].push_back(0.5); o[2] = {0.25};"],
        ["if (o[0].size() < 6) o[0].push_back($0);", "o[1][0] = std::sin($0);",
         "for (auto &[k, v] : o) for (double &e : v) e *= 0.75;",
         "for (auto &[k, v] : o) if (v.size() > 1) v.pop_back(); else v.push_back($0);",
         "{ double s = 0.5; for (auto [k, v] : o) { v[0] *= 0.5 * k + 0.25; "
         "s += std::sin(v[0] + v.back()); } o[2][0] = std::sin(s); }"],
        ["o.at(0).front()", "o.at(1).back()", "std::accumulate(o.at(2).begin(), o.at(2).end(), $0)"]),
    "vector of vectors": (
        ["std::vector<std::vector<double>> o{{$0, $1}, {0.5, 0.25}};",
         "std::vector<std::vector<double>> o(2, std::vector<double>(2, $0)); o[1][0] = $1;"],
        ["{ double s = 0.5; for (auto r : o) { r[0] *= $0; s += std::sin(r[0] + r.back()); } "
         "o[1][0] = std::sin(s); }",
         "for (auto &r : o) if (r.size() < 5) r.push_back($0);",
         "if (o.size() < 4) o.push_back({$0, 0.5}); else o.pop_back();",
         "{ auto r = o.back(); r[1] = std::sin(r[0] + $0); o[0] = r; }", "std::swap(o[0], o[1]);"],
        ["o[0][0]", "o[1].back()", "o.back().front()"]),
    "vector of pairs with vectors": (
        ["std::vector<std::pair<double, std::vector<double>>> o{{$0, {$1, 0.5}}, {0.25, {0.5, 0.75}}};"],
        ["{ double s = 0.5; for (auto [w, r] : o) { r[0] *= w; w += 0.25 * r.back(); "
         "s += std::sin(w + r[0]); } o[0].first = std::sin(s); }",
         "{ double s = 0.5; for (auto p : o) { p.second.push_back($0); "
         "s += std::sin(p.first * p.second.back() + p.second[0]); } o[1].second[0] = 0.5 * std::sin(s); }",
         "for (auto &[w, r] : o) { w = std::sin(w + r[0]); r.back() *= 0.75; }"],
        ["o[0].first", "o[1].second.back()", "o.front().second[1]"]),
    "deque": (
        ["std::deque<double> o{$0, $1};", "std::deque<double> o(3, $0);",
         "std::deque<double> o; o.push_front($0); o.push_back($1);"],
        SEQUENCE + ["o[0] = std::sin($0);", "std::sort(o.begin(), o.end());"],
        ENDS + ["o[0]", "o[1]", SUM, "*std::max_element(o.begin(), o.end())"]),
    "list": (
        ["std::list<double> o{$0, $1, 0.5};", "std::list<double> o(2, $0);",
         "std::list<double> o; o.push_front($0); o.push_back($1);"],
        SEQUENCE + ["o.sort();", "o.reverse();",
                    "if (o.size() < 5) { auto p = std::next(o.begin()); o.push_front($0); "
                    "o.insert(p, 0.5 * *p); *p *= 0.5; }"],
        ENDS + ["*std::next(o.begin())", SUM, "*std::min_element(o.begin(), o.end())"]),
    "list of pairs": (
        ["std::list<std::pair<double, double>> o{{$0, 0.5}, {0.25, $1}};"],
        ["if (o.size() < 6) o.push_back({$0, 0.25});",
         "for (auto &[a, b] : o) a = 0.5 * std::sin(a + b);",
         "for (auto it = o.begin(); it != o.end(); ++it) it->second *= std::cos(it->first);",
         "if (o.size() > 2) o.pop_front();"],
        ["o.front().first", "o.back().second"]),
    "valarray": (
        ["std::valarray<double> o{$0, $1, 0.5};", "std::valarray<double> o($0, 3);"],
        ["o *= 0.5;", "o = std::sin(o) + 0.25;", "o[1] = $0;", "o = o * o - 0.5 * o;",
         "o += std::sin($0);"],
        ["o[0]", "o[2]", "(0.5 * o.sum())", "o.max()"]),
    "variant": (
        ["std::variant<double, std::pair<double, double>> o = $0;",
         "std::variant<double, std::pair<double, double>> o = std::make_pair($0, $1);"],
        ["o = $0;", "o = std::pair<double, double>($0, 0.5);",
         "if (auto *p = std::get_if<0>(&o)) *p = std::sin(*p);",
         "if (o.index() == 1) std::get<1>(o).first *= 0.5; else o = std::pair<double, double>($0, $1);"],
        [VISIT % "a.first * a.second", "(std::holds_alternative<double>(o) ? std::get<0>(o) : $0)"]),
    "variant of vector": (
        ["std::variant<double, std::vector<double>> o = $0;",
         "std::variant<double, std::vector<double>> o = std::vector<double>{$0, $1};"],
        ["o = $0;", "o = std::vector<double>(2, $0);",
         "if (o.index() == 1) std::get<1>(o)[0] *= 0.5; else o = std::vector<double>{$0, $1};",
         "if (auto *p = std::get_if<1>(&o)) { if (p->size() < 5) p->push_back(0.5); }"],
        [VISIT % "a.front() * a.back()"]),
    "optional of vector": (
        ["std::optional<std::vector<double>> o;",
         "std::optional<std::vector<double>> o = std::vector<double>{$0, $1};"],
        ["o = std::vector<double>{$0, 0.5};", "o.reset();", "if (o) (*o)[0] *= std::cos($0);",
         "if (o && o->size() < 5) o->push_back($0);",
         "if (o.has_value()) for (double &e : *o) e *= 0.75;"],
        ["(o ? o->front() : $0)", "(o.has_value() ? 0.5 * o->back() : 0.25)"]),
    "pair with vector": (
        ["std::pair<double, std::vector<double>> o($0, std::vector<double>{$1, 0.5});",
         "std::pair<double, std::vector<double>> o; o.first = $0; o.second = {0.5, $1};"],
        ["o.second[1] += std::sin($0);", "o.first = 0.5 * std::sin($0);",
         "if (o.second.size() < 6) o.second.push_back($0);",
         "{ auto &[a, v] = o; a += 0.25 * v[0]; v[1] = std::sin(v[1]); }"],
        ["o.first", "o.second.back()", "o.second[0]"]),
    "tuple with complex": (
        ["std::tuple<std::complex<double>, double> o(std::complex<double>($0, 0.5), $1);"],
        ["std::get<0>(o) *= 0.5;", "std::get<1>(o) += std::sin($0);",
         "{ auto &[z, a] = o; a = 0.5 * a + 0.25 * z.imag(); }"],
        ["std::get<1>(o)", "std::get<0>(o).real()"]),
    "vector of optionals": (
        ["std::vector<std::optional<double>> o(3); o[1] = $0;",
         "std::vector<std::optional<double>> o{$0, std::nullopt, $1};"],
        ["o[0] = $0;", "if (o[1]) *o[1] = std::sin(*o[1]);", "o[2].reset();",
         "for (auto &e : o) if (e) *e *= 0.75; else e = 0.5;"],
        ["o[0].value_or($0)", "(o[1] ? *o[1] : 0.25)"]),
    "unique pointer": (
        ["auto o = std::make_unique<double>($0);", "std::unique_ptr<double> o(new double($0));"],
        ["*o = 0.5 * std::sin($0);", "*o *= std::cos($0);", "o = std::make_unique<double>($0);"],
        ["*o"]),
    "shared pointer": (
        ["auto o = std::make_shared<std::pair<double, double>>($0, $1);"],
        ["o->first = 0.5 * std::sin($0);", "{ auto p = o; p->second *= 0.5; }",
         "o = std::make_shared<std::pair<double, double>>($0, 0.25);"],
        ["o->first", "o->second"]),
    "vector of unique pointers": (
        ["std::vector<std::unique_ptr<double>> o; o.push_back(std::make_unique<double>($0)); "
         "o.push_back(std::make_unique<double>($1));"],
        ["*o[0] = 0.5 * std::sin($0);", "for (auto &p : o) *p *= 0.75;", "std::swap(o[0], o[1]);",
         "if (o.size() < 5) o.push_back(std::make_unique<double>($0));",
         "if (o.size() > 2) o.pop_back();"],
        ["*o[0]", "*o.back()"]),
}

KINDS = {
    # name: (weight, method)
    **{f"{kind} declaration": (0.1, "declare_container") for kind in TABLE},
    **{f"{kind} statement": (0.3, "container_statement") for kind in TABLE},
}

VALUES = {f"{kind} value": (0.2, "container_value") for kind in TABLE}


class Containers:
    """Needs what Statements needs. A container is visible to little of a program: what makes use of
    it is `planned` where it is declared."""

    def containers(self, kind, **how):
        return [var for var in self.visible(("of library",), **how) if var.record == kind]

    def filled(self, text, bans=FREE):
        """The doubles for the holes of `text`, which change nothing."""
        kids = []
        for i in range(2):
            if f"${i}" not in text:
                break
            kids.append(self.narrow(self.damped(self.value(bans, 0))))
            bans = bans.beside(kids[-1])
        return None if any(kid.writes for kid in kids) else kids

    def declare_container(self, kind):
        of = kind[:-len(" declaration")]
        text = self.random.choice(TABLE[of][0])
        if "$1" in text and "$0" not in text or self.fn.cost + 8 * self.fn.mult > self.fn.limit:
            return None
        self.fn.cost += 8 * self.fn.mult
        name = self.counter("c")
        var = Var(name, "of library", record=of)
        kids = self.filled(text)
        if kids is None:
            return None
        self.planned = [f"{of} statement", f"{of} statement", f"{of} value"]
        return self.declared(kind, named(text, var), kids, var)

    def container_statement(self, kind):
        vars_ = self.containers(kind[:-len(" statement")], write=True)
        if not vars_ or self.fn.cost + 10 * self.fn.mult > self.fn.limit:
            return None
        self.fn.cost += 10 * self.fn.mult
        var = self.random.choice(vars_)
        text = self.random.choice(TABLE[var.record][1])
        kids = self.filled(text)
        if kids is None or any(var.roots & kid.reads for kid in kids):
            return None
        if text.startswith("double &"):
            text = f"{{ {text} }}"
        return statement(kind, named(text, var), kids)

    def container_read(self, kind):
        """A statement that makes use of a container's value."""
        value = self.container_value(FREE, 0, kind)
        target = value and self.place(FREE.beside(value), write=True)
        return target and statement("compound +=", "$0 += $1;", [target, self.damped(value)])

    def container_value(self, bans, depth, kind):
        vars_ = self.containers(kind[:-len(" value")], bans=bans)
        if not vars_ or self.fn.cost + 6 * self.fn.mult > self.fn.limit:
            return None
        self.fn.cost += 6 * self.fn.mult
        var = self.random.choice(vars_)
        text = self.random.choice(TABLE[var.record][2])
        kids = self.filled(text, bans)
        return None if kids is None else Node(kind, "d", named(text, var), kids, reads=var.roots)
