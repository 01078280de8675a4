// Vectors of functions that loops and branches fill: what lambdas captured lies beside them.
#include "arrays.h"
#include "scalars.h"
#include <functional>
#include <vector>

namespace in_chained {
[[ad::differentiate(forward, reverse)]]
double chained(const double *x, int n) {
  std::vector<std::function<double(double)>> fs;
  for (int i = 0; i < n; ++i) {
    double a = x[i];
    fs.push_back([a](double t) { return a * t + std::sin(a); });
  }
  double r = 1;
  for (auto &g : fs)
    r = g(r);
  return r;
}
} // namespace in_chained

namespace in_layered {
[[ad::differentiate(forward, reverse)]]
double layered(const double *x, int n) {
  std::vector<std::function<double(double)>> layers;
  for (int i = 0; i < n; ++i)
    layers.emplace_back([x, i](double t) { return std::tanh(x[i] * t); });
  double y = 1;
  for (const auto &l : layers)
    y = l(y) + 0.1 * y;
  return y;
}
} // namespace in_layered

namespace in_many {
struct Net {
  std::vector<std::function<double(double)>> fs;
};
static double apply_all(const std::vector<std::function<double(double)>> &fs, double x) {
  for (const auto &g : fs)
    x = g(x);
  for (std::size_t i = 0; i < fs.size(); ++i)
    x += fs[i](x) * i;
  return x;
}
[[ad::differentiate(forward, reverse)]]
double many(const double *x, int n) {
  std::vector<std::function<double(double)>> fs, hs;
  double bias = x[0];
  fs.reserve(n);
  for (int i = 0; i < n; ++i) {
    double a = x[i];
    if (i % 2)
      fs.push_back([a, i](double t) { return std::sin(a * t) + i; });
    else
      fs.emplace_back([=, &bias](double t) { return a * t + bias * n; });
  }
  bias = x[1];
  for (int i = 0; i < 3; ++i)
    hs.push_back([&x, k = x[i] * i](double t) { return t * k + x[0]; });
  double s = apply_all(fs, 0.3) + fs.back()(x[2]) + fs.front()(x[1]) + (fs.empty() ? 1 : 2);
  for (auto g : hs)
    s += g(s * 0.1);
  for (int rep = 0; rep < 2; ++rep) {
    std::vector<std::function<double(double)>> loc;
    for (int i = 0; i < rep + 1; ++i)
      loc.push_back([rep, v = x[i] * s](double t) { return t * v + rep; });
    for (auto &g : loc)
      s += 0.01 * g(x[0]);
  }
  return s;
}
} // namespace in_many

namespace in_copies {
[[ad::differentiate(forward, reverse)]]
double copies(const double *x, int n) {
  std::vector<std::function<double(double)>> fs;
  double a = x[0];
  for (int i = 0; i < n; ++i) {
    fs.push_back([a](double t) { return a * t; });
    a += x[i];
  }
  a = 100;
  double s = 1;
  for (auto &g : fs)
    s += g(s);
  return s + a;
}
} // namespace in_copies

namespace in_chosen {
[[ad::differentiate(forward, reverse)]]
double chosen(double x, double y) {
  std::vector<std::function<double(double)>> fs;
  fs.push_back([x](double t) { return t * x; });
  if (y > 0)
    fs.push_back([y](double t) { return t + y; });
  else
    fs.push_back([](double t) { return -t; });
  fs.push_back(static_cast<double (*)(double)>(std::tanh));
  double s = 1;
  for (auto &g : fs)
    s += g(s);
  return s;
}
} // namespace in_chosen

namespace in_of_object {
struct Chain {
  double k;
  double run(const double *x, int n) const {
    std::vector<std::function<double(double)>> fs;
    for (int i = 0; i < n; ++i)
      fs.push_back([this, a = x[i]](double t) { return k * t + a; });
    double s = 0;
    for (auto &g : fs)
      s = g(s);
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double of_object(const double *x, int n) {
  Chain c{x[0]};
  return c.run(x, n) + c.run(x + 1, n - 1);
}
} // namespace in_of_object

int main() {
  CHECK_ARRAY(in_chained::chained, {0.9, -0.3, 1.4, 0.1});
  CHECK_ARRAY(in_layered::layered, {0.9, -0.3, 1.4, 0.1});
  CHECK_ARRAY(in_many::many, {0.3, -0.2, 0.5, 0.8});
  CHECK_ARRAY(in_copies::copies, {0.3, -0.2, 0.5, 0.8});
  CHECK_SCALARS(in_chosen::chosen, {0.7, 0.4});
  CHECK_ARRAY(in_of_object::of_object, {0.3, -0.2, 0.5, 0.8});
  return finish();
}
