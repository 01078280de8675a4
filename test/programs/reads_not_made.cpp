// Elements behind the end, of which the functions form the address at most: nothing is copied, or
// put back, that they do not read. To be run with the address sanitizer, too.
#include "told.h"
#include <cmath>

/// Less of each.
inline V small(const V &v) {
  V u(v);
  for (double &x : u)
    x *= 0.2;
  return u;
}

/// The address of an element is no read of it: that of the copy which a loop reads.
namespace copied {
BOTH double g(double *a, const double *w, int n, int k) {
  double s = 0;
  for (int t = 0; t < k; ++t) {
    for (int i = 0; i < n; ++i)
      if (w[i] > 0.15)
        s += a[i + 1] * s * a[i] * a[i + 1] + 0.1;
    for (int j = 0; j < n; ++j) {
      double *q = &a[j], *e = &a[j + 1];
      for (; q != e; ++q)
        *q = std::sin(*q) * s;
    }
  }
  return s;
}
BOTH double f(const V &v) {
  V a{v[0], v[1], v[2] * 0.1};
  const V w{0.2, 0.2, 0.1};
  return g(a.data(), w.data(), told(v, 3), 2) + weighed(a);
}
} // namespace copied

/// Nor is it one of what is there in the end, which the caller sees.
namespace ends {
BOTH double g(double *u, int n, int steps) {
  for (int t = 0; t < steps; ++t)
    for (int i = 0; i < n; ++i) {
      double s = 0;
      const double *e = &u[i + 1];
      for (const double *q = &u[i]; q != e; ++q)
        s += 0.1;
      if (i + 1 < n)
        u[i + 1] += s * u[i + 1] * u[i] * u[i] * (i > 0 ? u[i - 1] : 1);
    }
  return u[0] * u[1];
}
double f(const V &v) {
  V u(v);
  return g(u.data(), told(v, 4), 3);
}
#ifndef NO_AD
double f_forward(const V &v, const V &v_dot, double &f_dot) {
  V u(v), u_dot(v_dot);
  return g_forward(u.data(), u_dot.data(), told(v, 4), 3, f_dot);
}
double f_reverse(const V &v, V &v_bar, double f_bar) {
  V u(v), u_bar(4);
  const double value = g_reverse(u.data(), u_bar.data(), told(v, 4), 3, f_bar);
  for (int i = 0; i < 4; ++i)
    v_bar[i] += u_bar[i];
  return value;
}
#endif
} // namespace ends

/// Nor does it say that the statement reads what it reads under a condition.
namespace guarded {
BOTH double g(double *a, [[ad::constant]] const double *w, int n) {
  double s = 0.5;
  for (int i = 0; i < n; ++i) {
    const double d = (w[i] > 0 ? a[i + 1] * s * a[i + 1] : 0.5) * (w == &a[i + 1] ? 2 : 1);
    s += d * s;
    if (w[i] > 0)
      a[i + 1] *= s;
  }
  return s;
}
BOTH double f(const V &v) {
  V a{v[0], 0.3 * v[1], 0.3 * v[3]};
  const V w{1, 1, -1};
  return g(a.data(), w.data(), told(v, 3)) + weighed(a);
}
} // namespace guarded

/// In an iteration that is run again, what it reads under a condition.
namespace again {
BOTH double f(const V &v) {
  const int n = 8;
  V x(n), q(n), a(n);
  for (int i = 0; i < n; i++)
    x[i] = 0.5 + 0.02 * i * v[i % 4];
  double total = 0;
  for (int s = 0; s < 3; s++) {
    double *p = new double[n];
    for (int i = 0; i < n; i++)
      p[i] = 0.5 * v[0] * x[i] + q[i];
    for (int e = 0; e < n / 2; e++) {
      const int at = 2 * e;
      double y[2] = {p[at], p[at + 1]};
      const double next = e + 1 < n / 2 ? p[at + 2] : 0.5;
      for (int i = 0; i < 2; i++)
        y[i] = q[at] * y[i] * next + y[i] * y[i] * x[at + i];
      y[0] *= y[1] * next;
      y[1] *= y[0] * next;
      a[at] += 0.01 * y[0] * y[1];
      a[at + 1] -= 0.01 * y[1] * next;
    }
    for (int i = 0; i < n; i++) {
      q[i] = 0.3 * a[i] * p[i];
      x[i] += 0.1 * q[i];
    }
    total += q[s] * x[s + 1];
    delete[] p;
  }
  return total;
}
} // namespace again

/// A vector that has got shorter since somebody asked how long it is.
namespace shortened {
BOTH double f(const V &x) {
  V v(x.size());
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    v[i] = 0.3 * x[i];
  for (int t = 0; t < 2; ++t) {
    const std::size_t n = v.size();
    v.pop_back();
    v.shrink_to_fit();
    for (int q = 0; q < 2; ++q)
      for (std::size_t i = 0; i < n; ++i)
        if (i < v.size())
          s += v[i] * s * v[i] + 0.1 * v[i];
    for (std::size_t i = 0; i < v.size(); ++i)
      v[i] = std::sin(v[i]) * s;
  }
  return s + weighed(v);
}
} // namespace shortened

/// Elements that a loop behind goes through, to an end that is told after the loop that reads them.
namespace told_behind {
BOTH double g(double *a, const double *w, int n, int k) {
  double s = 0;
  for (int t = 0; t < k; ++t) {
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        s += w[i] * a[j] * a[j] * s + 0.1;
    const int m = n + 1;
    for (int j = 0; j < m; ++j)
      a[j] = std::sin(a[j]) * s;
  }
  return s;
}
BOTH double f(const V &v) {
  V a(v);
  const V w{0.1, 0.2, 0.3};
  return g(a.data(), w.data(), told(v, 3), 2) + weighed(a);
}
} // namespace told_behind

/// The same, in a loop that begins with a number declared outside.
namespace told_before {
BOTH double g(double *a, const double *w, int n, int k) {
  double s = 0;
  const int c1 = 1;
  int t = 0;
  while (t * 2 < k * 2) {
    ++t;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j <= i; ++j)
        s += w[i] * a[j] * a[j] * s + 0.1;
    const int m2 = n *
                       ((((c1 * c1) * (c1 * c1)) * ((c1 * c1) * (c1 * c1))) *
                        (((c1 * c1) * (c1 * c1)) * ((c1 * c1) * (c1 * c1)))) *
                       (((c1 * c1) * (c1 * c1)) * ((c1 * c1) * (c1 * c1))) +
                   1;
    for (int j = 0; j < m2; ++j)
      a[j] = std::sin(a[j]) * s;
  }
  return s;
}
BOTH double f(const V &v) {
  V a(v);
  const V w{0.1, 0.2, 0.3};
  return g(a.data(), w.data(), told(v, 3), 2) + weighed(a);
}
} // namespace told_before

/// Elements that one loop reads where the other one, which comes to the same, does not run.
namespace not_both {
BOTH double g(double *a, int n, int m) {
  double s = 0.1;
  for (int t = 0; t < 2; ++t) {
    for (int r = 0; r < 2; ++r) {
      for (int i = 0; i < n; ++i)
        for (int j = 0; j < m; ++j)
          s += 0.1 * a[j] * a[j] * s;
      for (int i = 0; i < m; ++i)
        for (int j = 0; j <= i; ++j)
          s += 0.1 * a[j] * s * a[j] * (t + 1);
    }
    for (int j = 0; j < m; ++j)
      a[j] = std::sin(a[j] * s);
  }
  return s;
}
BOTH double f(const V &v) {
  V a = small(v), b = small(v);
  return g(a.data(), told(v, 0), told(v, 4)) + g(b.data(), told(v, 2), told(v, 3)) + weighed(a) +
         weighed(b);
}
} // namespace not_both

/// The same of the loop behind.
namespace not_behind {
BOTH double g(double *a, int n, int m) {
  double s = 0.1;
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < m; ++i)
      for (int j = 0; j <= i; ++j)
        s += 0.1 * a[j] * s * a[j] * (t + 1);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < m; ++j)
        a[j] = std::sin(a[j] * s);
    a[0] *= 0.9;
  }
  return s;
}
BOTH double f(const V &v) {
  V a = small(v), b = small(v);
  return g(a.data(), told(v, 0), told(v, 4)) + g(b.data(), told(v, 2), told(v, 3)) + weighed(a) +
         weighed(b);
}
} // namespace not_behind

/// A vector of which one loop reads farther than the other one, where it runs.
namespace farther {
BOTH double g(V &a, int n, int m) {
  double s = 0.1;
  for (int t = 0; t < 2; ++t) {
    for (int r = 0; r < 2; ++r) {
      for (int i = 0; i < n; ++i)
        if (s < 100)
          s += 0.1 * a[i] * s * a[i];
      for (int i = 0; i < m; ++i)
        for (int j = 0; j < n + i; ++j)
          if (s < 100)
            s += 0.1 * a[j] * s * a[j];
    }
    for (double &x : a)
      x = std::sin(x * s);
  }
  return s;
}
BOTH double f(const V &v) {
  V a = small(v), b = small(v);
  return g(a, told(v, 4), told(v, -2)) + g(b, told(v, 3), told(v, 2)) + weighed(a) + weighed(b);
}
} // namespace farther

int main() {
  CHECK_CASE_TWICE(copied);
  CHECK_CASE_TWICE(ends);
  CHECK_CASE_TWICE(guarded);
  CHECK_CASE_TWICE(again);
  CHECK_CASE_TWICE(shortened);
  CHECK_CASE_TWICE(told_behind);
  CHECK_CASE_TWICE(told_before);
  CHECK_CASE_TWICE(not_both);
  CHECK_CASE_TWICE(not_behind);
  CHECK_CASE_TWICE(farther);
  return finish();
}
