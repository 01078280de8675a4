// std::vector::emplace: numbers, rows, objects made in place; of deques, lists, vectors without
// derivatives.
#include "vectors.h"
#include <cmath>
#include <deque>
#include <list>
#include <string>
#include <vector>

using V = std::vector<double>;

namespace {
struct P {
  double a;
  int n;
  P(double a, int n) : a(a), n(n) {}
};
struct A {
  double a;
  double b;
};
} // namespace

namespace number {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  w.emplace(w.begin() + 1, v[0] * 2);
  auto it = w.emplace(w.begin(), w[2]);
  *it *= 3;
  return w[0] * w[2] + w[1] * w.back();
}
} // namespace number

namespace object {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> w;
  w.emplace(w.begin(), v[0], 2);
  w.emplace(w.begin(), v[1], 3);
  w.emplace(w.begin() + 1, P(v[2], 1));
  double s = 1;
  for (auto &p : w)
    s = s * p.a + p.n;
  return s;
}
} // namespace object

namespace loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w;
  for (int i = 0; i < 4; ++i)
    w.emplace(w.begin() + i / 2, v[i] * i + 1);
  double s = 0;
  for (double e : w)
    s = 0.5 * s + e * e;
  return s;
}
} // namespace loop

namespace rows {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<V> w;
  w.emplace(w.begin(), 2, v[0]);
  w.emplace(w.begin(), v);
  double s = 0;
  for (auto &r : w)
    for (double e : r)
      s = 0.5 * s + e * e;
  return s;
}
} // namespace rows

namespace converted {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  int k = 3;
  w.emplace(w.begin() + 1, k);
  w.emplace(w.end(), 2.5f);
  return w[0] * w[1] * w.back() * w[2];
}
} // namespace converted

namespace deque_emplace {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::deque<double> w(v.begin(), v.end());
  w.emplace(w.begin() + 1, v[0] * 2);
  w.emplace(w.end(), v[1]);
  return w[1] * w.back() * w[0];
}
} // namespace deque_emplace

namespace list_emplace {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::list<double> w(v.begin(), v.end());
  w.emplace(w.begin(), v[0] * 2);
  w.emplace(std::next(w.begin()), v[2]);
  double s = 0;
  for (double e : w)
    s = 0.5 * s + e * e;
  return s;
}
} // namespace list_emplace

namespace int_emplace {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> q;
  q.emplace(q.begin(), 2);
  q.emplace(q.begin(), 1);
  std::vector<std::string> n;
  n.emplace(n.begin(), "ab");
  return v[q[0]] * v[q[1]] * n.size();
}
} // namespace int_emplace

int main() {
  CHECK_CASE_TWICE(number);
  CHECK_CASE_TWICE(object);
  CHECK_CASE_TWICE(loop);
  CHECK_CASE_TWICE(rows);
  CHECK_CASE_TWICE(converted);
  CHECK_CASE_TWICE(deque_emplace);
  CHECK_CASE_TWICE(list_emplace);
  CHECK_CASE_TWICE(int_emplace);
  return finish();
}
