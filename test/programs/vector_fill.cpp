// Vectors that are filled with an element: a number, a vector, a record, an array.
#include "vectors.h"
#include <array>

namespace rows {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<double> w(3, v[0] * v[1]);
  std::vector<std::vector<double>> m(2, w);
  m[1][2] *= v[2];
  w[2] = 7;
  return m[0][2] * m[1][1] * m[1][2] + w[0];
}
} // namespace rows

namespace temporaries {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<std::vector<double>> a(2, std::vector<double>(3, v[0])), b(2, {v[1], v[2]}),
      c(2, std::vector<double>(2, 0.5)), d(2, std::vector<double>(2));
  a[0][1] *= v[1];
  c[1][0] *= v[2];
  d[0][1] += a[0][1];
  return a[0][1] * a[1][1] + b[0][0] * b[1][1] + c[0][0] + c[1][0] + d[0][1] * d[0][1] + d[1][0];
}
} // namespace temporaries

namespace in_loop {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  double s = 1;
  for (int i = 0; i < 3; ++i) {
    std::vector<std::vector<double>> m(i + 1, std::vector<double>(2, v[i] * s));
    for (auto &row : m)
      for (double &e : row)
        s += e *= v[2];
  }
  return s;
}
} // namespace in_loop

namespace grown {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<std::vector<double>> m(1, v);
  m.resize(3, std::vector<double>(2, v[1]));
  m.resize(4, m[0]);
  m[3][1] *= v[2];
  std::vector<std::vector<double>> n;
  n.assign(2, m[3]);
  n[0][0] = v[1];
  return m[0][1] * m[2][1] * m[3][1] + n[1][1] * n[0][0] * n[1][0];
}
} // namespace grown

namespace records {
struct P {
  double x, y;
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  const P p{v[0], v[1] * v[2]};
  std::vector<P> a(3, p);
  a[1].x *= v[1];
  a.resize(5, a[1]);
  a.resize(6, P{v[2], 1});
  double s = 0;
  for (const P &each : a)
    s += each.x * each.y * s + each.x;
  return s;
}
} // namespace records

namespace deep {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<std::vector<std::vector<double>>> m(2, std::vector<std::vector<double>>(2, v));
  m[0][1][2] *= v[0];
  m[1][0][2] = m[0][1][2] * v[1];
  return m[1][1][2] * m[1][0][2] + m[0][1][2];
}
} // namespace deep

namespace arrays {
struct P {
  double x, y;
};
struct Held {
  std::vector<std::array<double, 3>> rows;
  Held(int n, double a) : rows(n, {a, a * a, 1}) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<std::array<double, 2>> a(3, {v[0], 1});
  a[1][0] *= v[2];
  a.resize(5, {v[1], v[0]});
  double s = 0;
  for (auto &e : a)
    s = s * 0.5 + e[0] * e[1];
  a.assign(2, {v[1], v[2]});
  std::vector<std::array<P, 2>> records(2, {P{v[0], v[1]}, P{1, v[2]}});
  records[1][0].x *= s;
  Held held(2, v[1]);
  held.rows[0][1] = v[0];
  for (int t = 0; t < 2; ++t) {
    std::vector<std::array<double, 2>> sums(2, {0, 0});
    for (int i = 0; i < 2; ++i)
      sums[i][t] += a[i][t] * records[t][i].x + held.rows[i][1];
    for (auto &[x, y] : sums)
      s += x * x + y;
  }
  return s;
}
} // namespace arrays

int main() {
  CHECK_CASE(rows, {0.3, 0.7, 1.1});
  CHECK_CASE(temporaries, {0.3, 0.7, 1.1});
  CHECK_CASE(in_loop, {0.3, 0.7, 1.1});
  CHECK_CASE(grown, {0.3, 0.7, 1.1});
  CHECK_CASE(records, {0.3, 0.7, 1.1});
  CHECK_CASE(deep, {0.3, 0.7, 1.1});
  CHECK_CASE(arrays, {0.3, 0.7, 1.1});
  return finish();
}
