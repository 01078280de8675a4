// Pointers to functions: known where they are called, or chosen at run time.
#include "scalars.h"
#include <functional>

namespace laws {
double square(double x) { return x * x; }
double wave(double x) { return std::sin(x) * x; }
double half(double x) { return x / 2; }
double half(int n) { return n / 2.0; }
[[ad::constant]] double step(double x) { return x > 0 ? 1 : 0; }
} // namespace laws

double cube(double x) {
  double r = x;
  for (int i = 0; i < 2; ++i)
    r *= x;
  return r;
}

double apply(double (*f)(double), double x) { return f(x) + (*f)(2 * x); }
double apply_reference(double (&f)(double), double x) { return f(f(x)); }

// Recursive: a function is made for the argument.
double iterate(double (*f)(double), double x, int n) { return n ? iterate(f, f(x), n - 1) : x; }

[[ad::differentiate(forward, reverse)]]
double known(double x, double y) {
  double (*p)(double) = laws::wave;
  double t = apply(laws::square, x) + apply(&cube, y) + apply_reference(laws::half, x);
  t += apply([](double u) { return u * 3; }, x) + apply(+[](double u) { return u * u; }, y);
  t += p(x) + (*p)(y) + apply(std::sin, x) + apply(std::exp, t * 0.01);
  return t + iterate(cube, x, 3) + iterate([](double u) { return u * 0.5; }, y, 2);
}

// Chosen at run time: by a branch, from a table, in a loop, by another function.
using Law = double (*)(double);
static const Law table[] = {laws::square, laws::wave, laws::half, std::tanh, laws::step};
static Law pick(int n) { return n % 2 ? cube : laws::square; }

[[ad::differentiate(forward, reverse)]]
double chosen(double x, double y, int n) {
  Law f = n > 1 ? laws::square : cube;
  double t = f(x);
  if (n > 2)
    f = laws::wave;
  t += f(y) * apply(f, x);
  for (int i = 0; i < n; ++i) {
    t = t * 0.5 + table[i](t + x);
    f = pick(i);
    t *= f(y);
  }
  Law mine[2] = {cube, nullptr};
  for (Law each : mine)
    if (each)
      t += each(x) * iterate(each, y, n);
  return t;
}

// Out-parameters and no result.
void add_square(double &a, double x) { a += x * x; }
void scale(double &a, double x) { a *= x; }

[[ad::differentiate(forward, reverse)]]
double updated(double x, double y, int n) {
  void (*const updates[])(double &, double) = {add_square, scale};
  double a = x;
  for (int i = 0; i < n; ++i)
    updates[i % 2](a, y + a);
  return a;
}

[[ad::differentiate(forward, reverse)]]
double given(double (*f)(double), double x, double y) {
  return f(x * y) * y;
}

[[ad::differentiate(forward, reverse)]]
double given_reference(double (&f)(double), double x, double y) {
  return apply_reference(f, x * y) * f(y);
}

[[ad::differentiate(forward, reverse)]]
double functions(double x, double y) {
  std::function<double(double)> f = laws::square, g = [&](double t) { return f(t) * y; };
  const std::function<double(const double &)> s = [](const double &t) { return std::sin(t); };
  double t = f(x) + g(y) + s(x * y);
  if (f)
    t *= g(f(x));
  return t;
}

double twice(const std::function<double(double)> &f, double x) { return f(f(x)); }
double deep(std::function<double(double)> f, double x, int n) {
  return n ? f(deep(f, x, n - 1)) : x;
}

[[ad::differentiate(forward, reverse)]]
double passed(double x, double y) {
  double k = x;
  double t = twice([&](double u) { return u * k; }, y) + twice(cube, x) + deep(laws::wave, x, 3);
  k *= y;
  auto f = [=](double u) { return u * k + t; };
  return twice(f, t) + deep(f, y, 2) + deep([&](double u) { return std::exp(-u * k); }, x, 3);
}

template <class P, class F, class R> void check_n(P p, F f, R r) {
  for (int n = 0; n < 6; ++n)
    check(
        {0.7, 1.3}, 1, [&](In x, Out y) { y[0] = p(x[0], x[1], n); },
        AD([&](In x, In x_dot, Out y, Out y_dot) {
          y[0] = f(x[0], x_dot[0], x[1], x_dot[1], n, y_dot[0]);
        }),
        AD([&](In x, Out x_bar, Out y, In y_bar) {
          y[0] = r(x[0], x_bar[0], x[1], x_bar[1], n, y_bar[0]);
        }));
  (void)f;
  (void)r;
}

int main() {
  CHECK_SCALARS(known, {0.7, 1.3});
  check_n(chosen, AD(chosen_forward), AD(chosen_reverse));
  check_n(updated, AD(updated_forward), AD(updated_reverse));
  CHECK_SCALARS(functions, {0.7, 1.3});
  CHECK_SCALARS(passed, {0.7, 1.3});
  for (Law f : {cube, laws::wave, static_cast<Law>(laws::half)})
    check(
        {0.7, 1.3}, 1, [&](In x, Out y) { y[0] = given(f, x[0], x[1]); },
        AD([&](In x, In x_dot, Out y, Out y_dot) {
          y[0] = given_forward(f, x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
        }),
        AD([&](In x, Out x_bar, Out y, In y_bar) {
          y[0] = given_reverse(f, x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
        }));
  check(
      {0.7, 1.3}, 1, [&](In x, Out y) { y[0] = given_reference(cube, x[0], x[1]); },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        y[0] = given_reference_forward(cube, x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        y[0] = given_reference_reverse(cube, x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
#ifndef NO_AD
  // The address of a lambda's function has no name: its derivative is not in the table.
  double x_bar = 7, y_bar = 8;
  bool thrown = false;
  try {
    given_reverse([](double t) { return t; }, 1, x_bar, 2, y_bar);
  } catch (const std::exception &) {
    thrown = true;
  }
  expect_true("an unknown function throws", thrown && x_bar == 7 && y_bar == 8);
#endif
  return finish();
}
