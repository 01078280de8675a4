// A matrix class that owns its memory: constructors, destructor, copies, moves, operators.
#include "arrays.h"
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

struct Mat {
  int rows, cols;
  double *data;
  Mat(int r, int c) : rows(r), cols(c), data(new double[r * c]) {
    for (int i = 0; i < r * c; ++i)
      data[i] = 0;
  }
  Mat(const Mat &o) : rows(o.rows), cols(o.cols), data(new double[o.rows * o.cols]) {
    for (int i = 0; i < rows * cols; ++i)
      data[i] = o.data[i];
  }
  Mat(Mat &&o) noexcept : rows(o.rows), cols(o.cols), data(o.data) {
    o.data = nullptr;
    o.rows = o.cols = 0;
  }
  Mat &operator=(const Mat &o) {
    if (this != &o) {
      delete[] data;
      rows = o.rows, cols = o.cols;
      data = new double[rows * cols];
      for (int i = 0; i < rows * cols; ++i)
        data[i] = o.data[i];
    }
    return *this;
  }
  Mat &operator=(Mat &&o) noexcept {
    if (this != &o) {
      delete[] data;
      rows = o.rows, cols = o.cols, data = o.data;
      o.data = nullptr;
    }
    return *this;
  }
  ~Mat() { delete[] data; }
  double &operator()(int i, int j) { return data[i * cols + j]; }
  const double &operator()(int i, int j) const { return data[i * cols + j]; }
  Mat &operator+=(const Mat &o) {
    for (int i = 0; i < rows * cols; ++i)
      data[i] += o.data[i];
    return *this;
  }
};

Mat operator+(const Mat &a, const Mat &b) {
  Mat c(a);
  c += b;
  return c;
}
Mat operator*(const Mat &a, const Mat &b) {
  Mat c(a.rows, b.cols);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < b.cols; ++j)
      for (int k = 0; k < a.cols; ++k)
        c(i, j) += a(i, k) * b(k, j);
  return c;
}
Mat operator*(double s, const Mat &a) {
  Mat c = a;
  for (int i = 0; i < a.rows * a.cols; ++i)
    c.data[i] *= s;
  return c;
}
Mat transposed(const Mat &a) {
  Mat t(a.cols, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j)
      t(j, i) = a(i, j);
  return t;
}
double trace(const Mat &a) {
  double s = 0;
  for (int i = 0; i < a.rows; ++i)
    s += a(i, i);
  return s;
}
double norm(const Mat &a) {
  double s = 0;
  for (int i = 0; i < a.rows * a.cols; ++i)
    s += a.data[i] * a.data[i];
  return std::sqrt(s);
}
Mat fill(const double *x, int n) {
  Mat m(2, 2);
  for (int i = 0; i < 4; ++i)
    m.data[i] = x[i % n] * (i + 1);
  return m;
}

BOTH double local(const double *x, int n) {
  Mat m(2, n);
  for (int i = 0; i < n; ++i) {
    m(0, i) = x[i] * x[i];
    m(1, i) = m(0, i) * x[0];
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += m(0, i) * m(1, n - 1 - i);
  return s;
}

BOTH double operators(const double *x, int n) {
  Mat a = fill(x, n), b = fill(x + 1, n - 1);
  Mat c = a * b + 2 * transposed(a);
  return trace(c * c) + norm(a + b);
}

BOTH double assigned(const double *x, int n) {
  Mat a = fill(x, n), b(1, 1), c(a);
  b = a;
  b(0, 0) *= x[1];
  c = a * b;
  a = a;
  b = std::move(c);
  Mat d(std::move(a));
  d += b;
  return norm(d) * b(1, 1);
}

BOTH double loop(const double *x, int n) {
  Mat state = fill(x, n);
  double s = 0;
  for (int k = 0; k < 4; ++k) {
    Mat next = 0.3 * (state * state);
    if (k == 1)
      continue;
    s += next(0, 1) * x[k % n];
    if (s > 100)
      break;
    state = next + state;
  }
  return s + trace(state);
}

Mat power(const Mat &a, int k) {
  if (k == 0) {
    Mat one(a.rows, a.rows);
    for (int i = 0; i < a.rows; ++i)
      one(i, i) = 1;
    return one;
  }
  Mat result(a);
  for (int i = 1; i < k; ++i)
    result = result * a;
  return result;
}
BOTH double branches(const double *x, int n) {
  Mat a = fill(x, n);
  if (x[0] < 0)
    return norm(power(a, 0) + a);
  return trace(power(a, 3)) + (x[1] > 0 ? norm(a + a) : trace(a * a)) * trace(power(a, 0) * a);
}

double sum(Mat m) {
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    m.data[i] *= m.data[0];
    s += m.data[i];
  }
  return s;
}
BOTH double byValue(const double *x, int n) {
  Mat a = fill(x, n);
  double s = sum(a) * sum(a + a);
  return s + a(0, 0);
}

struct Model {
  Mat weights;
  double bias;
  Model(const double *x, int n) : weights(fill(x, n)), bias(x[0]) {}
  double at(const Mat &v) const { return trace(weights * v) + bias; }
};
BOTH double member(const double *x, int n) {
  Model m(x, n), copy = m;
  m.weights(0, 0) *= x[0];
  return m.at(fill(x, n)) * copy.at(m.weights) + copy.bias;
}

void step(Mat &m, const Mat &by, double h) {
  Mat change = h * by;
  if (h > 10)
    return;
  m += change * by;
}
double deep(const Mat &m, int k) {
  if (k == 0)
    return trace(m);
  Mat half = 0.5 * m;
  half(0, 0) += m(0, 1);
  return deep(half * m, k - 1) + norm(half);
}
BOTH double callees(const double *x, int n) {
  Mat m = fill(x, n), by = fill(x + 1, n - 1);
  for (int k = 0; k < 3; ++k)
    step(m, by, 0.1 * k + x[0]);
  std::swap(m, by);
  return deep(m, 2) + norm(by);
}

// A matrix of the caller's, read and written.
BOTH double given(const Mat &a, Mat &out) {
  Mat square = a * a;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      out(i, j) = square(i, j) * out(j, i);
  return trace(square);
}

int main() {
  CHECK_ARRAY(local, {0.5, 1.5, -0.75});
  CHECK_ARRAY(operators, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(assigned, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(loop, {0.5, 0.4, -0.75, 0.3});
  CHECK_ARRAY(branches, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(branches, {0.5, -1.5, -0.75, 0.3});
  CHECK_ARRAY(branches, {-0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(byValue, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(member, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(callees, {0.5, 1.5, -0.75, 0.3});
  auto get = [](In x) {
    Mat m(2, 2);
    copy(x, m.data, 4);
    return m;
  };
  check(
      {0.5, 1.5, -0.75, 0.3, 0.9, -0.2, 0.4, 0.6}, 5,
      [&](In x, Out y) {
        Mat a = get(x), out = get(x + 4);
        y[4] = given(a, out);
        copy(out.data, y, 4);
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        Mat a = get(x), out = get(x + 4), a_dot = get(x_dot), out_dot = get(x_dot + 4);
        y[4] = given_forward(a, a_dot, out, out_dot, y_dot[4]);
        copy(out.data, y, 4);
        copy(out_dot.data, y_dot, 4);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Mat a = get(x), out = get(x + 4), a_bar = get(x_bar), out_bar = get(y_bar);
        y[4] = given_reverse(a, a_bar, out, out_bar, y_bar[4]);
        copy(out.data, y, 4);
        copy(a_bar.data, x_bar, 4);
        add(out_bar.data, x_bar + 4, 4);
      }));
  return finish();
}
