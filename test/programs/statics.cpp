// Static variables of functions: tables that are filled when a function first runs, caches and
// counters of functions that are given nothing with derivatives, constants that are computed when
// the program runs, counters that nobody reads.
#include "vectors.h"
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <random>
#include <string>
#include <utility>

namespace cached {
double binomial(int n, int k) {
  static std::map<std::pair<int, int>, double> known;
  if (k == 0 || k == n)
    return 1;
  auto it = known.find({n, k});
  if (it != known.end())
    return it->second;
  return known[{n, k}] = binomial(n - 1, k - 1) + binomial(n - 1, k);
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = 0;
  for (int k = 0; k <= 5; ++k)
    s += binomial(5, k) * std::pow(x[0], k) * std::pow(x[1], 5 - k);
  return s;
}
} // namespace cached

namespace quadrature {
struct Rule {
  std::vector<double> x, w;
};

const Rule &gauss() {
  static const Rule rule{{-0.774596669241483, 0, 0.774596669241483}, {5.0 / 9, 8.0 / 9, 5.0 / 9}};
  return rule;
}

template <class F> double integrate(F g, double a, double b) {
  const Rule &r = gauss();
  double s = 0;
  for (std::size_t i = 0; i < r.x.size(); ++i)
    s += r.w[i] * g(0.5 * (a + b) + 0.5 * (b - a) * r.x[i]);
  return 0.5 * (b - a) * s;
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  return integrate([&](double t) { return std::exp(-t * x[0]); }, x[0], x[1]);
}
} // namespace quadrature

// The one object of a class, which nobody changes.
namespace single {
struct Constants {
  const std::map<std::string, double> of{{"g", 9.81}, {"k", 2.5}};
  static Constants &instance() {
    static Constants one;
    return one;
  }
  double get(const std::string &name) const { return of.at(name); }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  return x[0] * x[0] * Constants::instance().get("g") + x[1] * Constants::instance().get("k");
}
} // namespace single

// Constants of the function itself, and of one that is given derivatives.
namespace constants {
double spread(double v) {
  static const std::vector<double> w = [] {
    std::vector<double> made;
    for (int i = 0; i < 5; ++i)
      made.push_back(std::cos(0.3 * i));
    return made;
  }();
  static const double total = std::accumulate(w.begin(), w.end(), 0.0);
  double s = 0;
  for (double each : w)
    s += std::sin(each * v);
  return s / total;
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  static const std::map<std::string, int> codes{{"sin", 0}, {"exp", 1}};
  static const std::vector<std::string> program{"sin", "exp", "sin"};
  static const auto square = [](double v) { return v * v; };
  double v = x[0];
  for (const std::string &each : program)
    v = codes.at(each) == 0 ? std::sin(v * x[1]) : std::exp(-v);
  for (int i = 0; i < 3; ++i)
    v += spread(v) * square(x[1]);
  return v;
}
} // namespace constants

namespace counted {
int next() {
  static int n = 0;
  return ++n;
}

double noise(int i) {
  static std::mt19937 generator(7);
  generator.seed(i);
  return std::uniform_real_distribution<double>(0, 1)(generator);
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  static long calls = 0;
  static double last = 0;
  ++calls;
  next();
  double s = 0;
  for (double v : x) {
    if (v > 0)
      calls += 2;
    s += noise(int(v * 10)) * v * v;
  }
  last = s;
  return s * s;
}
} // namespace counted

int main() {
  CHECK_CASE(cached, {0.7, 1.2});
  CHECK_CASE(quadrature, {0.7, 1.2});
  CHECK_CASE(single, {0.7, 1.2});
  CHECK_CASE(constants, {0.7, 1.2});
  CHECK_CASE(counted, {0.72, -1.23, 0.35});
  const int before = counted::next();
  std::vector<double> x{0.72}, x_bar{0};
#ifndef NO_AD
  counted::f_reverse(x, x_bar);
#else
  counted::f(x);
#endif
  expect("calls counted once", counted::next(), before + 2);
  return finish();
}
