// std::unique_ptr and std::shared_ptr as parameters of annotated functions: the shadow is a smart
// pointer of the same type, whose object mirrors the primal's.
#include "harness.h"
#include <memory>
#define BOTH [[ad::differentiate(forward, reverse)]]

struct Node {
  double weight = 0, bias = 0;
  std::unique_ptr<Node> next;
};
std::unique_ptr<Node> chain(In x) {
  auto n = std::make_unique<Node>();
  n->weight = x[0];
  n->bias = x[1];
  n->next = std::make_unique<Node>();
  n->next->weight = x[2];
  n->next->bias = x[3];
  return n;
}
const double zeros[4] = {};
void add(Out x, const Node &n) {
  const double all[] = {n.weight, n.bias, n.next->weight, n.next->bias};
  for (int i = 0; i < 4; ++i)
    x[i] += all[i];
}
void put(Out y, const Node &n) {
  const double all[] = {n.weight, n.bias, n.next->weight, n.next->bias};
  for (int i = 0; i < 4; ++i)
    y[i] = all[i];
}

BOTH double total(const std::unique_ptr<Node> &n) {
  double s = 0;
  for (const Node *p = n.get(); p; p = p->next.get())
    s += p->weight * s + p->bias * p->weight;
  return s;
}
BOTH double deep(const std::unique_ptr<Node> &n) {
  return n ? n->weight * n->bias + n->bias * deep(n->next) : 1;
}
BOTH double shared(std::shared_ptr<Node> n) {
  if (!n)
    return 0;
  auto other = n;
  return other->weight * n->bias * n->next->weight;
}
BOTH double shared_constant(const std::shared_ptr<Node> &n) { return (*n).weight * n->next->bias; }
BOTH double both(const std::unique_ptr<Node> &n) { return total(n) * deep(n->next); }
BOTH void updated(std::unique_ptr<Node> &n) {
  n->weight *= n->bias;
  n->next->bias += n->weight;
}

#define CHECK_CHAIN(f, Pointer)                                                                    \
  check(                                                                                           \
      {0.5, 1.5, 0.75, 0.3}, 1,                                                                    \
      [](In x, Out y) {                                                                            \
        Pointer n = chain(x);                                                                      \
        y[0] = f(n);                                                                               \
      },                                                                                           \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        Pointer n = chain(x), n_dot = chain(x_dot);                                                \
        y[0] = f##_forward(n, n_dot, y_dot[0]);                                                    \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        Pointer n = chain(x), n_bar = chain(zeros);                                                \
        y[0] = f##_reverse(n, n_bar, y_bar[0]);                                                    \
        add(x_bar, *n_bar);                                                                        \
      }))

int main() {
  using Unique = std::unique_ptr<Node>;
  using Shared = std::shared_ptr<Node>;
  CHECK_CHAIN(total, Unique);
  CHECK_CHAIN(deep, Unique);
  CHECK_CHAIN(shared, Shared);
  CHECK_CHAIN(shared_constant, Shared);
  CHECK_CHAIN(both, Unique);
  check(
      {0.5, 1.5, 0.75, 0.3}, 4,
      [](In x, Out y) {
        auto n = chain(x);
        updated(n);
        put(y, *n);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        auto n = chain(x), n_dot = chain(x_dot);
        updated_forward(n, n_dot);
        put(y, *n);
        put(y_dot, *n_dot);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        auto n = chain(x), n_bar = chain(y_bar);
        updated_reverse(n, n_bar);
        put(y, *n);
        add(x_bar, *n_bar);
      }));
  return finish();
}
