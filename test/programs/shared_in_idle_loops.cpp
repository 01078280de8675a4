// Shared pointers that a loop makes which computes nothing that has a derivative.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <utility>

using V = std::vector<double>;

struct R {
  double a;
  double b[2];
  double get(double t) const {
    for (int w = 0;;) {
      if (++w > 2)
        break;
      if (t-- >= b[0])
        break;
      auto made = std::make_shared<std::pair<double, double>>(0.5, 0.5 * b[1]);
    }
    return a;
  }
};

namespace conditions {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  R r{v[0], {v[1], v[2]}};
  long c = 0;
  while (c < 2 && r.get(r.b[1]) <= -0.63)
    ++c;
  return v[3] * r.a * (1 + c);
}
} // namespace conditions

namespace in_callees {
static double g(R r, double s) {
  int c = 0;
  while (c < 2 && r.get(r.b[1]) > -0.63)
    ++c;
  return s * r.a * c;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  R r{v[0], {v[1], v[2]}};
  return g(r, v[3]);
}
} // namespace in_callees

namespace counts {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int n = 0;
  for (int i = 0; i < 3; ++i) {
    auto p = std::make_shared<double>(v[i]);
    if (*p > 0.8)
      ++n;
  }
  return v[3] * v[0] * n;
}
} // namespace counts

int main() {
  CHECK_CASE_TWICE(conditions);
  CHECK_CASE_TWICE(in_callees);
  CHECK_CASE_TWICE(counts);
  return finish();
}
