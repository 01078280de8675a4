// Iterations that are left behind nothing but declarations: what counters say, what is read, what
// is set in turn, in all kinds of loops.
#include "told.h"
#include <algorithm>
#include <cmath>
#include <vector>

#define CASE(name, ...)                                                                            \
  namespace name {                                                                                 \
  BOTH double run(const V &v, int n, int k) {                                                      \
    double s = v[0], t = v[1];                                                                     \
    const int steps[] = {1, 2, 1, 3, 1, 0, 2, 1};                                                  \
    V a(16, 0.5);                                                                                  \
    __VA_ARGS__                                                                                    \
    for (double e : a)                                                                             \
      s += e * t;                                                                                  \
    return s;                                                                                      \
  }                                                                                                \
  BOTH double f(const V &v) {                                                                      \
    return run(v, 16, told(v, 3)) + run(v, told(v, 11), told(v, 4)) + run(v, told(v, 1), 1) +      \
           run(v, told(v, 0), told(v, 2));                                                         \
  }                                                                                                \
  }

CASE(causal, {
  for (int i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < k; ++j) {
      const int at = i - j * 2;
      if (at < 0)
        break;
      sum += v[j & 3] * a[at] * t;
    }
    a[i] += std::tanh(sum);
  }
})

CASE(several, {
  for (int i = 0; i < n; ++i)
    for (int j = i; j < n; ++j) {
      const int far = j - i, last = far * 2;
      const double weight = v[far & 3] * t;
      if (far >= k || last > 9)
        break;
      a[j] = a[j] * weight + s * 0.1;
      s = std::sin(s) + a[i];
    }
})

CASE(what_is_read, {
  int i = 0;
  while (i < n) {
    int step = steps[i & 7];
    if (step == 0)
      break;
    t = t * 0.8 + a[i] * s;
    step = step * 1; // is set later
    a[i] = t;
    i += step;
  }
})

CASE(numbers_with_fractions, {
  for (int i = 0; i < n; ++i) {
    const double next = a[i] * 0.9 + t * s;
    if (next > 1.5)
      break;
    a[i] = next * next;
    t = t * 0.7 + next;
  }
})

CASE(moving_ends, {
  int end = n;
  for (int i = 0; i < n; ++i) {
    const int left = end - i;
    if (left <= k)
      break;
    --end;
    s = s * 0.5 + a[left & 15] * t;
    a[end] *= s;
  }
})

CASE(in_steps_of_others, {
  for (int i = 0; i < n; i += k) {
    const int last = i + k;
    if (last > n)
      break;
    for (int j = i; j < last; ++j)
      a[j] = std::sin(a[j] * t + s);
    t += a[i] * 0.3;
  }
})

CASE(without_a_head, {
  int i = 0;
  for (;;) {
    const int now = i++;
    if (now >= n)
      break;
    const int back = n - 1 - now;
    if (back < k)
      break;
    a[now] = a[back] * t + v[now & 3];
  }
})

int main() {
  CHECK_CASE_TWICE(causal);
  CHECK_CASE_TWICE(several);
  CHECK_CASE_TWICE(what_is_read);
  CHECK_CASE_TWICE(numbers_with_fractions);
  CHECK_CASE_TWICE(moving_ends);
  CHECK_CASE_TWICE(in_steps_of_others);
  CHECK_CASE_TWICE(without_a_head);
  return finish();
}
