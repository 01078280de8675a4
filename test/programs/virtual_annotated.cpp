// Annotated virtual methods: their companions dispatch like they do. Overriders need no annotation.
#include "harness.h"

struct Shape {
  [[ad::differentiate(forward, reverse)]] virtual double area(double x) const = 0;
  [[ad::differentiate(forward, reverse)]] virtual double weight(double x) { return x * x; }
  double total(double x) { return area(x) * weight(x) + area(2); }
  virtual ~Shape() = default;
};
struct Circle : Shape {
  double r;
  explicit Circle(double r) : r(r) {}
  double area(double x) const override { return 3 * r * r * x; }
};
struct Ring : Circle {
  double w;
  Ring(double r, double w) : Circle(r), w(w) {}
  // Its own companions hide those of the base, as it does.
  [[ad::differentiate(forward, reverse)]] double area(double x) const override {
    return Circle::area(x) * w;
  }
  double weight(double x) override {
    w *= x;
    return Shape::weight(x) + w;
  }
};

[[ad::differentiate(forward, reverse)]]
double both(Shape &a, Shape &b, double x) {
  return a.total(x) + b.weight(x) * a.area(b.area(x));
}

int main() {
  auto make = [](In x) { return Ring(x[0], x[1]); };
  auto back = [](const Ring &s, Out x_bar) {
    x_bar[0] += s.r;
    x_bar[1] += s.w;
  };
  double zero[2] = {};
  check(
      {0.7, 1.3, 0.4}, 3,
      [&](In x, Out y) {
        Ring s = make(x);
        Shape &base = s;
        y[0] = base.area(x[2]);
        y[1] = s.area(x[2]);
        Ring t = make(x);
        y[2] = static_cast<Shape &>(t).weight(x[2]);
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        Ring s = make(x), s_dot = make(x_dot);
        Shape &base = s;
        y[0] = base.area_forward(s_dot, x[2], x_dot[2], y_dot[0]);
        y[1] = s.area_forward(s_dot, x[2], x_dot[2], y_dot[1]);
        Ring t = make(x), t_dot = make(x_dot);
        y[2] = static_cast<Shape &>(t).weight_forward(t_dot, x[2], x_dot[2], y_dot[2]);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Ring s = make(x), s_bar = make(zero);
        Shape &base = s;
        y[0] = base.area_reverse(s_bar, x[2], x_bar[2], y_bar[0]);
        y[1] = s.area_reverse(s_bar, x[2], x_bar[2], y_bar[1]);
        Ring t = make(x), t_bar = make(zero);
        y[2] = static_cast<Shape &>(t).weight_reverse(t_bar, x[2], x_bar[2], y_bar[2]);
        back(s_bar, x_bar);
        back(t_bar, x_bar);
      }));
  check(
      {0.7, 1.3, 0.4, 0.3}, 3,
      [&](In x, Out y) {
        Ring s = make(x);
        Circle c(x[3]);
        y[0] = both(s, c, x[2]);
        y[1] = s.w;
        y[2] = c.r;
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        Ring s = make(x), s_dot = make(x_dot);
        Circle c(x[3]), c_dot(x_dot[3]);
        y[0] = both_forward(s, s_dot, c, c_dot, x[2], x_dot[2], y_dot[0]);
        y[1] = s.w;
        y[2] = c.r;
        y_dot[1] = s_dot.w;
        y_dot[2] = c_dot.r;
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Ring s = make(x), s_bar(0, y_bar[1]);
        Circle c(x[3]), c_bar(y_bar[2]);
        y[0] = both_reverse(s, s_bar, c, c_bar, x[2], x_bar[2], y_bar[0]);
        y[1] = s.w;
        y[2] = c.r;
        back(s_bar, x_bar);
        x_bar[3] += c_bar.r;
      }));
  return finish();
}
