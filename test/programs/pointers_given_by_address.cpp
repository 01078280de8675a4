// Pointers whose address is passed, in loops and branches: functions move them on, and give back
// what they lead to.
#include "vectors.h"
#include <cmath>
#include <cstdlib>
#include <vector>

using V = std::vector<double>;

namespace {
template <typename T> T *Allocate(size_t size) {
  return static_cast<T *>(malloc(sizeof(T) * size));
}
template <typename T> void Release(T **ptr) {
  if (*ptr != nullptr) {
    free(*ptr);
    *ptr = nullptr;
  }
}
/// Long enough to stay a call.
static void shape(double **p, int n) {
  if (n > 100)
    return;
  for (int i = 0; i < n; i++)
    (*p)[i] *= (*p)[i];
  for (int i = 0; i < 3; i++)
    (*p)[i] *= 2;
  for (int i = 0; i < 3; i++)
    (*p)[i] *= 3;
  for (int i = 0; i < 3; i++)
    (*p)[i] *= 0.1;
  for (int i = 0; i < 3; i++)
    (*p)[i] += 0.5;
  (*p)++;
  for (int i = 0; i < 3; i++)
    (*p)[i] *= 2;
}
} // namespace

namespace released {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  double *p = Allocate<double>(4), *q = Allocate<double>(4);
  for (int i = 0; i < 4; i++)
    p[i] = v[i] * v[i], q[i] = 2 * v[i];
  for (int i = 0; i < 4; i++)
    s += p[i] * v[0] * q[i];
  Release(&q);
  Release(&p);
  return s;
}
} // namespace released

namespace released_in_loop {
static void step(double &s, const V &v, int n) {
  if (n != 0) {
    double *p = Allocate<double>(n), *q = Allocate<double>(n);
    for (int i = 0; i < n; i++)
      p[i] = v[i] * v[i] * s, q[i] = 2 * v[i];
    for (int i = 0; i < n; i++)
      s += p[i] * v[0] * q[i];
    Release(&q);
    Release(&p);
  }
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0.1;
  for (int k = 0; k < 3; k++)
    step(s, v, 4);
  return s;
}
} // namespace released_in_loop

namespace moved_in_loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0.1;
  for (int k = 0; k < 2; k++) {
    double *q = Allocate<double>(5);
    double *p = q;
    for (int i = 0; i < 5; i++)
      p[i] = v[i % 4] * v[(i + 1) % 4] * s;
    shape(&p, 3);
    shape(&p, 2);
    for (int i = 0; i < 3; i++)
      s += q[i] * p[0];
    free(q);
  }
  return s;
}
} // namespace moved_in_loop

namespace moved {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a[6];
  for (int i = 0; i < 6; i++)
    a[i] = v[i % 4] * v[(i + 1) % 4];
  double *p = a;
  shape(&p, 3);
  p = p + 1;
  shape(&p, 2);
  return a[0] * a[1] + a[2] * a[3] * a[4];
}
} // namespace moved

int main() {
  CHECK_CASE_TWICE(released);
  CHECK_CASE_TWICE(released_in_loop);
  CHECK_CASE_TWICE(moved_in_loop);
  CHECK_CASE_TWICE(moved);
  return finish();
}
