// Distances of pointers and iterators, and their comparisons, in functions that are not inlined
// (they are left early, call themselves, or are virtual), in vectors and arrays of the caller,
// which has exchanged, moved or assigned them, or left them, when the adjoint runs.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <iterator>
#include <memory>

using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace assigned {
void relax(const V &in, V &out) {
  out.assign(in.begin(), in.end());
  for (std::size_t i = 1; i + 1 < in.size(); ++i) {
    if (in[i] > 50)
      return;
    out[i] += 0.1 * (in[i - 1] * in[i + 1] - in[i] * in[i]);
  }
}
BOTH double f(const V &x) {
  V u(x), v;
  for (int t = 0; t < 3; ++t) {
    relax(u, v);
    u.swap(v);
  }
  return v[0] * v[0] + u[1];
}
} // namespace assigned

namespace inserted {
void relax(const V &in, V &out) {
  out.insert(out.end(), in.begin() + 1, in.end());
  std::copy(in.begin(), in.begin() + 1, std::back_inserter(out));
  for (auto r = in.rbegin(); r != in.rend(); ++r) {
    if (*r > 50)
      return;
    out[r - in.rbegin()] += 0.3 * *r * *r;
  }
}
BOTH double f(const V &x) {
  V u(x);
  for (int t = 0; t < 3; ++t) {
    V v;
    relax(u, v);
    u = std::move(v);
  }
  return u[0] * u[0] + u[1] * u[3];
}
} // namespace inserted

namespace of_method {
struct S {
  V d;
  double g() const {
    double s = 0;
    for (auto p = d.begin(); p != d.end(); ++p) {
      if (*p > 1e6)
        return s;
      s = 0.5 * s + *p * d[d.end() - p - 1];
    }
    return s;
  }
};
BOTH double f(const V &x) {
  S a{x}, b{V(x.size() + 2, x[0])};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += a.g() * (t + 1);
    std::swap(a, b);
  }
  return s;
}
} // namespace of_method

namespace of_reference {
double g(const V &a) {
  double s = 0;
  for (auto p = a.begin(); p != a.end(); ++p) {
    if (*p > 1e6)
      return s;
    s = 0.5 * s + *p * a[a.end() - p - 1] * double(p - a.begin() + 1);
  }
  return s;
}
BOTH double f(const V &x) {
  V u(x), v(x.size(), x[0]);
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += g(u) * (t + 1);
    u.swap(v);
  }
  return s;
}
} // namespace of_reference

namespace called_again {
double g(const V &a, int lo, int hi) {
  if (hi - lo < 1)
    return 0;
  auto m = std::lower_bound(a.begin() + lo, a.begin() + hi, 0.95);
  const int k = int(m - a.begin());
  if (k == hi)
    return g(a, lo, hi - 1) + a[hi - 1];
  return *m * (k + 1) + g(a, lo, k) * g(a, k + 1, hi);
}
BOTH double f(const V &x) {
  V u(x), w;
  const double s = g(u, 0, int(u.size()));
  w = V(x.size() + 3, 1.0);
  u = std::move(w);
  return s * u[0];
}
} // namespace called_again

namespace halves {
double g(const V &in) {
  if (in.size() < 2)
    return in[0] * in[0];
  auto mid = in.begin() + in.size() / 2;
  V l(in.begin(), mid), r(mid, in.end());
  const double a = g(l);
  l = V(9, a);
  const double b = g(r);
  return a * b + in[0] * l[3];
}
BOTH double f(const V &x) {
  V u(x);
  const double s = g(u);
  u = V(1, 0.0);
  return s;
}
} // namespace halves

namespace layers {
struct Layer {
  virtual ~Layer() = default;
  virtual void forward(const V &in, V &out) const = 0;
};
struct Pass : Layer {
  void forward(const V &in, V &out) const override { out.assign(in.begin(), in.end()); }
};
struct Turn : Layer {
  void forward(const V &in, V &out) const override {
    out.clear();
    for (auto p = in.begin(); p != in.end(); ++p)
      out.push_back(*p * in[in.end() - p - 1]);
  }
};
BOTH double f(const V &x) {
  std::vector<std::unique_ptr<Layer>> ls;
  ls.push_back(std::make_unique<Pass>());
  ls.push_back(std::make_unique<Turn>());
  ls.push_back(std::make_unique<Pass>());
  V u(x), v;
  for (auto &l : ls) {
    l->forward(u, v);
    std::swap(u, v);
  }
  return v[0] * v[0] + u[1];
}
} // namespace layers

namespace best_so_far {
double g(const V &a, const V &w) {
  auto best = a.begin();
  double s = 0;
  for (auto p = a.begin(); p != a.end(); ++p) {
    if (*p > 1e6)
      return s;
    if (*p > *best)
      best = p;
    s += w[best - a.begin()] * *p;
    if (best == a.begin())
      s *= 1.5 * w[0];
  }
  return s;
}
BOTH double f(const V &x) {
  V u(x), v(x), w(x);
  std::reverse(v.begin(), v.end());
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += g(u, w);
    u.swap(v);
  }
  u = V(1, s);
  return u[0];
}
} // namespace best_so_far

namespace pointers_passed {
double g(const double *p, int n, const V &w) {
  const double *m = std::max_element(p, p + n);
  double s = 0;
  for (const double *q = p; q != p + n; ++q) {
    if (*q > 1e6)
      return s;
    s += w[(q - p) % 4] * *q * w[(m - p) % 4];
    if (q == m)
      s *= w[1];
  }
  return s;
}
BOTH double f(const V &x) {
  V u(x), v(x), w(x);
  std::reverse(v.begin(), v.end());
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += g(u.data(), int(u.size()), w);
    u.swap(v);
    u.push_back(s);
    double local[3] = {s * w[1], w[2], w[0] * w[1]};
    s += g(local, 3, w) + g(&local[1], 2, w);
    V there(local, local + 3);
    s += g(there.data(), 3, w) + g(&there[1], 2, w);
  }
  return s;
}
} // namespace pointers_passed

namespace own_storage {
double g(const V &w) {
  double a[3] = {w[0] * w[1], w[1], w[2]};
  std::array<double, 3> b = {w[0], w[2] * w[1], w[2]};
  V c(w);
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    if (w[i] > 1e6)
      return s;
    const double *m = std::max_element(a, a + 3);
    auto k = std::max_element(b.begin(), b.end());
    auto l = std::max_element(c.begin(), c.end());
    s += w[m - a] * a[i] + w[k - b.begin()] * b[i] + w[(l - c.begin()) % 4] * c[i] * c[i];
    c.insert(c.begin(), 0.1 * s);
    a[i] *= a[(m - a + 1) % 3];
  }
  return s;
}
BOTH double f(const V &x) {
  double s = 0;
  V w(x);
  for (int t = 0; t < 2; ++t) {
    s += g(w);
    w = V(x);
  }
  return s;
}
} // namespace own_storage

namespace objects_moved {
struct S {
  double d[3];
  std::array<double, 3> e;
  double g(const V &w) const {
    const double *m = std::max_element(d, d + 3);
    auto k = std::min_element(e.begin(), e.end());
    double s = 0;
    for (int i = 0; i < 3; ++i) {
      if (d[i] > 1e6)
        return s;
      s += d[i] * w[m - d] + e[i] * w[k - e.begin()];
    }
    return s;
  }
};
BOTH double f(const V &x) {
  std::vector<S> all;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    all.push_back({{x[0], x[i], x[2] * x[1]}, {x[i], x[1], x[3]}});
    for (const S &one : all)
      s += one.g(x);
  }
  all.clear();
  return s;
}
} // namespace objects_moved

namespace spans {
struct Span {
  const double *first, *last;
};
double g(Span a, const V &w) {
  auto best = a.first;
  double s = 0;
  for (auto p = a.first; p != a.last; ++p) {
    if (*p > 1e6)
      return s;
    if (*p > *best)
      best = p;
    s += w[best - a.first] * *p * w[a.last - p - 1];
  }
  return s;
}
BOTH double f(const V &x) {
  V u(x), v(x), w(x);
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += g({u.data(), u.data() + u.size()}, w);
    u.swap(v);
    v.erase(v.begin());
    V inner(u);
    s += g({&inner[0], &inner[2]}, w);
  }
  return s;
}
} // namespace spans

namespace tested {
double g(const V &in, const int *skip, const double *weight, int n) {
  auto mid = in.begin() + n;
  double s = weight ? *weight : 1;
  for (auto p = in.begin(); p < mid; ++p) {
    if (*p > 1e6)
      return s;
    s *= p == in.begin() + 1 ? in[1] * in[1] : *p;
    if (skip && p - in.begin() == *skip)
      s += in[2];
    s += skip ? 0.5 * s : 2 * s;
    switch (mid - p) {
    case 1:
      s *= in[0];
      break;
    case 2:
      s += in[3] * s;
      break;
    default:
      break;
    }
  }
  for (int i = 0; i < in.end() - mid; ++i)
    s += in[i] * s;
  for (auto i = mid - in.begin(); i < 4; ++i)
    s -= in[i] * s;
  return s;
}
BOTH double f(const V &x) {
  V u(x), v(x);
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    const int skip[1] = {t};
    const double weight[1] = {x[t]};
    s += g(u, skip, weight, t + 1) + g(v, nullptr, nullptr, 2);
    u.swap(v);
    u.push_back(s);
    v = V(x);
    v[t] = s;
  }
  return s;
}
} // namespace tested

namespace by_index {
double g(const V &in, std::size_t first) {
  double s = 0;
  for (std::size_t i = first; i < in.size(); ++i) {
    if (in[i] > 1e6)
      return s;
    s = 0.5 * s + in[i] * in[in.size() - 1 - i];
  }
  return s;
}
BOTH double f(const V &x) {
  V u(x), v(x.size() + 1, x[0]);
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    s += g(u, t % 2);
    u.swap(v);
  }
  return s;
}
} // namespace by_index

int main() {
  CHECK_CASE_TWICE(assigned);
  CHECK_CASE_TWICE(inserted);
  CHECK_CASE_TWICE(of_method);
  CHECK_CASE_TWICE(of_reference);
  CHECK_CASE_TWICE(called_again);
  CHECK_CASE_TWICE(halves);
  CHECK_CASE_TWICE(layers);
  CHECK_CASE_TWICE(best_so_far);
  CHECK_CASE_TWICE(pointers_passed);
  CHECK_CASE_TWICE(own_storage);
  CHECK_CASE_TWICE(objects_moved);
  CHECK_CASE_TWICE(spans);
  CHECK_CASE_TWICE(tested);
  CHECK_CASE_TWICE(by_index);
  return finish();
}
