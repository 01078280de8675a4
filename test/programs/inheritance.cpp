// Fields and methods of base classes; a method of the derived class hides one of its base.
#include "harness.h"

struct Shape {
  double scale;
  double area(double x) const { return scale * x * x; }
  void grow(double by) { scale *= by; }
};

struct Tagged {
  int tag = 3;
  double weight = 0.5;
};

struct Box : Shape, Tagged {
  double depth;

  double area(double x) const { return Shape::area(x) * depth + weight; }

  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  double volume(double x) {
    grow(x);
    weight += x * tag;
    return area(x) * depth + Shape::area(depth) * scale;
  }
};

int main() {
  auto make = [](In x) {
    Box b;
    b.scale = x[0];
    b.weight = x[1];
    b.depth = x[2];
    return b;
  };
  auto store = [](const Box &b, Out y) {
    y[0] = b.scale;
    y[1] = b.weight;
    y[2] = b.depth;
  };
  check(
      {0.7, 1.3, 0.4, 0.9}, 4,
      [&](In x, Out y) {
        Box b = make(x);
        y[3] = b.volume(x[3]);
        store(b, y);
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        Box b = make(x), b_dot = make(x_dot);
        y[3] = b.volume_forward(b_dot, x[3], x_dot[3], y_dot[3]);
        store(b, y);
        store(b_dot, y_dot);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Box b = make(x), b_bar = make(y_bar);
        y[3] = b.volume_reverse(b_bar, x[3], x_bar[3], y_bar[3]);
        store(b, y);
        double back[3];
        store(b_bar, back);
        add(back, x_bar, 3);
      }));
  return finish();
}
