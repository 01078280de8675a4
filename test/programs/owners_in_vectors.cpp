// Vectors of objects that own memory: made, grown, shrunk, copied, moved, passed and returned.
#include "harness.h"
#include <cmath>
#include <utility>
#include <vector>

struct Matrix {
  Matrix() : rows(0), columns(0), data(nullptr) {}
  Matrix(int m, int n) : rows(m), columns(n), data(new double[m * n]) {
    for (int i = 0; i < m * n; ++i)
      data[i] = 0;
  }
  Matrix(const Matrix &o) : Matrix(o.rows, o.columns) { set(o); }
  Matrix(Matrix &&o) : rows(o.rows), columns(o.columns), data(o.data) {
    o.data = nullptr;
    o.rows = o.columns = 0;
  }
  Matrix &operator=(const Matrix &o) {
    if (this != &o) {
      delete[] data;
      rows = o.rows;
      columns = o.columns;
      data = new double[rows * columns];
      set(o);
    }
    return *this;
  }
  Matrix &operator=(Matrix &&o) {
    std::swap(data, o.data);
    std::swap(rows, o.rows);
    std::swap(columns, o.columns);
    return *this;
  }
  ~Matrix() { delete[] data; }
  double &operator()(int i, int j) { return data[i * columns + j]; }
  double operator()(int i, int j) const { return data[i * columns + j]; }
  int height() const { return rows; }
  int width() const { return columns; }

  void set(const Matrix &o) {
    for (int i = 0; i < rows * columns; ++i)
      data[i] = o.data[i];
  }
  int rows, columns;
  double *data;
};

static Matrix operator*(const Matrix &a, const Matrix &b) {
  Matrix m(a.height(), b.width());
  for (int i = 0; i < a.height(); ++i)
    for (int j = 0; j < b.width(); ++j)
      for (int k = 0; k < a.width(); ++k)
        m(i, j) += a(i, k) * b(k, j);
  return m;
}

static Matrix turn(double t) {
  Matrix m(2, 2);
  m(0, 0) = m(1, 1) = std::cos(t);
  m(0, 1) = std::sin(t);
  m(1, 0) = -m(0, 1) * t;
  return m;
}

static double sum(const Matrix &m) {
  double s = 0;
  for (int i = 0; i < m.height(); ++i)
    for (int j = 0; j < m.width(); ++j)
      s += m(i, j) * (1 + i + 2 * j);
  return s;
}

#define FUNCTION [[ad::differentiate(forward, reverse)]] double f(double x, double y)

namespace appended {
FUNCTION {
  std::vector<Matrix> v;
  for (int i = 0; i < 4; ++i)
    v.push_back(turn(x * i + y));
  Matrix product = v[0];
  for (std::size_t i = 1; i < v.size(); ++i)
    product = product * v[i];
  return sum(product);
}
} // namespace appended

namespace in_place {
FUNCTION {
  std::vector<Matrix> v(3, turn(x));
  for (int t = 0; t < 3; ++t)
    for (auto &m : v) {
      m(0, 0) *= y;
      m(0, 1) += m(0, 0) * m(1, 1);
    }
  v[1] = v[0] * v[2];
  v[0] = v[1];
  v[0](0, 0) = v[0](1, 1) * x;
  Matrix &last = v.back(), &same = v[2];
  last(0, 0) *= same(0, 0);
  return sum(v[0]) + sum(v[1]) * sum(same);
}
} // namespace in_place

namespace resized {
FUNCTION {
  std::vector<Matrix> v;
  v.resize(2);
  v[1] = turn(x);
  v[0] = turn(y);
  v.resize(4, turn(x * y));
  v.pop_back();
  double s = sum(v.back());
  v.resize(1);
  v.emplace_back(2, 2);
  v.back()(1, 0) = s * x;
  v.reserve(20);
  v.push_back(v[0]);
  v.push_back(v[1] * v[0]);
  v[0](0, 0) = 5 * y;
  for (const Matrix &m : v)
    s = std::sin(s + sum(m));
  v.clear();
  v.emplace_back(turn(s));
  return sum(v.front()) + v.size();
}
} // namespace resized

namespace copied {
FUNCTION {
  std::vector<Matrix> v{turn(x), turn(y)};
  std::vector<Matrix> w = v;
  w[0](0, 0) *= w[1](0, 1);
  v = w;
  v[1] = w[0];
  v.swap(w);
  std::vector<Matrix> u = std::move(v);
  v = u;
  v.push_back(u[0] * w[1]);
  w = v;
  w.erase(w.begin());
  w.insert(w.begin() + 1, turn(x * y));
  w.insert(w.end(), w[0]);
  w.assign(2, w[1]);
  u = std::move(w);
  w = std::vector<Matrix>(3, u[1]);
  v = v;
  return sum(u[1]) * sum(v[2]) + sum(w[2]) * sum(v[0]);
}
} // namespace copied

namespace made_in_loop {
FUNCTION {
  double s = x;
  for (int i = 0; i < 3; ++i) {
    std::vector<Matrix> v;
    for (int j = 0; j < i; ++j)
      v.push_back(turn(s + j));
    for (std::size_t j = 0; j < v.size(); ++j) {
      if (j == 1 && i == 2)
        continue;
      s += 0.1 * sum(v[j]) * y;
    }
    if (i == 1 && s > 100)
      break;
  }
  return s;
}
} // namespace made_in_loop

namespace overwritten_in_loop {
FUNCTION {
  std::vector<Matrix> v(2, Matrix(2, 2));
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    v[i % 2] = turn(x + s);
    v[1 - i % 2] = v[i % 2] * v[1 - i % 2];
    s += sum(v[0]) * 0.3 + y * sum(v[1]);
    if (s > 1000)
      return s;
  }
  return s * x;
}
} // namespace overwritten_in_loop

static double total(const std::vector<Matrix> &v) {
  double s = 0;
  for (const Matrix &m : v)
    s += sum(m) * sum(m);
  return s;
}

static void grow(std::vector<Matrix> &v, int n, double x) {
  for (int i = 0; i < n; ++i) {
    v.push_back(turn(x * i));
    if (v.size() > 5)
      return;
  }
  v.resize(v.size() + 1);
  v.back() = turn(x);
}

static void scale(std::vector<Matrix> *v, double x) {
  for (Matrix &m : *v)
    for (int i = 0; i < m.height(); ++i)
      m(i, 0) *= x;
}

namespace by_reference {
FUNCTION {
  std::vector<Matrix> v;
  grow(v, 2, x);
  double s = total(v);
  scale(&v, y);
  grow(v, 4, y);
  scale(&v, x);
  return s + total(v) * x;
}
} // namespace by_reference

static std::vector<Matrix> made(int n, double x) {
  std::vector<Matrix> v;
  for (int i = 0; i < n; ++i)
    v.push_back(turn(x + i));
  return v;
}

static double by_value(std::vector<Matrix> v, double x) {
  v[0](0, 0) *= x;
  v.push_back(v[0]);
  return total(v);
}

namespace values {
FUNCTION {
  std::vector<Matrix> v = made(3, x);
  double s = by_value(v, y) + total(v);
  s += by_value(made(2, s), x);
  v = made(1, y);
  return s * total(v);
}
} // namespace values

static void recurse(std::vector<Matrix> &v, int n, double x) {
  if (n == 0)
    return;
  v.push_back(turn(x * n));
  recurse(v, n - 1, x * 1.1);
  v[0](0, 0) += sum(v.back());
  v.pop_back();
}

namespace recursive {
FUNCTION {
  std::vector<Matrix> v(1, turn(y));
  recurse(v, 3, x);
  return total(v);
}
} // namespace recursive

namespace nested {
FUNCTION {
  std::vector<std::vector<Matrix>> v(2);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j <= i; ++j)
      v[i].push_back(turn(x * i + y * j));
  v.push_back(v[1]);
  v[2][0] = v[1][1] * v[0][0];
  v[1].clear();
  v.push_back(std::vector<Matrix>(2, v[2][0]));
  double s = 0;
  for (const auto &row : v)
    for (const auto &m : row)
      s += sum(m);
  v.resize(1);
  return s * sum(v[0][0]);
}
} // namespace nested

struct Network {
  std::vector<Matrix> weights;
  Network(int n, double x) {
    for (int i = 0; i < n; ++i)
      weights.push_back(turn(x + i));
  }
  Matrix operator()(const Matrix &in) const {
    Matrix a = in;
    for (std::size_t i = 0; i < weights.size(); ++i) {
      a = weights[i] * a;
      for (int k = 0; k < a.height(); ++k)
        a(k, 0) = std::tanh(a(k, 0));
    }
    return a;
  }
};

namespace in_class {
FUNCTION {
  Network n(3, x);
  Matrix in(2, 1);
  in(0, 0) = y;
  in(1, 0) = x;
  Network m = n;
  m.weights[1](0, 0) *= y;
  return sum(n(in)) + sum(m(in));
}
} // namespace in_class

#define RUN(space)                                                                                 \
  check(                                                                                           \
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = space::f(x[0], x[1]); },                             \
      AD([](In x, In v, Out y, Out d) { y[0] = space::f_forward(x[0], v[0], x[1], v[1], d[0]); }), \
      AD([](In x, Out v, Out y, In b) { y[0] = space::f_reverse(x[0], v[0], x[1], v[1], b[0]); }))

int main() {
  RUN(appended);
  RUN(in_place);
  RUN(resized);
  RUN(copied);
  RUN(made_in_loop);
  RUN(overwritten_in_loop);
  RUN(by_reference);
  RUN(values);
  RUN(recursive);
  RUN(nested);
  RUN(in_class);
  return finish();
}
