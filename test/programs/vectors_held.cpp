// Vectors that a loop reads again and again, and that the function overwrites as a whole
// afterwards: copied before the loop, no more of them than there are. Bounds of unsigned counters.
#include "vectors.h"
#include <cmath>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;
using std::size_t;

// Layers of different widths: `a = z`.
BOTH double layers(const V &w) {
  V a = w;
  for (size_t l = 0; l < 3; ++l) {
    V z(a.size() - 1);
    for (size_t i = 0; i < z.size(); ++i) {
      z[i] = w[l];
      for (size_t j = 0; j < a.size(); ++j)
        z[i] += w[(i + 2 * j + l) % w.size()] * a[j];
      if (l + 1 < 3)
        z[i] = std::tanh(z[i]);
    }
    a = z;
  }
  return a[0];
}

// Moved, and exchanged.
BOTH double moved(const V &w) {
  V a = w, b(w.size());
  for (int l = 0; l < 3; ++l) {
    V z(w.size());
    for (size_t i = 0; i < w.size(); ++i)
      for (size_t j = 0; j < w.size(); ++j)
        z[i] += std::sin(w[i] * a[j]) * a[j];
    if (l == 1)
      std::swap(a, b);
    a = std::move(z);
  }
  return a[0] * b[1];
}

// Bounds that say nothing of the vector: loops that do not come to the end of it, or nowhere.
BOTH double bounded(const V &w, int few, int many) {
  V a = w;
  double sum = 0;
  for (int l = 0; l < 4; ++l) {
    for (int i = 0; i < l; ++i) // none at first
      for (int j = 0; j < few; ++j)
        sum += a[j] * a[j] * w[i];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < many; ++j) {
        if (j >= int(a.size()))
          break;
        sum += std::exp(0.1 * a[j]) * a[j] * w[i];
      }
    a = V(w.size() - (l == 2), 0.3 * sum);
    a[l % 3] *= w[l % 4];
  }
  return sum;
}
BOTH double bounds_that_lie(const V &w) {
  return bounded(w, 2, 100) + bounded(w, 0, 0) + bounded(w, -1, 3);
}

// The vector is empty in the first iterations, and the loops over it do not run.
BOTH double empty_at_first(const V &w) {
  V a;
  double sum = 0;
  for (size_t l = 0; l < 4; ++l) {
    const size_t n = l < 2 ? 0 : w.size();
    for (size_t i = 0; i < n; ++i)
      for (size_t j = 0; j + 1 < n; ++j)
        sum += a[j] * a[j + 1] * w[i];
    a = w;
    a[0] += sum;
  }
  return sum;
}

// `i + 1 < n` of unsigned numbers, also for less than two elements.
BOTH double inner(const V &w, size_t n, size_t m) {
  double sum = 0;
  V u = w, v = w;
  for (int s = 0; s < 3; ++s) {
    for (size_t i = 1; i + 1 < n; ++i)
      for (size_t j = 2; j + 2 < m; ++j)
        v[i] += 0.1 * u[i - 1] * u[i + 1] * v[j - 1];
    for (size_t k = 0; k + 1 < n; ++k)
      sum += v[k] * u[k + 1];
    std::swap(u, v);
  }
  return sum + u[0] * v[1];
}
BOTH double inner_of_each(const V &w) {
  double sum = 0;
  for (size_t n = 0; n <= 4; ++n)
    sum += inner(w, n, n + 1) * w[n % 4];
  return sum;
}

// Behind a pointer, with an end that an unsigned number of none would make very large.
BOTH double pairs(const V &w, unsigned m) {
  V a = w;
  double *x = a.data(), s = 0.4;
  for (int t = 0; t < 2; ++t) {
    for (unsigned i = 0; i + 2 < m; ++i)
      for (unsigned j = i + 1; j + 1 < m; ++j)
        s = std::sin(s) + x[i] * x[j] * s;
    for (unsigned j = 0; j < m; ++j)
      x[j] = s * w[j];
  }
  return s + a[0];
}
BOTH double pairs_of_each(const V &w) {
  return pairs(w, 0) + pairs(w, 1) + pairs(w, 2) + pairs(w, 3) + pairs(w, 4);
}

// The bound changes from one run of the loop to the next.
BOTH double shrinking(const V &w) {
  size_t n = w.size();
  V u = w;
  double sum = 0;
  for (int s = 0; s < 4; ++s) {
    for (size_t i = 0; i + 1 < n; ++i)
      u[i] += u[i] * u[i + 1];
    sum += u[0] * w[s];
    if (n > 0)
      --n;
  }
  return sum;
}

int main() {
  CHECK_VECTOR(layers, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(moved, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(bounds_that_lie, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(empty_at_first, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(inner_of_each, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(pairs_of_each, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(shrinking, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
