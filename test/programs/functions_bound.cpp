// What std::bind, std::bind_front and std::mem_fn return: called, copied, passed to algorithms,
// held by std::function.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <functional>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace functions {
using namespace std::placeholders;
double combine(double a, double b, double c) { return a * b + c; }
BOTH double f(const std::vector<double> &x) {
  double k = x[0];
  auto g = std::bind(combine, k, _1, _1);
  k *= 10; // g has its copy
  auto h = g;
  auto back = std::bind(combine, _2, _1, 3);
  int i = 0;
  const double first = back(x[i++], x[2]);
  auto lambda = std::bind([](double a, double b) { return a * a * b; }, _1, x[1]);
  return g(x[1]) * h(x[2]) + k * first + lambda(x[0]) * i + std::bind(std::plus<>(), _1, k)(x[2]);
}
} // namespace functions

namespace methods {
struct Sum {
  double k;
  void add(double t) { k += t * t; }
  double get() const { return k; }
  double operator()(double a, double b) const { return a * k - b; }
};
struct Law {
  virtual ~Law() = default;
  virtual double at(double t) const = 0;
};
struct Linear : Law {
  double k;
  explicit Linear(double k_) : k(k_) {}
  double at(double t) const override { return k * t; }
};
struct Square : Linear {
  using Linear::Linear;
  double at(double t) const override { return k * t * t; }
};
struct Solver {
  double k;
  double slope(double t, double y) const { return t - k * y; }
  double run(double y) const {
    auto g = std::bind(&Solver::slope, this, std::placeholders::_1, std::placeholders::_2);
    for (int i = 0; i < 5; ++i)
      y += 0.1 * g(0.1 * i, y);
    return y;
  }
};
BOTH double f(const std::vector<double> &x) {
  using namespace std::placeholders;
  Sum p{x[0]};
  auto add = std::bind(&Sum::add, &p, _1);
  auto add_more = std::bind(&Sum::add, std::ref(p), _1);
  auto get = std::bind(&Sum::get, &p);
  add(x[1]);
  add_more(x[2]);
  auto call = std::bind(p, _2, _1);
  p.k *= 7;
  const Linear line(x[0]);
  const Square square(x[1]);
  const Law *law = x[0] > 1 ? static_cast<const Law *>(&line) : &square;
  auto at = std::bind(&Law::at, law, _1);
  auto value = std::mem_fn(&Sum::get);
  return get() * call(x[1], x[2]) + at(x[2]) + Solver{x[0]}.run(x[1]) + value(p) * value(&p);
}
} // namespace methods

namespace passed {
double model(double t, double p, double q) { return std::exp(-p * t) * q; }
void add(double &s, double weight, double v) { s += weight * v * v; }
double dot(const std::vector<double> &v, double k) {
  double s = 0;
  for (double t : v)
    s += t * k;
  return s;
}
double integrate(const std::function<double(double)> &g, double a, double b) {
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += g(a + (b - a) * i / 4) * (b - a) / 4;
  return s;
}
template <class G> double twice(G g, double v) { return g(g(v)); }
BOTH double f(const std::vector<double> &x) {
  using namespace std::placeholders;
  double s = 0;
  std::for_each(x.begin(), x.end(), std::bind(add, std::ref(s), x[0], _1));
  std::vector<double> y(x.size());
  std::transform(x.begin(), x.end(), y.begin(), std::bind(model, _1, x[0], x[1]));
  std::function<double(double)> held = std::bind(dot, std::cref(x), _1);
  std::vector<std::function<double(double)>> stages{std::bind(dot, y, _1),
                                                    std::bind(std::minus<>(), x[1], _1)};
  y[0] = 7;
  for (auto &stage : stages)
    s = stage(s);
  return s + integrate(std::bind(model, _1, x[0], x[1]), 0, x[2] * x[2]) * held(x[1]) +
         twice(std::bind(model, _1, x[2], 0.5), x[0]) + y[1];
}
} // namespace passed

#if __cplusplus >= 202002L
namespace in_front {
double combine(double a, double b, double c) { return a * b + c; }
struct Plane {
  double k;
  double at(double t, double u) const { return k * t * u; }
};
BOTH double f(const std::vector<double> &x) {
  Plane p{x[0]};
  auto g = std::bind_front(&Plane::at, &p, x[1]);
  p.k *= 2;
  auto h = std::bind_front(&Plane::at, p);
  p.k *= 2;
  std::vector<double> y(x.size());
  std::transform(x.begin(), x.end(), y.begin(), g);
  return y[0] + y[2] + h(x[1], x[2]) + std::bind_front(combine, x[0], x[1])(x[2]);
}
} // namespace in_front
#endif

int main() {
#define CHECK_ALL(...)                                                                             \
  CHECK_CASE(functions, __VA_ARGS__);                                                              \
  CHECK_CASE(methods, __VA_ARGS__);                                                                \
  CHECK_CASE(passed, __VA_ARGS__)
  CHECK_ALL({0.5, 1.5, -0.75});
  CHECK_ALL({1.25, 0.25, 0.75});
#if __cplusplus >= 202002L
  CHECK_CASE(in_front, {0.5, 1.5, -0.75});
#endif
  return finish();
}
