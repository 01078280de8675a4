// Objects with a std::valarray that are moved.
#include "vectors.h"
#include <utility>
#include <valarray>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct State {
  std::valarray<double> x;
  double k = 1;
};
BOTH double moved(const V &v) {
  State a{std::valarray<double>(v.data(), 3), v[3]};
  a.x *= a.x;
  State b = std::move(a);
  b.x[1] *= b.k;
  State c;
  c = std::move(b);
  return c.x.sum() * c.k + c.x[1];
}

BOTH double listed(const V &v) {
  State a{std::valarray<double>(v.data(), 3), v[3]};
  a.x = {a.x[1], 0.5, a.x[0] * a.k};
  std::valarray<double> y;
  y = {v[1], v[0]};
  y += {v[2], a.x[2]};
  return a.x.sum() * y[0] * y[1];
}

int main() {
  CHECK_VECTOR(moved, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(listed, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
