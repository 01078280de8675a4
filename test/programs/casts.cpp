// double to int and back, to float and back, C style, functional and static_cast.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  int k = static_cast<int>(x * 3);
  double whole = (double)k;
  double part = x - whole / 3;
  unsigned char c = (unsigned char)(y * 10);
  bool b = x;
  long double wide = y;
  return part * y * k + double(c) * x + b + static_cast<double>(wide * x) + int(y);
}

int main() {
  check(
      {1.23, 1.77}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  return finish();
}
