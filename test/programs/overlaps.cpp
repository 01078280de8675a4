// Two arrays that a function reads and writes: apart, shifted against each other, one inside the
// other, empty; from where and how far each is used decides whether they share memory.
#include "harness.h"
#include <cstddef>

#define AD_MODES [[ad::differentiate(forward, reverse)]]

AD_MODES void axpy(double a, const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i] * x[i];
}

AD_MODES void product(const double *M, const double *x, double *y, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {
    double s = 0;
    for (int j = 0; j < columns; ++j)
      s += M[i * columns + j] * x[j];
    y[i] = s;
  }
}

AD_MODES void stencil(const double *u, double *v, int n) {
  v[0] = u[0] * u[0];
  for (int i = 1; i < n - 1; ++i)
    v[i] = u[i] * (u[i - 1] - 2 * u[i] + u[i + 1]);
  v[n - 1] = u[n - 1] * u[0];
}

AD_MODES void backwards(const double *u, double *v, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    v[i] = u[n - 1 - i] * v[i];
}

// Subscripts below the pointer.
AD_MODES void behind(const double *u, double *v, int n) {
  for (int i = 0; i < n; ++i)
    v[i] = u[-i] * v[i] * u[i];
}

AD_MODES void triangle(const double *L, double *b, int n) {
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k)
      b[i] -= L[i * n + k] * b[k];
    b[i] /= 3 + L[i * n + i];
  }
}

AD_MODES void steps(const double *u, double *v, int n) {
  for (int i = n - 1; i >= 0; i -= 2)
    v[i] *= u[i] * u[0];
  for (int j = 0; 2 * j < n; j += 1)
    v[j] *= u[2 * j];
}

AD_MODES void early(const double *u, double *v, int n) {
  for (int i = 0; i < n; ++i) {
    if (u[i] > 100)
      return;
    v[i] *= u[i];
  }
}

struct Point {
  double x, y;
};
AD_MODES void points(const Point *p, Point *q, int n) {
  for (int i = 0; i < n; ++i) {
    q[i].x = p[i].x * p[i].y;
    q[i].y *= p[i].x;
  }
}

constexpr int size = 12;

/// f on memory of which it is told two places, u and v.
template <class Primal, class Forward, class Reverse>
void run(Primal primal, Forward forward, Reverse reverse) {
  check(
      {0.5, 1.5, -0.75, 0.9, 1.1, -0.6, 0.8, 1.3, -1.2, 0.7, 0.4, 1.6}, size,
      [&](In x, Out y) {
        copy(x, y, size);
        primal(y);
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, size);
        copy(x_dot, y_dot, size);
        forward(y, y_dot);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        double b[size];
        copy(x, y, size);
        copy(y_bar, b, size);
        reverse(y, b);
        add(b, x_bar, size);
      }));
}

#define RUN(f, u, v, ...)                                                                          \
  run([&](double *m) { f(m + u, m + v, __VA_ARGS__); },                                            \
      [&](double *m, double *d) { AD(f##_forward(m + u, d + u, m + v, d + v, __VA_ARGS__)); },     \
      [&](double *m, double *b) { AD(f##_reverse(m + u, b + u, m + v, b + v, __VA_ARGS__)); })

int main() {
  for (int u : {0, 1, 3, 6})
    for (int v : {0, 2, 5, 6, 7})
      for (int n : {0, 1, 2, 4}) {
        RUN(stencil, u + 1, v + 1, n);
        RUN(backwards, u, v, static_cast<std::size_t>(n));
        RUN(behind, u + 3, v, n < 3 ? n : 3);
        RUN(steps, u, v, n);
        RUN(early, u, v, n);
        RUN(triangle, u, v, n < 2 ? n : 2);
        run([&](double *m) { axpy(0.7, m + u, m + v, n); },
            [&](double *m, double *d) { AD(axpy_forward(0.7, 0, m + u, d + u, m + v, d + v, n)); },
            [&](double *m, double *b) {
              double a_bar = 0;
              (void)a_bar;
              AD(axpy_reverse(0.7, a_bar, m + u, b + u, m + v, b + v, n));
            });
        run([&](double *m) { product(m + u, m + 2, m + v, n < 2 ? n : 2, 3); },
            [&](double *m, double *d) {
              AD(product_forward(m + u, d + u, m + 2, d + 2, m + v, d + v, n < 2 ? n : 2, 3));
            },
            [&](double *m, double *b) {
              AD(product_reverse(m + u, b + u, m + 2, b + 2, m + v, b + v, n < 2 ? n : 2, 3));
            });
      }
  for (int u : {0, 1, 2, 3})
    for (int v : {0, 1, 2, 3}) {
      auto at = [](double *m, int i) { return reinterpret_cast<Point *>(m) + i; };
      run([&](double *m) { points(at(m, u), at(m, v), 3); },
          [&](double *m, double *d) {
            AD(points_forward(at(m, u), at(d, u), at(m, v), at(d, v), 3));
          },
          [&](double *m, double *b) {
            AD(points_reverse(at(m, u), at(b, u), at(m, v), at(b, v), 3));
          });
    }
  return finish();
}
