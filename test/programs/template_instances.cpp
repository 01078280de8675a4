// Instances that come about in unusual places, and types that depend in unusual ways.
#include "harness.h"
#include <array>
template <class T> struct Vec {
  T x, y;
};
template <class T> Vec<T> operator*(T a, const Vec<T> &v) { return {a * v.x, a * v.y}; }
template <class T> T dot(const Vec<T> &a, const Vec<T> &b) { return a.x * b.x + a.y * b.y; }
template <class T>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T norm(const Vec<T> &v) {
  return std::sqrt(dot(v, v));
}
template <class T>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] Vec<T> twice(Vec<T> v) {
  return T(2) * v;
}
template <class T, std::size_t N>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T total(const std::array<T, N> &a) {
  T s = 0;
  for (const T &e : a)
    s += e * e;
  return s;
}
template <class V>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] double generic(const V &v, double k) {
  return v.x * k + v.y;
}
template <class F>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] double apply(F f, double x) {
  return f(x) * x;
}
template <class T>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] void
fill(T *out, const T *in, [[ad::constant]] T scale, int n) {
  T last = 0;
  for (int i = 0; i < n; ++i) {
    last = last * in[i] + scale;
    out[i] = last * in[i];
  }
}
template <class T> struct Holder {
  static T twice(T x) { return 2 * x; }
  static constexpr T k = 3;
  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] static T f(T x) {
    return k * x * twice(x);
  }
};
#ifndef NO_AD
template <class T>
T slope = [] {
  T b = 0;
  Holder<T>::f_reverse(T(2), b);
  return b;
}();
#endif
template <class T> [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T cube(T x) {
  return x * x * x;
}
template <class T> [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T outer(T x) {
  T a[2] = {x, x};
  T b[2];
  fill(b, a, T(2), 2);
  return cube(x) * norm(Vec<T>{x, x}) * b[1];
}
#ifndef NO_AD
template <class T> void user(T x, T &b) {
  auto g = [&](auto z) {
    decltype(z) zb = 0;
    cube_reverse(z, zb);
    return zb;
  };
  b = g(x) + g(1.0f);
}
#endif
namespace {
template <class T> [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T hidden(T x) {
  return x * x;
}
} // namespace
namespace inl {
inline namespace v1 {
template <class T> [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T here(T x) {
  return x * x;
}
} // namespace v1
} // namespace inl
struct Plain {
  double k;
  template <class T> [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T f(T x) const {
    return k * x * x;
  }
  template <class T> [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T g(T x);
};
template <class T> T Plain::g(T x) {
  k = k * x;
  return k;
}
int main() {
  check(
      {0.3, 0.7}, 1, [](In x, Out y) { y[0] = norm(Vec<double>{x[0], x[1]}); },
      AD([](In x, In d, Out y, Out yd) {
        y[0] = norm_forward(Vec<double>{x[0], x[1]}, {d[0], d[1]}, yd[0]);
      }),
      AD([](In x, Out b, Out y, In yb) {
        Vec<double> vb{0, 0};
        y[0] = norm_reverse({x[0], x[1]}, vb, yb[0]);
        b[0] += vb.x;
        b[1] += vb.y;
      }));
  check(
      {0.3, 0.7}, 2,
      [](In x, Out y) {
        auto v = twice(Vec<double>{x[0], x[1]});
        y[0] = v.x;
        y[1] = v.y;
      },
      AD([](In x, In d, Out y, Out yd) {
        Vec<double> rd;
        auto v = twice_forward(Vec<double>{x[0], x[1]}, {d[0], d[1]}, rd);
        y[0] = v.x;
        y[1] = v.y;
        yd[0] = rd.x;
        yd[1] = rd.y;
      }),
      AD([](In x, Out b, Out y, In yb) {
        Vec<double> vb{0, 0};
        auto v = twice_reverse({x[0], x[1]}, vb, {yb[0], yb[1]});
        y[0] = v.x;
        y[1] = v.y;
        b[0] += vb.x;
        b[1] += vb.y;
      }));
  check(
      {0.3, 0.7}, 1, [](In x, Out y) { y[0] = total(std::array<double, 2>{x[0], x[1]}); },
      AD([](In x, In d, Out y, Out yd) {
        y[0] = total_forward(std::array<double, 2>{x[0], x[1]}, {d[0], d[1]}, yd[0]);
      }),
      AD([](In x, Out b, Out y, In yb) {
        std::array<double, 2> vb{0, 0};
        y[0] = total_reverse(std::array<double, 2>{x[0], x[1]}, vb, yb[0]);
        b[0] += vb[0];
        b[1] += vb[1];
      }));
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = outer(x[0]); },
      AD([](In x, In d, Out y, Out yd) { y[0] = outer_forward(x[0], d[0], yd[0]); }),
      AD([](In x, Out b, Out y, In yb) { y[0] = outer_reverse(x[0], b[0], yb[0]); }));
#ifndef NO_AD
  double b = 0, c = 0;
  Vec<double> v{2, 3}, vb{0, 0};
  generic_reverse(v, vb, 4, b);
  expect("g", b, 2);
  expect("g", vb.x, 4);
  b = 0;
  Vec<int> iv{2, 3}, ivb{0, 0};
  generic_reverse(iv, ivb, 4, b);
  expect("ints", b, 2);
  b = 0;
  expect("i", ivb.x, 0);
  expect("slope", slope<double>, 24);
  auto *p = &cube_reverse<long double>;
  long double lb = 0;
  p(2, lb, 1);
  expect("pointer", lb, 12);
  user(2.0, b);
  expect("user", b, 15);
  b = 0;
  hidden_reverse(2.0, b);
  expect("hidden", b, 4);
  b = 0;
  inl::here_reverse(2.0, b);
  expect("here", b, 4);
  b = 0;
  int idot = 7, ib = 0;
  expect("int", cube_forward(2, 1, idot), 8);
  expect("idot", idot, 0);
  cube_reverse(2, ib);
  expect("ib", ib, 0);
  Plain q{3}, qb{0};
  q.f_reverse(qb, 2.0, b);
  expect("q", b, 12);
  expect("qb", qb.k, 4);
  b = 0;
  qb.k = 0;
  q.g_reverse(qb, 2.0, b);
  expect("g", b, 3);
  expect("k", q.k, 6);
  expect("kb", qb.k, 2);
  b = 0;

  (void)c;
#endif
  return finish();
}
