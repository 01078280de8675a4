// Arguments of another type than the parameter: what a template deduces, and which overload is
// called, depends on the parameter's, also where the function is written out.
#include "vectors.h"
#include <array>
#include <cmath>
#include <cstdint>
#include <iomanip>
#include <limits>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

using V = std::vector<double>;

namespace {
template <class T> static T ipow(T x, int n) {
  T r = 1;
  while (n-- > 0)
    r *= x;
  return r;
}
} // namespace

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
static double g(const V &v, long base) { return v[0] * ipow(base, 12); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 10) * 1e-12 * v[1];
}
} // namespace w_ipow_long

namespace k_var_ipow {
static double g(const V &v, long base) { return v[0] * (ipow(base, 12) * 1e-12); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > 0 ? 10 : 2;
  return g(v, k) * v[1];
}
} // namespace k_var_ipow

namespace l_loopvar {
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
static double h(const V &v, int64_t b) { return v[0] * (ipow(b, 12) * 1e-12); }
static double g(const V &v, int b) { return h(v, b) + h(v, b + 1); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return g(v, 9) * v[1];
}
} // namespace l_two_levels

namespace l_lambda_ipow {
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

namespace cond_both {
static double use(bool c, long a, long b, double y) { return y * ipow(c ? a : b, 12); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3, m = 4;
  return use(v[1] > 0, k, m, v[0]) * 1e-12 * v[1] + use(v[1] > 0, 10, 5, v[2]) * 1e-12;
}
} // namespace cond_both

namespace minus {
static double use(long a, double y) {
  return y * ipow(-a, 12) + y * ipow(+a, 12) + y * ipow((a), 12);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  return use(k, v[0]) * 1e-12 * v[1] + use(10, v[2]) * 1e-12;
}
} // namespace minus

namespace field_minus {
struct B {
  long b;
};
static double use(const B &b, double y) { return y * ipow(-b.b, 12); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  return use({k}, v[0]) * 1e-12 * v[1];
}
} // namespace field_minus

namespace to_other_template {
template <class A, class B> static double mix(A a, B b) {
  return sizeof(A) * 10 + sizeof(B) + double(a / b);
}
static double use(short a, long b, double y) { return y * mix(a, b); }
static double use2(char a, float b, double y) { return y * mix(a, b); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return use(7, 2, v[0]) * v[1] + use2(9, 2, v[2]) + use2(8.5, v[0] > -1 ? 2.5 : 1, v[3]);
}
} // namespace to_other_template

namespace vector_of {
template <class T> static double total(const std::vector<T> &x) {
  double s = 0;
  for (T e : x)
    s += double(e * 1000000 % 1000007);
  return s;
}
static double use(long a, double y) { return y * total(std::vector<long>{a, a + 1}) * 1e-5; }
static double use2(long a, double y) {
  std::vector<long> w(2, a);
  return y * total(w) * 1e-5;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10000 : 3;
  return use(k, v[0]) * v[1] + use2(k, v[2]);
}
} // namespace vector_of

namespace pair_made {
template <class A, class B> static double sum(const std::pair<A, B> &p) {
  return double(p.first * 1000000 % 1000007) + sizeof(B);
}
static double use(long a, short b, double y) {
  return y * sum(std::make_pair(a, b)) * 1e-5 + y * sum(std::pair(a, b)) * 1e-5;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10000 : 3;
  return use(k, 3, v[0]) * v[1];
}
} // namespace pair_made

namespace format {
static std::string text(double x, int p) {
  std::ostringstream o;
  o << std::setprecision(p) << std::fixed << x << ' ' << p;
  return o.str();
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return v[0] * text(3, 4).size() + v[1] * text(2.5f, 1).size() * v[2];
}
} // namespace format

namespace overloads {
static int kind(int) { return 1; }
static int kind(long) { return 2; }
static int kind(double) { return 3; }
static int kind(char) { return 4; }
static int kind(bool) { return 5; }
static double u1(long a, double y) { return y * kind(a); }
static double u2(double a, double y) { return y * kind(a); }
static double u3(char a, double y) { return y * kind(a); }
static double u4(bool a, double y) { return y * kind(a); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 1 : 3;
  return u1(k, v[0]) + u2(k, v[1]) * 3 + u3(k, v[2]) * 5 + u4(k, v[3]) * 7 + u1(2, v[0]) * v[1] +
         u2(2, v[0]) * v[2] + u3(65, v[1]) * v[2] + u4(1, v[3]) * v[0];
}
} // namespace overloads

namespace member_overload {
struct K {
  int kind(int) const { return 1; }
  int kind(long) const { return 2; }
  int kind(double) const { return 3; }
};
static double u1(long a, double y) {
  K k;
  return y * k.kind(a);
}
static double u2(double a, double y) { return y * K().kind(a); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 1 : 3;
  return u1(k, v[0]) + u2(k, v[1]) * 3 + u1(2, v[2]) * v[3];
}
} // namespace member_overload

namespace enum_param {
enum Mode { A, B };
template <class T> static double code(T t) { return std::is_enum_v<T> ? 2 : 1; }
static double use(Mode m, double y) { return y * code(m); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return use(B, v[0]) * v[1] + use(Mode(0), v[2]);
}
} // namespace enum_param

namespace cond_nested {
static double use(bool c, bool d, long a, long b, double y) {
  return y * ipow(c ? d ? a : b : b, 12) + y * ipow(-(c ? a : b), 12) +
         y * ipow((c && d ? a : b), 12);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3, m = 4;
  return use(v[1] > 0, v[2] > 0, k, m, v[0]) * 1e-12 * v[1] +
         use(v[1] > 0, true, 10, 5, v[2]) * 1e-12;
}
} // namespace cond_nested

namespace cond_stream {
static double use(bool c, double a, double b, double y) {
  std::ostringstream o;
  o << std::fixed << (c ? a : b);
  return y * o.str().size();
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  return use(v[1] > 0, k, 4, v[0]) * v[1];
}
} // namespace cond_stream

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
  CHECK_CASE_TWICE(cond_both);
  CHECK_CASE_TWICE(minus);
  CHECK_CASE_TWICE(field_minus);
  CHECK_CASE_TWICE(to_other_template);
  CHECK_CASE_TWICE(vector_of);
  CHECK_CASE_TWICE(pair_made);
  CHECK_CASE_TWICE(format);
  CHECK_CASE_TWICE(overloads);
  CHECK_CASE_TWICE(member_overload);
  CHECK_CASE_TWICE(enum_param);
  CHECK_CASE_TWICE(cond_nested);
  CHECK_CASE_TWICE(cond_stream);
  return finish();
}
