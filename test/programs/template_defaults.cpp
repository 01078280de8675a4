// Instances of templates with default arguments, in initialisers, default arguments and
// comparisons.
#include "vectors.h"
#include <algorithm>
#include <functional>
using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]
template <class T = char> int bytes(int n) {
  int s = 0;
  while (n-- > 0)
    s += sizeof(T);
  return s;
}
template <bool Up = true> bool before(int a, int b) { return Up ? a < b : a > b; }
static const int Global = bytes(3);
namespace inits {
struct C {
  int n = bytes(3);
  double w = bytes<short>(2);
  int m;
  C() : m(bytes<long>(2)) {}
  C(int i) : m(bytes<>(i)) {}
};
struct A {
  int n = bytes(2);
  double w = 1;
};
static int with(int i, int k = bytes(4)) {
  int s = 0;
  while (i-- > 0)
    s += k;
  return s;
}
static double withd(double x, int k = bytes(5)) { return x * k; }
template <class F = std::less<int>> int sorted(std::vector<int> v, F f = F()) {
  std::sort(v.begin(), v.end(), f);
  return v[0];
}
BOTH double f(const V &v) {
  C c, d(3);
  A a;
  A b{1};
  double x = v[0] * bytes<double>(2) + c.n * v[1] + c.w * v[2] + c.m * v[3] + d.m * v[1];
  x += a.n * v[0] + b.n * v[1] + a.w * v[2];
  x +=
      with(2) * v[1] + with(2, bytes<int>(1)) * v[2] + withd(v[3]) + withd(v[0], 2) + Global * v[1];
  x += sorted({3, 1, 2}) * v[0] + sorted({3, 1, 2}, std::greater<int>()) * v[1] +
       sorted({3, 1, 2}, before<false>) * v[2];
  std::vector<int> w{2, 3, 1};
  std::sort(w.begin(), w.end(), [](int p, int q) { return before(p, q) && bytes<short>(1); });
  auto g = bytes<long>;
  int (*arr[2])(int) = {bytes<short>, bytes<>};
  x += g(2) * v[0];
  for (int i = 0; i < 2; ++i)
    x += arr[i](2) * v[i];
  return x + w[0] * v[3];
}
} // namespace inits
int main() {
  CHECK_CASE_TWICE(inits);
  return finish();
}
