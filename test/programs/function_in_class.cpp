// Companions are visible from the next line of the class on, and used there; access is kept.
#include "harness.h"

class Model {
  double k;

  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  double hidden(double x) const {
    return k * x * x;
  }

public:
  explicit Model(double k) : k(k) {}
  double key() const { return k; }
#ifndef NO_AD
  double slope(double x) const {
    Model bar(0);
    double x_bar = 0;
    hidden_reverse(bar, x, x_bar);
    return x_bar + bar.k;
  }
#endif

  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  double twice(double x) const;

  struct Inner {
    [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
    static double f(double x) {
      return x * x;
    }
  };
};

double Model::twice(double x) const { return hidden(x) + hidden(2 * x) + Inner::f(x); }

int main() {
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = Model(x[0]).twice(x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = Model(x[0]).twice_forward(Model(x_dot[0]), x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Model bar(x_bar[0]);
        y[0] = Model(x[0]).twice_reverse(bar, x[1], x_bar[1], y_bar[0]);
        x_bar[0] = bar.key();
      }));
#ifndef NO_AD
  expect("slope", Model(0.5).slope(3), 3 + 9);
#endif
  return finish();
}
