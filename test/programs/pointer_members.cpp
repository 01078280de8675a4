// A struct that holds pointers to the caller's arrays.
#include "harness.h"

struct View {
  const double *data;
  double *out;
  int n;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const View &v, double x) {
  double sum = 0;
  for (int i = 0; i < v.n; ++i) {
    v.out[i] = v.data[i] * x + v.out[i] * v.out[i];
    sum += v.out[i] * x;
  }
  return sum;
}

int main() {
  check(
      {0.7, 1.3, 0.9, 0.2, 0.4}, 3,
      [](In x, Out y) {
        copy(x + 2, y, 2);
        y[2] = f(View{x, y, 2}, x[4]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x + 2, y, 2);
        copy(x_dot + 2, y_dot, 2);
        y[2] = f_forward(View{x, y, 2}, View{x_dot, y_dot, 2}, x[4], x_dot[4], y_dot[2]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double out_bar[2] = {y_bar[0], y_bar[1]};
        copy(x + 2, y, 2);
        View v_bar{x_bar, out_bar, 2};
        y[2] = f_reverse(View{x, y, 2}, v_bar, x[4], x_bar[4], y_bar[2]);
        add(out_bar, x_bar + 2, 2);
      }));
  return finish();
}
