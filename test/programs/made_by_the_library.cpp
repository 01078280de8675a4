// Objects that the library makes without arguments, and whose constructors give elements to
// vectors: their derivatives have as many.
#include "vectors.h"
#include <array>
#include <map>
#include <tuple>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

namespace in_entries {
struct T {
  V b = V(2, 0.5);
};
BOTH double entries(const V &v) {
  std::map<int, T> w;
  w[0];
  w[0].b[1] = v[0];
  return w[0].b[1] * w[0].b[0];
}
} // namespace in_entries
namespace in_try_emplaced {
struct T {
  V b = V(2, 0.5);
};
BOTH double try_emplaced(const V &v) {
  std::map<int, T> w;
  w.try_emplace(2);
  w.at(2).b[0] *= v[1];
  return w.at(2).b[0];
}
} // namespace in_try_emplaced
namespace in_nested_arrays {
struct T {
  V b = V(2, 0.5);
};
BOTH double nested_arrays(const V &v) {
  std::array<std::array<T, 2>, 2> w;
  w[1][1].b[1] = v[0];
  return w[1][1].b[1];
}
} // namespace in_nested_arrays
namespace in_resized {
struct T {
  V b = V(2, 0.5);
};
BOTH double resized(const V &v) {
  std::vector<T> w;
  w.resize(2);
  w[0].b[1] = v[0];
  return w[0].b[1] * w[1].b[0];
}
} // namespace in_resized
namespace in_empty_braces {
struct T {
  V b = V(2, 0.5);
};
BOTH double empty_braces(const V &v) {
  std::array<T, 2> w{};
  w[1].b[1] = v[0];
  std::array<T, 2> z = {};
  z[1].b[1] = v[0];
  return w[1].b[1] * z[1].b[1];
}
} // namespace in_empty_braces
namespace in_arrays {
struct T {
  V b = V(2, 0.5);
};
BOTH double arrays(const V &v) {
  std::array<T, 2> w;
  w[1].b[1] *= v[1];
  return w[0].b[1] * w[1].b[1];
}
} // namespace in_arrays
namespace in_returned {
struct T {
  V b = V(2, 0.5);
};
static std::array<T, 2> mk() {
  std::array<T, 2> r{};
  return r;
}
static std::array<T, 2> mk2() { return {}; }
BOTH double returned(const V &v) {
  auto w = mk();
  auto z = mk2();
  w[1].b[0] *= v[0];
  z[1].b[0] *= v[1];
  return w[1].b[0] * z[1].b[0];
}
} // namespace in_returned
namespace in_pairs {
struct T {
  V b = V(2, 0.5);
};
BOTH double pairs(const V &v) {
  std::pair<T, double> w;
  w.first.b[1] = v[0];
  w.second = v[1];
  return w.first.b[1] * w.second;
}
} // namespace in_pairs
namespace in_tuples {
struct T {
  V b = V(2, 0.5);
};
BOTH double tuples(const V &v) {
  std::tuple<T, double> w;
  std::get<0>(w).b[1] = v[0];
  return std::get<0>(w).b[1];
}
} // namespace in_tuples
namespace in_members {
struct T {
  V b = V(2, 0.5);
};
struct H {
  std::vector<T> w;
  H(int n) : w(n) {}
};
BOTH double members(const V &v) {
  H h(2);
  h.w[0].b[1] = v[0];
  return h.w[0].b[1] * h.w[1].b[0];
}
} // namespace in_members
namespace in_emplaced {
struct H {
  std::array<V, 2> p{V(2), V(3)};
};
BOTH double emplaced(const V &v) {
  std::map<int, H> h;
  h.emplace(1, H());
  h.at(1).p[1][2] = v[0];
  return h.at(1).p[1][2];
}
} // namespace in_emplaced
namespace in_maps_of_maps {
struct T {
  V b = V(2, 0.5);
};
BOTH double maps_of_maps(const V &v) {
  std::map<int, std::map<int, T>> m;
  m[1][2].b[0] *= v[0];
  return m[1][2].b[0];
}
} // namespace in_maps_of_maps
namespace in_array_members {
class Cell {
  V b;

public:
  Cell() : b(3, 1.0) {}
  double &at(int i) { return b[i]; }
};
class Grid {
  std::array<Cell, 4> c;

public:
  Cell &operator()(int i) { return c[i]; }
};
BOTH double array_members(const V &v) {
  Grid g;
  for (int i = 0; i < 4; ++i)
    g(i).at(i % 3) *= v[i];
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += g(i).at(0) * g(i).at(1);
  return s;
}
} // namespace in_array_members

int main() {
  CHECK_VECTOR(in_entries::entries, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_entries::entries, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_try_emplaced::try_emplaced, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_try_emplaced::try_emplaced, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_nested_arrays::nested_arrays, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_nested_arrays::nested_arrays, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_resized::resized, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_resized::resized, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_empty_braces::empty_braces, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_empty_braces::empty_braces, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_arrays::arrays, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_arrays::arrays, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_returned::returned, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_returned::returned, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_pairs::pairs, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_pairs::pairs, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_tuples::tuples, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_tuples::tuples, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_members::members, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_members::members, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_emplaced::emplaced, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_emplaced::emplaced, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_maps_of_maps::maps_of_maps, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_maps_of_maps::maps_of_maps, {1.9, 0.35, 2.2, 1.1});
  CHECK_VECTOR(in_array_members::array_members, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_array_members::array_members, {1.9, 0.35, 2.2, 1.1});
  return finish();
}
