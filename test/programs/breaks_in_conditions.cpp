// A function with a loop that breaks is written out in the condition of another loop.
#include "scalars.h"
#include <cmath>

struct Total {
  double value = 0.5;
  double bump(double x) {
    for (int w = 0;;) {
      if (++w > 4)
        break;
      value += 0.3 * std::sin(value * x);
      if (!(x < 1.2))
        break;
      value *= 1.1;
    }
    return value;
  }
};

[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  Total t;
  int w = 0;
  while (w++ < 5 && t.bump(x) < 4)
    t.value += 0.25 * y * t.value;
  return t.value * y;
}

int main() {
  CHECK_SCALARS(f, {0.7, 0.3});
  CHECK_SCALARS(f, {1.7, 0.4});
  CHECK_SCALARS(f, {0.9, 2.4});
  return finish();
}
