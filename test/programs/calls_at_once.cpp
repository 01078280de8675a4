// Calls that are made with both sweeps at once, where the adjoint of the result is known ahead:
// sums over calls, recursion, calls outside of loops. What would make that wrong: seeds that depend
// on results, arguments that overlap, results used twice, memory that changes around the call.
#include "vectors.h"
using V = std::vector<double>;

/// Has companions of its own, so that it is never written out.
[[ad::differentiate(forward, reverse)]]
double g(const double *p, int n, double x) {
  double s = x;
  for (int k = 0; k < n; ++k)
    s = sin(s + p[k]) * p[0] + x;
  return s * s;
}

namespace weighted {
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const double *p = x.data();
  double total = 0;
  for (int i = 0; i < 3; ++i)
    total += p[i] * g(p, 3, p[i] * p[1]);
  return exp(-p[0]) * total / 3;
}
} // namespace weighted

namespace squared { // the seed is the result's own: two halves, one iteration after the other
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double total = 0;
  for (int i = 0; i < 3; ++i) {
    const double r = g(&x[0], 3, x[i]);
    total += r * r;
  }
  return total;
}
} // namespace squared

namespace straight { // one after the other, the second with the result of the first
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const double a = g(&x[0], 2, x[2]);
  const double b = g(&x[1], 2, a * x[0]);
  const double c = g(&x[0], 3, 0.5);
  return x[0] * a + 3 * b - sin(x[1]) * c;
}
} // namespace straight

namespace products { // the adjoint of either is the other: only the last can be
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return g(&x[0], 2, x[2]) * g(&x[1], 2, x[0]) * g(&x[0], 3, x[1]);
}
} // namespace products

namespace used_twice {
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double total = 0, other = 0;
  for (int i = 0; i < 3; ++i) {
    const double r = g(&x[0], 3, x[i]);
    total += r;
    other += r * x[0] * (r > 0 ? 2 : 3);
  }
  return 2 * total + x[1] * other;
}
} // namespace used_twice

namespace dependent { // the adjoint of the sum takes the sum
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double total = 0;
  for (int i = 0; i < 3; ++i)
    total += x[i] * g(&x[0], 3, x[i]);
  return sqrt(1 + total * total);
}
} // namespace dependent

namespace earlier_results { // seeds that read what earlier calls have left
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double weight = g(&x[0], 2, 0.3), total = 0;
  for (int i = 0; i < 3; ++i)
    total += weight * g(&x[0], 3, x[i]);
  weight = weight * x[1];
  total *= weight;
  return total + weight;
}
} // namespace earlier_results

namespace determinant { // each minor's adjoint is known before the minor
[[ad::differentiate(forward, reverse)]]
double minor_of(const double *a, int n, int row, unsigned used) {
  if (row == n)
    return 1;
  double sum = 0, sign = 1;
  for (int column = 0; column < n; ++column)
    if (!(used >> column & 1)) {
      sum += sign * a[row * n + column] * minor_of(a, n, row + 1, used | 1u << column);
      sign = -sign;
    }
  return sum;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  return minor_of(x.data(), 3, 0, 0) + x[0] * minor_of(x.data() + 1, 2, 0, 0);
}
} // namespace determinant

namespace helpers { // not annotated: recursive, and called at several places
struct Node {
  double value;
  const Node *left, *right;
};
double sum_of(const Node *n, double scale) {
  if (!n)
    return scale * scale;
  const double mine = n->value * scale;
  return sin(mine) + 0.5 * sum_of(n->left, mine) + n->value * sum_of(n->right, scale * 2);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const Node c{x[2], nullptr, nullptr}, b{x[1], &c, nullptr}, a{x[0], &b, &c};
  return sum_of(&a, x[1]) * 2 + x[0] * sum_of(&b, 0.7);
}
} // namespace helpers

namespace branches { // early returns, branches around loops, loops in branches
double large(const double *p, int n, double x) {
  if (n == 0)
    return x;
  if (x < 0)
    return -x * p[0];
  double s = 0;
  for (int k = 0; k < n; ++k)
    if (k % 2)
      s += p[k] * large(p, n - 1, x - 0.3);
    else
      s -= large(p, n - 2 < 0 ? 0 : n - 2, p[k] * x);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const double *p = x.data();
  double total = 0;
  if (p[0] > 0) {
    const double scale = p[1] * p[2];
    for (int i = 0; i < 3; ++i)
      if (i != 1)
        total += scale * large(p, 3, p[i]);
      else
        total += large(p, 2, p[i] * 2);
  } else {
    total = large(p, 3, p[0]);
  }
  return total;
}
} // namespace branches

namespace overwritten { // what the callee and the seed read changes behind the calls
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double w[3] = {x[0], x[1], x[2]}, total = 0;
  for (int i = 0; i < 3; ++i)
    total += w[i] * g(w, 3, w[0]);
  for (int i = 0; i < 3; ++i)
    w[i] *= w[0] * x[1];
  double more = 0;
  for (int i = 0; i < 3; ++i)
    more += w[i] * g(w, 3, x[i]);
  return total + more * x[2];
}
} // namespace overwritten

namespace outputs { // a callee that writes what the caller sees
double fills(const double *p, double *out, int n) {
  double s = 0;
  for (int k = 0; k < n; ++k) {
    out[k] = sin(p[k]) * p[0] + out[k];
    s += out[k] * p[k];
  }
  if (n > 1)
    s += fills(p, out, n - 1);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double out[3] = {x[0], 1, 2}, total = 0;
  for (int i = 0; i < 3; ++i)
    total += x[i] * fills(x.data(), out, 3);
  return total + out[0] * out[1] + out[2];
}
} // namespace outputs

namespace elements { // iterations that write elements, too, which calls may or may not read
[[ad::differentiate(forward, reverse)]]
void each(const double *__restrict p, double *__restrict y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = p[i] * g(p, n, p[0]);
}
[[ad::differentiate(forward, reverse)]]
void in_place(double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = y[i] * g(y, n, y[0]);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double y[3] = {}, z[3] = {x[0], x[1], x[2]};
  each(x.data(), y, 3);
  in_place(z, 3);
  return y[0] + y[1] * x[0] + y[2] * z[0] + z[1] - z[2];
}
} // namespace elements

namespace same_memory { // arguments that overlap
[[ad::differentiate(forward, reverse)]]
double h(const double *a, const double *b, double c, int n) {
  double s = c;
  for (int k = 0; k < n; ++k)
    s += a[k] * b[n - 1 - k] * sin(c);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const double *p = x.data();
  double total = 0;
  for (int i = 0; i < 2; ++i)
    total += p[i] * h(p + i, p, p[i], 2);
  return total * h(p, p, p[1], 3);
}
} // namespace same_memory

namespace handed_on { // numbers that iterations hand on, in branches and ahead of them
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double total = 0, factor = 1;
  int next = 0;
  bool odd = false;
  for (int i = 0; i < 5; ++i) {
    if (i != 2) {
      total += factor * x[next] * g(&x[0], 3, x[next] + factor);
      factor = odd ? -factor : 2 * factor;
      next = (next + 1) % 3;
    }
    odd = !odd;
  }
  return total;
}
[[ad::differentiate(forward, reverse)]]
double asked_behind(const V &x) {
  double total = 0, factor = 1;
  for (int i = 0; i < 3; ++i) {
    total += factor * g(&x[0], 3, x[i]);
    factor = -2 * factor;
    total += factor * x[i] * x[0];
  }
  return total * factor * x[0];
}
} // namespace handed_on

namespace methods {
struct Model {
  double a, b;
  double at(double x, int n) const {
    double s = x;
    for (int k = 0; k < n; ++k)
      s = sin(s * a) + b * x;
    return n > 2 ? s * at(x * b, n - 2) : s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  const Model m{x[0], x[1]};
  double total = 0;
  for (int i = 0; i < 3; ++i)
    total += (i + 1) * m.at(x[i], 3);
  return total + m.at(x[2] * x[0], 2);
}
} // namespace methods

namespace vectors {
double of(const V &v, int from) {
  if (from >= int(v.size()))
    return 1;
  double s = 0;
  for (int k = from; k < int(v.size()); ++k)
    s += v[k] * of(v, k + 2);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  V twice(x.size());
  for (int i = 0; i < int(x.size()); ++i)
    twice[i] = 2 * x[i] * x[0];
  double total = 0;
  for (int i = 0; i < 3; ++i)
    total += x[i] * of(twice, i);
  return total + of(x, 0);
}
} // namespace vectors

namespace thrown { // when something throws, no adjoint has been touched
double careful(const double *p, int n) {
  if (p[0] > 10)
    throw 1;
  double s = 0;
  for (int k = 0; k < n; ++k)
    s += p[k] * (n > 1 ? careful(p, n - 1) : 1);
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double total = 0;
  for (int i = 0; i < 3; ++i)
    total += x[i] * g(&x[0], 3, x[i]);
  return total + careful(x.data(), 3);
}
void leaves_adjoints_alone() {
#ifndef NO_AD
  const V x = {11, 0.7, 1.2};
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

int main() {
  CHECK_CASE(weighted, {0.3, 0.7, 1.1});
  CHECK_CASE(squared, {0.3, 0.7, 1.1});
  CHECK_CASE(straight, {0.3, 0.7, 1.1});
  CHECK_CASE(products, {0.3, 0.7, 1.1});
  CHECK_CASE(used_twice, {0.3, 0.7, 1.1});
  CHECK_CASE(dependent, {0.3, 0.7, 1.1});
  CHECK_CASE(earlier_results, {0.3, 0.7, 1.1});
  CHECK_CASE(determinant, {0.3, 0.7, 1.1, 0.4, -0.2, 0.9, 1.3, 0.6, 0.8});
  CHECK_CASE(helpers, {0.3, 0.7, 1.1});
  CHECK_CASE(branches, {0.37, 0.71, 1.13});
  CHECK_CASE(branches, {-0.37, 0.71, 1.13});
  CHECK_CASE(overwritten, {0.3, 0.7, 1.1});
  CHECK_CASE(outputs, {0.3, 0.7, 1.1});
  CHECK_CASE(elements, {0.3, 0.7, 1.1});
  CHECK_CASE(same_memory, {0.3, 0.7, 1.1});
  CHECK_CASE(handed_on, {0.3, 0.7, 1.1});
  CHECK_VECTOR(handed_on::asked_behind, {0.3, 0.7, 1.1});
  CHECK_CASE(methods, {0.3, 0.7, 1.1});
  CHECK_CASE(vectors, {0.3, 0.7, 1.1});
  CHECK_CASE(thrown, {0.3, 0.7, 1.1});
  thrown::leaves_adjoints_alone();
  return finish();
}
