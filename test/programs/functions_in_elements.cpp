// Vectors and arrays of objects whose members are std::function objects: filled in place, in loops
// and by methods; walked, searched, copied; elements that change.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace {
struct Step {
  double w;
  std::function<double(double)> g;
};
} // namespace
// A list: what it refers to is the caller's.
#define TWO_STEPS(v)                                                                               \
  {                                                                                                \
    {v[0], [](double x) { return x * x; }}, {                                                      \
      v[1], [&](double x) { return x * v[2]; }                                                     \
    }                                                                                              \
  }

namespace given {
struct Step {
  std::string name;
  double w;
  std::function<double(double)> apply;
};
BOTH double f(const V &v) {
  std::vector<Step> p{{"a", v[0], [](double x) { return x * x; }},
                      {"b", v[1], [&](double x) { return x * v[2]; }}};
  double x = v[3];
  for (const auto &s : p)
    x = s.apply(x) + s.w;
  for (size_t i = 0; i < p.size(); ++i)
    if (p[i].name == "b")
      x *= p[i].apply(v[0]);
  return x;
}
} // namespace given

namespace loops {
struct Term {
  double w;
  std::function<double(double)> g;
};
BOTH double f(const V &v) {
  std::vector<Term> ts;
  for (int i = 0; i < 4; ++i) {
    if (i % 2)
      ts.push_back({v[i], [c = v[(i + 1) % 4]](double x) { return c * x * x; }});
    else
      ts.push_back({0.5, [i, &v](double x) { return std::sin(x) * v[i]; }});
  }
  double s = 0;
  for (const Term &t : ts)
    s += t.w * t.g(v[0]);
  for (int i = 0; i < (int)ts.size(); ++i)
    s += ts[i].g(s * 0.1);
  return s;
}
} // namespace loops

namespace member_class {
struct Step {
  std::string name;
  std::function<double(double)> apply;
};
class Pipeline {
  std::vector<Step> steps_;

public:
  Pipeline &then(std::string n, std::function<double(double)> g) {
    steps_.push_back({std::move(n), std::move(g)});
    return *this;
  }
  double run(double x) const {
    for (const auto &s : steps_)
      x = s.apply(x);
    return x;
  }
  double only(const std::string &n, double x) const {
    for (const auto &s : steps_)
      if (s.name == n)
        return s.apply(x);
    return x;
  }
  size_t size() const { return steps_.size(); }
};
BOTH double f(const V &v) {
  Pipeline p;
  double k = v[1];
  p.then("scale", [k](double x) { return k * x; })
      .then("shift", [&v](double x) { return x + v[2]; })
      .then("squash", [](double x) { return std::tanh(x); });
  return p.run(v[0]) * v[3] + p.only("shift", v[1]) * p.size();
}
} // namespace member_class

namespace member_class_loop {
struct Layer {
  std::vector<double> w;
  std::function<double(double)> act;
};
class Net {
  std::vector<Layer> ls;

public:
  void add(std::vector<double> w, std::function<double(double)> a) {
    Layer l;
    l.w = std::move(w);
    l.act = std::move(a);
    ls.push_back(std::move(l));
  }
  double run(double x) const {
    for (const Layer &l : ls) {
      double s = 0;
      for (double w : l.w)
        s += w * x;
      x = l.act(s);
    }
    return x;
  }
};
BOTH double f(const V &v) {
  Net n;
  for (int i = 0; i < 3; ++i)
    n.add({v[i], v[i + 1]}, [](double x) { return std::tanh(x); });
  n.add({1.0, 2.0}, [&v](double x) { return x * v[2]; });
  return n.run(v[3]);
}
} // namespace member_class_loop

namespace by_value_param {
struct Model {
  std::string n;
  double s0;
  std::function<double(double)> drift;
};
static double total(const std::vector<Model> &ms, double t) {
  double s = 0;
  for (const auto &m : ms)
    s += m.s0 * m.drift(t);
  return s;
}
static Model make(double mu, double s0) {
  return {"gbm", s0, [mu](double x) { return mu * x; }};
}
BOTH double f(const V &v) {
  std::vector<Model> ms{make(v[0], v[1]), make(v[2], 1.5)};
  ms.push_back(make(v[3], v[3]));
  return total(ms, v[0]);
}
} // namespace by_value_param

namespace returned {
struct Opt {
  double w;
  std::function<double(double)> g;
};
static std::vector<Opt> build(const V &v) {
  std::vector<Opt> o;
  o.push_back({v[0], [](double x) { return std::exp(x); }});
  o.push_back({v[1], [&v](double x) { return v[2] * x; }});
  return o;
}
BOTH double f(const V &v) {
  auto os = build(v);
  double s = 0;
  for (const auto &o : os)
    s += o.w * o.g(v[3]);
  return s;
}
} // namespace returned

namespace arrays {
struct Rule {
  const char *n;
  double (*lo)(double);
  std::function<double(double)> g;
};
static double half(double x) { return 0.5 * x; }
BOTH double f(const V &v) {
  Rule rs[] = {{"a", half, [](double x) { return x * x; }},
               {"b", half, [&](double x) { return v[1] * x; }}};
  double s = 0;
  for (const auto &r : rs)
    s += r.lo(v[0]) * r.g(v[2]);
  std::array<Rule, 2> as{{{"c", half, [](double x) { return std::sin(x); }}, {"d", half, half}}};
  for (int i = 0; i < 2; ++i)
    s += as[i].g(v[3]);
  return s;
}
} // namespace arrays

namespace bindings {
BOTH double f(const V &v) {
  std::vector<Step> p = TWO_STEPS(v);
  double s = 0;
  for (const auto &[w, g] : p)
    s += w * g(v[3]);
  for (auto [w, g] : p)
    s += w * g(v[0]);
  return s;
}
} // namespace bindings

namespace find_if {
struct Step {
  std::string name;
  std::function<double(double)> g;
};
BOTH double f(const V &v) {
  std::vector<Step> p{{"a", [](double x) { return x * x; }},
                      {"b", [&](double x) { return x * v[2]; }}};
  auto it = std::find_if(p.begin(), p.end(), [](const Step &s) { return s.name == "b"; });
  return it != p.end() ? it->g(v[0]) : 0.0;
}
} // namespace find_if

namespace find_loop {
struct Cmd {
  std::string n;
  std::function<double(double, double)> g;
};
class Calc {
  std::vector<Cmd> cs;

public:
  Calc() {
    cs.push_back({"add", [](double a, double b) { return a + b; }});
    cs.push_back({"mul", [](double a, double b) { return a * b; }});
  }
  double run(const std::string &n, double a, double b) const {
    auto it = std::find_if(cs.begin(), cs.end(), [&](const Cmd &c) { return c.n == n; });
    if (it == cs.end())
      throw std::invalid_argument(n);
    return it->g(a, b);
  }
};
BOTH double f(const V &v) {
  Calc c;
  double s = v[0];
  for (const char *n : {"mul", "add", "mul"})
    s = c.run(n, s, v[1]);
  for (auto n : {"add", "mul"})
    s = c.run(n, v[2], s);
  return s;
}
} // namespace find_loop

namespace whole_assign {
BOTH double f(const V &v) {
  std::vector<Step> p = TWO_STEPS(v);
  std::vector<Step> q = p;
  q.pop_back();
  q.push_back({2.0, [](double x) { return std::cos(x); }});
  p = q;
  p[0] = Step{v[1], [](double x) { return 1 / x; }};
  double s = 0;
  for (auto &e : q)
    s += e.w * e.g(v[3]);
  for (auto &e : p)
    s += e.w * e.g(v[2]) * 2;
  return s;
}
} // namespace whole_assign

namespace swapped {
BOTH double f(const V &v) {
  std::vector<Step> p = TWO_STEPS(v);
  std::swap(p[0], p[1]);
  return p[0].g(v[3]) - 2 * p[1].g(v[0]);
}
} // namespace swapped

namespace templ_elem {
template <class F> struct Named {
  std::string n;
  F g;
};
template <class F> Named(std::string, F) -> Named<F>;
BOTH double f(const V &v) {
  auto sq = [](double x) { return x * x; };
  std::vector<Named<decltype(sq)>> p{{"a", sq}, {"b", sq}};
  double s = 0;
  for (const auto &e : p)
    s += e.g(v[p.size() - 1]);
  return s * v[0];
}
} // namespace templ_elem

namespace sort_idx {
struct Task {
  double cost;
  std::string name;
  std::function<double(double)> run;
};
BOTH double f(const V &v) {
  std::vector<Task> ts;
  ts.push_back({v[0], "a", [](double x) { return x * x; }});
  ts.push_back({v[1] * 0.5, "b", [](double x) { return x + 1; }});
  ts.push_back({v[2], "c", [&](double x) { return x * v[3]; }});
  std::vector<int> id(ts.size());
  std::iota(id.begin(), id.end(), 0);
  std::sort(id.begin(), id.end(), [&](int a, int b) { return ts[a].cost < ts[b].cost; });
  double x = 1;
  for (int i : id)
    x = ts[i].run(x) + ts[i].cost;
  auto best = std::max_element(ts.begin(), ts.end(),
                               [](const Task &a, const Task &b) { return a.cost < b.cost; });
  return x * best->cost;
}
} // namespace sort_idx

namespace opt_bounds {
struct Param {
  std::string name;
  double value, lo, hi;
  std::function<double(double)> fwd, inv;
};
BOTH double f(const V &v) {
  std::vector<Param> ps;
  for (int i = 0; i < 2; ++i) {
    Param p;
    p.name = "p" + std::to_string(i);
    p.value = v[i];
    p.lo = 0;
    p.hi = 2;
    p.fwd = [](double x) { return std::log(x); };
    p.inv = [](double x) { return std::exp(x); };
    ps.push_back(p);
  }
  ps.push_back(
      {"id", v[2], -1, 1, [](double x) { return x; }, [s = v[3]](double x) { return s * x; }});
  double r = 0;
  for (auto &p : ps) {
    double t = p.fwd(p.value) * 1.1;
    p.value = p.inv(t);
    r += p.value;
  }
  return r;
}
} // namespace opt_bounds

namespace nested_struct {
struct Fn {
  std::function<double(double)> f, df;
};
struct Item {
  std::string n;
  Fn fn;
  double w;
};
BOTH double f(const V &v) {
  std::vector<Item> is;
  is.push_back({"a", {[](double x) { return x * x; }, [](double x) { return 2 * x; }}, v[0]});
  is.push_back(
      {"b", {[](double x) { return std::sin(x); }, [](double x) { return std::cos(x); }}, v[1]});
  double s = 0;
  for (auto &i : is)
    s += i.w * i.fn.f(v[2]) + i.fn.df(v[3]);
  return s;
}
} // namespace nested_struct

namespace branch_changed {
BOTH double f(const V &v) {
  std::vector<Step> p{{v[0], [](double x) { return x * x; }}};
  if (v[0] > 1)
    p.push_back({v[1], [&](double x) { return x * v[2]; }});
  if (v[1] > 1) {
    p.push_back({v[3], [c = v[2]](double x) { return x + c; }});
  }
  double s = 0;
  for (auto &e : p)
    s += e.w * e.g(v[3]);
  Step l = p.back();
  return s * l.g(0.5);
}
} // namespace branch_changed

#if __cplusplus >= 202002L
namespace in_parentheses {
struct Named {
  std::string name;
  std::function<double(double)> g;
};
BOTH double f(const V &v) {
  std::vector<Named> p;
  p.emplace_back("square", [](double x) { return x * x; });
  p.push_back(Named("scaled", [&](double x) { return x * v[2]; }));
  double x = v[0];
  for (const auto &each : p)
    x = each.g(x) + v[1];
  return x * p.back().g(v[3]);
}
} // namespace in_parentheses
#endif

int main() {
  CHECK_CASE_TWICE(given);
  CHECK_CASE_TWICE(loops);
  CHECK_CASE_TWICE(member_class);
  CHECK_CASE_TWICE(member_class_loop);
  CHECK_CASE_TWICE(by_value_param);
  CHECK_CASE_TWICE(returned);
  CHECK_CASE_TWICE(arrays);
  CHECK_CASE_TWICE(bindings);
  CHECK_CASE_TWICE(find_if);
  CHECK_CASE_TWICE(find_loop);
  CHECK_CASE_TWICE(whole_assign);
  CHECK_CASE_TWICE(swapped);
  CHECK_CASE_TWICE(templ_elem);
  CHECK_CASE_TWICE(sort_idx);
  CHECK_CASE_TWICE(opt_bounds);
  CHECK_CASE_TWICE(nested_struct);
  CHECK_CASE_TWICE(branch_changed);
#if __cplusplus >= 202002L
  CHECK_CASE_TWICE(in_parentheses);
#endif
  return finish();
}
