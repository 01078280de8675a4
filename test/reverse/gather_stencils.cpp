// The adjoint of a stencil that runs again and again: what an iteration adds to all of its neighbours
// is kept, and each element gathers it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print -fplugin-arg-ad-no-gather \
// RUN:   | FileCheck %s --check-prefix=SCATTER

#include <utility>
#include <vector>

// CHECK-LABEL: double line_reverse(
// CHECK:         // reverse sweep
// CHECK-NEXT:    std::vector<double> u_bar(u.size());
// CHECK-NEXT:    std::vector<double> next_bar(next.size());
// CHECK-NEXT:    u_bar[n / 2] += line_bar;
// CHECK-NEXT:    const std::size_t flow_size = 1 < n - 1 ? n : 0;
// CHECK-NEXT:    std::vector<double> flow(flow_size);
// CHECK-NEXT:    for (int t = steps; t-- > 0;) {
// CHECK-NEXT:      u_bar.swap(next_bar);
// CHECK-NEXT:      if (1 < n - 1) {
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:        for (int i = 1; i < n - 1; ++i) {
// CHECK-NEXT:          const double t_bar = (0.2 + 0.05 * u_then[i]) * next_bar[i];
// CHECK-NEXT:          flow[i] = t_bar;
// CHECK-NEXT:          u_bar[i] += next_bar[i] +
// CHECK-NEXT:                      0.05 * (u_then[i - 1] - 2 * u_then[i] + u_then[i + 1]) * next_bar[i] -
// CHECK-NEXT:                      2 * t_bar;
// CHECK-NEXT:          next_bar[i] = 0;
// CHECK-NEXT:        }
// CHECK-NEXT:        u_bar[0] += flow[1];
// CHECK-NEXT:        for (int i = 1; i < n - 1; ++i)
// CHECK-NEXT:          u_bar[i] += flow[i - 1] + flow[i + 1];
// CHECK-NEXT:        u_bar[n - 1] += flow[n - 2];
// CHECK-NEXT:      }
// CHECK-NEXT:      tape.unnest(u_then);
// CHECK-NEXT:    }
// SCATTER-LABEL: double line_reverse(
// SCATTER-NOT:     flow
[[ad::differentiate(reverse)]] double line(const std::vector<double> &start, int n, int steps) {
  std::vector<double> u = start, next = start;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n - 1; ++i)
      next[i] = u[i] + (0.2 + 0.05 * u[i]) * (u[i - 1] - 2 * u[i] + u[i + 1]);
    u.swap(next);
  }
  return u[n / 2];
}

// In rows, with signs; along and across the same number.
// CHECK-LABEL: double grid_reverse(
// CHECK:         // reverse sweep
// CHECK-NEXT:    std::vector<double> u_bar(u.size());
// CHECK-NEXT:    std::vector<double> next_bar(next.size());
// CHECK-NEXT:    u_bar[columns + 1] += grid_bar;
// CHECK-NEXT:    double c_bar_sum = 0;
// CHECK-NEXT:    const std::size_t flow_size = 1 < rows - 1 && 1 < columns - 1 ? rows * columns - 1 : 0;
// CHECK-NEXT:    std::vector<double> flow(flow_size);
// CHECK-NEXT:    for (int t = steps; t-- > 0;) {
// CHECK-NEXT:      u_bar.swap(next_bar);
// CHECK-NEXT:      if (1 < rows - 1 && 1 < columns - 1) {
// CHECK-NEXT:        for (int i = 1; i < rows - 1; ++i) {
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:          for (int j = 1; j < columns - 1; ++j) {
// CHECK-NEXT:  #pragma clang fp reassociate(on)
// CHECK-NEXT:            const int at = i * columns + j;
// CHECK-NEXT:            u_bar[at] += next_bar[at];
// CHECK-NEXT:            c_bar_sum -= sum_at[t][i - 1][j - 1] * next_bar[at];
// CHECK-NEXT:            flow[at] = c * next_bar[at];
// CHECK-NEXT:            next_bar[at] = 0;
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:        for (int j = 1; j < columns - 1; ++j)
// CHECK-NEXT:          u_bar[j] += flow[j + columns];
// CHECK-NEXT:        for (int i = 1; i < rows - 1; ++i) {
// CHECK-NEXT:          u_bar[columns * i] += flow[columns * i + 1];
// CHECK-NEXT:          for (int j = 1; j < columns - 1; ++j) {
// CHECK-NEXT:            const int at = i * columns + j;
// CHECK-NEXT:            u_bar[at] += flow[at + 1] - flow[at - 1] + flow[at + columns] - flow[at - columns];
// CHECK-NEXT:          }
// CHECK-NEXT:          u_bar[columns * i + columns - 1] -= flow[columns * i + columns - 2];
// CHECK-NEXT:        }
// CHECK-NEXT:        for (int j = 1; j < columns - 1; ++j)
// CHECK-NEXT:          u_bar[j + rows * columns - columns] -= flow[j + rows * columns - 2 * columns];
// CHECK-NEXT:      }
// CHECK-NEXT:    }
[[ad::differentiate(reverse)]]
double grid(const std::vector<double> &start, int rows, int columns, double c, int steps) {
  std::vector<double> u = start, next = start;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 1; j < columns - 1; ++j) {
        const int at = i * columns + j;
        next[at] = u[at] - c * (u[at + 1] - u[at - 1] + u[at + columns] - u[at - columns]);
      }
    std::swap(u, next);
  }
  return u[columns + 1];
}

// The range grows: the numbers of earlier steps are cleared.
// CHECK-LABEL: double growing_reverse(
// CHECK:         // reverse sweep
// CHECK-NEXT:    std::vector<double> u_bar(u.size());
// CHECK-NEXT:    std::vector<double> next_bar(next.size());
// CHECK-NEXT:    u_bar[columns + 1] += growing_bar;
// CHECK-NEXT:    std::vector<double> flow;
// CHECK-NEXT:    for (int t = steps; t-- > 1;) {
// CHECK-NEXT:      u_bar.swap(next_bar);
// CHECK-NEXT:      const std::size_t flow_size =
// CHECK-NEXT:          1 < rows - t && 1 < columns - 1 ? rows * columns - columns * t : 0;
// CHECK-NEXT:      flow.assign(flow_size, 0);
// CHECK-NEXT:      if (1 < rows - t && 1 < columns - 1) {
// CHECK-NEXT:        for (int i = 1; i < rows - t; ++i) {
// CHECK-NEXT: #pragma clang loop vectorize(assume_safety)
// CHECK-NEXT:          for (int j = 1; j < columns - 1; ++j) {
// CHECK-NEXT:            const double t_bar = next_bar[i * columns + j];
// CHECK-NEXT:            u_bar[i * columns + j] += 0.5 * t_bar;
// CHECK-NEXT:            flow[i * columns + j] = 0.25 * t_bar;
// CHECK-NEXT:            next_bar[i * columns + j] = 0;
// CHECK-NEXT:          }
// CHECK-NEXT:        }
// CHECK-NEXT:        for (int i = 1; i < rows - t; ++i) {
// CHECK-NEXT:          u_bar[columns * i] += flow[columns * i + 1];
// CHECK-NEXT:          for (int j = 1; j < columns - 1; ++j)
// CHECK-NEXT:            u_bar[i * columns + j] += flow[i * columns + j - 1] + flow[i * columns + j + 1];
// CHECK-NEXT:          u_bar[columns * i + columns - 1] += flow[columns * i + columns - 2];
// CHECK-NEXT:        }
// CHECK-NEXT:      }
// CHECK-NEXT:    }
[[ad::differentiate(reverse)]]
double growing(const std::vector<double> &start, int rows, int columns, int steps) {
  std::vector<double> u = start, next = start;
  for (int t = 1; t < steps; ++t) {
    for (int i = 1; i < rows - t; ++i)
      for (int j = 1; j < columns - 1; ++j)
        next[i * columns + j] =
            0.5 * u[i * columns + j] + 0.25 * (u[i * columns + j - 1] + u[i * columns + j + 1]);
    std::swap(u, next);
  }
  return u[columns + 1];
}

// Where a row's last column is next to the first of the next row, what is kept for that is not zero:
// each row is gathered by itself, and kept from its own beginning.
// CHECK-LABEL: double run_on_reverse(
// CHECK:         const std::size_t flow_size = 0 < columns ? columns + 2 : 0;
// CHECK-NEXT:    std::vector<double> flow(flow_size);
// CHECK-NEXT:    for (int t = steps; t-- > 0;) {
// CHECK-NEXT:      u_bar.swap(next_bar);
// CHECK-NEXT:      for (int i = 1; i < rows - 1; ++i) {
// CHECK-NEXT:        if (0 < columns) {
// CHECK:               for (int j = 0; j < columns; ++j) {
// CHECK-NEXT:            const double t_bar = next_bar[i * columns + j];
// CHECK-NEXT:            u_bar[i * columns + j] += 0.5 * t_bar;
// CHECK-NEXT:            flow[j + 1] = 0.25 * t_bar;
// CHECK-NEXT:            next_bar[i * columns + j] = 0;
// CHECK-NEXT:          }
// CHECK-NEXT:          u_bar[columns * i - 1] += flow[1];
// CHECK-NEXT:          for (int j = 0; j < columns; ++j)
// CHECK-NEXT:            u_bar[i * columns + j] += flow[j] + flow[j + 2];
// CHECK-NEXT:          u_bar[columns * i + columns] += flow[columns];
// CHECK-NEXT:        }
[[ad::differentiate(reverse)]]
double run_on(const std::vector<double> &start, int rows, int columns, int steps) {
  std::vector<double> u = start, next = start;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < rows - 1; ++i)
      for (int j = 0; j < columns; ++j)
        next[i * columns + j] =
            0.5 * u[i * columns + j] + 0.25 * (u[i * columns + j - 1] + u[i * columns + j + 1]);
    std::swap(u, next);
  }
  return u[columns + 1];
}

// One side only.
// CHECK-LABEL: double upwind_reverse(
// CHECK-NOT:     flow
// CHECK:       {{^}}}
[[ad::differentiate(reverse)]]
double upwind(const std::vector<double> &start, int n, double c, int steps) {
  std::vector<double> u = start, next = start;
  for (int t = 0; t < steps; ++t) {
    for (int i = 1; i < n; ++i)
      next[i] = u[i] - c * (u[i] - u[i - 1]);
    std::swap(u, next);
  }
  return u[n / 2];
}
