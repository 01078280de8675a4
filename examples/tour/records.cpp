// Records, references to them, methods.
#include <cmath>

struct Spring {
  double stiffness = 1, rest = 1;
  int id = 0; // no derivative

  [[ad::differentiate(forward, reverse)]]
  double energy(double length) const {
    const double d = length - rest;
    return stiffness * d * d / 2;
  }
};

[[ad::differentiate(reverse)]]
double total(const Spring *springs, const double *lengths, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += springs[i].energy(lengths[i]);
  return sum;
}
