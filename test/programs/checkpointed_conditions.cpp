// Mode checkpointed: loops whose conditions are more than a comparison. They call functions that
// have loops, set variables that the body uses, count, or advance the simulation; against reverse
// mode bit by bit.
#include "checkpointed.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

using V = std::vector<double>;

static double norm(const V &r) {
  double s = 0;
  for (double e : r)
    s += e * e;
  return std::sqrt(s);
}
static bool large(const V &u) {
  for (double e : u)
    if (e > 2)
      return true;
  return false;
}

namespace asked { // what the condition computes has no derivative
BOTH double until(const double *x, int n, int steps) {
  V r(x, x + n);
  while (norm(r) > 1.0 / (1 + steps))
    for (int i = 0; i < n; ++i)
      r[i] = 0.5 * std::sin(r[i] * x[(i + 1) % n]);
  return r[0] + r[1];
}
BOTH double product(const double *x, int n, int steps) {
  V r(x, x + n);
  double s = 0;
  while (std::inner_product(r.begin(), r.end(), r.begin(), 0.0) > 0.1 / (1 + steps)) {
    for (auto &e : r)
      e = 0.5 * std::sin(e);
    s += r[0] * r[1];
  }
  return s;
}
BOTH double and_counted(const double *x, int n, int steps) {
  V r(x, x + n);
  for (int k = 0; k < steps && !large(r); ++k)
    for (auto &e : r)
      e += 0.1 * std::sin(e);
  return r[0] * r[n - 1];
}
BOTH double most(const double *x, int n, int steps) {
  V r(x, x + n);
  for (int k = 0; *std::max_element(r.begin(), r.end()) > 0.1 && k < steps; k++)
    for (auto &e : r)
      e = 0.7 * std::sin(e);
  return r[0] + r[1];
}
BOTH double at_the_end(const double *x, int n, int steps) {
  V r(x, x + n);
  do {
    for (auto &e : r)
      e += 0.1 * std::sin(e);
  } while (!large(r) && steps-- > 0);
  return r[0] * r[1];
}
BOTH double in_iterations(const double *x, int n, int steps) {
  V r(x, x + n);
  double s = 0;
  for (int t = 0; t < steps; ++t) {
    while (norm(r) > 1)
      for (auto &e : r)
        e *= 0.9 * std::cos(e);
    for (auto &e : r)
      e += 0.3 * std::sin(e + s);
    s = std::sin(r[t % n] + s);
  }
  return s;
}
// `continue` goes to the condition.
BOTH double continued(const double *x, int n, int steps) {
  V r(x, x + n);
  int k = 0;
  while (norm(r) > 0.3 && k < steps) {
    ++k;
    if (k % 3 == 0)
      continue;
    for (auto &e : r)
      e = 0.8 * std::sin(e) + 0.01 * k;
  }
  return r[0] * r[1];
}
BOTH double continued_at_the_end(const double *x, int n, int steps) {
  V r(x, x + n);
  int k = 0;
  do {
    ++k;
    if (k % 3 == 0)
      continue;
    for (auto &e : r)
      e = 0.8 * std::sin(e) + 0.01 * k;
  } while (norm(r) > 0.3 && k < steps);
  return r[0] * r[1];
}
} // namespace asked

namespace used { // and what has one
BOTH double set(const double *x, int n, int steps) {
  V r(x, x + n);
  double d;
  while ((d = norm(r)) > 0.1 && steps-- > 0)
    for (int i = 0; i < n; ++i)
      r[i] -= 0.1 * r[i] * x[0] / d;
  return r[0] * d;
}
BOTH double declared(const double *x, int n, int steps) {
  V r(x, x + n);
  double sum = 0;
  while (double d = large(r) || steps-- <= 0 ? 0 : norm(r)) {
    for (auto &e : r)
      e += 0.1 * std::sin(e * d);
    sum += d;
  }
  return sum;
}
static bool advance(V &u, double &t, double by) {
  for (auto &e : u)
    e += by * std::sin(e + t);
  t += by * u[0];
  return t < 3;
}
BOTH double all(const double *x, int n, int steps) {
  V u(x, x + n);
  double t = 0;
  int k = 0;
  while (advance(u, t, 0.1 * x[1]) && ++k < steps)
    u[1] *= 0.99;
  return u[0] * u[1] + t;
}
BOTH double all_at_the_end(const double *x, int n, int steps) {
  V u(x, x + n);
  double t = 0;
  int k = 0;
  do
    u[1] *= 0.99 * u[0];
  while (advance(u, t, 0.1 * x[1]) && ++k < steps);
  return u[0] * u[1] + t;
}
BOTH double all_and_continued(const double *x, int n, int steps) {
  V u(x, x + n);
  double t = 0;
  int k = 0;
  do {
    if (k % 3 == 1)
      continue;
    u[1] *= 0.99 * u[0];
  } while (advance(u, t, 0.1 * x[1]) && ++k < steps);
  return u[0] * u[1] + t;
}
struct Simulation {
  V u;
  double t = 0;
  int asked = 0;
  bool running(double end) {
    ++asked;
    return t < end && !large(u);
  }
  void advance() {
    for (auto &e : u)
      e += 0.1 * std::sin(e) * u[0];
    t += 0.1;
  }
};
BOTH double of_objects(const double *x, int n, int steps) {
  Simulation s{V(x, x + n)};
  while (s.running(0.09 * steps))
    s.advance();
  return s.u[0] * s.u[1] * s.asked;
}
} // namespace used

namespace used_by_callees {
using used::advance;
static double run(V &u, double by, int steps) {
  double t = 0;
  int k = 0;
  while (advance(u, t, 0.1 * by) && ++k < steps)
    u[1] = std::sin(u[1] * u[0]);
  for (int i = 0; i < steps; ++i)
    u[2] = std::sin(u[2]) * u[1];
  return t;
}
BOTH double called(const double *x, int n, int steps) {
  V u(x, x + n);
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += std::sin(run(u, x[1] * x[i], steps)) * u[2];
  return s * u[1] + run(u, x[2], steps);
}
// and by itself, more than once
static double tree(V &u, double by, int depth, int steps) {
  double t = 0;
  int k = 0;
  while (advance(u, t, 0.1 * by) && ++k < steps)
    u[1] = std::sin(u[1] * u[0]);
  if (depth > 0)
    t += std::sin(tree(u, 0.1 * std::sin(u[2]), depth - 1, steps)) *
         std::cos(tree(u, 0.1 * std::sin(t), depth - 1, steps));
  return t;
}
BOTH double trees(const double *x, int n, int steps) {
  V u(x, x + n);
  return tree(u, x[0], 2, steps) * u[1];
}
} // namespace used_by_callees

using namespace asked;
using namespace used;
using namespace used_by_callees;

int main() {
  with_snapshots({0, 1, 2, 3, 7}, [] {
    for (int steps : {0, 1, 2, 23}) {
      CHECK_ARRAY_STEPS(until, steps);
      CHECK_ARRAY_STEPS(product, steps);
      CHECK_ARRAY_STEPS(and_counted, steps);
      CHECK_ARRAY_STEPS(most, steps);
      CHECK_ARRAY_STEPS(at_the_end, steps);
      CHECK_ARRAY_STEPS(in_iterations, steps);
      CHECK_ARRAY_STEPS(continued, steps);
      CHECK_ARRAY_STEPS(continued_at_the_end, steps);
      CHECK_ARRAY_STEPS(set, steps);
      CHECK_ARRAY_STEPS(declared, steps);
      CHECK_ARRAY_STEPS(all, steps);
      CHECK_ARRAY_STEPS(all_at_the_end, steps);
      CHECK_ARRAY_STEPS(all_and_continued, steps);
      CHECK_ARRAY_STEPS(of_objects, steps);
      CHECK_ARRAY_STEPS(called, steps);
      CHECK_ARRAY_STEPS(trees, steps);
    }
  });
  return finish();
}
