// Vectors, rows of vectors, vectors in objects, and what is written beside them: one vector given
// twice, a row of a matrix that is read, a pointer into a vector. It is tested on entry whether
// they share memory.
#include "one_memory.h"
#include <array>
#include <cmath>
#include <vector>

using V = std::vector<double>;
#define FUNCTION [[ad::differentiate(forward, reverse)]] void

struct Point {
  double x, y;
};

/// What the functions are given: all of it lies in the memory of the test.
struct Model {
  std::vector<V> rows{V(2), V(2)};
  V t = V(4);
  std::vector<Point> points = std::vector<Point>(1);
  double scale = 0, shift = 0;
  int n = 3;

  template <class F> void each(F f) {
    int at = 0;
    for (V &row : rows)
      for (double &e : row)
        f(e, at++);
    for (double &e : t)
      f(e, at++);
    f(points[0].x, at++);
    f(points[0].y, at++);
    f(scale, at++);
    f(shift, at++);
  }
  explicit Model(const double *from) {
    each([&](double &e, int at) { e = from[at]; });
  }
  void to(double *m) {
    each([&](double &e, int at) { m[at] = e; });
  }
};

FUNCTION elements(const V &x, V &y) {
  for (size_t i = 0; i < x.size() && i < y.size(); ++i)
    y[i] = std::sin(x[i]) * x[0] + y[i] * x[1];
}
FUNCTION counted(const V &x, V &y) {
  for (size_t i = 0; i < y.size(); ++i)
    y[i] = std::sin(x[i]) * x[0] + x[1] * y[i];
}
FUNCTION into_pointer(const V &x, double *y) {
  const int n = static_cast<int>(x.size());
  for (int i = 0; i + 1 < n; ++i)
    y[i] = std::exp(x[i]) * x[i + 1];
}
FUNCTION of_members(const Model &p, double *y) {
  for (int i = 0; i < p.n; ++i)
    y[i] = p.scale * std::cos(p.t[i]) + p.t[0] * p.shift;
}
FUNCTION behind_pointer(const Model *p, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = std::sin(p->t[i]) * p->t[0] * p->scale;
}
FUNCTION matrix(const Model &p, const V &x, V &y) {
  for (size_t i = 0; i < p.rows.size(); ++i) {
    double s = p.t[i];
    for (size_t j = 0; j < p.rows[i].size(); ++j)
      s += p.rows[i][j] * x[j];
    y[i] = std::tanh(s);
  }
}
FUNCTION objects(const std::vector<Point> &p, double *y, int n) {
  for (int i = 0; i < n; ++i)
    for (size_t k = 0; k < p.size(); ++k)
      y[i] = y[i] * p[k].x + p[k].x * p[k].y * p[k].y;
}
FUNCTION both_ends(const double *x, double *y, std::size_t n, std::size_t m) {
  for (std::size_t i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
  for (std::size_t i = 0; i < m; ++i)
    y[i] += x[i] * y[i] * x[m - i - 1];
}

struct Data {
  int n;
  double *t;
  double scale;
};
FUNCTION c_style(const Data *d, const double *x, double *y) {
  int i;
  for (i = 0; i < d->n; i++)
    y[i] = d->scale * x[0] * std::exp(x[1] * d->t[i]);
}
class Matrix {
  int rows_, cols_;
  double *data_;

public:
  Matrix(int rows, int cols, double *data) : rows_(rows), cols_(cols), data_(data) {}
  int rows() const { return rows_; }
  int cols() const { return cols_; }
  int size() const { return rows() * cols(); }
  double operator()(int i, int j) const { return data_[i * cols_ + j]; }
  double &operator()(int i, int j) { return data_[i * cols_ + j]; }
};
FUNCTION product(const Matrix &a, const Matrix &b, Matrix &c) {
  for (int i = 0; i < a.rows(); ++i)
    for (int j = 0; j < b.cols(); ++j) {
      double s = 0;
      for (int k = 0; k < a.cols(); ++k)
        s += a(i, k) * b(k, j);
      c(i, j) = s;
    }
}
FUNCTION pointed_back(Data &d, double *y) { // the pointer moves on
  for (int i = 0; i < d.n; ++i) {
    y[i] = d.t[0] * d.t[1];
    ++d.t;
  }
}

using Pairs = std::vector<std::array<double, 2>>;
FUNCTION pairs(const Pairs &x, Pairs &y) {
  for (size_t i = 0; i < x.size(); ++i)
    for (int k = 0; k < 2; ++k)
      y[i][k] = x[i][0] * x[i][1] * x[0][k];
}

/// primal(p), forward(p, d), reverse(p, b) of the model, whose derivatives are d and b.
template <class Primal, class Forward, class Reverse>
static void run_model(Primal primal, Forward forward, Reverse reverse) {
  run(
      [&](double *m) {
        Model p(m);
        primal(p);
        p.to(m);
      },
      [&](double *m, double *d) {
        Model p(m), p_dot(d);
        forward(p, p_dot);
        p.to(m);
        p_dot.to(d);
      },
      [&](double *m, double *b) {
        Model p(m), p_bar(b);
        reverse(p, p_bar);
        p.to(m);
        p_bar.to(b);
      });
}

/// f(x, y) and f(x, w, y), each a part of the model p.
#define RUN_PARTS2(f, x, y)                                                                        \
  run_model([](Model &p) { f(x(p), y(p)); },                                                       \
            [](Model &p, Model &d) { AD(f##_forward(x(p), x(d), y(p), y(d))); },                   \
            [](Model &p, Model &b) { AD(f##_reverse(x(p), x(b), y(p), y(b))); })
#define RUN_PARTS3(f, x, w, y)                                                                     \
  run_model([](Model &p) { f(x(p), w(p), y(p)); },                                                 \
            [](Model &p, Model &d) { AD(f##_forward(x(p), x(d), w(p), w(d), y(p), y(d))); },       \
            [](Model &p, Model &b) { AD(f##_reverse(x(p), x(b), w(p), w(b), y(p), y(b))); })
#define RUN_COUNTED(f, x, y, n)                                                                    \
  run_model([](Model &p) { f(x(p), y(p), n); },                                                    \
            [](Model &p, Model &d) { AD(f##_forward(x(p), x(d), y(p), y(d), n)); },                \
            [](Model &p, Model &b) { AD(f##_reverse(x(p), x(b), y(p), y(b), n)); })

static Model &all(Model &p) { return p; }
static Model *address(Model &p) { return &p; }
static V &t(Model &p) { return p.t; }
static V &first(Model &p) { return p.rows[0]; }
static V &second(Model &p) { return p.rows[1]; }
static std::vector<Point> &points(Model &p) { return p.points; }
static double *in_t(Model &p) { return p.t.data(); }
static double *behind_t(Model &p) { return p.t.data() + 1; }
static double *in_row(Model &p) { return p.rows[1].data(); }
static double *in_point(Model &p) { return &p.points[0].x; }
static double *in_model(Model &p) { return &p.scale; }

int main() {
  RUN_PARTS2(elements, t, first);
  RUN_PARTS2(elements, t, t);
  RUN_PARTS2(counted, t, first);
  RUN_PARTS2(counted, first, first);
  RUN_PARTS2(into_pointer, first, in_t);
  RUN_PARTS2(into_pointer, t, in_t);
  RUN_PARTS2(into_pointer, t, behind_t);
  RUN_PARTS2(of_members, all, in_t);
  RUN_PARTS2(of_members, all, behind_t);
  RUN_COUNTED(behind_pointer, address, in_t, 3);
  RUN_COUNTED(behind_pointer, address, behind_t, 3);
  RUN_COUNTED(behind_pointer, address, in_row, 2);
  RUN_COUNTED(behind_pointer, address, in_model, 2);
  RUN_PARTS3(matrix, all, first, t);
  RUN_PARTS3(matrix, all, t, second);
  RUN_PARTS3(matrix, all, t, first);
  RUN_PARTS3(matrix, all, second, second);
  RUN_COUNTED(objects, points, in_t, 3);
  RUN_COUNTED(objects, points, in_row, 2);
  RUN_COUNTED(objects, points, in_point, 2);
  for (std::size_t some : {1, 3})
    for (std::size_t others : {1, 4})
      for (int at : {0, 1, 2, 4, 6})
        RUN2(both_ends, 1, at, some, others);
  for (bool same : {false, true}) {
    auto with = [same](double *m, auto f) {
      Pairs x{{m[0], m[1]}, {m[2], m[3]}}, y{{m[4], m[5]}, {m[6], m[7]}};
      f(x, same ? x : y);
      m[0] = x[0][0], m[1] = x[0][1], m[2] = x[1][0], m[3] = x[1][1];
      m[4] = y[0][0], m[5] = y[0][1], m[6] = y[1][0], m[7] = y[1][1];
    };
    run([&](double *m) { with(m, [](Pairs &x, Pairs &y) { pairs(x, y); }); },
        [&](double *m, double *d) {
          with(m, [&](Pairs &x, Pairs &y) {
            with(d, [&](Pairs &x_dot, Pairs &y_dot) { AD(pairs_forward(x, x_dot, y, y_dot)); });
          });
        },
        [&](double *m, double *b) {
          with(m, [&](Pairs &x, Pairs &y) {
            with(b, [&](Pairs &x_bar, Pairs &y_bar) { AD(pairs_reverse(x, x_bar, y, y_bar)); });
          });
        });
  }
  for (int at : {0, 1, 2, 3, 5, 9}) {
    run(
        [&](double *m) {
          Data d{3, m + 1, m[4]};
          c_style(&d, m + 5, m + at);
          m[4] = d.scale;
        },
        [&](double *m, double *b) {
          Data d{3, m + 1, m[4]}, d_dot{3, b + 1, b[4]};
          AD(c_style_forward(&d, &d_dot, m + 5, b + 5, m + at, b + at));
          m[4] = d.scale;
          b[4] = d_dot.scale;
        },
        [&](double *m, double *b) {
          Data d{3, m + 1, m[4]}, d_bar{3, b + 1, b[4]};
          b[4] = 0;
          AD(c_style_reverse(&d, &d_bar, m + 5, b + 5, m + at, b + at));
          m[4] = d.scale;
          b[4] += d_bar.scale;
        });
    run(
        [&](double *m) {
          const Matrix a(1, 2, m + 1), b(2, 2, m + 3);
          Matrix c(1, 2, m + at);
          product(a, b, c);
        },
        [&](double *m, double *d) {
          Matrix a(1, 2, m + 1), b(2, 2, m + 3), c(1, 2, m + at);
          Matrix a_dot(1, 2, d + 1), b_dot(2, 2, d + 3), c_dot(1, 2, d + at);
          AD(product_forward(a, a_dot, b, b_dot, c, c_dot));
        },
        [&](double *m, double *d) {
          Matrix a(1, 2, m + 1), b(2, 2, m + 3), c(1, 2, m + at);
          Matrix a_bar(1, 2, d + 1), b_bar(2, 2, d + 3), c_bar(1, 2, d + at);
          AD(product_reverse(a, a_bar, b, b_bar, c, c_bar));
        });
    run(
        [&](double *m) {
          Data d{3, m + 1, 1};
          pointed_back(d, m + at);
        },
        [&](double *m, double *b) {
          Data d{3, m + 1, 1}, d_dot{3, b + 1, 0};
          AD(pointed_back_forward(d, d_dot, m + at, b + at));
        },
        [&](double *m, double *b) {
          Data d{3, m + 1, 1}, d_bar{3, b + 1, 0};
          AD(pointed_back_reverse(d, d_bar, m + at, b + at));
        });
  }
  return finish();
}
