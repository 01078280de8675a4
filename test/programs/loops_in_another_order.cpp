// What passes over loops must not do: form sums of the primal in another order, divide where the
// function does not, and exchange arrays that pointers lead into.
#include "told.h"
#include <cmath>
#include <cstddef>
#include <vector>

// What comes in from behind, and goes out.
BOTH void neighbours(const double *__restrict x, double *__restrict y, int n) {
  for (int i = 1; i < n; ++i) {
    y[i - 1] += x[i];
    y[i] -= x[i] * x[i];
  }
}

BOTH void in_rows(const double *__restrict x, double *__restrict y, int n, int m) {
  for (int t = 0; t < m; ++t)
    for (int i = 1; i < n; ++i) {
      y[i + 1] += x[i];
      y[i] -= x[i];
    }
}

BOTH void with_costs(const double *__restrict x, double *__restrict y, double *__restrict z,
                     int n) {
  for (int i = 1; i < n; ++i) {
    const double a = x[i] / (1 + x[i] * x[i]), b = x[i - 1] / (2 + x[i] * x[i]);
    y[i - 1] += a;
    y[i] -= b;
    z[i] = a * b;
    y[i + 1] += a * b;
  }
}

/// The companions leave exactly what the function does.
template <typename F, typename G>
static void same(const char *what, F &&function, G &&companion, const V &x, V y) {
  V again = y, x_bar(x.size()), y_bar(y.size(), 1.0);
  function(x.data(), y.data());
  companion(x.data(), x_bar.data(), again.data(), y_bar.data());
  for (std::size_t i = 0; i < y.size(); ++i)
    if (!(y[i] == again[i]))
      harness::fail(what, again[i], y[i], static_cast<int>(i));
}

static void orders() {
  same(
      "neighbours", [](const double *x, double *y) { neighbours(x, y, 3); },
      [](const double *x, double *x_bar, double *y, double *y_bar) {
        neighbours_reverse(x, x_bar, y, y_bar, 3);
      },
      {0, 1e8, 0.25}, {0, 1e16, 1});
  same(
      "in rows", [](const double *x, double *y) { in_rows(x, y, 4, 3); },
      [](const double *x, double *x_bar, double *y, double *y_bar) {
        in_rows_reverse(x, x_bar, y, y_bar, 4, 3);
      },
      {0, 1e308, 1e308, 1}, {0, 0, 0, 0, 0});
  same(
      "with costs",
      [](const double *x, double *y) {
        V z(8);
        with_costs(x, y, z.data(), 4);
      },
      [](const double *x, double *x_bar, double *y, double *y_bar) {
        V z(8), z_bar(8, 1.0);
        with_costs_reverse(x, x_bar, y, y_bar, z.data(), z_bar.data(), 4);
      },
      {0.3, 1e-9, 0.25, 7}, {1, 1e9, 1e-7, 3, 1e5});
}

namespace sums {
BOTH double f(const V &v) {
  V x = spread(v, 9), y = spread(v, 10), z(9);
  neighbours(x.data(), y.data(), 9);
  in_rows(x.data(), y.data(), 9, 3);
  with_costs(x.data(), y.data(), z.data(), 9);
  return weighed(y) + weighed(z);
}
} // namespace sums

// Roots by Newton's iteration, each for itself.
namespace roots {
BOTH double f(const V &v) {
  const int n = told(v, 5);
  V x = spread(v, n), w(n);
  for (int i = 0; i < n; ++i) {
    double t = 1, before = 0;
    while (before != t) {
      before = t;
      t = 0.5 * (t + (i + 1) / t);
    }
    w[i] = t;
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += w[i] * x[i];
  return s * s;
}
} // namespace roots

// Shares of a total among none.
namespace shares {
static double rows(const V &a, const V &b, int m, int total) {
  double r = 0;
  for (int j = 0; j < m; ++j) {
    double s = 0;
    for (int k = 0; k < total / m; ++k)
      s += a[k] * b[k * m + j];
    r += s * s;
  }
  return r * r;
}
static double each(const V &x, int n, int total) {
  double s = 0;
  V y(x.size());
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i] / (total / n);
  for (int i = 0; i < n; ++i)
    s += y[i] * x[i] / (total % n + 1);
  return s;
}
BOTH double f(const V &v) {
  const V x = spread(v, 12);
  return rows(x, x, told(v, 0), 6) + rows(x, x, told(v, 3), 6) + each(x, told(v, 0), 6) +
         each(x, told(v, 4), 9);
}
} // namespace shares

// A pointer leads into the vector whose adjoint would be exchanged.
namespace led_into {
BOTH double f(const V &v) {
  const int n = told(v, 3);
  V e = spread(v, n);
  for (int t = 0; t < 3; ++t) {
    double *r = e.data() + t % 2;
    for (int i = 0; i + 1 < n; ++i)
      r[i] *= std::sin(r[i]);
    V h(n);
    for (int i = 0; i < n; ++i)
      h[i] = e[i] * e[i] + 0.1;
    e = h;
  }
  return weighed(e);
}
} // namespace led_into

// Quotients of numbers whose squares are none.
namespace far_out {
BOTH double ratio(double x, double y) { return 0.5 * (x / y); }
BOTH float narrow(float x, float y) { return 0.5f * (x / y); }
BOTH double in_loop(const double *x, double y, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] / y * (x[i] / y);
  return s;
}
template <typename T> static void near(const char *what, T is, T should) {
  if (!(std::fabs(is / should - 1) < T(1e-5)))
    harness::fail(what, static_cast<double>(is), static_cast<double>(should), 0);
}
static void run() {
  for (double size : {1e-170, 1e170}) {
    double x_bar = 0, y_bar = 0;
    ratio_reverse(3 * size, x_bar, 2 * size, y_bar, 1.0);
    near("x of a ratio", x_bar * size, 0.25);
    near("y of a ratio", y_bar * size, -0.375);
    const double x[2] = {3 * size, size};
    double bar[2] = {};
    y_bar = 0;
    in_loop_reverse(x, bar, 2 * size, y_bar, 2, 1.0);
    near("x of a loop", bar[0] * size, 1.5);
    near("y of a loop", y_bar * size, -2.5);
  }
  for (float size : {1e-25f, 1e25f}) {
    float x_bar = 0, y_bar = 0;
    narrow_reverse(3 * size, x_bar, 2 * size, y_bar, 1.0f);
    near("x of a narrow ratio", x_bar * size, 0.25f);
    near("y of a narrow ratio", y_bar * size, -0.375f);
  }
}
} // namespace far_out

int main() {
  orders();
  CHECK_CASE_TWICE(sums);
  CHECK_CASE_TWICE(roots);
  CHECK_CASE_TWICE(shares);
  CHECK_CASE_TWICE(led_into);
  far_out::run();
  return finish();
}
