// A method annotated in the base class, called on derived objects; slicing; base references.
#include "harness.h"

struct Base {
  double a;

  [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
  double f(double x) {
    return a *= x;
  }
};

struct Derived : Base {
  double b;
};

double through(Base &base, double x) { return base.f(x) * base.a; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double g(Derived &d, double x) {
  double first = d.f(x) * d.b;
  Base sliced = d;
  sliced.a += x;
  return first + through(d, x) * sliced.a;
}

int main() {
  auto make = [](In x) {
    Derived d;
    d.a = x[0];
    d.b = x[1];
    return d;
  };
  check(
      {0.7, 1.3, 0.9}, 3,
      [&](In x, Out y) {
        Derived d = make(x);
        y[2] = g(d, x[2]);
        y[0] = d.a;
        y[1] = d.b;
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        Derived d = make(x), d_dot = make(x_dot);
        y[2] = g_forward(d, d_dot, x[2], x_dot[2], y_dot[2]);
        y[0] = d.a;
        y[1] = d.b;
        y_dot[0] = d_dot.a;
        y_dot[1] = d_dot.b;
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Derived d = make(x), d_bar = make(y_bar);
        y[2] = g_reverse(d, d_bar, x[2], x_bar[2], y_bar[2]);
        y[0] = d.a;
        y[1] = d.b;
        x_bar[0] += d_bar.a;
        x_bar[1] += d_bar.b;
      }));
  check(
      {0.7, 0.9}, 2,
      [&](In x, Out y) {
        Derived d;
        d.a = x[0];
        y[1] = d.f(x[1]);
        y[0] = d.a;
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        Derived d, d_dot;
        d.a = x[0];
        d_dot.a = x_dot[0];
        y[1] = d.f_forward(d_dot, x[1], x_dot[1], y_dot[1]);
        y[0] = d.a;
        y_dot[0] = d_dot.a;
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        Derived d, d_bar;
        d.a = x[0];
        d_bar.a = y_bar[0];
        y[1] = d.f_reverse(d_bar, x[1], x_bar[1], y_bar[1]);
        y[0] = d.a;
        x_bar[0] += d_bar.a;
      }));
  return finish();
}
