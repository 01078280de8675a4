// Calls without derivatives that throw, in what a try block returns.
#include "vectors.h"
#include <stdexcept>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

static double checked(int i) {
  if (i > 1)
    throw std::out_of_range("d");
  return 2;
}
static double returned(double x, int i) {
  try {
    return x * checked(i);
  } catch (...) {
    return x * x;
  }
}
static double assigned(double x, int i) {
  double r = 0;
  try {
    r = x * checked(i);
  } catch (...) {
    r = x * x;
  }
  return r;
}
static double kept(double x, int i) {
  try {
    const double c = checked(i);
    return x * c;
  } catch (...) {
    return x * x;
  }
}
static double two_calls(double x, int i) {
  try {
    return x * checked(i) + checked(i - 1);
  } catch (const std::exception &) {
    return x * x;
  }
}
template <class Each> static double sum(Each each, const V &v) {
  double r = 0;
  for (int i = 0; i < 4; ++i)
    r += each(v[i], i);
  return r;
}
BOTH double in_return(const V &v) { return sum(returned, v); }
BOTH double in_assignment(const V &v) { return sum(assigned, v); }
BOTH double in_constant(const V &v) { return sum(kept, v); }
BOTH double in_two_calls(const V &v) { return sum(two_calls, v); }
BOTH double in_loop(const V &v) {
  double r = 0;
  for (int i = 0; i < 4; ++i)
    try {
      r += v[i] * checked(i);
    } catch (...) {
      r -= v[i] * v[0];
    }
  return r;
}
BOTH double here(const V &v) {
  try {
    return v[0] * checked(3);
  } catch (...) {
    return v[0] * v[1];
  }
}

int main() {
  CHECK_TWICE(in_return);
  CHECK_TWICE(in_assignment);
  CHECK_TWICE(in_constant);
  CHECK_TWICE(in_two_calls);
  CHECK_TWICE(in_loop);
  CHECK_TWICE(here);
  return finish();
}
