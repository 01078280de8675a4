// memcpy, memmove and memset of numbers, of arrays as a whole, and of records.
#include "arrays.h"
#include <cstring>

#define BOTH [[ad::differentiate(forward, reverse)]]

// Whole arrays, and sizes that are counts of elements.
BOTH double whole(const double *x, int n) {
  double a[4], b[4], c[8];
  std::memcpy(a, x, sizeof a);
  a[0] *= a[1];
  memcpy(b, a, sizeof(b));
  std::memset(c, 0, sizeof(c));
  std::memcpy(c + 2, b + 1, 3 * sizeof(double));
  std::memcpy(&c[6], &a[2], 2 * sizeof *a);
  std::memcpy(b, x, n * sizeof(double));
  double s = 0;
  for (int i = 0; i < 8; ++i)
    s += c[i] * (i + 1) * c[i] + b[i % 4];
  return s * a[3];
}

// In a loop, over memory whose old values are needed.
BOTH double rounds(const double *x, int n) {
  double now[8], next[8], s = 0;
  const std::size_t bytes = n * sizeof(double);
  std::memcpy(now, x, bytes);
  for (int k = 0; k < 3; ++k) {
    std::memset(next, 0, sizeof(double) * n);
    for (int i = 0; i < n; ++i)
      next[i] += now[i] * now[(i + 1) % n] + 0.5 * now[i];
    s += next[0] * now[n - 1];
    if (k != 1)
      std::memcpy(now, next, bytes);
    else
      std::memcpy(now + 1, next, (n - 1) * sizeof(double));
  }
  return s + now[0];
}

// Overlapping in both directions.
BOTH double slide(const double *x, int n) {
  double a[8];
  for (int i = 0; i < n; ++i)
    a[i] = x[i] * x[i];
  std::memmove(a + 1, a, (n - 1) * sizeof(double));
  a[0] = x[0] * a[2];
  std::memmove(a, a + 2, sizeof(double) * (n - 2));
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += a[i] * x[i] * (i + 1);
  return s;
}

// Rows and matrices.
BOTH double matrix(const double *x, int) {
  double a[2][2], b[2][2];
  std::memcpy(a, x, sizeof(a));
  std::memcpy(b, a, sizeof(b));
  std::memcpy(b[1], a[0], sizeof(a[0]));
  std::memcpy(&a[0][0], x, 4 * sizeof(double));
  b[0][1] *= a[1][1];
  std::memset(a[0], 0, sizeof a[0]);
  return a[0][0] + a[1][0] * b[0][0] + b[0][1] * b[1][0] + b[1][1];
}

struct Point {
  double x, y;
  int id;
};

BOTH double records(const double *x, int) {
  Point p[2] = {{x[0], x[1], 0}, {x[2], x[3] * x[0], 1}}, q[2], r;
  memcpy(q, p, sizeof p);
  memcpy(&r, &p[1], sizeof(Point));
  q[0].x *= r.y;
  memcpy(&p[0], &q[0], sizeof q[0]);
  memset(&q[1], 0, sizeof(q[1]));
  return p[0].x * p[1].y + q[1].x + r.x + q[0].y * r.id;
}

void shift(double *a, int n) { std::memmove(a, a + 1, sizeof(double) * (n - 1)); }

BOTH double callee(const double *x, int n) {
  double a[8], s = 0;
  std::memcpy(a, x, sizeof(double) * n);
  for (int i = 0; i < n; ++i) {
    s += a[0] * a[0] * x[i];
    shift(a, n);
  }
  return s;
}

// Outputs, too.
BOTH void out(const double *x, double *y, int n) {
  std::memcpy(y, x, n * sizeof(double));
  y[0] *= y[1];
  std::memcpy(y + 1, y, sizeof(double));
}

int main() {
  CHECK_ARRAY(whole, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(rounds, {0.5, 1.5, -0.75, 0.3, 0.9});
  CHECK_ARRAY(slide, {0.5, 1.5, -0.75, 0.3, 0.9});
  CHECK_ARRAY(matrix, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(records, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(callee, {0.5, 1.5, -0.75, 0.3});
  check(
      {0.5, 1.5, -0.75}, 3, [](In x, Out y) { out(x, y, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { out_forward(x, x_dot, y, y_dot, 3); }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double seed[3];
        copy(y_bar, seed, 3);
        out_reverse(x, x_bar, y, seed, 3);
      }));
  return finish();
}
