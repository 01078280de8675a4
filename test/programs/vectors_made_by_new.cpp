// Vectors from new, std::make_unique and std::make_shared, in variables, members and vectors.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace hold {
struct H {
  V a;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto p = std::make_unique<H>(H{{v[0], v[1]}});
  p->a.push_back(v[2]);
  double s = 0;
  for (double x : p->a)
    s += x * x;
  return s;
}
} // namespace hold

namespace uniq {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto p = std::make_unique<V>(V{v[0], v[1]});
  p->push_back(v[2]);
  (*p)[0] *= v[3];
  double s = 0;
  for (double x : *p)
    s += x * x;
  return s;
}
} // namespace uniq

namespace shared {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto p = std::make_shared<std::vector<double>>(3, v[0]);
  auto q = p;
  for (size_t i = 0; i < q->size(); i++)
    (*q)[i] += v[i] * i;
  double s = 0;
  for (double x : *p)
    s += x * x;
  return s;
}
} // namespace shared

namespace raw {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto *p = new std::vector<double>(v);
  for (double &x : *p)
    x = std::sin(x);
  double s = 0;
  for (double x : *p)
    s += x * x;
  delete p;
  return s;
}
} // namespace raw

namespace vv {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto p = std::make_unique<std::vector<V>>(2, V(2, v[0]));
  (*p)[1][0] *= v[1];
  p->push_back(v);
  double s = 0;
  for (auto &r : *p)
    for (double x : r)
      s += x * x;
  return s;
}
} // namespace vv

namespace member {
struct Data {
  std::shared_ptr<std::vector<double>> xs;
  double scale;
  double sum() const {
    double s = 0;
    for (double x : *xs)
      s += x;
    return s * scale;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto xs = std::make_shared<std::vector<double>>(v);
  Data a{xs, v[0]}, b{xs, v[1]};
  (*xs)[2] *= 3;
  return a.sum() * b.sum();
}
} // namespace member

namespace loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int t = 0; t < 3; t++) {
    auto p = std::make_unique<V>(t + 1, v[t]);
    for (double &x : *p) {
      x *= v[3];
      s += x * x;
    }
  }
  return s;
}
} // namespace loop

namespace vecof {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<V>> ps;
  for (int i = 0; i < 3; i++)
    ps.push_back(std::make_unique<V>(i + 1, v[i]));
  double s = 0;
  for (auto &p : ps)
    for (double x : *p)
      s += x * x;
  return s;
}
} // namespace vecof

namespace vecofs {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::shared_ptr<V>> ps;
  for (int i = 0; i < 3; i++)
    ps.push_back(std::make_shared<V>(i + 1, v[i]));
  ps.push_back(ps[0]);
  ps[3]->at(0) *= v[3];
  double s = 0;
  for (auto &p : ps)
    for (double x : *p)
      s += x * x;
  return s;
}
} // namespace vecofs

namespace nulls {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::unique_ptr<V> p;
  if (v[0] > 1)
    p = std::make_unique<V>(v);
  double s = v[1] * v[1];
  if (p) {
    p->resize(2);
    s += (*p)[1] * v[0];
    p.reset();
  }
  p.reset(new V{v[2]});
  auto q = std::move(p);
  return s + q->front() * v[3];
}
} // namespace nulls

namespace fields {
struct Net {
  std::unique_ptr<V> w;
  std::shared_ptr<std::vector<double>> b;
  explicit Net(const V &v) : w(new V(v)), b(std::make_shared<V>(2, v[0])) {}
  double run(double x) const {
    double s = 0;
    for (double a : *w)
      s += a * x;
    return s + b->back();
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Net n(v);
  (*n.b)[1] *= v[1];
  n.w->push_back(v[2] * v[3]);
  return n.run(v[0]) * n.run(2.0);
}
} // namespace fields

namespace passed {
static double sum(const std::shared_ptr<V> &p) {
  double s = 0;
  for (double x : *p)
    s += x * x;
  return s;
}
static std::unique_ptr<V> twice(const V &v) {
  auto r = std::make_unique<V>(v);
  for (double &x : *r)
    x *= 2;
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto p = std::make_shared<V>(v);
  (*p)[0] = v[1] * v[2];
  auto q = twice(*p);
  return sum(p) + (*q)[0] * q->back();
}
} // namespace passed

namespace list {
struct Node {
  V w;
  Node *next;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Node *head = nullptr;
  for (int i = 0; i < 3; i++)
    head = new Node{V(i + 1, v[i]), head};
  double s = 0;
  for (Node *n = head; n; n = n->next)
    for (double x : n->w)
      s += x * x;
  while (head) {
    Node *n = head->next;
    delete head;
    head = n;
  }
  return s;
}
} // namespace list

namespace swapped {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V *a = new V(v), *b = new V(v.size());
  for (int t = 0; t < 3; t++) {
    for (size_t i = 0; i < a->size(); i++)
      (*b)[i] = std::sin((*a)[i]) + (*a)[(i + 1) % 4];
    std::swap(a, b);
  }
  double s = (*a)[0] * (*a)[3];
  delete a;
  delete b;
  return s;
}
} // namespace swapped

int main() {
  CHECK_CASE_TWICE(hold);
  CHECK_CASE_TWICE(uniq);
  CHECK_CASE_TWICE(shared);
  CHECK_CASE_TWICE(raw);
  CHECK_CASE_TWICE(vv);
  CHECK_CASE_TWICE(member);
  CHECK_CASE_TWICE(loop);
  CHECK_CASE_TWICE(vecof);
  CHECK_CASE_TWICE(vecofs);
  CHECK_CASE_TWICE(nulls);
  CHECK_CASE_TWICE(fields);
  CHECK_CASE_TWICE(passed);
  CHECK_CASE_TWICE(list);
  CHECK_CASE_TWICE(swapped);
  return finish();
}
