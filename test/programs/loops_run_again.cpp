// Iterations that the reverse sweep runs a second time. What would make that wrong: what they read
// was overwritten in between, by themselves or others; what they write is read elsewhere; numbers
// from outside that change from one step to the next.
#include "vectors.h"
using V = std::vector<double>;

namespace pairs { // positions that are moved after the loop
[[ad::differentiate(forward, reverse)]]
double bodies(double *x, double *v, int n, int steps) {
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j) {
        double apart[2], square = 0.1;
        for (int k = 0; k < 2; ++k) {
          apart[k] = x[2 * j + k] - x[2 * i + k];
          square += apart[k] * apart[k];
        }
        const double pull = 0.1 / (square * sqrt(square));
        for (int k = 0; k < 2; ++k) {
          v[2 * i + k] += pull * apart[k];
          v[2 * j + k] -= pull * apart[k];
        }
      }
    for (int i = 0; i < 2 * n; ++i)
      x[i] += v[i];
  }
  double sum = 0;
  for (int i = 0; i < 2 * n; ++i)
    sum += x[i] * v[i];
  return sum;
}
template <int n>
[[ad::differentiate(forward, reverse)]]
double of(const V &x) {
  double at[8] = {x[0], x[1], x[2], x[3], x[4], x[5]}, v[8] = {x[6], x[7]};
  return bodies(at, v, n, 3) + x[0];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return of<3>(x) + of<2>(x) + of<1>(x) + of<0>(x);
}
[[ad::differentiate(forward, reverse)]]
double overlapping(const V &x) {
  double at[8] = {x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]};
  return bodies(at, at + 2, 3, 2);
}
} // namespace pairs

namespace read_outside { // what the loop adds to is read by others, before and after it
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double force[4] = {0, 0, 0, 0}, at[4] = {x[0], x[1], x[2], x[3]};
  double sum = 0;
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 12; ++i)
      sum += force[i % 4] * force[i % 4] * x[0];
    for (int i = 0; i < 12; ++i) {
      double p = at[i % 4];
      p = p * p + 0.1;
      p = p * at[(i + 1) % 4];
      force[i % 4] += p;
    }
    for (int i = 0; i < 4; ++i) {
      sum += force[i] * force[i] * at[i];
      at[i] = 0.5 * at[i] + 0.1 * force[i];
    }
  }
  return sum;
}
} // namespace read_outside

namespace numbers_from_outside { // scalars that change from step to step
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double out[10];
  double scale = x[0], sum = 0;
  for (int i = 0; i < 10; ++i)
    out[i] = 0;
  for (int t = 0; t < 3; ++t) {
    const double shift = scale * x[1];
    for (int i = 0; i < 10; ++i) {
      double q = x[i % 4] * scale + shift;
      q *= q;
      q += shift;
      out[i] = q * q / (1 + scale * scale);
    }
    for (int i = 0; i < 10; ++i)
      sum += out[i] * out[i];
    scale = scale * 0.7 + 0.01 * out[t];
  }
  return sum;
}
} // namespace numbers_from_outside

namespace with_branches { // an iteration decides again as it did
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double at[4] = {x[0], x[1], x[2], x[3]}, total[4] = {0, 0, 0, 0};
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 16; ++i) {
      double d = at[i / 4] - at[i % 4], e = 1;
      d = d * d;
      if (d > 0.1)
        e = d * at[0];
      else if (i % 3 == 0)
        e = e + d;
      e *= e;
      total[i / 4] += e * d;
    }
    for (int i = 0; i < 4; ++i)
      at[i] += 0.05 * total[i];
  }
  return at[0] * at[1] + at[2] * total[3];
}
} // namespace with_branches

namespace last_of_all { // several iterations store to one element: the last one counts
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double at[4] = {x[0], x[1], x[2], x[3]}, last[3] = {1, 1, 1};
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < 12; ++i) {
      double d = at[i % 4];
      d = d * d;
      d = d * d + at[t];
      last[i % 3] = d * d;
    }
    for (int i = 0; i < 4; ++i)
      at[i] = at[i] * 0.5 + 0.1 * last[i % 3];
  }
  return last[0] * last[1] + at[2] * last[2];
}
} // namespace last_of_all

namespace within_one_at_once { // a loop that is run again inside of one that is reversed at once
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  for (int p = 0; p < 3; ++p) {
    double at[4] = {x[0], x[1] * p, x[2], x[3]}, v[4] = {0, 0, 0, 0};
    for (int t = 0; t < 3; ++t) {
      for (int i = 0; i < 10; ++i) {
        double d = at[i % 4] - at[(i + 1) % 4];
        d = d * d + 0.1;
        d = d * d;
        v[i % 4] += d;
      }
      for (int i = 0; i < 4; ++i)
        at[i] += 0.1 * v[i] * v[i];
    }
    sum += at[0] * at[1] + v[2] * v[3];
  }
  return sum;
}
} // namespace within_one_at_once

int main() {
  CHECK_CASE(pairs, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2});
  CHECK_VECTOR(pairs::overlapping, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2});
  CHECK_CASE(read_outside, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(numbers_from_outside, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(with_branches, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(last_of_all, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(within_one_at_once, {0.5, 0.1, -0.2, 0.4});
  return finish();
}
