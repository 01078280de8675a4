// Loops that are checkpointed, not recorded: their steps call const methods that have no other
// overload, and vectors to which pointers lead got their size before.
// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-report 2>&1 | FileCheck %s
#include <cmath>
#include <vector>

struct Law {
  virtual ~Law() = default;
  virtual double rate(double u) const = 0;
};
struct Decay : Law {
  double k;
  explicit Decay(double k) : k(k) {}
  double rate(double u) const override { return -k * u; }
};
static double step(const Law &law, double u) { return u + 0.1 * law.rate(u); }

[[ad::differentiate(checkpointed)]]
double by_reference(const double *x, int, int steps) {
  Decay decay(x[1]);
  double u = x[0];
  // CHECK: :[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of 'u'
  for (int t = 0; t < steps; ++t)
    u = step(decay, u);
  return u * u;
}

struct Chain {
  double k;
  double rate(double u, int depth) const {
    return depth ? k * rate(std::sin(u), depth - 1) + 0.1 * u : u;
  }
};
[[ad::differentiate(checkpointed)]]
double recursive(const double *x, int, int steps) {
  Chain chain{x[1]};
  double u = x[0];
  // CHECK: :[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of 'u'
  for (int t = 0; t < steps; ++t)
    u += 0.1 * chain.rate(u, 3);
  return u * u;
}

[[ad::differentiate(checkpointed)]]
double sized_ahead(const double *x, int n, int steps) {
  std::vector<double> u(x, x + n), next;
  next.resize(n);
  double *last = &next[n - 1];
  // CHECK: :[[@LINE+1]]:3: remark: this loop is checkpointed: its iterations are run again from snapshots of 'next', 'u'
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      next[i] = u[i] + 0.1 * std::sin(u[(i + 1) % n]);
    *last += 0.1 * u[0];
    for (int i = 0; i < n; ++i)
      u[i] = next[i];
  }
  return u[0] * *last;
}
