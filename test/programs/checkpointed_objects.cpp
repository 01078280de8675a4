// Mode checkpointed: simulations as classes, whose loops ask objects whether to go on, and arrays
// that each iteration fills anew, against reverse mode bit by bit.
#include "checkpointed.h"
#include <cmath>
#include <numeric>
#include <vector>

class Simulation {
  std::vector<double> u;
  double t = 0;

public:
  double k;
  Simulation(const double *x, int n) : u(x, x + n), k(x[1]) {}
  bool running(double end) const { return t < end && !large(); }
  bool large() const {
    for (double e : u)
      if (e > 2.5)
        return true;
    return false;
  }
  void advance() {
    double most = 0;
    for (double e : u)
      most += e * e;
    const double dt = most > 3 ? 0.05 : 0.1;
    for (double &e : u)
      e += dt * std::cos(e * k);
    t += dt;
  }
  double sum() const { return std::accumulate(u.begin(), u.end(), 0.0); }
};
BOTH double asked(const double *x, int n, int steps) {
  Simulation s(x, n);
  while (s.running(0.09 * steps))
    s.advance();
  const double sum = s.sum();
  while (s.running(0.12 * steps))
    s.advance();
  return sum * s.sum();
}

// What it asks changes after the loop.
static bool settled(const std::vector<double> &limits, double s) {
  for (double limit : limits)
    if (s < limit)
      return false;
  return true;
}
BOTH double changed_after(const double *x, int n, int steps) {
  std::vector<double> limits(n, 0.8);
  double s = x[0];
  for (int t = 0; t < steps; ++t) {
    s = std::sin(s) * x[t % n] + 0.3;
    if (settled(limits, s))
      s *= 0.9;
    for (int k = 0; k < t % 3 && !settled(limits, s); ++k)
      s += 0.1 * x[k];
  }
  for (double &limit : limits)
    limit = 0.1;
  return settled(limits, s) ? s : 2 * s;
}

// Filled anew, and read after the loop; overwritten there; not all of it.
BOTH double scratch(const double *x, int n, int steps) {
  double next[5] = {x[0], x[1]}, u[5];
  const double before = std::sin(next[0]) * next[1];
  for (int i = 0; i < n; ++i)
    u[i] = x[i];
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      next[i] = std::sin(u[i]) * u[(i + 1) % n];
    for (int i = 0; i < n; ++i)
      u[i] = next[i] + 0.1;
  }
  double s = before;
  for (int i = 0; i < n; ++i)
    s += next[i] * next[i] * u[i];
  next[0] = s;
  for (int t = 0; t < steps; ++t)
    next[0] = std::cos(next[0]) * next[1];
  return s * next[0];
}
BOTH double scratch_vectors(const double *x, int n, int steps) {
  std::vector<double> u(x, x + n), next(n), slope(n);
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      slope[i] = std::sin(u[i]) - u[(i + 1) % n];
    for (int i = 0; i < n; ++i)
      next[i] = u[i] + 0.1 * slope[i];
    for (int i = 0; i < n; ++i)
      u[i] = next[i] * 0.99;
    if (t % 4 == 1)
      continue;
    u[0] += 0.01 * slope[1];
  }
  return u[0] * slope[2] + next[3];
}
BOTH double partly(const double *x, int n, int steps) {
  double a[5] = {1, 2, 3, 4, 5}, s = x[0];
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n - 1; ++i)
      a[i] = std::sin(s + x[i]);
    s = a[0] * a[n - 2] + 0.1 * a[n - 1];
    if (s > 0.3)
      a[n - 1] = s;
  }
  return s + a[4];
}
// A loop in a loop that reads what the iteration before has left.
BOTH double left_over(const double *x, int n, int steps) {
  double a[5] = {x[0], x[1], x[2], x[3], x[4]}, s = x[0];
  for (int t = 0; t < steps; ++t) {
    s += 0.1 * a[t % n];
    for (int k = 0; k < steps; ++k) {
      for (int i = 0; i < n; ++i)
        a[i] = std::sin(s + x[i]);
      for (int i = 1; i < n; ++i)
        s = 0.5 * s + 0.1 * a[i] * a[i - 1];
    }
  }
  return s * a[2];
}

int main() {
  with_snapshots({0, 1, 2, 3, 7}, [] {
    for (int steps : {0, 1, 2, 23}) {
      CHECK_ARRAY_STEPS(asked, steps);
      CHECK_ARRAY_STEPS(changed_after, steps);
      CHECK_ARRAY_STEPS(scratch, steps);
      CHECK_ARRAY_STEPS(scratch_vectors, steps);
      CHECK_ARRAY_STEPS(partly, steps);
      CHECK_ARRAY_STEPS(left_over, steps);
    }
  });
  return finish();
}
