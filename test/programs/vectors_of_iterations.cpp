// Vectors that an iteration declares with their size: a loop whose iterations meet only in sums is
// reversed iteration by iteration with them. What would make that wrong: vectors that grow, change
// places, are copied or pointed into, outlive the iteration by what is carried on, loops that are
// left, and sums that are read.
#include "vectors.h"
#include <cmath>
#include <numeric>
#include <utility>
using V = std::vector<double>;
using Index = std::size_t;

namespace layer {
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int n = 2, m = 3;
  double loss = 0;
  for (int s = 0; s < 2; ++s) {
    V h(m), g(n + s);
    for (int i = 0; i < m; ++i) {
      double a = x[5];
      for (int j = 0; j < n; ++j)
        a += x[i % 4 + j] * x[2 * s + j];
      h[i] = std::tanh(a);
    }
    for (Index i = 0; i < g.size(); ++i)
      g[i] = h[i] * h[(i + 1) % m] + x[i];
    double y = 0;
    for (int i = 0; i < m; ++i)
      y += x[i] * h[i];
    for (double v : g)
      y *= v + 0.5;
    loss += (y - 1) * (y - 1);
  }
  return loss;
}
} // namespace layer

namespace in_place { // read before and after they are overwritten, in both directions
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double total = 0;
  for (Index k = 0; k + 2 < x.size(); ++k) {
    V w(x.size());
    for (Index i = 0; i < x.size(); ++i)
      w[i] = x[i] * x[k] + 0.3;
    for (Index i = 1; i < w.size(); ++i)
      w[i] = std::sin(w[i] * w[i - 1]);
    for (Index i = w.size() - 1; i-- > 0;)
      w[i] *= w[i + 1] + x[i];
    if (w[0] > 0)
      w[1] = w[0] * w[2];
    total += w[0] * w[1] + std::accumulate(w.begin(), w.end(), 0.0);
  }
  return total;
}
} // namespace in_place

namespace changing { // sizes and places
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double total = 0;
  for (Index k = 0; k < 3; ++k) {
    V a(2), b(k + 1), c = x;
    a[0] = x[k];
    a[1] = x[k + 1] * x[0];
    a.push_back(a[0] * a[1]);
    std::swap(a, b);
    b[0] *= 2;
    c[k] *= b[2];
    c = b;
    total += b[0] * b[1] * b[2] + c[2] * x[k] + a.size();
  }
  return total;
}
} // namespace changing

namespace pointed_into {
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double total = 0;
  for (Index k = 0; k < 3; ++k) {
    V w(3);
    double *p = w.data(), *q = k ? &w[1] : &w[2];
    for (int i = 0; i < 3; ++i)
      *p++ = x[i] * x[k];
    *q *= x[3];
    double &last = w.back();
    last += *q * *q;
    total += w[0] * w[1] + w[2];
  }
  return total;
}
} // namespace pointed_into

namespace carried_on { // by a vector outside, by a sum that is read, by a jump
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V state(2, 1.0);
  double total = 0, best = 0;
  for (Index k = 0; k < 3; ++k) {
    V w(2);
    for (int i = 0; i < 2; ++i)
      w[i] = std::cos(state[i] * x[k]) + 0.1 * total;
    state = w;
    total += w[0] * w[1];
  }
  for (Index k = 0; k < 4; ++k) {
    V w(2);
    w[0] = x[k] * x[0];
    w[1] = w[0] * w[0];
    if (w[1] > 1)
      break;
    if (w[0] < 0)
      continue;
    best += w[1] * x[k];
  }
  return total * state[0] + best;
}
} // namespace carried_on

namespace rows { // vectors of records, of one in another, of those outside of the loop
struct Point {
  double x, y;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double total = 0;
  std::vector<V> outside(2, V(3));
  for (Index k = 0; k < 3; ++k) {
    std::vector<Point> p(2);
    std::vector<V> inside(2, V(2));
    for (int i = 0; i < 2; ++i) {
      p[i].x = x[k] * x[i];
      p[i].y = p[i].x * x[3];
      inside[i][0] = p[i].y;
      inside[i][1] = p[i].x * inside[i][0];
      outside[i][k] = inside[i][1] * x[k];
    }
    total += p[0].x * p[1].y + inside[0][1] * inside[1][0];
  }
  return total + outside[0][1] * outside[1][2];
}
} // namespace rows

namespace nested { // in loops inside of each other, sizes that change, none
double norm(const V &v) {
  double s = 0;
  for (double e : v)
    s += e * e;
  return std::sqrt(s + 0.1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double total = 0;
  for (int i = 0; i < 3; ++i) {
    V a(i);
    for (int j = 0; j < i; ++j)
      a[j] = x[j] * x[i];
    for (int j = 0; j < 2; ++j) {
      V b(i + j);
      for (int l = 0; l < i + j; ++l)
        b[l] = (l < i ? a[l] : x[l]) * x[j];
      total += norm(b) * norm(a);
    }
  }
  return total;
}
} // namespace nested

int main() {
  CHECK_CASE(layer, {0.5, 1.25, -0.75, 0.3, 0.8, 0.2});
  CHECK_CASE(in_place, {0.5, 1.25, -0.75, 0.3, 0.8, 0.2});
  CHECK_CASE(changing, {0.5, 1.25, -0.75, 0.3});
  CHECK_CASE(pointed_into, {0.5, 1.25, -0.75, 0.3});
  CHECK_CASE(carried_on, {0.5, 1.25, -0.75, 0.3});
  CHECK_CASE(carried_on, {1.5, 0.25, 0.75, 0.3});
  CHECK_CASE(rows, {0.5, 1.25, -0.75, 0.3});
  CHECK_CASE(nested, {0.5, 1.25, -0.75, 0.3});
  return finish();
}
