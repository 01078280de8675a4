// Memory behind pointers of globals, and what functions marked [[ad::constant]] refer to: read like
// constants, also after constants were written there.
#include "vectors.h"

namespace pointers {
double table[3] = {1, 2, 3};
double *rates = table;
struct Options {
  double tolerance = 1e-3;
  int calls = 0;
  [[ad::constant]] double last = 0;
};
Options defaults, *options = &defaults;
[[ad::constant]] double trace[4];
[[ad::constant]] double *traced = trace;

double weight(const double *r, double x) { return x > 9 ? r[0] : r[1] * x; }

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  options->tolerance = 0.5;
  ++options->calls;
  options->last = x[0];
  rates[2] = 4 * rates[1] - 1;
  traced[1] = x[1];
  double s = 0;
  for (double v : x)
    s += rates[2] * v * v + weight(rates, v) * options->tolerance;
  return s;
}
} // namespace pointers

namespace single {
struct Config {
  double scale = 1;
  std::vector<double> w{1, 2};
};
[[ad::constant]] Config &config() {
  static Config one;
  return one;
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Config &c = config();
  c.scale = 3;
  c.w[1] = 0.25;
  double s = 0;
  for (double v : x)
    s += c.scale * v * v * config().w[1];
  return s * s;
}
} // namespace single

int main() {
  CHECK_CASE(pointers, {0.7, 1.2});
  CHECK_CASE(single, {0.7, 1.2});
  return finish();
}
