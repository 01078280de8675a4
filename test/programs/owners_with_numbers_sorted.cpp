// Vectors of objects that hold numbers beside a std::unique_ptr are sorted and searched.
#include "vectors.h"
#include "weighted.h"
#include <algorithm>
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

namespace sorted {
BOTH double f(const V &v) {
  std::vector<Weighted> s;
  s.push_back({v[0], std::make_unique<Factor>(Factor{v[1]})});
  s.push_back({v[2], std::make_unique<Factor>(Factor{v[3]})});
  std::sort(s.begin(), s.end(), [](const Weighted &a, const Weighted &b) { return a.w > b.w; });
  return s[0].w * 2 + s[0].p->k * s[1].w;
}
} // namespace sorted

namespace found {
BOTH double f(const V &v) {
  std::vector<Weighted> s;
  for (double x : v)
    s.push_back({x, std::make_unique<Factor>(Factor{x * v[1]})});
  auto it = std::find_if(s.begin(), s.end(), [&](const Weighted &l) { return l.w > 0.5; });
  if (it != s.end())
    it->p->k *= 2;
  auto best = std::max_element(
      s.begin(), s.end(), [](const Weighted &a, const Weighted &b) { return a.p->k < b.p->k; });
  return best->w * best->p->k + s[0].p->k;
}
} // namespace found

int main() {
  CHECK_CASE_TWICE(sorted);
  CHECK_CASE_TWICE(found);
  return finish();
}
