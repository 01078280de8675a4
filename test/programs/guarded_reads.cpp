// Reads behind conditions, of objects whose parts the statement itself overwrites: what is behind
// the end of a list or an array must not be read.
#include "vectors.h"
#include <cmath>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

struct Node {
  double v;
  Node *next;
};
AD_MODES double next_in_list(const V &x) {
  Node nodes[4];
  for (int i = 0; i < 4; ++i)
    nodes[i] = {x[i], i < 3 ? &nodes[i + 1] : nullptr};
  for (int t = 0; t < 3; ++t)
    for (Node *p = nodes; p; p = p->next)
      p->v = 0.9 * p->v + 0.3 * std::sin(p->next ? p->next->v : nodes[0].v);
  return nodes[0].v * nodes[3].v;
}

struct Cell {
  double v;
  const double *source;
};
AD_MODES double sources(const V &x) {
  Cell cells[3] = {{x[0], &x[2]}, {x[1], nullptr}, {x[2], &x[3]}};
  double sum = 0;
  for (int t = 0; t < 4; ++t)
    for (int i = 0; i < 3; ++i) {
      cells[i].v = std::sin(cells[i].v) * (cells[i].source ? std::exp(*cells[i].source) : x[0]);
      sum += cells[i].v * cells[(i + 1) % 3].v;
    }
  return sum;
}

// Through a reference, and an element that is there only for some.
struct Link {
  double v = 0;
  Link *to = nullptr;
};
static void pull(Link &l) { l.v = l.v * (l.to && l.to->to ? l.to->to->v : 0.5); }
AD_MODES double links(const V &x) {
  Link l[3];
  for (int i = 0; i < 3; ++i)
    l[i].v = x[i], l[i].to = i < 2 ? &l[i + 1] : nullptr;
  for (int t = 0; t < 3; ++t)
    for (Link &each : l)
      pull(each);
  return l[0].v + l[1].v * l[2].v;
}

int main() {
  CHECK_VECTOR(next_in_list, {0.3, 0.7, 0.4, 0.9});
  CHECK_VECTOR(sources, {0.3, 0.7, 0.4, 0.9});
  CHECK_VECTOR(links, {0.3, 0.7, 0.4, 0.9});
  return finish();
}
