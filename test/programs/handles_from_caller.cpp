// Vectors of pointers as parameters.
#include "vectors.h"
[[ad::differentiate(forward, reverse)]]
void scale(std::vector<double *> &cells, const std::vector<const double *> &by) {
  for (std::size_t i = 0; i < cells.size(); ++i) {
    *cells[i] *= *by[i];
    if (i > 0)
      *cells[i] += *cells[i - 1];
  }
}
int main() {
  check(
      {0.3, 0.7, 1.1, 0.5}, 2,
      [](In x, Out y) {
        y[0] = x[0];
        y[1] = x[1];
        std::vector<double *> c{y, y + 1};
        scale(c, {x + 2, x + 3});
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = x[0];
        y[1] = x[1];
        y_dot[0] = x_dot[0];
        y_dot[1] = x_dot[1];
        std::vector<double *> c{y, y + 1}, c_dot{y_dot, y_dot + 1};
        scale_forward(c, c_dot, {x + 2, x + 3}, {x_dot + 2, x_dot + 3});
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = x[0];
        y[1] = x[1];
        double b[2] = {y_bar[0], y_bar[1]};
        std::vector<double *> c{y, y + 1}, c_bar{b, b + 1};
        std::vector<const double *> by_bar{x_bar + 2, x_bar + 3};
        scale_reverse(c, c_bar, {x + 2, x + 3}, by_bar);
        x_bar[0] += b[0];
        x_bar[1] += b[1];
      }));
  return finish();
}
