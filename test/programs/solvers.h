// Functions, and an object that holds some.
#ifndef AD_TEST_SOLVERS_H
#define AD_TEST_SOLVERS_H

#include <functional>
#include <utility>
#include <vector>

using F = std::function<double(double)>;

static inline F make(double k) {
  return [k](double x) { return k * x + 1; };
}

static inline F compose(F a, F b) {
  return [a, b](double x) { return a(b(x)); };
}

struct Solver {
  F f;
  std::vector<F> fs;
  void set(F g) { f = std::move(g); }
  void add(F g) { fs.push_back(std::move(g)); }
  double run(double x) const { return f ? f(x) : x; }
  double all(double x) const {
    for (const auto &g : fs)
      x = g(x);
    return x;
  }
};

#endif
