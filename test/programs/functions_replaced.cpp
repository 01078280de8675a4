// Parameters of type std::function that are none, or replaced by others, where they are given.
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

namespace in_param_null {
static double solve(double x, F g = nullptr) {
  if (!g)
    g = [](double t) { return t * t; };
  return g(x) + x;
}
FUNCTION {
  double k = v[1];
  return solve(v[0]) + solve(v[1], [k](double t) { return k * std::sin(t); });
}
} // namespace in_param_null

namespace in_param_null_capture {
static double solve(double x, double h, std::function<double(double)> f, F g = nullptr) {
  if (!g)
    g = [&](double t) { return (f(t + h) - f(t - h)) / (2 * h); };
  for (int i = 0; i < 5; ++i)
    x -= f(x) / g(x);
  return x;
}
FUNCTION {
  double k = v[1];
  auto q = [k](double t) { return t * t - k; };
  return solve(v[0], 0.01, q) + solve(v[0] + 1, 0.01, q, [](double t) { return 2 * t; });
}
} // namespace in_param_null_capture

namespace in_param_null_opt {
static double solve(double x, F g = {}) {
  if (g == nullptr) {
    double k = x;
    g = [k](double t) { return t * k; };
  }
  double r = 0;
  for (int i = 0; i < 3; ++i)
    r += g(x + i);
  return r;
}
FUNCTION {
  return solve(v[0]) * solve(v[1], [&](double t) { return t / v[2]; });
}
} // namespace in_param_null_opt

namespace in_param_wrap {
static double solve(double x, F g) {
  g = [g](double t) { return g(t) * 2; };
  return g(x);
}
FUNCTION {
  return solve(v[0], [&](double t) { return t / v[2]; });
}
} // namespace in_param_wrap

namespace in_param_ptr_null {
static double sq(double t) { return t * t; }
static double solve(double x, double (*g)(double) = nullptr) {
  if (!g)
    g = sq;
  return g(x) + x;
}
static double cu(double t) { return t * t * t; }
FUNCTION { return solve(v[0]) + solve(v[1], cu); }
} // namespace in_param_ptr_null

namespace in_param_branch_runtime {
static double solve(double x, int mode, F g) {
  if (mode == 1)
    g = [](double t) { return std::sin(t); };
  else if (mode == 2)
    g = nullptr;
  return g ? g(x) : x * x;
}
FUNCTION {
  double r = 0;
  for (int i = 0; i < 3; ++i) {
    double k = v[i];
    r += solve(v[3], i, [k](double t) { return t * k; });
  }
  return r;
}
} // namespace in_param_branch_runtime

namespace in_param_recursive {
static double solve(double x, int n, F g = nullptr) {
  if (!g)
    g = [](double t) { return t * t; };
  if (n == 0)
    return g(x);
  return solve(g(x), n - 1, g);
}
FUNCTION {
  return solve(v[0], 2) + solve(v[1], 3, [&](double t) { return t * v[2]; });
}
} // namespace in_param_recursive

namespace in_param_early {
static double solve(double x, F g = nullptr) {
  if (!g)
    g = [](double t) { return t * t - 2; };
  for (int i = 0; i < 20; ++i) {
    double y = g(x);
    if (std::abs(y) < 1e-12)
      return x;
    x -= y / (2 * x);
  }
  return x;
}
FUNCTION {
  double k = v[1];
  return solve(v[0]) + solve(v[1], [k](double t) { return t * t - k; });
}
} // namespace in_param_early

namespace in_param_ref_set {
static void choose(F &g, double k) {
  if (k > 1)
    g = [k](double t) { return t * k; };
  else
    g = [](double t) { return t; };
}
FUNCTION {
  F g;
  choose(g, v[0]);
  double r = g(v[1]);
  choose(g, v[2]);
  return r + g(v[3]);
}
} // namespace in_param_ref_set

namespace in_param_ref_wrapstate {
static F defaulted(F g, double k) {
  if (!g)
    g = [k](double t) { return k * t; };
  return g;
}
FUNCTION {
  auto a = defaulted(nullptr, v[0]), b = defaulted([&](double t) { return t * v[1]; }, v[2]);
  return a(v[2]) * b(v[3]);
}
} // namespace in_param_ref_wrapstate

namespace in_ctor_default {
struct Opt {
  F g;
  double h;
  explicit Opt(double h_, F g_ = nullptr) : g(std::move(g_)), h(h_) {
    if (!g)
      g = [](double t) { return t * t; };
  }
  double go(double x) const { return g(x) * h; }
};
FUNCTION {
  Opt a(v[0]), b(v[1], [&](double t) { return std::sin(t * v[2]); });
  return a.go(v[2]) + b.go(v[3]);
}
} // namespace in_ctor_default

namespace in_ctor_default_cap {
struct Opt {
  F f, g;
  double h;
  Opt(F f_, double h_, F g_ = nullptr) : f(f_), g(g_), h(h_) {
    if (!g) {
      g = [this](double t) { return (f(t + h) - f(t - h)) / (2 * h); };
    }
  }
  double go(double x) const { return x - f(x) / g(x); }
};
FUNCTION {
  double k = v[0];
  Opt a([k](double t) { return t * t - k; }, 0.01);
  return a.go(v[2]);
}
} // namespace in_ctor_default_cap

namespace in_lambda_param {
FUNCTION {
  auto run = [&](double x, F g) {
    if (!g)
      g = [&](double t) { return t * v[1]; };
    return g(x);
  };
  return run(v[0], nullptr) + run(v[2], [](double t) { return t * t; });
}
} // namespace in_lambda_param

int main() {
  CHECK_ARRAY(in_param_null::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_param_null::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_param_null_capture::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_param_null_capture::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_param_null_opt::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_param_null_opt::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_param_wrap::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_param_wrap::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_param_ptr_null::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_param_ptr_null::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_param_branch_runtime::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_param_branch_runtime::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_param_recursive::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_param_recursive::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_param_early::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_param_early::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_param_ref_set::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_param_ref_set::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_param_ref_wrapstate::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_param_ref_wrapstate::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ctor_default::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ctor_default::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_ctor_default_cap::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_ctor_default_cap::f, {1.9, 0.35, 2.2, 1.1});
  CHECK_ARRAY(in_lambda_param::f, {0.7, 1.3, 0.9, 0.4});
  CHECK_ARRAY(in_lambda_param::f, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
