// What short loops compute of numbers in memory, and always the same; arrays that overlap, too.
#include "vectors.h"
#include <array>
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace bodies {
constexpr int dimensions = 3;

static void attract(const double *x, const double *mass, double *v, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      double apart[dimensions], square = 0.01;
      for (int k = 0; k < dimensions; ++k) {
        apart[k] = x[dimensions * j + k] - x[dimensions * i + k];
        square += apart[k] * apart[k];
      }
      const double pull = 1 / (square * std::sqrt(square));
      for (int k = 0; k < dimensions; ++k) {
        v[dimensions * i + k] += mass[j] * pull * apart[k];
        v[dimensions * j + k] -= mass[i] * pull * apart[k];
      }
    }
}

BOTH double f(const V &v) {
  const int n = int(v.size()) / 2 + 1;
  V x(3 * n), mass(n), speed(3 * n);
  for (int i = 0; i < 3 * n; ++i)
    x[i] = v[i % v.size()] + 0.7 * i;
  for (int i = 0; i < n; ++i)
    mass[i] = 1 + v[i] * v[i];
  attract(x.data(), mass.data(), speed.data(), n);
  double sum = 0;
  for (double s : speed)
    sum += s * s;
  return sum;
}
} // namespace bodies

// Each store changes what the next iteration multiplies with.
namespace overlapping {
[[gnu::noinline]] static void scale(double *v, const double *w, const double *x, int n) {
  for (int i = 0; i + 1 < n; ++i)
    for (int k = 0; k < 3; ++k)
      v[i + k] += w[i] * w[i + 1] * x[k];
}

BOTH double f(const V &v) {
  V all(v.size() + 8);
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = 0.5 + v[i % v.size()] * 0.3;
  const int n = int(v.size()) - 1;
  scale(all.data() + 1, all.data(), v.data(), n);     // behind one another
  scale(all.data(), all.data() + 2, all.data(), n);   // the same
  scale(all.data(), all.data() + 2, v.data() + 1, n); // ahead
  double sum = 0;
  for (size_t i = 0; i < all.size(); ++i)
    sum += double(i + 1) * all[i] * all[i];
  return sum;
}
} // namespace overlapping

namespace within {
struct Body {
  double mass = 1;
  std::array<double, 2> at{};
};

BOTH double f(const V &v) {
  std::vector<Body> bodies(v.size());
  for (size_t i = 0; i < v.size(); ++i) {
    bodies[i].mass = 1 + 0.1 * v[i];
    bodies[i].at = {v[i], 0.5 * v[i] * v[i]};
  }
  for (size_t i = 1; i < bodies.size(); ++i)
    for (int k = 0; k < 2; ++k) {
      bodies[i].at[k] -= bodies[i - 1].mass * bodies[i].mass * bodies[i - 1].at[k];
      if (bodies[i].at[k] < -2)
        bodies[i].mass *= 0.5;
    }
  double sum = 0;
  for (const Body &b : bodies)
    sum += b.mass * b.at[0] + b.at[1];
  return sum;
}
} // namespace within

// Known numbers other than literals, and loops that do not run.
namespace never {
constexpr int none = 0;

[[gnu::noinline]] static void fill(double *v, const double *w, const double *x, int n) {
  for (int k = none; k < 0; ++k)
    v[k] += w[n + 100] * w[n + 200] * x[k]; // out of reach
  for (int k = 3; k < none + 2; ++k)
    v[k] += w[n + 100] * w[n + 200] * x[k];
  for (int k = none; k <= 1; ++k)
    v[k] += w[n - 1] * w[0] * x[k];
}

BOTH double f(const V &v) {
  V to(3, v[0]);
  fill(to.data(), v.data() + 1, v.data(), int(v.size()) - 1);
  return to[0] * to[1] + to[2];
}
} // namespace never

// Reciprocals that the program forms, and quotients whose divisors multiply them.
namespace units {
BOTH double f(const V &v) {
  double sum = 0, g = 1 + v[0];
  for (size_t i = 1; i < v.size(); ++i) {
    const double square = v[i] * v[i] + v[i - 1] * v[i - 1], length = std::sqrt(square);
    const double scale = 1 / length, pull = g / (square * length);
    sum += (v[i] + 2 * v[i - 1]) * scale - 0.1 * pull * (v[i] - 3 * v[i - 1]);
  }
  const double zero = v[0] - v[0], root = std::sqrt(zero * zero + v[1] * v[1] * 0);
  return root == 0 ? sum : sum / root;
}
} // namespace units

int main() {
  const V v{0.8, -0.6, 1.3, 0.4};
  CHECK_CASE_TWICE(bodies);
  CHECK_CASE_TWICE(overlapping);
  CHECK_CASE_TWICE(within);
  CHECK_CASE_TWICE(never);
  CHECK_CASE_TWICE(units);
  return finish();
}
