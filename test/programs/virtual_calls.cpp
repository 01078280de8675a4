// Virtual methods, called through references and pointers: the class of the object decides. The
// derivative of an object is an object of the same class.
#include "harness.h"
#include <vector>

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double scale) const = 0;
  virtual int sides() const { return 1; }
  virtual void grow(double by) = 0;
  double twice(double x) const { return 2 * area(x) + sides(); } // a virtual call on `this`
};

struct Circle : Shape {
  double r;
  explicit Circle(double r) : r(r) {}
  double area(double scale) const override { return 3 * r * r * scale; }
  void grow(double by) override { r *= by; }
};

struct Box : Shape {
  double a, b;
  Box(double a, double b) : a(a), b(b) {}
  double area(double scale) const override { return a * b * scale * scale; }
  int sides() const override { return 4; }
  void grow(double by) override {
    a = a * by;
    b = b * b;
  }
};

// The last overrider, and a call of the one that it overrides.
struct Bent final : Box {
  Bent(double a, double b) : Box(a, b) {}
  double area(double scale) const override {
    if (a < 0)
      return scale;
    return Box::area(scale) * std::sin(a) + sides();
  }
};

[[ad::differentiate(forward, reverse)]]
double by_reference(const Shape &s, double x) {
  return s.area(x) * x + s.twice(x * x);
}

[[ad::differentiate(forward, reverse)]]
double by_pointer(const Shape *s, double x) {
  return s ? s->area(x) : x;
}

// In a loop, with results that are overwritten.
[[ad::differentiate(forward, reverse)]]
double total(const Shape *const *s, int n, double x) {
  double t = 1;
  for (int i = 0; i < n; ++i) {
    if (s[i]->sides() == 3)
      continue;
    t = t * std::sin(s[i]->area(t)) + x * s[i]->sides();
    if (t > 100)
      break;
  }
  return t;
}

// Methods that change the object, in place and more than once.
[[ad::differentiate(forward, reverse)]]
double grown(Shape &s, double x, int n) {
  double t = 0;
  for (int i = 0; i < n; ++i) {
    t += s.area(x) * x;
    s.grow(x);
  }
  return t * s.area(1);
}

// Objects that the function makes: through references, pointers, by value.
[[ad::differentiate(forward, reverse)]]
double local(double x, double y) {
  Circle c(x);
  Box b(x * y, y);
  Bent d(y, x);
  const Shape &s = c;
  const Shape *p = x > y ? static_cast<const Shape *>(&b) : &d;
  double t = c.area(y) + s.area(x) + b.area(x) + p->area(x) * p->twice(y);
  Shape *each[] = {&c, &b, &d};
  for (Shape *e : each) {
    e->grow(1 + x * y);
    t += e->area(t);
  }
  return t + by_reference(d, y) + by_pointer(&c, x) + by_pointer(nullptr, x * y);
}

// Shapes of shapes: recursion through the virtual call.
struct Pair : Shape {
  const Shape *left, *right;
  double weight;
  Pair(const Shape *l, const Shape *r, double w) : left(l), right(r), weight(w) {}
  double area(double scale) const override {
    return weight * left->area(scale) + right->area(scale * weight);
  }
  void grow(double by) override { weight += by; }
};

[[ad::differentiate(forward, reverse)]]
double tree(const Pair &p, double x) {
  return p.area(x) * p.weight;
}

int main() {
  auto each = [](auto make) {
    check(
        {0.7, 1.3, 0.4}, 1,
        [&](In x, Out y) {
          auto s = make(x);
          y[0] = by_reference(s, x[2]) + by_pointer(&s, x[2]);
        },
        AD([&](In x, In x_dot, Out y, Out y_dot) {
          auto s = make(x), s_dot = make(x_dot);
          double t, t_dot;
          t = by_reference_forward(s, s_dot, x[2], x_dot[2], t_dot);
          y[0] = t + by_pointer_forward(&s, &s_dot, x[2], x_dot[2], y_dot[0]);
          y_dot[0] += t_dot;
        }),
        AD([&](In x, Out x_bar, Out y, In y_bar) {
          auto s = make(x), s_bar = make(x_bar);
          double back = x_bar[2];
          y[0] = by_reference_reverse(s, s_bar, x[2], back, y_bar[0]);
          y[0] += by_pointer_reverse(&s, &s_bar, x[2], back, y_bar[0]);
          x_bar[2] = back;
          if constexpr (std::is_same_v<decltype(s_bar), Circle>) {
            x_bar[0] = s_bar.r;
          } else {
            x_bar[0] = s_bar.a;
            x_bar[1] = s_bar.b;
          }
        }));
    for (int n = 0; n < 4; ++n)
      check(
          {0.7, 1.3, 1.4}, 1,
          [&](In x, Out y) {
            auto s = make(x);
            y[0] = grown(s, x[2], n);
          },
          AD([&](In x, In x_dot, Out y, Out y_dot) {
            auto s = make(x), s_dot = make(x_dot);
            y[0] = grown_forward(s, s_dot, x[2], x_dot[2], n, y_dot[0]);
          }),
          AD([&](In x, Out x_bar, Out y, In y_bar) {
            double zero[3] = {};
            auto s = make(x), s_bar = make(zero);
            y[0] = grown_reverse(s, s_bar, x[2], x_bar[2], n, y_bar[0]);
            if constexpr (std::is_same_v<decltype(s_bar), Circle>) {
              x_bar[0] += s_bar.r;
            } else {
              x_bar[0] += s_bar.a;
              x_bar[1] += s_bar.b;
            }
          }));
  };
  each([](In x) { return Circle(x[0]); });
  each([](In x) { return Box(x[0], x[1]); });
  each([](In x) { return Bent(x[0], x[1]); });
  for (int n = 0; n < 4; ++n)
    check(
        {0.7, 1.3, 0.4, 0.2}, 1,
        [&](In x, Out y) {
          Circle a(x[0]);
          Box b(x[1], x[2]);
          Bent c(x[2], x[0]);
          const Shape *s[] = {&a, &b, &c};
          y[0] = total(s, n, x[3]);
        },
        AD([&](In x, In x_dot, Out y, Out y_dot) {
          Circle a(x[0]), a_dot(x_dot[0]);
          Box b(x[1], x[2]), b_dot(x_dot[1], x_dot[2]);
          Bent c(x[2], x[0]), c_dot(x_dot[2], x_dot[0]);
          const Shape *s[] = {&a, &b, &c}, *s_dot[] = {&a_dot, &b_dot, &c_dot};
          y[0] = total_forward(s, s_dot, n, x[3], x_dot[3], y_dot[0]);
        }),
        AD([&](In x, Out x_bar, Out y, In y_bar) {
          Circle a(x[0]), a_bar(0);
          Box b(x[1], x[2]), b_bar(0, 0);
          Bent c(x[2], x[0]), c_bar(0, 0);
          const Shape *s[] = {&a, &b, &c};
          Shape *s_bar[] = {&a_bar, &b_bar, &c_bar};
          y[0] = total_reverse(s, s_bar, n, x[3], x_bar[3], y_bar[0]);
          x_bar[0] += a_bar.r + c_bar.b;
          x_bar[1] += b_bar.a;
          x_bar[2] += b_bar.b + c_bar.a;
        }));
  for (double y : {0.4, 1.4})
    check(
        {0.7, y}, 1, [](In x, Out y) { y[0] = local(x[0], x[1]); },
        AD([](In x, In x_dot, Out y, Out y_dot) {
          y[0] = local_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          y[0] = local_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
        }));
  check(
      {0.7, 1.3, 0.4, 0.2, 0.9}, 1,
      [](In x, Out y) {
        Circle a(x[0]);
        Bent b(x[1], x[2]);
        Pair inner(&a, &b, x[3]), outer(&inner, &a, x[0]);
        y[0] = tree(outer, x[4]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        Circle a(x[0]), a_dot(x_dot[0]);
        Bent b(x[1], x[2]), b_dot(x_dot[1], x_dot[2]);
        Pair inner(&a, &b, x[3]), outer(&inner, &a, x[0]);
        Pair inner_dot(&a_dot, &b_dot, x_dot[3]), outer_dot(&inner_dot, &a_dot, x_dot[0]);
        y[0] = tree_forward(outer, outer_dot, x[4], x_dot[4], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Circle a(x[0]), a_bar(0);
        Bent b(x[1], x[2]), b_bar(0, 0);
        Pair inner(&a, &b, x[3]), outer(&inner, &a, x[0]);
        Pair inner_bar(&a_bar, &b_bar, 0), outer_bar(&inner_bar, &a_bar, 0);
        y[0] = tree_reverse(outer, outer_bar, x[4], x_bar[4], y_bar[0]);
        x_bar[0] += a_bar.r + outer_bar.weight;
        x_bar[1] += b_bar.a;
        x_bar[2] += b_bar.b;
        x_bar[3] += inner_bar.weight;
      }));
  return finish();
}
