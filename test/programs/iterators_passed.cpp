// Iterators of lists that are given to functions and lambdas stay with their elements while others
// come in front of them; iterators without a name are stepped.
#include "vectors.h"
#include <deque>
#include <list>
#include <vector>

using List = std::list<double>;
using Vector = std::vector<double>;

#define BOTH [[ad::differentiate(forward, reverse)]]

static double pushed_ahead(List &l, List::iterator it, double v) {
  l.push_front(v);
  return *it * v;
}

BOTH double by_function(const Vector &x) {
  List l(x.begin(), x.end());
  double s = pushed_ahead(l, ++l.begin(), x[2]) + pushed_ahead(l, l.begin(), x[3]);
  for (double v : l)
    s = s * v + v;
  return s;
}

BOTH double by_lambda(const Vector &x) {
  List l(x.begin(), x.end());
  auto ahead = [&](List::iterator it) {
    l.push_front(x[0] * x[1]);
    return *it * 2;
  };
  double s = ahead(l.begin()) + ahead(std::next(l.begin()));
  for (double v : l)
    s = s * v + v;
  return s;
}

BOTH double nameless(const Vector &x) {
  Vector v = x;
  std::deque<double> d(x.begin(), x.end());
  return *++v.begin() * *--v.end() + *++d.begin() * *--d.end();
}

int main() {
  CHECK_VECTOR(by_function, {0.4, 0.9, 0.7, 1.3});
  CHECK_VECTOR(by_lambda, {0.4, 0.9, 0.7, 1.3});
  CHECK_VECTOR(nameless, {0.4, 0.9, 0.7, 1.3});
  return finish();
}
