// Loops that fill arrays anew in each of their iterations, as far as objects say: the sizes get
// names ahead of the loop, unless it changes them, by whatever way leads there.
#include "vectors.h"
#include <cmath>
#include <utility>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

struct Size {
  int nx, ny;
};
struct Base {
  Size size_;
  int steps;
};
struct Field : Base {
  double k, h;
  V u, w;
  Field(int nx, int ny, const V &x)
      : Base{{nx, ny}, 3}, k(0.1 * x[0]), h(1 + 0.1 * x[1]), u(nx * ny), w(nx * ny) {
    for (int i = 0; i < nx * ny; ++i)
      u[i] = x[i % x.size()] + 0.1 * i;
  }
  int ny() const { return size_.ny; }
  void step() {
    for (int i = 1; i < size_.nx - 1; ++i)
      for (int j = 1; j < ny() - 1; ++j)
        w[i * ny() + j] = u[i * ny() + j] + k * u[i * ny() + j] *
                                                (u[(i - 1) * ny() + j] - u[i * ny() + j + 1]) /
                                                (h * h);
  }
  AD_MODES double swapped() {
    for (int t = 0; t < steps; ++t) {
      step();
      std::swap(u, w);
    }
    double s = 0;
    for (int i = 0; i < size_.nx * ny(); ++i)
      s += u[i] * u[i];
    return s;
  }
  // The size changes, by name, as a part, as a whole, through a pointer, a reference, another
  // object.
  AD_MODES double smaller() {
    double s = 0;
    for (int t = 0; t < steps; ++t) {
      step();
      std::swap(u, w);
      s += u[size_.ny + 1] * u[size_.ny + 2];
      if (t == 1)
        size_.nx -= 1;
    }
    return s;
  }
  AD_MODES double by_pointer(int *p) {
    double s = 0;
    for (int t = 0; t < steps; ++t) {
      step();
      std::swap(u, w);
      s += u[ny() + 1] * u[ny() + 2];
      *p -= 1;
    }
    return s;
  }
  AD_MODES double whole(const Size &other) {
    double s = 0;
    for (int t = 0; t < steps; ++t) {
      step();
      std::swap(u, w);
      s += u[ny() + 1] * u[ny() + 2];
      size_ = other;
    }
    return s;
  }
  AD_MODES double other_object(Field &o) {
    double s = 0;
    for (int t = 0; t < steps; ++t) {
      step();
      for (int i = 0; i < size_.nx; ++i)
        o.u[i * ny()] = w[i * ny() + 1] * o.k;
      std::swap(u, w);
      s += u[ny() + 1] * u[ny() + 2];
      o.size_.ny = 3;
    }
    return s;
  }
};

AD_MODES double local_objects(const V &x) {
  Field a(4, 5, x), b(4, 5, x);
  double s = 0;
  for (int t = 0; t < 4; ++t) {
    for (int i = 1; i < a.size_.nx - 1; ++i)
      for (int j = 1; j < a.size_.ny - 1; ++j)
        b.u[i * b.size_.ny + j] =
            a.u[i * a.size_.ny + j] * (1 + a.u[(i + 1) * a.size_.ny + j] * 0.1);
    std::swap(a.u, b.u);
    s += b.u[7] * b.u[8];
    if (t == 2)
      b.size_.nx = 3;
  }
  return s;
}
AD_MODES double swapped_objects(const V &x) {
  Field a(4, 5, x), b(5, 4, x);
  double s = 0;
  for (int t = 0; t < 4; ++t) {
    for (int i = 1; i < a.size_.nx - 1; ++i)
      for (int j = 1; j < a.size_.ny - 1; ++j)
        b.u[i + j] += a.u[i * a.size_.ny + j] * a.u[(i + 1) * a.size_.ny + j] * 0.1;
    std::swap(a, b);
    s += b.u[7] * b.u[8];
  }
  return s;
}
static void shrink(Size &s, double y) {
  if (y > 100)
    shrink(s, y / 2);
  s.ny -= 1;
}
AD_MODES double in_a_call(const V &x) {
  Field a(4, 6, x);
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    a.step();
    std::swap(a.u, a.w);
    s += a.u[7] * a.u[8];
    shrink(a.size_, 150);
  }
  return s;
}
AD_MODES double by_reference(const V &x) {
  Field a(4, 6, x);
  int &n = a.size_.nx;
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    a.step();
    std::swap(a.u, a.w);
    s += a.u[7] * a.u[8];
    --n;
  }
  return s;
}
AD_MODES double element(const V &x) {
  std::vector<Field> all;
  all.emplace_back(4, 6, x);
  all.emplace_back(4, 6, x);
  Field &a = all[0];
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    a.step();
    std::swap(a.u, a.w);
    s += a.u[7] * a.u[8];
    all[t % 2].size_.nx = 3;
  }
  return s;
}
AD_MODES double resized(const V &x) {
  Field a(4, 5, x);
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    a.step();
    std::swap(a.u, a.w);
    a.u.resize(20 + t, x[1]);
    a.w.resize(20 + t, x[0]);
    s += a.u[7] * a.u.back();
  }
  return s;
}
AD_MODES double none(const V &x) {
  Field a(0, 0, x);
  a.steps = 0;
  return a.swapped() + x[0] * x[1];
}
// Numbers that an object asks the one in it for.
struct Model {
  Field field;
  int spare = 1;
  int columns() const { return field.ny() - spare; }
  int all() const { return field.size_.nx * (columns() + 1); }
};
AD_MODES double asked_for(const V &x) {
  Model m{Field(4, 6, x)};
  double s = 0;
  for (int t = 0; t < 4; ++t) {
    for (int i = 1; i < m.field.size_.nx; ++i)
      for (int j = 1; j < m.columns(); ++j)
        m.field.u[i * m.columns() + j] *= 0.5 + m.field.u[(i - 1) * m.columns() + j - 1];
    s += m.field.u[m.all() - 1] * m.field.u[m.columns() + 1];
    if (t == 2)
      m.spare = 2;
  }
  return s;
}
// What is held is a vector in an object, beside which others change.
struct Pair {
  V a, b;
  double sum(int n, int times) {
    double s = 0;
    for (int t = 0; t < times; ++t) {
      for (int i = 1; i < n; ++i)
        for (int j = 1; j < n; ++j)
          b[i] += a[i] * a[j] * a[j - 1] * 0.1;
      V &c = t % 2 ? a : b;
      for (int i = 0; i < n; ++i)
        c[i] *= 0.5 + 0.1 * b[i];
    }
    for (int i = 0; i < n; ++i)
      s += a[i] * b[i];
    return s;
  }
};
AD_MODES double held(const V &x) {
  Pair p{x, x};
  return p.sum(int(x.size()), 3);
}
AD_MODES double held_behind(Pair &p, Pair &q, int n) {
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n; ++i)
      for (int j = 1; j < n; ++j)
        q.b[i] += p.a[i] * p.a[j] * p.a[j - 1] * 0.1;
    for (int i = 0; i < n; ++i)
      p.a[i] *= 0.5 + 0.1 * q.b[i];
    s += p.a[n - 1];
  }
  return s;
}

// Methods with companions of their own, of objects that may be one.
AD_MODES double of_swapped(const V &x) { return Field(4, 5, x).swapped(); }
AD_MODES double of_smaller(const V &x) {
  Field a(4, 5, x);
  return a.smaller();
}
AD_MODES double of_pointer(const V &x) {
  Field a(4, 6, x), b(5, 5, x);
  int n = 4;
  return a.by_pointer(&a.size_.ny) * b.by_pointer(&n);
}
AD_MODES double of_whole(const V &x) {
  Field a(4, 6, x);
  return a.whole({3, 5});
}
AD_MODES double of_other(const V &x) {
  Field a(4, 5, x), b(4, 5, x);
  return a.other_object(b);
}
static double one_of_two(Field &a, Field &b) {
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    a.step();
    std::swap(b.u, b.w);
    s += a.u[a.ny() + 1] * a.u[a.ny() + 2];
    b.size_.ny = 4;
  }
  return s;
}
AD_MODES double of_same(const V &x) {
  Field a(4, 5, x), b(4, 5, x);
  return one_of_two(a, b) + one_of_two(b, b);
}
AD_MODES double of_pairs(const V &x) {
  Pair p{x, x}, q{x, x};
  return held_behind(p, q, 4) * held_behind(p, p, 5);
}

//===-- Matrices by value -------------------------------------------------===//

struct Matrix {
  int r, c;
  V d;
  Matrix(int r, int c) : r(r), c(c), d(r * c) {}
  double &operator()(int i, int j) { return d[i * c + j]; }
  double operator()(int i, int j) const { return d[i * c + j]; }
};
static Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix m(a.r, b.c);
  for (int i = 0; i < a.r; ++i)
    for (int k = 0; k < a.c; ++k)
      for (int j = 0; j < b.c; ++j)
        m(i, j) += a(i, k) * b(k, j);
  return m;
}
static Matrix bent(Matrix m) {
  for (double &v : m.d)
    v = v > 0 ? v : 0.1 * v;
  return m;
}
AD_MODES double of_products(const V &x) { // of other shapes, one of them empty
  Matrix a(2, 2), b(2, 3), c(3, 2), none(2, 0), none_2(0, 2);
  for (int i = 0; i < 4; ++i)
    a.d[i] = x[i];
  for (int i = 0; i < 6; ++i) {
    b.d[i] = x[i % 5] * 0.7;
    c.d[i] = x[(i + 2) % 5];
  }
  Matrix h = b;
  for (int t = 0; t < 3; ++t) {
    h = bent(a * h) * c;
    h = t == 1 ? h * none : h * b;
    if (t == 1)
      h = none_2 * h;
    h = h.c == 0 ? b : a * h;
  }
  double s = 0;
  for (double v : h.d)
    s += v * v;
  return s + (h * c)(0, 1);
}
AD_MODES double of_powers(const V &x) { // both factors, and what is overwritten, are one
  Matrix a(2, 2);
  for (int i = 0; i < 4; ++i)
    a.d[i] = x[i];
  Matrix h = a;
  for (int t = 0; t < 3; ++t) {
    a = h * a * h;
    h = h * h;
    std::swap(a.d, h.d);
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        a(0, i) += 0.1 * a(1, i) * h(i, j) * a(1, j);
  }
  return a(0, 0) * h(1, 0);
}
AD_MODES double named_inside(const V &x) {
  V y(6);
  for (int i = 0; i < 6; ++i)
    y[i] = x[i % 5];
  double s = 0.5;
  for (int t = 0; t < 4; ++t) {
    const int m = 3 - t; // 0 in the end
    for (int i = 0; i < 2; ++i) {
      const int to = m;
      for (int k = 0; k < 2; ++k)
        for (int j = 0; j < to; ++j)
          s += 0.1 * x[i] * s * y[k * m + j] * y[k * m + j];
    }
    for (int i = 0; i < 6; ++i)
      y[i] *= 0.5 * s;
  }
  return s;
}

int main() {
#define CHECK_ALL(f) CHECK_VECTOR(f, {0.7, 1.3, -0.4, 0.9, 0.3})
  CHECK_ALL(local_objects);
  CHECK_ALL(swapped_objects);
  CHECK_ALL(in_a_call);
  CHECK_ALL(by_reference);
  CHECK_ALL(element);
  CHECK_ALL(resized);
  CHECK_ALL(none);
  CHECK_ALL(asked_for);
  CHECK_ALL(held);
  CHECK_ALL(of_swapped);
  CHECK_ALL(of_smaller);
  CHECK_ALL(of_pointer);
  CHECK_ALL(of_whole);
  CHECK_ALL(of_other);
  CHECK_ALL(of_same);
  CHECK_ALL(of_pairs);
  CHECK_ALL(of_products);
  CHECK_ALL(of_powers);
  CHECK_ALL(named_inside);
  return finish();
}
