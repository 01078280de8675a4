// `(c ? a : b)` is one of two objects, not a copy: its members are written to, its methods change
// it.
#include "vectors.h"
#include <array>
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

struct Inner {
  double a, row[2];
};
struct Object {
  double a;
  double row[2];
  Inner inner, many[2];
  void scale(double k) {
    a *= k;
    row[1] += k * a;
  }
  double sum() const { return a * inner.a + row[1]; }
};

static Object objectAt(const V &x, int i) {
  return {
      x[i], {x[i + 1], x[i + 2]}, {x[i], {x[i + 1], 1}}, {{x[i], {2, 3}}, {x[i + 1], {x[i], 4}}}};
}
static double total(const Object &o) {
  return o.a + o.row[0] * o.row[1] + o.inner.a * o.inner.row[1] + o.many[1].a * o.many[0].row[1];
}

namespace members {
AD_MODES double f(const V &x) {
  Object u = objectAt(x, 0), v = objectAt(x, 1);
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    s += (i > 1 ? u : v).a * x[i];
    (i > 1 ? u : v).a *= x[4];
    (i % 2 ? u : v).row[i / 2] *= x[3];
    (i > 0 ? u : v).inner.row[1] = s;
    (i % 2 ? v : u).inner.a += x[2] * s;
    (i > 2 ? v : u).many[1].a *= x[0];
    s += (i > 1 ? u : v).row[1] * (i % 2 ? u : v).many[1].row[0];
  }
  const Inner part = (s > 0 ? u : v).inner;
  (s > 0 ? u : v).inner = (s > 0 ? v : u).inner;
  return s * part.a + total(u) * total(v);
}
} // namespace members

namespace methods {
AD_MODES double f(const V &x) {
  Object u = objectAt(x, 0), v = objectAt(x, 1);
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    (i > 1 ? u : v).scale(x[3]);
    s += (i % 2 ? u : v).sum();
    (i % 2 ? u : v).scale(s);
  }
  return s + total(u) * total(v);
}
} // namespace methods

struct Holder {
  std::array<double, 2> pair;
  V values;
};

namespace containers {
AD_MODES double f(const V &x) {
  Holder u{{x[0], x[1]}, {x[2], x[3]}}, v{{x[1], x[2]}, {x[3], x[4]}};
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    (i > 1 ? u : v).pair[1] *= x[2];
    (i > 1 ? u : v).values[1] *= x[2];
    (i % 2 ? u : v).values.back() *= 2;
    s += (i > 1 ? u : v).values[0] * x[i] + (i > 1 ? u : v).pair[0];
  }
  for (double d : u.values)
    s += d * d;
  for (double d : v.values)
    s += d * u.pair[1];
  return s * v.pair[1];
}
} // namespace containers

static void change(double *row, double k) { row[1] *= k; }
static void changeOne(double &d, double k) { d *= k; }

namespace arguments {
AD_MODES double f(const V &x) {
  Object u = objectAt(x, 0), v = objectAt(x, 1);
  for (int i = 0; i < 4; ++i) {
    change((i > 1 ? u : v).row, x[4]);
    changeOne((i % 2 ? u : v).a, x[3]);
    changeOne((i > 2 ? u : v).row[0], x[2]);
    for (double &d : (i > 1 ? v : u).inner.row)
      d *= x[1];
  }
  return total(u) * total(v);
}
} // namespace arguments

struct Count {
  int n, at[2];
  void step() { ++n, ++at[1]; }
  Count &operator+=(int k) {
    n += k;
    return *this;
  }
};
static void two(int &k) { k += 2; }

// Numbers that choose elements.
namespace indices {
AD_MODES double f(const V &x) {
  const bool first = x.size() > 2;
  Count p{0, {0, 1}}, q{1, {1, 2}};
  (first ? p : q).step();
  (first ? q : p) += 2;
  two((first ? p : q).n);
  (first ? p : q).at[0] += 4;
  std::vector<int> a{0, 1}, b{2, 3};
  (first ? a : b).push_back(4);
  (first ? a : b)[0] += 1;
  std::array<int, 2> c{0, 1}, d{1, 2};
  (first ? c : d)[1] += 2;
  (first ? d : c).fill(4);
  double s = x[p.n] * x[q.n] * x[p.at[1]] * x[p.at[0]];
  for (int i : a)
    s += x[i] * x[b[0]];
  return s * x[c[1]] * x[d[0]];
}
} // namespace indices

// A choice between what an operator makes and an object with vectors, of a class without a default
// constructor.
namespace powers {
class Matrix {
  std::vector<double> d;
  int n;

public:
  Matrix(int n, double v) : d(n * n, v), n(n) {}
  double &operator()(int i, int j) { return d[i * n + j]; }
  double operator()(int i, int j) const { return d[i * n + j]; }
  Matrix operator*(const Matrix &o) const {
    Matrix m(n, 0);
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        for (int k = 0; k < n; ++k)
          m(i, j) += (*this)(i, k) * o(k, j);
    return m;
  }
  Matrix power(int k) const {
    if (k == 1)
      return *this;
    Matrix h = power(k / 2);
    return k % 2 ? h * h * *this : h * h;
  }
  Matrix halved(bool really) const {
    Matrix h = *this * *this;
    return really ? h * *this : h;
  }
};
AD_MODES double f(const V &x) {
  Matrix m(2, x[0]);
  m(0, 1) = x[1];
  m(1, 0) = x[2] * x[3];
  return m.power(5)(0, 1) * x[4] + m.halved(x.size() > 2)(1, 1);
}
} // namespace powers

int main() {
  CHECK_CASE(indices, {0.5, 0.1, -0.2, 0.4, 0.7});
  CHECK_CASE(members, {0.5, 0.1, -0.2, 0.4, 0.7});
  CHECK_CASE(methods, {0.5, 0.1, -0.2, 0.4, 0.7});
  CHECK_CASE(containers, {0.5, 0.1, -0.2, 0.4, 0.7});
  CHECK_CASE(arguments, {0.5, 0.1, -0.2, 0.4, 0.7});
  CHECK_CASE(powers, {0.5, 0.1, -0.2, 0.4, 0.7});
  return finish();
}
