// pow where the formula x^y log(x) would give NaN, and its special cases.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, double y) {
  return std::pow(x, y);
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double square(double x) {
  return std::pow(x, 2);
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double general(double x, int n) {
  return std::pow(x, n);
}

int main() {
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  check(
      {2.5, -1.5}, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  check(
      {0.0}, 1, [](In x, Out y) { y[0] = square(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = square_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = square_reverse(x[0], x_bar[0], y_bar[0]);
      }));
  check(
      {-1.5}, 1, [](In x, Out y) { y[0] = square(x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = square_forward(x[0], x_dot[0], y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = square_reverse(x[0], x_bar[0], y_bar[0]);
      }));
  for (int n = 0; n < 4; ++n)
    for (double at : {-2.0, 0.0, 1.5})
      check(
          {at}, 1, [&](In x, Out y) { y[0] = general(x[0], n); },
          AD([&](In x, In x_dot, Out y, Out y_dot) {
            y[0] = general_forward(x[0], x_dot[0], n, y_dot[0]);
          }),
          AD([&](In x, Out x_bar, Out y, In y_bar) {
            y[0] = general_reverse(x[0], x_bar[0], n, y_bar[0]);
          }));
#ifndef NO_AD
  struct {
    double x, y, by_x, by_y;
  } table[] = {
      {0, 2, 0, 0},
      {0, 1, 1, 0},
      {0, 0, 0, NAN},
      {-2, 3, 12, NAN},
      {-2, 2, -4, NAN},
      {2, 0, 0, std::log(2.0)},
      {0, 3, 0, 0},
      {1, 5, 5, 0},
      {-2, 0, 0, NAN},
      {-2, -1, -0.25, NAN},
      {3, 1, 1, 3 * std::log(3.0)},
  };
  for (auto &row : table) {
    double x_bar = 0, y_bar = 0, dot;
    f_reverse(row.x, x_bar, row.y, y_bar);
    expect("by x, reverse", x_bar, row.by_x);
    f_forward(row.x, 1, row.y, 0, dot);
    expect("by x, forward, exponent fixed", dot, row.by_x);
    // Where the exponent has no derivative, only the derivative by x is promised.
    if (row.by_y == row.by_y) {
      expect("by y, reverse", y_bar, row.by_y);
      f_forward(row.x, 0, row.y, 1, dot);
      expect("by y, forward", dot, row.by_y);
    }
  }
#endif
  return finish();
}
