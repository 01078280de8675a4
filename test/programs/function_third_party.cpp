// A function of a header that must not be changed is annotated by redeclaring it.
#include "harness.h"

namespace lib {
inline double f(double x) { return x * x * x; }
} // namespace lib
namespace lib {
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double);
}

int main() {
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = lib::f(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = lib::f_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = lib::f_reverse(x[0], x_bar[0], y_bar[0]);
      }));
  return finish();
}
