// Checkpointed loops over arrays as long as they run. Where nothing overwrites an element each
// iteration is run again by itself; else the loop is recorded. What would make that wrong: elements
// that are written twice, overwritten later, by other names, or by another iteration after all.
#include "checkpointed.h"
#include <cmath>
#include <vector>

using V = std::vector<double>;

BOTH double traj(const V &v, int n) {
  V x(n + 1);
  x[0] = v[0];
  for (int t = 0; t < n; ++t)
    x[t + 1] = x[t] + 0.01 * std::sin(x[t]) * v[1];
  return x[n] * x[n / 2] * v[2];
}

BOTH double traj_two(const V &v, int n) {
  V x(n + 1), y(n + 1);
  x[0] = v[0];
  y[0] = v[1];
  for (int t = 0; t < n; ++t) {
    x[t + 1] = x[t] + 0.01 * std::sin(y[t]);
    y[t + 1] = y[t] - 0.01 * x[t + 1] * x[t];
  }
  return x[n] * y[n / 2] * v[2];
}

struct traj_struct_P {
  double q, p;
};
BOTH double traj_struct(const V &v, int n) {
  std::vector<traj_struct_P> x(n + 1);
  x[0].q = v[0];
  x[0].p = v[1];
  for (int t = 0; t < n; ++t) {
    x[t + 1].p = x[t].p - 0.01 * std::sin(x[t].q);
    x[t + 1].q = x[t].q + 0.01 * x[t + 1].p * v[2];
  }
  return x[n].q * x[n / 2].p;
}

BOTH double traj_twice(const V &v, int n) {
  V x(n + 1);
  x[0] = v[0];
  for (int t = 0; t < n; ++t) {
    x[t + 1] = 0.5 * x[t];
    x[t + 1] += 0.1 * std::sin(x[t + 1] + v[1]);
  }
  return x[n] * x[n / 2] * v[2];
}

BOTH double traj_over(const V &v, int n) {
  V x(n + 2, v[3]);
  x[0] = v[0];
  for (int t = 0; t < n; ++t) {
    x[t + 1] = 0.5 * x[t] + std::sin(x[t]) * v[1];
    x[t] *= 0.9;
  }
  return x[n] * x[n / 2] * v[2];
}

BOTH double traj_later(const V &v, int n) {
  V x(n + 1);
  x[0] = v[0];
  for (int t = 0; t < n; ++t)
    x[t + 1] = x[t] + 0.01 * std::sin(x[t]) * v[1];
  double r = x[n / 2];
  for (int t = 0; t < n; ++t)
    x[t] = std::sin(x[t]) * x[t + 1];
  return x[n] * x[0] * r;
}

static void fill(double *x, double a, int n) {
  for (int t = 0; t < n; ++t)
    x[t + 1] = x[t] + 0.01 * std::sin(x[t]) * a;
}
BOTH double traj_ptr(const V &v, int n) {
  V x(n + 1);
  x[0] = v[0];
  fill(x.data(), v[1], n);
  return x[n] * x[n / 2] * v[2];
}

BOTH double filter(const V &v, int n) {
  V x(n + 2), y(n + 2);
  for (int t = 0; t < n + 2; ++t)
    x[t] = std::sin(v[0] * 0.01 * t);
  y[0] = v[1];
  y[1] = v[2];
  for (int t = 2; t < n + 2; ++t)
    y[t] = 0.1 * x[t] + 0.2 * x[t - 1] + v[3] * 0.3 * y[t - 1] - 0.2 * y[t - 2] * y[t - 1];
  double s = 0;
  for (int t = 0; t < n + 2; ++t)
    s += y[t] * y[t];
  return s / (n + 1);
}

BOTH double nested_out(const V &v, int n) {
  int m = n < 60 ? n : 60;
  V x(m + 1);
  x[0] = v[0];
  for (int k = 0; k < n; ++k) {
    for (int t = 0; t < m; ++t)
      x[t + 1] = x[t] + 0.001 * std::sin(x[t]) * v[1];
    x[0] = 0.9 * x[m] + 0.01 * x[m / 2];
  }
  return x[0] * x[m];
}

BOTH double grid(const V &v, int n) {
  int m = 5;
  std::vector<V> u(n + 1, V(m));
  for (int i = 0; i < m; ++i)
    u[0][i] = v[i % 4];
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < m; ++i)
      u[t + 1][i] = 0.9 * u[t][i] + 0.1 * std::sin(u[t][(i + 1) % m]);
  double s = 0;
  for (int i = 0; i < m; ++i)
    s += u[n][i] * u[n / 2][i];
  return s;
}

BOTH double grid_flat(const V &v, int n) {
  int m = 5;
  V u((n + 1) * m);
  for (int i = 0; i < m; ++i)
    u[i] = v[i % 4];
  for (int t = 0; t < n; ++t)
    for (int i = 1; i < m - 1; ++i)
      u[(t + 1) * m + i] = 0.9 * u[t * m + i] + 0.1 * std::sin(u[t * m + i + 1] - u[t * m + i - 1]);
  double s = 0;
  for (int i = 0; i < m; ++i)
    s += u[n * m + i] * u[n / 2 * m + i];
  return s;
}

BOTH double backwards(const V &v, int n) {
  V x(n + 1);
  x[n] = v[0];
  for (int t = n; t > 0; --t)
    x[t - 1] = x[t] * 0.99 + 0.01 * std::sin(x[t]) * v[1];
  return x[0] * x[n / 2] * v[2];
}

BOTH double brk(const V &v, int n) {
  V x(n + 1);
  x[0] = v[0];
  int at = 0;
  for (int t = 0; t < n; ++t) {
    x[t + 1] = x[t] * 0.99 + 0.01 * std::sin(x[t]) * v[1];
    at = t + 1;
    if (x[t + 1] < 0.3)
      break;
  }
  return x[at] * x[at / 2] * v[2];
}

BOTH double whil(const V &v, int n) {
  V x(n + 1);
  x[0] = v[0];
  int t = 0;
  while (t < n && x[t] > 0.2) {
    x[t + 1] = x[t] * 0.99 - 0.01 * std::sin(x[t]) * v[1];
    ++t;
  }
  return x[t] * x[t / 2] * v[2];
}

BOTH double modulo(const V &v, int n) {
  V x(v);
  for (int t = 0; t < n; ++t)
    x[(t + 1) % 4] = x[t % 4] * 0.99 - 0.01 * std::sin(x[t % 4]) * v[1];
  return x[0] * x[1] * x[2];
}

BOTH double push_back(const V &v, int n) {
  V x;
  x.push_back(v[0]);
  for (int t = 0; t < n; ++t)
    x.push_back(x.back() * 0.99 - 0.01 * std::sin(x.back()) * v[1]);
  return x[n] * x[n / 2] * v[2];
}

struct Sys {
  V x;
  double k;
  void run(int n) {
    x.resize(n + 1);
    for (int t = 0; t < n; ++t)
      x[t + 1] = x[t] * k - 0.01 * std::sin(x[t]);
  }
};
BOTH double rk_obj(const V &v, int n) {
  Sys s;
  s.k = 0.5 * v[1];
  s.x.push_back(v[0]);
  s.run(n);
  return s.x[n] * s.x[n / 2] * v[2];
}

BOTH double local_array(const V &v, int n) {
  double x[200];
  x[0] = v[0];
  if (n > 199)
    n = 199;
  for (int t = 0; t < n; ++t)
    x[t + 1] = x[t] + 0.01 * std::sin(x[t]) * v[1];
  return x[n] * x[n / 2] * v[2];
}

#define CHECK_ARRAY(F, N)                                                                          \
  check(                                                                                           \
      {0.7, 1.3, 0.9, 0.4}, 1, [](In x, Out y) { y[0] = F(V(x, x + 4), N); },                      \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        y[0] = F##_forward(V(x, x + 4), V(x_dot, x_dot + 4), N, y_dot[0]);                         \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        V bar(x_bar, x_bar + 4), other = bar;                                                      \
        y[0] = F##_checkpointed(V(x, x + 4), bar, N, y_bar[0]);                                    \
        F##_reverse(V(x, x + 4), other, N, y_bar[0]);                                              \
        if (!same(bar.data(), other.data(), 4))                                                    \
          harness::fail("bits of " #F, bar[0], other[0]);                                          \
        copy(bar.data(), x_bar, 4);                                                                \
      }))

int main() {
  with_snapshots({1, 3, 20}, [] {
    CHECK_ARRAY(traj, 1);
    CHECK_ARRAY(traj, 130);
    CHECK_ARRAY(traj_two, 1);
    CHECK_ARRAY(traj_two, 130);
    CHECK_ARRAY(traj_struct, 1);
    CHECK_ARRAY(traj_struct, 130);
    CHECK_ARRAY(traj_twice, 1);
    CHECK_ARRAY(traj_twice, 130);
    CHECK_ARRAY(traj_over, 1);
    CHECK_ARRAY(traj_over, 130);
    CHECK_ARRAY(traj_later, 1);
    CHECK_ARRAY(traj_later, 130);
    CHECK_ARRAY(traj_ptr, 1);
    CHECK_ARRAY(traj_ptr, 130);
    CHECK_ARRAY(filter, 1);
    CHECK_ARRAY(filter, 130);
    CHECK_ARRAY(nested_out, 1);
    CHECK_ARRAY(nested_out, 130);
    CHECK_ARRAY(grid, 1);
    CHECK_ARRAY(grid, 130);
    CHECK_ARRAY(grid_flat, 1);
    CHECK_ARRAY(grid_flat, 130);
    CHECK_ARRAY(backwards, 1);
    CHECK_ARRAY(backwards, 130);
    CHECK_ARRAY(brk, 1);
    CHECK_ARRAY(brk, 130);
    CHECK_ARRAY(whil, 1);
    CHECK_ARRAY(whil, 130);
    CHECK_ARRAY(modulo, 1);
    CHECK_ARRAY(modulo, 130);
    CHECK_ARRAY(push_back, 1);
    CHECK_ARRAY(push_back, 130);
    CHECK_ARRAY(rk_obj, 1);
    CHECK_ARRAY(rk_obj, 130);
    CHECK_ARRAY(local_array, 1);
    CHECK_ARRAY(local_array, 130);
  });
  return finish();
}
