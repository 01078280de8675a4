// Owners of memory in functions that are called, more than once, and by themselves.
#include "arrays.h"
#include "shapes.h"
#include <memory>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]
struct Disc : Shape {
  double r;
  explicit Disc(double r) : r(r) {}
  double area(double k) const override { return r * r * k; }
};
struct Sq : Shape {
  std::vector<double> s;
  explicit Sq(double a) : s(2, a) {}
  double area(double k) const override { return s[0] * s[1] * std::sin(k); }
};
struct Portfolio {
  std::vector<std::unique_ptr<Shape>> items;
  void add(std::unique_ptr<Shape> s) { items.push_back(std::move(s)); }
  double total(double k) const {
    double t = 0;
    for (const auto &s : items)
      t += s->area(k);
    return t;
  }
};
double helper(const double *x, int n, double k) {
  Portfolio p;
  double t = 0;
  for (int i = 0; i < n; ++i) {
    if (i % 2)
      p.add(std::make_unique<Disc>(x[i] * k));
    else
      p.add(std::make_unique<Sq>(x[i]));
    t += p.total(k);
    if (t > 50)
      return t;
  }
  for (int i = 0; i < n; ++i) {
    std::vector<std::unique_ptr<Shape>> more;
    for (int j = 0; j < i; ++j)
      more.push_back(std::make_unique<Disc>(t * x[j]));
    for (const auto &m : more)
      t += 0.01 * m->area(k);
    std::shared_ptr<Shape> s = std::make_shared<Sq>(t);
    if (s->area(k) > 100)
      return s->area(k);
    t += 0.01 * s->area(k);
  }
  return t;
}
double recursive(const double *x, int n, double k) {
  if (n == 0)
    return k;
  Portfolio p;
  p.add(std::make_unique<Disc>(x[0] * k));
  auto q = std::make_shared<Disc>(x[0]);
  double t = recursive(x + 1, n - 1, k * q->r);
  return t * p.total(k) + q->r;
}
BOTH double f(const double *x, int n) {
  double s = helper(x, n, x[0]);
  for (int i = 0; i < 2; ++i)
    s += helper(x, n - 1, s * 0.1) * x[i];
  return s + recursive(x, n, s);
}
int main() {
  CHECK_ARRAY(f, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
