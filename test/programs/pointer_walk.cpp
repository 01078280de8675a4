// A pointer that walks: *p++, p += 2, p[-1].
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  const double *p = a;
  const double *end = a + n;
  double sum = *p++;
  while (p != end) {
    sum += *p * p[-1];
    ++p;
  }
  p -= 2;
  return sum * *p + *(a + 1);
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 1.25}, 1, [](In x, Out y) { y[0] = f(x, 5); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 5, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 5, y_bar[0]); }));
  return finish();
}
