// Closures that grow vectors, are passed to recursive templates, hold each other, change their
// captures.
#include "vectors.h"
#include <algorithm>
#include <functional>
#include <numeric>
using V = std::vector<double>;
template <class F> void walk(V &v, int d, F &&f) {
  if (d == 0) {
    f(v);
    return;
  }
  v.push_back(v.back() * 0.5 + d);
  walk(v, d - 1, f);
  f(v);
  v.pop_back();
  walk(v, d - 1, f);
}
[[ad::differentiate(forward, reverse)]]
double t(const V &x) {
  V v = x;
  double s = 0;
  V hist;
  walk(v, 2, [&](V &w) {
    s += w.back() * x[0];
    w[0] += s * 0.01;
    hist.push_back(s);
  });
  return s +
         std::accumulate(hist.begin(), hist.end(), 0.0,
                         [&](double a, double b) { return a * 0.5 + b * x[1]; }) +
         v[0];
}
template <class F> struct Memo {
  V cache;
  F f;
};
template <class F> double newton(F f, double x, int n) {
  for (int i = 0; i < n; ++i) {
    double h = 1e-3, d = (f(x + h) - f(x - h)) / (2 * h);
    if (std::fabs(d) < 1e-9)
      return x;
    x -= f(x) / d;
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double u(const V &x) {
  V c = x;
  auto poly = [c](double t) {
    double s = 0;
    for (double e : c)
      s = s * t + e;
    return s - 2;
  };
  c.clear();
  auto wrap = [&poly, k = x[0]](double t) { return poly(t) * k; };
  std::function<double(double)> held = wrap;
  return newton(wrap, 0.5, 3) * newton(held, 1, 2) +
         newton([&](double t) { return held(t) - x[2]; }, 0.7, 2);
}
double apply_n(std::function<void(double &)> f, double x, int n) {
  for (int i = 0; i < n; ++i) {
    f(x);
    if (x > 1e4)
      return x;
  }
  return x;
}
[[ad::differentiate(forward, reverse)]]
double z(const V &x) {
  double total = 0;
  const double b = x[1];
  auto step = [&total, a = x[0], n = 0, b](double &y) mutable {
    ++n;
    a *= 1.1;
    y = y * a + n * b;
    total += y;
  };
  double r = apply_n(step, x[2], 3);
  step(r);
  return r * total;
}
[[ad::differentiate(forward, reverse)]]
double nested(const V &x) {
  double acc = 1;
  auto add = [&acc](double t) mutable {
    acc += t;
    return acc;
  };
  auto cnt = [n = x[0]](double t) mutable {
    n *= t;
    return n;
  };
  auto both = [&cnt, add, copy = cnt](double t) mutable { return cnt(t) + add(t) * copy(t); };
  double r = both(x[1]) + cnt(x[2]) + both(x[2]);
  auto again = both;
  r += again(x[0]) + both(x[0]) + cnt(2);
  auto outer = [&](int n) {
    auto inner = [&, n](double t) {
      if (n > 1)
        return t * acc;
      for (double e : x)
        if (e > t)
          return e * t;
      return t;
    };
    return inner(x[1]) + inner(acc * 0.1);
  };
  return r * outer(0) + outer(2);
}
template <class F> auto memo(F f) {
  return [f, last = 0.0, val = 0.0](double t) mutable {
    if (t != last) {
      val = f(t) + val * 0.1;
      last = t;
    }
    return val;
  };
}
[[ad::differentiate(forward, reverse)]]
double memos(const V &x) {
  auto m = memo([&](double t) { return t * t * x[1]; });
  auto n = memo(m);
  double s = m(x[0]) + m(x[0]) + m(x[2]);
  for (int i = 0; i < 3; ++i)
    s += n(x[i]) * m(s * 0.1);
  return s;
}

// A copy of a function that refers to itself refers to the first one.
[[ad::differentiate(forward, reverse)]]
double selves(const V &x) {
  std::function<double(double, int)> f = [&f, a = x[0], &x](double t, int n) mutable -> double {
    a *= x[1];
    return n ? f(t * a, n - 1) + t : t * a;
  };
  auto g = f;
  return g(x[2], 2) + f(x[1], 1) * g(1, 0);
}

int main() {
  CHECK_VECTOR(t, {0.3, 0.7, 1.1});
  CHECK_VECTOR(u, {0.3, 0.7, 1.1});
  CHECK_VECTOR(z, {0.3, 0.7, 1.1});
  CHECK_VECTOR(nested, {0.3, 0.7, 1.1});
  CHECK_VECTOR(memos, {0.3, 0.7, 1.1});
  CHECK_VECTOR(selves, {0.3, 0.7, 1.1});
  return finish();
}
