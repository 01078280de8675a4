// Objects that own memory and hold strings, sets, maps and generators beside it, which zero bytes
// are not: as local variables, on the heap, in one another.
#include "vectors.h"
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>

namespace local {
struct Table {
  std::map<int, int> index;
  std::set<int> used;
  std::unique_ptr<double> value;
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    Table t;
    t.index[i] = i + 2;
    t.used.insert(4);
    t.value = std::make_unique<double>(x[0] * i);
    s += *t.value * t.index[i] * x[1] * double(t.used.size());
  }
  return s;
}
} // namespace local

namespace drawn {
struct Source {
  std::mt19937 generator;
  double *scale;
  explicit Source(double v) : scale(new double(v)) {}
  Source(const Source &) = delete;
  ~Source() { delete scale; }
  double draw() { return double(generator() % 100) * *scale; }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Source s(x[0]);
  return s.draw() + s.draw() * x[1];
}
} // namespace drawn

namespace heap {
struct Node {
  std::map<int, int> index;
  std::string name;
  double v = 0;
  std::vector<std::unique_ptr<Node>> below;
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  auto a = std::make_unique<Node>();
  a->index[3] = 2;
  a->name = "a name that is longer than fifteen characters";
  a->v = x[0];
  a->below.push_back(std::make_unique<Node>());
  a->below[0]->v = x[1];
  a->below[0]->index[1] = 4;
  return a->v * a->index[3] * a->below[0]->v * a->below[0]->index.at(1) *
         double(a->name.size() + a->below[0]->name.size());
}
} // namespace heap

int main() {
  CHECK_CASE(local, {0.7, 1.3});
  CHECK_CASE(drawn, {0.7, 1.3});
  CHECK_CASE(heap, {0.7, 1.3});
  return finish();
}
