// Heads of loops: several tests in their order, bounds made of what the head declares, steps that
// read what moves, octal numbers; and rims whose loops are asked, or changed, elsewhere.
#include "told.h"
#include <algorithm>
#include <cmath>
#include <vector>

// A case: a sum s over what a leads to, n elements and four more.
#define CASE(name, ...)                                                                            \
  namespace name {                                                                                 \
  static double run(const V &v, int n) {                                                           \
    const V all = spread(v, n + 4);                                                                \
    const double *a = all.data();                                                                  \
    double s = 0.1 * a[0];                                                                         \
    __VA_ARGS__                                                                                    \
    return s;                                                                                      \
  }                                                                                                \
  BOTH double f(const V &v) {                                                                      \
    return run(v, told(v, 9)) + run(v, told(v, 5)) + run(v, told(v, 3)) + run(v, told(v, 1)) +     \
           run(v, told(v, 0));                                                                     \
  }                                                                                                \
  }

CASE(asked_outside, { // of the rims of the inner loop's question
  for (int i = 0; i < n; ++i) {
    double w = 1;
    if (i > 2)
      w = 2;
    for (int j = 0; j < n - 1; ++j) {
      double t = a[j];
      if (i > 0)
        t += a[i - 1];
      s += w * t * t;
    }
  }
})

CASE(asked_by_a_head, {
  for (int i = 0; i < n; ++i)
    for (int j = std::max(i - 2, 0); j < n; ++j) {
      double t = a[j];
      if (i > 0)
        t += a[i - 1];
      s += t * t;
    }
})

CASE(start_that_changes, {
  int p = n / 4;
  for (int i = p; i < n; ++i) {
    s += a[i] * a[i];
    if (i < n - 1)
      s += a[i + 1] * a[i];
    p = n;
  }
  s += p;
})

CASE(start_in_memory, {
  std::vector<int> w(n + 1);
  for (int i = w[0]; i < n; ++i) {
    s += a[i] * a[i];
    if (i + 2 < n)
      s += a[i + 2] * a[i];
    w[i] = n + 7;
  }
})

CASE(bound_in_memory, {
  int w[2] = {n, 1};
  int *last = w;
  for (int i = 0; i < *last; ++i) {
    s += a[i] * a[i];
    if (i > 0)
      s += a[i - 1] * a[i];
    if (i == n - 2)
      w[0] = n - 1;
  }
})

CASE(steps_that_read, {
  const double *p = a;
  for (int k = 0; k < n; ++k, s += *p, ++p)
    s += p[0] * p[0];
})

CASE(steps_that_keep, {
  const double *p = a;
  double t = 1;
  for (int k = 0; k < n; ++k, t = *p) {
    s += t * t;
    ++p;
  }
})

CASE(octal_numbers, {
  const int k = 010;
  if (k == 8)
    s *= a[1];
  for (int i = 010; i < 40; ++i)
    s += a[i & 3] * s * 0.001;
  s += 017 * a[2];
})

CASE(tests_in_order, {
  const int *q = n > 4 ? &n : nullptr;
  for (int i = 0; q && *q > 0 && i < n; ++i)
    s += a[i] * a[i];
  for (int i = 0; n != 0 && 10 / n > 1 && i < n; ++i)
    s += a[i] * a[i + 1];
  for (int i = 0; q && i < *q; ++i)
    s += a[i] * a[i + 2];
})

CASE(second_bounds, {
  for (int i = 0; i < n && i < 12 / n; ++i)
    s += a[i] * a[i];
  for (int i = 0; i < n && i < 8 >> n; ++i)
    s += a[i] * a[i + 1];
})

CASE(bounds_of_the_head, {
  for (int i = 0, m = n / 2; i < n && i < m; ++i)
    s += a[i] * a[i];
  for (unsigned i = 0, w = n / 3; i + w < unsigned(n); ++i)
    s += a[i] * a[i + 1];
})

int main() {
  CHECK_CASE_TWICE(asked_outside);
  CHECK_CASE_TWICE(asked_by_a_head);
  CHECK_CASE_TWICE(start_that_changes);
  CHECK_CASE_TWICE(start_in_memory);
  CHECK_CASE_TWICE(bound_in_memory);
  CHECK_CASE_TWICE(steps_that_read);
  CHECK_CASE_TWICE(steps_that_keep);
  CHECK_CASE_TWICE(octal_numbers);
  CHECK_CASE_TWICE(tests_in_order);
  CHECK_CASE_TWICE(second_bounds);
  CHECK_CASE_TWICE(bounds_of_the_head);
  return finish();
}
