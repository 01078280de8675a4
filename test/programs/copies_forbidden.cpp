// Classes that forbid copies as C++03 does: private, and without a body.
#include "vectors.h"
#include <vector>

using V = std::vector<double>;

class Series {
public:
  explicit Series(double x) : k(0), mult(-x), prod(-1) {}
  double operator()() {
    prod *= mult;
    return prod / ++k;
  }

private:
  int k;
  const double mult;
  double prod;
  Series(const Series &);
  Series &operator=(const Series &);
};
template <class F> double sum(F &f, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += f();
  return s;
}

namespace series {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Series s(0.1 * v[0]);
  return sum(s, 5) * v[1];
}
} // namespace series

namespace boxes {
class Box {
  double a;
  Box(const Box &);
  void operator=(const Box &);

public:
  Box(double x) : a(x) {}
  double get() const { return a * a; }
  void set(double x) { a = x; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Box b(v[0]);
  b.set(b.get() * v[1]);
  Box c(b.get());
  return c.get() * b.get();
}
} // namespace boxes

int main() {
  CHECK_CASE_TWICE(series);
  CHECK_CASE_TWICE(boxes);
  return finish();
}
