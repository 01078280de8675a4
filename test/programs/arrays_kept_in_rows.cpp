// Small arrays that each iteration fills and then reads, which are kept as a whole. What would make
// that wrong: elements that are set once more behind the copy, or in one branch only; reads of what
// the iteration before has left; iterations that end early, or never run; other names for the
// array.
#include "vectors.h"
#include <array>
using V = std::vector<double>;

namespace sizes {
constexpr int wide = 3;
const int high = wide + 1;
struct shape {
  static const int deep = 2;
};
} // namespace sizes

namespace tables { // two dimensions, constants as bounds, loops inside of one another
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  using namespace sizes;
  double state[4] = {x[0], x[1], x[2], x[3]}, sum = 0;
  for (int t = 0; t < 9; ++t) {
    double a[4][3], b[3][2];
    for (int i = 0; i < high; ++i)
      for (int j = 0; j < wide; ++j)
        a[i][j] = state[i] * (1 + 0.3 * j) + 0.1 * t;
    for (size_t i = 0; i < wide; ++i)
      for (short k = 0; k < shape::deep; ++k)
        b[i][k] = a[i][k] * a[i + 1][k] - 0.2 * a[0][i];
    for (int i = 0; i < high; ++i)
      for (int j = 0; j < wide; ++j)
        for (int k = 0; k < shape::deep; ++k)
          sum += a[i][j] * b[j][k] * (k + 1);
    for (int i = 0; i < high; ++i) {
      double next = 0.1;
      for (int j = 0; j < wide; ++j)
        next += a[i][j] * a[(i + 1) % 4][j] * b[j][i % 2];
      state[i] = 0.2 * sin(next);
    }
  }
  return sum + state[0] * state[3];
}
} // namespace tables

namespace outside_of_the_loop { // what one iteration leaves, the next one reads first
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double a[3] = {x[0], x[1], x[2]}, sum = 0;
  for (int t = 0; t < 9; ++t) {
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        sum += a[k] * a[l] * x[3] * (t + k);
    for (int k = 0; k < 3; ++k)
      a[k] = a[k] * sin(a[k]) + 0.1 * x[k];
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        sum += a[k] * a[l] * (1 + k * l);
  }
  return sum;
}
} // namespace outside_of_the_loop

namespace set_once_more { // behind some of its readers, or where a condition holds
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0, carry = x[0];
  for (int t = 0; t < 9; ++t) {
    double a[3];
    for (int k = 0; k < 3; ++k)
      a[k] = carry * x[k] + 0.1 * t;
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        sum += a[k] * a[l] * x[3];
    if (carry > x[1])
      a[1] = carry * carry;
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        sum += sin(a[k] * a[l]);
    a[2] = sum * 0.01;
    carry = 0.3 * a[0] * a[1] + a[2];
  }
  return sum + carry;
}
} // namespace set_once_more

namespace ends_early { // some iterations never come to the copy, or to what reads it
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0, carry = x[0];
  for (int t = 0; t < 9; ++t) {
    double a[2];
    if (t % 3 == 1)
      continue;
    for (int k = 0; k < 2; ++k)
      a[k] = carry * x[k] + 0.1 * t;
    if (sum > 20)
      break;
    for (int k = 0; k < 2; ++k)
      for (int l = 0; l < 2; ++l)
        sum += a[k] * a[l] * (1 + l);
    if (t == 5 && sum > x[3])
      return sum * carry;
    carry = a[0] * a[1] * 0.5;
  }
  return sum + carry;
}
} // namespace ends_early

namespace never_runs {
[[ad::differentiate(forward, reverse)]]
double times(const double *x, int n) {
  double sum = 0, carry = x[0];
  for (int t = 0; t < n; ++t)
    for (int u = n; u < t; ++u) {
      double a[2];
      for (int k = 0; k < 2; ++k)
        a[k] = carry * x[k];
      for (int k = 0; k < 2; ++k)
        for (int l = 0; l < 2; ++l)
          sum += a[k] * a[l];
      carry = a[0] * a[1];
    }
  return sum + carry;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return times(x.data(), 0) + 2 * times(x.data(), 3);
}
} // namespace never_runs

namespace other_names { // pointers, callees that write
double last_and_bump(double *a, int n) {
  a[n - 1] += 0.5;
  return a[n - 1] > 100 ? last_and_bump(a, n - 1) : a[0] * a[n - 1];
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0, carry = x[0];
  for (int t = 0; t < 9; ++t) {
    double a[3], b[3];
    for (int k = 0; k < 3; ++k) {
      a[k] = carry * x[k];
      b[k] = carry + x[k];
    }
    double *p = a + t % 2;
    for (int k = 0; k < 2; ++k)
      for (int l = 0; l < 3; ++l)
        sum += a[k] * a[l] * b[k] * b[l];
    *p = sin(sum);
    sum += last_and_bump(b, 3);
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        sum += a[k] * a[l] * b[k] * b[l];
    carry = a[1] * b[2] * 0.1;
  }
  return sum + carry;
}
} // namespace other_names

namespace by_a_closure { // that has the array by reference, and is called behind its readers
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0, carry = x[0];
  for (int t = 0; t < 9; ++t) {
    double b[3];
    for (int k = 0; k < 3; ++k)
      b[k] = carry + x[k];
    auto scale = [&](double by) {
      for (double &each : b)
        each *= by;
    };
    for (int k = 0; k < 3; ++k)
      for (int l = 0; l < 3; ++l)
        sum += b[k] * b[l] * b[k] * b[l];
    scale(0.3);
    carry = b[1] * b[2] * 0.1;
  }
  return sum + carry;
}
} // namespace by_a_closure

namespace unknown_rounds { // inner loops of any length; a loop around that does not count
[[ad::differentiate(forward, reverse)]]
double walk(const double *x, int n, double until) {
  double sum = 0, carry = x[0];
  while (sum < until) {
    for (int t = n; t > 0; t -= 2) {
      double a[8];
      for (int k = 0; k < t; ++k)
        a[k] = carry * x[k % 4] + 0.2 * k;
      for (int k = 0; k < t; ++k)
        for (int l = 0; l <= k; ++l)
          sum += a[k] * a[l] * 0.3;
      for (int k = 0; k < t; ++k)
        if (a[k] > 0.33)
          sum += a[k] * a[k];
      carry = 0.5 * a[0] * a[t - 1];
    }
    sum += 1;
  }
  return sum + carry;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return walk(x.data(), 5, 7) + walk(x.data(), 1, 3) + walk(x.data(), 0, 2);
}
} // namespace unknown_rounds

namespace run_again { // iterations that the reverse sweep runs once more read the array, too
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double state[4] = {x[0], x[1], x[2], x[3]}, sum = 0;
  for (int t = 0; t < 9; ++t) {
    double a[16];
    for (int k = 0; k < 16; ++k)
      a[k] = state[k % 4] * (1 + 0.1 * k);
    for (int k = 0; k < 16; ++k) {
      double d = a[k] - a[(k + 5) % 16];
      d = d * d + 0.1;
      d = d * a[(k + 3) % 16];
      sum += d * d;
    }
    for (int k = 0; k < 4; ++k)
      state[k] = 0.3 * sin(a[k] * a[15 - k]);
  }
  return sum;
}
} // namespace run_again

namespace of_records { // numbers of arrays in a struct, an array of float, std::array
struct pair {
  double a[2];
};
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0, carry = x[0];
  for (int t = 0; t < 9; ++t) {
    pair p;
    std::array<double, 2> q;
    long double r[2];
    for (int k = 0; k < 2; ++k) {
      p.a[k] = carry * x[k];
      q[k] = carry + x[k];
      r[k] = carry - x[k];
    }
    for (int k = 0; k < 2; ++k)
      for (int l = 0; l < 2; ++l)
        sum += p.a[k] * q[l] * double(r[k] * r[l]) * p.a[l] * q[k];
    carry = p.a[0] * q[1] * 0.4;
  }
  return sum + carry;
}
} // namespace of_records

int main() {
  CHECK_CASE(tables, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(outside_of_the_loop, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(set_once_more, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(ends_early, {0.9, 1.1, -0.2, 0.4});
  CHECK_CASE(ends_early, {0.9, 1.1, -0.2, -40.0});
  CHECK_CASE(never_runs, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(other_names, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(by_a_closure, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(unknown_rounds, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(run_again, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(of_records, {0.5, 0.1, -0.2, 0.4});
  return finish();
}
