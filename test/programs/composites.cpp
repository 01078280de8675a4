// Objects with virtual functions that own others: on the heap, as local variables, in one another.
#include "vectors.h"
#include <memory>

struct Stage {
  virtual ~Stage() = default;
  virtual double operator()(double x) const = 0;
};
struct Gain : Stage {
  double factor;
  explicit Gain(double factor) : factor(factor) {}
  double operator()(double x) const override { return factor * x; }
};
struct Negated : Stage {
  std::unique_ptr<Stage> inner;
  explicit Negated(std::unique_ptr<Stage> inner) : inner(std::move(inner)) {}
  double operator()(double x) const override { return -(*inner)(x); }
};
struct Chain : Stage {
  std::vector<std::unique_ptr<Stage>> stages;
  double offset = 0;
  Chain() = default;
  explicit Chain(double offset) : offset(offset) {}
  Chain &add(std::unique_ptr<Stage> stage) {
    stages.push_back(std::move(stage));
    return *this;
  }
  double operator()(double x) const override {
    for (const auto &each : stages)
      x = (*each)(x);
    return std::sin(x) + offset;
  }
};

namespace on_the_heap {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  auto inner = std::make_unique<Chain>();
  inner->add(std::make_unique<Gain>(x[0])).add(std::make_unique<Gain>(x[1]));
  auto outer = std::make_unique<Chain>(x[2]);
  outer->add(std::make_unique<Negated>(std::make_unique<Gain>(x[1]))).add(std::move(inner));
  std::unique_ptr<Stage> all = std::move(outer);
  return (*all)(x[2]) * (*all)(0.5);
}
} // namespace on_the_heap

namespace local_variables {
double twice(const Stage &s, double x) { return s(s(x)); }
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = x[2];
  for (int i = 0; i < 4; ++i) {
    Chain chain(x[0] * i);
    chain.add(std::make_unique<Gain>(x[1] * s));
    if (i == 1) {
      s += x[0];
      continue;
    }
    chain.add(std::make_unique<Negated>(std::make_unique<Gain>(x[2])));
    s += twice(chain, x[0]);
    if (s > 100)
      break;
  }
  Negated last{std::make_unique<Gain>(x[1])};
  return s + last(x[0]);
}
} // namespace local_variables

int main() {
  CHECK_CASE(on_the_heap, {0.9, 0.5, 0.8});
  CHECK_CASE(local_variables, {0.9, 0.5, 0.8});
  return finish();
}
