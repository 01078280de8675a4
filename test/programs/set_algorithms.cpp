// Set operations on sorted ranges, and a vector that is asked for its capacity.
#include "arrays.h"
#include <algorithm>
#include <iterator>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]

// Weighs what is left, so that the order counts.
static double weighed(const std::vector<double> &v) {
  double s = 0, k = 1;
  for (double x : v) {
    s += k * x * x;
    k += 1;
  }
  return s;
}

#define OF_SETS(NAME, OPERATION)                                                                   \
  BOTH double NAME(const double *x, int n) {                                                       \
    std::vector<double> a(x, x + n / 2), b(x + n / 2, x + n), c;                                   \
    b.push_back(a[0]);                                                                             \
    std::sort(a.begin(), a.end());                                                                 \
    std::sort(b.begin(), b.end());                                                                 \
    std::OPERATION(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(c));                 \
    return weighed(c) * x[1];                                                                      \
  }
OF_SETS(united, set_union)
OF_SETS(common, set_intersection)
OF_SETS(without, set_difference)

BOTH double with_room(const double *x, int n) {
  std::vector<double> v;
  v.reserve(2 * n);
  for (int i = 0; i < n; ++i)
    if (v.size() < v.capacity())
      v.push_back(x[i] * x[(i + 1) % n]);
  return weighed(v);
}

int main() {
  CHECK_ARRAY(united, {0.9, 0.3, 0.7, 0.2, 0.55, 0.4});
  CHECK_ARRAY(with_room, {0.9, 0.3, 0.7, 0.2});
  // The number that both have moves in both at once.
  CHECK_ARRAY(common, {0.9, 0.3, 0.7, 0.2, 0.55, 0.4});
  CHECK_ARRAY(without, {0.9, 0.3, 0.7, 0.2, 0.55, 0.4});
  return finish();
}
