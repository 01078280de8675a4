// Loops that count to one number in types of other widths: `n` and `(signed char)n` are two ends,
// and `z[j]` and `z[(unsigned char)j]` two elements. The adjoint of an array may not be left
// uncleared where they differ.
#include "vectors.h"
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse)]]

namespace narrow_end {
AD_MODES double f(const V &x) {
  const int n = static_cast<int>(x.size()), m = 100 * n; // 300, of which a char holds 44
  double z[300], s = 0;
  for (int j = 0; j < m; ++j)
    z[j] = sin(x[j % n] * (1 + 0.001 * j));
  for (int j = 0; j < static_cast<signed char>(m); ++j)
    s += z[j] * z[j];
  return s;
}
} // namespace narrow_end

namespace narrow_element {
AD_MODES double f(const V &x) {
  const int n = static_cast<int>(x.size()), m = 100 * n;
  double z[300], s = 0;
  for (int j = 0; j < m; ++j)
    z[j] = sin(x[j % n] * (1 + 0.001 * j));
  for (int j = 0; j < m; ++j)
    s += z[static_cast<unsigned char>(j)] * z[static_cast<unsigned char>(j)];
  return s;
}
} // namespace narrow_element

namespace narrow_counter {
AD_MODES double f(const V &x) {
  const int n = static_cast<int>(x.size()), m = 100 * n;
  double z[300], s = 0;
  for (int j = 0; j < m; ++j)
    z[j] = cos(x[j % n] * (1 + 0.001 * j));
  for (unsigned char j = static_cast<unsigned char>(m); j > 0; --j)
    s += z[j - 1] * z[j - 1];
  return s;
}
} // namespace narrow_counter

// What a frame before left in the memory of an array.
static void fillStack() {
  volatile double rubbish[2000];
  for (int i = 0; i < 2000; ++i)
    rubbish[i] = 7;
}

int main() {
  fillStack();
  CHECK_CASE(narrow_end, {0.5, 0.1, -0.2});
  fillStack();
  CHECK_CASE(narrow_element, {0.5, 0.1, -0.2});
  fillStack();
  CHECK_CASE(narrow_counter, {0.5, 0.1, -0.2});
  return finish();
}
