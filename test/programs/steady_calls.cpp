// Calls that loops make again and again with the same arguments, and such that only look like it.
#include "vectors.h"
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace numbers {
BOTH double f(const V &v) {
  double s = 0;
  for (size_t i = 0; i < v.size(); ++i)
    s += v[i] * std::exp(-v[0] * v[1]) + std::sqrt(v[2]) * std::pow(v[3], 1.5);
  return s;
}
} // namespace numbers

namespace pairs {
BOTH double f(const V &v) {
  const int n = 5, d = int(v.size());
  double s = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      double r = 0;
      for (int k = 0; k < d; ++k) {
        const double t = (0.3 * i - 0.2 * j + k) / std::exp(v[k]);
        r += t * t;
      }
      s += std::exp(-0.1 * r) * std::sqrt(v[0]);
    }
  return s;
}
} // namespace pairs

// Where the loop does not run, no root of zero is drawn, and none differentiated.
namespace none {
static double part(double x, int n, int m) {
  double s = x;
  for (int i = 0; i < n; ++i)
    for (int j = i; j < m; ++j)
      s += j * std::sqrt(x - x);
  return s;
}
BOTH double f(const V &v) {
  double s = part(v[0], 0, 3) + part(v[1], -1, 2) + part(v[2], 3, 0) + part(v[3], 2, -7);
  const double *nothing = nullptr;
  const int no = int(v.size()) - 4;
  for (int i = 0; i < no; ++i)
    for (int k = 0; k < 3; ++k)
      s += std::log(nothing[k]) * v[0];
  for (int i = 0; i < 2; ++i)
    for (int k = 0; k < no - 1; ++k)
      s += std::log(nothing[k]) * v[1];
  return s;
}
} // namespace none

// What the arguments are made of changes.
namespace changing {
BOTH double f(const V &v) {
  V u = v;
  double t = v[0], s = 0;
  for (int i = 0; i < 3; ++i) {
    for (size_t k = 0; k < u.size(); ++k)
      s += std::exp(-u[k]);
    for (size_t k = 0; k < u.size(); ++k)
      s += std::exp(-v[k]) * std::log(t);
    u[i] += v[3] * s;
    t += 0.5;
  }
  return s;
}
} // namespace changing

// Which calls are made depends on numbers, or on what came before.
namespace sometimes {
BOTH double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    if (v[i] > 1)
      s += std::log(v[i] - 1 + v[0] * 0) + std::sqrt(v[2]);
    s += v[1] > 1 ? std::sqrt(v[1] - 1) : std::sqrt(1 - v[1] * v[1]);
  }
  for (int i = 0; i < 4; ++i) {
    if (s > 3)
      break;
    s += std::exp(v[3]);
  }
  for (int i = 0; i < 4; ++i) {
    if (i == 2)
      continue;
    s += std::exp(v[1]) * v[i];
  }
  return s;
}
} // namespace sometimes

// By way of small functions and names.
namespace named {
struct Wave {
  double k, w;
  double at(double x, double t) const {
    const double speed = std::sqrt(9.81 * k);
    return std::sin(w * x - speed * t) * std::tanh(k);
  }
};
BOTH double f(const V &v) {
  const Wave wave{v[0], v[1]};
  double s = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 3; j >= 1; --j) {
      const double twice = 2 * v[2], more = twice + v[3];
      s += wave.at(v[2] + i, 0.1 * j) + std::cos(more);
    }
  return s;
}
} // namespace named

// Functions of the counter alone, and of the counters of two loops.
namespace counters {
BOTH double f(const V &v) {
  double s = 0;
  for (unsigned i = 0; i < 3; ++i)
    for (unsigned j = 1; j < v.size(); ++j)
      s += std::pow(v[0], j) * std::sqrt(double(j)) + std::cos(v[1] * (i + j)) * v[i];
  return s;
}
} // namespace counters

// The result goes where an argument comes from: the caller may pass one array twice.
namespace overlapping {
[[ad::differentiate(forward, reverse)]] void scale(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += std::exp(-x[0]) * y[i];
}
BOTH double f(const V &v) {
  V u = v;
  scale(u.data(), u.data(), 2);
  scale(u.data() + 1, u.data() + 2, 2);
  return u[0] + 2 * u[1] + 3 * u[2] + 4 * u[3];
}
} // namespace overlapping

int main() {
  CHECK_CASE_TWICE(numbers);
  CHECK_CASE_TWICE(pairs);
  CHECK_CASE_TWICE(none);
  CHECK_CASE_TWICE(changing);
  CHECK_CASE_TWICE(sometimes);
  CHECK_CASE_TWICE(named);
  CHECK_CASE_TWICE(counters);
  CHECK_CASE_TWICE(overlapping);
  return finish();
}
