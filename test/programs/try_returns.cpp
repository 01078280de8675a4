// Calls without derivatives that throw, in what a try block returns.
#include "vectors.h"
#include <stdexcept>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

double ck(int i) {
  if (i > 1)
    throw std::out_of_range("d");
  return 2;
}
double ne(double x, int i) {
  try {
    return x * ck(i);
  } catch (...) {
    return x * x;
  }
}
double ne2(double x, int i) {
  double r = 0;
  try {
    r = x * ck(i);
  } catch (...) {
    r = x * x;
  }
  return r;
}
double ne3(double x, int i) {
  try {
    const double c = ck(i);
    return x * c;
  } catch (...) {
    return x * x;
  }
}
double ne4(double x, int i) {
  try {
    return x * ck(i) + ck(i - 1);
  } catch (const std::exception &) {
    return x * x;
  }
}
BOTH double returned(const V &v) {
  double r = 0;
  for (int i = 0; i < 4; ++i)
    r += ne(v[i], i);
  return r;
}
BOTH double assigned(const V &v) {
  double r = 0;
  for (int i = 0; i < 4; ++i)
    r += ne2(v[i], i);
  return r;
}
BOTH double kept(const V &v) {
  double r = 0;
  for (int i = 0; i < 4; ++i)
    r += ne3(v[i], i);
  return r;
}
BOTH double two_calls(const V &v) {
  double r = 0;
  for (int i = 0; i < 4; ++i)
    r += ne4(v[i], i);
  return r;
}
BOTH double in_loop(const V &v) {
  double r = 0;
  for (int i = 0; i < 4; ++i)
    try {
      r += v[i] * ck(i);
    } catch (...) {
      r -= v[i] * v[0];
    }
  return r;
}
BOTH double here(const V &v) {
  try {
    return v[0] * ck(3);
  } catch (...) {
    return v[0] * v[1];
  }
}

int main() {
  CHECK_VECTOR(returned, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(returned, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(assigned, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(assigned, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(kept, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(kept, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(two_calls, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(two_calls, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_loop, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_loop, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(here, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(here, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
