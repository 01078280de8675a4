// Vectors of records whose members start as something: adjoints of new elements are zero.
#include "vectors.h"
#include <array>
#include <map>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

namespace in_arrays_in_maps {
struct Pd {
  double x = 0.25, y = 0.5;
};
BOTH double arrays_in_maps(const V &v) {
  std::map<int, std::array<Pd, 2>> q;
  q[1][1].x *= v[0];
  return q[1][1].x * q[1][0].y;
}
} // namespace in_arrays_in_maps
namespace in_rows {
struct Pd {
  double x = 0.25, y = 0.5;
};
BOTH double rows(const V &v) {
  std::vector<std::vector<Pd>> w(2);
  w[0] = std::vector<Pd>(3);
  w[0][1].x *= v[0];
  w[1] = w[0];
  w[1][2].y *= v[1];
  w[0] = {{1, 2}, {v[2], 1}};
  w[0][1].y *= v[3];
  return w[0][1].x * w[0][1].y + w[1][1].x * w[1][2].y;
}
} // namespace in_rows
namespace in_assigned {
struct Pd {
  double x = 0.25, y = 0.5;
};
static std::vector<Pd> mk() { return {{3, 4}}; }
BOTH double assigned(const V &v) {
  std::vector<Pd> t{{v[0], 2}};
  t[0].x *= v[1];
  t = mk();
  t.front() = Pd{v[2], 1};
  return t[0].x * t[0].y;
}
} // namespace in_assigned
namespace in_in_loop {
struct Pd {
  double x = 0.25, y = 0.5;
};
BOTH double in_loop(const V &v) {
  std::vector<Pd> w;
  for (int i = 0; i < 3; ++i) {
    w = std::vector<Pd>(i + 1);
    w[i].x *= v[i];
    w[0].y += v[3];
  }
  auto z = w;
  z = {};
  z.resize(1);
  z[0].x += v[0];
  return w[2].x * w[0].y * z[0].x * z[0].y;
}
} // namespace in_in_loop
namespace in_exchanged {
struct Pd {
  double x = 0.25, y = 0.5;
};
BOTH double exchanged(const V &v) {
  std::vector<Pd> t{{1, 2}};
  t.front() = Pd{v[2], 1};
  auto old = std::exchange(t, std::vector<Pd>{{3, 4}});
  t.front() = Pd{v[2], 1};
  return t[0].x * old[0].x * t[0].y;
}
} // namespace in_exchanged
namespace in_steps {
struct Pd {
  double x = 0.25, y = 0.5;
};
struct H {
  std::vector<Pd> w;
  Pd a[2];
  std::array<Pd, 2> b;
  H(int n) : w(n) {}
};
static void step(H &h, const V &v) {
  std::vector<Pd> n(h.w.size());
  for (size_t i = 0; i < n.size(); ++i) {
    n[i].x = h.w[i].x * v[0];
    n[i].y += v[1] * h.w[i].y;
  }
  h.w = n;
  h.b[1].x *= v[1];
}
BOTH double steps(const V &v) {
  H h(3);
  for (int i = 0; i < 3; ++i)
    step(h, v);
  h.a[1].x *= v[2];
  H k(1);
  k = h;
  step(k, v);
  return h.w[1].x * h.w[2].y * h.b[1].x * h.a[1].x + k.w[0].x;
}
} // namespace in_steps

int main() {
  CHECK_VECTOR(in_arrays_in_maps::arrays_in_maps, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_arrays_in_maps::arrays_in_maps, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_rows::rows, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_rows::rows, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_assigned::assigned, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_assigned::assigned, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_in_loop::in_loop, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_in_loop::in_loop, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_exchanged::exchanged, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_exchanged::exchanged, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_steps::steps, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_steps::steps, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
