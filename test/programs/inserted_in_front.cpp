// std::front_inserter: what an algorithm writes comes to the front, one after the other.
#include "vectors.h"
#include <algorithm>
#include <deque>
#include <iterator>
#include <list>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

template <class C> static double weighted(const C &all) {
  double s = 0, w = 1;
  for (double x : all) {
    s += w * x * x;
    w += 0.5;
  }
  return s;
}

namespace deques {
BOTH double f(const V &v) {
  std::deque<double> d{v[0] * v[1]};
  std::copy(v.begin(), v.end(), std::front_inserter(d));
  std::copy_if(v.begin(), v.end(), std::front_inserter(d), [](double x) { return x > 1; });
  return weighted(d) * d.front();
}
} // namespace deques

namespace lists {
BOTH double f(const V &v) {
  std::list<double> l;
  std::transform(v.begin(), v.end(), std::front_inserter(l), [&](double x) { return x * v[3]; });
  return weighted(l) + l.front();
}
} // namespace lists

int main() {
  CHECK_CASE_TWICE(deques);
  CHECK_CASE_TWICE(lists);
  return finish();
}
