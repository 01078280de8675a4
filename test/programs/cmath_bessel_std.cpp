// Refused: riemann_zeta
// The C++17 special functions of libstdc++ in their real argument.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  return std::cyl_bessel_j(1, x) * std::cyl_neumann(0, y) + std::cyl_bessel_i(2, x) * y +
         std::cyl_bessel_k(1, y) + std::legendre(3, x * 0.5) + std::hermite(3, y) +
         std::laguerre(2, x) + std::expint(x) + std::riemann_zeta(y + 1.0);
}

int main() {
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
