// Recursion along a list.
#include "harness.h"

struct Node {
  double value;
  const Node *next;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const Node *n, double x) {
  if (!n)
    return x;
  return n->value * f(n->next, x * x) + x;
}

int main() {
  auto link = [](In x, Node *nodes) {
    for (int i = 0; i < 3; ++i)
      nodes[i] = {x[i], i < 2 ? &nodes[i + 1] : nullptr};
    return nodes;
  };
  check(
      {0.7, 1.3, 0.4, 0.9}, 1,
      [&](In x, Out y) {
        Node nodes[3];
        y[0] = f(link(x, nodes), x[3]);
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        Node nodes[3], dots[3];
        y[0] = f_forward(link(x, nodes), link(x_dot, dots), x[3], x_dot[3], y_dot[0]);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Node nodes[3], bars[3];
        y[0] = f_reverse(link(x, nodes), link(x_bar, bars), x[3], x_bar[3], y_bar[0]);
        for (int i = 0; i < 3; ++i)
          x_bar[i] = bars[i].value;
      }));
  return finish();
}
