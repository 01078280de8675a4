// Loops over elements that are run again where all they read is as it was: put back, or copied.
#include "vectors.h"
#include <cmath>
#include <stdexcept>
#include <vector>

using V = std::vector<double>;

namespace {
/// A mesh of triangles: elements copy what they need, nodes move in place.
struct Mesh {
  std::vector<double> x, v, f;
  std::vector<int> ends;
};
} // namespace

namespace elements {
static void gather(const Mesh &m, const int *t, double *x) {
  for (int i = 0; i < 2; i++)
    x[i] = m.x[t[i]];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Mesh m;
  const int n = 6;
  m.x.resize(n), m.v.resize(n), m.f.resize(n);
  for (int i = 0; i < n; i++)
    m.x[i] = i + 0.1 * v[i % 4];
  for (int i = 0; i + 1 < n; i++)
    m.ends.push_back(i), m.ends.push_back(i + 1);
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < n; i++)
      m.f[i] = 0;
    for (int e = 0; e < n - 1; e++) {
      double x[2], f[2];
      const int *t = &m.ends[2 * e];
      gather(m, t, x);
      const double d = x[1] - x[0], p = v[0] * (1 / d - d);
      f[0] = -p * d * 0.5, f[1] = p * x[1] * 0.1;
      for (int i = 0; i < 2; i++)
        m.f[t[i]] += f[i];
    }
    for (int i = 0; i < n; i++) {
      m.v[i] += 0.1 * m.f[i];
      m.x[i] += 0.1 * m.v[i];
    }
  }
  return m.x[0] * m.x[3] + m.v[5];
}
} // namespace elements

namespace elements_guarded {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  const int n = 5;
  std::vector<double> x(n), a(n), w(n);
  for (int i = 0; i < n; i++)
    x[i] = 1 + i + 0.1 * v[i % 4], w[i] = v[(i + 1) % 4];
  double total = 0;
  for (int s = 0; s < 3; s++) {
    for (int i = 0; i < n; i++) {
      double d[3] = {x[i], x[(i + 1) % n], w[i]};
      const double volume = d[0] * d[1] + d[2];
      if (volume <= 0)
        throw std::runtime_error("volume");
      d[0] *= d[1];
      d[2] += d[0] * volume;
      a[i] = d[0] * d[2] + std::sqrt(volume);
    }
    for (int i = 0; i < n; i++)
      x[i] += 0.001 * a[i];
    for (int i = 0; i < n; i++)
      w[i] = 0.5 * w[i] + 0.01 * x[i];
    total += a[s] * x[s];
  }
  return total;
}
} // namespace elements_guarded

namespace elements_with_copies {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) { // what other loops overwrite is copied ahead
  const int n = 8;
  std::vector<double> x(n), q(n), a(n);
  double gain[2][2];
  for (int i = 0; i < n; i++)
    x[i] = 0.5 + 0.1 * i * v[i % 4];
  double total = 0;
  for (int s = 0; s < 3; s++) {
    double *p = new double[n];
    for (int i = 0; i < n; i++)
      p[i] = v[0] * x[i] + q[i];
    for (int i = 0; i < 2; i++)
      for (int j = 0; j < 2; j++)
        gain[i][j] = v[i] * (j + 1) + s;
    for (int e = 0; e < n / 2; e++) {
      int at = 2 * e;
      double h[2][2], y[2] = {p[at], p[at + 1]};
      for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
          h[i][j] = gain[i][j] * y[j] * y[i] + x[at + i];
      for (int i = 0; i < 2; i++)
        y[i] = h[i][0] * h[i][1] * q[at] * y[i] + std::cbrt(1 + y[i] * y[i]);
      a[at] += 0.01 * y[0] * h[0][0] * h[1][1];
      a[at + 1] -= 0.01 * y[1] * h[1][0];
    }
    for (int i = 0; i < n; i++) {
      q[i] = 0.3 * a[i] * p[i];
      x[i] += 0.1 * q[i];
    }
    total += q[s] * x[s + 1];
    delete[] p;
  }
  return total;
}
} // namespace elements_with_copies

namespace elements_held_inside {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) { // an inner loop reads an array of the element's own again and again
  std::vector<double> x(6), f(6);
  double total = 0;
  for (int i = 0; i < 6; i++)
    x[i] = v[i % 4] + 0.1 * i;
  for (int s = 0; s < 3; s++) {
    for (size_t i = 0; i < f.size(); i++)
      f[i] = 0;
    for (int e = 0; e < 5; e++) {
      const double a = x[e], b = x[e + 1];
      double B[3][4], out[4];
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
          B[i][j] = a * (i + 1) + b * b * (j + 1);
      B[0][0] += a * b;
      B[1][1] += b;
      for (int i = 0; i < 4; i++)
        out[i] = B[0][i] * B[1][i] * a + B[2][i] * B[0][i];
      for (int i = 0; i < 4; i++) {
        f[e] += 1e-3 * out[i];
        f[e + 1] -= 1e-3 * out[i] * B[1][i];
      }
    }
    for (size_t i = 0; i < x.size(); i++)
      x[i] += 0.01 * f[i];
    total += x[0] * x[1];
  }
  return total;
}
} // namespace elements_held_inside

namespace sizes_change_elsewhere {
struct State {
  std::vector<double> x, tmp;
  double rate;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) { // what is put back stays; other members come and go
  State s;
  s.rate = v[0];
  s.x.resize(4);
  for (int i = 0; i < 4; i++)
    s.x[i] = v[i];
  double total = 0;
  for (int k = 0; k < 3; k++) {
    s.tmp.resize(4 + k);
    for (int i = 0; i < 4; i++)
      s.tmp[i] = s.x[i] * s.x[(i + 1) % 4] * s.rate;
    for (int i = 0; i < 4; i++)
      total += s.x[i] * s.x[i] * s.tmp[i] + s.x[i] * s.x[(i + 2) % 4];
    for (int i = 0; i < 4; i++)
      s.x[i] += 0.1 * s.tmp[i];
    s.tmp.clear();
  }
  s.x.push_back(total);
  s.x.resize(2);
  return total * s.x[0] + s.x[1];
}
} // namespace sizes_change_elsewhere

namespace guard_caught {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> x(v), a(4);
  double total = 0;
  for (int s = 0; s < 3; s++) {
    try {
      for (int i = 0; i < 4; i++) {
        double d[3] = {x[i], x[(i + 1) % 4], 1.0 + s};
        const double vol = d[0] * d[1] + d[2];
        if (i == 3 - s)
          throw std::runtime_error("v");
        d[0] *= d[1];
        d[2] += d[0] * vol;
        a[i] += d[0] * d[2] + std::sqrt(vol);
      }
    } catch (const std::runtime_error &) {
      total += a[0];
    }
    for (int i = 0; i < 4; i++)
      x[i] += 0.01 * a[i];
    total += a[1] * x[2];
  }
  return total;
}
} // namespace guard_caught

namespace guard_after_bounds {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<double> x(v), a(4);
  double total = 0;
  for (int s = 0; s < 3; s++) {
    const int n = 4;
    for (int i = 0; i < n; i++) {
      if (i >= (int)x.size())
        throw std::out_of_range("x");
      double d[3] = {x[i], x[(i + 1) % 4], 1.0 + s};
      const double vol = d[0] * d[1] + d[2];
      d[0] *= d[1];
      d[2] += d[0] * vol;
      a[i] += d[0] * d[2] + std::sqrt(vol);
    }
    for (int i = 0; i < 4; i++)
      x[i] += 0.01 * a[i];
    total += a[1] * x[2];
  }
  return total;
}
} // namespace guard_after_bounds

int main() {
  CHECK_CASE_TWICE(elements);
  CHECK_CASE_TWICE(elements_guarded);
  CHECK_CASE_TWICE(elements_with_copies);
  CHECK_CASE_TWICE(elements_held_inside);
  CHECK_CASE_TWICE(sizes_change_elsewhere);
  CHECK_CASE_TWICE(guard_caught);
  CHECK_CASE_TWICE(guard_after_bounds);
  return finish();
}
