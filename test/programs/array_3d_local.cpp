// A three-dimensional local array, summed along each axis in turn.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  double t[2][3][2];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      for (int k = 0; k < 2; k++)
        t[i][j][k] = a[(i * 6 + j * 2 + k) % n] * (1 + k);
  double product = 1;
  for (int j = 0; j < 3; j++) {
    double sum = 0.5;
    for (int i = 0; i < 2; i++)
      for (int k = 0; k < 2; k++)
        sum += t[i][j][k] * t[1 - i][2 - j][k];
    product *= sum;
  }
  return product;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 1.0, 1.25}, 1, [](In x, Out y) { y[0] = f(x, 5); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 5, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 5, y_bar[0]); }));
  return finish();
}
