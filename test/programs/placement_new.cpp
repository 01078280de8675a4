// Objects that placement new makes where one is, or where bytes are for one.
#include "arrays.h"
#include "scalars.h"
#include <cstdlib>
#include <new>

namespace bytes { // a local array of bytes
struct Pt {
  double x, y;
  Pt(double x, double y) : x(x), y(y) {}
  double n() const { return x * x + y; }
};
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  alignas(Pt) unsigned char buf[sizeof(Pt)];
  Pt *p = new (buf) Pt(x, y * x);
  double r = p->n();
  p->~Pt();
  return r;
}
} // namespace bytes

namespace in_loop { // again and again
struct P {
  double a, b;
  int n;
  P(double a, double b) : a(a), b(b), n(2) {}
  double v() const { return a * b * n; }
};
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  alignas(P) unsigned char buf[sizeof(P)];
  double s = 0;
  for (int i = 1; i < n; ++i) {
    P *p = ::new (static_cast<void *>(buf)) P(x[i], x[i - 1]);
    s += p->v() * p->a;
    p->~P();
  }
  return s;
}
} // namespace in_loop

namespace cast { // also reached by casts
struct P {
  double a, b;
};
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  alignas(8) char raw[sizeof(P)];
  new (raw) P{x, y};
  P *p = reinterpret_cast<P *>(raw);
  p->a *= y;
  const P &r = *reinterpret_cast<const P *>(raw);
  return r.a * r.b;
}
} // namespace cast

namespace again { // where an object was
struct P {
  double a, b;
  P(double a, double b) : a(a), b(b * 2) {}
};
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  P p(x, y);
  double s = p.a * p.b;
  p.~P();
  new (&p) P(y, s);
  return p.a * p.b;
}
} // namespace again

namespace on_heap { // memory from malloc
struct P {
  double a, b;
  P(double a, double b) : a(a), b(b) {}
};
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  void *m = std::malloc(sizeof(P));
  P *p = new (m) P(x, y * x);
  double s = p->a * p->b;
  p->~P();
  std::free(m);
  return s;
}
} // namespace on_heap

namespace numbers { // numbers
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  void *m = std::malloc(2 * sizeof(double));
  double *p = new (m) double(x);
  double *q = new (p + 1) double(y * x);
  double s = *p * *q;
  new (p) double(s);
  s += *p;
  std::free(m);
  return s;
}
} // namespace numbers

namespace in_array { // a number in an array of them
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  double room[2] = {y, y * x};
  double *p = new (room) double(x * x);
  double s = *p * room[1];
  new (room + 1) double(s * y);
  return s * room[0] * room[1] + *p;
}
} // namespace in_array

int main() {
  CHECK_SCALARS(bytes::f, {0.5, 1.2});
  CHECK_ARRAY(in_loop::f, {1.0, 2.0, 0.5, 0.8});
  CHECK_SCALARS(cast::f, {0.5, 0.2});
  CHECK_SCALARS(again::f, {0.5, 1.2});
  CHECK_SCALARS(on_heap::f, {0.5, 1.2});
  CHECK_SCALARS(numbers::f, {0.5, 0.2});
  CHECK_SCALARS(in_array::f, {0.5, 1.2});
  return finish();
}
