// std::reference_wrapper: in variables, arguments, templates and vectors.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace vectors {
BOTH double f(const std::vector<double> &x) {

  double a = x[0], b = x[1], c = x[2] * x[3];
  std::vector<std::reference_wrapper<double>> refs{a, b, c};
  for (auto &r : refs)
    r.get() *= r.get() + 1;
  double s = 0;
  for (double v : refs)
    s += v * x[4];
  return s + a;
}
} // namespace vectors

namespace arguments {
void scale(std::reference_wrapper<double> r, double k) { r.get() *= k; }
BOTH double f(const std::vector<double> &x) {

  double y = x[0] * x[1];
  scale(std::ref(y), x[2]);
  scale(y, y);
  return y;
}
} // namespace arguments

namespace picked {
struct P {
  double m, v;
};
BOTH double f(const std::vector<double> &x) {

  P a{x[0], x[1]}, b{x[2], x[3]};
  std::reference_wrapper<P> cur = a;
  cur.get().m *= 2;
  cur = b;
  cur.get().v *= a.m;
  std::reference_wrapper<const P> k = std::cref(b);
  return k.get().v + a.m * a.v + b.m;
}
} // namespace picked

namespace objects {
struct Energy {
  double k;
  double operator()(double v) const { return 0.5 * k * v * v; }
};
template <class F> double total(const double *x, int n, F g) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += g(x[i]);
  return s;
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  Energy e{x[0]};
  return total(x.data(), n, std::ref(e)) + total(x.data(), n, std::cref(e));
}
} // namespace objects

namespace called {
struct Stats {
  double sum = 0, sq = 0;
  void operator()(double v) {
    sum += v;
    sq += v * v;
  }
};
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  Stats st;
  std::for_each(x.data(), x.data() + n, std::ref(st));
  return st.sq - st.sum * st.sum / n;
}
} // namespace called

namespace sorted {
struct Item {
  double w, v;
};
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  std::vector<Item> items;
  for (int i = 0; i + 1 < n; ++i)
    items.push_back({x[i], x[i + 1]});
  std::vector<std::reference_wrapper<const Item>> order(items.begin(), items.end());
  std::sort(order.begin(), order.end(), [](const Item &a, const Item &b) { return a.w < b.w; });
  double s = 0;
  for (const Item &i : order)
    s = s * 0.5 + i.w * i.v;
  return s;
}
} // namespace sorted

namespace particles {
struct Particle {
  double x, v;
};
void step(Particle &p, double h) {
  p.v -= h * p.x;
  p.x += h * p.v;
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  std::vector<Particle> ps;
  for (int i = 0; i < n; ++i)
    ps.push_back({x[i], 0.1 * i});
  std::vector<std::reference_wrapper<Particle>> moving;
  for (auto &p : ps)
    if (p.x > 0.6)
      moving.push_back(p);
  for (int k = 0; k < 3; ++k)
    for (Particle &p : moving)
      step(p, 0.1);
  double e = 0;
  for (const auto &p : ps)
    e += p.x * p.x + p.v * p.v;
  return e;
}
} // namespace particles

namespace bound {
template <class F, class... A> auto call(F f, A... a) { return f(a...); }
double scaled(double &acc, const double &k, double t) {
  acc += k * t;
  return acc * t;
}
BOTH double f(const std::vector<double> &x) {

  double acc = x[0], k = x[1];
  double r = call(scaled, std::ref(acc), std::cref(k), x[2]);
  r += call(
      [](double &a, double b) {
        a *= b;
        return a;
      },
      std::ref(acc), x[3]);
  return r * acc;
}
} // namespace bound

namespace lists {
double total(const std::vector<std::reference_wrapper<const double>> &v) {
  double s = 0;
  for (double d : v)
    s += d * d * (s + 1);
  return s;
}
BOTH double f(const std::vector<double> &x) {

  double a = x[0] * x[1], b = x[2];
  return total({std::cref(a), std::cref(b), a}) + total({b});
}
} // namespace lists

namespace choices {
BOTH double f(const std::vector<double> &x) {

  double a = x[0], b = x[1];
  auto big = std::ref(a > b ? a : b);
  big += 1;
  big.get() *= x[2];
  std::reference_wrapper<double> small(a > b ? b : a);
  small.get() += big;
  return a * b;
}
} // namespace choices

namespace constants {
struct W {
  double k;
};
double g(std::reference_wrapper<const W> w, double t) { return w.get().k * t * t; }
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  W w{x[0]};
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += g(w, x[i]) + g(std::cref(w), s);
  return s;
}
} // namespace constants

namespace pointers {
struct Item {
  double w, v;
};
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  std::vector<Item> items;
  for (int i = 0; i + 1 < n; ++i)
    items.push_back({x[i], x[i + 1]});
  std::vector<std::reference_wrapper<Item>> order;
  for (auto &i : items)
    order.push_back(std::ref(i));
  std::sort(order.begin(), order.end(), [](const Item &a, const Item &b) { return a.w < b.w; });
  double s = 0;
  for (Item &i : order) {
    i.v *= 1 + s;
    s = s * 0.5 + i.w * i.v;
  }
  auto best = std::max_element(order.begin(), order.end(),
                               [](auto a, auto b) { return a.get().v < b.get().v; });
  return s * best->get().w;
}
} // namespace pointers

int main() {
  CHECK_CASE(vectors, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(arguments, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(picked, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(objects, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(called, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(sorted, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(particles, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(bound, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(lists, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(choices, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(constants, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(pointers, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  return finish();
}
