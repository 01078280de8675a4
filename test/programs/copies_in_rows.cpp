// Copies of a known size that loops in loops make: rows of triangles, of loops in branches, and of
// loops that are left.
#include "told.h"
#include <cmath>
#define CASE(name, ...)                                                                            \
  namespace name {                                                                                 \
  BOTH double f(const V &v) {                                                                      \
    double x[3] = {v[0], v[1], v[2]}, s = 0;                                                       \
    const int n = told(v, 4);                                                                      \
    auto step = [&](double w) {                                                                    \
      double y[3];                                                                                 \
      for (int i = 0; i < 3; ++i) {                                                                \
        double sum = 0;                                                                            \
        for (int j = 0; j < 3; ++j)                                                                \
          sum += v[(i + j) % 4] * x[j] * x[j];                                                     \
        y[i] = std::sin(sum * w);                                                                  \
      }                                                                                            \
      for (int i = 0; i < 3; ++i)                                                                  \
        x[i] = y[i];                                                                               \
    };                                                                                             \
    __VA_ARGS__                                                                                    \
    return s + x[0] * x[1] + x[2];                                                                 \
  }                                                                                                \
  }
CASE(triangle, {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      step(0.4 + 0.02 * j);
      s += x[j % 3];
    }
})
CASE(rectangle, {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 2; ++k)
        for (int l = 0; l < n; ++l) {
          step(0.3 + 0.02 * l);
          s += x[k] * 0.1;
        }
})
CASE(branches, {
  for (int i = 0; i < n; ++i)
    if (i % 2) {
      for (int j = 0; j < 3; ++j) {
        step(0.5);
        s += x[0];
      }
    } else {
      step(0.7);
    }
})
CASE(left, {
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (s > 1.5)
        break;
      step(0.5);
      s += x[1] + 0.3;
    }
    for (int j = n; j-- > 1;) {
      step(0.4);
      if (j == 2)
        continue;
      s -= x[2];
    }
  }
})
CASE(strides, {
  for (int i = 0; i < 3 * n; i += n - 1) {
    step(0.05 * i);
    s += x[0];
  }
})
int main() {
  CHECK_CASE_TWICE(triangle);
  CHECK_CASE_TWICE(rectangle);
  CHECK_CASE_TWICE(branches);
  CHECK_CASE_TWICE(left);
  CHECK_CASE_TWICE(strides);
  return finish();
}
