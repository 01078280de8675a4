// Functions marked [[ad::constant]] that are given pointers, also inside of objects, through which
// they do not write: what these lead to keeps its derivative.
#include "vectors.h"
#include <cstdio>
#include <iostream>
#include <numeric>

using V = std::vector<double>;

namespace reading {
struct S {
  double *p;
  int n;
  mutable int calls = 0;
  double last;
  [[ad::constant]] void show() const {
    for (int i = 0; i < n; ++i)
      std::fprintf(stderr, "%s", p[i] > 1e9 ? "big" : "");
  }
  [[ad::constant]] void count(int k) { calls += k; }
  [[ad::constant]] void keep() {
    last = p[0];
    double t[2];
    t[0] = p[0];
    double *q = t;
    (void)q;
  }
};
struct Node {
  const Node *next;
  double v;
};
[[ad::constant]] static void print(const S &s) { std::cerr << (s.p[0] > 1e9 ? "x" : ""); }
[[ad::constant]] static void printPtr(double *p, int n) {
  for (int i = 0; i < n; ++i)
    if (p[i] > 1e9)
      std::printf("%g", p[i]);
}
[[ad::constant]] static int tally(S s) {
  int c = 0;
  for (int i = 0; i < s.n; ++i)
    c += s.p[i] > 1;
  s.n = c;
  return c;
}
[[ad::constant]] static void list(const Node &n) {
  for (const Node *p = &n; p; p = p->next)
    if (p->v > 1e9)
      std::puts("!");
}
[[ad::constant]] void declared(const S &s);
[[ad::constant]] static double sum(const S &s) { return std::accumulate(s.p, s.p + s.n, 0.0); }
[[ad::constant]] static void vec(std::vector<double> &v, std::vector<S> &ss) {
  if (v.size() > 100)
    std::puts("v");
  for (auto &s : ss)
    if (s.n > 100)
      std::puts("s");
}
[[ad::constant]] static void reset(double &x, double *y) {
  x = 2;
  *y = 3;
}
[[ad::differentiate(forward, reverse)]] double f(const V &v) {
  double x[2] = {v[0] * v[1], v[1]};
  S s{x, 2};
  s.show();
  s.count(2);
  print(s);
  printPtr(x, 2);
  printPtr(s.p, 2);
  s.keep();
  int k = tally(s);
  Node b{nullptr, v[0]}, a{&b, v[1]};
  list(a);
  double c = sum(s);
  declared(s);
  V w = v;
  double y = v[0], z = v[1];
  reset(y, &z);
  return x[0] * v[0] * (s.calls + k) + a.v * b.v + w[0] + y * z * v[1];
}
void declared(const S &s) {
  if (s.n > 99)
    std::puts("?");
}
} // namespace reading

int main() {
  CHECK_CASE(reading, {0.7, 1.3});
  return finish();
}
