// [[ad::constant]] methods that change their object: what they wrote is no function of the inputs,
// what they did not write is as it was.
#include "vectors.h"

struct Counter {
  double a, b;
  int n = 0;
  [[ad::constant]] void reset() {
    a = 3;
    ++n;
  }
  [[ad::constant]] void count() { n += 2; }
};

[[ad::differentiate(forward, reverse)]]
double reset(const std::vector<double> &x) {
  Counter c{x[0], x[1]};
  double t = c.a * c.a;
  c.reset();
  for (int i = 0; i < 3; ++i) {
    t += c.a * x[1] + t * c.b * c.n;
    c.a = t;
    c.count();
    t *= c.a * c.n;
    if (i == 1)
      c.reset();
  }
  return t;
}

// By the class of the object.
struct Base {
  double a = 0;
  virtual ~Base() = default;
  [[ad::constant]] virtual void reset() { a = 3; }
  virtual void set(double x) { a = x; }
};
struct Derived : Base {
  [[ad::constant]] void set(double) override { a = 2; }
};

[[ad::differentiate(forward, reverse)]]
double dispatched(const std::vector<double> &x) {
  Derived d;
  Base b;
  Base *o[2] = {&d, &b};
  double t = 0;
  for (int i = 0; i < 4; ++i) {
    Base *p = o[i % 2];
    p->a = x[i % 3];
    t += p->a * p->a;
    p->set(x[2]);
    t += p->a * t;
  }
  return t;
}

int main() {
  CHECK_VECTOR(reset, {0.3, 0.7, 1.1});
  CHECK_VECTOR(dispatched, {0.3, 0.7, 1.1});
  return finish();
}
