// Copies written by hand in classes whose bases hold nothing.
#include "vectors.h"
#include <initializer_list>
#include <utility>
#include <vector>

using V = std::vector<double>;

template <class D> struct Ops {
  friend D operator-(const D &a, const D &b) { return a + b * -1.0; }
};
struct Tag {};
struct Vec : Ops<Vec>, Tag {
  double x, y;
  Vec() : x(0), y(0) {}
  Vec(double a, double b) : x(a), y(b) {}
  Vec(const Vec &o) : x(o.x), y(o.y) {}
  Vec &operator=(const Vec &o) {
    x = o.x;
    y = o.y;
    return *this;
  }
  Vec operator+(const Vec &o) const { return Vec(x + o.x, y + o.y); }
  Vec operator*(double k) const { return Vec(x * k, y * k); }
};
template <class T> struct Poly : Ops<Poly<T>> {
  std::vector<T> c;
  Poly(std::initializer_list<T> l) : c(l) {}
  Poly(const Poly &p) : c(p.c) {}
  Poly(Poly &&p) noexcept : c(std::move(p.c)) {}
  Poly &operator=(Poly &&p) noexcept {
    c = std::move(p.c);
    return *this;
  }
  T operator()(T x) const {
    T r = 0;
    for (size_t i = c.size(); i-- > 0;)
      r = r * x + c[i];
    return r;
  }
};

namespace numbers {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Vec a(v[0], v[1]), b(v[2], v[3]);
  Vec c = a - b;
  a = c;
  return a.x * c.y + b.x;
}
} // namespace numbers

namespace moved_vector {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Poly<double> p{v[0], v[1], v[2]};
  Poly<double> q = p;
  q = Poly<double>{v[2], v[0]};
  return p(v[3]) * q(v[1]);
}
} // namespace moved_vector

int main() {
  CHECK_CASE_TWICE(numbers);
  CHECK_CASE_TWICE(moved_vector);
  return finish();
}
