// Maps that are members of classes with constructors.
#include "vectors.h"
#include <map>

namespace classes { // with constructors
class Histogram {
  std::map<int, double> sums;
  int next;

public:
  explicit Histogram(int first) : next(first) {}
  void add(double v) { sums[next++ % 2] += v; }
  double get() const { return sums.at(0) * sums.at(1) + sums.size(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = 1;
  for (int i = 0; i < 2; ++i) {
    Histogram h(i);
    for (double v : x)
      h.add(v * v * s);
    s += h.get();
  }
  Histogram g(7);
  for (double v : x)
    g.add(s * v);
  return s * g.get();
}
} // namespace classes

int main() {
  CHECK_CASE(classes, {0.5, 1.5, -0.75});
  return finish();
}
