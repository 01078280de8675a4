// Loops of simulations: objects behind pointers to their base, what a step allocates and frees,
// elements of maps, generators of random numbers. What others may hold is recorded.
// RUN: %clang_ad_plugin -Wall -Wextra -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-report 2>&1 | FileCheck %s --check-prefix=REPORT
#include <cmath>
#include <map>
#include <memory>
#include <random>

struct Memory {
  virtual ~Memory() = default;
  virtual double next(double x) = 0;
};
struct Fading : Memory {
  double mean;
  explicit Fading(double m) : mean(m) {}
  double next(double x) override { return mean = 0.9 * mean + 0.1 * std::sin(x); }
};
// CHECK-LABEL: double remembers_checkpointed(
// CHECK:         ad::checkpoints snapshots(n, *made, x_1);
// CHECK:           const double next_value = m_1->next(x_1);
[[ad::differentiate(checkpointed)]]
double remembers(double x, int n) {
  std::unique_ptr<Memory> m = std::make_unique<Fading>(x);
  for (int t = 0; t < n; ++t)
    x += 0.1 * m->next(x);
  return x;
}

// CHECK-LABEL: double makes_checkpointed(
// CHECK:         ad::checkpoints x_1_snapshots(n, x_1);
// CHECK:           ad::iteration_memory memory(tape);
// CHECK-NEXT:      double *w = new double[2]();
// CHECK:           delete[] w;
// CHECK:         // reverse sweep
// CHECK:           ad::iteration_memory memory(tape);
// CHECK-NEXT:      for (int k = x_1_snapshots.restore(t); k < t; ++k) {
// CHECK:             delete[] w_1;
// CHECK:           double *w_bar = tape.zeros<double>(2);
// CHECK:           tape.delete_array_at_end(w);
[[ad::differentiate(checkpointed)]]
double makes(double x, int n) {
  for (int t = 0; t < n; ++t) {
    auto w = std::make_unique<double[]>(2);
    w[0] = std::sin(x);
    w[1] = w[0] * w[0];
    x = w[1] + 0.5 * w[0];
  }
  return x;
}

// CHECK-LABEL: double counts_checkpointed(
// CHECK:         ad::checkpoints snapshots(n, writes, x_1);
// CHECK:           double *const entry = &m[key];
// CHECK-NEXT:      static_cast<void>(&(*m_bar)[key]);
// CHECK-NEXT:      writes.keep(entry);
// CHECK-NEXT:      *entry += 0.1 * x_1;
[[ad::differentiate(checkpointed)]]
double counts(double x, int n) {
  std::map<int, double> m;
  for (int t = 0; t < n; ++t) {
    m[t % 5] += 0.1 * x;
    x = std::sin(x * m[t % 3]);
  }
  return x;
}

// CHECK-LABEL: double walk_checkpointed(
// CHECK:         ad::checkpoints snapshots(n, g, d, x_1);
[[ad::differentiate(checkpointed)]]
double walk(double x, int n) {
  std::mt19937 g(42);
  std::normal_distribution<double> d(0, 1);
  for (int t = 0; t < n; ++t)
    x += 0.1 * std::sin(x) * d(g);
  return x;
}

// What an object of a class derived from Memory holds is not known here.
[[ad::differentiate(checkpointed)]]
double feeds(Memory &m, double x, int n) {
  // REPORT: checkpointed_simulations.cpp:[[@LINE+1]]:3: warning: 'feeds_checkpointed' records this loop, in memory that grows with its iterations: it is not known which elements behind a pointer it writes to
  for (int t = 0; t < n; ++t)
    x += 0.1 * m.next(x);
  return x;
}
