// A matrix as a vector of vectors, as parameter and local; rows by reference.
#include "vectors.h"

static double trace(const std::vector<std::vector<double>> &m) {
  double t = 0;
  for (std::size_t i = 0; i < m.size(); ++i)
    t += m[i][i];
  return t;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const std::vector<std::vector<double>> &a) {
  const std::size_t n = a.size();
  std::vector<std::vector<double>> c(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      double s = 0;
      for (std::size_t k = 0; k < n; ++k)
        s += a[i][k] * a[k][j];
      c[i][j] = s;
    }
  double t = trace(c);
  for (auto &row : c)
    for (double &x : row)
      x *= t;
  for (const auto &row : c)
    t += row[0] * row.back() * row.size();
  std::vector<std::vector<double>> ragged;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<double> row(i + 1, a[i][0]);
    row[i] *= c[i][i];
    ragged.push_back(row);
  }
  for (const auto &row : ragged)
    for (double x : row)
      t += x * x;
  return t;
}

static std::vector<std::vector<double>> rows(In x) { return {{x[0], x[1]}, {x[2], x[3]}}; }

int main() {
  check(
      {0.5, 1.5, -0.75, 0.3}, 1, [](In x, Out y) { y[0] = f(rows(x)); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(rows(x), rows(x_dot), y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        std::vector<std::vector<double>> bar; // sized and zeroed by the companion
        y[0] = f_reverse(rows(x), bar, y_bar[0]);
        for (int i = 0; i < 4; ++i)
          x_bar[i] += bar[i / 2][i % 2];
      }));
  return finish();
}
