// A closure made in a constant method that captures `this`, passed to a function that is made again
// for it.
#include "vectors.h"

namespace held {
template <class F> double until(F f, double x, int n) {
  while (true) {
    const double y = f(x);
    if (y > 1.25 || n-- == 0)
      return y - x;
    x = 0.5 * y + 0.25;
  }
}
struct R {
  double a;
  double over(double x) const {
    auto g = [=](double s) { return std::sin(a * s); };
    return until(g, x, 2);
  }
  [[ad::differentiate(forward, reverse)]] double f(double x) const {
    return until([&](double s) { return std::cos(a * s) + 0.5 * this->a; }, x, 2);
  }
};
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  const R r{v[0]};
  return r.over(v[1]) + r.f(v[1]);
}
} // namespace held

int main() {
  CHECK_CASE(held, {0.7, 1.3});
  return finish();
}
