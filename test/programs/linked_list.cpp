// A linked list owned by the caller: read, and updated in place.
#include "harness.h"

struct Node {
  double value;
  Node *next;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(Node *head) {
  double sum = 0;
  for (Node *n = head; n; n = n->next) {
    sum += n->value * n->value;
    if (n->next)
      n->next->value *= n->value;
  }
  return sum;
}

int main() {
  auto link = [](In x, Node *nodes) {
    for (int i = 0; i < 3; ++i)
      nodes[i] = {x[i], i < 2 ? &nodes[i + 1] : nullptr};
    return nodes;
  };
  auto store = [](const Node *nodes, Out y) {
    for (int i = 0; i < 3; ++i)
      y[i] = nodes[i].value;
  };
  check(
      {0.7, 1.3, 0.4}, 4,
      [&](In x, Out y) {
        Node nodes[3];
        y[3] = f(link(x, nodes));
        store(nodes, y);
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        Node nodes[3], dots[3];
        y[3] = f_forward(link(x, nodes), link(x_dot, dots), y_dot[3]);
        store(nodes, y);
        store(dots, y_dot);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Node nodes[3], bars[3];
        y[3] = f_reverse(link(x, nodes), link(y_bar, bars), y_bar[3]);
        store(nodes, y);
        for (int i = 0; i < 3; ++i)
          x_bar[i] += bars[i].value;
      }));
  return finish();
}
