// A loop that counts in doubles, and accumulates its counter.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  double sum = 0;
  for (double t = 0; t < 1; t += 0.125)
    sum += x * t * t + y;
  for (double t = x; t < 3; t *= 1.5)
    sum += t * y;
  return sum;
}

int main() {
  check(
      {0.43, 0.77}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
