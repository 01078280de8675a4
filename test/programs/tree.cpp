// A binary tree: products at inner nodes, stored into the nodes as results.
#include "harness.h"

struct Tree {
  Tree *left, *right;
  double value;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(Tree *t) {
  if (!t->left)
    return t->value;
  double l = f(t->left);
  double r = f(t->right);
  t->value = l * r + t->value;
  return std::sin(t->value) + l;
}

int main() {
  auto grow = [](In x, Tree *t) {
    for (int i = 0; i < 5; ++i)
      t[i] = {i < 2 ? &t[2 * i + 1] : nullptr, i < 2 ? &t[2 * i + 2] : nullptr, x[i]};
    return t;
  };
  auto store = [](const Tree *t, Out y) {
    for (int i = 0; i < 5; ++i)
      y[i] = t[i].value;
  };
  check(
      {0.7, 1.3, 0.4, -0.5, 0.9}, 6,
      [&](In x, Out y) {
        Tree t[5];
        y[5] = f(grow(x, t));
        store(t, y);
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        Tree t[5], dots[5];
        y[5] = f_forward(grow(x, t), grow(x_dot, dots), y_dot[5]);
        store(t, y);
        store(dots, y_dot);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Tree t[5], bars[5];
        y[5] = f_reverse(grow(x, t), grow(y_bar, bars), y_bar[5]);
        store(t, y);
        for (int i = 0; i < 5; ++i)
          x_bar[i] += bars[i].value;
      }));
  return finish();
}
