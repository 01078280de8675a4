// Pairs and tuples that hold vectors: moved as a whole and by parts, exchanged, with pointers into
// them; what was moved from is empty.
#include "vectors.h"
#include <algorithm>
#include <tuple>
#include <utility>

using V = std::vector<double>;

[[ad::differentiate(forward, reverse)]]
double move_in(const V &v) {
  V w = v;
  w[0] *= w[1];
  std::pair<V, double> p{std::move(w), v[0]};
  p.first[1] *= p.second;
  return p.first[0] * p.first[1] + w.size();
}
[[ad::differentiate(forward, reverse)]]
double make_pair_move(const V &v) {
  V w = v;
  auto p = std::make_pair(std::move(w), v[0]);
  p.first[1] *= p.second;
  return p.first[0] * p.first[1] + w.size();
}
[[ad::differentiate(forward, reverse)]]
double make_tuple_move(const V &v) {
  V w = v;
  auto p = std::make_tuple(std::move(w), v[0], 3);
  std::get<0>(p)[1] *= std::get<1>(p);
  return std::get<0>(p)[0] * std::get<0>(p)[1] + w.size();
}
// move out of a part
[[ad::differentiate(forward, reverse)]]
double move_out(const V &v) {
  std::pair<V, double> p{v, v[0]};
  V w = std::move(p.first);
  w[0] *= w[1] * p.second;
  p.first.push_back(w[0]);
  return w[0] * w[2] + p.first.size() * p.first[0];
}
[[ad::differentiate(forward, reverse)]]
double swap_pairs(const V &v) {
  std::pair<V, double> p{v, v[0]}, q{V{v[1], v[2] * v[0]}, v[1]};
  p.first[0] *= 2;
  std::swap(p.first, q.first);
  std::swap(p.second, q.second);
  p.first[0] *= p.second;
  return p.first[0] * q.first[2] + p.first.size() * p.first[1] * q.second;
}
[[ad::differentiate(forward, reverse)]]
double bindings(const V &v) {
  std::pair<V, double> p{v, v[0]};
  auto &[a, b] = p;
  a[0] *= b;
  b *= a[1];
  a.push_back(b);
  double s = 0;
  for (double e : p.first)
    s += e * e;
  return s * p.second;
}
[[ad::differentiate(forward, reverse)]]
double bindings_loop(const V &v) {
  std::vector<std::pair<double, int>> ps;
  for (size_t i = 0; i < v.size(); ++i)
    ps.push_back({v[i], int(i)});
  for (auto &[x, n] : ps) {
    x *= x * n + 1;
    n += 2;
  }
  double s = 1;
  for (const auto &[x, n] : ps)
    s = s * x + n * x;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double bindings_emplace(const V &v) {
  std::vector<std::pair<double, double>> ps;
  for (size_t i = 0; i < v.size(); ++i)
    ps.emplace_back(v[i], v[0]);
  for (auto &[x, y] : ps)
    std::swap(x, y);
  double s = 1;
  for (auto [x, y] : ps) {
    x *= y;
    s += x * x * y;
  }
  std::sort(ps.begin(), ps.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
  return s * ps[0].second;
}
[[ad::differentiate(forward, reverse)]]
double swap_whole(const V &v) {
  std::pair<V, double> p{v, v[0]}, q{V{v[1], v[2] * v[0]}, v[1]};
  p.first[0] *= 2;
  std::swap(p, q);
  p.first[0] *= p.second;
  return p.first[0] * q.first[2] + p.first.size() * p.first[1] * q.second;
}
[[ad::differentiate(forward, reverse)]]
double swap_member(const V &v) {
  std::pair<V, double> p{v, v[0]}, q{V{v[1], v[2] * v[0]}, v[1]};
  p.first[0] *= 2;
  p.swap(q);
  p.first[0] *= p.second;
  return p.first[0] * q.first[2] + p.first.size() * p.first[1] * q.second;
}
[[ad::differentiate(forward, reverse)]]
double move_whole(const V &v) {
  std::pair<V, double> p{v, v[0]};
  p.first[0] *= 2;
  std::pair<V, double> q = std::move(p);
  q.first[0] *= q.second;
  return q.first[0] * q.first[2] + p.first.size() * v[0];
}
[[ad::differentiate(forward, reverse)]]
double assign_move(const V &v) {
  std::pair<V, double> p{v, v[0]}, q;
  p.first[0] *= 2;
  q = std::move(p);
  q.first[0] *= q.second;
  return q.first[0] * q.first[2] + p.first.size() * v[0];
}
[[ad::differentiate(forward, reverse)]]
double tuple_move(const V &v) {
  std::tuple<V, double> p{v, v[0]};
  std::get<0>(p)[0] *= 2;
  std::tuple<V, double> q = std::move(p);
  std::get<0>(q)[0] *= std::get<1>(q);
  return std::get<0>(q)[0] * std::get<0>(q)[2] + std::get<0>(p).size() * v[0];
}
[[ad::differentiate(forward, reverse)]]
double tuple_assign(const V &v) {
  std::tuple<V, double> p{v, v[0]}, q;
  std::get<0>(p)[0] *= 2;
  q = std::move(p);
  std::get<0>(q)[0] *= std::get<1>(q);
  return std::get<0>(q)[0] * std::get<0>(q)[2] + std::get<0>(p).size() * v[0];
}
struct S {
  V v;
  double y;
};
[[ad::differentiate(forward, reverse)]]
double pointer_swap(const V &v) {
  S a{v, v[0]}, b{V{v[1], v[2]}, v[1]};
  double *p = &a.v[0];
  std::swap(a, b);
  *p *= v[1];
  std::pair<V, double> c{v, v[0]}, d{V{v[1], v[2]}, v[1]};
  double *q = &c.first[1];
  c.swap(d);
  *q *= b.v[0];
  return b.v[0] * a.v[0] + d.first[1] * c.first[1] * c.second;
}
[[ad::differentiate(forward, reverse)]]
double tied(const V &v) {
  V a, b;
  double x;
  std::tie(a, x) = std::make_pair(v, v[1]);
  a[0] *= x;
  std::tie(b, x) = std::make_tuple(std::move(a), v[0]);
  b[1] *= x * b[0];
  std::pair<V, double> p{b, x};
  std::tie(a, x) = std::move(p);
  return a[1] * b[0] + a.size() * x + p.first.size() * v[1];
}
[[ad::differentiate(forward, reverse)]]
double vec_pairs(const V &v) {
  std::vector<std::pair<V, double>> ps;
  V w = v;
  ps.emplace_back(std::move(w), v[0]);
  std::pair<V, double> p{V{v[1], v[0]}, v[2]};
  ps.push_back(std::move(p));
  ps.push_back({ps[0].first, ps[1].second});
  p = std::move(ps[0]);
  double s = w.size() + ps[0].first.size();
  for (auto &[a, b] : ps) {
    for (double &e : a) {
      e *= b;
      s += e * e;
    }
    b += s;
  }
  return s * p.first[1] + ps[1].second;
}
[[ad::differentiate(forward, reverse)]]
double converted(const V &v) {
  std::pair<V, float> p{v, 2.f};
  std::pair<V, double> q(std::move(p));
  q.first[0] *= q.second;
  return q.first[0] * q.first[1] * (p.first.size() + 1);
}
[[ad::differentiate(forward, reverse)]]
double moved_into_rows(const V &v) {
  std::vector<V> rows;
  V row;
  for (double x : v) {
    row.push_back(x);
    row.push_back(x * v[0]);
    if (x > 0.5)
      rows.push_back(std::move(row));
  }
  return rows[0][1] * rows[1][0] + rows.size() + row.size() * v[1];
}
[[ad::differentiate(forward, reverse)]]
double not_moved(const V &v) {
  const V c = v;
  V w = v;
  std::pair<V, double> p{std::move(c), 2.0}, q{w, 1.0};
  p.first[0] *= v[1];
  return p.first[0] * c[0] * w[1] * q.first[1] * c.size() * w.size();
}

int main() {
  CHECK_VECTOR(move_in, {0.3, 0.7, 1.1});
  CHECK_VECTOR(make_pair_move, {0.3, 0.7, 1.1});
  CHECK_VECTOR(make_tuple_move, {0.3, 0.7, 1.1});
  CHECK_VECTOR(move_out, {0.3, 0.7, 1.1});
  CHECK_VECTOR(swap_pairs, {0.3, 0.7, 1.1});
  CHECK_VECTOR(bindings, {0.3, 0.7, 1.1});
  CHECK_VECTOR(bindings_loop, {0.3, 0.7, 1.1});
  CHECK_VECTOR(bindings_emplace, {0.3, 0.7, 1.1});
  CHECK_VECTOR(swap_whole, {0.3, 0.7, 1.1});
  CHECK_VECTOR(swap_member, {0.3, 0.7, 1.1});
  CHECK_VECTOR(assign_move, {0.3, 0.7, 1.1});
  CHECK_VECTOR(move_whole, {0.3, 0.7, 1.1});
  CHECK_VECTOR(tuple_move, {0.3, 0.7, 1.1});
  CHECK_VECTOR(tuple_assign, {0.3, 0.7, 1.1});
  CHECK_VECTOR(pointer_swap, {0.3, 0.7, 1.1});
  CHECK_VECTOR(tied, {0.3, 0.7, 1.1});
  CHECK_VECTOR(vec_pairs, {0.3, 0.7, 1.1});
  CHECK_VECTOR(converted, {0.3, 0.7, 1.1});
  CHECK_VECTOR(moved_into_rows, {0.3, 0.7, 1.1});
  CHECK_VECTOR(not_moved, {0.3, 0.7, 1.1});
  return finish();
}
