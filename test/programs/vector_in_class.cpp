// Classes that hold vectors, made in the function: constructors, copies, results, assignment,
// loops.
#include "vectors.h"

class Matrix {
  int rows, columns;
  std::vector<double> entries;

public:
  Matrix(int r, int c) : rows(r), columns(c), entries(r * c) {}
  Matrix(int n, double x) : rows(n), columns(n), entries(n * n, x) {}
  int size() const { return rows; }
  double &operator()(int i, int j) { return entries[i * columns + j]; }
  double operator()(int i, int j) const { return entries[i * columns + j]; }
};
struct Series {
  std::vector<double> values;
  double scale = 1;
  void add(double x) { values.push_back(scale * x); }
  double sum() const {
    double s = 0;
    for (double v : values)
      s += v * v;
    return s;
  }
};

static Matrix product(const Matrix &a, const Matrix &b) {
  Matrix c(a.size(), b.size());
  for (int i = 0; i < a.size(); ++i)
    for (int j = 0; j < b.size(); ++j) {
      if (i > 100)
        return c;
      for (int k = 0; k < a.size(); ++k)
        c(i, j) += a(i, k) * b(k, j);
    }
  return c;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const std::vector<double> &v) {
  Matrix a(2, 2), b(2, v[0]);
  for (int i = 0; i < 4; ++i)
    a(i / 2, i % 2) = v[i];
  Matrix c = product(a, b), d = product(c, c);
  d = product(d, a);
  Matrix e = d;
  e(0, 1) *= a(1, 1);
  double s = e(0, 0) + e(0, 1) * d(1, 1);
  for (int k = 0; k < 2; ++k) {
    Series t;
    t.scale = v[k];
    for (std::size_t i = 0; i < v.size(); ++i)
      if (v[i] > 0)
        t.add(v[i] * s);
    Matrix m(2, v[k]);
    m(1, 0) = s;
    Matrix p = product(m, a);
    s += 0.1 * t.sum() + p(0, 0) * p(1, 1);
  }
  Series g{{v[0], v[1] * v[2]}, v[3]}, h = g;
  h.add(s);
  g = h;
  return g.sum() * g.scale + s;
}

int main() {
  CHECK_VECTOR(f, {0.5, 0.75, -0.25, 0.3});
  return finish();
}
