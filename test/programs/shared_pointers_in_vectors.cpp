// Vectors of std::shared_ptr: algorithms, copies, exchanges, elements that come and go.
#include "arrays.h"
#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]
struct P {
  double v, w = 1;
  explicit P(double v) : v(v) {}
};
using Ptr = std::shared_ptr<P>;
BOTH double algo(const double *x, int n) {
  std::vector<Ptr> v;
  for (int i = 0; i < n; ++i)
    v.push_back(std::make_shared<P>(x[i] * x[i]));
  double s = std::accumulate(v.begin(), v.end(), 0.0,
                             [](double a, const Ptr &p) { return a * 0.5 + p->v; });
  std::for_each(v.begin(), v.end(), [&](Ptr &p) { p->w *= s; });
  for (auto p : v)
    s += p->w * p->v;
  return s;
}
BOTH double sorted(const double *x, int n) {
  std::vector<Ptr> v;
  for (int i = 0; i < n; ++i)
    v.push_back(std::make_shared<P>(x[i] * x[i]));
  std::sort(v.begin(), v.end(), [](const Ptr &a, const Ptr &b) { return a->v < b->v; });
  double s = 0, k = 1;
  for (const auto &p : v) {
    s += k * p->v;
    k *= 3;
  }
  return s;
}
BOTH double changes(const double *x, int n) {
  std::vector<Ptr> v;
  for (int i = 0; i < n; ++i)
    v.emplace_back(std::make_shared<P>(x[i] * x[i]));
  v.resize(2);
  v.push_back(v[0]);
  v.insert(v.begin(), std::make_shared<P>(x[n - 1]));
  v.erase(v.begin() + 1);
  std::swap(v[0], v[1]);
  v[0]->v *= x[0];
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    s += double(i + 1) * v[i]->v * v[i]->v;
  return s;
}
BOTH double assigned(const double *x, int n) {
  Ptr a = std::make_shared<P>(x[0]), b = std::make_shared<P>(x[1]), c = a;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 2)
      std::swap(a, b);
    else
      c = std::make_shared<P>(a->v * x[i]);
    a->v += c->v * b->v;
    Ptr d = std::move(c);
    if (c)
      s += 100;
    c = d ? d : a;
    s += c->v;
    if (i == 2)
      b.reset();
    if (!b)
      b = a;
  }
  return s * a->v + b->v;
}
int main() {
  CHECK_ARRAY(algo, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(sorted, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(changes, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(assigned, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
