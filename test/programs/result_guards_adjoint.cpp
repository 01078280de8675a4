// The adjoint of hypot asks whether the result is zero; what it reads then is saved before that,
// when the result is not there yet: in a variable, an element or a field.
#include "harness.h"

static void mix(double &y, const double a) { y += a; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double *m, const double *x) {
  static const double table[] = {1.5, 1.25};
  int n = 0;
  while (n++ < 4 && x[1] > 5)
    if (x[2] > 7)
      return x[0];
  const double y = std::hypot(x[1], m[0], 0.5);
  m[0] += y * table[1];
  double z = std::hypot(m[0], x[0]);
  mix(z, m[0]);
  m[0] = z * std::pow(m[0], 1.5);
  return 0.5 * z * y;
}

struct Side {
  double x, y, length;
};

static void measure(Side *s, double a) {
  s->length = std::hypot(s->x, s->y);
  s->x = a / s->length;
  s->y = std::hypot(s->y, s->length, s->x);
  s->length = std::cbrt(s->x * s->y);
  s->x = 1;
}

[[ad::differentiate(forward, reverse)]]
void g(double (*m)[2], double *a, double &r) {
  double *p = new double[2]{std::hypot(m[1][1], a[0]), 0.5};
  m[1][1] = 0.25 * a[1];
  r = p[0] * p[1] + std::cos(p[0]);
  delete[] p;
  double y[3] = {};
  for (int i = 0; i < 3; ++i) {
    y[i] = std::hypot(a[i], m[0][1]);
    a[i] = y[i] * y[i];
  }
  for (int i = 2; i > 0; --i) {
    y[i - 1] = std::sqrt(a[i - 1] * a[i] + y[i]);
    a[i] = y[i - 1];
  }
  Side s = {r, y[0], 0};
  measure(&s, a[1]);
  r += s.length * s.y;
}

int main() {
  check(
      {0.7, 0.4, 1.5, 0.3, 0.9, -0.6, 1.1}, 8,
      [](In x, Out y) {
        copy(x, y, 7);
        g(reinterpret_cast<double(*)[2]>(y), y + 4, y[7]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 7);
        copy(x_dot, y_dot, 7);
        g_forward(reinterpret_cast<double(*)[2]>(y), reinterpret_cast<double(*)[2]>(y_dot), y + 4,
                  y_dot + 4, y[7], y_dot[7]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double bar[8];
        copy(x, y, 7);
        copy(y_bar, bar, 8);
        g_reverse(reinterpret_cast<double(*)[2]>(y), reinterpret_cast<double(*)[2]>(bar), y + 4,
                  bar + 4, y[7], bar[7]);
        for (int i = 0; i < 7; ++i)
          x_bar[i] += bar[i];
      }));
  check(
      {0.7, 0.4, 1.5, 0.3}, 2,
      [](In x, Out y) {
        y[0] = x[3];
        y[1] = f(y, x);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = x[3];
        y_dot[0] = x_dot[3];
        y[1] = f_forward(y, y_dot, x, x_dot, y_dot[1]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double m_bar = y_bar[0];
        y[0] = x[3];
        y[1] = f_reverse(y, &m_bar, x, x_bar, y_bar[1]);
        x_bar[3] += m_bar;
      }));
  return finish();
}
