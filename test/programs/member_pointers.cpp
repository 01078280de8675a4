// Pointers to members: fields that are read and written, methods that are called.
#include "harness.h"

struct State {
  double a, b;
  int n;
  double c;
  double twice() const { return 2 * a; }
  double product() const { return a * b; }
  void scale(double by) { a *= by; }
  void mix(double by) {
    b += a * by;
    a = std::sin(b);
  }
};

double sum_of(const State *s, int n, double State::*field) {
  double t = 0;
  for (int i = 0; i < n; ++i)
    t = t * 0.5 + s[i].*field * s[i].a;
  return t;
}

[[ad::differentiate(forward, reverse)]]
double fields(State &s, double x, int k) {
  double State::*const each[] = {&State::a, &State::b, &State::c};
  double State::*p = &State::c;
  State *at = &s;
  s.*p = x * s.a;
  for (int i = 0; i < k; ++i) {
    p = each[i % 3];
    at->*p *= x;
    s.b += s.*p + (s.*p) * (at->*each[0]);
  }
  return sum_of(&s, 1, &State::b) + sum_of(at, 1, p) * s.*(&State::c);
}

double run(const State &s, double (State::*m)() const) { return (s.*m)() * s.b; }

[[ad::differentiate(forward, reverse)]]
double methods(State &s, double x, int k) {
  double (State::*read)() const = k % 2 ? &State::twice : &State::product;
  void (State::*write)(double) = &State::scale;
  double t = (s.*read)();
  for (int i = 0; i < k; ++i) {
    ((&s)->*write)(x + t);
    t += (s.*read)() * x;
    write = i % 2 ? &State::scale : &State::mix;
  }
  return t + run(s, read) + run(s, &State::twice) + (s.*(&State::product))();
}

int main() {
  auto each = [](auto primal, auto forward, auto reverse) {
    for (int k = 0; k < 5; ++k)
      check(
          {0.7, 1.3, 0.4, 0.6}, 3,
          [&](In x, Out y) {
            State s{x[0], x[1], 2, x[2]};
            y[0] = primal(s, x[3], k);
            y[1] = s.a;
            y[2] = s.b + 2 * s.c;
          },
          AD([&](In x, In x_dot, Out y, Out y_dot) {
            State s{x[0], x[1], 2, x[2]}, s_dot{x_dot[0], x_dot[1], 0, x_dot[2]};
            y[0] = forward(s, s_dot, x[3], x_dot[3], k, y_dot[0]);
            y[1] = s.a;
            y[2] = s.b + 2 * s.c;
            y_dot[1] = s_dot.a;
            y_dot[2] = s_dot.b + 2 * s_dot.c;
          }),
          AD([&](In x, Out x_bar, Out y, In y_bar) {
            State s{x[0], x[1], 2, x[2]}, s_bar{y_bar[1], y_bar[2], 0, 2 * y_bar[2]};
            y[0] = reverse(s, s_bar, x[3], x_bar[3], k, y_bar[0]);
            y[1] = s.a;
            y[2] = s.b + 2 * s.c;
            x_bar[0] += s_bar.a;
            x_bar[1] += s_bar.b;
            x_bar[2] += s_bar.c;
          }));
    (void)forward;
    (void)reverse;
  };
  each(fields, AD(fields_forward), AD(fields_reverse));
  each(methods, AD(methods_forward), AD(methods_reverse));
  return finish();
}
