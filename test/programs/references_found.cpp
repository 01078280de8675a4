// References that a search returns from inside a loop, to elements of vectors that grow where
// nothing is found.
#include "vectors.h"
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

using V = std::vector<double>;

namespace {
struct P {
  int k;
  double x;
};
} // namespace

namespace flat_map {
class Flat {
  std::vector<std::pair<int, double>> d;

public:
  double &at(int k) {
    for (size_t i = 0; i < d.size(); ++i)
      if (d[i].first == k)
        return d[i].second;
    d.emplace_back(k, 0.0);
    return d.back().second;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Flat m;
  m.at(3) = v[0];
  return m.at(3);
}
} // namespace flat_map

namespace flat_map_iterators {
class Flat {
  std::vector<std::pair<int, double>> d;

public:
  double &at(int k) {
    for (auto it = d.begin(); it != d.end(); ++it)
      if (it->first == k)
        return it->second;
    d.push_back({k, 0.0});
    return d.back().second;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Flat m;
  m.at(3) = v[0];
  return m.at(3);
}
} // namespace flat_map_iterators

namespace registry {
class Reg {
  std::vector<P> d;

public:
  P &get(int k) {
    for (auto &p : d)
      if (p.k == k)
        return p;
    d.push_back({k, 0.0});
    return d.back();
  }
  double sum() const {
    double s = 0;
    for (auto &p : d)
      s += p.k * p.x;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Reg m;
  for (int i = 0; i < 6; ++i) {
    P &p = m.get(i % 4);
    p.x += v[i % 4] * i;
  }
  return m.sum();
}
} // namespace registry

namespace pool {
struct Pool {
  std::vector<V> d;
  V &get(size_t n) {
    for (auto &p : d)
      if (p.size() == n)
        return p;
    d.emplace_back(n, 0.5);
    return d.back();
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Pool m;
  for (int i = 1; i < 6; ++i) {
    V &p = m.get(1 + i % 3);
    p[0] += v[i % 4] * i;
  }
  return m.d[0][0] * m.d[1][0];
}
} // namespace pool

namespace free_function {
double &slot(std::vector<P> &d, int k) {
  for (auto &p : d)
    if (p.k == k)
      return p.x;
  d.push_back({k, 0});
  return d.back().x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> d;
  for (int i = 0; i < 6; ++i)
    slot(d, i % 4) += v[i % 4] * i;
  double s = 1;
  for (auto &p : d)
    s *= p.x + 1;
  return s;
}
} // namespace free_function

namespace slot_of_added {
struct M {
  std::vector<P> d;
  double &slot(int k) {
    for (auto &p : d)
      if (p.k == k)
        return p.x;
    return add(k).x;
  }
  P &add(int k) {
    d.push_back({k, 0});
    return d.back();
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  M m;
  for (int i = 0; i < 6; ++i)
    m.slot(i % 4) += v[i % 4] * i;
  double s = 1;
  for (auto &p : m.d)
    s *= p.x + 1;
  return s;
}
} // namespace slot_of_added

namespace keys_and_values {
struct M {
  std::vector<int> keys;
  V vals;
  double &at(int k) {
    for (size_t i = 0; i < keys.size(); ++i)
      if (keys[i] == k)
        return vals[i];
    keys.push_back(k);
    vals.push_back(0);
    return vals.back();
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  M m;
  for (int i = 0; i < 6; ++i)
    m.at(i % 3) += v[i % 4];
  return m.vals[0] * m.vals[1] + m.at(2);
}
} // namespace keys_and_values

namespace values_grow {
struct M {
  V vals;
  double &at(size_t k) {
    for (size_t i = 0; i < vals.size(); ++i)
      if (i == k)
        return vals[i];
    vals.push_back(0);
    return vals.back();
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  M m;
  m.at(0) += v[0];
  return m.vals[0];
}
} // namespace values_grow

namespace keys_grow {
struct M {
  std::vector<int> keys;
  V vals{0, 0};
  double &at(int k) {
    for (size_t i = 0; i < keys.size(); ++i)
      if (keys[i] == k)
        return vals[i];
    keys.push_back(k);
    return vals[0];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  M m;
  m.at(0) += v[0];
  return m.vals[0];
}
} // namespace keys_grow

namespace constants {
struct M {
  V fixed;
  [[ad::constant]] V cs;
  V vals;
  void grow(int n) {
    if (n == 0) {
      vals[0] *= 2;
      return;
    }
    vals.push_back(vals[0] * n);
    cs.push_back(1);
    grow(n - 1);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  M m{v, {}, {v[0]}};
  double *p = &m.vals[0];
  *p *= v[1];
  m.grow(3);
  double s = 0;
  for (double x : m.vals)
    s += x * x * m.cs[0];
  return s;
}
} // namespace constants

namespace found_or_thrown {
struct E {
  int id;
  std::string name;
  double x;
};
struct T {
  std::vector<E> es;
  E &get(int id) {
    for (auto &e : es)
      if (e.id == id)
        return e;
    throw std::out_of_range("id");
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  T t;
  t.es.push_back({1, "a", v[0]});
  double s = v[0];
  try {
    s += t.get(8).x;
  } catch (const std::out_of_range &) {
    s *= v[3];
  }
  return s;
}
} // namespace found_or_thrown

int main() {
  CHECK_CASE_TWICE(flat_map);
  CHECK_CASE_TWICE(flat_map_iterators);
  CHECK_CASE_TWICE(registry);
  CHECK_CASE_TWICE(pool);
  CHECK_CASE_TWICE(free_function);
  CHECK_CASE_TWICE(slot_of_added);
  CHECK_CASE_TWICE(keys_and_values);
  CHECK_CASE_TWICE(values_grow);
  CHECK_CASE_TWICE(keys_grow);
  CHECK_CASE_TWICE(constants);
  CHECK_CASE_TWICE(found_or_thrown);
  return finish();
}
