// Iterators of std::list: walked, kept while elements come and go, given to algorithms and helpers.
#include "vectors.h"
#include <algorithm>
#include <iterator>
#include <list>
#include <numeric>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace loops {
BOTH double f(const std::vector<double> &x) {
  std::list<double> l(x.begin(), x.end());
  for (std::list<double>::iterator it = l.begin(); it != l.end(); it++)
    *it *= 2 + x[0];
  double s = 1;
  for (auto it = l.cbegin(); it != l.cend(); ++it)
    s = s * *it + *it;
  for (auto it = l.rbegin(); it != l.rend(); ++it)
    s = 0.5 * s * *it;
  return s;
}
} // namespace loops

namespace erased {
void prune(std::list<double> &l, double limit) {
  for (auto it = l.begin(); it != l.end();)
    if (*it < limit)
      l.erase(it++);
    else
      ++it;
}
BOTH double f(const std::vector<double> &x) {
  std::list<double> l(x.begin(), x.end());
  for (auto it = l.begin(); it != l.end();)
    it = *it < 0.5 ? l.erase(it) : std::next(it);
  prune(l, 0.6);
  l.erase(std::next(l.begin()), l.end());
  l.push_back(x[1]);
  double s = 0;
  int k = 1;
  for (double v : l)
    s += k++ * v * v;
  return s;
}
} // namespace erased

namespace in_order { // insertion sort
BOTH double f(const std::vector<double> &x) {
  std::list<double> l;
  for (double v : x) {
    auto it = l.begin();
    while (it != l.end() && *it < v)
      ++it;
    l.insert(it, v * v);
  }
  double s = 0;
  int k = 1;
  for (double v : l)
    s += k++ * v;
  return s;
}
} // namespace in_order

namespace kept { // an iterator stays with its element
BOTH double f(const std::vector<double> &x) {
  std::list<double> l(x.begin(), x.end());
  auto second = std::next(l.begin()), last = std::prev(l.end()), end = l.end();
  l.push_front(x[0] * x[1]);
  auto before = l.insert(second, 3 * x[2]);
  l.push_back(x[3] * x[3]);
  l.pop_front();
  l.emplace(last, x[0]);
  double s = *second * 2 + *last * 3 + *before * 5;
  int k = 0;
  for (auto it = second; it != end; ++it)
    s += *it * ++k;
  l.pop_back();
  return s + (std::next(last) == end ? *last : 0);
}
} // namespace kept

namespace grown_in_loop {
BOTH double f(const std::vector<double> &x) {
  std::list<double> l(x.begin(), x.end());
  double s = 0;
  int k = 0;
  for (double v : l) {
    if (k++ < 2)
      l.push_front(v * 3);
    if (k == 2)
      l.push_back(v * v);
    s += v * k;
  }
  return s + l.front() * l.back();
}
} // namespace grown_in_loop

namespace records {
struct Particle {
  double mass, speed;
};
BOTH double f(const std::vector<double> &x) {
  std::list<Particle> l;
  for (double v : x)
    l.push_back({v, 1 + v * x[0]});
  for (auto it = l.begin(); it != l.end(); ++it) {
    it->speed += it->mass;
    auto next = std::next(it);
    if (next != l.end())
      it->mass *= next->speed;
  }
  l.remove_if([](const Particle &p) { return p.mass < 0.8; });
  double s = 0;
  for (const auto &p : l)
    s += p.mass * p.speed;
  return s;
}
} // namespace records

namespace algorithms {
BOTH double f(const std::vector<double> &x) {
  std::list<double> l{x[0], x[1] * x[2], x[3], x[1]};
  double s = *std::max_element(l.begin(), l.end()) * std::accumulate(l.begin(), l.end(), x[0]);
  s += std::inner_product(l.begin(), l.end(), x.begin(), 1.0);
  std::for_each(l.begin(), l.end(), [&](double v) { s += v * v; });
  std::transform(l.begin(), l.end(), l.begin(), [](double v) { return v * v; });
  l.sort();
  l.reverse();
  l.sort([](double a, double b) { return a > b; });
  l.remove_if([](double v) { return v > 2; });
  std::vector<double> v(l.begin(), l.end());
  v.insert(v.end(), l.begin(), l.end());
  for (std::size_t i = 0; i < v.size(); ++i)
    s += (i + 1) * v[i] * v[i];
  auto found = std::find_if(l.begin(), l.end(), [](double a) { return a < 0.5; });
  return found == l.end() ? s : s * *found;
}
} // namespace algorithms

int main() {
  CHECK_CASE(loops, {0.5, 1.5, 0.75, 0.3});
  CHECK_CASE(erased, {0.9, 1.5, 0.55, 0.3, 0.7});
  CHECK_CASE(in_order, {0.5, 1.5, 0.75, 0.3});
  CHECK_CASE(kept, {0.5, 1.5, 0.75, 0.3});
  CHECK_CASE(grown_in_loop, {0.5, 1.5, 0.75, 0.3});
  CHECK_CASE(records, {0.5, 1.5, 0.75, 0.3});
  CHECK_CASE(algorithms, {0.5, 1.2, 0.75, 0.3});
  return finish();
}
