// Functions that are inlined with one function as their argument, and then with another one: inside
// of their own arguments, too.
#include "vectors.h"
#include <cmath>
#include <functional>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

static double to0(double s) { return s; }
static double to1(double s) { return 0.5 + s * s; }
static double to2(double s) { return std::sin(s); }
template <class F> double apply_n(F f, double x, int n) {
  for (int i = 0; i < n; ++i)
    x = f(x);
  return x;
}
BOTH double pointer_after_function(const V &v) {
  auto *g = 0.5 <= v[3] ? to1 : to2;
  const double z = apply_n(to0, v[2], 3);
  double t = 0.5;
  for (int i = 0; i < 3; ++i)
    t += apply_n(g, v[1], 2);
  return t * z;
}
BOTH double in_itself(const V &v) {
  return apply_n(to1, apply_n(to2, v[0], 2), 2) + apply_n(to2, apply_n(to1, v[1], 1), 1);
}
static double each(const std::vector<std::function<double(double)>> &fs, double x) {
  for (auto &f : fs)
    x = f(x);
  return x;
}
BOTH double lists(const V &v) {
  std::vector<std::function<double(double)>> a{to1, [&](double x) { return x * v[1]; }}, b{to2};
  return each(a, each(b, v[0])) + each(b, each(a, v[2]));
}
BOTH double mixed(const V &v) {
  auto lam = [&](double x) { return x * v[3]; };
  double (*p)(double) = v[0] > 1 ? to1 : to2;
  return apply_n(lam, v[0], 2) + apply_n(p, v[1], 2) + apply_n(lam, apply_n(p, v[2], 1), 2);
}
struct Ap {
  template <class F> double run(F f, double x) const { return f(f(x)); }
};
BOTH double set_again(const V &v) {
  Ap a;
  std::function<double(double)> s = to1;
  double r = a.run(s, v[0]);
  s = [&](double x) { return x * v[1]; };
  r += a.run(s, v[2]);
  double (*p)(double) = v[0] > 1 ? to1 : to2;
  r += apply_n(to1, v[0], 1);
  r *= apply_n(p, v[1], 1);
  return r;
}

BOTH double pointer_first(const V &v) {
  double (*p)(double) = v[0] > 1 ? to1 : to2;
  double r = apply_n(p, v[0], 2);
  r += apply_n(to1, v[1], 2);
  p = v[0] > 1 ? to2 : to1;
  return r + apply_n(p, v[2], 1);
}

int main() {
  CHECK_TWICE(pointer_first);
  CHECK_TWICE(pointer_after_function);
  CHECK_TWICE(in_itself);
  CHECK_TWICE(lists);
  CHECK_TWICE(mixed);
  CHECK_TWICE(set_again);
  return finish();
}
