// A key that a try block makes in a map is there afterwards, whether something was thrown or not.
#include "vectors.h"
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

static double risky(double x) {
  if (x > 0.8)
    throw std::domain_error("too large");
  return std::sqrt(1.5 - x);
}

namespace counted {
BOTH double f(const V &v) {
  std::map<int, double> m{{0, v[0]}};
  std::unordered_map<std::string, double> words;
  double c = 0;
  for (int i = 0; i < 5; ++i) {
    try {
      c += risky(m[i] + 0.3 * v[i % v.size()]);
      c += words[i % 2 ? "odd" : "even"] * risky(v[i % v.size()]);
    } catch (const std::domain_error &) {
      c += 0.3 * v[1];
    }
    m[i] = std::sin(c);
    words["odd"] += c;
  }
  return c + double(m.size()) * v[2] + double(words.size()) * words["even"];
}
} // namespace counted

int main() {
  const V v{0.8, -0.6, 1.3, 0.4};
  CHECK_CASE_TWICE(counted);
  return finish();
}
