// Whole vectors: copies, assignment with other sizes, swap, move, double buffers.
#include "vectors.h"
#include <utility>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> a = v, b(2, v[0]);
  for (double &x : a)
    x *= x;
  b = a;
  b[1] *= a[0];
  a = {b[0], b[1] * v[1]};
  std::swap(a, b);
  a[2] += b[1];
  std::vector<double> c = std::move(a);
  a.push_back(c[0] * c[2]);
  c.swap(b);
  a = a;
  double s = a[0];
  for (std::size_t i = 0; i < b.size(); ++i)
    s += b[i] * c[i % c.size()];
  return s;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double heat(const std::vector<double> &initial) {
  std::vector<double> u = initial, next(u.size());
  for (int t = 0; t < 3; ++t) {
    for (std::size_t i = 0; i < u.size(); ++i) {
      const double left = i > 0 ? u[i - 1] : 0, right = i + 1 < u.size() ? u[i + 1] : 0;
      next[i] = u[i] + 0.2 * (left - 2 * u[i] * u[i] + right);
    }
    std::swap(u, next);
  }
  double sum = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    sum += u[i] * next[u.size() - 1 - i];
  return sum;
}

// assign of a list; an allocator is an argument like none.
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double lists(const std::vector<double> &v) {
  std::vector<double>::allocator_type allocator;
  std::vector<double> a(3, v[0], allocator), b = v, c({v[1], v[2]}, allocator),
                                             d(v.begin() + 1, v.end(), allocator);
  a[1] *= b[1] * c[1];
  double s = d[1];
  for (int i = 0; i < 3; ++i) {
    a.assign({a[0] * a[1], s, v[i]});
    b.assign({a[2]});
    s += a[0] * b[0] * double(b.size());
    d.assign(c.begin(), c.end());
  }
  return s * d[1] + a[1];
}

int main() {
  CHECK_VECTOR(lists, {0.5, 1.5, -0.75, 0.3});
  CHECK_VECTOR(f, {0.5, 1.5, -0.75, 0.3});
  CHECK_VECTOR(heat, {0.5, 1.5, -0.75, 0.3, 0.8});
  return finish();
}
