// The shadow of a pointer is kept for each iteration; what it leads to is not in that array.
// Objects with constructors, declared before a jump out of a loop.
#include "harness.h"
#include <array>

struct Pair {
  double a, b[2];
  Pair(double p, double q) : a(p), b{q, 0.5 * p} { a += 0.25 * q; }
  double sum(double t) {
    a *= t;
    return a * b[0] + b[1];
  }
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double *y, std::array<double, 3> m) {
  double *v = x > 0 ? m.data() + 1 : m.data();
  for (int i = 0; i < 4; ++i) {
    double *p = m[0] > 0.1 * i ? v : v - 1;
    y[0] += p[1] * i;
  }
  return y[0] * x;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double g(double x, double y, Pair m) {
  Pair made(y, x * y);
  for (int i = 0; i < 2; ++i)
    if (x > 5)
      return y * made.a;
  const double u = m.sum(std::fmin(m.b[1], x));
  return u * m.a + made.b[0] * made.sum(y);
}

int main() {
  check(
      {0.7, 0.4, 1.5, 0.3, 0.8}, 2,
      [](In x, Out y) {
        y[0] = x[1];
        y[1] = f(x[0], y, {x[2], x[3], x[4]});
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = x[1];
        y_dot[0] = x_dot[1];
        y[1] = f_forward(x[0], x_dot[0], y, y_dot, {x[2], x[3], x[4]},
                         {x_dot[2], x_dot[3], x_dot[4]}, y_dot[1]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double out_bar = y_bar[0];
        y[0] = x[1];
        std::array<double, 3> m_bar{x_bar[2], x_bar[3], x_bar[4]};
        y[1] = f_reverse(x[0], x_bar[0], y, &out_bar, {x[2], x[3], x[4]}, m_bar, y_bar[1]);
        x_bar[1] += out_bar;
        copy(m_bar.data(), x_bar + 2, 3);
      }));
  check(
      {0.7, 0.4}, 1, [](In x, Out y) { y[0] = g(x[0], x[1], Pair(x[1], x[0])); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Pair m(x[1], x[0]), m_dot(x_dot[1], x_dot[0]);
        y[0] = g_forward(x[0], x_dot[0], x[1], x_dot[1], m, m_dot, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Pair m(x[1], x[0]), m_bar(0, 0);
        y[0] = g_reverse(x[0], x_bar[0], x[1], x_bar[1], m, m_bar, y_bar[0]);
        x_bar[1] += m_bar.a + 0.5 * m_bar.b[1];
        x_bar[0] += 0.25 * m_bar.a + m_bar.b[0];
      }));
  return finish();
}
