// Arrays of objects that their class makes by default member initialisers or by a constructor: as
// variables, also in loops, as members, of several dimensions; with pointers and vectors.
#include "vectors.h"
#include <string>
#include <utility>

namespace initialised {
struct Particle {
  double x = 0, v = 0, m = 1;
};
struct Cell {
  Particle ps[2];
  double w = 0.5;
  int n = 0;
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Particle ps[4];
  for (int i = 0; i < 4; ++i) {
    ps[i].x = x[i];
    ps[i].m += x[i] * x[0];
  }
  Cell cells[2][2];
  for (auto &row : cells)
    for (Cell &c : row) {
      c.ps[c.n++].x = x[1];
      c.w *= x[2];
    }
  double s = 0;
  for (int r = 0; r < 3; ++r) { // made again each time
    Particle t[2];
    t[0].v += x[r] * s;
    t[1].m *= x[r];
    std::swap(t[0], t[1]);
    s += t[1].v * t[0].m + t[1].m;
  }
  for (const Particle &p : ps)
    s += p.x * p.m + p.v;
  return s * cells[1][0].w * cells[0][1].ps[0].x + cells[1][1].ps[1].m * s;
}
} // namespace initialised

namespace constructed {
struct Scaled {
  double a, b;
  int calls;
  Scaled() : a(2), b(3), calls(0) { a += b; }
  void mul(double k) {
    a *= k;
    ++calls;
  }
};
struct Pair {
  Scaled of[2];
  double sum() const { return of[0].a * of[1].b + of[1].calls; }
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = 1;
  for (double v : x) {
    Scaled q[3];
    q[1].mul(v * s);
    q[2].mul(v);
    q[2].mul(s);
    s += 0.01 * q[0].a * q[1].a * q[2].a + q[2].calls;
  }
  Pair pairs[2];
  pairs[1].of[0].mul(s);
  return pairs[0].sum() * pairs[1].sum() * x[0];
}
} // namespace constructed

namespace linked {
struct Node {
  double key = 0;
  Node *left = nullptr, *right = nullptr;
};
void insert(Node **at, Node *n) {
  while (*at)
    at = n->key < (*at)->key ? &(*at)->left : &(*at)->right;
  *at = n;
}
double sum(const Node *n) { return n ? n->key + 2 * sum(n->left) + 3 * n->key * sum(n->right) : 0; }

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Node nodes[8];
  Node *root = nullptr;
  for (std::size_t i = 0; i < x.size(); ++i) {
    nodes[i].key = x[i] * x[i];
    insert(&root, &nodes[i]);
  }
  return sum(root);
}
} // namespace linked

namespace growing {
struct Flow {
  double v[3] = {1, 2, 3};
  std::vector<double> history;
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Flow flows[2];
  double s = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    flows[i % 2].history.push_back(x[i] * flows[1].v[2]);
    flows[1].v[2] *= x[i];
  }
  for (const Flow &each : flows)
    for (double h : each.history)
      s += h * h * each.v[1] + each.v[2];
  return s;
}
} // namespace growing

// Bases with virtual functions, strings, whole numbers, braces that leave elements out.
namespace kinds {
struct Plain {
  double x = 1, y = 2;
};
struct Base {
  double s = 1;
  virtual ~Base() = default;
  virtual double area() const { return s * s; }
};
struct Wide : Base {
  double k = 3;
  double area() const override { return k * s; }
};
struct Named {
  std::string name = "n";
  double v = 2;
};
struct Held {
  Plain a[2], b[2] = {{3, 4}};
  Held() : a() { b[1].x *= 2; }
};
struct Numbers {
  int n = 3, m[2] = {1, 2};
};
struct Mixed {
  Numbers i[2];
  double w = 1.5;
};
struct Derived : Plain {
  double z = 4;
  Derived() = default;
};

[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Plain a[3] = {}, b[3]{}, c[3] = {{x[0], 1}, {x[1]}};
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += a[i].x * b[i].y * c[i].x * c[i].y * x[i];
  Wide wide[2];
  wide[1].s *= x[2];
  const Base &base = wide[1];
  s += base.area() * wide[0].area();
  Named named[2];
  named[0].v *= x[3];
  named[1].name += "x";
  s += named[0].v * named[1].v * named[1].name.size();
  Held held;
  held.a[1].y *= x[0];
  s += held.a[1].y * held.b[1].x * held.b[0].y;
  Mixed mixed[2];
  mixed[1].w *= x[1];
  s += mixed[1].w * mixed[0].i[1].m[1] * mixed[1].i[0].n;
  Derived derived[2];
  derived[1].z *= x[0] * derived[0].x;
  return s * (derived[1].z + derived[1].y);
}
} // namespace kinds

int main() {
  CHECK_CASE(initialised, {0.7, 1.3, 0.4, 0.9});
  CHECK_CASE(constructed, {0.7, 1.3, 0.4, 0.9});
  CHECK_CASE(linked, {0.7, 1.3, 0.4, 0.9});
  CHECK_CASE(growing, {0.7, 1.3, 0.4, 0.9});
  CHECK_CASE(kinds, {0.7, 1.3, 0.4, 0.9});
  return finish();
}
