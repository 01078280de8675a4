// Mode checkpointed gives the bits of reverse mode where the two record different things: results
// that are there for one of them only, and loops whose adjoints could run in another order.
#include "harness.h"
#include <cmath>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse, checkpointed)]]

// Divisors that are overwritten later, and elements whose order does not matter.
BOTH double quotients(const double *x, int n) {
  double a[8];
  for (int i = 0; i < n; ++i)
    a[i] = 2 + x[i] * x[i];
  for (int i = 0; i < n; ++i)
    a[i] = a[i] / a[n - 1 - i];
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    a[i] = x[i] / a[i];
    sum += a[i] * x[i];
  }
  return sum;
}

// Reciprocals that one iteration takes from another.
BOTH double reciprocals(const double *x, int n) {
  double r[8], sum = 0;
  for (int i = 0; i < n; ++i)
    r[i] = 1 + x[i];
  for (int pass = 0; pass < 3; ++pass)
    for (int i = 0; i < n; ++i)
      r[i] = 1 / (r[(i + 3) % n] + x[i]);
  for (int i = 0; i < n; ++i)
    sum += r[i] * x[n - 1 - i];
  return sum;
}

// A state without a derivative says where each iteration adds.
BOTH double wanders(const double *x, int n) {
  double sum = 0;
  unsigned at = 1;
  for (int i = 0; i < 5 * n; ++i) {
    at = at * 13 + 5;
    sum += std::sin(x[at % n] * (i + 1)) * 0.1;
  }
  return sum;
}

// Two buffers that change places.
BOTH double buffers(const double *x, int n) {
  double a[8], b[8];
  for (int i = 0; i < n; ++i)
    a[i] = b[i] = x[i];
  double *now = a, *next = b;
  for (int t = 0; t < 11; ++t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = now[i] + x[0] * (now[i - 1] - 2 * now[i] + now[i + 1]) + 0.01 * std::sin(now[i]);
    std::swap(now, next);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += now[i] * now[i] * (i + 1);
  return sum;
}

// Arrays that may overlap: both modes take it that they do.
BOTH void axpy(double a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}

#ifndef NO_AD
static void check_axpy() {
  constexpr int n = 300;
  double x[n], y[n], z[n], x_bar[n] = {}, y_bar[n], x_again[n] = {}, y_again[n], a_bar = 0,
                           a_again = 0;
  for (int i = 0; i < n; ++i) {
    x[i] = std::sin(1.3 * i);
    y[i] = z[i] = std::cos(0.7 * i);
    y_bar[i] = y_again[i] = std::sin(3 * i + 1.0);
  }
  axpy_reverse(0.3, a_bar, x, x_bar, y, y_bar, n);
  axpy_checkpointed(0.3, a_again, x, x_again, z, y_again, n);
  bool same = a_bar == a_again;
  for (int i = 0; i < n; ++i)
    same = same && x_bar[i] == x_again[i] && y_bar[i] == y_again[i];
  expect_true("axpy: the same bits", same);
}
#endif

#define CHECK(f)                                                                                   \
  check(                                                                                           \
      {0.21, 0.7, 1.4, 0.9, 1.7, 0.55, 1.1}, 1, [](In x, Out y) { y[0] = f(x, 7); },               \
      AD([](In x, In d, Out y, Out y_dot) { y[0] = f##_forward(x, d, 7, y_dot[0]); }),             \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        double again[7];                                                                           \
        for (int i = 0; i < 7; ++i)                                                                \
          again[i] = x_bar[i];                                                                     \
        y[0] = f##_reverse(x, x_bar, 7, y_bar[0]);                                                 \
        const double value = f##_checkpointed(x, again, 7, y_bar[0]);                              \
        bool same = value == y[0];                                                                 \
        for (int i = 0; i < 7; ++i)                                                                \
          same = same && again[i] == x_bar[i];                                                     \
        expect_true(#f ": the same bits", same);                                                   \
      }))

int main() {
  CHECK(quotients);
  CHECK(reciprocals);
  CHECK(wanders);
  CHECK(buffers);
#ifndef NO_AD
  check_axpy();
#endif
  return finish();
}
