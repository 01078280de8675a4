// Huber and hinge losses over an array, by a switch on the kind.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *r, int n, double delta, int kind) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const double a = std::fabs(r[i]);
    switch (kind) {
    case 0:
      sum += a <= delta ? 0.5 * a * a : delta * (a - 0.5 * delta);
      break;
    case 1:
      sum += std::fmax(0.0, delta - r[i]);
      break;
    default:
      sum += std::log1p(a / delta);
    }
  }
  return sum / n;
}

int main() {
  for (int kind = 0; kind < 3; ++kind)
    check(
        {0.4, -1.3, 2.25, 0.8}, 1, [&](In x, Out y) { y[0] = f(x, 3, x[3], kind); },
        AD([&](In x, In x_dot, Out y, Out y_dot) {
          y[0] = f_forward(x, x_dot, 3, x[3], x_dot[3], kind, y_dot[0]);
        }),
        AD([&](In x, Out x_bar, Out y, In y_bar) {
          y[0] = f_reverse(x, x_bar, 3, x[3], x_bar[3], kind, y_bar[0]);
        }));
  return finish();
}
