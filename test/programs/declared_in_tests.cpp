// Variables that the test of a loop declares, and its body uses: numbers, pointers and subscripts.
#include "arrays.h"
#define BOTH [[ad::differentiate(forward, reverse)]]

BOTH double numbers(const double *x, int n) {
  double s = 0;
  int k = 0;
  while (const double t = x[k] * 0.5) {
    s += t * t * x[k + 1];
    ++k;
    if (k > n - 3)
      break;
  }
  return s * s;
}

BOTH double pointers(const double *x, int n) {
  double s = 1;
  for (int k = 0; const double *p = k < n - 1 ? x + k : nullptr; ++k) {
    if (*p < 0.5)
      continue;
    s = std::sin(s * *p) + p[1];
  }
  return s * s;
}

BOTH double subscripts(const double *x, int n) {
  double s = 1;
  int k = 0;
  while (const int m = n - 1 - k) {
    ++k;
    if (m == 2)
      continue;
    s = std::sin(s * x[m]) + x[m - 1];
  }
  return s * s;
}

struct Cursor {
  double *p, *end;
  double *next(double above) {
    while (p != end) {
      double *q = p++;
      if (*q > above)
        return q;
    }
    return nullptr;
  }
};
BOTH double cursors(const double *x, int n) {
  double a[8];
  for (int i = 0; i < n; ++i)
    a[i] = x[i];
  Cursor c{a, a + n};
  int k = 0;
  while (double *p = c.next(0.6)) {
    *p *= a[k];
    a[k] += *p * 0.1;
    ++k;
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += (i + 1) * a[i];
  return s;
}

struct Node {
  double v;
  Node *next;
};
BOTH double links(const double *x, int n) {
  Node nodes[8];
  for (int i = 0; i < n; ++i)
    nodes[i] = {x[i], i + 1 < n ? &nodes[i + 1] : nullptr};
  double s = 1;
  for (Node *at = nodes; Node *next = at->next; at = next) {
    next->v *= at->v + s;
    while (const int less = s > 2)
      s *= 0.5 * less;
    s += next->v * at->v;
  }
  return s * nodes[n - 1].v;
}

int main() {
  CHECK_ARRAY(numbers, {0.31, 0.72, 0.55, 1.23, 0.87, 0.44});
  CHECK_ARRAY(pointers, {0.31, 0.72, 0.55, 1.23, 0.87, 0.44});
  CHECK_ARRAY(subscripts, {0.31, 0.72, 0.55, 1.23, 0.87, 0.44});
  CHECK_ARRAY(cursors, {0.31, 0.72, 0.55, 1.23, 0.87, 0.44});
  CHECK_ARRAY(links, {0.31, 0.72, 0.55, 1.23, 0.87, 0.44});
  return finish();
}
