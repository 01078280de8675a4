// What is appended to a vector of owners is made first, and may append to it or take from it;
// std::exchange moves what it is given to move.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Leaf {
  double a;
};
using Leaves = std::vector<std::unique_ptr<Leaf>>;
struct Entry {
  std::unique_ptr<Leaf> at;
  int k = 1;
};

static double leaf(Leaves &all, double x) {
  all.push_back(std::make_unique<Leaf>(Leaf{x}));
  return std::sin(x);
}
static double taken(Leaves &all) {
  const double a = all.back()->a;
  all.pop_back();
  return a;
}
static double sum(const Leaves &all) {
  double s = 0;
  for (size_t i = 0; i < all.size(); ++i)
    s += double(i + 1) * all[i]->a * all[i]->a;
  return s;
}

namespace appends {
BOTH double f(const V &v) {
  Leaves all;
  for (double x : v) {
    all.push_back(std::make_unique<Leaf>(Leaf{leaf(all, x)}));
    all.emplace_back(std::make_unique<Leaf>(Leaf{leaf(all, x * x) * 0.5}));
    all.emplace_back(new Leaf{leaf(all, 2 * x)});
  }
  return sum(all) * double(all.size());
}
} // namespace appends

namespace takes {
BOTH double f(const V &v) {
  Leaves all;
  for (double x : v) {
    all.push_back(std::make_unique<Leaf>(Leaf{x}));
    all.push_back(std::make_unique<Leaf>(Leaf{2 * x}));
    all.push_back(std::make_unique<Leaf>(Leaf{std::sin(taken(all)) * taken(all)}));
  }
  return sum(all);
}
} // namespace takes

namespace records {
static double entry(std::vector<Entry> &all, double x) {
  all.push_back(Entry{std::make_unique<Leaf>(Leaf{x}), 2});
  return x * x;
}
BOTH double f(const V &v) {
  std::vector<Entry> all;
  for (double x : v)
    all.push_back(Entry{std::make_unique<Leaf>(Leaf{entry(all, x)}), 3});
  double s = 0;
  for (const Entry &e : all)
    s += e.k * e.at->a * e.at->a;
  return s;
}
} // namespace records

namespace exchanged {
BOTH double f(const V &v) {
  V a(2, v[0]), b(3, v[1]);
  V old = std::exchange(a, std::move(b));
  double s = old[1] * a[2] + v[2] * double(b.size() + 10 * a.size());
  b.push_back(v[3]);
  s += std::exchange(b, a)[0] * b[0];
  auto p = std::make_unique<Leaf>(Leaf{v[0]}), q = std::make_unique<Leaf>(Leaf{v[1] * v[2]});
  auto before = std::exchange(p, std::move(q));
  s += before->a * p->a + (q ? 1 : 0);
  p = std::exchange(before, nullptr);
  return s + (before ? 7 : p->a);
}
} // namespace exchanged

int main() {
  const V v{0.8, -0.6, 1.3, 0.4};
  CHECK_CASE_TWICE(appends);
  CHECK_CASE_TWICE(takes);
  CHECK_CASE_TWICE(records);
  CHECK_CASE_TWICE(exchanged);
  return finish();
}
