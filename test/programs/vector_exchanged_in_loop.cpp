// Pointers into vectors that are exchanged in a loop: where they lead is known
// to the forward sweep only.
#include "vectors.h"
#include <algorithm>

[[ad::differentiate(forward, reverse)]]
double last(std::vector<double> m) {
  for (int i = 3; i > 0; --i) {
    std::vector<double> w = std::vector<double>{*std::max_element(m.begin(), m.end()), 0.5};
    std::swap(m, w);
  }
  return m.front() * m[1];
}

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  return last(v) * v[0];
}

int main() {
  CHECK_VECTOR(f, {0.3, 0.7, 1.1});
  return finish();
}
