// The adjoint of hypot asks whether the result is zero; what it reads then is saved before that.
#include "harness.h"

static void mix(double &y, const double a) { y += a; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double *m, const double *x) {
  static const double table[] = {1.5, 1.25};
  int n = 0;
  while (n++ < 4 && x[1] > 5)
    if (x[2] > 7)
      return x[0];
  const double y = std::hypot(x[1], m[0], 0.5);
  m[0] += y * table[1];
  double z = std::hypot(m[0], x[0]);
  mix(z, m[0]);
  m[0] = z * std::pow(m[0], 1.5);
  return 0.5 * z * y;
}

int main() {
  check(
      {0.7, 0.4, 1.5, 0.3}, 2,
      [](In x, Out y) {
        y[0] = x[3];
        y[1] = f(y, x);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = x[3];
        y_dot[0] = x_dot[3];
        y[1] = f_forward(y, y_dot, x, x_dot, y_dot[1]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double m_bar = y_bar[0];
        y[0] = x[3];
        y[1] = f_reverse(y, &m_bar, x, x_bar, y_bar[1]);
        x_bar[3] += m_bar;
      }));
  return finish();
}
