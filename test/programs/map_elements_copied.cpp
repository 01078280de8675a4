// Records with vectors in maps: assigned, copied from one another, changed through references.
#include "vectors.h"
#include <map>
#include <string>
#include <unordered_map>
#include <utility>

using V = std::vector<double>;

struct Rec {
  double a;
  V h;
};
[[ad::differentiate(forward, reverse)]] double fields(const V &v) {
  std::map<std::string, Rec> m;
  m["y"].a = v[2];
  m["x"].a = v[0];
  double s = 0;
  for (auto &[k, r] : m)
    s += r.a * r.a;
  return s;
}
[[ad::differentiate(forward, reverse)]] double growing(const V &v) {
  std::map<std::string, Rec> m;
  m["y"].a = v[2];
  m["y"].h.push_back(v[3]);
  m["x"].h.push_back(v[1]);
  double s = 0;
  for (auto &[k, r] : m)
    s += r.a * r.h[0] + r.h[0];
  return s;
}
[[ad::differentiate(forward, reverse)]] double from_braces(const V &v) {
  std::map<std::string, Rec> m;
  m["x"] = {v[0], {v[1]}};
  return m["x"].a * m["x"].h[0];
}
[[ad::differentiate(forward, reverse)]] double from_records(const V &v) {
  std::map<std::string, Rec> m;
  Rec r{v[0], {v[1], v[2]}};
  m["x"] = r;
  m["y"] = m["x"];
  m["y"].h[0] *= v[3];
  return m["x"].a * m["y"].h[0] * m["x"].h[1];
}
[[ad::differentiate(forward, reverse)]] double from_vectors(const V &v) {
  std::map<std::string, Rec> m;
  Rec r{v[0], {v[1], v[2]}};
  m["x"] = r;
  m["y"].h = m["x"].h;
  m["y"].h[0] *= v[3];
  return m["x"].a * m["y"].h[0] * m["x"].h[1];
}
[[ad::differentiate(forward, reverse)]] double through_references(const V &v) {
  std::map<int, Rec> m;
  m.emplace(1, Rec{v[0], {v[1], v[2]}});
  m.insert({2, Rec{v[3], {v[1]}}});
  Rec &q = m.at(1);
  q.h.push_back(q.a);
  q.a *= v[3];
  auto it = m.find(2);
  it->second.h[0] *= q.h[2];
  return q.h[2] * it->second.h[0] * it->second.a;
}
[[ad::differentiate(forward, reverse)]] double by_number(const V &v) {
  std::map<int, Rec> m;
  for (int i = 0; i < 6; ++i) {
    Rec &r = m[i % 3];
    r.a += v[i % 4];
    r.h.push_back(v[i % 4] * r.a);
  }
  double s = 0;
  for (const auto &kv : m) {
    for (double x : kv.second.h)
      s += x * kv.second.a * kv.first;
  }
  return s;
}
[[ad::differentiate(forward, reverse)]] double rows(const V &v) {
  std::map<int, std::vector<V>> m;
  for (int i = 0; i < 6; ++i) {
    m[i % 2].push_back({v[i % 4], v[(i + 1) % 4]});
  }
  double s = 0;
  for (const auto &kv : m)
    for (auto &row : kv.second)
      s += row[0] * row[1] * (kv.first + 1);
  return s;
}
[[ad::differentiate(forward, reverse)]] double pairs(const V &v) {
  std::unordered_map<std::string, std::pair<double, int>> m;
  m["a"] = {v[0], 2};
  m["b"].first = v[1];
  m["a"].second++;
  m["b"].first *= m["a"].first;
  return m["a"].first * m["a"].second + m["b"].first;
}
[[ad::differentiate(forward, reverse)]] double nested(const V &v) {
  std::map<std::string, std::map<std::string, double>> m;
  m["a"]["x"] = v[0];
  m["a"]["y"] = v[1];
  m["b"]["x"] = m["a"]["y"] * v[2];
  double s = 0;
  for (auto &[k, t] : m)
    for (auto &[j, x] : t)
      s += x * x;
  return s;
}

int main() {
  CHECK_VECTOR(fields, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(growing, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(from_braces, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(from_records, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(from_vectors, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(through_references, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(by_number, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(rows, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(pairs, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(nested, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
