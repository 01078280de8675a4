// What loops of a few iterations keep for their adjoints lies in local arrays. What would make that
// wrong: iterations that mix up their elements, loops that are left early, steps of a loop around
// them that all use the same array, memory that is overwritten between both sweeps.
#include "vectors.h"
using V = std::vector<double>;

namespace distances { // within loops that are reversed at once
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double e = 0;
  for (int i = 0; i < int(x.size()) / 3; ++i)
    for (int j = 0; j < i; ++j) {
      double square = 0.1;
      for (int k = 0; k < 3; ++k) {
        const double apart = x[3 * i + k] - x[3 * j + k];
        square += apart * apart * apart;
      }
      e += 1 / square;
    }
  return e;
}
} // namespace distances

namespace branches { // that some iterations take; with loops inside, and left early
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double e = 0;
  for (int i = 0; i < int(x.size()); ++i) {
    double p = x[i], q = 1;
    bool left = false;
    for (int k = 0; k < 4; ++k) {
      int turns = k;
      if (p * q > 0.2 * k) {
        const double d = exp(-p * q);
        p = sin(d * p + 0.1 * k);
        if (d > 0.6) {
          const double g = d * p * q;
          q += g * g;
          turns += 2;
          for (int t = 0; t < turns; ++t)
            q *= 0.9 + 0.1 * g * p;
        } else {
          q *= d * q;
        }
      } else {
        const double h = cos(p);
        p += 0.3 * h * h;
        if (k == 2 && i % 2) {
          left = true;
          break;
        }
      }
      e += turns * p * p;
    }
    e += left ? q * p : q * q;
  }
  return e;
}
} // namespace branches

namespace overwritten { // what was read is not there any more
[[ad::differentiate(forward, reverse)]]
void shift(double *x, double *y, int n) {
  for (int k = 0; k < 4; ++k) {
    const double d = x[k] - y[3 - k];
    x[k] = d * d;
    y[k] = d * x[k];
  }
  for (int i = 0; i < n; ++i)
    x[i] *= y[i];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V y = x, z = x;
  shift(y.data(), z.data(), 4);
  shift(y.data(), y.data(), 3); // one array
  return y[0] + 2 * y[1] + 3 * y[2] + y[3] * z[0] + z[1] + z[2] * z[3];
}
} // namespace overwritten

namespace steps { // a short loop that each step of a long one runs
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double p = 1, q = 0.5;
  for (int i = 0; i < 5; ++i) {
    for (int k = 0; k < 3; ++k) {
      const double d = p - x[k];
      p = sin(0.5 * d * d + q);
      q += 0.1 * d * p;
    }
    for (int t = 0; t < i; ++t)
      q *= 0.8 + 0.2 * p;
  }
  return p * q;
}
} // namespace steps

namespace counted_otherwise { // downwards, in steps, not from zero
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double p = x[0];
  for (int k = 6; k > 0; k -= 2)
    p *= sin(p * k + x[1]);
  for (int k = 5; k <= 9; k += 3) {
    const double d = x[k - 5] * p - x[1];
    p += d * d * d;
  }
  for (unsigned k = 3; k-- > 0;) {
    const double d = x[k] + p;
    p *= d;
  }
  for (int k = 3; k < 3; ++k)
    p *= x[k];
  return p;
}
} // namespace counted_otherwise

namespace left_early { // by break, continue and return
[[ad::differentiate(forward, reverse)]]
double some(const double *x, double bound) {
  double p = 1;
  for (int k = 0; k < 4; ++k) {
    const double d = x[k] - p;
    if (d > bound)
      break;
    if (d < -bound)
      continue;
    p *= 1 + d * d;
  }
  for (int k = 0; k < 4; ++k) {
    const double d = x[k] * p;
    if (d > 2 * bound)
      return d * d;
    p += d * d;
  }
  return p;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return some(x.data(), 10) + some(x.data(), 0.3) * some(x.data(), 1.2) + some(x.data(), 0.05);
}
} // namespace left_early

namespace called { // by its pair of sweeps, which have no block in common
[[ad::differentiate(forward, reverse)]]
double three(const double *x, double by) {
  double p = by;
  for (int k = 0; k < 3; ++k) {
    const double d = x[k] - p;
    p += d * d;
  }
  return p;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double p = 0.1;
  for (int i = 0; i < 4; ++i)
    p = three(x.data(), p * x[3]);
  return p;
}
} // namespace called

int main() {
  CHECK_CASE(branches, {0.3, 0.7, 1.1, -0.4, 1.6, 0.05});
  CHECK_CASE(distances, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2, -0.4});
  CHECK_CASE(overwritten, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(steps, {0.5, 0.1, -0.2});
  CHECK_CASE(counted_otherwise, {0.5, 0.1, -0.2, 0.3, 0.7});
  CHECK_CASE(left_early, {0.5, 0.9, 1.2, 0.4});
  CHECK_CASE(called, {0.5, 0.9, 1.2, 0.4});
  return finish();
}
