// Functions that return one of several functions, or none; containers in which some are none.
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

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(const double *v, int n)
using F = std::function<double(double)>;
using G = std::function<double(double, double)>;

namespace in_ret_empty {
static F pick(int k) {
  if (k == 0)
    return [](double x) { return x * x; };
  if (k == 1)
    return [](double x) { return std::sin(x); };
  return {};
}
FUNCTION {
  double r = 0;
  for (int i = 0; i < 3; ++i) {
    auto g = pick(i);
    if (g)
      r += g(v[i]);
    else
      r += v[3];
  }
  return r;
}
} // namespace in_ret_empty

namespace in_ret_nullptr {
static F pick(bool b, double k) {
  if (b)
    return [k](double x) { return k * x; };
  return nullptr;
}
FUNCTION {
  F g = pick(v[0] > 1, v[1]), h = pick(v[0] < 1, v[2]);
  return (g ? g(v[3]) : v[0]) + (h ? h(v[3]) : v[1]);
}
} // namespace in_ret_nullptr

namespace in_ret_ternary {
static F pick(bool b, double k) {
  return b ? F([k](double x) { return k * x; }) : F();
}
FUNCTION {
  auto g = pick(v[0] > 1, v[1]);
  return g ? g(v[3]) : v[0] * v[0];
}
} // namespace in_ret_ternary

namespace in_ret_ternary_null {
static F pick(bool b, double k) {
  return b ? F([k](double x) { return k * x; }) : nullptr;
}
FUNCTION {
  auto g = pick(v[0] > 1, v[1]);
  return g ? g(v[3]) : v[0] * v[0];
}
} // namespace in_ret_ternary_null

namespace in_vec_some_empty {
FUNCTION {
  std::vector<F> fs = {[&](double x) { return x * v[0]; }, nullptr, [](double x) { return x * x; },
                       F{}};
  double r = v[1];
  for (auto &g : fs)
    if (g)
      r = g(r);
  for (size_t i = 0; i < fs.size(); ++i)
    if (fs[i])
      r += fs[i](v[2]);
  return r;
}
} // namespace in_vec_some_empty

namespace in_vec_sized {
FUNCTION {
  std::vector<F> fs(3);
  fs[1] = [&](double x) { return x * v[0]; };
  double r = v[1];
  for (auto &g : fs)
    if (g)
      r = g(r);
  return r;
}
} // namespace in_vec_sized

namespace in_arr_empty {
struct H {
  std::array<F, 3> hs;
  void set(int i, F g) { hs[i] = std::move(g); }
  double fire(int i, double x) { return hs[i] ? hs[i](x) : x; }
};
FUNCTION {
  H h;
  h.set(0, [&](double x) { return x * v[0]; });
  h.set(2, [](double x) { return x * x; });
  double r = v[1];
  for (int i = 0; i < 3; ++i)
    r += h.fire(i, r);
  return r;
}
} // namespace in_arr_empty

namespace in_carr_empty {
struct H {
  F hs[2];
};
FUNCTION {
  H h;
  h.hs[1] = [&](double x) { return x * v[0]; };
  double r = v[1];
  for (int i = 0; i < 2; ++i)
    if (h.hs[i])
      r += h.hs[i](r);
  return r;
}
} // namespace in_carr_empty

namespace in_var_chosen {
FUNCTION {
  F g = v[0] > 1 ? F([&](double x) { return x * v[1]; }) : F(nullptr);
  return g ? g(v[2]) : v[3];
}
} // namespace in_var_chosen

namespace in_ret_switch {
enum class K { A, B, C };
static F make(K k, double w) {
  switch (k) {
  case K::A:
    return [w](double x) { return w * x; };
  case K::B:
    return [w](double x) { return w + x; };
  case K::C:
    break;
  }
  return nullptr;
}
FUNCTION {
  double r = 1;
  for (int i = 0; i < 3; ++i) {
    F g = make(static_cast<K>(i), v[i]);
    if (g != nullptr)
      r += g(v[3]);
  }
  return r;
}
} // namespace in_ret_switch

namespace in_ret_var {
static F make(int k, double w) {
  F g;
  if (k == 0)
    g = [w](double x) { return w * x; };
  else if (k == 1)
    g = [w](double x) { return w + x; };
  return g;
}
FUNCTION {
  double r = 1;
  for (int i = 0; i < 3; ++i) {
    F g = make(i, v[i]);
    if (g)
      r += g(v[3]);
  }
  return r;
}
} // namespace in_ret_var

namespace in_ret_keep {
static F pick(bool b, double k) {
  if (b)
    return [k](double x) { return k * x; };
  return nullptr;
}
struct S {
  F g;
  void set(F h) { g = std::move(h); }
};
FUNCTION {
  S s;
  s.set(pick(v[0] > 1, v[1]));
  double r = s.g ? s.g(v[2]) : v[0];
  s.set(pick(v[0] < 1, v[2]));
  return r * (s.g ? s.g(v[3]) : v[1]);
}
} // namespace in_ret_keep

int main() {
  CHECK_ARRAY(in_ret_empty::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ret_empty::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ret_nullptr::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ret_nullptr::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ret_ternary::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ret_ternary::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ret_ternary_null::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ret_ternary_null::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_vec_some_empty::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_vec_some_empty::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_vec_sized::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_vec_sized::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_arr_empty::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_arr_empty::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_carr_empty::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_carr_empty::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_var_chosen::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_var_chosen::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ret_switch::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ret_switch::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ret_var::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ret_var::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ret_keep::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ret_keep::f, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
