// A const method: this_dot and this_bar come first.
#include "harness.h"

struct Line {
  double slope, offset;

  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  double at(double x) const {
    return slope * x * x + offset * this->slope;
  }

  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  double zero() const;
};

double Line::zero() const { return -offset / slope; }

int main() {
  check(
      {0.7, 1.3, 0.4}, 1, [](In x, Out y) { y[0] = Line{x[0], x[1]}.at(x[2]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        const Line line{x[0], x[1]}, line_dot{x_dot[0], x_dot[1]};
        y[0] = line.at_forward(line_dot, x[2], x_dot[2], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        const Line line{x[0], x[1]};
        Line line_bar{x_bar[0], x_bar[1]};
        y[0] = line.at_reverse(line_bar, x[2], x_bar[2], y_bar[0]);
        x_bar[0] = line_bar.slope;
        x_bar[1] = line_bar.offset;
      }));
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = Line{x[0], x[1]}.zero(); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        const Line line{x[0], x[1]}, line_dot{x_dot[0], x_dot[1]};
        y[0] = line.zero_forward(line_dot, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        const Line line{x[0], x[1]};
        Line line_bar{x_bar[0], x_bar[1]};
        y[0] = line.zero_reverse(line_bar, y_bar[0]);
        x_bar[0] = line_bar.slope;
        x_bar[1] = line_bar.offset;
      }));
  return finish();
}
