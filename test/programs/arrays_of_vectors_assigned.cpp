// Arrays of vectors that are assigned as a whole: each element gets its size.
#include "vectors.h"
#include <array>
#include <map>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

namespace in_braces {
BOTH double braces(const V &v) {
  std::array<V, 2> t;
  t[0] = v;
  t = {V{1, 2}, V{3}};
  t[1].push_back(v[0]);
  return t[1][1] * t[0][1];
}
} // namespace in_braces
namespace in_in_loop {
BOTH double in_loop(const V &v) {
  std::array<V, 2> t;
  for (int i = 0; i < 3; ++i) {
    auto n = t;
    n[0].push_back(v[i]);
    std::swap(n[0], n[1]);
    t = n;
  }
  return t[0][0] * t[1][1] * t[1][0];
}
} // namespace in_in_loop
namespace in_steps {
static std::array<V, 3> step(const std::array<V, 3> &a, double k) {
  std::array<V, 3> r;
  for (int i = 0; i < 3; ++i) {
    r[i] = a[i];
    r[i].push_back(k * (i + 1));
  }
  return r;
}
BOTH double steps(const V &v) {
  std::array<V, 3> a;
  for (double x : v)
    a = step(a, x);
  double s = 0;
  for (auto &r : a)
    for (double x : r)
      s = 0.8 * s + x * x;
  return s;
}
} // namespace in_steps
namespace in_in_maps {
BOTH double in_maps(const V &v) {
  std::map<int, std::array<V, 2>> h;
  std::array<V, 2> t;
  for (int i = 0; i < 3; ++i) {
    h[i % 2] = t;
    t[i % 2].push_back(v[i]);
  }
  return h[0][0][0] * h[0][1][0];
}
} // namespace in_in_maps
namespace in_in_records {
struct T {
  std::array<V, 2> a{};
};
BOTH double in_records(const V &v) {
  T t;
  for (int i = 0; i < 3; ++i) {
    T n = t;
    n.a[0].push_back(v[i]);
    t = n;
  }
  return t.a[0][1] * t.a[0][2];
}
} // namespace in_in_records
namespace in_reset {
struct T {
  std::array<V, 2> a{};
};
static void act2(T &t, const V &v) {
  std::swap(t.a[0], t.a[1]);
  t.a[0].push_back(v[2]);
}
BOTH double reset(const V &v) {
  T t;
  act2(t, v);
  t = T();
  act2(t, v);
  return t.a[0][0];
}
} // namespace in_reset
namespace in_in_vectors {
BOTH double in_vectors(const V &v) {
  std::vector<std::array<V, 2>> h;
  std::array<V, 2> t;
  for (int i = 0; i < 3; ++i) {
    h.push_back(t);
    t[i % 2].push_back(v[i]);
  }
  t = h[1];
  h[0] = t;
  t[0][0] *= v[3];
  return t[0][0] * h[2][1][0] * h[0][0][0];
}
} // namespace in_in_vectors

int main() {
  CHECK_VECTOR(in_braces::braces, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_braces::braces, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_in_loop::in_loop, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_in_loop::in_loop, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_steps::steps, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_steps::steps, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_in_maps::in_maps, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_in_maps::in_maps, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_in_records::in_records, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_in_records::in_records, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_reset::reset, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_reset::reset, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_in_vectors::in_vectors, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_in_vectors::in_vectors, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
