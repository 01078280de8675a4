// What only a branch uses is not reversed where the branch was not taken. What would make that
// wrong: uses outside of the branch, adjoints that every iteration adds to, values that are
// infinite, or have infinite derivatives, where they are not used.
#include "vectors.h"
using V = std::vector<double>;

namespace nearest { // the last candidate that was taken is all that counts
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double least = 1e300;
  for (int i = 0; i < 4; ++i) {
    double square = 0;
    for (int j = 0; j < 2; ++j) {
      const double apart = x[2 * i + j] - 0.3 * j;
      square += apart * apart;
    }
    if (square < least)
      least = square;
  }
  return least * x[0];
}
} // namespace nearest

namespace two_at_once { // two values for one branch
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double most = x[0], of = 1;
  for (int i = 1; i < 6; ++i) {
    const double a = x[i] * x[i], b = sin(x[i]) + a;
    if (a > most) {
      most = a;
      of = b;
    }
  }
  return most * of;
}
} // namespace two_at_once

namespace kept_on { // the branch adds to what it found
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = x[5];
  for (int i = 0; i < 5; ++i) {
    const double a = exp(x[i]);
    if (x[i] > 0.2)
      sum = sum * 0.5 + a;
  }
  return sum;
}
} // namespace kept_on

namespace read_in_between { // each iteration reads the largest so far
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double most = x[0], sum = 0;
  for (int i = 1; i < 6; ++i) {
    if (x[i] > most)
      most = x[i];
    sum += most * x[i];
  }
  return sum;
}
} // namespace read_in_between

namespace used_after { // outside of the branch, too
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  for (int i = 0; i < 6; ++i) {
    const double a = x[i] * x[i];
    double b = 0;
    if (x[i] > 0.4)
      b = a * x[0];
    sum += b * a;
    if (x[i] > 0.7)
      sum += a;
  }
  return sum;
}
} // namespace used_after

namespace infinite { // the derivative of what is not used
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    double gap = 0;
    for (int j = 0; j < 3; ++j)
      gap += (x[j] - x[i]) * (x[j] - x[i]) * x[3];
    const double root = sqrt(gap - gap), inverse = 1 / (gap - gap);
    if (x[i] > 100)
      sum += root + inverse;
    sum += gap;
  }
  return sum;
}
} // namespace infinite

namespace with_record { // what the reverse sweep takes back stays outside of the branch
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double best = 0;
  for (int i = 0; i < 3; ++i) {
    double p = 1;
    for (int j = 0; j < 2; ++j)
      p = sin(p * x[i + j]);
    if (p > best)
      best = p;
  }
  return best * best;
}
} // namespace with_record

int main() {
  CHECK_CASE(nearest, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2});
  CHECK_CASE(two_at_once, {0.5, 0.1, -0.9, 0.4, 1.7, 0.9});
  CHECK_CASE(kept_on, {0.5, 0.1, -0.9, 0.4, 1.7, 0.9});
  CHECK_CASE(read_in_between, {0.5, 0.1, 0.9, 0.4, 1.7, 0.3});
  CHECK_CASE(used_after, {0.5, 0.1, 0.9, 0.45, 1.7, 0.3});
  CHECK_CASE(infinite, {0.5, 0.1, 0.9, 0.45});
  CHECK_CASE(with_record, {0.5, 0.7, 0.9, 0.45});
  return finish();
}
