// Numbers have the types of the parameters, fields, results and variables that they pass through,
// also where functions are written out and objects taken apart.
#include "vectors.h"
#include <array>
#include <cmath>
#include <sstream>
#include <tuple>
#include <vector>

using V = std::vector<double>;

namespace {
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
} // namespace

namespace result_long {
static long wide(int x) { return x; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = (int)(v[0] > -1) * 100000;
  return v[0] * (wide(k) * 100000 % 1000007) * 1e-5 * v[1];
}
} // namespace result_long

namespace result_tmpl {
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
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  const long b = k;
  auto g = [b](double y) { return y * ipow(b, 12); };
  return g(v[0]) * 1e-12 * v[1];
}
} // namespace local_const

namespace capture_init {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  auto g = [b = long(k)](double y) { return y * ipow(b, 12); };
  return g(v[0]) * 1e-12 * v[1];
}
} // namespace capture_init

namespace member_long {
static double use(B b, double y) { return y * ipow(b.b, 12) * b.k; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  return use(B{k, v[1]}, v[0]) * 1e-12;
}
} // namespace member_long

namespace member_literal {
static double use(const B &b, double y) { return y * ipow(b.b, 12) * b.k; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return use({10, v[1]}, v[0]) * 1e-12;
}
} // namespace member_literal

namespace pair_long {
static double use(std::pair<long, double> b, double y) { return y * ipow(b.first, 12) * b.second; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  return use({k, v[1]}, v[0]) * 1e-12;
}
} // namespace pair_long

namespace ternary {
static double use(long b, double y, bool c) { return y * ipow(c ? b : b + 1, 12); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10 : 3;
  return use(k, v[0], v[1] > 0) * 1e-12 * v[1];
}
} // namespace ternary

namespace arith {
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
static double use(const B &b, double y) { return y * (b.b * 1000000 % 1000007) * b.k; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10000 : 3;
  return use({k, v[1]}, v[0]) * 1e-5;
}
} // namespace field_arith

namespace field_arith_local {
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

namespace unsigned_cmp {
static double use(unsigned a, unsigned b, double y) {
  return y * std::max(a - b, 3u) * 1e-9 + y * (std::min(b, a) - 1 > 5 ? 2 : 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 1 : 3;
  return use(k, 2, v[0]) * v[1] + use(k, 0, v[2]);
}
} // namespace unsigned_cmp

namespace cond_arith {
static double use(bool c, long a, long b, double y) {
  return y * ((c ? a : b) * 1000000 % 1000007) * 1e-5 +
         y * (-(c ? b : a) * 1000000 % 1000007) * 1e-5;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int k = v[0] > -1 ? 10000 : 3, m = 20000;
  return use(v[1] > 0, k, m, v[0]) * v[1] + use(v[1] > 0, 10000, 5, v[2]);
}
} // namespace cond_arith

int main() {
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
  CHECK_CASE_TWICE(unsigned_cmp);
  CHECK_CASE_TWICE(cond_arith);
  return finish();
}
