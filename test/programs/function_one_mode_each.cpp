// Functions in one mode only call each other.
#include "harness.h"

[[ad::differentiate(forward)]] double only_forward(double x) { return x * x; }
[[ad::differentiate(reverse)]] double only_reverse(double x) { return only_forward(x) * x; }
[[ad::differentiate(forward)]] double last(double x) { return only_reverse(x) + only_forward(x); }

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = only_reverse(x[0]); }, nullptr,
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = only_reverse_reverse(x[0], x_bar[0], y_bar[0]);
      }));
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = last(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = last_forward(x[0], x_dot[0], y_dot[0]); }),
      nullptr);
  return finish();
}
