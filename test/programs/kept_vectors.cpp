// Vectors that iterations make keep their memory from one to the next. What would make that wrong:
// sizes that change, values that are left from before, vectors that change places or are moved,
// that are pointed into, and loops that are left early or stand in one another.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace sizes { // what is added to starts from zero, whatever the size was
BOTH double f(const V &v) {
  double sum = 0;
  for (int t = 0; t < 4; ++t) {
    V part(1 + (t * 3) % 4);
    for (std::size_t i = 0; i < part.size(); ++i)
      part[i] += v[i] * v[(i + t) % 4];
    V twice(part), filled(2, v[t]);
    for (double &e : twice)
      e *= filled[1];
    sum += twice[0] * part.back() + std::sin(filled[0]);
  }
  return sum;
}
} // namespace sizes

namespace assigned { // the last that is said of `next`, and not
BOTH double f(const V &v) {
  V h = v;
  double sum = 0;
  for (int t = 0; t < 3; ++t) {
    V next(h.size());
    for (std::size_t i = 0; i < h.size(); ++i)
      next[i] = std::tanh(h[i] * v[t]) + 0.1 * h[(i + 1) % 4];
    if (t == 1) {
      V other(h.size() - 1);
      for (std::size_t i = 0; i + 1 < h.size(); ++i)
        other[i] = next[i] * v[3];
      next = other;
      next.push_back(h[3] * h[3]);
    }
    h = next;
    sum += h[0];
    next[0] = 2;
  }
  for (int t = 0; t < 2; ++t) {
    V shorter(h.size() - 1);
    for (std::size_t i = 0; i + 1 < h.size(); ++i)
      shorter[i] = h[i] * h[i + 1];
    sum += shorter[0] * h[0];
    h = shorter;
  }
  return sum + h[0] * h[1];
}
} // namespace assigned

namespace exchanged {
BOTH double f(const V &v) {
  V h(4, 1.0), kept(3);
  double sum = 0;
  for (int t = 0; t < 3; ++t) {
    V a(4), b(4);
    for (int i = 0; i < 4; ++i)
      a[i] = v[i] * h[3 - i];
    b[t] = h[t] * v[0];
    for (int i = 0; i < 4; ++i)
      sum += a[i] * b[i];
    if (t != 1)
      std::swap(a, h);
    else
      h = std::move(a);
    kept.swap(b);
    sum += b[t % 3] + kept[t];
  }
  return sum + h[0] + kept[2];
}
} // namespace exchanged

namespace pointed { // the elements of `h` are reached in another way
BOTH double f(const V &v) {
  V h = v;
  double *first = &h[0];
  double sum = 0;
  for (int t = 0; t < 2; ++t) {
    V next(4);
    for (int i = 0; i < 4; ++i)
      next[i] = h[i] * v[t] + *first;
    h = next;
    *first *= v[2];
    sum += *first * h[1];
  }
  return sum;
}
} // namespace pointed

namespace left { // in the middle
BOTH double f(const V &v) {
  V h(2);
  double sum = 0;
  for (int t = 0; t < 4; ++t) {
    V a(3);
    a[t % 3] += v[t];
    if (a[1] != 0)
      continue;
    for (int k = 0; k < 3; ++k) {
      V b = a;
      b[k] += v[k] * v[t];
      if (k == 2 && t > 1)
        break;
      sum += b[0] * b[1] + b[2];
      a[2] = b[k];
    }
    V next(2, a[2]);
    if (t == 3)
      return sum * h[0] + next[1];
    h = next;
  }
  return sum;
}
} // namespace left

namespace found { // by the library: elements, read and written
BOTH double f(const V &v) {
  double sum = 0;
  for (int t = 0; t < 3; ++t) {
    V s(4);
    for (int i = 0; i < 4; ++i)
      s[i] = std::sin(v[i] * (t + 1)) + v[t];
    const double top = *std::max_element(s.begin(), s.end());
    auto least = std::min_element(s.begin() + 1, s.end());
    *least *= v[3];
    double part = 0;
    for (double e : s)
      part += std::exp(e - top);
    sum += top + std::log(part) + *least * double(least - s.begin());
  }
  return sum;
}
} // namespace found

namespace sized { // by numbers that the loop changes, or not
BOTH double f(const V &v) {
  int n = 2;
  V grows;
  double sum = 0;
  for (int t = 0; t < 3; ++t) {
    grows.push_back(v[t]);
    V a(grows.size()), b(v.size()), c(n + 1);
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] = grows[i] * v[3];
    for (std::size_t i = 0; i < b.size(); ++i)
      b[i] = std::exp(v[i] * a[0]);
    for (std::size_t i = 0; i < c.size(); ++i)
      c[i] = b[i] * b[i];
    sum = std::accumulate(c.begin(), c.end(), sum) + a.back();
    n = 3 - n;
  }
  return sum;
}
} // namespace sized

namespace conditions { // what a condition makes is made ahead of the loop, too
struct R {
  double a, b[2];
  int k;
  double bump(double x) {
    std::vector<std::vector<double>> w = {std::vector<double>(4, std::sin(a)),
                                          std::vector<double>(4, x)};
    b[0] += 0.5 * w[0][(k + k) % 2];
    a += 0.1 * b[0];
    return w[1][1] + a;
  }
};
BOTH double f(const V &v) {
  R r{v[0], {v[1], v[2]}, 1};
  double sum = 0;
  int n = 0;
  while (r.bump(v[3]) < 90 && ++n <= 3) {
    switch (r.k % 3) {
    default:
      sum += std::sin(r.a);
      continue;
    case 2:
      sum += r.b[0];
      break;
    }
  }
  int m = 0;
  while (r.bump(v[2]) >= 0.1 && ++m <= 3)
    sum += r.a * r.b[0];
  return sum + r.bump(v[1]);
}
} // namespace conditions

int main() {
  CHECK_CASE_TWICE(sizes);
  CHECK_CASE_TWICE(assigned);
  CHECK_CASE_TWICE(exchanged);
  CHECK_CASE_TWICE(pointed);
  CHECK_CASE_TWICE(left);
  CHECK_CASE_TWICE(found);
  CHECK_CASE_TWICE(sized);
  CHECK_CASE_TWICE(conditions);
  return finish();
}
