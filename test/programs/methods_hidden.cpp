// Objects that are seen as one of their bases: methods, operators and functions of that base are
// called.
#include "vectors.h"
#include <utility>

using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace operators {
struct Base {
  int k = 1;
  int operator[](int i) const { return k + i; }
  int operator()(int i) const { return k + 2 * i; }
  int operator*(int i) const { return k * i; }
  int operator-() const { return -k; }
  bool operator!() const { return k > 3; }
  int operator*() const { return k + 7; }
  bool operator<(int i) const { return k < i; }
  explicit operator int() const { return k + 50; }
  Base &operator++() {
    k += 1;
    return *this;
  }
  Base &operator+=(int i) {
    k += i;
    return *this;
  }
};
struct Derived : Base {
  int operator[](int i) const { return 10 * k + i; }
  int operator()(int i) const { return 20 * k + i; }
  int operator*(int i) const { return i < 0 ? 0 : 30 * k + i + Base::operator*(i); }
  int operator-() const { return 40 * k; }
  bool operator!() const { return k < 3; }
  int operator*() const { return k + 70; }
  bool operator<(int i) const { return k > i; }
  explicit operator int() const { return k + 500; }
  Derived &operator++() {
    k += 10;
    return *this;
  }
  Derived &operator+=(int i) {
    k += 10 * i;
    return *this;
  }
};
static int total(const Base &b, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += b * i + b[i] * 3;
  return s;
}
BOTH double f(const V &v) {
  Derived d;
  d.k = 2 + (v[0] > 1);
  const Base &b = d;
  const Base *p = &d;
  double x = v[0] * static_cast<const Base &>(d)[2] + v[1] * d[2];
  x += v[2] * (b * 3) + v[3] * (d * 3) + v[0] * total(d, 3) + v[1] * d.Base::operator*(4);
  x *= v[1] * (*p)(2) + v[2] * d(2) + v[3] * (-b) + v[0] * (-d) + v[1] * !b + v[2] * !d;
  x += v[0] * *b * 3 + v[1] * **p * 5 + v[2] * *d + v[3] * (b < 3) + v[0] * (d < 3);
  x += v[1] * static_cast<int>(b) + v[2] * static_cast<int>(d);
  return x;
}
BOTH double g(const V &v) {
  Derived d;
  ++static_cast<Base &>(d);
  ++d;
  Base &b = d;
  ++b;
  b += 2;
  d += 3;
  d.Base::operator+=(v[0] > 1);
  return v[0] * d.k + v[1] * *b + v[2] * *d * v[3];
}
} // namespace operators

namespace names {
struct Base {
  int k = 1;
  double w = 2;
  int n(int i) const { return k + i; }
  int many(int i) const { return k * i; }
  static int own() { return 3; }
  int add(int i) { return k += i; }
  double scaled(double x) const { return w * x * k; }
  void grow(double x) { w += x; }
  virtual int kind() const { return 1; }
  virtual int other(int i) const { return i; }
  virtual ~Base() = default;
};
struct Derived : Base {
  int n(int i) const { return 10 * k + i; }
  int many(double i) const { return i < 2 ? 5 : 6; }
  static int own() { return 30; }
  int add(int i) { return k += 10 * i; }
  double scaled(double x) const { return w * x * x + 3 * Base::scaled(x); }
  void grow(double x) { w *= x; }
  int kind() const override { return 2; }
  int other(double i) const { return i > 1 ? 100 : 50; }
  int both(int i) const { return n(i) + 100 * Base::n(i) + 1000 * many(1); }
};
struct Last : Derived {
  int n(int i) const { return Derived::n(i) * 7 + Base::n(i); }
  int kind() const override { return Derived::kind() + 10; }
};
BOTH double f(const V &v) {
  Last l;
  l.k = 1 + (v[0] > 1);
  Derived d;
  const Base &b = l, &c = d;
  const Derived &e = l;
  double x = v[0] * b.n(1) + v[1] * c.n(1) + v[2] * e.n(1) + v[3] * l.n(1) + v[0] * l.both(2);
  x *= v[0] * b.many(3) + v[1] * e.many(3) + v[2] * b.own() + v[3] * l.own() + v[0] * l.Base::n(3);
  x += v[1] * b.kind() + v[2] * c.kind() + v[3] * l.Base::kind() + v[0] * b.other(2) + e.other(2);
  return x + v[0] * d.both(1);
}
BOTH double g(const V &v) {
  Last l;
  Base &b = l;
  Derived *p = &l;
  b.add(2);
  p->add(3);
  static_cast<Base *>(&l)->add(4);
  l.Base::add(5);
  b.grow(v[0]);
  p->grow(v[1]);
  l.Base::grow(v[2]);
  return v[0] * l.k + b.scaled(v[1]) * l.scaled(v[2]) + p->Base::scaled(v[3]);
}
} // namespace names

namespace annotated {
struct Base {
  double w = 2;
  BOTH double scaled(double x) const { return w * x; }
  BOTH void grow(double x) { w += x; }
};
struct Derived : Base {
  BOTH double scaled(double x) const { return w * x * x; }
  BOTH void grow(double x) { w *= x; }
};
BOTH double of(const Base &b, double x) { return b.w * x * 3; }
BOTH double of(const Derived &d, double x) { return d.w * x * x * 5; }
BOTH double f(const V &v) {
  Derived d;
  d.w = v[3];
  Base &b = d;
  b.grow(v[0]);
  d.grow(v[1]);
  return b.scaled(v[1]) * d.scaled(v[2]) + of(b, v[0]) + of(d, v[1]) +
         of(static_cast<const Base &>(d), 2);
}
} // namespace annotated

namespace free_ones {
struct Base {
  int k = 2;
};
struct Derived : Base {};
static int of(const Base &b, int i) {
  int s = 0;
  while (i-- > 0)
    s += b.k;
  return s;
}
static int of(const Derived &d, int i) {
  int s = 0;
  while (i-- > 0)
    s += 10 * d.k;
  return s;
}
static int of(const Base *b) { return b ? b->k : 0; }
static int of(const Derived *d) { return d ? d->k * 10 : 0; }
static int byValue(Base b, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += b.k;
  return s;
}
static int byValue(Derived d, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += 100 * d.k;
  return s;
}
static int operator+(const Base &b, int i) { return b.k + i; }
static int operator+(const Derived &d, int i) { return d.k * 10 + i; }
template <class T> int size(const T &, int n) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += std::is_same<T, Base>::value ? 1 : 1000;
  return s;
}
struct Holder {
  int k;
  Holder(const Base &b) : k(b.k) {}
  Holder(const Derived &d) : k(10 * d.k) {}
};
BOTH double f(const V &v) {
  Derived d;
  d.k = 2 + (v[1] > 1);
  const Base &b = d;
  const Base *p = &d;
  double x = v[0] * of(b, 2) + v[1] * of(d, 2) + v[2] * of(p) + v[3] * of(&d) + v[0] * of(&b);
  x += v[1] * (b + 1) + v[2] * (d + 1) + v[3] * (*p + 2) + v[0] * size(b, 2) + v[1] * size(d, 2);
  x += v[0] * byValue(b, 2) + v[1] * byValue(d, 2);
  return x * v[2] * Holder(b).k + v[3] * Holder(d).k;
}
} // namespace free_ones

int main() {
  CHECK_CASE_TWICE(operators);
  CHECK_TWICE(operators::g);
  CHECK_CASE_TWICE(names);
  CHECK_TWICE(names::g);
  CHECK_CASE_TWICE(annotated);
  CHECK_CASE_TWICE(free_ones);
  return finish();
}
