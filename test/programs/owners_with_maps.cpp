// Objects that own memory and hold maps.
#include "vectors.h"
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
struct Own {
  double *p;
  Own() : p(new double(0)) {}
  explicit Own(double x) : p(new double(x)) {}
  Own(const Own &o) : p(new double(*o.p)) {}
  Own &operator=(const Own &o) {
    *p = *o.p;
    return *this;
  }
  ~Own() { delete p; }
};
} // namespace

namespace held {
struct Held {
  std::vector<Own> v;
  std::map<int, double> k;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Held h;
  h.k[0] = v[0];
  h.v.push_back(Own(v[1]));
  *h.v[0].p *= v[2];
  h.k[1] = *h.v[0].p;
  h.k.erase(0);
  return h.k[1] * v[3] + h.k[0];
}
} // namespace held

namespace held_loop {
struct Held {
  std::vector<Own> v;
  std::map<int, double> k;
  Own o;
};
double total(const Held &h) {
  double s = *h.o.p;
  for (auto &[k, x] : h.k)
    s += k * x;
  for (auto &o : h.v)
    s *= *o.p;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    Held h;
    h.k[i] = v[i];
    h.k[3] = s;
    h.v.emplace_back(v[1]);
    *h.o.p = v[3] * v[i];
    s += total(h);
    h.k.clear();
    h.k[2] = s;
    s += total(h);
  }
  return s;
}
} // namespace held_loop

namespace held_vec {
struct Held {
  std::unique_ptr<double> o;
  std::map<std::string, std::vector<double>> k;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Held h;
  h.o = std::make_unique<double>(v[0]);
  h.k["a"] = v;
  h.k["b"].push_back(*h.o * v[1]);
  Held g = std::move(h);
  g.k["b"].push_back(v[3]);
  return g.k["b"][0] * g.k["a"][2] * *g.o + g.k["b"][1] + h.k.size();
}
} // namespace held_vec

namespace held_heap {
struct Held {
  std::unique_ptr<double> o;
  std::map<std::string, double> k;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto h = std::make_unique<Held>();
  h->o = std::make_unique<double>(v[0]);
  h->k["a"] = v[1];
  std::vector<std::unique_ptr<Held>> l;
  l.push_back(std::move(h));
  l[0]->k["b"] = *l[0]->o * v[2];
  return l[0]->k["b"] * l[0]->k["a"];
}
} // namespace held_heap

namespace held_copy {
struct Held {
  Own o;
  std::map<std::string, double> k;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Held h;
  *h.o.p = v[0];
  h.k["a"] = v[1];
  Held g(h);
  g.k["a"] *= v[2];
  *g.o.p += v[3];
  g.k["c"] = 1;
  h = g;
  h.k["a"] *= 2;
  return g.k["a"] * *h.o.p + h.k["a"] * h.k.size();
}
} // namespace held_copy

int main() {
  CHECK_CASE_TWICE(held);
  CHECK_CASE_TWICE(held_loop);
  CHECK_CASE_TWICE(held_vec);
  CHECK_CASE_TWICE(held_heap);
  CHECK_CASE_TWICE(held_copy);
  return finish();
}
