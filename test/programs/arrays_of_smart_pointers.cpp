// Arrays of smart pointers: local ones and those in classes, C arrays and std::array, moved,
// emptied, ordered and given to functions.
#include "vectors.h"
#include <algorithm>
#include <array>
#include <memory>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace shapes {
struct Shape {
  virtual ~Shape() = default;
  virtual double area() const = 0;
};
struct Circle : Shape {
  double r;
  explicit Circle(double r_) : r(r_) {}
  double area() const override { return 3 * r * r; }
};
struct Square : Shape {
  double a;
  explicit Square(double a_) : a(a_) {}
  double area() const override { return a * a; }
};
double total(const std::array<std::unique_ptr<Shape>, 2> &all) {
  double s = 0;
  for (const auto &p : all)
    s += p->area();
  return s;
}
int alive(const std::array<std::unique_ptr<Shape>, 2> &all) {
  int n = 0;
  for (const auto &p : all)
    n += p != nullptr;
  return n;
}
double first(std::unique_ptr<Shape> (&all)[3]) { return all[0] ? all[0]->area() : 1; }
BOTH double f(const std::vector<double> &x) {
  std::array<std::unique_ptr<Shape>, 2> a = {std::make_unique<Circle>(x[0]),
                                             std::make_unique<Square>(x[1])};
  std::unique_ptr<Shape> c[] = {nullptr, std::make_unique<Circle>(x[2]), nullptr};
  double s = total(a) + first(c);
  c[0] = std::move(a[1]);
  s *= alive(a);
  a[1] = std::make_unique<Circle>(x[1] * x[2]);
  std::swap(c[1], c[2]);
  return s + total(a) * first(c) + c[2]->area() * (c[1] ? 100 : 1);
}
} // namespace shapes

namespace in_loops {
BOTH double f(const std::vector<double> &x) {
  double s = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    std::unique_ptr<double> a[3] = {std::make_unique<double>(x[k])};
    if (!a[1])
      a[1] = std::make_unique<double>(*a[0] * x[0]);
    if (k == 1)
      continue;
    s += *a[0] * *a[1] * (a[2] == nullptr ? 1 : 3);
    if (s > 100)
      break;
    a[0].reset();
  }
  return s;
}
} // namespace in_loops

namespace moved {
BOTH double f(const std::vector<double> &x) {
  auto p = std::make_unique<double>(x[1]);
  std::array<std::unique_ptr<double>, 2> a{std::make_unique<double>(x[0] * x[0]), std::move(p)};
  auto b = std::move(a);
  auto &[one, two] = b;
  const auto sum = [&](double k) { return k * *b[0] + *two; };
  *one *= x[2];
  return *b.front() * *b.back() + (a[0] ? 100 : 1) * sum(x[2]);
}
} // namespace moved

namespace ordered {
BOTH double f(const std::vector<double> &x) {
  std::array<std::unique_ptr<double>, 3> a;
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = std::make_unique<double>(x[i]);
  std::sort(a.begin(), a.end(), [](const auto &p, const auto &q) { return *p < *q; });
  return *a[0] * 2 + *a[1] * 3 + *a[2] * *a[2];
}
} // namespace ordered

namespace destroyed {
struct Log {
  double *out = nullptr;
  double weight = 0;
  ~Log() { *out = *out * 2 + weight; }
};
BOTH double f(const std::vector<double> &x) {
  double s = x[0];
  {
    std::unique_ptr<Log> a[2] = {std::make_unique<Log>(), std::make_unique<Log>()};
    for (int i = 0; i < 2; ++i) {
      a[i]->out = &s;
      a[i]->weight = x[1] * (i + 1);
    }
  }
  return s * x[2];
}
} // namespace destroyed

namespace members {
struct Quad {
  double v;
  std::unique_ptr<Quad> sub[4];
  explicit Quad(double at) : v(at) {}
  void split(double k) {
    for (auto &each : sub)
      each = std::make_unique<Quad>(v * k);
  }
  double sum() const {
    double s = v * v;
    for (const auto &each : sub)
      if (each)
        s += each->sum();
    return s;
  }
};
struct Tree {
  double key = 0;
  std::array<std::unique_ptr<Tree>, 2> kid;
};
void insert(std::unique_ptr<Tree> &at, double key) {
  if (at)
    return insert(at->kid[key > at->key], key);
  at = std::make_unique<Tree>();
  at->key = key;
}
double walk(const Tree *t, double weight) {
  return t ? weight * t->key * t->key + walk(t->kid[0].get(), weight * 0.5) +
                 walk(t->kid[1].get(), weight * 0.25)
           : 0;
}
BOTH double f(const std::vector<double> &x) {
  Quad q(x[0]);
  q.split(x[1]);
  q.sub[2]->split(x[2]);
  std::unique_ptr<Tree> root;
  for (double v : x)
    insert(root, v);
  return q.sum() + walk(root.get(), 1);
}
} // namespace members

namespace made {
struct Two {
  std::unique_ptr<double> p[2];
  Two(double a, double b) : p{std::make_unique<double>(a), std::make_unique<double>(b)} {}
};
Two make(double a, double b) {
  Two made(a, a * b);
  *made.p[0] += b;
  return made;
}
BOTH double f(const std::vector<double> &x) {
  std::vector<Two> all;
  all.push_back(make(x[1], x[2]));
  Two one = make(x[0], x[1]);
  all.push_back(std::move(one));
  return *all[0].p[1] * *all[1].p[0] * (one.p[0] ? 100 : 1);
}
} // namespace made

namespace shared {
struct Node {
  std::array<std::shared_ptr<double>, 2> p;
};
BOTH double f(const std::vector<double> &x) {
  std::shared_ptr<double> a[3] = {std::make_shared<double>(x[0]), std::make_shared<double>(x[1])};
  a[2] = a[0];
  *a[2] *= x[2];
  Node n;
  n.p[0] = a[1];
  n.p[1] = n.p[0];
  Node m = n;
  *m.p[1] += x[0];
  double s = 0;
  for (auto p : a)
    s += *p * *n.p[0];
  return s;
}
} // namespace shared

int main() {
#define CHECK_ALL(...)                                                                             \
  CHECK_CASE(shapes, __VA_ARGS__);                                                                 \
  CHECK_CASE(in_loops, __VA_ARGS__);                                                               \
  CHECK_CASE(moved, __VA_ARGS__);                                                                  \
  CHECK_CASE(ordered, __VA_ARGS__);                                                                \
  CHECK_CASE(destroyed, __VA_ARGS__);                                                              \
  CHECK_CASE(members, __VA_ARGS__);                                                                \
  CHECK_CASE(made, __VA_ARGS__);                                                                   \
  CHECK_CASE(shared, __VA_ARGS__)
  CHECK_ALL({0.5, 1.5, -0.75});
  CHECK_ALL({1.25, 0.25, 0.75});
  return finish();
}
