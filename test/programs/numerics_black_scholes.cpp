// Black-Scholes in closed form: all first-order Greeks at once.
#include "harness.h"

enum class Option { call, put };

static double normal(double x) { return 0.5 * std::erfc(-x * M_SQRT1_2); }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double price(Option kind, double spot, double strike, double rate, double volatility, double time) {
  const double s = volatility * std::sqrt(time);
  const double d1 = (std::log(spot / strike) + (rate + volatility * volatility / 2) * time) / s;
  const double d2 = d1 - s;
  const double discounted = strike * std::exp(-rate * time);
  if (kind == Option::call)
    return spot * normal(d1) - discounted * normal(d2);
  return discounted * normal(-d2) - spot * normal(-d1);
}

int main() {
  for (Option kind : {Option::call, Option::put})
    check(
        {1.1, 1.0, 0.03, 0.25, 0.75}, 1,
        [&](In x, Out y) { y[0] = price(kind, x[0], x[1], x[2], x[3], x[4]); },
        AD([&](In x, In x_dot, Out y, Out y_dot) {
          y[0] = price_forward(kind, x[0], x_dot[0], x[1], x_dot[1], x[2], x_dot[2], x[3], x_dot[3],
                               x[4], x_dot[4], y_dot[0]);
        }),
        AD([&](In x, Out x_bar, Out y, In y_bar) {
          y[0] = price_reverse(kind, x[0], x_bar[0], x[1], x_bar[1], x[2], x_bar[2], x[3], x_bar[3],
                               x[4], x_bar[4], y_bar[0]);
        }));
  return finish();
}
