// std::list as a local variable, and std::array of vectors that grow.
#include "arrays.h"
#include <algorithm>
#include <array>
#include <forward_list>
#include <functional>
#include <list>
#include <queue>
#include <set>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]
BOTH double list(const double *x, int n) {
  std::list<double> l;
  for (int i = 0; i < n; ++i)
    l.push_back(x[i] * x[i]);
  l.push_front(x[0]);
  double s = 0;
  for (double v : l)
    s += v * s + v;
  for (double &v : l)
    v *= 2;
  l.pop_front();
  return s + l.front() * l.back() + l.size();
}
BOTH double arrayOfVectors(const double *x, int n) {
  std::array<std::vector<double>, 3> a;
  for (int i = 0; i < n; ++i)
    a[i % 3].push_back(x[i]);
  double s = 0;
  for (const auto &v : a)
    for (double e : v)
      s += e * e * double(v.size());
  return s;
}
int main() {
  CHECK_ARRAY(list, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(arrayOfVectors, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
