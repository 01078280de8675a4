// Arrays, vectors and rows that are copied before a loop, in functions of which the sweeps are two
// calls: virtual methods, recursion.
#include "vectors.h"
#include <cmath>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct Layer {
  virtual V apply(const V &x) const = 0;
  virtual ~Layer() = default;
};
struct Dense : Layer {
  int in, out;
  V w;
  Dense(int in, int out, const V &from) : in(in), out(out), w(in * out) {
    for (int i = 0; i < in * out; ++i)
      w[i] = from[i % from.size()] * (1 + 0.1 * i);
  }
  V apply(const V &x) const override {
    V y(out);
    for (int i = 0; i < out; ++i)
      for (int j = 0; j < in; ++j)
        y[i] += w[i * in + j] * x[j] * x[j];
    return y;
  }
};
struct Soft : Layer {
  double scale;
  explicit Soft(double s) : scale(s) {}
  V apply(const V &x) const override {
    V y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t j = 0; j < x.size(); ++j)
        y[i] += std::exp(0.1 * scale * x[j] * x[i]);
      y[i] = scale / y[i];
    }
    return y;
  }
};
BOTH double network(const V &w) {
  const Dense first(4, 3, w), last(3, 2, w);
  const Soft middle(w[1]);
  const Layer *layers[] = {&first, &middle, &last};
  V a = w;
  for (const Layer *l : layers)
    a = l->apply(a);
  return a[0] * a[1];
}

// Calls itself: each call overwrites what the ones around it have read.
static double eliminate(std::vector<V> &a, int k) {
  const int n = int(a.size());
  if (k == n)
    return 1;
  std::swap(a[k], a[n - 1]);
  for (int i = k + 1; i < n; ++i) {
    const double f = a[i][k] / a[k][k];
    for (int j = k; j < n; ++j)
      a[i][j] -= f * a[k][j];
  }
  const double d = eliminate(a, k + 1);
  a[k][k] += 0.1 * d;
  return d * a[k][k];
}
BOTH double by_recursion(const V &w) {
  std::vector<V> a(4, V(4));
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      a[i][j] = std::sin(w[(i + j) % 4] * (1 + i)) + (i == j ? 2 : 0);
  return eliminate(a, 0) + a[2][3];
}

// The loops stand in another one, and the function may return ahead of them.
static double repeat(double *x, int n, int depth) {
  if (depth == 0)
    return x[0];
  double sum = 0;
  for (int s = 0; s < 2; ++s) {
    if (x[s] > 5)
      return sum;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        sum += std::sin(x[j]) * x[j] * (i + 1);
    for (int j = 0; j < n; ++j)
      x[j] = 0.5 * x[j] + 0.01 * sum;
  }
  return sum * repeat(x, n - 1, depth - 1);
}
BOTH double in_loops(const V &w) {
  V x = w;
  return repeat(x.data(), 4, 3) + x[1];
}

int main() {
  CHECK_VECTOR(network, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(by_recursion, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_loops, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
