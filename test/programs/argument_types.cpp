// Arguments of another type than the parameter: what a template deduces, and which overload is
// called, depends on the parameter's, also where the function is written out.
#include "vectors.h"
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <sstream>
#include <tuple>
#include <vector>

using V = std::vector<double>;

namespace l_big_function2 {
template <class T> static T fact(T n) {
  T r = 1;
  for (T i = 2; i <= n; ++i)
    r *= i;
  return r;
}
static double term(double x, long long n) { return std::pow(x, n) / fact(n); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 12; i < 16; ++i)
    s += term(v[0] + 3, i);
  return s * v[1];
}
} // namespace l_big_function2

namespace w_ipow_long {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
static double g(const V &v, long base) { return v[0] * ipow(base, 12); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 10) * 1e-12 * v[1];
}
} // namespace w_ipow_long

namespace k_var_ipow {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
static double g(const V &v, long base) { return v[0] * (ipow(base, 12) * 1e-12); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > 0 ? 10 : 2;
  return g(v, k) * v[1];
}
} // namespace k_var_ipow

namespace l_loopvar {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
static double h(const V &v, int64_t b, int i) { return v[i] * (ipow(b, 12) * 1e-12); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += h(v, 7 + i, i);
  return s * v[1];
}
} // namespace l_loopvar

namespace l_two_levels {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
static double h(const V &v, int64_t b) { return v[0] * (ipow(b, 12) * 1e-12); }
static double g(const V &v, int b) { return h(v, b) + h(v, b + 1); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 9) * v[1];
}
} // namespace l_two_levels

namespace l_lambda_ipow {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = [&](long b) { return v[0] * (ipow(b, 12) * 1e-12); };
  return g(10) * v[1];
}
} // namespace l_lambda_ipow

namespace w_hash {
template <class T> static T mix(T x) {
  for (int i = 0; i < 3; ++i) {
    x ^= x >> 7;
    x *= 31;
  }
  return x;
}
static double noise(const V &v, uint64_t seed) { return v[0] * (mix(seed) % 1000); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return noise(v, 987654321) * v[1];
}
} // namespace w_hash

namespace w_hash_u32 {
template <class T> static T mix(T x) {
  for (int i = 0; i < 3; ++i) {
    x ^= x >> 7;
    x *= 0x9E3779B1;
  }
  return x;
}
static double noise(const V &v, uint32_t seed) { return v[0] * (mix(seed) % 1000); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return noise(v, 12345) * v[1];
}
} // namespace w_hash_u32

namespace w_method_template {
struct Q {
  template <class T> int bytes(T x) const {
    int n = 0;
    for (size_t i = 0; i < sizeof(T); ++i)
      ++n;
    return n;
  }
};
static double g(const V &v, short b) {
  Q q;
  return v[0] * q.bytes(b);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 5) * v[1];
}
} // namespace w_method_template

namespace t_numlimits {
template <class T> static T maxOf(T) { return std::numeric_limits<T>::max(); }
struct B {
  double *d;
  B(short m) : d(new double[4]) { d[2] = maxOf(m); }
  ~B() { delete[] d; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  B b(3);
  b.d[2] *= v[1];
  return b.d[2] * v[0];
}
} // namespace t_numlimits

namespace t_member_sized {
template <class T> static constexpr size_t width(T) { return sizeof(T); }
struct B {
  V d;
  B(size_t m) : d(width(m)) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  B b(3);
  b.d[7] = v[1];
  return b.d[7] * v[0];
}
} // namespace t_member_sized

namespace ml_ctor_tmplcount {
template <class T> static size_t bytes(T x) { return sizeof(T); }
struct B {
  double *d;
  B(size_t m) : d(new double[bytes(m)]) { d[2] = bytes(m); }
  ~B() { delete[] d; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  B b(3);
  b.d[7] = v[1];
  b.d[2] *= v[2];
  return b.d[2] * v[0] * b.d[7];
}
} // namespace ml_ctor_tmplcount

namespace k_stream_double {
static double g(const V &v, double x) {
  std::ostringstream os;
  os << std::fixed << x;
  return v[0] * os.str().size();
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 2) * v[1];
}
} // namespace k_stream_double

namespace w_stream {
static double g(const V &v, double n, char c) {
  std::ostringstream o;
  o << std::fixed << n << c;
  return v[0] * o.str().size();
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 1, 65) * v[1];
}
} // namespace w_stream

namespace z_stream_u8 {
static double g(const V &v, unsigned char c) {
  std::ostringstream os;
  os << c;
  return v[0] * os.str().size();
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 65) * v[1];
}
} // namespace z_stream_u8

namespace z_stream_bool {
static double g(const V &v, double x, bool b) {
  std::ostringstream os;
  os << std::boolalpha << b << std::showpoint << x;
  return v[0] * os.str().size();
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 2, true) * v[1];
}
} // namespace z_stream_bool

namespace ml_min_long {
static double g(const V &v, long n) {
  double s = 0;
  for (long i = 0; i < std::min(n, long(v.size())); ++i)
    s += v[i] * v[i];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 3) * g(v, 9);
}
} // namespace ml_min_long

namespace k_var_max {
static double g(const V &v, size_t n) {
  double s = 0;
  for (size_t i = 0; i < std::max(n, size_t(1)); ++i)
    s += v[i] * v[i];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > 0 ? 3 : 2;
  return g(v, k);
}
} // namespace k_var_max

namespace z_min_size {
static double g(const V &v, size_t n) {
  double s = 0;
  for (size_t i = 0, e = std::min(n, (size_t)4); i < e; ++i)
    s += v[i] * v[i];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 3);
}
} // namespace z_min_size

namespace z_min_size2 {
static double g(const V &v, size_t n) {
  double s = 0;
  size_t half = v.size() / 2;
  for (size_t i = 0; i < std::max(n, half); ++i)
    s += v[i] * v[i];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 3);
}
} // namespace z_min_size2

namespace z_max_unsigned_field {
struct Cfg {
  unsigned maxIter = 3;
};
static double g(const V &v, const Cfg &c, unsigned n) {
  double s = 0;
  for (unsigned i = 0; i < std::min(n, c.maxIter); ++i)
    s += v[i] * v[i];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Cfg c;
  return g(v, c, 4);
}
} // namespace z_max_unsigned_field

namespace z_default_arg {
static double g(const V &v, size_t n = 2, double tol = 1) {
  double s = 0;
  for (size_t i = 0; i < std::max(n, size_t(1)); ++i)
    s += v[i] * v[i] / tol;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v);
}
} // namespace z_default_arg

namespace l_lambda_max {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = [&](size_t n) {
    double s = 0;
    for (size_t i = 0; i < std::max(n, size_t(1)); ++i)
      s += v[i] * v[i];
    return s;
  };
  return g(3);
}
} // namespace l_lambda_max

namespace l_method_max {
struct S {
  size_t lim = 4;
  double g(const V &v, size_t n) const {
    double s = 0;
    for (size_t i = 0; i < std::min(n, lim); ++i)
      s += v[i] * v[i];
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  S s;
  return s.g(v, 3);
}
} // namespace l_method_max

namespace w_abs {
static double g(const V &v, unsigned n) {
  double s = 0;
  for (unsigned i = 0; i < 3; ++i)
    s += v[i] * (std::max(n, 2u) - i > 100 ? 2 : 1);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 1) * v[1];
}
} // namespace w_abs

namespace ml_ctor_min_vec {
struct B {
  V d;
  B(size_t n) : d(std::max(n, size_t(2))) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  B b(3);
  b.d[2] = v[1];
  return b.d[2] * v[0];
}
} // namespace ml_ctor_min_vec

namespace ml_ctor_newarr {
struct B {
  double *d;
  size_t n;
  B(size_t m) : d(new double[std::max(m, size_t(2))]), n(m) { d[0] = 0; }
  ~B() { delete[] d; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  B b(3);
  b.d[2] = v[1];
  return b.d[2] * v[0];
}
} // namespace ml_ctor_newarr

namespace mx9 {
struct P {
  size_t cap;
  explicit P(size_t c) : cap(c) {}
  std::vector<std::unique_ptr<double[]>> b;
  void a(size_t n) { b.push_back(std::make_unique<double[]>(std::max(cap, n))); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p(2);
  p.a(4);
  p.b[0][3] = v[0];
  return p.b[0][3] * v[1];
}
} // namespace mx9

namespace mx10 {
struct P {
  size_t cap;
  std::unique_ptr<double[]> b;
  void a(size_t n) { b = std::make_unique<double[]>(std::max(cap, n)); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p{10};
  p.a(4);
  p.b[3] = v[0];
  return p.b[3] * v[1];
}
} // namespace mx10

namespace rec_ctor {
struct Buf {
  std::unique_ptr<double[]> b;
  size_t n;
  Buf(size_t n, double s) : b(new double[std::max(n, size_t(2))]), n(n) {
    for (size_t i = 0; i < n; ++i)
      b[i] = 1 / s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Buf b(4, 3);
  b.b[1] *= v[0];
  return b.b[1] * b.b[0] * v[1];
}
} // namespace rec_ctor

namespace k_wrap {
template <class I> static I wrap(I i, I n) {
  while (i >= n)
    i -= n;
  return i;
}
static double g(const V &v, unsigned i) { return v[wrap(i, 4u)]; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 6) * v[0];
}
} // namespace k_wrap

namespace k_sizeof_tmpl {
template <class T> static T clampT(T x, T lo, T hi) {
  if (x < lo)
    return lo;
  if (x > hi)
    return hi;
  return x;
}
static double g(const V &v, size_t i) { return v[clampT(i, size_t(0), v.size() - 1)]; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 2) * g(v, 9);
}
} // namespace k_sizeof_tmpl

namespace w_gcd_u64 {
template <class T> static T modpow(T b, T e, T m) {
  T r = 1;
  while (e) {
    if (e & 1)
      r = r * b % m;
    b = b * b % m;
    e >>= 1;
  }
  return r;
}
static double g(const V &v, uint64_t b) {
  return v[0] * modpow(b, uint64_t(20), uint64_t(1000003));
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 123456) * v[1] * 1e-6;
}
} // namespace w_gcd_u64

namespace result_long {
static long wide(int x) { return x; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = (int)(v[0] > -1) * 100000;
  return v[0] * (wide(k) * 100000 % 1000007) * 1e-5 * v[1];
}
} // namespace result_long

namespace result_tmpl {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
static long ten(int x) { return x; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  return v[0] * ipow(ten(k), 12) * 1e-12 * v[1];
}
} // namespace result_tmpl

namespace result_unsigned {
static unsigned char low(int x) { return x; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 300 : 3;
  return v[0] * low(k) * v[1] * 0.01;
}
} // namespace result_unsigned

namespace result_stream {
static double two(int x) { return x; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 2 : 3;
  std::ostringstream os;
  os << std::fixed << two(k);
  return v[0] * os.str().size() * v[1];
}
} // namespace result_stream

namespace local_const {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  const long b = k;
  auto g = [b](double y) { return y * ipow(b, 12); };
  return g(v[0]) * 1e-12 * v[1];
}
} // namespace local_const

namespace capture_init {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  auto g = [b = long(k)](double y) { return y * ipow(b, 12); };
  return g(v[0]) * 1e-12 * v[1];
}
} // namespace capture_init

namespace member_long {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
struct B {
  long b;
  double k;
};
static double use(B b, double y) { return y * ipow(b.b, 12) * b.k; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  return use(B{k, v[1]}, v[0]) * 1e-12;
}
} // namespace member_long

namespace member_literal {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
struct B {
  long b;
  double k;
};
static double use(const B &b, double y) { return y * ipow(b.b, 12) * b.k; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return use({10, v[1]}, v[0]) * 1e-12;
}
} // namespace member_literal

namespace pair_long {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
static double use(std::pair<long, double> b, double y) { return y * ipow(b.first, 12) * b.second; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  return use({k, v[1]}, v[0]) * 1e-12;
}
} // namespace pair_long

namespace ternary {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
static double use(long b, double y, bool c) { return y * ipow(c ? b : b + 1, 12); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  return use(k, v[0], v[1] > 0) * 1e-12 * v[1];
}
} // namespace ternary

namespace arith {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
static double use(long b, double y) { return y * ipow(b - 1, 12) * ipow(-b, 2) * ipow(b, 2); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 11 : 3;
  return use(k, v[0]) * 1e-12 * v[1];
}
} // namespace arith

namespace ref_param {
template <class T> static T ipow(const T &x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
static double use(const long &b, double y) { return y * ipow(b, 12); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  return use(k, v[0]) * 1e-12 * v[1];
}
} // namespace ref_param

namespace float_param {
template <class T> static size_t wide(T) { return sizeof(T); }
static double use(float b, double y) { return y * wide(b); }
static double use2(double b, double y) { return y * wide(b); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  float q = v[0] > -1 ? 1.5f : 2.f;
  return use(2.5, v[0]) * v[1] + use2(q, v[2]) + use2(3, v[3]);
}
} // namespace float_param

namespace auto_var {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
static double use(long b, double y) {
  auto c = b;
  auto d = c;
  return y * ipow(d, 12);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  return use(k, v[0]) * 1e-12 * v[1];
}
} // namespace auto_var

namespace vector_ctor {
static double use(size_t n, double y) {
  std::vector<double> a(n, y);
  std::vector<int> b(n, 2);
  double s = 0;
  for (double x : a)
    s += x * b.size();
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return use(3, v[0]) * v[1];
}
} // namespace vector_ctor

namespace ref_arith {
static double use(const long &b, double y) { return y * (b * 1000000 % 1000007); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10000 : 3;
  return use(k, v[0]) * 1e-5 * v[1];
}
} // namespace ref_arith

namespace field_arith {
struct B {
  long b;
  double k;
};
static double use(const B &b, double y) { return y * (b.b * 1000000 % 1000007) * b.k; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10000 : 3;
  return use({k, v[1]}, v[0]) * 1e-5;
}
} // namespace field_arith

namespace field_arith_local {
struct B {
  long b;
  double k;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10000 : 3;
  B b{k, v[1]};
  B c = {k, v[2]};
  return v[0] * (b.b * 1000000 % 1000007) * b.k * 1e-5 * (c.b * 1000000 % 1000003) * 1e-5 * c.k;
}
} // namespace field_arith_local

namespace array_arith {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10000 : 3;
  long a[2] = {k, k};
  std::array<long, 2> b{k, k};
  std::vector<long> c{k, 3};
  std::pair<long, int> d(k, k);
  std::tuple<long, double> e{k, v[1]};
  return v[0] * (a[0] * 1000000 % 1000007) * 1e-5 + v[1] * (b[1] * 1000000 % 1000007) * 1e-5 +
         v[2] * (c[0] * 1000000 % 1000007) * 1e-5 + v[3] * (d.first * 1000000 % 1000007) * 1e-5 +
         std::get<1>(e) * (std::get<0>(e) * 1000000 % 1000007) * 1e-5;
}
} // namespace array_arith

namespace unsigned_wrap {
static double use(unsigned b, double y) { return y * (b - 3 > 100 ? 2 : 1); }
static double use2(const unsigned &b, double y) { return y * (b - 3 > 100 ? 2 : 1); }
static double use3(unsigned char b, double y) { return y * b; }
static double use4(const unsigned char &b, double y) { return y * b; }
static double use5(bool b, double y) { return y * (b + 1); }
static double use6(const bool &b, double y) { return y * (b + 1); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 2 : 3;
  return use(k, v[0]) + use2(k, v[1]) * 3 + use3(k + 255, v[2]) * 5 + use4(k + 255, v[3]) * 7 +
         use5(k, v[0]) * 0.3 + use6(k, v[1]) * 0.7;
}
} // namespace unsigned_wrap

namespace ctor_arith {
struct C {
  long b;
  double y;
  C(long b, const long &c, double y) : b(b * 1000000 % 1000007 + c * 1000000 % 1000003), y(y) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10000 : 3;
  C c(k, k, v[1]);
  return c.b * 1e-5 * c.y * v[0];
}
} // namespace ctor_arith

namespace lambda_arith {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10000 : 3;
  auto g = [&](long b, double y) { return y * (b * 1000000 % 1000007); };
  auto h = [b = (long)k](double y) { return y * (b * 1000000 % 1000007); };
  auto r = [](int i) -> long { return i; };
  return g(k, v[0]) * 1e-5 + h(v[1]) * 1e-5 + v[2] * (r(k) * 1000000 % 1000007) * 1e-5;
}
} // namespace lambda_arith

namespace ternary_arith {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10000 : 3;
  long m = 5;
  auto t = v[0] > -1 ? k : m;
  const auto &u = k;
  return v[0] * (t * 1000000 % 1000007) * 1e-5 * ((v[1] > -1 ? k : m) * 1000000 % 1000003) * 1e-5 +
         u;
}
} // namespace ternary_arith

namespace default_arith {
static double use(double y, long b = 10000) { return y * (b * 1000000 % 1000007); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return use(v[0]) * 1e-5 * v[1];
}
} // namespace default_arith

int main() {
  CHECK_CASE_TWICE(l_big_function2);
  CHECK_CASE_TWICE(w_ipow_long);
  CHECK_CASE_TWICE(k_var_ipow);
  CHECK_CASE_TWICE(l_loopvar);
  CHECK_CASE_TWICE(l_two_levels);
  CHECK_CASE_TWICE(l_lambda_ipow);
  CHECK_CASE_TWICE(w_hash);
  CHECK_CASE_TWICE(w_hash_u32);
  CHECK_CASE_TWICE(w_method_template);
  CHECK_CASE_TWICE(t_numlimits);
  CHECK_CASE_TWICE(t_member_sized);
  CHECK_CASE_TWICE(ml_ctor_tmplcount);
  CHECK_CASE_TWICE(k_stream_double);
  CHECK_CASE_TWICE(w_stream);
  CHECK_CASE_TWICE(z_stream_u8);
  CHECK_CASE_TWICE(z_stream_bool);
  CHECK_CASE_TWICE(ml_min_long);
  CHECK_CASE_TWICE(k_var_max);
  CHECK_CASE_TWICE(z_min_size);
  CHECK_CASE_TWICE(z_min_size2);
  CHECK_CASE_TWICE(z_max_unsigned_field);
  CHECK_CASE_TWICE(z_default_arg);
  CHECK_CASE_TWICE(l_lambda_max);
  CHECK_CASE_TWICE(l_method_max);
  CHECK_CASE_TWICE(w_abs);
  CHECK_CASE_TWICE(ml_ctor_min_vec);
  CHECK_CASE_TWICE(ml_ctor_newarr);
  CHECK_CASE_TWICE(mx9);
  CHECK_CASE_TWICE(mx10);
  CHECK_CASE_TWICE(rec_ctor);
  CHECK_CASE_TWICE(k_wrap);
  CHECK_CASE_TWICE(k_sizeof_tmpl);
  CHECK_CASE_TWICE(w_gcd_u64);
  CHECK_CASE_TWICE(result_long);
  CHECK_CASE_TWICE(result_tmpl);
  CHECK_CASE_TWICE(result_unsigned);
  CHECK_CASE_TWICE(result_stream);
  CHECK_CASE_TWICE(local_const);
  CHECK_CASE_TWICE(capture_init);
  CHECK_CASE_TWICE(member_long);
  CHECK_CASE_TWICE(member_literal);
  CHECK_CASE_TWICE(pair_long);
  CHECK_CASE_TWICE(ternary);
  CHECK_CASE_TWICE(arith);
  CHECK_CASE_TWICE(ref_param);
  CHECK_CASE_TWICE(float_param);
  CHECK_CASE_TWICE(auto_var);
  CHECK_CASE_TWICE(vector_ctor);
  CHECK_CASE_TWICE(ref_arith);
  CHECK_CASE_TWICE(field_arith);
  CHECK_CASE_TWICE(field_arith_local);
  CHECK_CASE_TWICE(array_arith);
  CHECK_CASE_TWICE(unsigned_wrap);
  CHECK_CASE_TWICE(ctor_arith);
  CHECK_CASE_TWICE(lambda_arith);
  CHECK_CASE_TWICE(ternary_arith);
  CHECK_CASE_TWICE(default_arith);
  return finish();
}
