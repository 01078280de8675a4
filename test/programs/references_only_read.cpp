// A function that takes numbers by references to what it might change, but only reads them: it has
// no derivative, and is called as it is.
#include "scalars.h"

static bool above(double &a, double &b) { return a > b; }
static void spin(double &a, int &turns) {
  do
    ++turns;
  while (a > 2 && turns < 3);
}
static bool between(double &a, double &b, double &c) { return a <= b && b <= c; }
static double product(double a, double b) {
  int turns = 0;
  spin(b, turns);
  return above(a, b) ? a * b * turns : a + b;
}

[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  double z = x;
  const double first = product(y * y, z++);
  if (between(x, x, z) && between(z, y, z)) // the same one twice, and with a name of its own
    z *= 1 + x;
  return first * product(z, x) + z;
}

int main() {
  CHECK_SCALARS(f, {0.7, 1.3});
  CHECK_SCALARS(f, {2.7, 0.4});
  return finish();
}
