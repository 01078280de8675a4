// Functions without differentiable arguments that return objects which get derivatives later.
#include "vectors.h"
#include <array>
#include <complex>
#include <stdexcept>
#include <string>

struct Matrix {
  double a[2][2];
  static Matrix identity() {
    Matrix r{};
    for (int i = 0; i < 2; ++i)
      r.a[i][i] = 1;
    return r;
  }
  static Matrix filled(int with, int n = 2) {
    Matrix r;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        r.a[i][j] = with + i - j;
    return r;
  }
  friend Matrix operator*(const Matrix &l, const Matrix &r) {
    Matrix m = filled(0, 2);
    for (int i = 0; i < 2; ++i) {
      m.a[i][1 - i] = 0;
      for (int j = 0; j < 2; ++j)
        for (int k = 0; k < 2; ++k)
          m.a[i][j] += l.a[i][k] * r.a[k][j];
    }
    return m;
  }
  double trace() const { return a[0][0] + a[1][1]; }
};

namespace identities { // declared, assigned, passed on, chosen, in braces, in a vector
double weighted(const Matrix &m, double k) { return m.trace() * k + m.a[0][1]; }

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Matrix m = Matrix::identity();
  m.a[0][1] = x[0];
  m.a[1][0] = x[1];
  Matrix power = Matrix::identity();
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    power = power * m;
    s += weighted(Matrix::filled(i), x[2]) * power.trace();
    if (i == 2)
      m = Matrix::identity(); // what it was is forgotten
  }
  std::vector<Matrix> several{Matrix::identity(), power};
  several.push_back(Matrix::filled(2));
  several.front().a[0][0] *= x[1];
  Matrix chosen = x[0] > 0 ? Matrix::identity() : m, pair[2] = {Matrix::filled(1), power};
  chosen.a[1][1] *= x[2];
  for (const Matrix &each : several)
    s += each.trace() * chosen.a[1][1];
  return s + pair[0].a[0][0] * pair[1].a[0][1] + (Matrix::filled(3) * m).trace();
}
} // namespace identities

namespace settings { // by name; with vectors; that throw
struct Law {
  double rate = 0.5, power = 2;
  std::vector<double> weights;
};
Law law(const std::string &name) {
  Law l;
  if (name == "steep")
    l.power = 3;
  else if (name == "weighted")
    l.weights = {0.25, 1, 2};
  else if (name != "plain")
    throw std::invalid_argument(name);
  return l;
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Law steep = law("steep"), weighted = law("weighted");
  double s = 0;
  for (double v : x) {
    Law plain = law("plain");
    s += plain.rate * v * v;
    plain.rate = v;
    s *= plain.rate * steep.power;
  }
  steep.rate = s;
  for (std::size_t i = 0; i < weighted.weights.size(); ++i) {
    weighted.weights[i] *= x[i];
    s += weighted.weights[i] * steep.rate;
  }
  return s;
}
} // namespace settings

namespace other_kinds { // that change an integer; arrays, pairs and complex numbers
struct Random {
  unsigned state;
  double next() {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / 16777216.0;
  }
};
struct Point {
  double x, y;
};
Point drawn(Random &from) { return {from.next(), from.next()}; }
std::array<Point, 2> corners() { return {{{0, 1}, {1, 0.5}}}; }
std::pair<double, int> entry(int i) { return {0.5 * i, i + 1}; }
std::complex<double> unit() { return {0, 1}; }

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Random random{7};
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    Point p = drawn(random);
    p.x += x[0];
    s += p.x * p.y * x[1];
  }
  auto at = corners();
  at[1].x *= x[2];
  auto [value, n] = entry(3);
  value *= s;
  std::complex<double> z = unit();
  z *= x[0];
  return s + at[1].x * value * n + std::norm(z + 0.5) * random.next();
}
} // namespace other_kinds

int main() {
  CHECK_CASE(identities, {0.5, 1.5, -0.75});
  CHECK_CASE(settings, {0.5, 1.5, -0.75});
  CHECK_CASE(other_kinds, {0.5, 1.5, -0.75});
  return finish();
}
