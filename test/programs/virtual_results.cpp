// Virtual methods whose results are pointers, smart pointers and references: clones, parts,
// weights.
#include "vectors.h"
#include <memory>

struct Kernel {
  virtual ~Kernel() = default;
  virtual double operator()(double a, double b) const = 0;
  virtual std::unique_ptr<Kernel> clone() const = 0;
  virtual double &scale() = 0;
  virtual const double *inner(int i) const { return i < 0 ? &none : nullptr; }
  double none = 2;
};
struct Gaussian : Kernel {
  double length, factor = 1;
  explicit Gaussian(double length) : length(length) {}
  double operator()(double a, double b) const override {
    return factor * std::exp(-(a - b) * (a - b) / (length * length));
  }
  std::unique_ptr<Kernel> clone() const override { return std::make_unique<Gaussian>(*this); }
  double &scale() override { return factor; }
  const double *inner(int) const override { return &length; }
};
struct Linear : Kernel {
  double slope;
  explicit Linear(double slope) : slope(slope) {}
  double operator()(double a, double b) const override { return slope * a * b; }
  std::unique_ptr<Kernel> clone() const override {
    auto copy = std::make_unique<Linear>(slope);
    copy->slope *= 1.5;
    return copy;
  }
  double &scale() override { return slope; }
};

namespace clones {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::vector<std::unique_ptr<Kernel>> all, copies;
  all.push_back(std::make_unique<Gaussian>(x[0]));
  all.push_back(std::make_unique<Linear>(x[1]));
  for (const auto &each : all)
    copies.push_back(each->clone());
  std::unique_ptr<Kernel> last = copies[0]->clone();
  double s = (*last)(x[2], 0.5);
  for (const auto &each : copies)
    s += (*each)(x[2], 0.5 * s);
  return s;
}
} // namespace clones

namespace references {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  std::vector<std::unique_ptr<Kernel>> all;
  all.push_back(std::make_unique<Gaussian>(x[0]));
  all.push_back(std::make_unique<Linear>(x[1]));
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    Kernel &k = *all[i % 2];
    k.scale() *= x[2];
    s += k(x[0], x[1]) * k.scale();
    if (const double *p = k.inner(i - 1))
      s += *p * x[1];
  }
  return s;
}
} // namespace references

namespace known_objects { // whose class is known
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Linear k(x[0]);
  k.scale() += x[1];
  return k.clone()->scale() * x[2];
}
} // namespace known_objects

int main() {
  CHECK_CASE(clones, {0.9, 0.5, 0.8});
  CHECK_CASE(references, {0.9, 0.5, 0.8});
  CHECK_CASE(known_objects, {0.9, 0.5, 0.8});
  return finish();
}
