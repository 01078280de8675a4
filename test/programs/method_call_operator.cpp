// operator() is annotated; its companions are call_forward and call_reverse.
#include "harness.h"

struct Polynomial {
  double c[3];

  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  double operator()(double x) const {
    return (c[2] * x + c[1]) * x + c[0];
  }
};

int main() {
  check(
      {0.7, 1.3, 0.4, 0.9}, 1,
      [](In x, Out y) {
        const Polynomial p{{x[0], x[1], x[2]}};
        y[0] = p(x[3]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        const Polynomial p{{x[0], x[1], x[2]}}, p_dot{{x_dot[0], x_dot[1], x_dot[2]}};
        y[0] = p.call_forward(p_dot, x[3], x_dot[3], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        const Polynomial p{{x[0], x[1], x[2]}};
        Polynomial p_bar{{x_bar[0], x_bar[1], x_bar[2]}};
        y[0] = p.call_reverse(p_bar, x[3], x_bar[3], y_bar[0]);
        copy(p_bar.c, x_bar, 3);
      }));
  return finish();
}
