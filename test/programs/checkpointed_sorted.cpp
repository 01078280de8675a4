// Mode checkpointed: loops that sort what they carry, against reverse mode bit by bit.
#include "checkpointed.h"
#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <vector>

using V = std::vector<double>;

BOTH double sorted(const double *x, int n, int steps) {
  V a(x, x + n);
  for (int k = 0; k < steps; ++k) {
    std::sort(a.begin(), a.end());
    a[0] = std::sin(a[0]) + a[1];
  }
  return a[0] * a[n - 1];
}
BOTH double median(const double *x, int n, int steps) {
  V a(x, x + n);
  for (int k = 0; k < steps; ++k) {
    V b = a;
    std::nth_element(b.begin(), b.begin() + n / 2, b.end());
    for (auto &e : a)
      e = std::sin(e) + 0.1 * b[n / 2];
  }
  return a[0] * a[1];
}
BOTH double backwards(const double *x, int n, int steps) {
  V a(x, x + n);
  for (int k = 0; k < steps; ++k) {
    std::sort(a.begin(), a.end(), std::greater<>());
    a[0] = std::sin(a[0]) + 0.1 * a[1];
    std::sort(a.rbegin(), a.rend());
    a[n - 1] *= 1.1 + 0.01 * a[0];
    std::partial_sort(a.begin(), a.begin() + 2, a.end());
    a[0] *= 1.1;
    std::stable_sort(a.begin() + 1, a.end());
  }
  return a[0] + a[1] * a[2];
}
BOTH double queue(const double *x, int n, int steps) {
  std::deque<double> a(x, x + n);
  for (int k = 0; k < steps; ++k) {
    std::sort(a.begin(), a.end());
    a.push_back(0.5 * std::sin(a.front()) + a[1]);
    a.pop_front();
  }
  return a[0] * a[1];
}
struct Particle {
  double x, weight;
};
BOTH double particles(const double *x, int n, int steps) {
  std::vector<Particle> a;
  for (int i = 0; i < n; ++i)
    a.push_back({x[i], x[i] * x[0]});
  for (int k = 0; k < steps; ++k) {
    std::sort(a.begin(), a.end(), [](const Particle &p, const Particle &q) { return p.x < q.x; });
    a[0].x = std::sin(a[0].weight) + a[1].x;
    for (Particle &p : a)
      p.weight *= 0.8 + 0.1 * p.x;
  }
  return a[0].x + a[1].weight;
}
BOTH double by_index(const double *x, int n, int steps) {
  V a(x, x + n);
  for (int k = 0; k < steps; ++k) {
    std::vector<std::size_t> order(n);
    for (int i = 0; i < n; ++i)
      order[i] = i;
    std::sort(order.begin(), order.end(),
              [&](std::size_t i, std::size_t j) { return a[i] < a[j]; });
    a[order[0]] = std::sin(a[order[1]]) + a[order[0]];
  }
  return a[0] * a[1];
}
// Memory of the caller's: what is sorted is read.
static void step(double *u, int n) {
  std::sort(u, u + n);
  u[0] = std::sin(u[0]) + u[1];
}
BOTH double of_callers(const double *x, int n, int steps) {
  double u[5] = {x[0], x[1], x[2], x[3], x[4]}, s = 0;
  for (int k = 0; k < steps; ++k) {
    step(u, n);
    s += u[0] * u[1];
  }
  return s;
}

int main() {
  with_snapshots({0, 1, 2, 3, 7}, [] {
    for (int steps : {0, 1, 2, 23}) {
      CHECK_ARRAY_STEPS(sorted, steps);
      CHECK_ARRAY_STEPS(median, steps);
      CHECK_ARRAY_STEPS(backwards, steps);
      CHECK_ARRAY_STEPS(queue, steps);
      CHECK_ARRAY_STEPS(particles, steps);
      CHECK_ARRAY_STEPS(by_index, steps);
      CHECK_ARRAY_STEPS(of_callers, steps);
    }
  });
  return finish();
}
