// Objects without derivatives: strings, streams, generators of random numbers, clocks, containers
// of whole numbers. What they do happens once, where the primal is computed.
#include "scalars.h"
#include <bitset>
#include <chrono>
#include <deque>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

[[ad::differentiate(forward, reverse)]]
double strings(double x, double y) {
  std::string mode = "square";
  const std::string other("cube");
  mode += std::to_string(3);
  double s = x;
  for (int i = 0; i < 4; ++i) {
    std::string each = mode + "x";
    each.resize(each.size() - i);
    s = s * s / each.size() + (each == "square3" ? y : x);
    if (each.back() == 'x' && i > 0)
      break;
    if (!mode.empty())
      mode.pop_back();
  }
  if (mode.substr(0, 2) == "sq" || other < mode)
    s *= y;
  return s * other.length();
}

[[ad::differentiate(forward, reverse)]]
double random(double x, double y) {
  std::mt19937 generator(42);
  std::normal_distribution<double> normal(0, 1);
  std::uniform_int_distribution<int> digit(1, 9);
  std::uniform_real_distribution<> uniform(0.5, 1.5);
  double s = 0;
  for (int i = 0; i < 20; ++i) {
    const double z = normal(generator);
    s += std::sin(x * z) * s + y * digit(generator);
    if (uniform(generator) > 1)
      s *= 0.5 * x * uniform(generator);
  }
  return s;
}

[[ad::differentiate(forward, reverse)]]
double streams(double x, double y) {
  std::ostringstream out, log;
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i) {
    log << "x = " << x << '\n';
    out << i << std::endl;
    x *= y;
    y += x * out.str().size() * 0.01;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (took.count() < 0)
    x = 0;
  return x * y;
}

[[ad::differentiate(forward, reverse)]]
double counting(double x, double y) {
  std::map<int, int> counts = {{1, 2}, {3, 4}};
  std::unordered_map<std::string, int> named;
  std::set<int> seen;
  std::bitset<8> bits(5);
  std::deque<int> queue(3, 2);
  double s = 1;
  for (int i = 0; i < 5; ++i) {
    counts[i] = i + 1;
    counts[3] += 2;
    ++counts[i % 2];
    named[i % 2 ? "odd" : "even"] += i;
    seen.insert(i * i % 4);
    s = s * x + counts[i] * s * y + counts.at(3);
    if (counts[0] > 3)
      s *= 0.5 * x;
    queue.push_back(i);
    queue.pop_front();
    counts.erase(2);
  }
  for (const auto &each : counts)
    s += each.second * x * s;
  for (const std::string &name : std::vector<std::string>{"a", "bc"})
    s *= 1 + 0.1 * x * name.size();
  return s * named["odd"] * seen.size() * bits.count() + queue.front() * y +
         (seen.count(1) ? x : y);
}

// What lies in an object is gone when the reverse sweep comes by.
[[ad::differentiate(forward, reverse)]]
double gone(double x, double y) {
  if (x > 5)
    return x * y;
  std::string s = "a";
  for (int i = 0; i < 4; ++i) {
    std::map<int, int> m;
    int &r = m[1];
    r = i + 1;
    x *= r * x;
    r = 7;
    const int &again = m.at(1);
    y += again * x * y;
    if (x > 3)
      return x * x * s.size();
    const std::string t = s;
    s += t;
    x *= 0.1 * t.size();
  }
  std::string u = s;
  return x * y * u.size();
}

static double scaled(const std::string &how, double x, std::string copy) {
  copy += how;
  double s = x;
  for (std::size_t i = 0; i < copy.size(); ++i)
    s = std::sin(s) * (copy[i] == 'a' ? x : 2.0);
  return s;
}

struct Labelled {
  std::string label;
  double value;
};

struct Config {
  std::string name;
  int times = 3;
  double weight = 0;
  std::vector<std::string> tags;
};

[[ad::differentiate(forward, reverse)]]
double configured(double x, double y) {
  Config c;
  c.name = "x";
  c.weight = y;
  c.tags = {"a", "b"};
  Config d = c;
  d.weight = x * c.weight;
  if (d.name == "x")
    d.weight *= 2;
  return d.weight * d.times * d.tags.size();
}

static double square(const Labelled &l) { return l.value * l.value * l.label.size(); }

[[ad::differentiate(forward, reverse)]]
double passed(double x, double y) {
  std::string how = "abc";
  double s = scaled(how, x, "aa") + scaled("b", y, how + "a");
  for (int i = 0; i < 2; ++i) {
    std::string inner = how;
    inner += how;
    s *= scaled(inner, y, inner);
  }
  Labelled one{"one", x * y}, two = one;
  two.value *= x;
  two.label = "three";
  one.label += "s";
  return s * square(one) + square(two);
}

[[ad::differentiate(forward, reverse)]]
double looked_up(const std::map<std::string, int> &table, double x) {
  double s = x;
  for (const auto &[key, value] : table)
    s = s * value + x * key.size();
  auto found = table.find("two");
  if (found != table.end())
    s *= found->second * x;
  return s * table.at("one");
}

int main() {
  CHECK_SCALARS(strings, {0.7, 1.3});
  CHECK_SCALARS(random, {0.7, 1.3});
  CHECK_SCALARS(streams, {0.7, 1.3});
  CHECK_SCALARS(counting, {0.7, 0.3});
  CHECK_SCALARS(passed, {0.7, 1.3});
  CHECK_SCALARS(configured, {0.7, 1.3});
  CHECK_SCALARS(gone, {0.7, 0.3});
  CHECK_SCALARS(gone, {1.7, 0.3});
  CHECK_SCALARS(gone, {5.7, 0.3});
  static const std::map<std::string, int> table = {{"one", 3}, {"two", 2}, {"three", 5}};
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = looked_up(table, x[0]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = looked_up_forward(table, x[0], x_dot[0], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = looked_up_reverse(table, x[0], x_bar[0], y_bar[0]);
      }));
  return finish();
}
