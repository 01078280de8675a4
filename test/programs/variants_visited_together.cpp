// std::visit of two variants, with an overload set of lambdas.
#include "arrays.h"
#include <optional>
#include <variant>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]
struct Circle {
  double r;
};
struct Rect {
  double w, h;
};
struct Poly {
  std::vector<double> sides;
};
template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
using Shape = std::variant<Circle, Rect>;
BOTH double pairs(const double *x, int n) {
  std::vector<Shape> v;
  for (int i = 0; i < n; ++i) {
    if (i % 2)
      v.push_back(Circle{x[i]});
    else
      v.push_back(Rect{x[i], x[0]});
  }
  double s = 0;
  for (const auto &a : v)
    for (const auto &b : v)
      s += std::visit(overloaded{
                          [](const Circle &p, const Circle &q) { return p.r * q.r; },
                          [](const Circle &p, const Rect &q) { return p.r * q.w; },
                          [](const Rect &p, const Circle &q) { return p.h * q.r * q.r; },
                          [](const Rect &p, const Rect &q) { return p.w * q.h; },
                      },
                      a, b);
  return s;
}
int main() {
  CHECK_ARRAY(pairs, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
