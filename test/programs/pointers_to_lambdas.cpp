// Pointers to lambdas: in constants of the whole program, in arrays of a function.
#include "arrays.h"
#include "scalars.h"
#include <array>
#include <string>

namespace in_mixed {
struct Op {
  const char *n;
  double (*f)(double, double);
  int arity;
};
static constexpr Op ops[] = {{"+", [](double a, double b) { return a + b; }, 2},
                             {"*", [](double a, double b) { return a * b; }, 2},
                             {"pow",
                              [](double a, double b) {
                                double r = 1;
                                for (int i = 0; i < 2; ++i)
                                  r *= a;
                                return r + b;
                              },
                              2}};
static double pw(double a, double b) { return std::pow(a, b); }
struct Unit {
  double (*act)(double);
  double w;
};
static const std::array<double (*)(double), 2> acts = {
    +[](double t) { return t > 0 ? t : 0.1 * t; },
    +[](double t) {
      if (t > 1)
        return 1.0;
      for (int i = 0; i < 3; ++i)
        if (t < i)
          return t * i;
      return t;
    }};
struct Lib {
  static constexpr double (*sq)(double) = [](double t) { return t * t; };
};
static double call(double (*g)(double), double t) { return g(t); }
[[ad::differentiate(forward, reverse)]]
double mixed(double x, double y) {
  double s = 0;
  for (auto &o : ops)
    s += o.f(x, y) * o.arity;
  double (*p)(double, double) = x > 0 ? ops[1].f : pw;
  s += p(x, y);
  for (int i = 0; i < 2; ++i)
    s += acts[i](s) + call(acts[i], x - y);
  Unit u{Lib::sq, x};
  for (auto a : acts)
    s += a(x);
  std::vector<Unit> us{{acts[0], x}, {Lib::sq, y}};
  for (auto &v : us)
    s += v.act(v.w);
  return s + u.act(u.w);
}
} // namespace in_mixed

int main() {
  CHECK_SCALARS(in_mixed::mixed, {0.7, 0.4});
  return finish();
}
