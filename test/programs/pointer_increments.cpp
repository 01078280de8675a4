// *p++, *++p, (*p)++, p[i]--, ++*p.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double *a, int n) {
  double *p = a;
  double sum = *p++ * 2;
  sum += *++p * sum;
  (*p)++;
  ++*p;
  sum *= *p--;
  p[1]--;
  *p++ = sum;
  *p += a[0] * sum;
  return sum + n;
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0}, 5,
      [](In x, Out y) {
        copy(x, y, 4);
        y[4] = f(y, 4);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 4);
        copy(x_dot, y_dot, 4);
        y[4] = f_forward(y, y_dot, 4, y_dot[4]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[4];
        copy(x, y, 4);
        copy(y_bar, a_bar, 4);
        y[4] = f_reverse(y, a_bar, 4, y_bar[4]);
        add(a_bar, x_bar, 4);
      }));
  return finish();
}
