// Instances of templates that a call names by arguments which it would not deduce.
#include "vectors.h"
#include <algorithm>
#include <chrono>

using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]
using namespace std::chrono_literals;

template <class T> int bytes(int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += sizeof(T);
  return s;
}

namespace members {
struct Record {
  int n = 3;
  template <class T = char> int width() const { return bytes<T>(n); }
  template <class T> int wide(int i) const { return bytes<T>(n) + i; }
  template <class T = char> static int own(int i) { return bytes<T>(i); }
  template <int K = 1> int operator()(int i) const { return bytes<char>(K) * i + n; }
  template <class T, class U> int both(U) const { return bytes<T>(n) * 10 + bytes<U>(1); }
  template <class T = char> int all() const { return width<T>() + this->width<short>() + width(); }
};
template <int K = 1> struct Outer {
  template <int J = 1> int in(int i) const { return bytes<char>(K) * 100 + J * i; }
};
BOTH double f(const V &v) {
  Record r;
  r.n += v[0] > 1;
  const Record *p = &r;
  double x = v[0] * r.width<double>() + v[1] * r.width<short>() + v[2] * r.width() +
             v[3] * p->wide<int>(2);
  x += v[0] * Record::own<double>(2) + v[1] * r.own<short>(3) + v[2] * Record::own(4);
  x += v[1] * r.operator()<7>(2) + v[2] * r(2) + v[3] * r.both<double>('c') +
       v[0] * r.both<char>(1.0);
  return x * v[3] * Outer<3>().in<5>(2) + v[2] * r.all<double>();
}
} // namespace members

namespace values {
template <class T = char> T width(double x) { return static_cast<T>(bytes<T>(2) + x); }
template <bool Up = true> bool before(int a, int b) { return Up ? a < b : a > b; }
static int twice(int i) { return bytes<char>(i); }
static int twice(double d) { return bytes<short>(2) * static_cast<int>(d); }
template <class F> int call(F f, int i) { return f(i); }
template <int (*F)(int)> int constant(int i) { return F(i); }
template <class T = char> int sized(int i) { return bytes<T>(i); }
BOTH double f(const V &v) {
  auto g = &width<long>;
  auto h = width<short>;
  int (*c)(int) = sized<double>;
  double x = v[0] * g(2.5) + v[1] * h(2.5) + v[2] * width(2.5) + v[3] * c(2) +
             v[0] * constant<sized<int>>(3);
  x += v[0] * call(static_cast<int (*)(double)>(twice), 3) + v[1] * twice(3);
  x += v[2] * call(static_cast<int (*)(int)>(twice), 4) + v[3] * call(sized<long>, 2);
  std::vector<int> order{2, 0, 3, 1};
  std::sort(order.begin(), order.end(), before<false>);
  x *= v[order[0]];
  std::sort(order.begin(), order.end(), before<>);
  x += v[order[0]];
  std::partial_sort(order.begin(), order.begin() + 2, order.end(), before<false>);
  return x + 2 * v[order[1]];
}
} // namespace values

namespace literals {
template <char... C> int operator""_digits() { return bytes<char>(sizeof...(C)); }
static int operator""_tens(unsigned long long n) { return bytes<char>(2) * static_cast<int>(n); }
BOTH double f(const V &v) {
  auto d = 90min + 30s;
  auto h = std::chrono::duration_cast<std::chrono::hours>(d).count();
  std::chrono::duration<double, std::milli> ms = 2s;
  double x = v[0] * h + v[1] * (d > 1h) + v[2] * static_cast<int>(ms.count()) * 0.001;
  return x + v[3] * 4711_digits + v[0] * 3_tens;
}
} // namespace literals

namespace overloaded {
template <class To, class Of> int down(Of n) { return bytes<To>(static_cast<int>(n)); }
template <class To, class A, class B> int down(A a, B b) {
  return bytes<To>(static_cast<int>(a + b)) * 3;
}
template <class... All, class Last> int pack(Last l) {
  return bytes<char>(sizeof...(All)) + bytes<Last>(1) + l;
}
template <class T> int either(T) { return bytes<T>(1); }
static int either(double) { return bytes<char>(100); }
BOTH double f(const V &v) {
  std::chrono::minutes t(125);
  auto h = std::chrono::floor<std::chrono::hours>(t);
  double x = v[0] * h.count() + v[1] * std::chrono::ceil<std::chrono::hours>(t).count();
  x += v[2] * down<short>(3) + v[3] * down<double>(2, 1.0) + v[0] * down<double>('b');
  return x + v[1] * pack<int, char>(2.0) + v[2] * either<>(1.0) + v[3] * either(1.0) +
         v[0] * either<float>(1.0);
}
} // namespace overloaded

int main() {
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(values);
  CHECK_CASE_TWICE(literals);
  CHECK_CASE_TWICE(overloaded);
  return finish();
}
