// A do-while loop whose last iteration is left by 'continue', in functions with two halves.
#include "vectors.h"
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace {
struct E2 {
  int k;
};
} // namespace

// Calls h, whose sweeps are two functions.
#define CALLS_H                                                                                    \
  [[ad::differentiate(forward, reverse)]]                                                          \
  double f(const V &v) {                                                                           \
    double z = v[2], w = v[3];                                                                     \
    z += h(v[1], w, 0);                                                                            \
    return z + w;                                                                                  \
  }

namespace by_value {
double h(double a, double &b, int n) {
  int i = 0;
  do {
    if (b > 100 * i)
      continue;
    b = a * b;
  } while (++i < 3);
  if (n == 2)
    return a;
  return a * 0.5 + std::sin(b);
}
CALLS_H
} // namespace by_value

namespace by_number {
double h(double a, double &b, int n) {
  int i = 0;
  do {
    if (i == 2)
      continue;
    b = a * b;
  } while (++i < 3);
  if (n == 2)
    return a;
  return a * 0.5 + std::sin(b);
}
CALLS_H
} // namespace by_number

namespace retried {
double h(double a, double &b, int n) {
  int i = 0;
  do {
    try {
      if (n != 3)
        throw E2{3};
    } catch (const E2 &e) {
      if (e.k & 1)
        continue;
    }
    b = a * b;
  } while (++i < 3);
  if (n == 2)
    return a;
  return a * 0.5 + std::sin(b);
}
CALLS_H
} // namespace retried

namespace retried_in_for {
double h(double a, double &b, int n) {
  for (int i = 0; i < 3; ++i) {
    try {
      if (n != 3)
        throw E2{3};
    } catch (const E2 &e) {
      if (e.k & 1)
        continue;
    }
    b = a * b;
  }
  if (n == 2)
    return a;
  return a * 0.5 + std::sin(b);
}
CALLS_H
} // namespace retried_in_for

namespace in_switch {
double run(const int *prog, int n, double &acc, double x) {
  int pc = 0;
  do {
    switch (prog[pc]) {
    case 2: {
      double t = acc;
      acc = x;
      x = t;
    }
      continue;
    case 3:
      return acc - x;
    default:
      acc = std::sin(acc);
    }
    x += 0.1 * acc;
  } while (++pc < n);
  return acc * x;
}
const int p[] = {4, 2};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0];
  double s = run(p, 2, a, v[1]);
  s += run(p, 1, a, v[2]);
  return s * a;
}
} // namespace in_switch

namespace skipped_by_goto {
double h(double a, double &b, int n) {
  int i = 0;
  do {
    if (i != 1) {
      if (i != 2)
        continue;
      b *= 0.9;
    } else {
      if (i > 5)
        goto L;
      b += 1;
    L:
      b = std::sin(b);
    }
    a = std::sin(a) * b;
  } while (++i < n);
  return a * 0.5 + std::sin(b);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double x = v[0];
  double s = h(v[2], x, 4);
  return s + x;
}
} // namespace skipped_by_goto

namespace more_gotos {
double h(double a, double &b) {
  int i = 0;
  do {
    if (i != 1) {
      if (i != 2)
        continue;
      a = 1.5 * std::sin(2.0 - (b - a));
    } else {
      {
        if (i > 2)
          goto L3;
        b += 1;
      L3:
        b = 1.5 * std::sin(b + a);
      }
    }
    for (int k = 0; k < 2; ++k) {
      a = std::sin(a);
    }
  } while (++i < 4);
  return a * 0.5 + std::sin(b);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double x = v[0];
  double s = h(v[2], x);
  return s + x;
}
} // namespace more_gotos

int main() {
  CHECK_CASE_TWICE(by_value);
  CHECK_CASE_TWICE(by_number);
  CHECK_CASE_TWICE(retried);
  CHECK_CASE_TWICE(retried_in_for);
  CHECK_CASE_TWICE(in_switch);
  CHECK_CASE_TWICE(skipped_by_goto);
  CHECK_CASE_TWICE(more_gotos);
  return finish();
}
