// Sums and products whose common factors are taken out. What would make that wrong: signs, terms
// that are a factor themselves, factors that come twice, sums that get a name and then change,
// seeds that are used in other ways, too, roots of zero, several types of numbers, branches,
// waiting loops.
#include "vectors.h"
#include <cmath>
using V = std::vector<double>;

namespace bodies { // two sums with the same terms in them
[[ad::differentiate(forward, reverse)]] double f(V x) {
  double v[8] = {};
  for (int i = 0; i < 4; ++i)
    for (int j = i + 1; j < 4; ++j) {
      double apart[2], square = 0.1;
      for (int k = 0; k < 2; ++k) {
        apart[k] = x[2 * j + k] - x[2 * i + k];
        square += apart[k] * apart[k];
      }
      const double pull = 0.1 / (square * std::sqrt(square));
      for (int k = 0; k < 2; ++k) {
        v[2 * i + k] += (2 + j) * pull * apart[k];
        v[2 * j + k] -= (3 - i) * pull * apart[k];
      }
    }
  double sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += x[i] * v[i];
  return sum;
}
} // namespace bodies

namespace signs {
[[ad::differentiate(forward, reverse)]] double f(V v) {
  double sum = 0;
  for (int i = 0; i < 10; ++i) {
    const double x = v[i % 4], y = v[(i + 1) % 4], z = v[(i + 2) % 4] + i;
    const double a = x * y - z * y, b = -(a * z) - a * x * y + a;
    sum += b * x - b * y * x - x * b * z + b * b * (a - x) - (a - x) * z * b;
    sum -= 2 * (a * x - b * x) - 2 * x * y * 3 - (x - y) * a * -b;
  }
  return sum;
}
} // namespace signs

namespace squares { // factors that come twice
[[ad::differentiate(forward, reverse)]] double f(V v) {
  const double x = v[0], y = v[1], z = v[2];
  const double a = x * x * y * y + x * x * z, b = a * a * x + a * y;
  return a * a * b - b * b * a * x + 2 * a * b * y + 2 * b * z * a + x * x * x;
}
} // namespace squares

namespace roots { // at zero, too; seeds that are used in several ways
[[ad::differentiate(forward, reverse)]] double f(V v) {
  double sum = 0;
  for (int i = 0; i < 9; ++i) {
    const double x = v[i % 3], y = v[i % 4], r = std::sqrt(x * x + y * y);
    sum += r * r * r + (i % 2 ? r * y : x) + std::sqrt(x * x + y) * y;
    const double q = x * x + y * y + 1;
    sum += q * std::sqrt(q) - std::sqrt(q) * y + std::sqrt(q * x + 2) * (q * x + 2);
  }
  return sum;
}
[[ad::differentiate(forward, reverse)]] double at_zero(V v) {
  double sum = v[2];
  for (int i = 0; i < 2; ++i)
    sum += v[i] * std::sqrt(v[i]) * v[2] + v[i] * v[i] * std::sqrt(v[i] * v[i]);
  return sum;
}
} // namespace roots

namespace types {
[[ad::differentiate(forward, reverse)]] double f(V v) {
  double sum = 0;
  for (int i = 0; i < 8; ++i) {
    const long double l = v[0] * v[1] * v[i % 3] + v[0] * i;
    const double d = static_cast<double>(l * v[0] * v[1] + l * v[0] * v[2] - l * v[1]);
    sum += d * v[0] * v[1] - v[1] * d;
  }
  return sum;
}
} // namespace types

namespace changing { // what is between the parentheses changes from one use to the next
[[ad::differentiate(forward, reverse)]] double f(V v) {
  double u[4] = {1, 2, 3, 4}, w = 0.5;
  for (int i = 0; i < 8; ++i) {
    const int j = i % 4, k = (i + 1) % 4;
    u[j] += v[0] * w * v[1];
    u[k] -= v[2] * w * v[1] * v[1];
    if (i % 2) {
      u[j] *= v[3] * v[1];
      u[k] += v[0] * v[1] * v[j] + v[0] * v[1] * v[k];
    }
    w += 0.1 * u[k] * v[2] + 0.1 * u[j] * v[2];
  }
  return u[0] * u[1] * w + u[2] * u[3] * w;
}
} // namespace changing

namespace waiting {
[[ad::differentiate(forward, reverse)]] double f(V v) {
  const double a = v[0], b = v[1], c = v[2];
  double s = a;
  for (int i = 0; i < 12; ++i) {
    const double t = a * s * b + c * s;
    s = i % 3 ? 0.5 * t * t * a + s * b : t * s * c;
  }
  for (int i = 0; i < 12; ++i)
    s += s * a * 0.1 + s * b * 0.1 - s * c * a * 0.1;
  return s;
}
} // namespace waiting

int main() {
  CHECK_CASE(bodies, {0.5, 0.1, -0.2, 0.4, 0.7, 0.9, 0.1, 0.2});
  CHECK_CASE(signs, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(squares, {0.5, 0.8, -0.2});
  CHECK_CASE(roots, {0.5, 0.3, 0.2, 0.4});
  CHECK_CASE(types, {0.5, 0.1, -0.2});
  CHECK_CASE(changing, {0.5, 0.1, -0.2, 0.4});
  CHECK_CASE(waiting, {0.5, 0.1, -0.2});
  V v = {0, 1, 2}, v_bar(3);
  roots::at_zero_reverse(v, v_bar, 1);
  if (v_bar[0] != 0 || v_bar[1] != 6 || v_bar[2] != 2)
    return 1;
  return finish();
}
