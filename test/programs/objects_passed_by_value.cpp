// Objects passed by value: their destructors run when the full expression has been evaluated.
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

namespace arguments {
static double take(Add a, const Add &b) { return a.v * b.v; }
BOTH double f(const V &v) {
  double sum = 0;
  double r = take(Add(v[0], &sum), Add(v[1], &sum)) + sum * v[2];
  r += take(make(v[2], &sum), make(r, &sum)) * sum;
  return r + sum;
}
} // namespace arguments

namespace passed_on {
static Add pass(Add a) {
  a.v *= 2;
  return a;
}
BOTH double f(const V &v) {
  double sum = 0;
  {
    Add r = pass(Add(v[0], &sum));
    r.v += v[1];
    sum *= v[2];
  }
  sum += pass(pass(Add(v[1], &sum))).v * sum;
  return sum;
}
} // namespace passed_on

namespace owned {
static double eat(std::unique_ptr<Add> p) { return p->v * *p->out; }
static double keep(std::unique_ptr<Add> p, std::unique_ptr<Add> &q) {
  q = std::move(p);
  return q->v;
}
BOTH double f(const V &v) {
  double sum = v[3];
  {
    std::unique_ptr<Add> q;
    double r = eat(std::make_unique<Add>(v[0], &sum)) + 1;
    r += keep(std::make_unique<Add>(v[1], &sum), q) * r;
    sum *= v[2] * r;
  }
  return sum;
}
} // namespace owned

namespace in_conditions {
static double take(Add a) { return a.v; }
BOTH double f(const V &v) {
  double sum = 0.1;
  for (int i = 0; i < 4; ++i) {
    if (take(Add(v[i], &sum)) > 1)
      sum *= 2;
    double r = v[i] > 0.8 ? take(Add(v[i], &sum)) * sum : sum;
    while (take(Add(0.1, &sum)) > 1)
      ;
    sum += r;
  }
  return sum;
}
} // namespace in_conditions

namespace methods {
struct Acc {
  double s = 0;
  double add(Add a) {
    s += a.v;
    return s * *a.out;
  }
  Acc &chain(Add a) {
    s += a.v * *a.out;
    return *this;
  }
};
BOTH double f(const V &v) {
  double sum = 0.2;
  Acc c;
  double r = c.add(Add(v[0], &sum));
  r *= c.chain(Add(v[1], &sum)).chain(Add(v[2], &sum)).s;
  return r * sum + c.s;
}
} // namespace methods

namespace constructed {
struct Holder {
  double w;
  Add a;
  Holder(Add b, double k) : w(b.v * k), a(b.v + 1, b.out) {}
};
BOTH double f(const V &v) {
  double sum = 0.3;
  {
    Holder h(Add(v[0], &sum), v[1]);
    sum *= h.w * v[2];
    h = Holder(Add(v[3], &sum), 2);
  }
  return sum;
}
} // namespace constructed

namespace recursive {
static double deep(Add a, int n) {
  return n == 0 ? a.v * *a.out : deep(Add(a.v * 0.5, a.out), n - 1) + a.v;
}
BOTH double f(const V &v) {
  double sum = 0.3;
  double r = deep(Add(v[0], &sum), 3) * v[1];
  return r + sum;
}
} // namespace recursive

namespace copies {
BOTH double f(const V &v) {
  double sum = 0.3;
  Add a(v[0], &sum);
  auto by_value = [](Add b) {
    b.v *= 3;
    return b.v * *b.out;
  };
  double r = by_value(a);
  r += by_value(a) * sum;
  return r * a.v + sum;
}
} // namespace copies

int main() {
  CHECK_CASE_TWICE(arguments);
  CHECK_CASE_TWICE(passed_on);
  CHECK_CASE_TWICE(owned);
  CHECK_CASE_TWICE(in_conditions);
  CHECK_CASE_TWICE(methods);
  CHECK_CASE_TWICE(constructed);
  CHECK_CASE_TWICE(recursive);
  CHECK_CASE_TWICE(copies);
  return finish();
}
