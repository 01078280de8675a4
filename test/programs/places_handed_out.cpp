// Callees hand the address of what they are given by reference to their caller, in each way there
// is: what is added to the adjoint by its name and through that pointer keeps its order.
#include "vectors.h"

using V = std::vector<double>;

namespace places {
inline void halve(double &x) {
  for (int i = 0; i < 2; ++i) {
    if (x > 50)
      return;
    x /= 2;
  }
}
struct Holder {
  double *p = nullptr;
  void keep(double &x) {
    for (int i = 0; i < 2 && x < 50; ++i)
      x /= 2;
    p = &x;
  }
};
struct Deep {
  Holder *h;
};
struct Node {
  double x;
  Node *next;
};
inline void keep(double &x, Holder &h) {
  for (int i = 0; i < 2; ++i) {
    if (x > 50)
      break;
    x /= 2;
  }
  h.p = &x;
}
inline void keep(double &x, const Deep &d) { keep(x, *d.h); }
inline Holder hold(double &x) {
  halve(x);
  Holder h;
  h.p = &x;
  return h;
}
inline double *find(double &x, int n) {
  x /= 2;
  return n == 0 ? &x : find(x, n - 1);
}
inline double &place(double &x, int n) {
  x /= 2;
  if (n == 0)
    return x;
  return place(x, n - 1);
}
inline void link(Node &a, Node &b, int n) {
  a.x *= 0.9;
  if (n)
    return link(a, b, n - 1);
  a.next = &b;
}
inline double &pick(double (&a)[3], int n) {
  for (int i = 0; i < 3; ++i) {
    if (i == n)
      return a[i];
    a[i] *= 0.5;
  }
  return a[0];
}
struct B {
  double x;
};
inline B &operator/=(B &b, double y) {
  for (int i = 0; i < 2; ++i) {
    if (y > 50)
      return b;
    b.x /= y;
  }
  return b;
}
} // namespace places
namespace objects {
using namespace places;
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double a = v[0], o = a * v[1];
  Holder h;
  keep(a, h);
  *h.p -= o * *h.p;
  return a * v[2];
}
} // namespace objects
namespace results {
using namespace places;
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double a = v[0], o = a * v[1];
  Holder h = hold(a);
  *h.p -= o * *h.p;
  return a * v[2];
}
} // namespace results
namespace deep {
using namespace places;
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double a = v[0], o = a * v[1];
  Holder h;
  Deep d{&h};
  keep(a, d);
  *h.p -= o * *h.p;
  return a * v[2];
}
} // namespace deep
namespace methods {
using namespace places;
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double a = v[0], o = a * v[1];
  Holder h;
  h.keep(a);
  *h.p -= o * *h.p;
  return a * v[2];
}
} // namespace methods
namespace pointers {
using namespace places;
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double a = v[0], o = a * v[1];
  double *p = find(a, 3);
  *p -= o * *p;
  return a * v[2];
}
} // namespace pointers
namespace references {
using namespace places;
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double a = v[0], o = a * v[1];
  double &p = place(a, 3);
  p -= o * p;
  return a * v[2];
}
} // namespace references
namespace links {
using namespace places;
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  Node a{v[0], nullptr}, b{v[1], nullptr};
  double o = a.x * v[2];
  link(a, b, 2);
  a.next->x -= o * a.next->x;
  return b.x * a.x;
}
} // namespace links
namespace elements {
using namespace places;
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double a[3] = {v[0], v[1], v[2]}, o = a[1] * v[1];
  double &p = pick(a, 2);
  p -= o * p;
  double &q = pick(a, 1);
  q -= o * p * q;
  return a[0] * a[2] * a[1];
}
} // namespace elements
namespace operators {
using namespace places;
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  B b{v[0] + v[1]}, c{v[2]};
  B o{b.x * c.x};
  B &q = b /= c.x;
  q.x -= o.x * b.x;
  B *p = &(b /= v[1]);
  p->x -= o.x * p->x;
  return b.x * c.x;
}
} // namespace operators

int main() {
  CHECK_CASE(objects, {0.7, 1.3, 0.9});
  CHECK_CASE(results, {0.7, 1.3, 0.9});
  CHECK_CASE(deep, {0.7, 1.3, 0.9});
  CHECK_CASE(methods, {0.7, 1.3, 0.9});
  CHECK_CASE(pointers, {0.7, 1.3, 0.9});
  CHECK_CASE(references, {0.7, 1.3, 0.9});
  CHECK_CASE(links, {0.7, 1.3, 0.9});
  CHECK_CASE(elements, {0.7, 1.3, 0.9});
  CHECK_CASE(operators, {0.7, 1.3, 0.9});
  return finish();
}
