// Objects on the heap whose constructors move the vectors that they are given, by value, into
// members; vectors moved into what a pointer leads to, and used again afterwards.
#include "harness.h"
#include <cmath>
#include <cstddef>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

using V = std::vector<double>;
#define FUNCTION [[ad::differentiate(forward, reverse)]] double

struct Shape {
  virtual ~Shape() = default;
  virtual double at(double x) const = 0;
};
struct Polynomial : Shape {
  V c;
  explicit Polynomial(V coefficients) : c(std::move(coefficients)) {}
  double at(double x) const override {
    double s = 0;
    for (std::size_t i = c.size(); i-- > 0;)
      s = s * x + c[i];
    return s;
  }
};
struct Gauss : Shape {
  V centre;
  double width;
  Gauss(V m, double s) : centre{std::move(m)}, width(s) {}
  double at(double x) const override {
    double s = 0;
    for (double m : centre)
      s += std::exp(-(x - m) * (x - m) / width);
    return s;
  }
};

FUNCTION on_the_heap(const V &c, double x) {
  const auto p = std::make_unique<Polynomial>(c);
  return p->at(x) * p->at(c[0]);
}
FUNCTION in_a_list(const V &c, double x) {
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(std::make_unique<Polynomial>(c));
  shapes.push_back(std::make_unique<Gauss>(V{x, c[1]}, c[2] * c[2] + 1));
  shapes.push_back(std::make_unique<Gauss>(c, 2.0));
  double s = 0;
  for (const auto &each : shapes)
    s += each->at(x) * each->at(c[0]);
  return s;
}
FUNCTION in_a_loop(const V &c, double x) {
  std::vector<std::shared_ptr<Shape>> shapes;
  for (std::size_t i = 0; i < c.size(); ++i) {
    V scaled = c;
    for (double &e : scaled)
      e *= x + static_cast<double>(i);
    shapes.push_back(std::make_shared<Polynomial>(std::move(scaled)));
  }
  double s = 0;
  for (const auto &each : shapes)
    s += each->at(0.5) * each->at(x);
  return s;
}
FUNCTION by_hand(const V &c, double x) {
  Polynomial *p = new Polynomial(c);
  V other{x, c[1], x * x};
  p->c = std::move(other);
  double s = p->at(x);
  other = {c[0], s}; // used again
  p->c = std::move(other);
  s += p->at(c[2]) + static_cast<double>(other.size());
  delete p;
  return s;
}

/// A type with a function type among its template arguments.
FUNCTION fitted([[ad::constant]] const std::function<double(double, const V &)> &shown, const V &c,
                double x) {
  (void)shown;
  const std::function<double(double, const V &)> model = [](double t, const V &p) {
    return p[0] * std::exp(-p[1] * t) + p[2];
  };
  return model(x, c) * model(c[0], c);
}

#define RUN(f)                                                                                     \
  check(                                                                                           \
      {0.5, -1.2, 0.8, 1.1}, 1, [](In x, Out y) { y[0] = f(V(x, x + 3), x[3]); },                  \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        y[0] = f##_forward(V(x, x + 3), V(x_dot, x_dot + 3), x[3], x_dot[3], y_dot[0]);            \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        V c_bar(3);                                                                                \
        y[0] = f##_reverse(V(x, x + 3), c_bar, x[3], x_bar[3], y_bar[0]);                          \
        add(c_bar.data(), x_bar, 3);                                                               \
      }))

static double fitted_here(const V &c, double x) { return fitted({}, c, x); }
#ifndef NO_AD
static double fitted_here_forward(const V &c, const V &c_dot, double x, double x_dot, double &dot) {
  return fitted_forward({}, c, c_dot, x, x_dot, dot);
}
static double fitted_here_reverse(const V &c, V &c_bar, double x, double &x_bar, double bar) {
  return fitted_reverse({}, c, c_bar, x, x_bar, bar);
}
#endif

int main() {
  RUN(on_the_heap);
  RUN(in_a_list);
  RUN(in_a_loop);
  RUN(by_hand);
  RUN(fitted_here);
  return finish();
}
