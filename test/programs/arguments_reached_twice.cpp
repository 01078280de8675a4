// Arguments that a callee reaches in two ways: as a copy and through a pointer, or only through the
// pointers of an object whose address it is given.
#include "vectors.h"
#include <cmath>

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &x)

// The copy is used after the original has changed.
namespace copy_and_pointer {
static double g(double *q, double x, int n) {
  q[0] = q[0] * q[0];
  double r = x * q[0];
  if (n > 0)
    r += g(q, x, n - 1);
  return r;
}
FUNCTION {
  double b[1] = {x[2]};
  return g(b, b[0], 1) * x[0];
}
} // namespace copy_and_pointer

struct Pair {
  double a, b;
};

namespace copy_and_reference {
static double g(Pair &to, Pair p, int n) {
  to.a *= to.b;
  to.b = std::sin(to.a);
  double r = p.a * to.b + p.b;
  if (n > 0)
    r += g(to, to, n - 1) * p.a;
  return r;
}
FUNCTION {
  Pair p{x[0], x[1]};
  return g(p, p, 2) + p.a * x[2];
}
} // namespace copy_and_reference

struct View {
  const double *p;
  double *q;
  double get(int i, double x) const {
    if (i > 0) {
      q[0] = q[0] * x + p[0];
      return get(i - 1, q[0]) * p[1];
    }
    return q[0];
  }
};

// b changes behind the pointer in v.
namespace behind_a_member {
FUNCTION {
  double a[2] = {x[0], x[1]}, b[1] = {x[2]};
  View v{a, b};
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    s += v.get(2, x[1] + s) * std::cos(b[0]) * a[0];
    a[0] = std::sin(s);
  }
  return s;
}
} // namespace behind_a_member

// Vectors of pointers whose storage is exchanged.
namespace exchanged {
FUNCTION {
  double a = x[0], b = x[1];
  std::vector<double *> v{&a}, w{&b};
  v.swap(w);
  double s = std::sin(*v[0]);
  b = x[0] * x[2];
  w = std::move(v);
  s *= std::cos(*w[0]);
  b = s;
  return s * *w[0] + a;
}
} // namespace exchanged

int main() {
  CHECK_CASE(copy_and_pointer, {.3, .4, .5});
  CHECK_CASE(copy_and_reference, {.3, .4, .5});
  CHECK_CASE(behind_a_member, {.3, .4, .5});
  CHECK_CASE(exchanged, {.3, .4, .5});
  return finish();
}
