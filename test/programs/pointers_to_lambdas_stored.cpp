// Pointers to lambdas in local tables, records, vectors and objects: each leads to a function of
// its own that does what the lambda does.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

using V = std::vector<double>;

struct Op {
  const char *name;
  double (*fn)(double, double);
};
struct Named {
  std::string name;
  double (*fn)(double);
};

namespace tables {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Op ops[] = {{"add", [](double a, double b) { return a + b * b; }},
              {"mul", [](double a, double b) { return a * b; }}};
  double s = 0;
  for (const Op &o : ops)
    s += o.fn(v[0], v[1]);
  return s;
}
} // namespace tables

namespace named {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Named> ops = {{"sin", [](double a) { return std::sin(a); }},
                            {"sq", [](double a) { return a * a; }}};
  double s = 0;
  for (const auto &o : ops)
    s += o.fn(v[0]) * v[1];
  return s;
}
} // namespace named

namespace alone {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Op o{"add", [](double a, double b) { return a + b * b; }};
  return o.fn(v[0], v[1]);
}
} // namespace alone

namespace assigned {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Op o;
  o.fn = [](double a, double b) { return a + b * b; };
  if (v[0] > 100)
    o.fn = [](double a, double b) { return a * b; };
  return o.fn(v[0], v[1]);
}
} // namespace assigned

namespace own_statics {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  static const Op table[] = {{"add", [](double a, double b) { return a + b * b; }},
                             {"mul", [](double a, double b) { return a * b; }}};
  double s = 0;
  for (const Op &o : table)
    s += o.fn(v[0], v[1]);
  return s;
}
} // namespace own_statics

namespace pairs {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::pair<std::string, double (*)(double)>> fs = {
      {"sq", [](double a) { return a * a; }}, {"e", [](double a) { return std::exp(-a); }}};
  double s = 0;
  for (auto &[n, g] : fs)
    s += g(v[n.size()]);
  return s;
}
} // namespace pairs

namespace appended {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Op> ops;
  ops.push_back({"add", [](double a, double b) { return a + b * b; }});
  ops.push_back(Op{"mul", [](double a, double b) { return a * b; }});
  ops.emplace_back(Op{"p", +[](double a, double b) { return a / b; }});
  double s = 0;
  for (const Op &o : ops)
    s += o.fn(v[0], v[1]);
  return s;
}
} // namespace appended

namespace made {
static std::vector<Op> make() {
  return {{"add", [](double a, double b) { return a + b * b; }},
          {"mul", [](double a, double b) { return a * b; }}};
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (const Op &o : make())
    s += o.fn(v[0], v[1]);
  return s;
}
} // namespace made

namespace by_default {
struct Layer {
  double w;
  double (*act)(double) = [](double z) { return std::tanh(z); };
  double operator()(double x) const { return act(w * x); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Layer a{v[0]}, b{v[1]};
  b.act = [](double z) { return z > 0 ? z : 0.1 * z; };
  return b(a(v[2]));
}
} // namespace by_default

namespace constructed {
struct Layer2 {
  double w;
  double (*act)(double);
  Layer2(double w, double (*a)(double)) : w(w), act(a) {}
  double operator()(double x) const { return act(w * x); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Layer2> net;
  net.emplace_back(v[0], [](double z) { return std::tanh(z); });
  net.push_back(Layer2(v[1], [](double z) { return z * z; }));
  double x = v[2];
  for (auto &l : net)
    x = l(x);
  return x;
}
} // namespace constructed

namespace registered {
static void reg(std::vector<Op> &ops, const char *n, double (*g)(double, double)) {
  ops.push_back({n, g});
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Op> ops;
  reg(ops, "a", [](double a, double b) { return a * b * b; });
  reg(ops, "b", [](double a, double b) { return a / (1 + b * b); });
  double s = 0;
  for (auto &o : ops)
    s += o.fn(v[0], v[1]) * o.fn(v[2], v[3]);
  return s;
}
} // namespace registered

namespace variables {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto sq = +[](double a, double b) { return a * a + b; };
  double (*mul)(double, double) = [](double a, double b) { return a * b; };
  Op ops[2] = {{"sq", sq}, {"mul", mul}};
  double s = 0;
  for (int i = 0; i < 2; ++i)
    s += ops[i].fn(v[i], v[2]);
  return s;
}
} // namespace variables

namespace factories {
struct Act {
  std::string name;
  double (*f)(double);
  double (*g)(double);
};
static std::vector<Act> acts(int n) {
  std::vector<Act> r;
  for (int i = 0; i < n; ++i) {
    if (i % 3 == 0)
      r.push_back({"relu", [](double z) { return z > 0 ? z : 0.0; },
                   [](double z) { return z > 0 ? 1.0 : 0.0; }});
    else if (i % 3 == 1)
      r.push_back({"tanh", [](double z) { return std::tanh(z); },
                   [](double z) {
                     double t = std::tanh(z);
                     return 1 - t * t;
                   }});
    else
      r.push_back(
          {"sig", [](double z) { return 1 / (1 + std::exp(-z)); }, [](double z) { return z; }});
  }
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto a = acts(5);
  auto b = acts(3);
  double x = v[0];
  for (auto &l : a)
    x = l.f(x * v[1]);
  for (auto &l : b)
    x += l.g(x + v[2]);
  return x;
}
} // namespace factories

namespace in_classes {
class Net {
public:
  struct L {
    double w;
    double (*f)(double);
  };
  void add(double w, double (*f)(double)) { ls.push_back({w, f}); }
  double operator()(double x) const {
    for (const auto &l : ls)
      x = l.f(l.w * x);
    return x;
  }

private:
  std::vector<L> ls;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net n;
  n.add(v[0], [](double z) { return std::tanh(z); });
  n.add(v[1], [](double z) { return z * z; });
  n.add(v[2], std::sin);
  return n(v[3]);
}
} // namespace in_classes

namespace chosen {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Op o{"x", v[0] > 0 ? +[](double a, double b) { return a * b; }
                     : +[](double a, double b) { return a - b; }};
  return o.fn(v[0], v[1]);
}
} // namespace chosen

namespace changing {
struct Upd {
  void (*step)(double *, int);
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Upd u[] = {{[](double *p, int n) {
               for (int i = 0; i < n; ++i)
                 p[i] *= p[i];
             }},
             {[](double *p, int n) {
               for (int i = 1; i < n; ++i)
                 p[i] += p[i - 1];
             }}};
  double p[3] = {v[0], v[1], v[2]};
  for (auto &s : u)
    s.step(p, 3);
  return p[0] + p[1] * p[2];
}
} // namespace changing

namespace recursive {
struct Node2 {
  double (*ev)(const Node2 *, double);
  const Node2 *a, *b;
  double c;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Node2 x{[](const Node2 *, double x) { return x; }, nullptr, nullptr, 0};
  Node2 k{[](const Node2 *n, double) { return n->c; }, nullptr, nullptr, v[1]};
  Node2 m{[](const Node2 *n, double x) { return n->a->ev(n->a, x) * n->b->ev(n->b, x); }, &x, &k,
          0};
  Node2 s{[](const Node2 *n, double x) { return n->a->ev(n->a, x) + n->b->ev(n->b, x); }, &m, &x,
          0};
  return s.ev(&s, v[0]);
}
} // namespace recursive

namespace contexts {
struct Gsl {
  double (*function)(double x, void *params);
  void *params;
};
static double integ(const Gsl *f, double a, double b, int n) {
  double s = 0, h = (b - a) / n;
  for (int i = 0; i < n; ++i)
    s += h * f->function(a + (i + 0.5) * h, f->params);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  struct P {
    double a, b;
  } p{v[0], v[1]};
  Gsl g;
  g.function = [](double x, void *q) {
    P *p = static_cast<P *>(q);
    return p->a * x * x + p->b;
  };
  g.params = &p;
  return integ(&g, 0, v[2], 20);
}
} // namespace contexts

namespace searched_tables {
struct Rule {
  double lo;
  double (*r)(double);
};
static double apply(double x) {
  static const Rule rules[] = {{0.0, [](double x) { return x; }},
                               {1.0, [](double x) { return x * x; }},
                               {2.0, [](double x) { return std::exp(x - 1); }}};
  double y = 0;
  for (const Rule &r : rules)
    if (x >= r.lo)
      y = r.r(x);
  return y;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return apply(v[0]) + apply(v[1] + 1) + apply(v[2] + 2);
}
} // namespace searched_tables

namespace sorted {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Named> ops = {{"z", [](double a) { return a * a; }},
                            {"a", [](double a) { return std::sin(a); }}};
  std::sort(ops.begin(), ops.end(), [](const Named &a, const Named &b) { return a.name < b.name; });
  double x = v[0];
  for (auto &o : ops)
    x = o.fn(x);
  return x;
}
} // namespace sorted

namespace found {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  const std::vector<Named> ops = {{"sq", [](double a) { return a * a; }},
                                  {"sin", [](double a) { return std::sin(a); }}};
  auto it = std::find_if(ops.begin(), ops.end(), [](const Named &n) { return n.name == "sin"; });
  return it == ops.end() ? v[0] : it->fn(v[0]);
}
} // namespace found

namespace or_none {
struct Cfg {
  int n = 3;
  double (*loss)(double, double) = nullptr;
  double (*reg)(double) = nullptr;
};
static double train(const Cfg &c, double w, double y) {
  double s = 0;
  for (int i = 0; i < c.n; ++i)
    s += c.loss(w * i, y);
  if (c.reg)
    s += c.reg(w);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Cfg c;
  c.loss = [](double a, double b) { return (a - b) * (a - b); };
  double r = train(c, v[0], v[1]);
  c.reg = [](double w) { return 0.1 * w * w; };
  return r + train(c, v[2], v[3]);
}
} // namespace or_none

namespace in_templates {
template <class T> struct TOp {
  const char *n;
  T (*fn)(T);
};
template <class T> static T run(T x) {
  TOp<T> ops[] = {{"a", [](T a) { return a * a; }}, {"b", [](T a) { return a + 1; }}};
  for (auto &o : ops)
    x = o.fn(x);
  return x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return run(v[0]) * run(v[1]);
}
} // namespace in_templates

namespace by_template {
template <class F> static void reg(std::vector<Op> &ops, const char *n, F g) {
  ops.push_back({n, g});
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Op> ops;
  reg(ops, "a", [](double a, double b) { return a * b; });
  reg(ops, "b", [](double a, double b) { return a - b * b; });
  double s = 0;
  for (auto &o : ops)
    s += o.fn(v[0], v[1]);
  return s;
}
} // namespace by_template

namespace of_variables {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = [](double a, double b) { return a * b; };
  Op o{"a", g};
  Op p{"b", +g};
  return o.fn(v[0], v[1]) + p.fn(v[2], v[3]);
}
} // namespace of_variables

namespace of_constants {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  static const auto g = [](double a, double b) { return a * b; };
  Op o;
  o.fn = g;
  return o.fn(v[0], v[1]);
}
} // namespace of_constants

namespace of_the_program {
static const auto gl = [](double a, double b) { return a / (1 + b * b); };
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Op o{"g", gl};
  return o.fn(v[0], v[1]);
}
} // namespace of_the_program

namespace that_throw_nothing {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Op o{"a", [](double a, double b) noexcept { return a * b; }};
  return o.fn(v[0], v[1]);
}
} // namespace that_throw_nothing

namespace with_constants {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Op o{"n", [](double a, double b) {
         static const double k[2] = {0.5, 2};
         return a * k[0] + b * k[1] * a;
       }};
  return o.fn(v[0], v[1]);
}
} // namespace with_constants

namespace private_members {
class C {
  double w;
  double (*g)(const C &, double);

public:
  C(double w) : w(w) {
    g = [](const C &c, double x) { return c.w * x + c.twice(x); };
  }
  double operator()(double x) const { return g(*this, x); }

private:
  double twice(double x) const { return 2 * x * w; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  C c(v[0]);
  return c(v[1]);
}
} // namespace private_members

namespace same_names {
static double f_lambda(double a, double b) { return a + b; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Op o{"n", [](double a, double b) { return a * b; }};
  Op p{"m", f_lambda};
  return o.fn(v[0], v[1]) + p.fn(v[2], v[0]);
}
} // namespace same_names

namespace overloaded_names {
static double f_lambda(const char *) { return 3; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Op o{"n", [](double a, double b) { return a * b; }};
  return o.fn(v[0], v[1]) + f_lambda("x");
}
} // namespace overloaded_names

namespace called_ahead {
static double later(double a);
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Op o{"n", [](double a, double b) { return later(a) * b; }};
  return o.fn(v[0], v[1]);
}
static double later(double a) { return a * a; }
} // namespace called_ahead

namespace in_namespaces {
namespace lib {
namespace detail {
static double sq(double x) { return x * x; }
} // namespace detail
struct R {
  double (*g)(double);
};
inline R make() {
  return {[](double x) { return detail::sq(x) + 1; }};
}
} // namespace lib
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  lib::R r = lib::make();
  return r.g(v[0]) * v[1];
}
} // namespace in_namespaces

namespace comparisons {
struct Cmp {
  bool (*less)(double, double);
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Cmp c{[](double a, double b) { return a > b; }};
  V w(v);
  std::sort(w.begin(), w.end(), c.less);
  return w[0] * 3 + w[1] * w[2];
}
} // namespace comparisons

namespace for_algorithms {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  struct T {
    double (*g)(double);
  } t{[](double x) { return x * x; }};
  V w(v);
  std::transform(w.begin(), w.end(), w.begin(), t.g);
  return w[0] + w[1] * w[2];
}
} // namespace for_algorithms

namespace through_pointers {
struct W {
  void (*g)(const double *, double *, int);
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  W w{[](const double *x, double *y, int n) {
    for (int i = 0; i < n; ++i)
      y[i] = x[i] * x[(i + 1) % n];
  }};
  double y[4];
  w.g(v.data(), y, 4);
  return y[0] + y[1] * y[2] + y[3];
}
} // namespace through_pointers

namespace of_vectors {
struct X {
  double (*g)(const std::vector<double> &);
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  X xs[] = {{[](const std::vector<double> &a) {
              double s = 0;
              for (double e : a)
                s += e * e;
              return s;
            }},
            {[](const std::vector<double> &a) { return a[0] * a.back(); }}};
  double r = 0;
  for (auto &x : xs)
    r += x.g(v);
  return r;
}
} // namespace of_vectors

namespace default_arguments {
static double apply(double x, double (*g)(double) = [](double t) { return t * t * t; }) {
  return g(x);
}
struct D1 {
  double (*g)(double) = [](double t) { return t + 1; };
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  D1 d;
  if (v[0] > 0.5)
    d.g = [](double t) { return 2 * t * t; };
  return apply(v[0]) + d.g(v[1]) + apply(v[2], d.g);
}
} // namespace default_arguments

int main() {
  CHECK_CASE_TWICE(tables);
  CHECK_CASE_TWICE(named);
  CHECK_CASE_TWICE(alone);
  CHECK_CASE_TWICE(assigned);
  CHECK_CASE_TWICE(own_statics);
  CHECK_CASE_TWICE(pairs);
  CHECK_CASE_TWICE(appended);
  CHECK_CASE_TWICE(made);
  CHECK_CASE_TWICE(by_default);
  CHECK_CASE_TWICE(constructed);
  CHECK_CASE_TWICE(registered);
  CHECK_CASE_TWICE(variables);
  CHECK_CASE_TWICE(factories);
  CHECK_CASE_TWICE(in_classes);
  CHECK_CASE_TWICE(chosen);
  CHECK_CASE_TWICE(changing);
  CHECK_CASE_TWICE(recursive);
  CHECK_CASE_TWICE(contexts);
  CHECK_CASE_TWICE(searched_tables);
  CHECK_CASE_TWICE(sorted);
  CHECK_CASE_TWICE(found);
  CHECK_CASE_TWICE(or_none);
  CHECK_CASE_TWICE(in_templates);
  CHECK_CASE_TWICE(by_template);
  CHECK_CASE_TWICE(of_variables);
  CHECK_CASE_TWICE(of_constants);
  CHECK_CASE_TWICE(of_the_program);
  CHECK_CASE_TWICE(that_throw_nothing);
  CHECK_CASE_TWICE(with_constants);
  CHECK_CASE_TWICE(private_members);
  CHECK_CASE_TWICE(same_names);
  CHECK_CASE_TWICE(overloaded_names);
  CHECK_CASE_TWICE(called_ahead);
  CHECK_CASE_TWICE(in_namespaces);
  CHECK_CASE_TWICE(comparisons);
  CHECK_CASE_TWICE(for_algorithms);
  CHECK_CASE_TWICE(through_pointers);
  CHECK_CASE_TWICE(of_vectors);
  CHECK_CASE_TWICE(default_arguments);
  return finish();
}
