// An array that a loop reads and leaves alone, and that is overwritten after it, is copied before the
// loop: what records of every read would hold, once.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-hold \
// RUN:   | FileCheck %s --check-prefix=OFF
#include <cmath>
#include <vector>

// A state that a matrix multiplies, step by step: four numbers in place of sixteen.
// CHECK:      double recurrence_reverse(
// CHECK:        double **state_at = tape.array<double>(steps, 4);
// CHECK-NEXT:   for (int t = 0; t < steps; ++t) {
// CHECK-NEXT:     double *state_then = state_at[t];
// CHECK-NEXT:     for (int k = 0; k < 4; ++k)
// CHECK-NEXT:       state_then[k] = state[k];
// CHECK-NEXT:     double next[4];
// CHECK-NEXT:     for (int j = 0; j < 4; ++j) {
// CHECK-NEXT:       double sum = 0;
// CHECK-NEXT:       for (int i = 0; i < 4; ++i)
// CHECK-NEXT:         sum += w[4 * j + i] * state_then[i];
// CHECK:        // reverse sweep
// CHECK:          double *state_then = state_at[t];
// CHECK:              w_bar[4 * j + i] += state_then[i] * sum_bar;
// CHECK-NEXT:         state_bar[i] += w[4 * j + i] * sum_bar;
// OFF:        double recurrence_reverse(
// OFF-NOT:      _then
[[ad::differentiate(reverse)]] double recurrence(const double *w, int steps) {
  double state[4], next[4];
  for (int j = 0; j < 4; ++j)
    state[j] = 1;
  for (int t = 0; t < steps; ++t) {
    for (int j = 0; j < 4; ++j) {
      double sum = 0;
      for (int i = 0; i < 4; ++i)
        sum += w[4 * j + i] * state[i];
      next[j] = std::tanh(sum);
    }
    for (int j = 0; j < 4; ++j)
      state[j] = next[j];
  }
  return state[0];
}

// Behind a pointer: as many elements as the loop reads, if it runs.
// CHECK:      double smooth_reverse(
// CHECK:          tape.nest(now_then, n);
// CHECK-NEXT:     if (1 < n - 1) {
// CHECK-NEXT:       for (int k = 0; k < n; ++k)
// CHECK-NEXT:         now_then[k] = now[k];
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int i = 1; i < n - 1; ++i)
// CHECK-NEXT:       next[i] = now_then[i] * (now_then[i - 1] + now_then[i + 1]);
[[ad::differentiate(reverse)]]
double smooth(double *__restrict now, double *__restrict next, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = now[i] * (now[i - 1] + now[i + 1]);
    for (int i = 1; i < n - 1; ++i)
      now[i] = next[i];
  }
  return now[1];
}

// Nobody knows how many elements there are.
// CHECK:      double gather_reverse(
// CHECK-NOT:    _then
// CHECK:        return
[[ad::differentiate(reverse)]]
double gather(double *__restrict x, const int *index, int n, int steps) {
  double sum = 0;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      sum += x[index[i]] * x[i];
    for (int i = 0; i < n; ++i)
      x[i] *= 0.5;
  }
  return sum;
}

// A grid, by rows and columns: from the first element of the row above to the last of the row below.
// CHECK:      double grid_reverse(
// CHECK:          tape.nest(now_then, n * n - 1);
// CHECK-NEXT:     if (1 < n - 1) {
// CHECK-NEXT:       for (int k = 1; k < n * n - 1; ++k)
// CHECK-NEXT:         now_then[k] = now[k];
// CHECK-NEXT:     }
// CHECK:            next[at] = now_then[at] *
// CHECK-NEXT:                (now_then[at - n] + now_then[at - 1] + now_then[at + 1] + now_then[at + n]);
[[ad::differentiate(reverse)]] double grid(const double *start, int n, int steps) {
  std::vector<double> now(start, start + n * n), next(start, start + n * n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j) {
        const int at = i * n + j;
        next[at] = now[at] * (now[at - n] + now[at - 1] + now[at + 1] + now[at + n]);
      }
    now.swap(next);
  }
  return now[n + 1];
}

// Small matrices: arrays of arrays, also those in objects.
// CHECK:      double rotated_reverse(
// CHECK:          double *p_m_then = p_m_at[s];
// CHECK-NEXT:     for (int k = 0; k < 2; ++k) {
// CHECK-NEXT:       for (int k_1 = 0; k_1 < 2; ++k_1)
// CHECK-NEXT:         p_m_then[k * 2 + k_1] = p.m[k][k_1];
// CHECK-NEXT:     }
// CHECK-NEXT:     double *b_then = b_at[s];
// CHECK:                a[i][j] += p_m_then[i * 2 + k] * b_then[k * 2 + j];
struct Two {
  double m[2][2];
};
static void multiply(const Two &p, const double b[2][2], double a[2][2]) {
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      a[i][j] = 0;
      for (int k = 0; k < 2; ++k)
        a[i][j] += p.m[i][k] * b[k][j];
    }
}
[[ad::differentiate(reverse)]] double rotated(const double *t, int n) {
  Two p = {{{1, 0}, {0, 1}}};
  double b[2][2] = {{1, t[0]}, {t[0], 1}}, a[2][2];
  for (int s = 0; s < n; ++s) {
    multiply(p, b, a);
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) {
        p.m[i][j] = a[i][j] * t[s];
        b[i][j] += p.m[j][i];
      }
  }
  return p.m[0][1];
}

// A bound that has a name inside of the loop: the test is by what that stands for.
// CHECK:      double named_inside_reverse(
// CHECK:        tape.nest(x_then, n * m);
// CHECK-NEXT:   if (0 < n && 0 < m) {
// CHECK:          const int to = m;
[[ad::differentiate(reverse)]] double named_inside(double *x, const double *w, int n, int m) {
  double s = 0;
  for (int t = 0; t < 50; ++t) {
    for (int i = 0; i < n; ++i) {
      const int to = m;
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < to; ++j)
          s += w[i] * s * x[k * m + j] * x[k * m + j];
    }
    for (int i = 0; i < n * m; ++i)
      x[i] *= s;
  }
  return s;
}

// A vector says itself how many elements there are; what gives its size is the bound.
// CHECK:      double layers_reverse(
// CHECK:          const std::size_t a_size_1 = a.size();
// CHECK:          tape.nest(a_then, a_size_1);
// CHECK-NEXT:     for (std::size_t k = 0; k < a_size_1; ++k)
// CHECK-NEXT:       a_then[k] = a[k];
// CHECK:          a.swap(z);
[[ad::differentiate(reverse)]] double layers(const double *w, const std::vector<double> &x) {
  std::vector<double> a = x;
  for (int l = 0; l < 3; ++l) {
    std::vector<double> z(x.size() - l);
    for (std::size_t i = 0; i < z.size(); ++i)
      for (std::size_t j = 0; j < a.size(); ++j)
        z[i] += w[i * x.size() + j] * a[j];
    a = z;
  }
  return a[0];
}

// Or it may be less than the bound says.
// CHECK:      double bounded_reverse(
// CHECK:          const std::size_t a_then_size = std::min<std::size_t>(n, a.size());
// CHECK-NEXT:     tape.nest(a_then, a_then_size);
// CHECK-NEXT:     for (std::size_t k = 0; k < a_then_size; ++k)
// CHECK-NEXT:       a_then[k] = a[k];
[[ad::differentiate(reverse)]]
double bounded(const double *w, const std::vector<double> &x, int n) {
  std::vector<double> a = x;
  double sum = 0;
  for (int l = 0; l < 3; ++l) {
    for (int i = 0; i < l; ++i)
      for (int j = 0; j < n; ++j) {
        if (w[j] < 0)
          break;
        sum += a[j] * a[j] * w[i];
      }
    a = std::vector<double>(n, sum);
  }
  return sum;
}

// A row that the loop reads in each of its iterations, while it changes the others: it changes its
// place later.
// CHECK:      double pivots_reverse(
// CHECK:          const double a_k_k = k + 1 < n ? a[k][k] : 0;
// CHECK-NEXT:     a_k_k_at[k] = a_k_k;
// CHECK-NEXT:     tape.nest(a_k_j_then, n - k);
// CHECK-NEXT:     if (k + 1 < n) {
// CHECK-NEXT:       for (int k_1 = k; k_1 < n; ++k_1)
// CHECK-NEXT:         a_k_j_then[k_1 - k] = a[k][k_1];
// CHECK-NEXT:     }
// CHECK:              a[i][j] -= f * a_k_j_then[j - k];
// CHECK:        // reverse sweep
// CHECK:              f_bar -= a_k_j_then[j - k] * a_bar[i][j];
// CHECK:          tape.unnest(a_k_j_then);
[[ad::differentiate(reverse)]]
double pivots(const std::vector<std::vector<double>> &x, const int *pivot) {
  std::vector<std::vector<double>> a = x;
  const int n = a.size();
  for (int k = 0; k < n; ++k) {
    a[k].swap(a[pivot[k]]);
    for (int i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      for (int j = k; j < n; ++j)
        a[i][j] -= f * a[k][j];
    }
  }
  return a[n - 1][n - 1];
}

// Not if the loop comes to the row, too.
// CHECK:      double onto_itself_reverse(
// CHECK-NOT:    a_k_j_then
// CHECK:        return
[[ad::differentiate(reverse)]]
double onto_itself(const std::vector<std::vector<double>> &x, const double *f) {
  std::vector<std::vector<double>> a = x;
  const int n = a.size();
  for (int k = 0; k < n; ++k)
    for (int i = k; i < n; ++i)
      for (int j = k; j < n; ++j)
        a[i][j] -= f[i] * a[k][j];
  return a[n - 1][n - 1];
}
