// An element of an adjoint to which all iterations of a loop add is summed in a register, where the
// loop stores to other adjoints, too: to the optimiser, those might lie in the same place.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-sum \
// RUN:   | FileCheck %s --check-prefix=MEMORY
#include <cmath>
#include <vector>

// A few elements, through which a short loop goes. An iteration in which the loop over j does not
// run touches no memory.
// CHECK:      double pairs_reverse(
// CHECK:          double x_bar_sum[3] = {};
// CHECK-NEXT:     for (int j = i + 1; j < n; ++j) {
// CHECK:                x_bar_sum[k] += [[BAR:[a-z_]+]];
// CHECK-NEXT:           x_bar[3 * j + k] -= [[BAR]];
// CHECK-NEXT:         }
// CHECK-NEXT:     }
// CHECK-NEXT:     for (int k = 0; k < 3; ++k) {
// CHECK-NEXT:       if (x_bar_sum[k] != 0)
// CHECK-NEXT:         x_bar[3 * i + k] += x_bar_sum[k];
// CHECK-NEXT:     }
// MEMORY:     double pairs_reverse(
// MEMORY-NOT:   x_bar_sum
[[ad::differentiate(reverse)]] double pairs(const double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      double square = 0.1;
      for (int k = 0; k < 3; ++k) {
        const double apart = x[3 * i + k] - x[3 * j + k];
        square += apart * apart;
      }
      e += 1 / square;
    }
  return e;
}

// Of loops inside of one another, the outermost: x_bar[0] in both, x_bar[i] in the inner one, which
// surely runs where the outer one has begun. It does not matter that x_bar[j] is the same element now
// and then: sums alone meet.
// CHECK:      double both_reverse(
// CHECK:        double x_bar_sum = 0;
// CHECK-NEXT:   for (int i = 0; i < n; ++i) {
// CHECK-NEXT:     double x_bar_sum_1 = 0;
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK:          x_bar[i] += x_bar_sum_1;
// CHECK-NEXT:   }
// CHECK-NEXT:   if (x_bar_sum != 0)
// CHECK-NEXT:     x_bar[0] += x_bar_sum;
[[ad::differentiate(reverse)]] double both(const double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      e += x[i] * std::sin(x[j] + i) * x[0];
  return e;
}

// Vectors, and members of elements.
struct Body {
  double at, mass;
};
// CHECK:      double bodies_reverse(
// CHECK:          double all_bar_sum = 0;
// CHECK:            all_bar_sum
// CHECK:          if (all_bar_sum != 0)
// CHECK-NEXT:       all_bar[i].at += all_bar_sum;
[[ad::differentiate(reverse)]] double bodies(const std::vector<Body> &all) {
  double e = 0;
  for (int i = 0; i < int(all.size()); ++i)
    for (int j = 0; j < i; ++j)
      e += all[j].mass / (all[i].at - all[j].at);
  return e;
}

// The loop reads what it adds to: z_bar[0] is what its own iterations leave there.
// CHECK:      void running_reverse(
// CHECK-NOT:    z_bar_sum
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] void running(double *z, int n) {
  for (int j = 0; j < n; ++j)
    z[j] = std::sin(z[j] * z[0]);
}

// What it reads is never the element that it adds to: j is larger than 0, or than k.
// CHECK:      void behind_reverse(
// CHECK:        double z_bar_sum = 0;
// CHECK:          z_bar_sum +=
// CHECK:        z_bar[0] += z_bar_sum;
[[ad::differentiate(reverse)]] void behind(double *z, int n) {
  for (int j = 1; j < n; ++j)
    z[j] = std::sin(z[j] * z[0]);
}
// CHECK:      void eliminated_reverse(
// CHECK:        double m_bar_sum = 0;
// CHECK-NEXT:   for (int j = k + 1; j < n; ++j) {
// CHECK:          const double m_i_n_j_seed = m_bar[i * n + j];
// CHECK-NEXT:     m_bar_sum -= m[k * n + j] * m_i_n_j_seed;
// CHECK-NEXT:     m_bar[k * n + j] -= m[i * n + k] * m_i_n_j_seed;
// CHECK:        m_bar[i * n + k] += m_bar_sum;
[[ad::differentiate(reverse)]] void eliminated(double *m, int n) {
  for (int k = 0; k < n; ++k)
    for (int i = k + 1; i < n; ++i) {
      m[i * n + k] /= m[k * n + k];
      for (int j = k + 1; j < n; ++j)
        m[i * n + j] -= m[i * n + k] * m[k * n + j];
    }
}

// It may be: from k on, of another step, or where k changes.
// CHECK:      void from_the_element_reverse(
// CHECK-NOT:    m_bar_sum
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] void from_the_element(double *m, int k, int n) {
  for (int j = k; j < n; ++j)
    m[j] *= m[k];
}
// CHECK:      void past_the_element_reverse(
// CHECK-NOT:    m_bar_sum
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] void past_the_element(double *m, int k, int n) {
  for (int j = k + 1; j < n; ++j)
    m[j - 2] *= m[k];
}

// y may lead to an element of x, so that y_bar is x_bar: the sum would come too late.
// CHECK:      void overlapping_reverse(
// CHECK-NOT:    x_bar_sum
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]]
void overlapping(const double *x, double *y, const int *at, int n) {
  for (int j = 0; j < n; ++j)
    y[at[at[j]]] = x[0] * x[j];
}

// The place changes with the loop.
// CHECK:      double moving_reverse(
// CHECK-NOT:    x_bar_sum
// CHECK:        return
[[ad::differentiate(reverse)]] double moving(const double *x, double *w, int n) {
  double e = 0;
  int at = 0;
  for (int j = 0; j < n; ++j) {
    e += x[at] * w[j];
    at = (at + j) % n;
  }
  return e;
}

// A short loop is written out as it is.
// CHECK:      double few_reverse(
// CHECK-NOT:    x_bar_sum
// CHECK:        return
[[ad::differentiate(reverse)]] double few(const double *x) {
  double e = 0;
  for (int j = 1; j < 4; ++j)
    e += x[0] * x[j];
  return e;
}

// What the block adds to in any case is there, and so is what lies in front of it.
// CHECK:      double first_reverse(
// CHECK:          p_bar_sum += {{.*}};
// CHECK:        }
// CHECK-NEXT:   p_bar[0] += p_bar_sum;
// CHECK-NEXT:   p_bar[3] += y_bar;
[[ad::differentiate(reverse)]] double first(const double *p, const double *x, int n) {
  double y = p[3];
  for (int i = 0; i < n; ++i)
    y += p[0] * x[i] * y;
  return y;
}

// In front of the end of the outer loop, but not of its own.
// CHECK:      double shifted_reverse(
// CHECK:          if (x_bar_sum != 0)
// CHECK-NEXT:       x_bar[i] += x_bar_sum;
[[ad::differentiate(reverse)]] double shifted(const double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 1; j < n; ++j)
      e += x[i] * std::sin(x[j]);
  return e;
}

// Row and column tell elements apart: of a[i * n + j] and a[j * n + k] the column is another one.
// CHECK:      double columns_reverse(
// CHECK:            double a_bar_sum = 0;
// CHECK-NEXT:       for (int i = j; i < n; ++i) {
// CHECK-NEXT:         const double a_i_n_j_seed = a_bar[i * n + j];
// CHECK-NEXT:         a_bar[i * n + k] -= a[j * n + k] * a_i_n_j_seed;
// CHECK-NEXT:         a_bar_sum -= a[i * n + k] * a_i_n_j_seed;
// CHECK-NEXT:       }
// CHECK-NEXT:       if (a_bar_sum != 0)
// CHECK-NEXT:         a_bar[j * n + k] += a_bar_sum;
[[ad::differentiate(reverse)]] double columns(const std::vector<double> &x, int n) {
  std::vector<double> a = x;
  for (int j = 0; j < n; ++j) {
    for (int k = 0; k < j; ++k)
      for (int i = j; i < n; ++i)
        a[i * n + j] -= a[i * n + k] * a[j * n + k];
    for (int i = j; i < n; ++i)
      a[i * n + j] /= a[j * n + j];
  }
  return a[n];
}

// Not if the distance of rows may be negative.
// CHECK:      double strides_reverse(
// CHECK-NOT:    a_bar_sum
// CHECK:        return
[[ad::differentiate(reverse)]] double strides(const std::vector<double> &x, int n, int step) {
  std::vector<double> a = x;
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < j; ++k)
      for (int i = j; i < n; ++i)
        a[n + i * step + j] += a[n + i * step + k] * a[n + j * step + k];
  return a[n];
}
