// Mode checkpointed: steps that ask const methods, of a base class and without another overload,
// and vectors that get their size ahead of the loop, while pointers lead into them.
#include "checkpointed.h"
#include <cmath>
#include <memory>
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
struct Growth : Law {
  double k, most;
  Growth(double k, double most) : k(k), most(most) {}
  double rate(double u) const override { return k * u * (1 - u / most); }
};

BOTH double by_law(const double *x, int n, int steps) {
  Decay decay(x[1]);
  Growth growth(x[2], 1 + x[3]);
  const Law *law = n > 9 ? static_cast<const Law *>(&decay) : &growth;
  double u = x[0];
  for (int t = 0; t < steps; ++t)
    u += 0.1 * law->rate(u);
  return u * u;
}

static double step(const Law &law, double u) { return u + 0.1 * law.rate(u); }
BOTH double by_reference(const double *x, int, int steps) {
  Decay decay(x[1]);
  double u = x[0];
  for (int t = 0; t < steps; ++t)
    u = step(decay, u);
  return u * u;
}

struct Chain { // not inlined
  double k;
  double rate(double u, int depth) const {
    return depth ? k * rate(std::sin(u), depth - 1) + 0.1 * u : u;
  }
};
BOTH double recursive(const double *x, int, int steps) {
  Chain chain{x[1]};
  double u = x[0];
  for (int t = 0; t < steps; ++t)
    u += 0.1 * chain.rate(u, 3);
  return u * u;
}

// Two overloads: what is not const changes the object.
class Counted {
  double k, asked = 0;

public:
  explicit Counted(double k) : k(k) {}
  double rate(double u) const { return k * std::sin(u); }
  double rate(double u) { return k * std::sin(u) + 0.01 * ++asked; }
};
BOTH double overloads(const double *x, int n, int steps) {
  Counted c(x[n - 1]);
  const Counted &same = c;
  double u = x[0];
  for (int t = 0; t < steps; ++t)
    u += 0.1 * c.rate(u) * same.rate(u);
  return u;
}

BOTH double sized_ahead(const double *x, int n, int steps) {
  std::vector<double> u(x, x + n), next;
  next.resize(n);
  double *last = &next[n - 1];
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      next[i] = u[i] + 0.1 * std::sin(u[(i + 1) % n]);
    *last += 0.1 * u[0];
    for (int i = 0; i < n; ++i)
      u[i] = next[i];
  }
  return u[0] * *last;
}

struct Grid {
  std::vector<double> u, next;
  double *left, *right;
  Grid(const double *x, int n) : u(x, x + n) {
    next.resize(n);
    left = &u[0];
    right = &next[n - 1];
  }
  void advance(int n) {
    for (int i = 0; i < n; ++i)
      next[i] = u[i] + 0.1 * std::sin(u[(i + 1) % n]);
    *right += 0.1 * *left;
    for (int i = 0; i < n; ++i)
      u[i] = next[i];
  }
};
BOTH double pointers_held(const double *x, int n, int steps) {
  Grid g(x, n);
  for (int t = 0; t < steps; ++t)
    g.advance(n);
  return *g.left * *g.right;
}

int main() {
  with_snapshots({0, 1, 3}, [] {
    for (int steps : {0, 1, 2, 23}) {
      CHECK_ARRAY_STEPS(by_law, steps);
      CHECK_ARRAY_STEPS(by_reference, steps);
      CHECK_ARRAY_STEPS(recursive, steps);
      CHECK_ARRAY_STEPS(overloads, steps);
      CHECK_ARRAY_STEPS(sized_ahead, steps);
      CHECK_ARRAY_STEPS(pointers_held, steps);
    }
  });
  return finish();
}
