// [[ad::extent(n)]]: checkpointed loops whose state lies behind pointers that change, or that are
// reached by other subscripts, against reverse mode bit by bit and against differences.
#include "checkpointed.h"
#include <cmath>
#include <utility>

// Two buffers that are swapped after each step: the state is all of both, and which is which.
BOTH double heat([[ad::extent(n)]] double *u, [[ad::extent(n)]] double *next, int n, double c,
                 int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int k = 1; k < n - 1; ++k)
      next[k] = u[k] + c * (u[k - 1] - 2 * u[k] + u[k + 1]) - 0.1 * u[k] * u[k] * u[k];
    next[0] = u[0];
    next[n - 1] = u[n - 1];
    std::swap(u, next);
  }
  double sum = 0;
  for (int k = 0; k < n; ++k)
    sum += u[k] * u[k];
  return sum;
}

// Which elements it writes to nobody can tell beforehand; the extent is a product.
BOTH void scatter(int rows, int columns, [[ad::extent(rows * columns)]] double *a, double c,
                  int steps) {
  int at = 1;
  for (int t = 0; t < steps; ++t) {
    a[at] = std::sin(a[at] + c * a[(at + 3) % (rows * columns)]);
    at = (at * 5 + t) % (rows * columns);
  }
}

// A callee says how much it writes to. It is too long, and called too often, to be inlined.
static void relax([[ad::extent(m)]] double *a, int m, double c) {
  for (int k = 1; k < m; ++k) {
    a[k] = std::sin(a[k]) + c * a[k - 1];
    if (a[k] > 100)
      return;
  }
  a[0] = std::cos(a[0] * a[m - 1]);
}
BOTH void sweeps(double *u, int n, double c, int steps) {
  for (int t = 0; t < steps; ++t) {
    relax(u, n, c);
    relax(u, n, 0.5 * c);
  }
}

int main() {
  static int count;
  for (int steps : {0, 1, 2, 23}) {
    count = steps;
    check(
        {0.3, 0.7, -0.4, 0.9, 0.1, 0.2}, 11,
        [](In x, Out y) {
          copy(x, y, 5), copy(x, y + 5, 5);
          y[10] = heat(y, y + 5, 5, x[5], count);
        },
        AD([](In x, In d, Out y, Out y_dot) {
          copy(x, y, 5), copy(x, y + 5, 5), copy(d, y_dot, 5), copy(d, y_dot + 5, 5);
          y[10] = heat_forward(y, y_dot, y + 5, y_dot + 5, 5, x[5], d[5], count, y_dot[10]);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          double u[10], u_bar[10], v_bar[10], c_bar = x_bar[5];
          copy(x, u, 5), copy(x, u + 5, 5), copy(y_bar, u_bar, 10);
          copy(x, y, 5), copy(x, y + 5, 5), copy(y_bar, v_bar, 10);
          y[10] = heat_reverse(u, u_bar, u + 5, u_bar + 5, 5, x[5], c_bar, count, y_bar[10]);
          y[10] =
              heat_checkpointed(y, v_bar, y + 5, v_bar + 5, 5, x[5], x_bar[5], count, y_bar[10]);
          expect_true("heat: the same bits",
                      same(u, y, 10) && same(u_bar, v_bar, 10) && same(&c_bar, &x_bar[5], 1));
          add(v_bar, x_bar, 5), add(v_bar + 5, x_bar, 5);
        }));
    check(
        {0.3, 0.7, -0.4, 0.9, 0.1, 0.2, 0.8}, 6,
        [](In x, Out y) {
          copy(x, y, 6);
          scatter(2, 3, y, x[6], count);
        },
        AD([](In x, In d, Out y, Out y_dot) {
          copy(x, y, 6), copy(d, y_dot, 6);
          scatter_forward(2, 3, y, y_dot, x[6], d[6], count);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          double u[6], u_bar[6], v_bar[6], c_bar = x_bar[6];
          copy(x, u, 6), copy(y_bar, u_bar, 6), copy(x, y, 6), copy(y_bar, v_bar, 6);
          scatter_reverse(2, 3, u, u_bar, x[6], c_bar, count);
          scatter_checkpointed(2, 3, y, v_bar, x[6], x_bar[6], count);
          expect_true("scatter: the same bits",
                      same(u, y, 6) && same(u_bar, v_bar, 6) && same(&c_bar, &x_bar[6], 1));
          add(v_bar, x_bar, 6);
        }));
    check(
        {0.3, 0.7, -0.4, 0.9, 0.1, 0.2}, 5,
        [](In x, Out y) {
          copy(x, y, 5);
          sweeps(y, 5, x[5], count);
        },
        AD([](In x, In d, Out y, Out y_dot) {
          copy(x, y, 5), copy(d, y_dot, 5);
          sweeps_forward(y, y_dot, 5, x[5], d[5], count);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          double u[5], u_bar[5], v_bar[5], c_bar = x_bar[5];
          copy(x, u, 5), copy(y_bar, u_bar, 5), copy(x, y, 5), copy(y_bar, v_bar, 5);
          sweeps_reverse(u, u_bar, 5, x[5], c_bar, count);
          sweeps_checkpointed(y, v_bar, 5, x[5], x_bar[5], count);
          expect_true("sweeps: the same bits",
                      same(u, y, 5) && same(u_bar, v_bar, 5) && same(&c_bar, &x_bar[5], 1));
          add(v_bar, x_bar, 5);
        }));
  }
  return finish();
}
