// Lambdas that are returned as pointers to functions, and overload sets that are made where they
// are passed.
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
template <class... Ts> struct overload : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overload(Ts...) -> overload<Ts...>;

namespace in_ptr_ret_plus {
static double (*pick(int k))(double) {
  if (k == 0)
    return +[](double x) { return x * x; };
  return +[](double x) { return std::sin(x); };
}
FUNCTION {
  double r = 0;
  for (int i = 0; i < 2; ++i)
    r += pick(i)(v[i]);
  auto g = pick(1);
  return r * g(v[2]);
}
} // namespace in_ptr_ret_plus

namespace in_ptr_ret_auto {
static auto pick() {
  return +[](double x) { return x * x; };
}
FUNCTION {
  auto g = pick();
  return g(v[0]) * pick()(v[1]);
}
} // namespace in_ptr_ret_auto

namespace in_ptr_ret_conv {
using P = double (*)(double);
static P pick(bool b) {
  if (b)
    return [](double x) { return x * x; };
  else
    return [](double x) { return std::cos(x); };
}
FUNCTION {
  P g = pick(v[0] > 1);
  return g(v[0]) * pick(v[0] < 1)(v[1]);
}
} // namespace in_ptr_ret_conv

namespace in_ptr_ret_tern {
using P = double (*)(double);
static P pick(bool b) {
  return b ? +[](double x) { return x * x; } : +[](double x) { return std::cos(x); };
}
FUNCTION {
  P g = pick(v[0] > 1);
  return g(v[0]) * pick(v[0] < 1)(v[1]);
}
} // namespace in_ptr_ret_tern

namespace in_ptr_ret_switch {
using P = double (*)(double);
static double id(double x) { return x; }
static P pick(int k) {
  switch (k) {
  case 0:
    return [](double x) { return x * x; };
  case 1:
    return [](double x) { return std::cos(x); };
  default:
    return id;
  }
}
FUNCTION {
  double r = 0;
  for (int i = 0; i < 3; ++i) {
    P g = pick(i);
    r += g(v[i]);
  }
  return r;
}
} // namespace in_ptr_ret_switch

namespace in_overload_passed {
template <class O> static double use(O o, double x) { return o(x) + o(2); }
FUNCTION {
  double s = 0;
  double r = use(overload{[&](double d) {
                            s += d;
                            return d * v[1];
                          },
                          [&](int i) { return i * v[2]; }},
                 v[0]);
  return r + s;
}
} // namespace in_overload_passed

namespace in_overload_passed_ref {
template <class O> static double use(const O &o, double x) { return o(x) + o(2); }
FUNCTION {
  double r =
      use(overload{[&](double d) { return d * v[1]; }, [&](int i) { return i * v[2]; }}, v[0]);
  return r;
}
} // namespace in_overload_passed_ref

namespace in_overload_passed_fwd {
template <class O> static double inner(O &&o, double x) { return std::forward<O>(o)(x); }
template <class O> static double use(O &&o, double x) {
  return inner(std::forward<O>(o), x) + o(2);
}
FUNCTION {
  double k = v[3];
  double r = use(
      overload{[&, k](double d) { return d * v[1] * k; }, [&](int i) { return i * v[2]; }}, v[0]);
  return r;
}
} // namespace in_overload_passed_fwd

int main() {
  CHECK_ARRAY(in_ptr_ret_plus::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ptr_ret_plus::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ptr_ret_auto::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ptr_ret_auto::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ptr_ret_conv::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ptr_ret_conv::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ptr_ret_tern::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ptr_ret_tern::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ptr_ret_switch::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ptr_ret_switch::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_overload_passed::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_overload_passed::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_overload_passed_ref::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_overload_passed_ref::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_overload_passed_fwd::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_overload_passed_fwd::f, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
