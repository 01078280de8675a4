// A call's result overwrites the variable that it was computed from, in a loop; one whose address
// is taken; the callees stay calls.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double step(double r, int d) {
  for (int k = 0; k < d; ++k) {
    if (r > 40)
      return r * r;
    r = r * std::sin(r) + 0.25;
  }
  return 0.5 + r;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double m, double c) {
  double s = 0;
  int n = 0;
  while (n < 3) {
    m = step(m * c, 2);
    s += m * m;
    if (s > 100)
      break;
    m = step(m, n++);
  }
  return s * m;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double g(double x, double c) {
  double m = x;
  (0.5 > c ? m : c) += 0.5;
  const double before = m * m;
  m = step(c, 2);
  return before * m + c;
}

int main() {
  check(
      {0.7, 0.4}, 2,
      [](In x, Out y) {
        y[0] = f(x[0], x[1]);
        y[1] = g(x[0], x[1]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
        y[1] = g_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[1]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
        y[1] = g_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[1]);
      }));
  return finish();
}
