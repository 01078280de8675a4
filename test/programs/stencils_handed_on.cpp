// Adjoints of stencils in which all neighbours get the same number, which takes some arithmetic.
#include "vectors.h"
#include <cmath>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

static V spread(const V &v, int n) {
  V u(n);
  for (int i = 0; i < n; ++i)
    u[i] = v[i % 4] + 0.1 * i * v[(i + 1) % 4];
  return u;
}

namespace members {
class Heat {
  int n;
  double dx, k;
  V u, r;

public:
  Heat(const V &u, double k) : n(static_cast<int>(u.size())), dx(1.3), k(k), u(u), r(u.size()) {}
  void step() {
    for (int i = 1; i < n - 1; ++i)
      r[i] = k * (1 + 0.1 * u[i]) * (u[i - 1] - 2 * u[i] + u[i + 1]) / (dx * dx);
    for (int i = 0; i < n; ++i)
      u[i] += 0.1 * r[i];
  }
  double energy() const {
    double s = 0;
    for (double each : u)
      s += each * each;
    return s;
  }
};
BOTH double f(const V &v) {
  Heat heat(spread(v, 9), v[2]);
  for (int t = 0; t < 3; ++t)
    heat.step();
  return heat.energy();
}
} // namespace members

namespace plain {
BOTH double f(const V &v) {
  const int n = 8;
  V u = spread(v, n), r(n);
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      r[i] = (v[0] + v[1] * u[i] * u[i]) * std::sqrt(1 + u[i] * u[i]) *
             (u[i - 1] - 2 * u[i] + u[i + 1]);
    for (int i = 1; i < n - 1; ++i)
      u[i] += 0.02 * r[i];
  }
  return u[1] * u[2] + u[n - 2];
}
} // namespace plain

namespace plane {
BOTH double f(const V &v) {
  const int n = 5;
  V u = spread(v, n * n), r(n * n);
  for (int t = 0; t < 2; ++t) {
    for (int i = 1; i < n - 1; ++i)
      for (int j = 1; j < n - 1; ++j)
        r[i * n + j] = (v[3] + 0.3 * u[i * n + j]) * (1 + u[i * n + j] * v[1] * u[i * n + j]) /
                       (v[0] * v[0]) *
                       (u[i * n + j - 1] + u[i * n + j + 1] - 4 * u[i * n + j] +
                        u[(i - 1) * n + j] + u[(i + 1) * n + j]);
    for (int i = 0; i < n * n; ++i)
      u[i] += 0.01 * r[i];
  }
  return u[6] * u[7] + u[12] - u[18];
}
} // namespace plane

namespace several_numbers {
// Neighbours get different numbers.
BOTH double f(const V &v) {
  const int n = 8;
  V u = spread(v, n), r(n);
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      r[i] = (1 + v[0] * u[i]) * u[i - 1] * (v[1] + u[i - 1]) / (1 + v[2] * v[2]) * u[i + 1] *
             (2 + u[i + 1]);
    for (int i = 1; i < n - 1; ++i)
      u[i] += 0.001 * r[i];
  }
  return u[1] * u[2] + u[n - 2];
}
} // namespace several_numbers

namespace adds_to_result {
// What is stored is added to: nothing is cleared.
BOTH double f(const V &v) {
  const int n = 8;
  V u = spread(v, n), r(u);
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i)
      r[i] += (1 + v[0] * u[i] * u[i]) * (2 + v[1] * u[i]) * (u[i - 1] - u[i + 1]) / (v[2] * v[2]);
    for (int i = 1; i < n - 1; ++i)
      u[i] = 0.9 * u[i] + 0.02 * r[i];
  }
  return u[1] * u[2] + r[n - 2];
}
} // namespace adds_to_result

namespace two_results {
// Two adjoints are cleared, and neighbours get numbers of both.
BOTH double f(const V &v) {
  const int n = 8;
  V u = spread(v, n), r(n), q(n);
  for (int t = 0; t < 3; ++t) {
    for (int i = 1; i < n - 1; ++i) {
      const double d = u[i - 1] - 2 * u[i] + u[i + 1];
      r[i] = (v[0] + v[1] * u[i] * u[i]) * std::sqrt(1 + u[i] * u[i]) / (v[2] * v[2]) * d;
      q[i] = 0.3 * d * u[i];
    }
    for (int i = 1; i < n - 1; ++i)
      u[i] += 0.02 * r[i] + 0.01 * q[i];
  }
  return u[1] * u[2] + u[n - 2];
}
} // namespace two_results

namespace behind_pointers {
// What is set may be what is read, as far as anybody knows.
void step(const double *u, double *r, double *q, int n, double k) {
  for (int i = 1; i < n - 1; ++i) {
    r[i] = k * (1 + u[i] * u[i]) * std::sqrt(1 + u[i] * u[i]) / (1 + k * k) *
           (u[i - 1] - 2 * u[i] + u[i + 1]);
    q[i] = r[i] * u[i + 1] - 0.2 * u[i - 1];
  }
}
BOTH double f(const V &v) {
  const int n = 8;
  V u = spread(v, n), r(n), q(n);
  for (int t = 0; t < 2; ++t) {
    step(u.data(), r.data(), q.data(), n, v[3]);
    step(r.data(), q.data(), t ? u.data() : r.data(), n, v[2]);
    for (int i = 0; i < n; ++i)
      u[i] += 0.02 * r[i] + 0.01 * q[i];
  }
  return u[1] * u[2] + u[n - 2];
}
} // namespace behind_pointers

int main() {
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(plain);
  CHECK_CASE_TWICE(plane);
  CHECK_CASE_TWICE(several_numbers);
  CHECK_CASE_TWICE(adds_to_result);
  CHECK_CASE_TWICE(two_results);
  CHECK_CASE_TWICE(behind_pointers);
  return finish();
}
