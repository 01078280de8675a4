// Mode checkpointed: calls with large records are made again in the reverse sweep (joint mode),
// against reverse mode bit by bit and against differences. The callees return from their loops, so
// that they are not inlined.
#include "checkpointed.h"
#include <cmath>
#include <vector>

static double settle(double s, double x, int n) {
  for (int i = 0; i < n; ++i)
    s = std::sin(s) * x + 0.1 * i;
  for (int i = 0; i < 3; ++i)
    if (s > 5)
      return s * s;
  return s;
}

// Values go in and out; the same variable, another, in a branch, in a loop.
BOTH double values(double x, int n) {
  double s = settle(x, x, n);
  s = settle(s, 2 * x, n);
  if (s > 0.1)
    s += settle(s * s, x, n) * x;
  double sum = 0;
  for (int phase = 0; phase < 3; ++phase) {
    s = settle(s, x * phase, n);
    sum += s;
  }
  return sum * settle(sum, s, 2);
}

// Objects and arrays of the caller's own; a result that nobody wants.
struct Point {
  double x, v;
};
static double orbit(Point &p, double *trace, const double *table, double k, int n) {
  double most = 0;
  for (int i = 0; i < n; ++i) {
    p.v -= 0.1 * k * std::sin(p.x) * table[i % 2];
    p.x += 0.1 * p.v;
    trace[i % 3] = std::cos(trace[i % 3]) + p.x * p.x;
    if (p.x > 30)
      return most;
    most = most * 0.9 + p.x * p.v;
  }
  return most;
}
BOTH double objects(double k, int n) {
  Point p = {1, k};
  double trace[3] = {k, 1, 2}, table[2] = {k, 2 * k};
  double most = orbit(p, trace, table, k, n);
  orbit(p, trace, table, std::sin(most), n);
  table[0] = p.x * trace[1];
  most *= orbit(p, trace, table, std::sin(trace[0]), n);
  return most + p.x * p.v + trace[2] * table[0];
}

// Recursion: halves of an interval, and one that hands its result on.
static double quadrature(double from, double to, double x, int depth) {
  if (depth == 0)
    return (to - from) * std::sin(x * (from + to) / 2) * std::exp(from * x);
  const double middle = (from + to) / 2;
  return quadrature(from, middle, x, depth - 1) + quadrature(middle, to, x, depth - 1);
}
static void fold(double &s, double x, int n) {
  if (n <= 0)
    return;
  s = std::sin(s) * x;
  fold(s, x + 0.1 * s, n - 1);
  s *= 1 + 0.1 * s;
  fold(s, 0.9 * x, n - 2);
}
BOTH double recursive(double x, int n) {
  double s = quadrature(0, x, x, n % 6);
  fold(s, x, n % 9);
  return s * quadrature(s, x, s, 3);
}

// Recursion without branches: its levels are recorded, as in reverse mode. Ways that exclude one
// another, and one through a loop.
static void descend(double *u, int n, double x, int depth) {
  if (depth <= 0)
    return;
  for (int k = 0; k < n; ++k)
    u[k] = std::sin(u[k] + x * u[(k + 1) % n]);
  if (u[0] > 0.7) {
    descend(u, n, 0.9 * x, depth - 1);
    return;
  }
  descend(u, n, x, depth - 1);
  u[1] *= 1 + u[0];
}
static double climb(double s, double x, int depth) {
  for (int way = 0; way < depth; ++way)
    s += 0.1 * climb(std::sin(s) * x, x, depth - 2);
  return s;
}
BOTH double levels(double x, int n) {
  double u[3] = {x, 1, x * x};
  descend(u, 3, x, n);
  return u[0] * u[1] + climb(u[2], x, n % 7);
}

// Memory of the caller, as far as the callee says.
static void sweep([[ad::extent(n)]] double *u, int n, double c, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int k = 1; k < n; ++k)
      u[k] = std::sin(u[k] + c * u[k - 1]);
    if (u[0] > 1000)
      return;
  }
  u[0] = std::cos(u[0] * u[n - 1]);
}
BOTH double memory(double *u, int n, double c, int steps) {
  sweep(u, n, c, steps);
  double s = u[0] * u[1];
  sweep(u, n, s, steps);
  return s + u[n - 1];
}

// A callee that the user wants checkpointed.
BOTH double inner(double x, int n) {
  double s = x;
  for (int i = 0; i < n; ++i)
    s = std::cos(s) * x + 0.2;
  return s;
}
BOTH double annotated(double x, int n) {
  double s = inner(x, n);
  return s * inner(s * x, n + 1);
}

int main() {
  with_snapshots({0, 1, 3}, [] {
    static int count;
    for (int n : {0, 1, 2, 17}) {
      count = n;
      CHECK_STEPS(values, count);
      CHECK_STEPS(objects, count);
      CHECK_STEPS(recursive, count);
      CHECK_STEPS(levels, count);
      CHECK_STEPS(annotated, count);
      check(
          {0.3, 0.7, 0.4, 0.2}, 4,
          [](In x, Out y) {
            copy(x, y, 3);
            y[3] = memory(y, 3, x[3], count);
          },
          AD([](In x, In d, Out y, Out y_dot) {
            copy(x, y, 3), copy(d, y_dot, 3);
            y[3] = memory_forward(y, y_dot, 3, x[3], d[3], count, y_dot[3]);
          }),
          AD([](In x, Out x_bar, Out y, In y_bar) {
            double u[3], u_bar[3], v_bar[3], c_bar = x_bar[3];
            copy(x, u, 3), copy(y_bar, u_bar, 3), copy(x, y, 3), copy(y_bar, v_bar, 3);
            const double value = memory_reverse(u, u_bar, 3, x[3], c_bar, count, y_bar[3]);
            y[3] = memory_checkpointed(y, v_bar, 3, x[3], x_bar[3], count, y_bar[3]);
            expect_true("memory: the same bits", same(u, y, 3) && same(u_bar, v_bar, 3) &&
                                                     same(&c_bar, &x_bar[3], 1) &&
                                                     same(&value, &y[3], 1));
            add(v_bar, x_bar, 3);
          }));
    }
  });
  return finish();
}
