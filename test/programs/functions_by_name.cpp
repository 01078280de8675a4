// Tables of functions that a program looks up by name: of the whole program, static, in members,
// returned by functions; buses of events.
#include "arrays.h"
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(const double *v, int size)
using F = std::function<double(double)>;
using G = std::function<double(double, double)>;

namespace in_ns_static_map {
static const std::map<std::string, G> ops = {
    {"+", [](double a, double b) { return a + b; }},
    {"*", [](double a, double b) { return a * b; }},
    {"p", [](double a, double b) { return std::pow(a, b); }}};
static std::string names[] = {"+", "*", "p"};
FUNCTION {
  double r = v[0];
  for (int i = 0; i < 3; ++i)
    r = ops.at(names[i])(r, v[i + 1]);
  return r;
}
} // namespace in_ns_static_map

namespace in_ns_static_map_find {
static const std::map<std::string, G> ops = {{"+", [](double a, double b) { return a + b; }},
                                             {"*", [](double a, double b) { return a * b; }}};
static double apply(const std::string &o, double a, double b) {
  auto it = ops.find(o);
  if (it == ops.end())
    return 0;
  return it->second(a, b);
}
FUNCTION {
  double r = v[0];
  for (const char *n : {"+", "*", "?"})
    r += apply(n, r, v[1]);
  return r;
}
} // namespace in_ns_static_map_find

namespace in_fn_static_map {
static double apply(char c, double a, double b) {
  static const std::map<char, G> ops = {{'+', [](double a, double b) { return a + b; }},
                                        {'-', [](double a, double b) { return a - b; }},
                                        {'*', [](double a, double b) { return a * b; }},
                                        {'/', [](double a, double b) { return a / b; }}};
  return ops.at(c)(a, b);
}
FUNCTION {
  double r = v[0];
  int i = 1;
  for (char c : std::string("+*/"))
    r = apply(c, r, v[i++]);
  return r;
}
} // namespace in_fn_static_map

namespace in_fn_static_map_idx {
static double apply(char c, double a, double b) {
  static std::map<char, G> ops = {{'+', [](double a, double b) { return a + b; }},
                                  {'-', [](double a, double b) { return a - b; }},
                                  {'*', [](double a, double b) { return a * b; }},
                                  {'/', [](double a, double b) { return a / b; }}};
  return ops[c](a, b);
}
FUNCTION {
  double r = v[0];
  int i = 1;
  for (char c : std::string("+*/"))
    r = apply(c, r, v[i++]);
  return r;
}
} // namespace in_fn_static_map_idx

namespace in_umap_ptr {
static double add(double a, double b) { return a + b; }
static double mul(double a, double b) { return a * b; }
static const std::unordered_map<std::string, double (*)(double, double)> ops = {{"add", add},
                                                                                {"mul", &mul}};
FUNCTION {
  std::string s = v[0] > 1 ? "add" : "mul";
  auto it = ops.find(s);
  double r = 0;
  if (it != ops.end())
    r = it->second(v[0], v[1]);
  return r * ops.at("mul")(v[2], v[3]);
}
} // namespace in_umap_ptr

namespace in_map_ptr_lambdas {
static const std::map<std::string, double (*)(double)> fs = {
    {"sq", [](double a) { return a * a; }}, {"sin", [](double a) { return std::sin(a); }}};
FUNCTION {
  std::string s = v[0] > 1 ? "sq" : "sin";
  return fs.at(s)(v[0]) * fs.at("sq")(v[2]);
}
} // namespace in_map_ptr_lambdas

namespace in_constexpr_array {
static double sq(double a) { return a * a; }
static constexpr double (*fs[])(double) = {sq, [](double x) { return std::exp(-x); }};
FUNCTION {
  double r = v[0];
  for (int i = 0; i < 2; ++i)
    r = fs[i](r);
  return r;
}
} // namespace in_constexpr_array

namespace in_constexpr_stdarray {
static double sq(double a) { return a * a; }
static constexpr std::array<double (*)(double), 2> fs = {sq,
                                                         +[](double x) { return std::exp(-x); }};
FUNCTION {
  double r = v[0];
  for (auto g : fs)
    r = g(r);
  for (size_t i = 0; i < fs.size(); ++i)
    r = fs[i](r) + v[1];
  return r;
}
} // namespace in_constexpr_stdarray

namespace in_const_vec_fn {
static const std::vector<F> fs = {[](double x) { return x * x; },
                                  [](double x) { return std::sin(x); }};
FUNCTION {
  double r = v[0];
  for (const auto &g : fs)
    r = g(r);
  for (size_t i = 0; i < fs.size(); ++i)
    r += fs[i](v[i]);
  return r;
}
} // namespace in_const_vec_fn

namespace in_const_vec_static_fn {
static double go(double r) {
  static const std::vector<F> fs = {[](double x) { return x * x; },
                                    [](double x) { return std::sin(x); }};
  for (const auto &g : fs)
    r = g(r);
  return r;
}
FUNCTION { return go(v[0]) * go(v[1]); }
} // namespace in_const_vec_static_fn

namespace in_const_arr_fn {
static const std::array<F, 2> fs = {[](double x) { return x * x; },
                                    [](double x) { return std::sin(x); }};
FUNCTION {
  int k = v[0] > 1;
  return fs[k](v[1]) + fs[1 - k](v[2]);
}
} // namespace in_const_arr_fn

namespace in_struct_table {
struct Op {
  const char *name;
  int prec;
  double (*fn)(double, double);
};
static const Op ops[] = {{"+", 1, [](double a, double b) { return a + b; }},
                         {"*", 2, [](double a, double b) { return a * b; }}};
FUNCTION {
  double r = v[0];
  for (const Op &o : ops)
    r = o.fn(r, v[o.prec]);
  return r;
}
} // namespace in_struct_table

namespace in_return_table {
static const std::map<std::string, G> &table() {
  static const std::map<std::string, G> ops = {{"+", [](double a, double b) { return a + b; }},
                                               {"*", [](double a, double b) { return a * b; }}};
  return ops;
}
FUNCTION {
  std::string s = v[0] > 1 ? "+" : "*";
  return table().at(s)(v[0], v[1]);
}
} // namespace in_return_table

namespace in_class_static {
struct Calc {
  static const std::map<char, G> ops;
  double go(char c, double a, double b) const { return ops.at(c)(a, b); }
};
const std::map<char, G> Calc::ops = {{'+', [](double a, double b) { return a + b; }},
                                     {'*', [](double a, double b) { return a * b; }}};
FUNCTION {
  Calc c;
  double r = v[0];
  for (char k : {'+', '*'})
    r = c.go(k, r, v[1]);
  return r;
}
} // namespace in_class_static

namespace in_class_inline_static {
struct Calc {
  inline static const std::map<std::string, F> fs = {{"sin", [](double a) { return std::sin(a); }},
                                                     {"exp", [](double a) { return std::exp(a); }}};
};
FUNCTION {
  std::string n = v[0] > 1 ? "sin" : "exp";
  auto g = Calc::fs.at(n);
  return g(v[1]) * g(v[2]);
}
} // namespace in_class_inline_static

namespace in_member_map {
struct Interp {
  std::map<std::string, F> fns;
  Interp() {
    fns["sin"] = [](double x) { return std::sin(x); };
    fns["sq"] = [](double x) { return x * x; };
  }
  void def(const std::string &n, F g) { fns[n] = std::move(g); }
  double call(const std::string &n, double x) const { return fns.at(n)(x); }
};
FUNCTION {
  Interp in;
  double k = v[0];
  in.def("scale", [k](double x) { return k * x; });
  std::string n = v[1] > 1 ? "scale" : "sq";
  return in.call(n, v[2]) + in.call("sin", v[3]);
}
} // namespace in_member_map

namespace in_member_map_init {
struct Interp {
  std::map<char, G> fns{{'+', [](double a, double b) { return a + b; }},
                        {'*', [](double a, double b) { return a * b; }}};
  double call(char n, double x, double y) const {
    auto it = fns.find(n);
    if (it != fns.end())
      return it->second(x, y);
    throw std::runtime_error("no");
  }
};
FUNCTION {
  Interp in;
  double r = v[0];
  for (char c : {'+', '*', '+'})
    r = in.call(c, r, v[1]);
  return r;
}
} // namespace in_member_map_init

namespace in_rpn {
static const std::map<std::string, G> ops = {{"+", [](double a, double b) { return a + b; }},
                                             {"-", std::minus<double>()},
                                             {"*", std::multiplies<>{}},
                                             {"/", [](double a, double b) { return a / b; }}};
FUNCTION {
  std::istringstream in("x y * x + y /");
  std::vector<double> st;
  std::string t;
  while (in >> t) {
    auto it = ops.find(t);
    if (it != ops.end()) {
      double b = st.back();
      st.pop_back();
      double a = st.back();
      st.pop_back();
      st.push_back(it->second(a, b));
    } else
      st.push_back(t == "x" ? v[0] : v[1]);
  }
  return st.back();
}
} // namespace in_rpn

namespace in_event {
struct Bus {
  std::map<std::string, std::vector<std::function<void(double)>>> h;
  void on(const std::string &n, std::function<void(double)> g) { h[n].push_back(std::move(g)); }
  void emit(const std::string &n, double x) {
    for (auto &g : h[n])
      g(x);
  }
};
FUNCTION {
  Bus b;
  double s = 0;
  b.on("a", [&](double x) { s += x * x; });
  b.on("b", [&](double x) { s *= x; });
  b.emit("a", v[0]);
  b.emit("b", v[1]);
  b.on("a", [&](double x) { s += x; });
  b.emit("a", v[2]);
  return s;
}
} // namespace in_event

namespace in_event_find {
struct Bus {
  std::map<std::string, std::vector<std::function<void(double)>>> h;
  void on(const std::string &n, std::function<void(double)> g) { h[n].push_back(std::move(g)); }
  void emit(const std::string &n, double x) {
    auto it = h.find(n);
    if (it == h.end())
      return;
    for (auto &g : it->second)
      g(x);
  }
};
FUNCTION {
  Bus b;
  double s = 0;
  b.on("a", [&](double x) { s += x * x; });
  b.on("b", [&](double x) { s *= x; });
  b.emit("a", v[0]);
  b.emit("b", v[1]);
  b.emit("c", v[1]);
  b.emit("a", v[2]);
  return s;
}
} // namespace in_event_find

namespace in_event_runtime {
struct Bus {
  std::map<int, std::vector<std::function<void(double)>>> h;
  void on(int n, std::function<void(double)> g) { h[n].push_back(std::move(g)); }
  void emit(int n, double x) {
    for (auto &g : h[n])
      g(x);
  }
};
FUNCTION {
  Bus b;
  double s = 0;
  b.on(1, [&](double x) { s += x * x; });
  b.on(2, [&](double x) { s *= x; });
  b.on(1, [&](double x) { s -= std::sin(x); });
  for (int i = 0; i < 4; ++i)
    b.emit(1 + i % 2, v[i]);
  return s;
}
} // namespace in_event_runtime

namespace in_enum_switch_table {
enum class A { Relu, Tanh, Id };
static double act(A a, double x) {
  static const std::map<A, F> t{{A::Relu, [](double x) { return x > 0 ? x : 0; }},
                                {A::Tanh, [](double x) { return std::tanh(x); }},
                                {A::Id, [](double x) { return x; }}};
  return t.at(a)(x);
}
FUNCTION {
  double r = 0;
  for (int i = 0; i < 3; ++i)
    r += act(static_cast<A>(i), v[i]);
  return r;
}
} // namespace in_enum_switch_table

int main() {
  CHECK_ARRAY(in_ns_static_map::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ns_static_map::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ns_static_map_find::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ns_static_map_find::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_fn_static_map::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_fn_static_map::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_fn_static_map_idx::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_fn_static_map_idx::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_umap_ptr::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_umap_ptr::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_map_ptr_lambdas::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_map_ptr_lambdas::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_constexpr_array::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_constexpr_array::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_constexpr_stdarray::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_constexpr_stdarray::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_const_vec_fn::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_const_vec_fn::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_const_vec_static_fn::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_const_vec_static_fn::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_const_arr_fn::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_const_arr_fn::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_struct_table::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_struct_table::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_return_table::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_return_table::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_class_static::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_class_static::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_class_inline_static::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_class_inline_static::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_member_map::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_member_map::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_member_map_init::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_member_map_init::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_rpn::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_rpn::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_event::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_event::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_event_find::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_event_find::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_event_runtime::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_event_runtime::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_enum_switch_table::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_enum_switch_table::f, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
