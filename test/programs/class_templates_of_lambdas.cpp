// Objects of class templates whose arguments have no name outside the function: the type of a
// lambda, or of a local class.
#include "arrays.h"
#include <cmath>
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

/// A stepper that keeps its stages, for a system that it is told at each step.
template <class State, class System> struct Heun {
  State first, second, ahead;
  int taken = 0;
  void step(System &system, State &x, double t, double h) {
    first.resize(x.size());
    second.resize(x.size());
    ahead.resize(x.size());
    system(x, first, t);
    for (std::size_t i = 0; i < x.size(); ++i)
      ahead[i] = x[i] + h * first[i];
    system(ahead, second, t + h);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] += h / 2 * (first[i] + second[i]);
    ++taken;
  }
};

template <class Stepper, class System, class State, class Observer>
double integrate(Stepper &stepper, System &system, State &x, double end, double h,
                 Observer observe) {
  double t = 0;
  while (t + h <= end + 1e-9) {
    observe(x, t);
    stepper.step(system, x, t, h);
    t = stepper.taken * h;
  }
  return t;
}

BOTH double oscillator(const double *x, int n) {
  using State = std::vector<double>;
  State y = {x[0], x[1]};
  auto system = [&](const State &at, State &rate, double t) {
    rate[0] = at[1];
    rate[1] = x[2] * (1 - at[0] * at[0]) * at[1] - at[0] + x[n - 1] * std::sin(t);
  };
  Heun<State, decltype(system)> stepper;
  std::vector<std::pair<double, double>> trace;
  const double end = integrate(stepper, system, y, 1.0, 0.05,
                               [&](const State &at, double t) { trace.emplace_back(t, at[0]); });
  double area = 0;
  for (std::size_t i = 0; i + 1 < trace.size(); ++i)
    area += (trace[i + 1].first - trace[i].first) * (trace[i].second + trace[i + 1].second) / 2;
  return area * y[0] + end;
}

/// Two of a kind, which nobody outside the function can name.
template <class T> struct Twins {
  T one, two;
  double both() const { return one.value() * two.value(); }
};

BOTH double twins(const double *x, int) {
  struct Scaled {
    double of, by;
    double value() const { return std::sin(of) * by; }
  };
  Twins<Scaled> t{{x[0], x[1]}, {x[2], x[3]}}, copy = t;
  copy.one.by *= t.two.of;
  return copy.both() + t.both() * x[0];
}

int main() {
  CHECK_ARRAY(oscillator, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(twins, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
