// qsort of numbers and of structs: by pointers that the comparison casts.
#include "vectors.h"
#include <cmath>
#include <cstdlib>
#include <vector>

using V = std::vector<double>;

namespace numbers {
static int cmp(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a[4] = {v[0], v[1], v[2], v[3]};
  qsort(a, 4, sizeof(double), cmp);
  return a[0] + 2 * a[1] * a[2] - a[3] * a[3];
}
} // namespace numbers

namespace structs {
struct P {
  double k, x;
};
static int cmp(const void *a, const void *b) {
  const P *p = static_cast<const P *>(a), *q = static_cast<const P *>(b);
  if (p->k < q->k)
    return -1;
  return p->k > q->k;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps{{v[0], v[1]}, {v[1], v[2]}, {v[2], v[3]}};
  qsort(ps.data(), ps.size(), sizeof(P), cmp);
  return ps[0].x + 2 * ps[1].x * ps[2].k;
}
} // namespace structs

int main() {
  CHECK_CASE_TWICE(numbers);
  CHECK_CASE_TWICE(structs);
  return finish();
}
