// std::erase and std::erase_if of vectors and maps; std::ranges::find and count with a projection.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

using V = std::vector<double>;

#if __cplusplus >= 202002L
namespace {
struct P {
  int id;
  double x;
};
} // namespace

namespace vectors_shrink {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w = v;
  w.push_back(v[0] * v[1]);
  std::erase_if(w, [](double x) { return x > 1.2; });
  double s = 0;
  for (double x : w)
    s = s * 0.5 + x * x;
  return s;
}
} // namespace vectors_shrink

namespace maps_shrink {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, double> m;
  for (int i = 0; i < 4; ++i)
    m[i] = v[i];
  std::erase_if(m, [](const auto &p) { return p.first % 2 == 0; });
  double s = 1;
  for (auto &[k, x] : m)
    s *= x + k;
  return s;
}
} // namespace maps_shrink

namespace by_value {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w{v[0], 2.0, v[1] * v[2], 2.0, v[3]};
  w[1] = 2;
  auto n = std::erase(w, 2.0);
  double s = n;
  for (double x : w)
    s = s * 0.5 + x * x;
  return s;
}
} // namespace by_value

namespace hash_tables {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unordered_map<int, double> m;
  for (int i = 0; i < 4; ++i)
    m[i] = v[i] * v[0];
  auto n = std::erase_if(m, [](const auto &p) {
    auto const &[k, x] = p;
    return x > 1.5;
  });
  double s = n;
  for (auto &[k, x] : m)
    s += x * (k + 1);
  return s;
}
} // namespace hash_tables

namespace records {
struct P {
  double m;
  bool dead;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps;
  for (double x : v)
    ps.push_back({x * x, x < 0.5});
  std::erase_if(ps, [](const P &p) { return p.dead; });
  std::erase_if(ps, [&](const P &p) { return p.m > 3; });
  double s = 0;
  for (auto &p : ps)
    s = s * 0.5 + p.m;
  return s * v[0];
}
} // namespace records

namespace counted {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps;
  for (int i = 0; i < 4; ++i)
    ps.push_back({i % 2, v[i]});
  auto c = std::ranges::count(ps, 1, &P::id);
  auto it = std::ranges::find(ps, 1, [](const P &p) { return p.id; });
  return it->x * double(c) + v[0];
}
} // namespace counted

namespace found {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<P> ps;
  for (int i = 0; i < 4; ++i)
    ps.push_back({i * 2, v[i]});
  auto it = std::ranges::find(ps, 4, &P::id);
  return it != ps.end() ? it->x * v[0] : 0;
}
} // namespace found

namespace found_by_name {
struct Part {
  std::string name;
  double price;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Part> parts{{"nut", v[0]}, {"bolt", v[1]}, {"nail", v[2]}};
  const auto it = std::ranges::find(parts, "bolt", &Part::name);
  return it->price * it->price + double(std::ranges::count(parts, "nail", &Part::name)) * v[3];
}
} // namespace found_by_name

namespace projected_names {
struct Part {
  std::string name;
  double price;
  const std::string &label() const { return name; }
};
const std::string &nameOf(const Part &p) { return p.name; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Part> parts{{"nut", v[0]}, {"bolt", v[1]}, {"nail", v[2]}, {"rivet", v[3]}};
  const auto it = std::ranges::find(parts, "bolt", [](const Part &p) { return p.name; });
  const auto last = std::ranges::max_element(parts, {}, &Part::label);
  const auto longest =
      std::ranges::max_element(parts, {}, [](const Part &p) { return p.name.size(); });
  const auto first = std::ranges::min_element(parts, std::ranges::greater{}, nameOf);
  const auto long_ones =
      std::ranges::count_if(parts, [](const std::string &s) { return s.size() > 3; }, &Part::label);
  double s = it->price * last->price + longest->price * v[0] + double(long_ones) * first->price;
  std::ranges::sort(parts, {}, &Part::label);
  return s + parts[0].price * v[3] + parts[1].price * v[2] * v[1];
}
} // namespace projected_names
#endif

int main() {
#if __cplusplus >= 202002L
  CHECK_CASE_TWICE(vectors_shrink);
  CHECK_CASE_TWICE(maps_shrink);
  CHECK_CASE_TWICE(by_value);
  CHECK_CASE_TWICE(hash_tables);
  CHECK_CASE_TWICE(records);
  CHECK_CASE_TWICE(counted);
  CHECK_CASE_TWICE(found);
  CHECK_CASE_TWICE(found_by_name);
  CHECK_CASE_TWICE(projected_names);
#endif
  return finish();
}
