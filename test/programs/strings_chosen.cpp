// Strings that a condition chooses: string literals are arrays, but no places.
#include "vectors.h"
#include <algorithm>
#include <string>

using V = std::vector<double>;

namespace made {
static std::string label(double &y) {
  if (y > 100)
    y = 100;
  return y > 0 ? "a" : "b";
}
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  double y = v[0] * v[0];
  std::string s = label(y);
  return y * v[1] * s.size();
}
} // namespace made
namespace chosen {
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double y = v[0] * v[1];
  std::string s = y > 0 ? "pos" : "neg";
  std::string t(y > 1 ? "a" : "bcd");
  const char *p = y > 0 ? "xyz" : "uv";
  double x = v[1];
  const double &m = y > 0 ? std::max(x, y) : x;
  return y * s.size() + t.size() * v[0] + (p[0] == 'x' ? v[1] : 0) + m * m;
}
} // namespace chosen

int main() {
  CHECK_CASE(made, {0.7, 1.3});
  CHECK_CASE(chosen, {0.7, 1.3});
  return finish();
}
