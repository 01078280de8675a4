// Functions that may be none: callbacks that are not given, pointers to no function, members.
#include "vectors.h"
#include <cmath>
#include <functional>
#include <vector>

using V = std::vector<double>;

namespace default_argument {
double solve(double a, int n, const std::function<void(int, double)> &cb = nullptr) {
  double x = 1;
  for (int i = 0; i < n; ++i) {
    x = 0.5 * (x + a / x);
    if (cb)
      cb(i, x);
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double tr = 0;
  double a = solve(v[0], 4, [&](int i, double x) { tr += i * x; });
  double b = solve(v[1], 5);
  return a * b + tr;
}
} // namespace default_argument

namespace by_value {
double solve(double a, int n, std::function<void(int, double)> cb = {}) {
  double x = 1;
  for (int i = 0; i < n; ++i) {
    x = 0.5 * (x + a / x);
    if (cb)
      cb(i, x);
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double tr = 0;
  double a = solve(v[0], 4, [&](int i, double x) { tr += i * x; });
  double b = solve(v[1], 5);
  return a * b + tr;
}
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

int main() {
  CHECK_CASE_TWICE(default_argument);
  CHECK_CASE_TWICE(by_value);
  CHECK_CASE_TWICE(compared);
  CHECK_CASE_TWICE(in_members);
  CHECK_CASE_TWICE(pointers);
  return finish();
}
