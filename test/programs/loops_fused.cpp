// Loops whose iterations meet only in sums: each is reversed right after it has run. What would
// make that wrong: sums that are read too early or scaled too late, inputs that are overwritten
// behind the loop, memory that is reached by two names.
#include "vectors.h"
using V = std::vector<double>;

namespace scaled { // what the sum's adjoint depends on is known ahead of the loop
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0, other = 0;
  for (int i = 0; i < 3; ++i) {
    const double d = x[i] - 0.5;
    sum += d * d * x[0];
    other += sin(d);
  }
  const double scale = exp(-x[1]);
  const double mean = sum / 3;
  return scale * mean - 2 * other / x[2];
}
} // namespace scaled

namespace dependent { // it is not: the adjoint of the sum takes the sum
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += x[i] * x[i];
  double root = sqrt(sum), weighted = 0;
  for (int i = 0; i < 3; ++i)
    weighted += x[i] * root;
  return weighted * root;
}
} // namespace dependent

namespace scaled_between { // two loops add to one sum, which is scaled between them
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = x[0];
  for (int i = 0; i < 3; ++i)
    sum += x[i] * x[i];
  sum *= x[1];
  for (int i = 0; i < 3; ++i)
    sum += sin(x[i]);
  sum = sum / 2;
  sum += x[2] * x[2];
  return sum;
}
} // namespace scaled_between

namespace read_before { // the sum's first value is needed by what came before the loop
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = x[0] * x[1];
  const double square = sum * sum;
  for (int i = 0; i < 3; ++i)
    sum += x[i] * square;
  return sum * 3 + square;
}
} // namespace read_before

namespace overwritten_after { // what the loop reads changes behind it
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double a[3] = {x[0] * x[1], x[1], x[2] * x[0]}, factor = x[2];
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += a[i] * a[i] * factor;
  a[1] = a[0] * a[2];
  factor *= a[1];
  double other = 0;
  for (int i = 0; i < 3; ++i)
    other += a[i] * factor * x[i];
  return sum + 2 * other;
}
} // namespace overwritten_after

namespace through_pointers { // the result is written over what was read
static void squares(const double *x, int n, double *to) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * x[i] * x[i];
  *to = sum;
}
[[ad::differentiate(forward, reverse)]]
void in_place(double *x, int n, double *to) {
  squares(x, n, to);
  squares(x, n, to + 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double a[4] = {x[0], x[1], x[2], 1};
  in_place(a, 4, a + 1);
  double sum = 0;
  for (int i = 0; i < 4; ++i)
    sum += a[i] * x[i % 3];
  return sum;
}
} // namespace through_pointers

namespace nested { // loops within, which have nothing but sums in common, too
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double total = 0;
  for (int i = 0; i < 3; ++i) {
    double scale = x[i];
    for (int j = i + 1; j < 3; ++j) {
      double square = 0.1;
      for (int k = 0; k < 2; ++k) {
        const double apart = x[i] * (k + 1) - x[j];
        square += apart * apart;
      }
      total += 1 / square;
      scale += square * x[j];
    }
    scale *= scale;
    for (int j = 0; j < i; ++j)
      total += scale * x[j];
    total -= scale;
  }
  return total / 7;
}
} // namespace nested

namespace arrays { // memory of an iteration's own, reached by pointers
static double largest(const double *v, int n) {
  double m = v[0];
  for (int i = 1; i < n; ++i)
    if (v[i] > m)
      m = v[i];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += exp(v[i] - m);
  return m + log(sum);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double weights[3], sums[2] = {0, 0};
  for (int c = 0; c < 3; ++c) {
    weights[c] = exp(x[c]);
    sums[c % 2] += x[c];
  }
  double total = 0;
  for (int i = 0; i < 4; ++i) {
    double term[3], moved[3];
    for (int c = 0; c < 3; ++c) {
      moved[c] = weights[c] * (i - x[c]);
      term[c] = sums[c % 2] - moved[c] * moved[c];
      double *t = &term[c];
      *t *= 0.5;
    }
    total += largest(&term[0], 3);
  }
  double prior = 0;
  for (int c = 0; c < 3; ++c)
    prior += weights[c] * weights[c] * sums[0];
  return total - 3 * largest(x.data(), 3) + prior;
}
} // namespace arrays

namespace jumps { // within an iteration, and out of it
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0, stopped = 0;
  for (int i = 0; i < 5; ++i) {
    if (i == 1)
      continue;
    double y = x[i % 3];
    for (int j = 0; j < 9; ++j) {
      if (y > 2)
        break;
      y = y * 1.7 + x[0];
    }
    int n = i;
    while (n > 0) {
      y += x[n % 3] * y;
      n -= 2;
    }
    sum += y;
  }
  for (int i = 0; i < 5; ++i) {
    if (x[i % 3] * i > 1.5)
      break;
    stopped += x[i % 3] * x[i % 3];
  }
  return sum + stopped;
}
} // namespace jumps

namespace vectors { // adjoints of vectors that are made ahead of the loop
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V a(x.size()), b(2 * x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    a[i] = x[i] * x[0];
    b[2 * i] = a[i] * i;
    b[2 * i + 1] = sin(a[i]);
  }
  double sum = 0;
  for (std::size_t i = 0; i < b.size(); ++i)
    sum += b[i] * a[i / 2];
  return 3 * sum;
}
} // namespace vectors

namespace thrown { // no adjoint is touched before what may throw has run
static double checked(double y) {
  if (y > 100)
    throw 1;
  return y * y;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double sum = 0;
  for (int i = 0; i < 3; ++i)
    sum += x[i] * x[i];
  double more = 0;
  for (int i = 0; i < 3; ++i)
    more += checked(x[i] * 90);
  return sum + more;
}
static void leaves_adjoints_alone() {
#ifndef NO_AD
  const V x = {0.5, 0.7, 1.2};
  V bar = {1, 2, 3};
  bool caught = false;
  try {
    f_reverse(x, bar, 1);
  } catch (int) {
    caught = true;
  }
  expect_true("adjoints after an exception", caught && bar == V{1, 2, 3});
#endif
}
} // namespace thrown

namespace grown { // the adjoint of a vector that grows has its shape behind the forward sweep only
[[ad::differentiate(forward, reverse)]]
double f(V &x) {
  x.push_back(x[0] * x[1]);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i];
  return sum;
}
static void has_right_gradient() {
#ifndef NO_AD
  V x = {2, 3}, bar;
  expect("value", f_reverse(x, bar, 1), 49);
  expect_true("gradient", bar == V{40, 30});
#endif
}
} // namespace grown

int main() {
  CHECK_CASE(scaled, {0.3, 0.7, 1.1});
  CHECK_CASE(dependent, {0.3, 0.7, 1.1});
  CHECK_CASE(scaled_between, {0.3, 0.7, 1.1});
  CHECK_CASE(read_before, {0.3, 0.7, 1.1});
  CHECK_CASE(overwritten_after, {0.3, 0.7, 1.1});
  CHECK_CASE(through_pointers, {0.3, 0.7, 1.1});
  CHECK_CASE(nested, {0.3, 0.7, 1.1});
  CHECK_CASE(arrays, {0.3, 0.7, 1.1});
  CHECK_CASE(jumps, {0.3, 0.7, 1.1});
  CHECK_CASE(vectors, {0.3, 0.7, 1.1});
  CHECK_CASE(thrown, {0.3, 0.7, 1.1});
  thrown::leaves_adjoints_alone();
  grown::has_right_gradient();
  return finish();
}
