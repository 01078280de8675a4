// Casts down a hierarchy, qualified calls, hierarchies with several bases, templates,
// private overriders.
#include "harness.h"

struct Node {
  virtual ~Node() {}
  virtual double value(double x) const { return x * x; }
  virtual const char *name() const { return "node"; }
  double base = 0.5;
};
struct Scaled : Node {
  double k;
  explicit Scaled(double k) : k(k) {}

private:
  double value(double x) const override { return k * Node::value(x) + base; }
};
struct Tag {
  virtual ~Tag() {}
  virtual double tag(double x) const { return x; }
  double t = 2;
};
struct Both : Tag, Node {
  double c;
  explicit Both(double c) : c(c) {}
  double value(double x) const override { return c * x + Tag::t * base; }
  double tag(double x) const override { return std::exp(c * x) * t; }
};
template <int N> struct Power : Node {
  double p = 0.3;
  double value(double x) const override {
    double r = p;
    for (int i = 0; i < N; ++i)
      r *= x;
    return r;
  }
};

[[ad::differentiate(forward, reverse)]]
double look(const Node &n, double x) {
  double t = n.value(x);
  if (const auto *s = dynamic_cast<const Scaled *>(&n))
    t += s->k * x;
  else if (const Both *b = dynamic_cast<const Both *>(&n)) {
    t *= b->c;
    const Tag *tag = b;
    t += tag->tag(x) + b->Node::value(t);
  }
  return t + n.base;
}

[[ad::differentiate(forward, reverse)]]
double sure(Node &n, double x) {
  auto &s = static_cast<Scaled &>(n);
  s.k *= x;
  Node *p = &s;
  return dynamic_cast<Scaled &>(*p).k * s.k * p->value(x);
}

[[ad::differentiate(forward, reverse)]]
double choose(double x, int n) {
  Scaled a(x);
  Both b(2 * x);
  Power<3> c;
  const Node *nodes[] = {&a, &b, &c};
  double t = 0;
  for (int i = 0; i < n; ++i)
    t += look(*nodes[i % 3], x) * (i + 1) + nodes[i % 3]->value(t);
  return t;
}

int main() {
  auto each = [](auto make, auto back) {
    check(
        {0.7, 1.3, 0.4}, 1,
        [&](In x, Out y) {
          auto n = make(x);
          y[0] = look(n, x[2]);
        },
        AD([&](In x, In x_dot, Out y, Out y_dot) {
          auto n = make(x), n_dot = make(x_dot);
          y[0] = look_forward(n, n_dot, x[2], x_dot[2], y_dot[0]);
        }),
        AD([&](In x, Out x_bar, Out y, In y_bar) {
          double zero[2] = {};
          auto n = make(x), n_bar = make(zero);
          y[0] = look_reverse(n, n_bar, x[2], x_bar[2], y_bar[0]);
          back(n_bar, x_bar);
          x_bar[1] += n_bar.base;
        }));
  };
  each(
      [](In x) {
        Scaled s(x[0]);
        s.base = x[1];
        return s;
      },
      [](Scaled &s, Out x_bar) { x_bar[0] += s.k; });
  each(
      [](In x) {
        Both s(x[0]);
        s.base = s.t = x[1];
        return s;
      },
      [](Both &s, Out x_bar) {
        x_bar[0] += s.c;
        x_bar[1] += s.t;
      });
  each(
      [](In x) {
        Power<2> s;
        s.p = x[0];
        s.base = x[1];
        return s;
      },
      [](Power<2> &s, Out x_bar) { x_bar[0] += s.p; });
  check(
      {0.7, 1.3}, 1,
      [](In x, Out y) {
        Scaled s(x[0]);
        y[0] = sure(s, x[1]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Scaled s(x[0]), s_dot(x_dot[0]);
        s_dot.base = 0;
        y[0] = sure_forward(s, s_dot, x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Scaled s(x[0]), s_bar(0);
        y[0] = sure_reverse(s, s_bar, x[1], x_bar[1], y_bar[0]);
        x_bar[0] += s_bar.k;
      }));
  for (int n = 0; n < 5; ++n)
    check(
        {0.4}, 1, [&](In x, Out y) { y[0] = choose(x[0], n); },
        AD([&](In x, In x_dot, Out y, Out y_dot) {
          y[0] = choose_forward(x[0], x_dot[0], n, y_dot[0]);
        }),
        AD([&](In x, Out x_bar, Out y, In y_bar) {
          y[0] = choose_reverse(x[0], x_bar[0], n, y_bar[0]);
        }));
  return finish();
}
