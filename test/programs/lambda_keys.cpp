// Lambdas that return keys of containers: strings and small classes.
#include "vectors.h"
#include <map>
#include <string>
#include <unordered_map>

namespace strings {
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::map<std::string, double> m;
  auto key = [](int i) { return "k" + std::to_string(i); };
  for (int i = 0; i < 4; ++i)
    m[key(i % 3)] += v[i];
  std::map<std::string, int> counts;
  counts[key(2)]++;
  counts[key(0)] += 2;
  return m[key(0)] * m.at(key(1)) + m["k2"] * counts[key(2)] * counts["k0"];
}
} // namespace strings

namespace cells {
struct Key {
  int x, y;
  bool operator==(const Key &o) const { return x == o.x && y == o.y; }
};
struct Hash {
  std::size_t operator()(const Key &k) const {
    return std::size_t(k.x) * 73856093u ^ std::size_t(k.y) * 19349663u;
  }
};
struct Particle {
  double x, y, density = 0;
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &v) {
  std::vector<Particle> all;
  for (int i = 0; i < 8; ++i)
    all.push_back({v[i % 4] + 0.13 * i, v[(i + 1) % 4] * 0.5});
  std::unordered_map<Key, std::vector<int>, Hash> grid;
  auto cell = [](const Particle &p) { return Key{int(p.x), int(p.y)}; };
  for (int i = 0; i < 8; ++i)
    grid[cell(all[i])].push_back(i);
  for (auto &p : all) {
    Key k = cell(p);
    for (int dx = -1; dx <= 1; ++dx)
      if (auto it = grid.find({k.x + dx, k.y}); it != grid.end())
        for (int j : it->second) {
          double r = (all[j].x - p.x) * (all[j].x - p.x) + (all[j].y - p.y) * (all[j].y - p.y);
          if (r < 1)
            p.density += (1 - r) * (1 - r);
        }
  }
  double s = 0;
  for (const auto &p : all)
    s += p.density * p.density;
  return s;
}
} // namespace cells

int main() {
  CHECK_CASE_TWICE(strings);
  CHECK_CASE_TWICE(cells);
  return finish();
}
