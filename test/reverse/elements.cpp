// Elements that copy what they need, inside of the steps of a simulation: the loop is run again, the
// nodes are put back where they were; a check that throws is made once; what functions are given has
// the names that it has here. Nothing gives vectors of a local object a last size.
// RUN: %clang_ad_plugin -std=c++17 -Wall -Wextra -Werror -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <stdexcept>
#include <vector>

struct Mesh {
  std::vector<double> x, f;
};
static void gather(const std::vector<double> &x, int e, double *to) {
  for (int i = 0; i < 2; ++i)
    to[i] = x[e + i];
}

// CHECK-LABEL: double springs_reverse(const double *start, double *start_bar, int n, int steps,
// CHECK-NEXT:                           double springs_bar) {
// CHECK-NEXT:      ad::tape tape;
// CHECK-NEXT:      // forward sweep
// CHECK-NEXT:      const std::size_t new_size = n;
// CHECK-NEXT:      const std::size_t m_x_size = new_size;
// CHECK-NEXT:      std::vector<double> m_x(m_x_size);
// CHECK-NEXT:      const std::size_t new_size_1 = n;
// CHECK-NEXT:      const std::size_t m_f_size = new_size_1;
// CHECK-NEXT:      std::vector<double> m_f(m_f_size);
// CHECK-NEXT:      for (int i = 0; i < n; ++i)
// CHECK-NEXT:        m_x[i] = start[i];
// CHECK-NEXT:      double **m_x_i_at = tape.array<double>(steps, n);
// CHECK-NEXT:      for (int s = 0; s < steps; ++s) {
// CHECK-NEXT:        for (int i = 0; i < n; ++i)
// CHECK-NEXT:          m_f[i] = 0;
// CHECK-NEXT:        for (int e = 0; e < n - 1; ++e) {
// CHECK-NEXT:          double x[2];
// CHECK-NEXT:          for (int i = 0; i < 2; ++i)
// CHECK-NEXT:            x[i] = m_x[e + i];
// CHECK-NEXT:          const double d = x[1] - x[0];
// CHECK-NEXT:          if (d <= 0)
// CHECK-NEXT:            throw std::runtime_error("crossed");
// CHECK-NEXT:          x[0] *= d;
// CHECK-NEXT:          x[0] *= x[1] / d;
// CHECK-NEXT:          m_f[e] += x[0] * d;
// CHECK-NEXT:          m_f[e + 1] -= x[0];
// CHECK-NEXT:        }
// CHECK-NEXT:  #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:        for (int i = 0; i < n; ++i) {
// CHECK-NEXT:          m_x_i_at[s][i] = m_x[i];
// CHECK-NEXT:          m_x[i] += 0.1 * m_f[i];
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:      const double springs_value = m_x[0] * m_x[n - 1];
// CHECK-NEXT:      // reverse sweep
// CHECK-NEXT:      std::vector<double> m_x_bar(m_x.size());
// CHECK-NEXT:      std::vector<double> m_f_bar(m_f.size());
// CHECK-NEXT:      m_x_bar[0] += m_x[n - 1] * springs_bar;
// CHECK-NEXT:      m_x_bar[n - 1] += m_x[0] * springs_bar;
// CHECK-NEXT:      for (int s = steps; s-- > 0;) {
// CHECK-NEXT:        for (int i = n; i-- > 0;) {
// CHECK-NEXT:          m_x[i] = m_x_i_at[s][i];
// CHECK-NEXT:          m_f_bar[i] += 0.1 * m_x_bar[i];
// CHECK-NEXT:        }
// CHECK-NEXT:        for (int e = n - 1; e-- > 0;) {
// CHECK-NEXT:          double x[2];
// CHECK-NEXT:          for (int i = 0; i < 2; ++i)
// CHECK-NEXT:            x[i] = m_x[e + i];
// CHECK-NEXT:          const double d = x[1] - x[0];
// CHECK-NEXT:          const double x_0 = x[0];
// CHECK-NEXT:          x[0] = x_0 * d;
// CHECK-NEXT:          const double x_0_1 = x[0];
// CHECK-NEXT:          x[0] = x_0_1 * (x[1] / d);
// CHECK-NEXT:          double x_bar[2] = {};
// CHECK-NEXT:          x_bar[0] += d * m_f_bar[e] - m_f_bar[e + 1];
// CHECK-NEXT:          const double t_bar = x_0_1 * x_bar[0];
// CHECK-NEXT:          x_bar[0] *= x[1] / d;
// CHECK-NEXT:          const double d_bar = x[0] * m_f_bar[e] - x[1] / d * (t_bar / d) + x_0 * x_bar[0];
// CHECK-NEXT:          x_bar[0] *= d;
// CHECK-NEXT:          x_bar[1] += t_bar / d + d_bar;
// CHECK-NEXT:          x_bar[0] -= d_bar;
// CHECK-NEXT:          for (int i = 0; i < 2; ++i)
// CHECK-NEXT:            m_x_bar[e + i] += x_bar[i];
// CHECK-NEXT:        }
// CHECK-NEXT:        for (int i = 0; i < n; ++i)
// CHECK-NEXT:          m_f_bar[i] = 0;
// CHECK-NEXT:      }
// CHECK-NEXT:      for (int i = 0; i < n; ++i)
// CHECK-NEXT:        start_bar[i] += m_x_bar[i];
// CHECK-NEXT:      return springs_value;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double springs(const double *start, int n, int steps) {
  Mesh m;
  m.x.resize(n);
  m.f.resize(n);
  for (int i = 0; i < n; ++i)
    m.x[i] = start[i];
  double x[2];
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < n; ++i)
      m.f[i] = 0;
    for (int e = 0; e < n - 1; ++e) {
      gather(m.x, e, x);
      const double d = x[1] - x[0];
      if (d <= 0)
        throw std::runtime_error("crossed");
      x[0] *= d;
      x[0] *= x[1] / d;
      m.f[e] += x[0] * d;
      m.f[e + 1] -= x[0];
    }
    for (int i = 0; i < n; ++i)
      m.x[i] += 0.1 * m.f[i];
  }
  return m.x[0] * m.x[n - 1];
}
