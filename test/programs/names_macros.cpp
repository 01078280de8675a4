// Macros defined after the function do not touch its companions.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += std::sin(x * i) * y;
  return sum;
}

#define n 100
#define x_bar broken
#define sum nothing
#define cos(v) 0
#define double double

int main() {
#undef n
#undef cos
#undef x_bar
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1], 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], 3, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], 3, y_bar[0]);
      }));
  return finish();
}
