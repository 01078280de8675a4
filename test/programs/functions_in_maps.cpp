// Maps of functions with constant keys: filled where they are declared, asked for keys that are
// known and that are not, looped over, passed on.
#include "vectors.h"
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace named {
using Table = std::map<std::string, std::function<double(double)>>;
double run(const Table &table, const std::string &name, double v) { return table.at(name)(v); }
BOTH double f(const std::vector<double> &x) {
  double k = x[1];
  Table table{{"scale", [k](double t) { return k * t; }},
              {"bend", [&](double t) { return std::sin(t) * x[2]; }}};
  k *= 2; // the first has its copy
  table["late"] = [&](double t) { return t * k; };
  table.emplace("shift", [=](double t) { return t + k; });
  table.insert({"twice", [](double t) { return 2 * t; }});
  double s = x[0];
  for (const std::string &name : {std::string("late"), std::string("bend"), std::string("shift")})
    s = run(table, name, s);
  s += table["scale"](s) + table.at("twice")(x[0]);
  return s * table.size() + table.count("none") + table.count("late");
}
} // namespace named

namespace looped {
BOTH double f(const std::vector<double> &x) {
  std::map<int, std::function<double(double)>> t;
  t[3] = [](double v) { return v * v * v; };
  t[-1] = [&](double v) { return v * x[1]; };
  double s = x[0];
  for (const auto &[power, g] : t)
    s = g(s) + power;
  for (const auto &entry : t) {
    s *= 0.5;
    s += entry.first * entry.second(x[2]);
  }
  const int i = x[0] > 1 ? 3 : -1;
  auto chosen = t.at(i);
  return s + chosen(x[1]) + t[i](x[2]);
}
} // namespace looped

namespace found {
BOTH double f(const std::vector<double> &x) {
  std::unordered_map<std::string, std::function<double(double)>> t;
  t["x"] = [&](double v) { return v * x[1]; };
  t["y"] = std::negate<double>();
  const std::string name = x[0] > 1 ? "x" : "none";
  const auto it = t.find(name);
  if (it == t.end())
    return x[0] * x[2] * t.find("y")->second(x[1]);
  return it->second(x[0]) + (t.find("y") != t.end() ? 1 : 5) * x[1];
}
} // namespace found

namespace pointers {
enum class Op { Add, Multiply, Negate };
BOTH double f(const std::vector<double> &x) {
  static const std::map<Op, double (*)(double, double)> ops = {
      {Op::Add, [](double a, double b) { return a + b; }},
      {Op::Multiply, [](double a, double b) { return a * b; }}};
  std::map<char, double (*)(double, double)> signs{{'+', [](double a, double b) { return a + b; }},
                                                   {'-', [](double a, double b) { return a - b; }}};
  double s = x[0];
  for (int i = 0; i < 3; ++i)
    s = ops.at(i % 2 ? Op::Multiply : Op::Add)(s, x[i]);
  for (char c : std::string("+-*")) {
    auto it = signs.find(c);
    if (it != signs.end())
      s = it->second(s, x[2] * s);
  }
  return s;
}
} // namespace pointers

namespace of_the_program {
const std::map<std::string, std::function<double(double)>> activations = {
    {"tanh", [](double t) { return std::tanh(t); }},
    {"soft", [](double t) { return std::log1p(std::exp(t)); }}};
BOTH double f(const std::vector<double> &x) {
  double s = 0;
  for (const auto &[name, g] : activations)
    s += g(x[0]) * name.size();
  return s + activations.at("soft")(x[1]) * x[2];
}
} // namespace of_the_program

namespace missing {
BOTH double f(const std::vector<double> &x) {
  std::map<std::string, std::function<double(double)>> t{{"x", [&](double v) { return v * x[1]; }}};
  const std::string name = x[0] > 100 ? "x" : "y";
  return t.at(name)(x[0]);
}
} // namespace missing

int main() {
#define CHECK_ALL(...)                                                                             \
  CHECK_CASE(named, __VA_ARGS__);                                                                  \
  CHECK_CASE(looped, __VA_ARGS__);                                                                 \
  CHECK_CASE(found, __VA_ARGS__);                                                                  \
  CHECK_CASE(pointers, __VA_ARGS__);                                                               \
  CHECK_CASE(of_the_program, __VA_ARGS__)
  CHECK_ALL({0.5, 1.5, -0.75});
  CHECK_ALL({1.25, 0.25, 0.75});
  const std::vector<double> x = {0.5, 1.5, -0.75};
  std::vector<double> x_bar(3);
  std::string thrown;
  try {
    missing::f_reverse(x, x_bar, 1);
  } catch (const std::out_of_range &) {
    thrown = "out_of_range";
  }
  expect_true("a key that is not there throws", thrown == "out_of_range" && x_bar[0] == 0);
  return finish();
}
