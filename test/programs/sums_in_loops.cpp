// Adjoints in memory to which every iteration of a loop adds. What would make that wrong: a read in
// between, one element reached in two ways, a loop that does not run and whose element does not
// exist.
#include "vectors.h"
using V = std::vector<double>;

namespace pairs { // x_bar[3 * i + k] for k = 0, 1, 2, and x_bar[3 * j + k]
[[ad::differentiate(forward, reverse)]]
double energy(const double *x, int n) {
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
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return energy(x.data(), int(x.size()) / 3);
}
} // namespace pairs

namespace all_pairs { // the two are one element where i == j
[[ad::differentiate(forward, reverse)]]
double product(const double *x, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      e += x[i] * sin(x[j]) * x[0];
  return e;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return product(x.data(), int(x.size()));
}
} // namespace all_pairs

namespace read_meanwhile { // the adjoint that is added to is read by the next iteration
[[ad::differentiate(forward, reverse)]]
double walk(const double *x, double *y, int n, int m) {
  for (int i = 0; i < n; ++i)
    y[i] = x[i];
  for (int j = 0; j < m; ++j)
    for (int i = 1; i < n; ++i)
      y[i] = sin(y[i]) * y[0] + y[i - 1];
  return y[n - 1] * y[0];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double y[4];
  return walk(x.data(), y, 4, 2);
}
} // namespace read_meanwhile

namespace never_run { // the loop has no iteration: `rest` leads nowhere
[[ad::differentiate(forward, reverse)]]
double scaled(const double *x, const double *rest, int n, int m) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    double s = x[i];
    for (int j = 0; j < m; ++j)
      s += rest[i] * x[j] * rest[j];
    e += s * s;
  }
  return e;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double none[1] = {x[0]};
  return scaled(x.data(), none, 3, 0);
}
} // namespace never_run

namespace backwards { // the loop of three runs from the last to the first
[[ad::differentiate(forward, reverse)]]
double turned(const double *x, int n) {
  double p = 1;
  for (int j = 0; j < n; ++j)
    for (int k = 0; k < 3; ++k)
      p = sin(p + x[k] * x[3 + j]);
  return p;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return turned(x.data(), int(x.size()) - 3);
}
} // namespace backwards

namespace numbers { // passed by value, twice the same, and on to a function that is called in a
                    // loop
[[ad::differentiate(forward, reverse)]]
double steps(const double *x, double a, double b, int n) {
  double e = 0;
  for (int i = 0; i < n; ++i) {
    if (x[i] * a > 0.3)
      break;
    for (int j = 0; j < n; ++j)
      e = sin(e + a * x[j]) + b * x[i];
  }
  while (e * a > 0.01)
    e *= b * x[0];
  return e + a;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += steps(x.data(), sum + x[k], x[0], int(x.size())) * x[1];
  return sum + steps(x.data(), x[2], x[2], 2);
}
} // namespace numbers

int main() {
  CHECK_CASE(pairs, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2, -0.4, 1.2, 0.3, 0.8});
  CHECK_CASE(all_pairs, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(read_meanwhile, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(never_run, {0.5, 0.1, -0.2});
  CHECK_CASE(backwards, {0.5, 0.1, -0.2, 0.4, 0.7});
  CHECK_CASE(numbers, {0.5, 0.1, -0.2, 0.4, 0.7});
  return finish();
}
