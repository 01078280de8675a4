// Functions and variables of the user's that are called like those of the library.
#include "harness.h"

namespace mine {
double sin(double x) { return x * x; }
double exp = 2;
struct ad {
  double tape;
};
const double std_cos = 0.5;

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double cos) {
  ad a{x};
  double log = sin(x) + ::sin(cos) * a.tape;
  return log * std::cos(x) + std::exp(-log) * std_cos;
}
} // namespace mine

int main() {
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = mine::f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = mine::f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = mine::f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
