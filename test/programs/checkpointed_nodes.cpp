// Checkpointed loops that write to memory which functions, branches and loops have allocated: what
// it takes nobody can tell, so each element is logged before it is overwritten.
#include "checkpointed.h"
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <vector>

struct Node {
  double x, v;
  Node *next, *prev;
};
struct Tree {
  double x;
  Tree *left, *right;
};
struct Point {
  double x, v;
};

BOTH double chain(double x, int n) {
  Node *head = nullptr, *last = nullptr;
  for (int i = 0; i < 6; ++i) {
    Node *made = new Node{x * (1 + 0.1 * i), 0, nullptr, last};
    if (last)
      last->next = made;
    else
      head = made;
    last = made;
  }
  for (int t = 0; t < n; ++t) {
    for (Node *p = head; p; p = p->next) {
      double a = -std::sin(p->x);
      if (p->next)
        a += 0.3 * (p->next->x - p->x);
      if (p->prev)
        a += 0.3 * (p->prev->x - p->x);
      p->v += 0.01 * a;
    }
    for (Node *p = head; p; p = p->next)
      p->x += 0.01 * p->v;
  }
  double s = 0;
  while (head) {
    Node *next = head->next;
    s += head->x * head->v;
    delete head;
    head = next;
  }
  return s;
}
// One node in each step.
BOTH double in_turn(double x, int n) {
  Node *first = nullptr;
  for (int i = 0; i < 4; ++i)
    first = new Node{x + i, 0, first, nullptr};
  Node *at = first;
  double s = 0;
  for (int t = 0; t < n; ++t) {
    at->x = std::sin(at->x + 0.1 * s) + 0.1;
    s = 0.9 * s + 0.1 * at->x;
    at = at->next ? at->next : first;
  }
  while (first) {
    Node *next = first->next;
    s += first->x;
    delete first;
    first = next;
  }
  return s;
}
static double *filled(double x, int n) {
  double *p = new double[n];
  for (int i = 0; i < n; ++i)
    p[i] = x * (i + 1);
  return p;
}
BOTH double in_functions(double x, int n) {
  double *p = filled(x, 7);
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < 7; ++i)
      p[i] = std::sin(p[i] + 0.1 * p[(i + 3) % 7]) + 0.2;
  const double s = p[0] * p[5];
  delete[] p;
  return s;
}
BOTH double in_branches(double x, int n) {
  double *p;
  if (x > 0.8) {
    p = new double[4];
    for (int i = 0; i < 4; ++i)
      p[i] = x * i;
  } else {
    p = static_cast<double *>(std::malloc(6 * sizeof(double)));
    for (int i = 0; i < 6; ++i)
      p[i] = x + i;
  }
  for (int t = 0; t < n; ++t)
    for (int i = 0; i < 4; ++i)
      p[i] = std::sin(p[i] + 0.1 * p[(i + 3) % 4]) + 0.2;
  const double s = p[0] * p[3];
  if (x > 0.8)
    delete[] p;
  else
    std::free(p);
  return s;
}
BOTH double rows(double x, int n) {
  double **a = new double *[4];
  for (int i = 0; i < 4; ++i) {
    a[i] = new double[4];
    for (int j = 0; j < 4; ++j)
      a[i][j] = x * (i + 1) * j * 0.2;
  }
  for (int t = 0; t < n; ++t)
    for (int i = 1; i < 3; ++i)
      for (int j = 1; j < 3; ++j)
        a[i][j] = 0.25 * (a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + std::sin(a[i][j + 1]));
  const double s = a[1][1] * a[2][2];
  for (int i = 0; i < 4; ++i)
    delete[] a[i];
  delete[] a;
  return s;
}
BOTH double descents(double x, int n) {
  Tree *left = new Tree{0.3 * x, nullptr, nullptr}, *right = new Tree{0.7, nullptr, nullptr};
  Tree *root = nullptr;
  if (n > 0)
    root = new Tree{x, left, right};
  for (int t = 0; t < n; ++t) {
    Tree *at = root;
    while (at) {
      const double old = at->x;
      at->x = std::sin(old + 0.1 * x) * 0.9;
      at = old > 0.5 ? at->left : at->right;
      x = 0.9 * x + 0.1 * old;
    }
  }
  double s = left->x * right->x;
  if (root)
    s += root->x;
  delete left;
  delete right;
  delete root;
  return s * x;
}
BOTH double owned(double x, int n) {
  std::vector<std::unique_ptr<Point>> points;
  for (int i = 0; i < 4; ++i)
    points.push_back(std::make_unique<Point>(Point{x + i, 0}));
  for (int t = 0; t < n; ++t) {
    for (auto &p : points)
      p->v -= 0.01 * std::sin(p->x);
    for (auto &p : points)
      p->x += 0.01 * p->v;
  }
  double s = 0;
  for (auto &p : points)
    s += p->x * p->v;
  return s;
}
BOTH double until_small(double x, int n) {
  Node *head = nullptr;
  for (int i = 0; i < 4; ++i)
    head = new Node{x * (i + 1), 0, head, nullptr};
  int steps = 0;
  while (steps < n) {
    double top = 0;
    for (Node *p = head; p; p = p->next) {
      p->x = p->x * 0.99 + 0.01 * std::cos(p->x);
      top = std::max(top, p->x);
    }
    if (top < 0.9)
      break;
    ++steps;
  }
  double s = 0;
  while (head) {
    Node *next = head->next;
    s += head->x;
    delete head;
    head = next;
  }
  return s * (1 + 0.01 * steps);
}

int main() {
  with_snapshots({1, 3, 20}, [] {
    for (int n : {0, 1, 2, 75}) {
      CHECK_STEPS(chain, n);
      CHECK_STEPS(in_turn, n);
      CHECK_STEPS(in_functions, n);
      CHECK_STEPS(in_branches, n);
      CHECK_STEPS(rows, n);
      CHECK_STEPS(descents, n);
      CHECK_STEPS(owned, n);
      CHECK_STEPS(until_small, n);
    }
  });
  return finish();
}
