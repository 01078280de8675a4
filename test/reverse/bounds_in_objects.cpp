// A loop that runs to a member of an object counts, as long as nothing in it changes that member:
// that others change, or what pointers in the object lead to, does not matter. What only the caller
// could tell later is kept once, ahead of the loops.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <vector>

struct Grid {
  int n;
  double *u;
};

// CHECK:      double walk_reverse(
// CHECK:        double *s_at = tape.array<double>(g->n);
// CHECK-NEXT:   for (int i = 0; i < g->n; ++i) {
// CHECK:        for (int i = g->n; i-- > 0;) {
[[ad::differentiate(reverse)]] double walk(Grid *g, double c) {
  double s = 1;
  for (int i = 0; i < g->n; ++i) {
    g->u[i] = s * c;
    s = s * s + g->u[i];
  }
  return s;
}

struct Wave {
  std::vector<double> v;
  int n;
  double dt;
  void step() {
    for (int i = 1; i < n; ++i)
      v[i] += dt * v[i - 1] * v[i];
  }
};

// CHECK:      double steps_reverse(
// CHECK:        Wave w = {values, n, dt};
// CHECK-NEXT:   double **w_v_i_at = tape.array<double>(10, n - 1);
// CHECK:          for (int i = 1; i < n; ++i) {
// CHECK:          for (int i = n; i-- > 1;) {
[[ad::differentiate(reverse)]] double steps(const double *x, int n, double dt) {
  Wave w{std::vector<double>(x, x + n), n, dt};
  for (int t = 0; t < 10; ++t)
    w.step();
  return w.v[n - 1];
}

// CHECK:      double shrinks_reverse(
// CHECK:          ++trips;
[[ad::differentiate(reverse)]] double shrinks(Wave w) {
  double s = 1;
  for (int i = 0; i < w.n; ++i) {
    s += s * s * w.dt;
    if (i % 2)
      --w.n;
  }
  return s;
}

struct Image {
  int rows, columns;
  std::vector<double> d;
  double at(int i, int j) const { return d[i * columns + j]; }
};

// Called in two halves: the image may be gone by the second.
// CHECK:      double energy_forward_sweep(ad::tape &tape, const Image &x, const double *w) {
// CHECK:        const int x_rows = x.rows;
// CHECK-NEXT:   const int x_columns = x.columns;
// CHECK:        for (int i = 0; i < x_rows; ++i) {
// CHECK:          for (int j = 0; j < x_columns; ++j)
// CHECK:        tape.push(x_columns);
static double energy(const Image &x, const double *w) {
  double s = 0, t = 1;
  for (int i = 0; i < x.rows; ++i)
    for (int j = 0; j < x.columns; ++j) {
      s += x.at(i, j) * w[j] * t;
      t = t * 0.5 + s * x.at(i, 0);
    }
  for (int i = 0; i < x.rows; ++i) // too long to be written out where it is called
    for (int j = 0; j < x.columns; ++j) {
      s += x.at(i, j) * w[j] * t;
      t = t * 0.5 + s * x.at(i, 0);
    }
  for (int i = 0; i < x.rows; ++i)
    for (int j = 0; j < x.columns; ++j) {
      s += x.at(i, j) * w[j] * t;
      t = t * 0.4 + s * x.at(i, 0);
    }
  for (int i = 0; i < x.rows; ++i)
    for (int j = 0; j < x.columns; ++j) {
      s += x.at(i, j) * w[j] * t;
      t = t * 0.3 + s * x.at(i, 0);
    }
  return s;
}
[[ad::differentiate(reverse)]] double energies(Image &x, const double *w) {
  double s = energy(x, w);
  for (int i = 0; i < x.rows; ++i)
    x.d[i] *= s;
  return energy(x, w) + s;
}
