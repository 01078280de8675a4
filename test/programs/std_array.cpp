// std::array by reference, by value, as a local; [], size, front, back, data, fill.
#include "harness.h"
#include <array>

using Vec = std::array<double, 3>;

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const Vec &a, Vec b) {
  Vec c{};
  for (std::size_t i = 0; i < a.size(); ++i)
    c[i] = a[i] * b[i];
  b.fill(a[0]);
  c.back() += b[2] * c.front();
  const double *p = c.data();
  std::array<Vec, 2> d = {a, c};
  return p[0] + c.at(1) * c[2] + d[1][2] * d[0][1] + b.front();
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void g(Vec &a) {
  for (std::size_t i = 1; i < a.size(); ++i)
    a[i] *= a[i - 1];
}

int main() {
  check(
      {0.7, 1.3, 0.4, -0.5, 0.9, 0.2}, 1,
      [](In x, Out y) { y[0] = f({x[0], x[1], x[2]}, {x[3], x[4], x[5]}); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward({x[0], x[1], x[2]}, {x_dot[0], x_dot[1], x_dot[2]}, {x[3], x[4], x[5]},
                         {x_dot[3], x_dot[4], x_dot[5]}, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Vec a_bar{}, b_bar{};
        y[0] = f_reverse({x[0], x[1], x[2]}, a_bar, {x[3], x[4], x[5]}, b_bar, y_bar[0]);
        add(a_bar.data(), x_bar, 3);
        add(b_bar.data(), x_bar + 3, 3);
      }));
  check(
      {0.7, 1.3, 0.4}, 3,
      [](In x, Out y) {
        Vec a{x[0], x[1], x[2]};
        g(a);
        copy(a.data(), y, 3);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Vec a{x[0], x[1], x[2]}, a_dot{x_dot[0], x_dot[1], x_dot[2]};
        g_forward(a, a_dot);
        copy(a.data(), y, 3);
        copy(a_dot.data(), y_dot, 3);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Vec a{x[0], x[1], x[2]}, a_bar{y_bar[0], y_bar[1], y_bar[2]};
        g_reverse(a, a_bar);
        copy(a.data(), y, 3);
        add(a_bar.data(), x_bar, 3);
      }));
  return finish();
}
