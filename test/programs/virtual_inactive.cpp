// Objects without derivatives that are seen as their base: the storage of a derivative as large as
// the base would be too small for them.
#include "vectors.h"

struct Base {
  virtual ~Base() = default;
  virtual double f(double x) const { return x; }
};
struct Series : Base {
  double k[6] = {2, 3, 4, 5, 6, 7};
  double f(double x) const override {
    double s = x;
    for (double e : k) {
      s = s * x + e;
      if (s > 1e5)
        return s;
    }
    return s;
  }
};

[[ad::differentiate(forward, reverse)]]
double direct(const std::vector<double> &x) {
  Series d;
  const Base &b = d;
  const Base *p = x[0] > 0 ? &d : &b;
  return p->f(x[0]) * b.f(x[1]);
}

double large(const Base &b, double x) {
  double s = x;
  for (int i = 0; i < 3; ++i) {
    s += b.f(s * 0.3);
    if (s > 1e8)
      return s;
  }
  return s;
}
double large_pointer(const Base *b, double x) { return x > 9 ? x : large(*b, x) * b->f(x); }

[[ad::differentiate(forward, reverse)]]
double passed(const std::vector<double> &x) {
  Series d;
  return large(d, x[0]) + large_pointer(&d, x[1]);
}

[[ad::differentiate(forward, reverse)]]
double constant(const Base &b, [[ad::constant]] const Base &c, double x) {
  return large(c, x) * large_pointer(&c, x) * large(b, x);
}

[[ad::differentiate(forward, reverse)]]
double constants(const std::vector<double> &x) {
  Series d, e;
  e.k[1] = x[1];
  return constant(e, d, x[0]) * x[2];
}

// Nothing but constants in a tree of objects.
struct Leaf : Base {
  int index;
  explicit Leaf(int index) : index(index) {}
  double f(double x) const override { return x * index; }
};
struct Product : Base {
  const Base *a, *b;
  Product(const Base *a, const Base *b) : a(a), b(b) {}
  double f(double x) const override { return a->f(x) * b->f(x); }
};

[[ad::differentiate(forward, reverse)]]
double tree(const std::vector<double> &x) {
  Leaf a(2), b(3);
  Product ab(&a, &b), all(&ab, &a);
  const Base *root = &all;
  return root->f(x[0]) + large(*root, x[1]);
}

int main() {
  CHECK_VECTOR(direct, {0.3, 0.7, 1.1});
  CHECK_VECTOR(passed, {0.3, 0.7, 1.1});
  CHECK_VECTOR(constants, {0.3, 0.7, 1.1});
  CHECK_VECTOR(tree, {0.3, 0.7, 1.1});
  return finish();
}
