// Loops of the forward sweep that go down columns change places with the ones around them, several
// in one, and what they record on the tape lies in rows then. What would make that wrong:
// iterations that read what others write, bounds that the outer loop sets, numbers that are set
// between two loops, arrays that overlap, loops that do not run.
#include "vectors.h"
using V = std::vector<double>;

namespace orthogonal { // Gram and Schmidt: two loops in one, elements that are overwritten
[[ad::differentiate(forward, reverse)]]
double factor(V a, const V &weight, int m, int n) {
  V q(m * n), r(n * n);
  for (int k = 0; k < n; ++k) {
    double norm = 0;
    for (int i = 0; i < m; ++i)
      norm += a[i * n + k] * a[i * n + k];
    r[k * n + k] = std::sqrt(norm);
    for (int i = 0; i < m; ++i)
      q[i * n + k] = a[i * n + k] / r[k * n + k];
    for (int j = k + 1; j < n; ++j) {
      r[k * n + j] = 0;
      for (int i = 0; i < m; ++i)
        r[k * n + j] += q[i * n + k] * a[i * n + j];
      for (int i = 0; i < m; ++i)
        a[i * n + j] -= q[i * n + k] * r[k * n + j];
    }
  }
  double s = 0;
  for (int i = 0; i < m * n; ++i)
    s += weight[i] * q[i] * q[i];
  for (int i = 0; i < n * n; ++i)
    s += 0.1 * i * r[i] * r[i];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V a(35), w(35);
  for (int i = 0; i < 35; ++i) {
    a[i] = x[i % 9] * (1 + 0.1 * (i % 4)) + (i % 6 == 0 ? 2 : 0);
    w[i] = x[(i * 2) % 9] + 0.01 * i;
  }
  return factor(a, w, 7, 5) + factor(a, w, 0, 3) + factor(a, w, 5, 1);
}
} // namespace orthogonal

namespace columns { // means and deviations, in place
[[ad::differentiate(forward, reverse)]]
void normalise(V &data, V &mean, V &deviation, int n, int m) {
  for (int j = 0; j < m; ++j) {
    mean[j] = 0;
    for (int i = 0; i < n; ++i)
      mean[j] += data[i * m + j];
    mean[j] /= n;
  }
  for (int j = 0; j < m; ++j) {
    deviation[j] = 0.1;
    for (int i = 0; i < n; ++i)
      deviation[j] += (data[i * m + j] - mean[j]) * (data[i * m + j] - mean[j]);
    deviation[j] = std::sqrt(deviation[j]);
    for (int i = 0; i < n; ++i)
      data[i * m + j] = (data[i * m + j] - mean[j]) / deviation[j];
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int n = 6, m = 9;
  V data(n * m), mean(m), deviation(m);
  for (int i = 0; i < n * m; ++i)
    data[i] = x[i % 9] * (1 + 0.05 * (i % 7));
  for (int t = 0; t < 2; ++t)
    normalise(data, mean, deviation, n, m);
  double s = 0;
  for (int i = 0; i < n * m; ++i)
    s += 0.1 * i * data[i];
  for (int j = 0; j < m; ++j)
    s += mean[j] * deviation[j];
  return s;
}
} // namespace columns

namespace carried { // a column reads the one before, or the row above in the next one
[[ad::differentiate(forward, reverse)]]
void left(double *a, double *s, int m, int n) {
  for (int j = 1; j < n; ++j) {
    s[j] = 0;
    for (int i = 0; i < m; ++i)
      s[j] += 0.3 * a[i * n + j - 1] * a[i * n + j];
    for (int i = 0; i < m; ++i)
      a[i * n + j] *= s[j];
  }
}
[[ad::differentiate(forward, reverse)]]
void corner(double (*a)[6], int m, int n) { // interchanged, a[i - 1][j + 1] would be the new one
  for (int j = 0; j < n - 1; ++j)
    for (int i = 1; i < m; ++i)
      a[i][j] = 0.5 * a[i][j] + 0.3 * a[i - 1][j + 1] * a[i][j];
}
[[ad::differentiate(forward, reverse)]]
void total(const double *a, double *y, int m, int n) { // all columns add to one number each row
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i)
      y[i] = 0.5 * y[i] + a[i * n + j] * a[j];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double a[36], s[6] = {1, 0, 0, 0, 0, 0}, b[6][6], y[6];
  for (int i = 0; i < 36; ++i)
    a[i] = x[i % 9] * (1 + 0.1 * (i % 4));
  for (int i = 0; i < 6; ++i) {
    y[i] = x[i];
    for (int j = 0; j < 6; ++j)
      b[i][j] = x[(i + j) % 9];
  }
  left(a, s, 6, 6);
  corner(b, 6, 6);
  total(a, y, 6, 6);
  double r = 0;
  for (int i = 0; i < 6; ++i)
    r += s[i] * a[7 * i] + b[i][5 - i] * b[i][0] + y[i] * y[i];
  return r;
}
} // namespace carried

namespace between { // numbers set between the loops; ends that the outer loop sets
[[ad::differentiate(forward, reverse)]]
void numbers(const V &a, V &b, V &c, int m, int n) {
  for (int j = 0; j < n; ++j) {
    double last = 1;
    c[j] = a[j];
    for (int i = 0; i < m; ++i)
      c[j] += a[i * n + j] * a[i * n + j];
    const double scale = 1 / (1 + c[j] * c[j]);
    last = c[j] > 1 ? scale : 2 * scale;
    for (int i = 0; i < m; ++i)
      b[i * n + j] = scale * a[i * n + j] + last;
    c[j] *= scale;
    for (int i = j; i < m; ++i)
      b[i * n + j] += c[j] * b[i * n + j];
    for (int i = 0; i < m; ++i)
      b[i * n + j] *= scale * b[i * n + j];
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int m = 7, n = 5;
  V a(m * n), b(m * n), c(n);
  for (int i = 0; i < m * n; ++i)
    a[i] = x[i % 9] * (1 + 0.1 * (i % 4));
  numbers(a, b, c, m, n);
  numbers(b, a, c, m, n);
  double s = 0;
  for (int i = 0; i < m * n; ++i)
    s += 0.1 * i * a[i] * b[i];
  return s + c[0] * c[n - 1];
}
} // namespace between

namespace overlapping { // rows of one array
[[ad::differentiate(forward, reverse)]]
void apply(const double *a, double *y, const double *x, int m, int n) {
  for (int j = 0; j < n; ++j) {
    y[j] = 0;
    for (int i = 0; i < m; ++i)
      y[j] += a[i * n + j] * x[i];
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V a(60);
  for (int i = 0; i < 60; ++i)
    a[i] = x[i % 9] * (1 + 0.1 * (i % 4));
  apply(a.data(), a.data() + 50, a.data() + 36, 6, 6);
  apply(a.data(), a.data() + 3, a.data() + 4, 6, 6); // overlap
  apply(a.data() + 1, a.data() + 36, a.data() + 36, 5, 7);
  double s = 0;
  for (int i = 0; i < 60; ++i)
    s += 0.1 * a[i] * a[59 - i];
  return s;
}
} // namespace overlapping

namespace steps { // in a loop whose number of iterations is not known: arrays lent again and again
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int n = 6;
  V a(n * n), y(n);
  for (int i = 0; i < n * n; ++i)
    a[i] = x[i % 9] * (1 + 0.1 * (i % 4));
  double s = 0;
  for (int k = 1; s < 1000 && k < n; ++k) {
    for (int j = k; j < n; ++j) {
      y[j] = 0;
      for (int i = 0; i < n; ++i)
        y[j] += a[i * n + j] * a[i * n + j] * x[k];
      for (int i = k; i < n; ++i)
        a[i * n + j] = std::sqrt(1 + a[i * n + j] * a[i * n + j]) * y[j] * 0.1;
    }
    s += y[k] * y[k] + a[k * n + k];
  }
  return s;
}
} // namespace steps

namespace ends { // sums in variables, formed where they are left, if nobody reads that before
[[ad::differentiate(forward, reverse)]]
void left(const V &a, V &y, V &z, const std::vector<int> &to, int m, int n) {
  for (int j = 0; j < n; ++j) { // twice, and used once more
    double s = y[j], t = 0;
    for (int i = 0; i < m; ++i)
      s += a[i * n + j] * a[j];
    for (int i = 0; i < m; ++i)
      t += a[i * n + j] * s;
    z[j] = s;
    y[j] = t / (1 + t * t) + s;
  }
  for (int j = 0; j < n; ++j) { // what is left there is read
    double s = 1;
    for (int i = 0; i < m; ++i)
      s += a[i * n + j] * y[j];
    y[j] = s;
  }
  for (int j = 0; j < n; ++j) { // an element that is only known then
    double s = 0.5;
    for (int i = 0; i < m; ++i)
      s += a[i * n + j] * a[i * n + j];
    const int k = to[j];
    z[k] = s * z[k];
  }
  for (int j = 0; j < n; ++j) { // a condition
    double s = 0;
    for (int i = 0; i < m; ++i)
      s += a[i * n + j] * z[j];
    if (s > 1)
      z[j] = s;
  }
  for (int j = 0; j < n; ++j) { // of another type
    float s = 0;
    for (int i = 0; i < m; ++i)
      s += 0.25f;
    double t = s;
    for (int i = 0; i < m; ++i)
      t += a[i * n + j];
    z[j] += t;
    y[j] = s;
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const int m = 11, n = 9;
  V a(m * n), y(n), z(n);
  for (int i = 0; i < m * n; ++i)
    a[i] = x[i % 9] * (1 + 0.1 * (i % 4)) * 0.4;
  for (int j = 0; j < n; ++j)
    y[j] = x[j], z[j] = 1;
  const std::vector<int> to = {3, 1, 2, 3, 8, 5, 5, 0, 7};
  left(a, y, z, to, m, n);
  left(y, a, z, to, 0, n);
  left(a, y, z, to, 1, n);
  double s = 0;
  for (int j = 0; j < n; ++j)
    s += (1 + j) * y[j] * z[j];
  return s;
}
} // namespace ends

int main() {
  CHECK_CASE(ends, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8});
  CHECK_CASE(orthogonal, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8});
  CHECK_CASE(columns, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8});
  CHECK_CASE(carried, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8});
  CHECK_CASE(between, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8});
  CHECK_CASE(overlapping, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8});
  CHECK_CASE(steps, {0.5, 0.9, -0.2, 0.4, 0.7, 1.3, 0.6, -0.3, 0.8});
  return finish();
}
