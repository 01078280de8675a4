// Nodes with vectors that recursive functions insert; maps of pointers to functions.
#include "vectors.h"
#include <cmath>
#include <map>
#include <memory>
#include <vector>

using V = std::vector<double>;

namespace recins {
struct T {
  std::vector<double> d;
  std::unique_ptr<T> l;
};
static void ins(std::unique_ptr<T> &t, double x) {
  if (!t) {
    t = std::make_unique<T>();
    t->d.push_back(x);
  } else
    ins(t->l, x);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<T> t;
  ins(t, v[0]);
  ins(t, v[1]);
  return t->d[0] * t->l->d[0];
}
} // namespace recins

namespace recraw {
struct T {
  std::vector<double> d;
  T *l = nullptr;
};
static void ins(T *&t, double x) {
  if (!t) {
    t = new T;
    t->d.push_back(x);
  } else
    ins(t->l, x);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  T *t = nullptr;
  ins(t, v[0]);
  ins(t, v[1]);
  double r = t->d[0] * t->l->d[0];
  delete t->l;
  delete t;
  return r;
}
} // namespace recraw

namespace mapped_functions {
static std::size_t cnt(const V &v, double t) { return v.size() + (t > 1); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, std::size_t (*)(const V &, double)> m{{1, cnt}};
  return m.at(1)(v, 1.0) * v[1];
}
} // namespace mapped_functions

int main() {
  CHECK_CASE_TWICE(recins);
  CHECK_CASE_TWICE(recraw);
  CHECK_CASE_TWICE(mapped_functions);
  return finish();
}
