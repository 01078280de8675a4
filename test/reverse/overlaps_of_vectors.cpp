// Vectors and objects that may share memory with what is written: asked on entry, where references
// lead to them.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-overlap \
// RUN:   | FileCheck %s --check-prefix=OFF
// OFF-NOT: ad::overlap

#include <cmath>
#include <vector>

struct Problem {
  std::vector<double> t, y;
  int n;
};

// The elements of vectors in what references lead to, a number of objects that one of these tells.
// CHECK:      void residuals_reverse(const Problem &p, Problem &p_bar, const double *x, double *x_bar, double *r,
// CHECK-NEXT:                        double *r_bar) {
// CHECK-NEXT:   if (ad::overlap(x, 2, r, p.n) || ad::overlap(p.t, r, p.n) || ad::overlap(p.y, r, p.n))
// CHECK-NEXT:     return residuals_reverse_overlapping(p, p_bar, x, x_bar, r, r_bar);
// CHECK-NEXT:   ad::match(p_bar.t, p.t);
// CHECK-NEXT:   ad::match(p_bar.y, p.y);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   double x_bar_sum = 0;
// CHECK-NEXT:   double x_bar_sum_1 = 0;
// CHECK-NEXT:   for (int i = 0; i < p.n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     const double exp_x_1_p_t_i = std::exp(x[1] * p.t[i]);
// CHECK-NEXT:     r[i] = x[0] * exp_x_1_p_t_i - p.y[i];
// CHECK-NEXT:     const double r_i_seed = r_bar[i];
// CHECK-NEXT:     r_bar[i] = 0;
// CHECK-NEXT:     x_bar_sum += exp_x_1_p_t_i * r_i_seed;
// CHECK-NEXT:     const double t_bar = exp_x_1_p_t_i * x[0] * r_i_seed;
// CHECK-NEXT:     x_bar_sum_1 += p.t[i] * t_bar;
// CHECK-NEXT:     p_bar.t[i] += x[1] * t_bar;
// CHECK-NEXT:     p_bar.y[i] -= r_i_seed;
// CHECK-NEXT:   }
// CHECK-NEXT:   if (x_bar_sum != 0)
// CHECK-NEXT:     x_bar[0] += x_bar_sum;
// CHECK-NEXT:   if (x_bar_sum_1 != 0)
// CHECK-NEXT:     x_bar[1] += x_bar_sum_1;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void residuals(const Problem &p, const double *x, double *r) {
  for (int i = 0; i < p.n; ++i)
    r[i] = x[0] * std::exp(x[1] * p.t[i]) - p.y[i];
}

struct Layer {
  std::vector<std::vector<double>> weights;
  std::vector<double> bias;
};

// CHECK:      void dense_reverse(const Layer &layer, Layer &layer_bar, const std::vector<double> &x,
// CHECK-NEXT:                    std::vector<double> &x_bar, std::vector<double> &y, std::vector<double> &y_bar) {
// CHECK-NEXT:   if (ad::overlap(layer.bias, y) || ad::overlap(x, y) || ad::overlap(layer.weights, y))
// CHECK-NEXT:     return dense_reverse_overlapping(layer, layer_bar, x, x_bar, y, y_bar);
// CHECK-NEXT:   ad::match(layer_bar.weights, layer.weights);
// CHECK-NEXT:   ad::match(layer_bar.bias, layer.bias);
// CHECK-NEXT:   ad::match(x_bar, x);
// CHECK-NEXT:   ad::match(y_bar, y);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (std::size_t i = 0; i < layer.weights.size(); ++i) { // each iteration is reversed at once
// CHECK-NEXT:     double s = layer.bias[i];
// CHECK-NEXT:     for (std::size_t j = 0; j < x.size(); ++j)
// CHECK-NEXT:       s += layer.weights[i][j] * x[j];
// CHECK-NEXT:     y[i] = std::tanh(s);
// CHECK-NEXT:     const double s_bar = (1 - y[i] * y[i]) * y_bar[i];
// CHECK-NEXT:     y_bar[i] = 0;
// CHECK-NEXT:     for (std::size_t j = 0; j < x.size(); ++j) {
// CHECK-NEXT:       layer_bar.weights[i][j] += x[j] * s_bar;
// CHECK-NEXT:       x_bar[j] += layer.weights[i][j] * s_bar;
// CHECK-NEXT:     }
// CHECK-NEXT:     layer_bar.bias[i] += s_bar;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void dense(const Layer &layer, const std::vector<double> &x,
                                          std::vector<double> &y) {
  for (std::size_t i = 0; i < layer.weights.size(); ++i) {
    double s = layer.bias[i];
    for (std::size_t j = 0; j < x.size(); ++j)
      s += layer.weights[i][j] * x[j];
    y[i] = std::tanh(s);
  }
}

// The size of a vector, as an int.
// CHECK:      void squares_reverse(const std::vector<double> &x, std::vector<double> &x_bar, double *y,
// CHECK-NEXT:                      double *y_bar) {
// CHECK-NEXT:   if (ad::overlap(x, y, static_cast<int>(x.size())))
// CHECK-NEXT:     return squares_reverse_overlapping(x, x_bar, y, y_bar);
// CHECK-NEXT:   ad::match(x_bar, x);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   const int n = static_cast<int>(x.size());
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:   for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     y[i] = x[i] * x[i] * x[i];
// CHECK-NEXT:     x_bar[i] += 3 * x[i] * x[i] * y_bar[i];
// CHECK-NEXT:     y_bar[i] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void squares(const std::vector<double> &x, double *y) {
  const int n = static_cast<int>(x.size());
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i] * x[i];
}

// What a pointer leads to, which is read in any case; pointers in objects.
struct Data {
  int n;
  double *t, scale;
};

// CHECK:      void by_pointer_reverse(const Data *d, Data *d_bar, double *r, double *r_bar) {
// CHECK-NEXT:   if (ad::overlap(d, 1, r, d->n) || ad::overlap(r, d->n, d->t, d->n))
// CHECK-NEXT:     return by_pointer_reverse_overlapping(d, d_bar, r, r_bar);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int i = 0; i < d->n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     r[i] = d->scale * d->t[i] * d->t[i];
// CHECK-NEXT:     const double r_i_seed = r_bar[i];
// CHECK-NEXT:     r_bar[i] = 0;
// CHECK-NEXT:     d_bar->scale += d->t[i] * d->t[i] * r_i_seed;
// CHECK-NEXT:     d_bar->t[i] += 2 * d->scale * d->t[i] * r_i_seed;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void by_pointer(const Data *d, double *r) {
  int i;
  for (i = 0; i < d->n; i++)
    r[i] = d->scale * d->t[i] * d->t[i];
}

// Perhaps there is nothing to look into.
// CHECK:      void given_reverse(const Data *d, Data *d_bar, double *r, double *r_bar) {
// CHECK-NEXT:   ad::tape tape;
// CHECK-NEXT:   double *d_t_i_at = nullptr;
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   if (d) {
// CHECK-NEXT:     d_t_i_at = tape.array<double>(d->n);
// CHECK-NEXT:     for (int i = 0; i < d->n; ++i) {
// CHECK-NEXT:       d_t_i_at[i] = d->t[i];
// CHECK-NEXT:       r[i] = d->t[i] * d->t[i];
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   if (d) {
// CHECK-NEXT:     for (int i = d->n; i-- > 0;) {
// CHECK-NEXT:       const double r_i_seed = r_bar[i];
// CHECK-NEXT:       r_bar[i] = 0;
// CHECK-NEXT:       d_bar->t[i] += 2 * d_t_i_at[i] * r_i_seed;
// CHECK-NEXT:     }
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void given(const Data *d, double *r) {
  if (!d)
    return;
  for (int i = 0; i < d->n; ++i)
    r[i] = d->t[i] * d->t[i];
}

// Numbers that methods tell.
class Matrix {
  int rows_, cols_;
  double *data_;

public:
  int rows() const { return rows_; }
  int size() const { return rows() * cols_; }
  double operator[](int i) const { return data_[i]; }
  double &operator[](int i) { return data_[i]; }
};

// CHECK:      void cubes_reverse(const Matrix &a, Matrix &a_bar, Matrix &b, Matrix &b_bar) {
// CHECK-NEXT:   if (ad::overlap(b.data_, a.rows_ * a.cols_, a.data_, a.rows_ * a.cols_))
// CHECK-NEXT:     return cubes_reverse_overlapping(a, a_bar, b, b_bar);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (int i = 0; i < a.rows_ * a.cols_; ++i)
// CHECK-NEXT:     b.data_[i] = a.data_[i] * a.data_[i] * a.data_[i];
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   for (int i = a.rows_ * a.cols_; i-- > 0;) {
// CHECK-NEXT:     const double b_data__i_seed = b_bar.data_[i];
// CHECK-NEXT:     b_bar.data_[i] = 0;
// CHECK-NEXT:     a_bar.data_[i] += 3 * a.data_[i] * a.data_[i] * b_data__i_seed;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void cubes(const Matrix &a, Matrix &b) {
  for (int i = 0; i < a.size(); ++i)
    b[i] = a[i] * a[i] * a[i];
}

// A vector that changes its size, but not its elements: these lie where they did, or elsewhere.
// CHECK:      void grown_reverse(std::vector<double> &x, std::vector<double> &x_bar, double *r, double *r_bar,
// CHECK-NEXT:                    int n) {
// CHECK-NEXT:   if (n < 1 || ad::overlap(x, r, n))
// CHECK-NEXT:     return grown_reverse_overlapping(x, x_bar, r, r_bar, n);
// CHECK:        x.push_back(r[0]);
// CHECK-NEXT:   ad::match(x_bar, x);
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT:   r_bar[0] += x_bar[old_size];
// CHECK-NEXT:   x_bar.resize(old_size);
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     x_bar[i] += 2 * x_i_at[i] * r_bar[i];
// CHECK-NEXT:     r_bar[i] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void grown(std::vector<double> &x, double *r, int n) {
  for (int i = 0; i < n; ++i)
    r[i] = x[i] * x[i];
  x.push_back(r[0]);
}

// Differences of numbers without a sign wrap: `n < m`, not `n - m < 0`.
// CHECK:      void both_ends_reverse(const double *x, double *x_bar, double *y, double *y_bar, unsigned int n,
// CHECK-NEXT:                        unsigned int m) {
// CHECK-NEXT:   if (n < m || ad::overlap(x, n, y, n))
// CHECK-NEXT:     return both_ends_reverse_overlapping(x, x_bar, y, y_bar, n, m);
// CHECK-NEXT:   // forward sweep
// CHECK-NEXT:   for (unsigned int i = 0; i < n; ++i)
// CHECK-NEXT:     y[i] = x[i] * x[i];
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:   for (unsigned int i = 0; i < m; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     const double y_i = y[i];
// CHECK-NEXT:     y[i] += x[i] * y_i;
// CHECK-NEXT:     x_bar[i] += y_i * y_bar[i];
// CHECK-NEXT:     y_bar[i] += x[i] * y_bar[i];
// CHECK-NEXT:   }
// CHECK-NEXT:   // reverse sweep
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:   for (unsigned int i = 0; i < n; ++i) {
// CHECK-NEXT:     x_bar[i] += 2 * x[i] * y_bar[i];
// CHECK-NEXT:     y_bar[i] = 0;
// CHECK-NEXT:   }
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] void both_ends(const double *x, double *y, unsigned n, unsigned m) {
  for (unsigned i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
  for (unsigned i = 0; i < m; ++i)
    y[i] += x[i] * y[i];
}
