// b = (a *= 2) + t[i++], and more values of compound assignments.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double a, const double *t, int n) {
  int i = 0;
  double b = 0, c = 1;
  b = (a *= 2) + t[i++];
  c *= (b += t[i++] * a) - t[2];
  b -= n > 2 ? (a -= 0.5) : (a += 0.5);
  (c *= b) += t[i];
  return c * a + b;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0}, 1, [](In x, Out y) { y[0] = f(x[0], x + 1, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x + 1, x_dot + 1, 3, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x + 1, x_bar + 1, 3, y_bar[0]);
      }));
  return finish();
}
