// Functions that give a vector other storage, while the caller's reverse sweep has pointers into
// the one before; and functions that append to a vector of which they are given an element.
#include "arrays.h"
#include <numeric>
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

// They call themselves, so that they are not written out where they are called.
static double assigns(std::vector<double> &v, int d) {
  if (d > 5)
    return assigns(v, d - 1);
  v = std::vector<double>(3, v[1]);
  return v[0] * 0.5;
}
BOTH double assigned(const double *x, int) {
  std::vector<double> v(x, x + 3);
  for (auto p = v.crbegin(); p != v.crend(); ++p)
    v.front() += *p;
  const double half = assigns(v, 2);
  return v[1 % v.size()] * half;
}

static double swaps(std::vector<double> &v, int d) {
  if (d > 5)
    return swaps(v, d - 1);
  std::vector<double> t(3, v[0]);
  v.swap(t);
  return t[1] * v[1] + t[0];
}
BOTH double swapped(const double *x, int) {
  std::vector<double> v(x, x + 3);
  double *q = &v[1];
  for (int i = 0; i < 2; ++i)
    *q++ *= x[i];
  return swaps(v, 2) * v[2];
}

static void steps(std::vector<double> &u, double c, int d) {
  if (d > 5)
    return steps(u, c, d - 1);
  std::vector<double> next(u.size());
  for (std::size_t i = 0; i < u.size(); ++i)
    next[i] = u[i] + c * (u[(i + 1) % u.size()] - u[i]) * u[i];
  u = std::move(next);
}
BOTH double stepped(const double *x, int) {
  std::vector<double> u(x, x + 4);
  double sum = 0;
  for (int k = 0; k < 5; ++k) {
    steps(u, x[3] * 0.3, 1);
    sum += std::accumulate(u.begin(), u.end(), 0.0);
    for (auto &v : u)
      v *= 1 + 0.1 * x[2];
  }
  return sum * u[2];
}

struct List {
  std::vector<double> items;
  void add(const double &v, int d) {
    if (d > 5)
      return add(v, d - 1);
    items.push_back(v * 2);
  }
};
BOTH double appended(const double *x, int) {
  List l;
  l.items.push_back(x[0]);
  l.add(x[1], 1);
  l.add(l.items[0], 1);
  const double last = l.items[1];
  l.add(last, 1);
  return l.items[1] * l.items[2] + l.items[3];
}

int main() {
  CHECK_ARRAY(assigned, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(swapped, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(stepped, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(appended, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
