// Temporaries that are assigned to objects, whose destructors do something.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Add {
  double v;
  double *out;
  Add(double a, double *o) : v(a), out(o) {}
  ~Add() { *out += v; }
};
static Add make(double x, double *o) { return Add(x, o); }

namespace assigned {
BOTH double f(const V &v) {
  double x = v[0], sum = 0;
  {
    Add a(x, &sum);
    a = Add(2 * x, &sum);
    sum *= v[1];
  }
  return sum * x;
}
} // namespace assigned

namespace made {
BOTH double f(const V &v) {
  double x = v[0], sum = 0;
  {
    Add a(x, &sum);
    a = make(2 * x, &sum);
    sum *= v[2];
  }
  return sum * x;
}
} // namespace made

namespace copied {
BOTH double f(const V &v) {
  double x = v[0], sum = 0;
  {
    Add a(x, &sum), b(v[1], &sum);
    a = b;
    b = Add(a.v * v[3], &sum);
    a = std::move(b);
    sum *= v[2];
  }
  return sum * x;
}
} // namespace copied

namespace in_loops {
BOTH double f(const V &v) {
  double sum = 0, all = 1;
  Add a(v[0], &sum);
  for (double q : v) {
    a = Add(q * all, &all);
    if (q > 0.8)
      a = make(q * a.v, &sum);
    a.out = &sum;
  }
  return sum * all + a.v;
}
} // namespace in_loops

namespace by_pointer {
BOTH double f(const V &v) {
  double sum = 0;
  {
    auto p = std::make_unique<Add>(v[0], &sum);
    *p = Add(v[1], &sum);
    Add *q = p.get();
    *q = make(q->v * v[2], &sum);
    sum *= v[3];
  }
  return sum;
}
} // namespace by_pointer

namespace members {
struct Two {
  Add a, b;
  double w;
};
BOTH double f(const V &v) {
  double sum = 0;
  {
    Two t{Add(v[0], &sum), Add(v[1], &sum), v[2]};
    t.a = Add(v[3], &sum);
    t.b = t.a;
    sum *= t.w;
  }
  return sum;
}
} // namespace members

namespace chosen {
BOTH double f(const V &v) {
  double sum = 0;
  {
    Add a(v[0], &sum);
    a = v[1] > 1 ? Add(v[1], &sum) : make(v[2] * 2, &sum);
    sum *= v[3];
  }
  return sum;
}
} // namespace chosen

namespace own_assignment {
struct Log {
  double v;
  double *out;
  Log(double a, double *o) : v(a), out(o) {}
  Log &operator=(const Log &o) {
    v = o.v * 2;
    *out += 1;
    return *this;
  }
  ~Log() { *out += v * v; }
};
BOTH double f(const V &v) {
  double sum = 0;
  {
    Log a(v[0], &sum);
    a = Log(v[1], &sum);
    (a = Log(v[2], &sum)).v *= v[3];
    sum *= v[0];
  }
  return sum;
}
} // namespace own_assignment

namespace chained {
BOTH double f(const V &v) {
  double sum = 0;
  {
    Add a(v[0], &sum), b(v[1], &sum);
    a = b = Add(v[2], &sum);
    sum *= v[3];
    (a = Add(v[3], &sum)).v *= sum;
  }
  return sum;
}
} // namespace chained

namespace assigns_effects {
struct Pair {
  double a, b;
};
struct Entry {
  Pair p;
  double w;
  double *out;
  ~Entry() { *out += w * p.a; }
};
BOTH double f(const V &v) {
  double x = v[0], s = 0;
  {
    Pair p{x, 1}, q{2, x};
    Entry k{p, x, &s};
    k = {v[1] > 1 ? Pair{x, x} : q, x * v[2], &s};
    k = {{v[1], v[2]}, v[3], &s};
    s *= v[3];
  }
  return s;
}
} // namespace assigns_effects

int main() {
  CHECK_CASE_TWICE(assigned);
  CHECK_CASE_TWICE(made);
  CHECK_CASE_TWICE(copied);
  CHECK_CASE_TWICE(in_loops);
  CHECK_CASE_TWICE(by_pointer);
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(chosen);
  CHECK_CASE_TWICE(own_assignment);
  CHECK_CASE_TWICE(chained);
  CHECK_CASE_TWICE(assigns_effects);
  return finish();
}
