// A class that owns objects with virtual functions by a vector of std::unique_ptr.
#include "arrays.h"
#include "shapes.h"
#include <memory>
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

class Portfolio {
  std::vector<std::unique_ptr<Shape>> items;

public:
  void add(std::unique_ptr<Shape> s) { items.push_back(std::move(s)); }
  double total(double k) const {
    double t = 0;
    for (const auto &s : items)
      t += s->area(k);
    return t;
  }
  int size() const { return int(items.size()); }
};
BOTH double portfolio(const double *x, int n) {
  Portfolio p;
  p.add(std::make_unique<Circle>(x[0]));
  for (int i = 1; i < n; ++i)
    p.add(std::make_unique<Box>(x[i], x[i - 1]));
  return p.total(x[0]) * p.total(x[1]) / p.size();
}

int main() {
  CHECK_ARRAY(portfolio, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
