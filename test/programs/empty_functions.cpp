// Functions that may be none: callbacks that are not given, pointers to no function, members.
#include "vectors.h"
#include <cmath>
#include <functional>
#include <vector>

using V = std::vector<double>;

// Square roots, and what the callback sees on the way to the first.
#define SOLVES(Parameter)                                                                          \
  double solve(double a, int n, Parameter) {                                                       \
    double x = 1;                                                                                  \
    for (int i = 0; i < n; ++i) {                                                                  \
      x = 0.5 * (x + a / x);                                                                       \
      if (cb)                                                                                      \
        cb(i, x);                                                                                  \
    }                                                                                              \
    return x;                                                                                      \
  }                                                                                                \
  [[ad::differentiate(forward, reverse)]]                                                          \
  double f(const V &v) {                                                                           \
    double tr = 0;                                                                                 \
    double a = solve(v[0], 4, [&](int i, double x) { tr += i * x; });                              \
    double b = solve(v[1], 5);                                                                     \
    return a * b + tr;                                                                             \
  }

using Seen = std::function<void(int, double)>;

namespace default_argument {
SOLVES(const Seen &cb = nullptr)
} // namespace default_argument

namespace by_value {
SOLVES(Seen cb = {})
} // namespace by_value

namespace compared {
double solve(double a, int n, const std::function<double(double)> &cb) {
  double x = 1;
  for (int i = 0; i < n; ++i) {
    x = 0.5 * (x + a / x);
    if (cb != nullptr)
      x = cb(x);
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = solve(v[0], 4, [&](double x) { return x + 0.1 * v[2]; });
  double b = solve(v[1], 5, nullptr);
  return a * b;
}
} // namespace compared

namespace in_members {
struct Opt {
  std::function<double(double)> reg;
  double lr;
  double run(double x) const {
    for (int i = 0; i < 3; ++i) {
      x -= lr * (x - 1);
      if (reg)
        x += reg(x);
    }
    return x;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Opt a{nullptr, v[0] * 0.1};
  Opt b{[&](double x) { return v[1] * x * 0.1; }, 0.2};
  Opt c;
  c.lr = v[3] * 0.1;
  return a.run(v[2]) * b.run(v[3]) + c.run(v[0]);
}
} // namespace in_members

namespace pointers {
double solve(double a, double (*cb)(double) = nullptr) {
  double x = a * a;
  if (cb)
    x = cb(x);
  return x;
}
static double sq(double x) { return x * x + std::sin(x); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return solve(v[0], sq) * solve(v[1]);
}
} // namespace pointers

namespace {
static double sq(double x) { return x * x; }
} // namespace

namespace pointers_replaced {
static double sq(double x) { return x * x; }
static double cu(double x) { return x * x * x; }
static double solve(double a, double (*g)(double) = nullptr) {
  if (!g)
    g = sq;
  return g(a) + a;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return solve(v[0]) * solve(v[1], cu) * solve(v[2], nullptr);
}
} // namespace pointers_replaced

namespace captured {
static double run(double a, const std::function<double(double)> &g) {
  auto inner = [&g, a](double x) { return g ? g(x) * a : x; };
  auto copy = [g](double x) {
    if (g == nullptr)
      return x + 1;
    return g(x);
  };
  return inner(a) + copy(a);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return run(v[0], nullptr) * run(v[1], [&](double x) { return x * v[2]; });
}
} // namespace captured

namespace in_recursion {
static double walk(double x, int d, const std::function<double(double)> &g) {
  if (d == 0)
    return g ? g(x) : x;
  double s = walk(x * 0.5, d - 1, g) + walk(x * 0.3, d - 1, g);
  return g && d > 1 ? s * g(s) : s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return walk(v[0], 2, {}) * walk(v[1], 2, [&](double x) { return x * v[2] + 1; });
}
} // namespace in_recursion

namespace pointers_stored {
struct Op {
  double (*g)(double);
  double w;
};
static double apply(const Op &o, double x) { return o.g ? o.g(x) * o.w : x + o.w; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Op a{sq, v[0]}, b{nullptr, v[1]};
  Op t[2] = {a, b};
  double s = 0;
  for (auto &o : t)
    s += apply(o, v[2]);
  return s * v[3];
}
} // namespace pointers_stored

namespace in_constant_tables {
typedef double (*Fn)(double);
static const Fn table[3] = {sq, nullptr, sq};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 1;
  for (int i = 0; i < 3; ++i)
    if (table[i])
      s *= table[i](v[i]);
    else
      s += v[i];
  return s;
}
} // namespace in_constant_tables

namespace in_local_tables {
typedef double (*Fn)(double);
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Fn t[3] = {sq, nullptr, sq};
  double s = 1;
  for (int i = 0; i < 3; ++i)
    if (t[i] != nullptr)
      s *= t[i](v[i]);
    else
      s += v[i];
  return s;
}
} // namespace in_local_tables

int main() {
  CHECK_CASE_TWICE(default_argument);
  CHECK_CASE_TWICE(by_value);
  CHECK_CASE_TWICE(compared);
  CHECK_CASE_TWICE(in_members);
  CHECK_CASE_TWICE(pointers);
  CHECK_CASE_TWICE(pointers_replaced);
  CHECK_CASE_TWICE(captured);
  CHECK_CASE_TWICE(in_recursion);
  CHECK_CASE_TWICE(pointers_stored);
  CHECK_CASE_TWICE(in_constant_tables);
  CHECK_CASE_TWICE(in_local_tables);
  return finish();
}
