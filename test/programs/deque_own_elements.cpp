// Elements of a deque or list that are put at its front again.
#include "vectors.h"
#include <cmath>
#include <deque>
#include <list>
#include <vector>

using V = std::vector<double>;

namespace push_front_own {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::deque<double> l(v.begin(), v.end());
  l.push_front(l[2]);
  l.emplace_front(l.back());
  l.push_front(std::min(l[1], l[4]));
  return l.front() + l[1] * l[2] * l[3];
}
} // namespace push_front_own

namespace push_front_list {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::list<double> l(v.begin(), v.end());
  l.push_front(l.back());
  auto it = std::next(l.begin());
  l.push_front(*it * 1.5);
  l.push_front(*it);
  double s = 0;
  int k = 1;
  for (double x : l)
    s += x * k++;
  return s * l.front();
}
} // namespace push_front_list

namespace ring {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::deque<double> d(v.begin(), v.end());
  double s = 0;
  for (int i = 0; i < 5; ++i) {
    d.push_front(d.back());
    d.pop_back();
    d[0] *= 1.1;
    s += d[0] * d[1] * (i + 1);
  }
  return s;
}
} // namespace ring

namespace structs {
struct P {
  double x, y;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::deque<P> d{{v[0], v[1]}, {v[2], v[3]}};
  d.push_front(d.back());
  d.push_front(d[1]);
  d[0].x *= d[3].y;
  double s = 0;
  int k = 1;
  for (auto &p : d)
    s += p.x * p.y * k++;
  return s;
}
} // namespace structs

int main() {
  CHECK_CASE_TWICE(push_front_own);
  CHECK_CASE_TWICE(push_front_list);
  CHECK_CASE_TWICE(ring);
  CHECK_CASE_TWICE(structs);
  return finish();
}
