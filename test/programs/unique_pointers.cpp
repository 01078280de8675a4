// std::unique_ptr and std::make_unique: locals, members, moved, in lists and trees.
#include "arrays.h"
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

BOTH double arrays(const double *x, int n) {
  std::unique_ptr<double[]> w(new double[n]);
  auto v = std::make_unique<double[]>(n);
  for (int i = 0; i < n; ++i)
    w[i] = x[i] * x[i];
  for (int k = 0; k < 2; ++k)
    for (int i = 0; i < n; ++i)
      v[i] += w[i] * w[(i + 1) % n] + v[(i + 1) % n] * x[k];
  std::swap(v, w);
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += w.get()[i] * v[i];
  return s;
}

struct Point {
  double x, y;
  Point(double a, double b) : x(a), y(b) {}
  double norm() const { return std::sqrt(x * x + y * y); }
};

BOTH double objects(const double *x, int n) {
  auto p = std::make_unique<Point>(x[0], x[1]);
  std::unique_ptr<double> d = std::make_unique<double>(x[0] * x[1]), none;
  p->x += *d;
  (*p).y *= x[n - 1];
  double s = p->norm();
  if (!none)
    s *= 2;
  none = std::move(d);
  if (none && d == nullptr)
    s += *none;
  none.reset(new double(s * x[0]));
  s += *none;
  p.reset();
  d.reset(none.release());
  return p ? 0 : s * *d;
}

BOTH double loop(const double *x, int n) {
  std::unique_ptr<double[]> state = std::make_unique<double[]>(n);
  for (int i = 0; i < n; ++i)
    state[i] = x[i];
  double s = 0;
  for (int k = 0; k < 3; ++k) {
    auto next = std::make_unique<double[]>(n);
    for (int i = 0; i < n; ++i)
      next[i] = state[i] * state[(i + 1) % n] + 0.5 * x[i];
    s += next[0];
    if (s > 100)
      break;
    if (k == 1)
      continue;
    state = std::move(next);
  }
  return s * state[n - 1];
}

std::unique_ptr<double[]> squares(const double *x, int n) {
  auto w = std::make_unique<double[]>(n);
  for (int i = 0; i < n; ++i)
    w[i] = x[i] * x[i];
  return w;
}
double consume(std::unique_ptr<double[]> w, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += w[i] * w[n - 1 - i];
  return s;
}
double look(const std::unique_ptr<double[]> &w) { return w[0] * w[1]; }
BOTH double calls(const double *x, int n) {
  auto w = squares(x, n);
  double s = look(w) + consume(squares(x + 1, n - 1), n - 1);
  return s * consume(std::move(w), n);
}

// A class with an owner among its members needs no destructor of its own.
class Series {
public:
  explicit Series(int n) : size(n), data(std::make_unique<double[]>(n)) {}
  Series(const Series &o) : Series(o.size) {
    for (int i = 0; i < size; ++i)
      data[i] = o.data[i];
  }
  Series(Series &&) = default;
  Series &operator=(Series &&) = default;
  double &operator[](int i) { return data[i]; }
  double operator[](int i) const { return data[i]; }
  int size;
  std::unique_ptr<double[]> data;
};
Series sums(const Series &a) {
  Series s(a.size);
  for (int i = 0; i < a.size; ++i)
    s[i] = a[i] + (i ? s[i - 1] * a[i] : 0);
  return s;
}
BOTH double series(const double *x, int n) {
  Series a(n);
  for (int i = 0; i < n; ++i)
    a[i] = x[i];
  Series b = sums(a), c(b);
  c[0] *= b[n - 1];
  a = sums(c);
  Series d = std::move(b);
  return a[n - 1] * d[0] + c[0];
}

struct Node {
  double value;
  std::unique_ptr<Node> next;
  Node(double v, std::unique_ptr<Node> n) : value(v), next(std::move(n)) {}
};
BOTH double list(const double *x, int n) {
  std::unique_ptr<Node> head;
  for (int i = 0; i < n; ++i)
    head = std::make_unique<Node>(x[i] * x[i], std::move(head));
  double s = 0;
  for (Node *p = head.get(); p->next; p = p->next.get()) {
    s += p->value * p->next->value;
    p->next->value *= p->value;
  }
  head = std::move(head->next);
  return s * head->value;
}

struct Tree {
  double key = 0;
  std::unique_ptr<Tree> left, right;
};
BOTH double tree(const double *x, int n) {
  std::unique_ptr<Tree> root;
  for (int i = 0; i < n; ++i) {
    std::unique_ptr<Tree> *at = &root;
    while (*at)
      at = x[i] < (*at)->key ? &(*at)->left : &(*at)->right;
    *at = std::make_unique<Tree>();
    (*at)->key = x[i];
  }
  double s = 0, weight = 1;
  for (const Tree *t = root.get(); t; t = t->right.get(), weight *= 2)
    s += weight * t->key * t->key * (t->left ? t->left->key : 1);
  return s;
}

int main() {
  CHECK_ARRAY(arrays, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(objects, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(loop, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(calls, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(series, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(list, {0.5, 1.5, -0.75, 0.3});
  CHECK_ARRAY(tree, {0.5, 1.5, 0.25, -0.75, 0.3});
  return finish();
}
