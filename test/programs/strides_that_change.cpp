// Strides that something else changes.
#include "told.h"
#include <vector>
int stride_of_all = 1;
struct Steps {
  int stride;
};
namespace by_call {
void bump() { stride_of_all = stride_of_all % 3 + 1; }
void grow(int &k) { k = k % 3 + 1; }
double run(const V &v, int n, int &k, Steps &steps) {
  double t = v[0];
  for (int i = 0; i < n; i += stride_of_all) {
    t = t * 0.9 + v[i & 3] * t;
    bump();
  }
  for (int i = 0; i < n; i += k) {
    t = t * 0.9 + v[i & 3] * t;
    grow(k);
  }
  int *p = &k;
  for (int i = 0; i < n; i += k) {
    t = t * 0.9 + v[i & 3] * t;
    *p = *p % 3 + 1;
  }
  for (int i = 0; i < n; i += steps.stride) {
    t = t * 0.9 + v[i & 3] * t;
    grow(steps.stride);
  }
  Steps &other = steps;
  for (int i = 0; i < n; i += steps.stride) {
    t = t * 0.9 + v[i & 3] * t;
    other.stride = other.stride % 3 + 1;
  }
  int local = 1;
  int *q = &local;
  for (int i = 0; i < n; i += local) {
    t = t * 0.9 + v[i & 3] * t;
    *q = *q % 3 + 1;
  }
  return t;
}
BOTH double f(const V &v) {
  int k = 1;
  Steps steps{2};
  stride_of_all = 1;
  return run(v, told(v, 9), k, steps) + run(v, told(v, 11), steps.stride, steps);
}
} // namespace by_call
int main() {
  CHECK_CASE_TWICE(by_call);
  return finish();
}
