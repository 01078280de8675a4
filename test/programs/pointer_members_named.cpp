// Members that are pointers, named ahead of inner loops: they lead where they led before.
#include "vectors.h"
#include <cmath>
#include <vector>

using V = std::vector<double>;

namespace {
struct W {
  double *p;
};
} // namespace

namespace view {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s[3] = {v[0], v[1], v[2]}, r = 1;
  for (int t = 0; t < 2; ++t) {
    W u{s + t};
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        r *= s[i];
        u.p[1] *= 0.9;
      }
  }
  return r;
}
} // namespace view

namespace set_to_array {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s[2] = {v[0], v[1]}, r = 1;
  W u;
  for (int t = 0; t < 2; ++t) {
    u.p = s;
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        r *= s[i];
        u.p[1] *= 0.9;
      }
  }
  return r;
}
} // namespace set_to_array

namespace one_of_two {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s[2] = {v[0], v[1]}, m[2] = {v[2], v[3]};
  W u;
  double r = 0;
  for (int t = 0; t < 2; ++t) {
    u.p = t ? m : s;
    for (int i = 0; i < 2; ++i) {
      for (int j = 0; j < 2; ++j) {
        u.p[j] += 0.5 * s[i];
        r += u.p[j] * s[i];
      }
    }
  }
  return r;
}
} // namespace one_of_two

namespace pair {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s[3] = {v[0], v[1], v[2]}, r = 1;
  for (int t = 0; t < 2; ++t) {
    std::pair<double *, int> u{s + t, 1};
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        r *= s[i];
        u.first[1] *= 0.9;
      }
  }
  return r;
}
} // namespace pair

namespace to_vector {
struct W {
  std::vector<double> *p;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V s(v);
  double r = 1;
  for (int t = 0; t < 2; ++t) {
    W u{&s};
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        r *= s[i];
        (*u.p)[1] *= 0.9;
      }
  }
  return r;
}
} // namespace to_vector

namespace parameter {
static double g(double *s, int n) {
  double r = 1;
  W u;
  for (int t = 0; t < 2; ++t) {
    u.p = s + t;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < 2; ++j) {
        r *= s[i];
        u.p[1] *= 0.9;
      }
  }
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V s(v);
  return g(s.data(), 3);
}
} // namespace parameter

namespace moved_behind {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s[3] = {v[0], v[1], v[2]}, r = 1;
  W u{s};
  int t = 0;
  while (t < 2) {
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        r *= s[i];
        u.p[1] *= 0.9;
      }
    u.p = s + 1;
    ++t;
  }
  return r;
}
} // namespace moved_behind

int main() {
  CHECK_CASE_TWICE(view);
  CHECK_CASE_TWICE(set_to_array);
  CHECK_CASE_TWICE(one_of_two);
  CHECK_CASE_TWICE(pair);
  CHECK_CASE_TWICE(to_vector);
  CHECK_CASE_TWICE(parameter);
  CHECK_CASE_TWICE(moved_behind);
  return finish();
}
