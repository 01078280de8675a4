// Vectors of maps as parameters: their adjoints and tangents have their sizes and their keys.
#include "harness.h"
#ifndef NO_AD
#include <ad/container.h>
#include <stdexcept>
#endif
#include <map>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using Rows = std::vector<std::map<int, double>>;

BOTH double quadratic(const Rows &m, double a) {
  double s = 0;
  for (const auto &row : m)
    for (const auto &[k, x] : row)
      s += k * x * x * a;
  return s;
}

BOTH double scaled(Rows &m, double a) { // the caller sees it
  m[1].at(2) *= a * m[0].at(1);
  return quadratic(m, a * a) * m[1].at(2);
}

static Rows rows(In x) { return {{{1, x[0]}}, {{2, x[1]}, {5, x[2]}}}; }
static void unrows(const Rows &m, Out x) {
  x[0] = m[0].at(1);
  x[1] = m[1].at(2);
  x[2] = m[1].at(5);
}

#ifndef NO_AD
/// What the companion says of an adjoint that has not the shape of the argument.
static bool refuses(Rows bar) {
  double a_bar = 0;
  const double x[] = {1, 2, 3};
  try {
    quadratic_reverse(rows(x), bar, 2.0, a_bar, 1.0);
  } catch (const std::exception &) {
    return a_bar == 0;
  }
  return false;
}
#endif

int main() {
  check(
      {0.5, 1.5, -0.75, 0.3}, 1, [](In x, Out y) { y[0] = quadratic(rows(x), x[3]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = quadratic_forward(rows(x), rows(x_dot), x[3], x_dot[3], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Rows bar = rows(x_bar);
        y[0] = quadratic_reverse(rows(x), bar, x[3], x_bar[3], y_bar[0]);
        unrows(bar, x_bar);
      }));
  check(
      {0.5, 1.5, -0.75, 0.3}, 4,
      [](In x, Out y) {
        Rows m = rows(x);
        y[3] = scaled(m, x[3]);
        unrows(m, y);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Rows m = rows(x), m_dot = rows(x_dot);
        y[3] = scaled_forward(m, m_dot, x[3], x_dot[3], y_dot[3]);
        unrows(m, y), unrows(m_dot, y_dot);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Rows m = rows(x), bar = rows(y_bar);
        double a_bar = 0;
        y[3] = scaled_reverse(m, bar, x[3], a_bar, y_bar[3]);
        unrows(m, y);
        x_bar[0] += bar[0].at(1), x_bar[1] += bar[1].at(2), x_bar[2] += bar[1].at(5);
        x_bar[3] += a_bar;
      }));
#ifndef NO_AD
  const double x[] = {1, 2, 3};
  Rows bar; // empty: zeros
  double a_bar = 0;
  quadratic_reverse(rows(x), bar, 2.0, a_bar, 1.0);
  expect_true("an adjoint gets the shape of its argument", bar.size() == 2 && bar[1].size() == 2);
  expect("of an element", bar[1].at(5), 5 * 2 * 3 * 2.0);
  expect_true("too few rows", refuses(Rows(1)));
  expect_true("a key that the argument has not", refuses({{{9, 1.0}}, {}}));
#endif
  return finish();
}
