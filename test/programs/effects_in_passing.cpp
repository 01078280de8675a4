// Functions that seem to do nothing but compute an integer, or nothing at all: what they write,
// they write by a destructor, through a member that is a reference, or by a constructor that they
// inherit.
#include "arrays.h"
#define BOTH [[ad::differentiate(forward, reverse)]]

struct Guard {
  double *p;
  ~Guard() { *p *= p[1]; }
};
struct Holds {
  Guard guard;
};
struct Base {
  double *p;
  explicit Base(double *q) : p(q) {}
  ~Base() { p[0] += p[1] * p[2]; }
};
struct Derived : Base {
  using Base::Base;
};
struct Scaled {
  double *p;
  explicit Scaled(double *q) : p(q) { p[0] *= p[2]; }
};
struct Inherits : Scaled {
  using Scaled::Scaled;
};
struct Counted {
  double *p;
  operator int() const { return 3; }
  ~Counted() { p[1] *= p[0]; }
};
struct Refers {
  double &r;
};

static void local(double *a) { Guard guard{a}; }
static void member(double *a) { Holds holds{{a}}; }
static void temporary(double *a) { Guard{a}; }
static int inherited(double *a) {
  Derived d(a);
  return 2;
}
static int inheriting(double *a) {
  Inherits i(a);
  return 2;
}
static int converted(double *a) { return Counted{a}; }
static int referring(double *a) {
  Refers refers{a[0]};
  refers.r *= a[1];
  return 2;
}

#define WITH(NAME)                                                                                 \
  BOTH double after_##NAME(const double *x, int n) {                                               \
    double a[3] = {x[0], x[1], x[2]};                                                              \
    const int k = (NAME(a), 2);                                                                    \
    return k * a[0] * a[0] + a[1] * a[2] + n;                                                      \
  }
#define TIMES(NAME)                                                                                \
  BOTH double times_##NAME(const double *x, int n) {                                               \
    double a[3] = {x[0], x[1], x[2]};                                                              \
    const int k = NAME(a);                                                                         \
    return k * a[0] * a[0] + a[1] * a[2] + n;                                                      \
  }
WITH(local)
WITH(member)
WITH(temporary)
TIMES(inherited)
TIMES(inheriting)
TIMES(converted)
TIMES(referring)

int main() {
  CHECK_ARRAY(after_local, {0.5, 1.5, 0.75});
  CHECK_ARRAY(after_member, {0.5, 1.5, 0.75});
  CHECK_ARRAY(after_temporary, {0.5, 1.5, 0.75});
  CHECK_ARRAY(times_inherited, {0.5, 1.5, 0.75});
  CHECK_ARRAY(times_inheriting, {0.5, 1.5, 0.75});
  CHECK_ARRAY(times_converted, {0.5, 1.5, 0.75});
  CHECK_ARRAY(times_referring, {0.5, 1.5, 0.75});
  return finish();
}
