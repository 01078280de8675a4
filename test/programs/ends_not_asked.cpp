// Loops whose ends can only be asked for where the loops or branches around them run: the
// companions must not divide by zero, or follow null pointers, where the functions do not.
#include "told.h"
#include <cmath>

/// What a caller sees of `g(double *u, ...)` in the end: checked as the derivative of the numbers
/// that are left.
#define SEEN(...)                                                                                  \
  double f(const V &v) {                                                                           \
    V u(v);                                                                                        \
    return g(u.data(), __VA_ARGS__);                                                               \
  }                                                                                                \
  SEEN_COMPANIONS(__VA_ARGS__)
#ifdef NO_AD
#define SEEN_COMPANIONS(...)
#else
#define SEEN_COMPANIONS(...)                                                                       \
  double f_forward(const V &v, const V &v_dot, double &f_dot) {                                    \
    V u(v), u_dot(v_dot);                                                                          \
    return g_forward(u.data(), u_dot.data(), __VA_ARGS__, f_dot);                                  \
  }                                                                                                \
  double f_reverse(const V &v, V &v_bar, double f_bar) {                                           \
    V u(v), w(v), u_bar(4);                                                                        \
    const double value = g_reverse(u.data(), u_bar.data(), __VA_ARGS__, f_bar);                    \
    bool same = g(w.data(), __VA_ARGS__) == value;                                                 \
    for (int i = 0; i < 4; ++i) {                                                                  \
      same &= u[i] == w[i];                                                                        \
      v_bar[i] += u_bar[i];                                                                        \
    }                                                                                              \
    return same ? value : -1;                                                                      \
  }
#endif

struct Grid {
  int n, m;
};
const int three[] = {3, 2};
const Grid grid = {3, 2};

/// A quotient, ahead of the branch that asks for its divisor.
namespace quotient {
BOTH double g(double *a, int n, int m, int k) {
  double s = 0;
  if (k != 0) {
    for (int i = 0; i < (n * m + n + m * 2 + 3) / k % 3; ++i) {
      a[i] = std::sin(a[i]) * s + a[i];
      s += a[i] * a[i + 1];
    }
  }
  return s * s + a[0];
}
namespace none {
SEEN(told(v, 3), 2, told(v, 0))
}
namespace two {
SEEN(told(v, 3), 2, told(v, 2))
}
} // namespace quotient

/// The same by a number that is not zero.
namespace halves {
BOTH double g(double *a, int n, int k) {
  double s = 0;
  if (k != 0) {
    for (int i = 0; i < (n * n + n * 2 - 3) / 4 % 7; ++i) {
      a[i] = std::sin(a[i]) * s + a[i];
      s += a[i] * a[i + 1];
    }
  }
  return s * s + a[0];
}
namespace none {
SEEN(told(v, 3), told(v, 0))
}
namespace two {
SEEN(told(v, 3), told(v, 2))
}
} // namespace halves

/// What the caller sees in the end: as many elements as a quotient says, which nobody may form.
namespace ends_divided {
BOTH double g(double *a, int n, int k) {
  for (int j = 0; j < k; ++j)
    for (int i = 1; i < n / k; ++i)
      a[i] += 0.1 * (a[i - 1] - 2 * a[i] + a[i + 1]) * a[i];
  return a[1];
}
namespace none {
SEEN(told(v, 7), told(v, 0))
}
namespace two {
SEEN(told(v, 7), told(v, 2))
}
} // namespace ends_divided

/// As many as a number says that a null pointer would lead to.
namespace ends_read {
BOTH double g(double *a, const int *n, int k) {
  for (int j = 0; j < k; ++j)
    for (int i = 1; i < n[0]; ++i)
      a[i] += 0.1 * (a[i - 1] - 2 * a[i] + a[i + 1]) * a[i];
  return a[1];
}
namespace none {
SEEN(nullptr, told(v, 0))
}
namespace two {
SEEN(three, told(v, 2))
}
} // namespace ends_read

/// The same of an object.
namespace ends_in_object {
BOTH double g(double *a, [[ad::constant]] const Grid *n, int k) {
  for (int j = 0; j < k; ++j)
    for (int i = 1; i < n->n; ++i)
      a[i] += 0.1 * (a[i - 1] - 2 * a[i] + a[i + 1]) * a[i];
  return a[1];
}
namespace none {
SEEN(nullptr, told(v, 0))
}
namespace two {
SEEN(&grid, told(v, 2))
}
} // namespace ends_in_object

/// A loop around that the elements belong to, and one inside that they do not.
namespace ends_of_rows {
BOTH double g(double *a, const int *m, int n) {
  for (int i = 1; i < n; ++i)
    for (int j = 0; j < m[0]; ++j)
      a[i] += 0.1 * (a[i - 1] - 2 * a[i] + a[i + 1]) * a[i];
  return a[1];
}
namespace none {
SEEN(nullptr, told(v, 1))
}
namespace two {
SEEN(three, told(v, 3))
}
} // namespace ends_of_rows

/// Both ends of a matrix, the inner one behind the outer one, and a loop between them.
namespace ends_of_matrix {
BOTH double g(double *a, const int *m, int n, int k) {
  for (int i = 0; i < n; ++i)
    for (int t = 0; t < 4 / n; ++t)
      for (int j = 1; j < m[0] / k; ++j)
        a[2 * i + j] += 0.1 * a[2 * i + j - 1] * a[2 * i + j] * a[2 * i + j];
  return a[1] + a[3];
}
namespace none {
SEEN(nullptr, told(v, 0), told(v, 0))
}
namespace two {
SEEN(three + 1, told(v, 2), told(v, 1))
}
} // namespace ends_of_matrix

/// Rows of which each has an end, where another loop may not run.
namespace ends_of_each {
BOTH double g(double *a, const int *n, int m, int k) {
  for (int i = 0; i < m; ++i)
    for (int t = 0; t < n[i]; ++t)
      for (int j = 0; j < 4 / (n[0] + k); ++j)
        a[2 * i + j] += 0.1 * a[2 * i + 1 - j] * a[2 * i + j] * a[2 * i + j];
  return a[1] + a[3];
}
const int zeros[] = {0, 0}, mixed[] = {0, 2};
namespace none {
SEEN(zeros, told(v, 2), told(v, 0))
}
namespace two {
SEEN(mixed, told(v, 2), told(v, 2))
}
} // namespace ends_of_each

/// An end that has a name in the loop.
namespace ends_named {
BOTH double g(double *a, int k) {
  for (int j = 0; j < k; ++j) {
    const int n = 3;
    for (int i = 1; i < n; ++i)
      a[i] += 0.1 * (a[i - 1] - 2 * a[i] + a[i + 1]) * a[i];
  }
  return a[1];
}
namespace none {
SEEN(told(v, 0))
}
namespace two {
SEEN(told(v, 2))
}
} // namespace ends_named

/// A copy of a part, as long as a number in memory says.
namespace parts {
BOTH double g(double *a, const double *w, const int *n, int k) {
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < k; ++i) {
      double x = 1;
      for (int j = 0; j < *n; ++j)
        x *= a[j];
      s += x * w[i];
    }
    for (int j = 0; j < 4; ++j)
      a[j] = std::sin(a[j]);
  }
  return s;
}
BOTH double f(const V &v) {
  V a(v), b(v);
  return g(a.data(), v.data(), nullptr, told(v, 0)) + g(b.data(), v.data(), three, told(v, 2)) +
         weighed(a) + weighed(b);
}
} // namespace parts

/// Records of two loops, of which the outer one does not run.
namespace records {
BOTH double g(double *a, const int *n, int k) {
  double s = 1;
  for (int j = 0; j < k; ++j) {
    for (int i = 0; i < *n; ++i) {
      a[i] *= s;
      s = std::sin(s * a[i]);
    }
    for (int i = 0; i < *n; ++i)
      s += a[i] * a[i];
  }
  return s;
}
namespace none {
SEEN(nullptr, told(v, 0))
}
namespace two {
SEEN(three, told(v, 2))
}
} // namespace records

int main() {
  CHECK_CASE_TWICE(quotient::none);
  CHECK_CASE_TWICE(quotient::two);
  CHECK_CASE_TWICE(halves::none);
  CHECK_CASE_TWICE(halves::two);
  CHECK_CASE_TWICE(ends_divided::none);
  CHECK_CASE_TWICE(ends_divided::two);
  CHECK_CASE_TWICE(ends_read::none);
  CHECK_CASE_TWICE(ends_read::two);
  CHECK_CASE_TWICE(ends_in_object::none);
  CHECK_CASE_TWICE(ends_in_object::two);
  CHECK_CASE_TWICE(ends_of_rows::none);
  CHECK_CASE_TWICE(ends_of_rows::two);
  CHECK_CASE_TWICE(ends_of_matrix::none);
  CHECK_CASE_TWICE(ends_of_matrix::two);
  CHECK_CASE_TWICE(ends_of_each::none);
  CHECK_CASE_TWICE(ends_of_each::two);
  CHECK_CASE_TWICE(ends_named::none);
  CHECK_CASE_TWICE(ends_named::two);
  CHECK_CASE_TWICE(parts);
  CHECK_CASE_TWICE(records::none);
  CHECK_CASE_TWICE(records::two);
  return finish();
}
