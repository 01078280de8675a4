// Conditions, selections and bounds that read members of what a pointer or an index leads to, where
// the branch itself moves the pointer or the index on: they are not tested again in the reverse
// sweep, which sees where it leads afterwards.
#include "checkpointed.h"
#include <cmath>
#include <vector>

struct Node {
  double v;
  Node *next;
};
static Node *chain(Node (&nodes)[6], double x) {
  Node *p = nullptr;
  for (int i = 0; i < 6; ++i) {
    nodes[i] = {std::sin(x * (i + 1)), p};
    p = &nodes[i];
  }
  return p;
}

BOTH double members(double x, int n) {
  Node nodes[6];
  Node *p = chain(nodes, x);
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * p->v + 1;
    if (p->v > 0.3)
      p = p->next;
  }
  return s;
}

BOTH double members_of_the_next(double x, int n) {
  Node nodes[6];
  Node *p = chain(nodes, x);
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * p->v + 1;
    if (p->next && p->next->v > 0.3)
      p = p->next;
  }
  return s;
}

BOTH double left_by_break(double x, int n) {
  Node nodes[6];
  double s = 1;
  for (Node *p = chain(nodes, x); p; p = p->next) {
    s = s * p->v + n;
    if (p->next && p->next->v < 0.3)
      break;
  }
  return s;
}

struct Item {
  double v;
  int n;
};
BOTH double selections(double x, int n) {
  Item items[6];
  for (int i = 0; i < 6; ++i)
    items[i] = {std::cos(x * i), (i * 2 + 1) % 3};
  const Item *p = items;
  double s = 1;
  for (int i = 0; i < n; ++i)
    switch (p->n) {
    case 0:
      s *= p->v;
      ++p;
      break;
    case 1:
      s += p->v * s;
      p = items + i;
      break;
    default:
      s = s * s * 0.1 + p->v;
      p = items + (i * 3) % 5;
    }
  return s;
}

BOTH double bounds(double x, int n) {
  Item items[6];
  for (int i = 0; i < 6; ++i)
    items[i] = {std::cos(x * i), (i * 2 + 1) % 3 + 1};
  const Item *p = items;
  double s = 1;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < p->n; ++j)
      s = s * 0.9 + p->v * s;
    if (i < 3)
      p += 2 - i;
  }
  return s;
}

BOTH double rows(double x, int n) {
  std::vector<Item> q(6);
  for (int i = 0; i < 6; ++i)
    q[i] = {std::cos(x * i), (i * 2 + 3) % 6};
  std::vector<std::vector<double>> r{{x, 0.5}, {0.25, x * x, 0.75}};
  int k = 0, m = 0;
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * q[k].v + r[m][i % 2];
    if (q[k].v > r[m].back() * 0.5) {
      k = q[k].n;
      m = 1 - m;
    } else {
      k = (k + 1) % 6;
      s *= r[m].front();
    }
  }
  return s;
}

int main() {
  CHECK_STEPS(members, 4);
  CHECK_STEPS(members_of_the_next, 4);
  CHECK_STEPS(left_by_break, 1);
  CHECK_STEPS(selections, 5);
  CHECK_STEPS(bounds, 3);
  CHECK_STEPS(rows, 5);
  return finish();
}
