// Rules by hand for functions whose bodies have no derivative: nobody looks into them.
#include "arrays.h"
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

static int calls;

// The compiler must not see through it.
static double product(double x, double y) {
  volatile double value = x * y;
  ++calls;
  return value;
}
#ifndef NO_AD
static double product_forward(double x, double x_dot, double y, double y_dot, double &product_dot) {
  product_dot = x_dot * y + x * y_dot;
  return product(x, y);
}
static double product_reverse(double x, double &x_bar, double y, double &y_bar,
                              double product_bar) {
  x_bar += y * product_bar;
  y_bar += x * product_bar;
  return product(x, y);
}
#endif

namespace library {
struct Gauge {
  double factor;
  double read(double x) const {
    volatile double value = factor * x;
    return value;
  }
};
#ifndef NO_AD
inline double read_forward(const Gauge &self, const Gauge &self_dot, double x, double x_dot,
                           double &read_dot) {
  read_dot = self_dot.factor * x + self.factor * x_dot;
  return self.read(x);
}
inline double read_reverse(const Gauge &self, Gauge &self_bar, double x, double &x_bar,
                           double read_bar) {
  self_bar.factor += x * read_bar;
  x_bar += self.factor * read_bar;
  return self.read(x);
}
#endif
} // namespace library

static double total(const std::vector<double> &v) {
  volatile double sum = 0;
  for (double each : v)
    sum = sum + each * each;
  return sum;
}
#ifndef NO_AD
static double total_forward(const std::vector<double> &v, const std::vector<double> &v_dot,
                            double &total_dot) {
  total_dot = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    total_dot += 2 * v[i] * v_dot[i];
  return total(v);
}
static double total_reverse(const std::vector<double> &v, std::vector<double> &v_bar,
                            double total_bar) {
  for (std::size_t i = 0; i < v.size(); ++i)
    v_bar[i] += 2 * v[i] * total_bar;
  return total(v);
}
#endif

BOTH double in_loops(const double *x, int n) {
  double s = x[0];
  for (int i = 0; i < n; ++i) {
    s += product(x[i], s + 1);
    s = product(s, x[0]);
  }
  return s;
}

BOTH double of_objects(const double *x, int n) {
  const library::Gauge g{x[0] * x[1]};
  std::vector<double> v;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += g.read(x[i] * s + 1);
    v.push_back(s * x[i]);
  }
  return g.read(total(v)) * s;
}

int main() {
  CHECK_ARRAY(in_loops, {0.5, 1.5, -0.75});
  CHECK_ARRAY(of_objects, {0.5, 0.15, -0.75});
  return finish();
}
