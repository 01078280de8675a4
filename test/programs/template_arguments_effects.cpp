// Instances of templates that change what they are called on, or a global variable.
#include "vectors.h"

using V = std::vector<double>;
#define BOTH [[ad::differentiate(forward, reverse)]]

static int total = 0;
namespace effects {
struct C {
  int n = 1;
  double w = 1;
  template <int K = 1> void bump() { n += K; }
  template <int K = 1> int count() {
    total += K;
    return n += K;
  }
  template <class T = char> double weigh(double x) {
    w += sizeof(T);
    total += 2;
    return w * x;
  }
  template <class T = char> double weigh0(int i) {
    w += sizeof(T);
    total += 2;
    return w * i;
  }
  template <class T = char> double plain(double x) const { return sizeof(T) * x * w; }
  template <class T = char> void log(int i) const { total += sizeof(T) * i; }
};
template <class T = char> int effect(int i) {
  total += sizeof(T) * i;
  return total;
}
template <class T = char> double effectd(double i) {
  total += sizeof(T);
  return total * i;
}
BOTH double f(const V &v) {
  total = 0;
  C c;
  c.bump<3>();
  c.bump();
  int k = c.count<5>();
  k += c.count();
  double x = c.weigh<double>(v[0]);
  x += c.weigh(v[1]);
  x += c.weigh0<short>(k);
  x += c.plain<short>(v[2]) + c.plain<double>(3.0) + c.plain(2.0);
  c.log<long>(3);
  c.log(2);
  x *= effect<short>(2);
  x += effectd<short>(2.0) * v[3];
  x += effectd<long>(v[3]);
  return x * k + total;
}
} // namespace effects

int main() {
  CHECK_CASE_TWICE(effects);
  return finish();
}
