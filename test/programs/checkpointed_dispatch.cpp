// Checkpointed steps and calls that write, by virtual functions, to what objects lead to whose
// class is not the one that is seen: that is put back before they are run again, or they are
// recorded.
#include "checkpointed.h"
#include <cmath>
#include <memory>
#include <vector>

struct Action {
  virtual ~Action() = default;
  virtual void run(double z) const = 0;
};
struct Damp : Action {
  double *o;
  explicit Damp(double *o) : o(o) {}
  void run(double z) const override { o[0] *= std::sin(z + o[0]); }
};
struct Stepper {
  virtual ~Stepper() = default;
  virtual void step(double z) = 0;
  virtual double get() const { return 1; }
};
struct Own : Stepper {
  double s;
  explicit Own(double s) : s(s) {}
  void step(double z) override { s = std::sin(s * z) + 0.1; }
  double get() const override { return s; }
};
struct Elsewhere : Stepper {
  double *o;
  explicit Elsewhere(double *o) : o(o) {}
  void step(double z) override { o[0] = std::sin(o[0] * z) + o[1]; }
  double get() const override { return o[0]; }
};

static void again(const Action &a, double z, int n) {
  for (int t = 0; t < n; ++t)
    a.run(z);
}
BOTH double constant(double x, int n) {
  double o[2] = {x, 2 * x};
  Damp d(o);
  again(d, x * x + 1, n);
  return o[0] * o[1];
}

static void deeper(const Action &a, double z, int n) {
  if (n == 0)
    return;
  for (int i = 0; i < 3; ++i)
    a.run(z);
  deeper(a, z, n - 1);
}
BOTH double constant_in_recursion(double x, int n) {
  double o[2] = {x, 2 * x};
  Damp d(o);
  deeper(d, x * x + 1, n);
  return o[0] * o[1];
}

static void steps(Stepper &s, double z, int n) {
  if (n == 0)
    return;
  for (int i = 0; i < 3; ++i)
    s.step(z);
  steps(s, z, n - 1);
}
BOTH double changing_in_recursion(double x, int n) {
  double o[2] = {x, 0.3 * x};
  Elsewhere e(o);
  steps(e, 1 + x, n);
  return o[0];
}

BOTH double owned(double x, int n) {
  double o[2] = {x, 0.3 * x};
  std::vector<std::unique_ptr<Stepper>> all;
  all.push_back(std::make_unique<Elsewhere>(o));
  all.push_back(std::make_unique<Own>(x));
  for (int t = 0; t < n; ++t)
    for (auto &s : all)
      s->step(0.5 + x);
  return all[0]->get() + all[1]->get() * o[0];
}

/// A call whose record is large, for the caller asked for it.
[[ad::differentiate(reverse, checkpointed)]] void marked(const Action &a, double z, int d) {
  if (d == 0)
    return;
  a.run(z);
  marked(a, z, d - 1);
}
BOTH double of_marked(double x, int n) {
  double o[2] = {x, 2 * x};
  Damp d(o);
  marked(d, x * x + 1, n);
  return o[0] * o[1];
}

int main() {
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 40}) {
      CHECK_STEPS(constant, n);
      CHECK_STEPS(constant_in_recursion, n);
      CHECK_STEPS(changing_in_recursion, n);
      CHECK_STEPS(owned, n);
      CHECK_STEPS(of_marked, n);
    }
  });
  return finish();
}
