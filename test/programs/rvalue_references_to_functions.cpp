// Parameters that are rvalue references to functions.
#include "vectors.h"
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

double square(double x) { return x * x; }
double cube(double x) { return x * x * x; }
double (*operation)(double) = square;

BOTH double called(double x, double (&&f)(double)) { return f(x); }

namespace passed_on {
double apply(double x, double (&&f)(double)) { return f(x); }
BOTH double f(const std::vector<double> &v) { return apply(v[0], square) * apply(v[1], cube); }
} // namespace passed_on

int main() {
  double x_bar = 0, dot = 0;
  expect("called", called_reverse(3, x_bar, square, 1), 9);
  expect("called, reverse", x_bar, 6);
  called_forward(3, 1, square, dot);
  expect("called, forward", dot, 6);
  CHECK_CASE_TWICE(passed_on);
  return finish();
}
