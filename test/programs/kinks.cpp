// At kinks a documented, finite choice is made; never NaN because of the branch not taken.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double absolute(double x) {
  return std::fabs(x);
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double guarded(double x) {
  return x > 0 ? std::sqrt(x) : 0;
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double guarded_log(double x) {
  return x == 0 ? 0 : x * std::log(x);
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double smaller(double x, double y) {
  return std::min(x, y);
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double larger(double x, double y) {
  return std::fmax(x, y);
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double norm(double x, double y) {
  return std::hypot(x, y);
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double times_root(double x) {
  return x * x * std::sqrt(x);
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double masked(double x, double y) {
  return 0 * std::sqrt(y) + x;
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double down(double x) {
  return std::floor(x) + x;
}

int main() {
#ifndef NO_AD
  auto both = [](const char *what, auto reverse, auto forward) {
    double x_bar = 0, dot = NAN;
    reverse(x_bar);
    forward(dot);
    expect(what, x_bar, dot);
    return dot;
  };
  double slope = both(
      "abs", [](double &b) { absolute_reverse(0, b); },
      [](double &d) { absolute_forward(0, 1, d); });
  expect_true("abs at 0 is in [-1, 1]", slope >= -1 && slope <= 1);
  slope = both(
      "guarded sqrt", [](double &b) { guarded_reverse(0, b); },
      [](double &d) { guarded_forward(0, 1, d); });
  expect("guarded sqrt", slope, 0);
  slope = both(
      "guarded log", [](double &b) { guarded_log_reverse(0, b); },
      [](double &d) { guarded_log_forward(0, 1, d); });
  expect("guarded log", slope, 0);
  slope = both(
      "floor", [](double &b) { down_reverse(2, b); }, [](double &d) { down_forward(2, 1, d); });
  expect("floor", slope, 1);
  double a = 0, b = 0, c = 0, d = 0, dot;
  smaller_reverse(2, a, 2, b);
  expect("min at a tie: the parts add up to 1", a + b, 1);
  larger_reverse(2, c, 2, d);
  expect("fmax at a tie: the parts add up to 1", c + d, 1);
  smaller_forward(2, 1, 2, 1, dot);
  expect("min at a tie, forward", dot, 1);
  a = b = 0;
  norm_reverse(0, a, 0, b);
  expect_true("hypot at 0 is finite", std::isfinite(a) && std::isfinite(b));
  a = 0;
  times_root_reverse(0, a, 0.0);
  expect_true("a zero seed gives zero", a == 0);
  a = b = 0;
  masked_reverse(1, a, 4, b);
  expect("masked", a, 1);
  expect("masked", b, 0);
#else
  expect("values", absolute(-1) + guarded(0) + smaller(1, 2) + larger(1, 2) + norm(3, 4), 9);
  expect("values", guarded_log(0) + times_root(0) + masked(1, 4) + down(2), 5);
#endif
  return finish();
}
