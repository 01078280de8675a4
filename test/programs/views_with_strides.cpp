// Copies of objects with a pointer to numbers, a constructor of their own and vectors that carry no
// derivatives: views with strides, nested, derived, captured, in vectors.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct View {
  double *p;
  std::vector<int> stride;
  View(double *q, std::vector<int> s) : p(q), stride(std::move(s)) {}
  double &at(int i, int j) { return p[i * stride[0] + j * stride[1]]; }
  View transposed() const { return View(p, {stride[1], stride[0]}); }
  View shifted(int k) const {
    View t = *this;
    t.p += k;
    return t;
  }
};

namespace copied {
BOTH double f(const V &v) {
  V d(v);
  View a(d.data(), {2, 1});
  View b = a;
  auto c = a.transposed();
  const auto &e = a.shifted(1);
  b.at(1, 0) *= 2;
  c.at(0, 1) += a.at(0, 0) * a.at(1, 1);
  View g = e;
  std::swap(b, g);
  return std::sin(b.p[1]) * c.at(1, 0) + g.at(1, 1) * e.p[0] + d[2];
}
} // namespace copied

namespace nested {
struct Inner {
  double *p;
  std::vector<char> mask;
};
struct Outer {
  Inner in;
  std::vector<std::vector<int>> lists;
  double k;
  explicit Outer(double *q) : in{q, {1, 0}}, lists{{1}, {2, 3}}, k(2) {}
};
struct Derived : Outer {
  int z;
  explicit Derived(double *q) : Outer(q), z(1) {}
};
BOTH double f(const V &v) {
  V d(v);
  Derived a(d.data());
  Derived b = a;
  b.in.p[0] *= b.k;
  Outer c = b;
  c.in.p[c.lists[1][0]] += b.in.p[1];
  auto square = [b](int i) { return b.in.mask[0] * b.in.p[i] * b.in.p[i]; };
  std::pair<Outer, int> pair(c, 1);
  std::pair<Outer, int> other = pair;
  return square(2) + other.first.in.p[other.second] * a.in.p[3];
}
} // namespace nested

namespace held {
struct Shared {
  std::shared_ptr<double> x;
  std::vector<int> marks;
  explicit Shared(double a) : x(std::make_shared<double>(a)), marks{1, 2} {}
};
BOTH double f(const V &v) {
  V d(v);
  std::vector<View> all;
  for (int i = 0; i < 3; ++i)
    all.push_back(View(d.data() + i, {1, 0}));
  std::vector<View> more = all;
  more[1] = all[2];
  double s = 0;
  for (View &each : more)
    s += each.at(1, 0) * each.at(0, 1);
  Shared a(v[0]);
  Shared b = a;
  *b.x *= 2;
  auto u = std::make_unique<View>(all[0]);
  auto w = std::make_unique<View>(*u);
  w->at(0, 0) *= *a.x;
  return s + all[0].p[0] * v[3];
}
} // namespace held

int main() {
  const V v{0.8, -0.6, 1.3, 0.4};
  CHECK_CASE_TWICE(copied);
  CHECK_CASE_TWICE(nested);
  CHECK_CASE_TWICE(held);
  return finish();
}
