// Loops that begin or end at the first or last number of their counter's type, and other bounds
// than numbers of elements.
#include "vectors.h"
#include <climits>
#include <cmath>
#include <cstdint>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

static double next(double s, double x) { return s * x * 0.5 + std::sin(s); }

AD_MODES double edges(const V &x) {
  double s = x[0];
  const std::int8_t top = x[0] > 0.3 ? 127 : 126;
  for (std::int8_t i = 127; i >= 125; --i)
    s = next(s, x[127 - i]);
  for (std::int8_t i = top; i > 124; --i)
    s = next(s, x[127 - i]);
  for (std::int8_t i = -128; i < -124; ++i)
    s = next(s, x[i + 128]);
  for (short i = SHRT_MAX; i > SHRT_MAX - 3; i--)
    s = next(s, x[SHRT_MAX - i]);
  for (std::uint16_t i = 65535; i >= 65533; --i)
    s = next(s, x[65535 - i]);
  for (int i = INT_MAX; i > INT_MAX - 3; --i)
    s = next(s, x[INT_MAX - i]);
  for (int i = INT_MIN; i < INT_MIN + 3; i++)
    s = next(s, x[i - INT_MIN]);
  for (int i = INT_MAX - 2; i < INT_MAX; i++)
    s = next(s, x[INT_MAX - i]);
  for (long i = LONG_MAX; i > LONG_MAX - 2; i--)
    s = next(s, x[LONG_MAX - i]);
  return s;
}

AD_MODES double bounds(const V &x) {
  double s = x[0], limit = 3.5;
  int i, n = 4;
  for (i = 0; i < limit; i++)
    s = next(s, x[i]);
  for (i = 0; i < x[3] * 4; i++)
    s = next(s, x[i]);
  for (i = 0; i * i < n; i++)
    s = next(s, x[i]);
  for (i = 0; n - i > 0; i++)
    s = next(s, x[i]);
  for (i = 0; n != i; i++)
    s = next(s, x[i]);
  for (i = 0; i < n; i++, n--)
    s = next(s, x[i]);
  for (i = 0; i < 4; i = 2 * i + 1)
    s = next(s, x[i]);
  for (i = 3; ~i; --i)
    s = next(s, x[i]);
  return s;
}

AD_MODES double wide(const V &x) { // more than the type holds from the first to the last
  double s = x[0];
  const int step = 400000000;
  for (int i = -1200000000; i <= 1200000000; i += 400000000)
    s = next(s, x[(i / step + 4) % 4]);
  for (int i = 1200000000; i >= -1200000000; i -= 400000000) {
    s = next(s, x[(i / step + 4) % 4]);
    if (s > 100)
      break;
  }
  for (unsigned i = 0; i < 4000000000u; i += 1000000000u)
    s = next(s, x[i / 1000000000u % 4]);
  return s;
}

// `i + 1 < n` of numbers without a sign, also where n is 0.
static double ahead(const V &x, std::size_t n, unsigned m) {
  double s = x[0];
  for (std::size_t i = 0; i + 1 < n; ++i)
    s = next(s, x[i] * x[i + 1]);
  for (std::size_t i = 1; i + 2 < n; ++i)
    s = next(s, x[i - 1] * x[i + 2]);
  for (unsigned i = 0; i + 1 < m; i++)
    for (unsigned j = 1; j + 1 < m; ++j)
      s = next(s, x[i] * x[j]);
  for (unsigned i = 2; i + 3 < m; i++)
    s = next(s, x[i]);
  for (unsigned i = 0; i + 1 < n; i += 2) // in wider numbers, in steps of two
    s = next(s, x[i + 1]);
  for (std::size_t i = 0; i + 2 <= n; ++i)
    s = next(s, x[i]);
  V w = x;
  for (std::size_t i = 1; i + 1 < w.size(); ++i)
    w[i] += w[i - 1] * w[i + 1] * s;
  return s * w[2];
}
AD_MODES double unsigned_ahead(const V &x) {
  double s = 0;
  for (unsigned n = 0; n < 5; ++n)
    s += ahead(x, n, n) + ahead(x, 4, n) * 0.5;
  return s;
}

int main() {
  CHECK_VECTOR(unsigned_ahead, {0.1, 0.23, 0.37, 0.7});
  CHECK_VECTOR(wide, {0.1, 0.23, 0.37, 0.7});
  CHECK_VECTOR(edges, {0.1, 0.23, 0.37, 0.7});
  CHECK_VECTOR(edges, {0.45, 0.93, 0.31, 0.17});
  CHECK_VECTOR(bounds, {0.1, 0.23, 0.37, 0.7});
  CHECK_VECTOR(bounds, {0.45, 0.93, 0.31, 0.17});
  return finish();
}
