// What is done to a vector of smart pointers, whatever they are: Ptr is std::unique_ptr<Pointed> or
// std::shared_ptr<Pointed>.
#ifndef TEST_PROGRAMS_POINTED_H
#define TEST_PROGRAMS_POINTED_H
#include <algorithm>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

struct Pointed {
  double v, w = 1;
  explicit Pointed(double v) : v(v) {}
};

template <class Ptr> std::vector<Ptr> squares(const double *x, int n) {
  std::vector<Ptr> v;
  for (int i = 0; i < n; ++i)
    v.push_back(Ptr(new Pointed(x[i] * x[i])));
  return v;
}

template <class Ptr> double folded(const double *x, int n) {
  std::vector<Ptr> v = squares<Ptr>(x, n);
  double s = std::accumulate(v.begin(), v.end(), 0.0,
                             [](double a, const Ptr &p) { return a * 0.5 + p->v; });
  std::for_each(v.begin(), v.end(), [&](Ptr &p) { p->w *= s; });
  for (auto &p : v)
    s += p->w * p->v;
  return s;
}

template <class Ptr> double ordered(const double *x, int n) {
  std::vector<Ptr> v = squares<Ptr>(x, n);
  std::sort(v.begin(), v.end(), [](const Ptr &a, const Ptr &b) { return a->v < b->v; });
  double s = 0, k = 1;
  for (const auto &p : v) {
    s += k * p->v;
    k *= 3;
  }
  return s;
}

template <class Ptr> double changed(const double *x, int n) {
  std::vector<Ptr> v = squares<Ptr>(x, n);
  v.resize(2);
  v.emplace_back(Ptr(new Pointed(x[0])));
  v.insert(v.begin(), Ptr(new Pointed(x[n - 1])));
  v.erase(v.begin() + 1);
  std::swap(v[0], v[1]);
  v[0]->v *= x[0];
  double s = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    s += double(i + 1) * v[i]->v * v[i]->v;
  return s;
}
#endif
