// Mode checkpointed: the memory of the whole, of programs that are no single loop. Phases one after
// the other, as loops and as calls of functions that return from their loops; a recursion; a loop
// of calls; loops in a loop; buffers on the heap; nodes and maps; matrices that each step makes
// anew, a queue. A hundred times as many steps take no more.
#include "checkpointed.h"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <new>
#include <vector>

static std::size_t held, most;
void *operator new(std::size_t bytes) {
  auto *at = static_cast<std::size_t *>(std::malloc(bytes + 16));
  if (!at)
    std::abort();
  *at = bytes;
  held += bytes;
  most = held > most ? held : most;
  return at + 2;
}
void operator delete(void *at) noexcept {
  if (!at)
    return;
  std::size_t *block = static_cast<std::size_t *>(at) - 2;
  held -= *block;
  std::free(block);
}
void operator delete(void *at, std::size_t) noexcept { operator delete(at); }

#define PHASE(C)                                                                                   \
  for (int i = 0; i < n; ++i) {                                                                    \
    v -= 0.01 * (C) * std::sin(s);                                                                 \
    s += 0.01 * v;                                                                                 \
  }
BOTH double ten_loops(double x, int n) {
  double s = x, v = 0;
  PHASE(1.0)
  s += 0.1 * x;
  PHASE(1.1)
  PHASE(1.2)
  v *= 0.9;
  PHASE(x)
  PHASE(1.4)
  PHASE(1.5)
  PHASE(1.6)
  PHASE(1.7)
  PHASE(1.8)
  PHASE(1.9)
  return s;
}

static double swing(double s, double c, int n) {
  double v = 0;
  for (int i = 0; i < n; ++i) {
    v -= 0.01 * c * std::sin(s);
    s += 0.01 * v;
    if (s > 100)
      return s;
  }
  return s + v;
}
static double settle(double s, double c, int n) {
  int i = 0;
  while (true) {
    s = s + 0.01 * (c * std::cos(s) - s);
    if (++i > n)
      return s * c;
  }
}
static void relax(std::vector<double> &u, double c, int n) {
  for (int i = 0; i < n; ++i) {
    u[0] += 0.01 * c * (u[1] - u[0]);
    u[1] -= 0.01 * u[0] * u[1];
    if (u[0] > 100)
      return;
  }
}
BOTH double ten_calls(double x, int n) {
  double s = x;
  s = swing(s, 1, n);
  s = settle(s, 1.1, n);
  std::vector<double> u{s, 1};
  relax(u, 0.3, n);
  s = swing(s, x, n);
  s = settle(s * u[0], 1.1, n);
  relax(u, s, n);
  s = swing(s, 0.4, n);
  s = settle(s, 1.3, n);
  relax(u, 0.3, n);
  return swing(s, 0.4, n) * u[0];
}

static double tree(double s, double x, int depth) {
  if (depth == 0)
    return std::sin(s) * x;
  const double left = tree(s, x, depth - 1);
  return left * 0.5 + tree(s + 0.1 * left, x, depth - 1);
}
BOTH double recursion(double x, int n) {
  int depth = 0;
  while ((1 << depth) < n)
    ++depth;
  return tree(x, x, depth);
}

BOTH double loop_of_calls(double x, int n) {
  double s = x;
  for (int k = 0; k < n / 200; ++k) {
    s = swing(s, 1, 200);
    s = settle(s, x, 200);
  }
  return s;
}

BOTH double loops_in_loop(double x, int n) {
  double s = x, v = 0;
  const int steps = n / 200;
  for (int k = 0; k < steps; ++k) {
    for (int i = 0; i < 200; ++i) {
      v -= 0.01 * std::sin(s) * x;
      s += 0.01 * v;
    }
    s *= 0.99;
  }
  return s + v;
}

BOTH double on_heap(double x, int n) {
  std::unique_ptr<double[]> u(new double[4]), next(new double[4]);
  for (int k = 0; k < 4; ++k)
    u[k] = next[k] = x * k;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 4; ++k)
      next[k] = u[k] + 0.01 * std::sin(u[(k + 1) % 4]);
    std::swap(u, next);
  }
  return u[1] * u[2];
}

struct Node {
  double x;
  Node *next;
};
BOTH double nodes(double x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < 4; ++i)
    head = new Node{x * i, head};
  for (int t = 0; t < n; ++t)
    for (Node *p = head; p; p = p->next)
      p->x += 0.01 * std::sin(p->next ? p->next->x : head->x);
  double s = 0;
  while (head) {
    Node *next = head->next;
    s += head->x;
    delete head;
    head = next;
  }
  return s;
}
BOTH double entries(double x, int n) {
  std::map<int, double> m{{1, x}, {4, 0.3}, {6, x * x}};
  for (int t = 0; t < n; ++t)
    for (auto &[key, value] : m)
      value += 0.01 * std::sin(value + key);
  return m.at(1) * m.at(6);
}

struct Matrix {
  int n;
  double *a;
  explicit Matrix(int n) : n(n), a(new double[n * n]()) {}
  Matrix(const Matrix &o) : n(o.n), a(new double[o.n * o.n]) {
    for (int i = 0; i < n * n; ++i)
      a[i] = o.a[i];
  }
  Matrix &operator=(const Matrix &o) {
    if (this == &o)
      return *this;
    delete[] a;
    n = o.n;
    a = new double[n * n];
    for (int i = 0; i < n * n; ++i)
      a[i] = o.a[i];
    return *this;
  }
  ~Matrix() { delete[] a; }
};
static Matrix product(const Matrix &x, const Matrix &y) {
  Matrix r(x.n);
  for (int i = 0; i < x.n; ++i)
    for (int j = 0; j < x.n; ++j)
      for (int k = 0; k < x.n; ++k)
        r.a[i * x.n + j] += x.a[i * x.n + k] * y.a[k * x.n + j];
  return r;
}
BOTH double matrices(double x, int n) {
  Matrix s(2), a(2);
  for (int i = 0; i < 4; ++i) {
    s.a[i] = x * i;
    a.a[i] = 0.3 * x;
  }
  for (int t = 0; t < n; ++t) {
    Matrix next = product(a, s);
    for (int i = 0; i < 4; ++i)
      next.a[i] = std::sin(next.a[i] + 0.1);
    s = next;
  }
  return s.a[0] + s.a[3];
}
BOTH double handed_on(double x, int n) {
  auto u = std::make_unique<double[]>(4);
  for (int k = 0; k < 4; ++k)
    u[k] = x * k;
  for (int t = 0; t < n; ++t) {
    auto next = std::make_unique<double[]>(4);
    for (int k = 0; k < 4; ++k)
      next[k] = u[k] + 0.01 * std::sin(u[(k + 1) % 4]);
    u = std::move(next);
  }
  return u[1] * u[2];
}

struct Cell {
  double x;
  Cell *next;
};
BOTH double cells(double x, int n) {
  Cell *first = nullptr;
  for (int k = 0; k < 4; ++k)
    first = new Cell{x * k, first};
  for (int t = 0; t < n; ++t) {
    Cell *at = first->next->next->next; // the last one
    at->next = new Cell{at->x + 0.01 * std::sin(first->x), nullptr};
    Cell *gone = first;
    first = gone->next;
    delete gone;
  }
  const double s = first->x * first->next->x;
  while (first) {
    Cell *next = first->next;
    delete first;
    first = next;
  }
  return s;
}

#ifndef NO_AD
using Gradient = double (*)(double, double &, int, double);
static void bounded(const char *name, Gradient recording, Gradient checkpointed) {
  std::size_t bytes[2];
  int which = 0;
  for (int n : {1000, 100000}) {
    double kept = 0, again = 0, value = 0;
    if (n == 1000)
      value = recording(0.7, kept, n, 1);
    const std::size_t before = most = held;
    ad::options o;
    o.snapshots = 24;
    const double same = checkpointed(0.7, again, n, 1);
    bytes[which++] = most - before;
    if (n == 1000)
      expect_true(name, same == value && kept == again);
  }
  // What an inner loop of its own, or another level of the recursion, takes.
  const bool small = bytes[1] < 40000 && bytes[1] < bytes[0] + 4000;
  if (!small)
    std::printf("%s: %zu bytes, then %zu\n", name, bytes[0], bytes[1]);
  expect_true(name, small);
}
#endif

int main() {
  with_snapshots({0, 3}, [] {
    CHECK_STEPS(ten_loops, 20);
    CHECK_STEPS(ten_calls, 20);
    CHECK_STEPS(recursion, 20);
    CHECK_STEPS(loop_of_calls, 600);
    CHECK_STEPS(loops_in_loop, 600);
    CHECK_STEPS(on_heap, 20);
    CHECK_STEPS(nodes, 20);
    CHECK_STEPS(entries, 20);
    CHECK_STEPS(matrices, 20);
    CHECK_STEPS(handed_on, 20);
    CHECK_STEPS(cells, 20);
  });
#ifndef NO_AD
  bounded("ten_loops", ten_loops_reverse, ten_loops_checkpointed);
  bounded("ten_calls", ten_calls_reverse, ten_calls_checkpointed);
  bounded("recursion", recursion_reverse, recursion_checkpointed);
  bounded("loop_of_calls", loop_of_calls_reverse, loop_of_calls_checkpointed);
  bounded("loops_in_loop", loops_in_loop_reverse, loops_in_loop_checkpointed);
  bounded("on_heap", on_heap_reverse, on_heap_checkpointed);
  bounded("nodes", nodes_reverse, nodes_checkpointed);
  bounded("entries", entries_reverse, entries_checkpointed);
  bounded("matrices", matrices_reverse, matrices_checkpointed);
  bounded("handed_on", handed_on_reverse, handed_on_checkpointed);
  bounded("cells", cells_reverse, cells_checkpointed);
#endif
  return finish();
}
