// std::initializer_list of strings and other classes of the library: as parameters, and to fill
// containers.
#include "vectors.h"
#include <initializer_list>
#include <map>
#include <set>
#include <string>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace reactions { // of a callee with derivatives
struct Reaction {
  std::vector<int> in, out;
  double k;
};

class Network {
  std::vector<Reaction> reactions_;
  std::map<std::string, int> ids_;

public:
  int species(const std::string &s) {
    auto [it, fresh] = ids_.try_emplace(s, int(ids_.size()));
    return it->second;
  }
  void add(std::initializer_list<std::string> in, std::initializer_list<std::string> out,
           double k) {
    Reaction r;
    r.k = k;
    for (const auto &s : in)
      r.in.push_back(species(s));
    for (const auto &s : out)
      r.out.push_back(species(s));
    reactions_.push_back(std::move(r));
  }
  std::vector<double> rates(const std::vector<double> &c) const {
    std::vector<double> d(c.size());
    for (const auto &r : reactions_) {
      double w = r.k;
      for (int s : r.in)
        w *= c[s];
      for (int s : r.in)
        d[s] -= w;
      for (int s : r.out)
        d[s] += w;
    }
    return d;
  }
  std::size_t size() const { return ids_.size(); }
};

BOTH double f(const V &v) {
  Network n;
  n.add({"A", "B"}, {"C"}, v[0]);
  n.add({"C"}, {"A", "B"}, v[1]);
  n.add({"C"}, {"D"}, v[2]);
  std::vector<double> c(n.size());
  c[0] = 1;
  c[1] = v[3];
  for (int i = 0; i < 8; ++i) {
    const auto d = n.rates(c);
    for (std::size_t k = 0; k < c.size(); ++k)
      c[k] += 0.05 * d[k];
  }
  return c[3] + c[2] * c[0];
}
} // namespace reactions

namespace filled { // containers that constructors fill
class Names {
  std::vector<std::string> order_;
  std::set<std::string> known_;

public:
  Names(std::initializer_list<std::string> names) : order_(names), known_(names) {}
  void more(std::initializer_list<std::string> names) {
    order_.insert(order_.end(), names);
    known_.insert(names);
  }
  double weight(double x) const {
    double s = double(known_.size());
    for (const auto &n : order_)
      s = s * x + double(n.size());
    return s;
  }
};

BOTH double f(const V &v) {
  Names n{"alpha", "be", "be"};
  const double before = n.weight(v[0]);
  n.more({"gamma", "alpha"});
  return before * v[1] + n.weight(v[2]) * v[3];
}
} // namespace filled

int main() {
  CHECK_CASE_TWICE(reactions);
  CHECK_CASE_TWICE(filled);
  return finish();
}
