// Classes that a function declares, whose members start as something.
#include "vectors.h"
#include <array>
#include <limits>
#include <map>
#include <optional>
#include <variant>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

BOTH double array(const V &v) {
  struct T {
    double x = 0.3;
  } y[2];
  return v[0] * y[1].x;
}
BOTH double containers(const V &v) {
  struct T {
    double x = 0.3, z = 0;
    int k = 2;
  };
  std::vector<T> w(2);
  std::array<T, 2> a;
  a[0].z = v[1];
  w.resize(3);
  w[2].x *= v[0];
  w.emplace_back();
  return v[a[1].k] * w[2].x * a[0].x + w[3].x * a[0].z;
}
BOTH double by_constructor(const V &v) {
  struct T {
    double x;
    int k;
    T() : x(0.25), k(1) {}
  };
  T y[2];
  std::vector<T> w(2);
  std::array<T, 2> a;
  w[0].x += v[0];
  return v[a[1].k] * w[0].x * a[0].x + y[1].x;
}
BOTH double with_vectors(const V &v) {
  struct T {
    V c{1, 2};
    double q[2] = {0.5, 1.5};
  };
  T y[2];
  std::vector<T> w(2);
  w[0].c[1] += v[0];
  y[1].q[1] *= v[1];
  return w[0].c[1] * w[1].c[1] * y[1].q[1] + w[1].q[0] * y[0].c[0] * v[2];
}

BOTH double in_maps(const V &v) {
  struct T {
    double x = 0.3;
    int k = 1;
  };
  std::map<int, T> m;
  m[2].x *= v[0];
  T one, two{v[1]}, three[3] = {{v[2]}, {v[1], 2}};
  return m[2].x + m[3].x * two.x * one.x + v[three[1].k] * three[2].x * three[2].k + three[0].x;
}
BOTH double pointers(const V &v) {
  struct T {
    double x = 2 * 0.7;
    T *next = nullptr;
  };
  T y[2];
  y[0].next = &y[1];
  y[0].next->x *= v[0];
  return y[1].x * y[0].x;
}
template <class S> static double run(const V &v) {
  struct T {
    S x = S(0.3);
    S get() const { return x; }
  };
  T y[2];
  y[0].x *= v[0];
  return y[1].get() * y[0].x;
}
BOTH double in_template(const V &v) { return run<double>(v) * v[1]; }
BOTH double from_closure(const V &v) {
  auto mk = [&] {
    struct T {
      double x = 0.3;
    };
    std::vector<T> r(2);
    r[0].x = v[0];
    return r;
  };
  auto r = mk();
  return r[0].x * r[1].x;
}

struct Given {
  std::optional<V> a;
  Given() : a(V{1, 2}) {}
};
BOTH double optional_member(const V &v) {
  Given t;
  t.a->push_back(v[2]);
  return (*t.a)[2] * (*t.a)[1];
}
struct Either {
  std::variant<double, V> c;
  Either() : c(1.5) {}
};
BOTH double variant_member(const V &v) {
  Either t;
  std::get<double>(t.c) *= v[1];
  return std::get<double>(t.c) * v[0];
}

BOTH double not_finite(const V &v) {
  struct T {
    double best = std::numeric_limits<double>::infinity();
    int k = -1;
    unsigned long u = -1;
    float g = 0.1f;
    bool b = true;
    char c = 'x';
  } y[2];
  for (int i = 0; i < 4; ++i)
    if (v[i] < y[i % 2].best) {
      y[i % 2].best = v[i] * v[i];
      y[i % 2].k = i;
    }
  double s = 0;
  for (auto &t : y)
    s += t.best * v[t.k] * t.g + (t.u > 5) + t.b + t.c;
  return s;
}

int main() {
  CHECK_TWICE(not_finite);
  CHECK_VECTOR(optional_member, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(variant_member, {0.7, 1.3, 0.9, 0.4});
  CHECK_TWICE(array);
  CHECK_TWICE(containers);
  CHECK_TWICE(by_constructor);
  CHECK_TWICE(with_vectors);
  CHECK_TWICE(in_maps);
  CHECK_TWICE(pointers);
  CHECK_TWICE(in_template);
  CHECK_TWICE(from_closure);
  return finish();
}
