// Bounds of loops and sizes of vectors that are found in branches: `for (i = 0; i < dim(); ++i)`,
// where `dim` returns one thing or the other. The bound is found again before each iteration; the
// size must travel to the reverse sweep of a pair.
#include "vectors.h"
using V = std::vector<double>;

struct Band {
  std::vector<V> rows;
  Band() {}
  ~Band() {}
  int dim() const {
    if (rows.size() > 0)
      return int(rows[0].size());
    else
      return 0;
  }
  double &operator()(int i, int j) { return rows[j >= i ? j - i : i - j][i]; }
};

namespace bound {
double weighed(const Band &band, const V &x) {
  double s = 0;
  for (int i = 0; i < band.dim(); ++i)
    s += band.rows[0][i] * x[i] * s + x[i];
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  Band band;
  band.rows = {x};
  const double once = weighed(band, x);
  band.rows[0].pop_back();
  return once * weighed(band, x);
}
} // namespace bound

namespace shrinking_bound { // it changes as the loop runs
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  Band band;
  band.rows.resize(1);
  band.rows[0] = x;
  double s = 1;
  int rounds = 0;
  while (rounds < band.dim()) {
    s += s * band(rounds, rounds) * x[0];
    band.rows[0].pop_back();
    ++rounds;
  }
  do {
    s *= x[1];
  } while (rounds++ < band.dim() + 3);
  return s;
}
} // namespace shrinking_bound

namespace bound_of_numbers { // with numbers that carry derivatives
double reach(double x) {
  if (x > 1)
    return 1 + 0.1 * x;
  return x * x + 1;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  double s = 0, t = 0;
  for (t = 0.1; t < reach(x[0]); t += 0.3 * reach(x[1]))
    s += t * x[2] * s + t;
  return s * t;
}
} // namespace bound_of_numbers

namespace size_in_a_pair { // recursive, so that it stays a function
V scaled(const Band &band, const V &b, int times) {
  V x(band.dim()), again(times > 1 ? band.dim() : 1);
  for (int i = 0; i < band.dim(); ++i)
    x[i] = band.rows[0][i] * b[i] * b[i];
  again[0] = x[1] * x[0];
  if (times > 0)
    return scaled(band, x, times - 1);
  x[0] += again[0];
  return x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &x) {
  Band band;
  band.rows = {x, x};
  double s = 0;
  for (double e : scaled(band, x, 2))
    s += e;
  band.rows.clear();
  return s + band.dim();
}
} // namespace size_in_a_pair

int main() {
  CHECK_CASE(bound, {0.5, -0.7, 1.2, 0.3});
  CHECK_CASE(shrinking_bound, {0.5, -0.7, 1.2, 0.3});
  CHECK_CASE(bound_of_numbers, {0.5, 0.7, 0.4});
  CHECK_CASE(bound_of_numbers, {1.5, 0.9, 0.4});
  CHECK_CASE(size_in_a_pair, {0.9, -1.1, 1.2, 0.8});
  return finish();
}
