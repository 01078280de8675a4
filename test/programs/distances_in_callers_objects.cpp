// More of distances_in_callers_vectors.cpp: rows, deques, objects with pointers, pointers that are
// returned, closures, and elements of vectors that have been moved, which are passed on by address.
#include "vectors.h"
#include <algorithm>
#include <deque>
#include <functional>
#include <iterator>
using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace rows {
double g(const std::vector<V> &m, int row) {
  auto r = m.begin() + row;
  double s = 0;
  for (auto p = r->begin(); p != r->end(); ++p) {
    if (*p > 1e6)
      return s;
    s = 0.5 * s + *p * m[(m.end() - r) % m.size()][r->end() - p - 1] * double(r - m.begin() + 1);
  }
  if (row > 0)
    return s + g(m, row - 1);
  return s;
}
BOTH double f(const V &x) {
  std::vector<V> a{x, V(x.size(), x[1]), x}, b{V(x.size(), x[2]), x, x};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += g(a, 2) + g(b, 1);
    std::swap(a[0], b[1]);
    a.swap(b);
  }
  return s;
}
} // namespace rows
namespace of_deque {
double g(const std::deque<double> &a) {
  auto best = std::max_element(a.begin(), a.end());
  double s = 0;
  for (auto p = a.begin(); p != a.end(); ++p) {
    if (*p > 1e6)
      return s;
    s = 0.5 * s + *p * a[a.end() - p - 1] * double(best - a.begin() + 1);
  }
  return s;
}
BOTH double f(const V &x) {
  std::deque<double> a(x.begin(), x.end()), b(x.rbegin(), x.rend());
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += g(a) + 2 * g(b);
    a.swap(b);
    a.push_front(s * 0.1);
    a.pop_back();
  }
  return s;
}
} // namespace of_deque
namespace sorted {
double g(V a, const V &w) {
  std::sort(a.begin(), a.end());
  a.erase(std::unique(a.begin(), a.end()), a.end());
  auto m = std::upper_bound(a.begin(), a.end(), 0.8);
  std::rotate(a.begin(), m, a.end());
  auto q = std::find(a.begin(), a.end(), a[1]);
  double s = w[q - a.begin()] * a[0];
  for (int i = 0; i < int(a.size()); ++i) {
    if (a[i] > 1e6)
      return s;
    s += a[i] * w[i] * double(m - a.begin());
  }
  auto part = std::partition(a.begin(), a.end(), [](double e) { return e > 1.0; });
  return s + *a.begin() * w[part - a.begin() - 1 >= 0 ? part - a.begin() - 1 : 0];
}
BOTH double f(const V &x) {
  V u(x), v(x), w(x);
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += g(u, w) * (t + 1);
    u.swap(v);
    u[0] *= 1.1;
  }
  return s;
}
} // namespace sorted
namespace in_objects {
struct It {
  const double *at, *end;
};
double g(const V &a, It &it) {
  double s = 0;
  while (it.at != it.end) {
    if (*it.at > 1.2) {
      s += *it.at * a[it.end - it.at - 1];
      ++it.at;
      return s * a[it.at - a.data() == 4 ? 0 : it.at - a.data()];
    }
    s += *it.at * double(it.at - a.data());
    ++it.at;
  }
  return s;
}
BOTH double f(const V &x) {
  V u(x);
  double s = 0;
  It it{u.data(), u.data() + u.size()};
  for (int t = 0; t < 3; ++t) {
    s += g(u, it);
  }
  V w(7, s);
  u = w;
  return s * u[5];
}
} // namespace in_objects
namespace members {
struct Ring {
  V d;
  const double *head = nullptr;
  double next(const V &w) {
    if (!head)
      head = d.data();
    double s = *head * w[head - d.data()];
    for (int i = 0; i < 2; ++i) {
      if (*head > 1e6)
        return s;
      ++head;
      if (head == d.data() + d.size())
        head = d.data();
      s += *head * w[head - &d[0]];
    }
    return s;
  }
};
BOTH double f(const V &x) {
  Ring a{x}, b{V(4, x[1])};
  double s = 0;
  for (int t = 0; t < 4; ++t) {
    s += a.next(x) * x[t % 4] + b.next(x);
    std::swap(a.d, b.d);
    std::swap(a.head, b.head);
  }
  a.d = V(9, s);
  return s + a.d[8];
}
} // namespace members
namespace returned {
const double *best(const V &a, double lim) {
  const double *b = &a[0];
  for (std::size_t i = 1; i < a.size(); ++i) {
    if (a[i] > lim)
      return &a[i];
    if (a[i] > *b)
      b = &a[i];
  }
  return b;
}
double g(const V &a, const V &w) {
  const double *p = best(a, 1e3), *q = best(a, 0.8);
  double s = *p * w[p - a.data()];
  for (double e : w) {
    if (e > 1e6)
      return s;
    s += *q * e * w[std::distance(a.data(), q)];
  }
  return p == q ? s * s : s * w[p > q];
}
BOTH double f(const V &x) {
  V u(x), v(x), w(x);
  std::reverse(v.begin(), v.end());
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += g(u, w);
    u.swap(v);
    u.insert(u.begin(), s * 0.3);
    u.pop_back();
  }
  return s;
}
} // namespace returned
namespace closures {
BOTH double f(const V &x) {
  V u(x), w(x);
  std::function<double(const V &, int)> g = [&](const V &a, int n) -> double {
    auto m = std::max_element(a.begin(), a.begin() + n);
    if (n < 2)
      return *m * w[m - a.begin()];
    V l(a.begin(), m), r(m, a.begin() + n);
    if (l.empty())
      return *m * g(a, n - 1) * w[m - a.begin()];
    return *m + g(l, int(l.size())) * w[m - a.begin()];
  };
  double s = g(u, 4);
  u = V(3, s);
  return s * u[1];
}
} // namespace closures
namespace arrays_in_elements {
struct S {
  double a[4];
  int used = 4;
  double g(int from) const {
    const double *p = a + from, *e = a + used;
    double s = 0;
    for (; p != e; ++p) {
      if (*p > 1e6)
        return s;
      s += *p * a[e - p - 1] * double(p - a);
    }
    if (from > 0)
      return s + g(from - 1);
    return s;
  }
};
BOTH double f(const V &x) {
  std::vector<S> v;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    S e;
    for (int k = 0; k < 4; ++k)
      e.a[k] = x[k] * (i + 1);
    v.insert(v.begin(), e);
    s += v[0].g(2) + v.back().g(1);
  }
  std::vector<S> z;
  v.swap(z);
  return s;
}
} // namespace arrays_in_elements
namespace of_integers {
double g(const V &a, const std::vector<int> &idx) {
  double s = 0;
  for (auto p = idx.begin(); p != idx.end(); ++p) {
    if (a[*p] > 1e6)
      return s;
    s += a[*p] * a[p - idx.begin()];
    auto q = std::find(idx.begin(), idx.end(), int(p - idx.begin()));
    if (q != idx.end())
      s *= a[q - idx.begin()];
  }
  return s;
}
BOTH double f(const V &x) {
  std::vector<int> a{0, 2, 1, 3}, b{3, 1};
  double s = 0;
  V u(x);
  for (int t = 0; t < 3; ++t) {
    s += g(u, a) * (t + 1);
    a.swap(b);
    u[t] = s;
    std::vector<int> c(b);
    s += g(u, c);
  }
  return s;
}
} // namespace of_integers
namespace passed_on {
double h(const double *p, int n, const double *scale) {
  double s = scale ? *scale : 0.5;
  for (int i = 0; i < n; ++i) {
    if (p[i] > 1e6)
      return s;
    s = 0.5 * s + p[i] * p[n - 1 - i];
  }
  return s;
}
double g(const std::vector<V> &m, const std::vector<int> &from, int row) {
  double s = h(m[row].data() + from[row], 2, row ? &m[0][1] : nullptr);
  s += h(&m[row][0], int(m[row].size()), m[0].data());
  if (row > 0)
    return s + g(m, from, row - 1);
  return s * m[0][2];
}
BOTH double f(const V &x) {
  std::vector<V> a{x, V(x.size(), x[1]), x};
  std::vector<int> from{0, 1, 2};
  double s = 0;
  for (int t = 0; t < 2; ++t) {
    s += g(a, from, 2 - t);
    a[0][1] = s;
  }
  s += h(&a[2][1], 2, nullptr) + h(&x[from[1]], 3, &x[0]);
  std::vector<V> gone;
  gone.swap(a);
  from.clear();
  return s;
}
} // namespace passed_on

int main() {
  CHECK_CASE_TWICE(rows);
  CHECK_CASE_TWICE(of_deque);
  CHECK_CASE_TWICE(sorted);
  CHECK_CASE_TWICE(in_objects);
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(returned);
  CHECK_CASE_TWICE(closures);
  CHECK_CASE_TWICE(arrays_in_elements);
  CHECK_CASE_TWICE(of_integers);
  CHECK_CASE_TWICE(passed_on);
  return finish();
}
