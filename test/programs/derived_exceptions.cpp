// Exceptions of classes that are derived from those of the library, made as local objects; static
// variables that nobody changes.
#include "vectors.h"
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using V = std::vector<double>;

struct calc_error : std::runtime_error {
  calc_error(const std::string &s) : std::runtime_error(s) {}
};
struct coded : std::domain_error {
  int code;
  coded(int c, const std::string &s) : std::domain_error(s), code(c) {}
};
template <class E, class T> void raise_error(const char *fn, const T &val) {
  std::string msg("in ");
  msg += fn;
  std::stringstream ss;
  ss << val;
  msg += ss.str();
  E e(msg);
  throw e;
}
static double root(double x) {
  static const char *function = "root";
  if (x < 0)
    raise_error<calc_error>(function, x);
  return std::sqrt(x);
}

namespace not_thrown {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return root(v[0] * v[0]) + root(v[1] * v[1] + 1) * v[2];
}
} // namespace not_thrown

namespace caught {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  try {
    s += root(v[0] * v[0] + 1);
    s += root(-1 - v[1] * v[1]) * v[2];
  } catch (const calc_error &e) {
    s += v[3] * v[3];
  }
  return s;
}
} // namespace caught

namespace with_a_number {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  try {
    if (v[0] > -100) {
      coded e(3, "bad");
      throw e;
    }
    s += v[1];
  } catch (const coded &e) {
    s += v[3] * v[3] * e.code;
  }
  return s;
}
} // namespace with_a_number

namespace unchanged_statics {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  static double k = 3.0;
  static int n = 2;
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += k * v[i] * v[i];
  return s;
}
} // namespace unchanged_statics

int main() {
  CHECK_CASE_TWICE(not_thrown);
  CHECK_CASE_TWICE(caught);
  CHECK_CASE_TWICE(with_a_number);
  CHECK_CASE_TWICE(unchanged_statics);
  return finish();
}
