// Objects with references that callers give, and methods of such: the derivative is an object whose
// references are bound to derivatives.
#include "harness.h"
#include <vector>

struct View {
  const double &x;
  double &y;
  double k;
};

[[ad::differentiate(forward, reverse)]]
double of_view(const View &v) {
  v.y *= v.x;
  return v.k * v.x * v.y;
}

[[ad::differentiate(forward, reverse)]]
double of_views(double a, double b, const View &w) {
  View u{a, b, w.k};
  u.y += u.x * w.x;
  const View same = u;
  return same.y * w.y + same.k * same.x;
}

class Model {
  const std::vector<double> &data;
  double scale;

public:
  Model(const std::vector<double> &data, double scale) : data(data), scale(scale) {}
  double scaled() const { return scale; }
  [[ad::differentiate(forward, reverse)]]
  double loss(const std::vector<double> &w) const {
    double s = 0;
    for (std::size_t i = 0; i < data.size(); ++i)
      s += scale * (data[i] - w[i]) * (data[i] - w[i]);
    return s;
  }
};

int main() {
  check(
      {0.7, 1.3, 0.9}, 2,
      [](In x, Out y) {
        y[1] = x[1];
        y[0] = of_view(View{x[0], y[1], x[2]});
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[1] = x[1], y_dot[1] = x_dot[1];
        y[0] =
            of_view_forward(View{x[0], y[1], x[2]}, View{x_dot[0], y_dot[1], x_dot[2]}, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[1] = x[1];
        double last = y_bar[1];
        View bar{x_bar[0], last, 0};
        y[0] = of_view_reverse(View{x[0], y[1], x[2]}, bar, y_bar[0]);
        x_bar[1] += last;
        x_bar[2] += bar.k;
      }));
  check(
      {0.7, 1.3, 0.9, 0.4, 1.1}, 1,
      [](In x, Out y) {
        double at = x[3];
        y[0] = of_views(x[0], x[1], View{x[2], at, x[4]});
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        double at = x[3], at_dot = x_dot[3];
        y[0] = of_views_forward(x[0], x_dot[0], x[1], x_dot[1], View{x[2], at, x[4]},
                                View{x_dot[2], at_dot, x_dot[4]}, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double at = x[3];
        View bar{x_bar[2], x_bar[3], 0};
        y[0] =
            of_views_reverse(x[0], x_bar[0], x[1], x_bar[1], View{x[2], at, x[4]}, bar, y_bar[0]);
        x_bar[4] += bar.k;
      }));
  check(
      {0.7, 1.3, 0.9, 0.4, 1.1}, 1,
      [](In x, Out y) {
        const std::vector<double> data(x, x + 2), w(x + 2, x + 4);
        y[0] = Model(data, x[4]).loss(w);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        const std::vector<double> data(x, x + 2), w(x + 2, x + 4), data_dot(x_dot, x_dot + 2),
            w_dot(x_dot + 2, x_dot + 4);
        y[0] = Model(data, x[4]).loss_forward(Model(data_dot, x_dot[4]), w, w_dot, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        const std::vector<double> data(x, x + 2), w(x + 2, x + 4);
        std::vector<double> data_bar(x_bar, x_bar + 2), w_bar(x_bar + 2, x_bar + 4);
        Model bar(data_bar, 0);
        y[0] = Model(data, x[4]).loss_reverse(bar, w, w_bar, y_bar[0]);
        copy(data_bar.data(), x_bar, 2);
        copy(w_bar.data(), x_bar + 2, 2);
        x_bar[4] += bar.scaled();
      }));
  return finish();
}
