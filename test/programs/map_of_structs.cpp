// Maps of structs that hold vectors, and of vectors of vectors, which grow.
#include "arrays.h"
#include <map>
#include <string>
#include <unordered_map>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]
struct Point {
  std::vector<double> coords;
  double weight = 0;
  double norm() const {
    double s = 0;
    for (double c : coords)
      s += c * c;
    return s * weight;
  }
};
BOTH double points(const double *x, int n) {
  std::map<int, Point> m;
  for (int i = 0; i < n; ++i) {
    m[i / 2].coords.push_back(x[i]);
    m[i / 2].weight += x[i];
  }
  Point extra;
  extra.coords = {x[0], x[1] * x[0]};
  extra.weight = x[2];
  m[7] = extra;
  m.at(7).coords[0] *= x[3];
  std::map<int, Point> copy;

  copy[7].coords.clear();
  copy[0].coords.push_back(x[2] * x[2]);
  double s = 0;
  for (const auto &[k, p] : m)
    s += p.norm() * (k + 1);
  for (auto &[k, p] : copy) {
    p.coords.push_back(p.weight);
    s += p.norm();
  }
  return s;
}
struct Stats {
  double sum = 0, sq = 0;
  int n = 0;
  std::vector<double> last;
  void add(double v) {
    sum += v;
    sq += v * v;
    ++n;
    last.push_back(v);
    if (last.size() > 2)
      last.erase(last.begin());
  }
};
BOTH double stats(const double *x, int n) {
  std::unordered_map<std::string, Stats> m;
  for (int i = 0; i < n; ++i)
    m[i % 2 ? "odd" : "even"].add(x[i] * x[i]);
  double s = 0;
  for (auto &kv : m)
    s += kv.second.sq / kv.second.n - kv.second.sum * kv.second.sum +
         kv.second.last[0] * kv.second.last[1];
  return s;
}
BOTH double rows(const double *x, int n) {
  std::map<int, std::vector<std::vector<double>>> m;
  for (int i = 0; i < n; ++i) {
    m[i % 2].push_back({x[i], x[i] * x[0]});
    m[i % 2].back().push_back(x[1]);
  }
  double s = 0;
  for (const auto &[k, rows] : m)
    for (const auto &r : rows)
      for (double v : r)
        s += v * v * (k + 1);
  return s;
}
int main() {
  CHECK_ARRAY(points, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(stats, {0.5, 1.5, 0.75, 0.3, 0.9, 0.2});
  CHECK_ARRAY(rows, {0.5, 1.5, 0.75, 0.3, 0.9, 0.2});
  return finish();
}
