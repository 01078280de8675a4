// Vectors of std::unique_ptr: of numbers, of records, of objects with virtual functions.
#include "arrays.h"
#include "pointed.h"
#include "shapes.h"
#include <memory>
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

BOTH double shapes(const double *x, int n) {
  std::vector<std::unique_ptr<Shape>> v;
  for (int i = 0; i < n; ++i) {
    if (i % 2)
      v.push_back(std::make_unique<Circle>(x[i]));
    else
      v.emplace_back(std::make_unique<Box>(x[i], x[0]));
  }
  v.push_back(std::unique_ptr<Shape>(new Circle(x[1] * x[2])));
  double s = 0;
  for (const auto &p : v)
    s += p->area(1 + 0.1 * s);
  for (std::size_t i = 0; i < v.size(); ++i)
    s += v[i]->area(x[0]) * double(i);
  v.pop_back();
  return s * v.back()->area(s);
}

struct Particle {
  double m, pos, vel;
};
BOTH double particles(const double *x, int n) {
  std::vector<std::unique_ptr<Particle>> all;
  all.reserve(n);
  for (int i = 0; i < n; ++i) {
    auto p = std::make_unique<Particle>();
    p->m = 1 + x[i] * x[i];
    p->pos = x[i];
    p->vel = 0;
    all.push_back(std::move(p));
  }
  for (int step = 0; step < 3; ++step) {
    for (auto &p : all) {
      double f = 0;
      for (auto &q : all)
        if (p != q)
          f += q->m * (q->pos - p->pos);
      p->vel += 0.1 * f / p->m;
    }
    for (auto &p : all)
      p->pos += 0.1 * p->vel;
  }
  double e = 0;
  for (const auto &p : all)
    e += 0.5 * p->m * p->vel * p->vel + p->pos;
  return e;
}

struct Scene {
  double scale = 1;
  std::vector<std::unique_ptr<Shape>> items;
};
BOTH double scene(const double *x, int n) {
  Scene s;
  s.scale = x[0];
  for (int i = 0; i < n; ++i)
    s.items.push_back(std::make_unique<Circle>(x[i]));
  double t = 0;
  for (const auto &p : s.items)
    t += p->area(s.scale) * s.scale;
  return t;
}

// Given by the caller.
BOTH double total(const std::vector<std::unique_ptr<Shape>> &v, double k) {
  double s = 0;
  for (const auto &p : v)
    s += p->area(k) * s + k;
  return s;
}

struct Disc : Shape {
  double r, hole;
  Disc(double r, double hole) : r(r), hole(hole) {}
  double area(double scale) const override { return (r * r - hole * hole) * scale; }
};
std::vector<std::unique_ptr<Shape>> made(const double *x) {
  std::vector<std::unique_ptr<Shape>> v;
  v.push_back(std::make_unique<Circle>(x[0]));
  v.push_back(std::make_unique<Disc>(x[1], x[2]));
  return v;
}

// Algorithms and iterators.
using Ptr = std::unique_ptr<Pointed>;
BOTH double iter(const double *x, int n) {
  std::vector<Ptr> v;
  for (int i = 0; i < n; ++i)
    v.push_back(std::make_unique<Pointed>(x[i] * x[i]));
  double s = 0;
  for (auto it = v.begin(); it != v.end(); ++it)
    s += (*it)->v * s + (*it)->v;
  return s;
}
BOTH double algorithms(const double *x, int n) { return folded<Ptr>(x, n); }
BOTH double sorted(const double *x, int n) { return ordered<Ptr>(x, n); }
BOTH double changes(const double *x, int n) { return changed<Ptr>(x, n); }

int main() {
  CHECK_ARRAY(shapes, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(particles, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(scene, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(iter, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(algorithms, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(sorted, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(changes, {0.5, 1.5, 0.75, 0.3});
  check(
      {0.5, 1.5, 0.75, 0.3}, 1, [](In x, Out y) { y[0] = total(made(x), x[3]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = total_forward(made(x), made(x_dot), x[3], x_dot[3], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        std::vector<std::unique_ptr<Shape>> v_bar = made(x_bar);
        y[0] = total_reverse(made(x), v_bar, x[3], x_bar[3], y_bar[0]);
        x_bar[0] = static_cast<Circle &>(*v_bar[0]).r;
        x_bar[1] = static_cast<Disc &>(*v_bar[1]).r;
        x_bar[2] = static_cast<Disc &>(*v_bar[1]).hole;
      }));
  return finish();
}
