// std::function converts arguments and results to those of the function that it holds.
#include "vectors.h"
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

namespace numbers {
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  std::map<std::string, std::function<double(double)>> table;
  table["zero"] = [](double) { return 0; };
  table["step"] = [](double x) { return x > 0.5; };
  table["round"] = [](double x) { return int(x * 10 + 0.35); };
  table["square"] = [&](double x) { return x * x * v[0]; };
  double s = 0;
  for (const char *name : {"zero", "step", "round", "square"})
    s += table[name](v[1]) * v[2];
  std::function<double(int)> times = [&](double x) { return x * v[3]; };
  return s + times(3) + times(int(v[0] * 4 + 0.1));
}
} // namespace numbers

namespace factories { // of the classes of a hierarchy
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Disc : Shape {
  double r;
  explicit Disc(double r) : r(r) {}
  double area() const override { return 3 * r * r; }
};
struct Box : Shape {
  double w, h;
  Box(double w, double h) : w(w), h(h) {}
  double area() const override { return w * h; }
};
class Factory {
  std::map<std::string, std::function<std::unique_ptr<Shape>(double, double)>> makers;

public:
  Factory() {
    makers["disc"] = [](double a, double) { return std::make_unique<Disc>(a); };
    makers["box"] = [](double a, double b) { return std::make_unique<Box>(a, b); };
  }
  std::unique_ptr<Shape> make(const std::string &name, double a, double b) const {
    auto it = makers.find(name);
    if (it == makers.end())
      throw std::invalid_argument("no " + name);
    return it->second(a, b);
  }
};
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  Factory factory;
  std::vector<std::unique_ptr<Shape>> shapes;
  shapes.push_back(factory.make("disc", v[0], 0));
  shapes.push_back(factory.make("box", v[1], v[2]));
  std::function<std::shared_ptr<Shape>(double)> shared = [](double a) {
    return std::make_shared<Disc>(a);
  };
  double s = shared(v[3])->area();
  for (const auto &shape : shapes)
    s *= shape->area();
  return s;
}
} // namespace factories

namespace classes { // by value, by reference, and what may be none
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  std::function<std::optional<double>(double)> root = [](double x) { return std::sqrt(x); };
  std::function<std::vector<double>(std::vector<double>)> twice = [](const std::vector<double> &x) {
    auto y = x;
    y[0] *= 2;
    return y;
  };
  std::function<double(const std::vector<double> &)> first = [](std::vector<double> x) {
    x[0] *= x[1];
    return x[0];
  };
  std::function<void(double &)> raise = [&](double &x) {
    x += v[2];
    return x;
  };
  double z = v[3];
  raise(z);
  return root(v[0]).value_or(1.0) * first(v) * z * twice(v)[0];
}
} // namespace classes

// What it is given becomes an int first, and what it returns in the end.
namespace truncated {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::function<double(int)> square = [](double x) { return x * x + 1; };
  std::function<int(double)> twice = [](double x) { return x * 2; };
  std::function<double(const double &)> sine = [](double x) { return std::sin(x); };
  const double between = 2.7;
  return square(static_cast<int>(between)) * v[0] + twice(v[1]) * v[2] +
         sine(v[3]) * square(v[0] + 1.45);
}
} // namespace truncated

int main() {
  CHECK_CASE_TWICE(numbers);
  CHECK_CASE_TWICE(factories);
  CHECK_CASE_TWICE(classes);
  CHECK_CASE_TWICE(truncated);
  return finish();
}
