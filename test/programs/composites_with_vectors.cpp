// Objects that own others of their hierarchy, among others with vectors, which end with them.
#include "vectors.h"
#include <memory>
#include <string>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Stage {
  virtual ~Stage() = default;
  virtual double push(double x) = 0;
};

struct Filter : Stage {
  V taps;
  std::string name = "a name that is too long to be kept within the object";
  explicit Filter(const V &taps) : taps(taps) {}
  double push(double x) override { return taps[0] * x + taps[1] * x * x; }
};

struct Gain : Stage {
  double by;
  explicit Gain(double by) : by(by) {}
  double push(double x) override { return by * x; }
};

struct Chain : Stage {
  std::vector<std::unique_ptr<Stage>> stages;
  double push(double x) override {
    for (auto &each : stages)
      x = each->push(x);
    return x;
  }
};

namespace one {
BOTH double f(const V &v) {
  Chain c;
  c.stages.push_back(std::make_unique<Filter>(v));
  return c.push(v[0]);
}
} // namespace one

namespace nested {
BOTH double f(const V &v) {
  Chain c;
  c.stages.push_back(std::make_unique<Filter>(v));
  auto inner = std::make_unique<Chain>();
  inner->stages.push_back(std::make_unique<Gain>(v[2]));
  inner->stages.push_back(std::make_unique<Filter>(V{v[3], v[1]}));
  c.stages.push_back(std::move(inner));
  c.stages.push_back(std::make_unique<Gain>(v[3]));
  double s = 0;
  for (double each : v)
    s += c.push(each);
  return s;
}
} // namespace nested

int main() {
  CHECK_CASE_TWICE(one);
  CHECK_CASE_TWICE(nested);
  return finish();
}
