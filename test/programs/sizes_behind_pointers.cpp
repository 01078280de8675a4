// Vectors that change their size in objects which are reached by pointers: in virtual methods,
// in what smart pointers hold, in locals that are seen as their base.
#include "observers.h"
#include "vectors.h"
#include <cmath>
#include <memory>
#include <vector>

using V = std::vector<double>;

namespace record_history {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Obs> o = std::make_unique<Keep>();
  for (double x : v)
    o->see(std::sin(x));
  return o->total();
}
} // namespace record_history

namespace shared_ptr_history {
struct Tape {
  V seen;
};
struct Rec {
  std::shared_ptr<Tape> t;
  void see(double x) { t->seen.push_back(x); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto t = std::make_shared<Tape>();
  Rec a{t}, b{t};
  for (double x : v) {
    a.see(x);
    b.see(x * x);
  }
  double s = 0;
  for (double x : t->seen)
    s = s * 0.5 + std::sin(x);
  return s;
}
} // namespace shared_ptr_history

namespace local_ref {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Keep k;
  Sum p;
  Obs &o = v[0] > 1 ? static_cast<Obs &>(k) : p;
  for (double x : v)
    o.see(std::sin(x));
  return o.total();
}
} // namespace local_ref

namespace passed_on {
void feed(Obs &o, const V &v, int n) {
  if (n > 0) {
    feed(o, v, n - 1);
    o.see(v[n] * v[n - 1]);
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<Obs> o = std::make_unique<Keep>();
  feed(*o, v, 3);
  o->see(v[0]);
  return o->total();
}
} // namespace passed_on

namespace base_holds {
struct Base : Obs {
  V h;
  void log(double x) { h.push_back(x); }
  double total() const override {
    double s = 1;
    for (double x : h)
      s *= x;
    return s;
  }
};
struct A : Base {
  void see(double x) override { log(x); }
};
struct B : Base {
  double k;
  explicit B(double k) : k(k) {}
  void see(double x) override {
    log(k * x);
    h.push_back(k);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Obs>> o;
  o.push_back(std::make_unique<A>());
  o.push_back(std::make_unique<B>(v[1]));
  double s = 0;
  for (auto &p : o) {
    for (double x : v)
      p->see(std::sin(x));
    s += p->total();
  }
  return s;
}
} // namespace base_holds

namespace twice_same {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto s = std::make_shared<Keep>();
  std::shared_ptr<Obs> a = s, b = s;
  for (double x : v) {
    a->see(x);
    b->see(std::sin(x));
    if (s->seen.size() > 4)
      s->seen[1] *= x;
  }
  return a->total();
}
} // namespace twice_same

namespace deleted_early {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (double y : v) {
    std::unique_ptr<Obs> o;
    if (y > 1)
      o = std::make_unique<Keep>();
    else
      o = std::make_unique<Sum>();
    o->see(y);
    o->see(y * v[0]);
    s += o->total();
  }
  return s;
}
} // namespace deleted_early

namespace early_return {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Obs *o = new Keep();
  for (double x : v) {
    o->see(x);
    if (o->total() > 2) {
      double t = o->total();
      delete o;
      return t * x;
    }
  }
  double t = o->total();
  delete o;
  return t;
}
} // namespace early_return

int main() {
  CHECK_CASE_TWICE(record_history);
  CHECK_CASE_TWICE(shared_ptr_history);
  CHECK_CASE_TWICE(local_ref);
  CHECK_CASE_TWICE(passed_on);
  CHECK_CASE_TWICE(base_holds);
  CHECK_CASE_TWICE(twice_same);
  CHECK_CASE_TWICE(deleted_early);
  CHECK_CASE_TWICE(early_return);
  return finish();
}
