// Two arrays that a function reads and writes: apart, shifted against each other, one inside the
// other, empty; from where and how far each is used decides whether they share memory.
#include "one_memory.h"
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

// How far `k` runs is a matter of a variable that changes, or has the name of a parameter.
AD_MODES void counted(const double *u, double *v, int n, bool half) {
  int m = n;
  if (half)
    m = n / 2;
  int k = 0;
  double s = 0;
  for (int i = 0; i < m; ++i) {
    s += u[k] * u[k];
    ++k;
  }
  *v = s * s;
  *v = *v * u[0];
}

AD_MODES void counted_under_a_name(const double *u, double *v, int n) {
  double s = 0;
  {
    const int inner = n / 2;
    const int n = inner + 1;
    int k = 0;
    for (int i = 0; i < n; ++i) {
      s += u[k] * u[k];
      ++k;
    }
  }
  *v = s * s;
  *v = *v * u[0];
}

AD_MODES void counted_in_triangle(const double *u, double *v, int n) {
  int k = 0;
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j) {
      s += u[k] * u[k];
      ++k;
    }
  *v = s * s;
  *v = *v * u[0];
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

AD_MODES void rows(const double (*a)[8], double *out) { // two rows are many numbers
  for (int q = 0; q < 2; ++q)
    for (int p = 0; p < 3; ++p) {
      out[p] *= 0.1;
      for (int s = 0; s < 2; ++s)
        out[p] += a[q][s] * a[s][p];
    }
}

int main() {
  for (int u : {0, 1, 3, 6})
    for (int v : {0, 2, 5, 6, 7})
      for (int n : {0, 1, 2, 4}) {
        RUN2(stencil, u + 1, v + 1, n);
        RUN2(backwards, u, v, static_cast<std::size_t>(n));
        RUN2(behind, u + 3, v, n < 3 ? n : 3);
        RUN2(steps, u, v, n);
        RUN2(early, u, v, n);
        RUN2(counted, u, v, n, false);
        RUN2(counted, u, v, n, true);
        RUN2(counted_under_a_name, u, v, n);
        RUN2(counted_in_triangle, u, v, n < 3 ? n : 3);
        RUN2(triangle, u, v, n < 2 ? n : 2);
        run([&](double *m) { axpy(0.7, m + u, m + v, n); },
            [&](double *m, double *d) { AD(axpy_forward(0.7, 0, m + u, d + u, m + v, d + v, n)); },
            [&](double *m, double *b) {
              double a_bar = 0;
              (void)a_bar;
              AD(axpy_reverse(0.7, a_bar, m + u, b + u, m + v, b + v, n));
            });
        RUN3(product, u, 2, v, n < 2 ? n : 2, 3);
      }
  for (int u : {0, 1})
    for (int v : {0, 1, 2, 3, 7, 8, 9}) {
      auto at = [](double *m, int i) { return reinterpret_cast<double(*)[8]>(m + i); };
      run([&](double *m) { rows(at(m, u), m + v); },
          [&](double *m, double *d) { AD(rows_forward(at(m, u), at(d, u), m + v, d + v)); },
          [&](double *m, double *b) { AD(rows_reverse(at(m, u), at(b, u), m + v, b + v)); });
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
