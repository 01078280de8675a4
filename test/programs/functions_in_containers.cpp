// Local containers of std::function objects: filled where they are declared, looped over, called by
// number, passed on.
#include "vectors.h"
#include <array>
#include <cmath>
#include <functional>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace pushed {
BOTH double f(const std::vector<double> &x) {
  double a = x[0], b = x[1];
  std::vector<std::function<double(double)>> stages;
  stages.push_back([a](double t) { return a * t; });
  a *= 2; // the closure has its copy
  stages.push_back([&b](double t) { return std::sin(b * t); });
  stages.emplace_back([=](double t) { return t * t + a; });
  b += x[2];
  double y = x[2];
  for (const auto &stage : stages)
    y = stage(y);
  return y * stages.size();
}
} // namespace pushed

namespace numbered {
double cube(double t) { return t * t * t; }
BOTH double f(const std::vector<double> &x) {
  double k = x[0];
  std::vector<std::function<double(double)>> fs{[=](double t) { return k * t; }, cube,
                                                [](double t) { return std::exp(-t); }};
  double s = 0;
  for (std::size_t i = 0; i < fs.size(); ++i)
    s += fs[i](x[i]);
  for (int i = 0; i < 5; ++i)
    s += fs[(i * i) % 3](s);
  return s * fs[0](s) + fs.front()(x[1]) * fs.back()(x[2]);
}
} // namespace numbered

namespace arrays {
BOTH double f(const std::vector<double> &x) {
  std::array<std::function<double(double, double)>, 2> ops = {
      [](double a, double b) { return a * b; }, [&x](double a, double b) { return a + b * x[0]; }};
  std::function<void(double &)> steps[] = {[](double &v) { v *= v; },
                                           [&](double &v) { v += x[1]; }};
  double s = x[1];
  for (auto &op : ops)
    s = op(s, x[2]);
  for (auto step : steps)
    step(s);
  return ops[1](s, ops[0](s, x[0]));
}
} // namespace arrays

namespace passed {
double run(const std::vector<std::function<double(double)>> &fs, double t) {
  for (const auto &g : fs)
    t = g(t) * 0.5;
  return t;
}
BOTH double f(const std::vector<double> &x) {
  std::vector<std::function<double(double)>> fs{[&](double t) { return t * x[0]; },
                                                [&](double t) { return std::sin(t) + x[1]; }};
  double s = run(fs, x[2]);
  for (double v : x) {
    std::vector<std::function<double(double)>> each;
    each.push_back([v](double t) { return v * t; });
    s += run(each, s);
  }
  return s;
}
} // namespace passed

int main() {
  CHECK_CASE(pushed, {0.5, 1.5, 0.75});
  CHECK_CASE(numbered, {0.5, 1.5, 0.75});
  CHECK_CASE(arrays, {0.5, 1.5, 0.75});
  CHECK_CASE(passed, {0.5, 1.5, 0.75});
  return finish();
}
