// Overload sets in variables: their lambdas copy what they capture where the set is declared.
#include "arrays.h"
#include <utility>
#include <variant>
#define BOTH [[ad::differentiate(forward, reverse)]]
using Shape = std::variant<double, std::pair<double, double>>;
template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

BOTH double copies(const double *x, int n) {
  double k = x[0];
  auto area = overloaded{
      [k](double r) { return r * r * k; },
      [c = k * 3](const std::pair<double, double> &p) { return p.first * p.second * c; }};
  k *= k;
  double s = k;
  for (int i = 1; i < n; ++i) {
    Shape v = x[i];
    if (i % 2)
      v = std::pair<double, double>{x[i], x[0]};
    s += std::visit(area, v);
  }
  return s;
}
BOTH double inLoop(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const overloaded visitor{[w = x[i] * s](double r) { return r + w; },
                             [&](const auto &p) { return p.first * s; }};
    Shape a = x[0], b = std::pair<double, double>{x[i], 1};
    s += std::visit(visitor, a) + std::visit(visitor, b);
  }
  return s;
}
BOTH double counts(const double *x, int n) {
  auto sum = overloaded{[s = 0.0](double v) mutable { return s += v; }, [](int) { return 0.0; }};
  double last = 0;
  for (int i = 0; i < n; ++i)
    last = sum(x[i] * x[0]);
  return last * sum(1.5);
}

int main() {
  CHECK_ARRAY(copies, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(inLoop, {0.5, 1.5, 0.75});
  CHECK_ARRAY(counts, {0.5, 1.5, 0.75});
  return finish();
}
