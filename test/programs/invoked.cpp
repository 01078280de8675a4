// std::invoke of functions, closures and members; std::index_sequence.
#include "vectors.h"
#include <functional>
#include <utility>

struct Scaled {
  double factor;
  double operator()(double x) const { return factor * x; }
  double times(double x) const { return factor * x; }
  void grow(double by) { factor *= by; }
};
double square(double x) { return x * x; }

template <class Function, class... Arguments>
auto passed_on(Function &&function, Arguments &&...arguments) {
  return std::invoke(std::forward<Function>(function), std::forward<Arguments>(arguments)...);
}

namespace functions {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double sum = 0;
  auto add = [&sum, weight = 1.0](double by) mutable { sum += (weight *= 0.5) * by; };
  std::invoke(add, x[0]);
  std::invoke(add, x[1]);
  return sum + std::invoke(square, x[0]) + passed_on(square, x[1]) +
         passed_on([&x](double a, double b) { return a * b * x[2]; }, x[0], 2.0) +
         std::invoke(Scaled{x[1]}, x[2]);
}
} // namespace functions

namespace members {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Scaled s{x[0]};
  Scaled *p = &s;
  std::invoke(&Scaled::grow, s, x[1]);
  std::invoke(&Scaled::grow, p, 2.0);
  std::invoke(&Scaled::factor, s) += x[2];
  return std::invoke(&Scaled::times, s, x[2]) * std::invoke(&Scaled::factor, p);
}
} // namespace members

namespace indices {
template <std::size_t... I>
double polynomial(const std::vector<double> &x, double at, std::index_sequence<I...>) {
  double sum = 0, power = 1;
  ((sum += x[I] * power, power *= at), ...);
  return sum;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  return polynomial(x, x[2], std::make_index_sequence<3>{});
}
} // namespace indices

int main() {
  CHECK_CASE(functions, {0.7, 0.4, 0.6});
  CHECK_CASE(members, {0.7, 0.4, 0.6});
  CHECK_CASE(indices, {0.7, 0.4, 0.6});
  return finish();
}
