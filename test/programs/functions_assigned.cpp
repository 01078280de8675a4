// Variables of type std::function that are assigned: which function they hold is known when the
// program runs.
#include "arrays.h"
#include <cmath>
#include <functional>

#define BOTH [[ad::differentiate(forward, reverse)]]

using Law = std::function<double(double)>;

static double cube(double t) { return t * t * t; }

BOTH double chosen(const double *x, int) {
  Law law;
  if (x[0] > 0.5)
    law = [](double t) { return t * t; };
  else
    law = [&](double t) { return t * x[1]; };
  return law(x[2]) * law(x[3]);
}

// What a lambda captured by copy is as it was when the lambda was assigned.
BOTH double copies(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    Law law = cube;
    double k = x[i];
    if (i % 3 == 1) {
      double twice = 2 * k;
      law = [twice, i](double t) { return twice * t + i; };
      twice = 0;
    } else if (i % 3 == 2)
      law = [=](double t) { return k - t; };
    k *= 3;
    s += law(x[0] * k);
  }
  return s;
}

enum class Kind { None, Sine, Square };
BOTH double by_switch(const double *x, int n) {
  double s = 0;
  for (Kind kind : {Kind::Square, Kind::None, Kind::Sine}) {
    Law law = [](double t) { return t; };
    switch (kind) {
    case Kind::Sine:
      law = [](double t) { return std::sin(t); };
      break;
    case Kind::Square:
      law = [&x](double t) { return t * t * x[1]; };
      break;
    default:
      break;
    }
    for (int i = 0; i < n; ++i)
      s += law(x[i]) * law(s);
  }
  return s;
}

// Copies of the variable hold what it held.
BOTH double copied(const double *x, int) {
  double a = x[0], b = x[1];
  Law law = [&](double t) { return t * a; };
  Law before = law;
  auto twice = [law](double t) { return law(law(t)); };
  auto now = [&](double t) { return law(t); };
  law = [&](double t) { return t * t * b; };
  a *= 2;
  double s = before(x[2]) + 3 * twice(x[3]) + now(x[4]) * law(x[5]);
  law = cube;
  return s * now(x[2]);
}

static double applied(const Law &law, double t) { return law(law(t)); }
template <class F> double summed(F law, const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += law(x[i]);
  return s;
}
BOTH double passed(const double *x, int n) {
  Law law;
  law = [](double t) { return 0.5 * t * t; };
  double s = summed(law, x, n);
  if (s < 100) {
    law = [&x](double t) { return t + x[0] * t; };
    s *= summed(law, x, n);
  }
  return s * applied(law, x[1]);
}

// One that holds nothing throws where it is called.
static double maybe(const double *x, double limit) {
  Law law;
  if (x[0] > limit)
    law = [](double t) { return t * t; };
  return law(x[1]);
}
BOTH double empty(const double *x, int) { return maybe(x, 0.1) * x[2]; }
BOTH double throws(const double *x, int) { return maybe(x, 10) * x[2]; }

// Objects that are called, and choices with `?:`.
struct Bump {
  double k, c;
  double operator()(double t) const { return c * std::exp(-k * t * t); }
};
BOTH double objects(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    Law law = [](double t) { return 2 * t; };
    if (x[i] > 0.85) {
      const double k = x[i] * 2;
      law = Bump{k, x[0]};
    } else if (x[i] > 0.45) {
      Bump own{x[1], x[i]};
      law = own;
      own.c = 100;
    }
    s += law(x[2]) * law(s * 0.1);
  }
  return s;
}
BOTH double choices(const double *x, int n) {
  const auto scaled = [](double k) { return [k](double t) { return k * t * t; }; };
  double s = 0;
  for (int i = 0; i < n; ++i) {
    auto g = x[i] > 0.55 ? scaled(x[1] * i) : scaled(2 * x[2]);
    s += g(x[i]) * g(x[0]);
  }
  double a = x[0], b = x[1];
  int asked = 0;
  const Law one = [a](double t) { return a * t; }, other = Bump{x[1], 2};
  const Law h = asked++ > 0 ? one : other;
  const Law made =
      x[0] > 0.55 ? Law([a](double t) { return a * t; }) : Law([&](double t) { return b * t * t; });
  a = 5;
  b *= 2;
  double (*power)(double) = s > 0.5 ? +[](double t) { return t; } : +[](double t) { return t * t; };
  return s + h(x[2]) * asked + made(x[1]) * a + power(x[2]) +
         (x[1] > 0.65 ? one : Law(Bump{x[0], x[1]}))(x[3]);
}

int main() {
#define CHECK_ALL(...)                                                                             \
  CHECK_ARRAY(chosen, __VA_ARGS__);                                                                \
  CHECK_ARRAY(copies, __VA_ARGS__);                                                                \
  CHECK_ARRAY(by_switch, __VA_ARGS__);                                                             \
  CHECK_ARRAY(copied, __VA_ARGS__);                                                                \
  CHECK_ARRAY(objects, __VA_ARGS__);                                                               \
  CHECK_ARRAY(choices, __VA_ARGS__);                                                               \
  CHECK_ARRAY(passed, __VA_ARGS__);                                                                \
  CHECK_ARRAY(empty, __VA_ARGS__)
  CHECK_ALL({0.4, 0.9, 0.7, 1.3, 0.2, 1.1});
  CHECK_ALL({0.8, 0.5, 0.3, 0.2, 0.6, 0.7});
  const double x[3] = {0.4, 0.9, 0.7};
  double x_bar[3] = {};
  bool thrown = false;
  try {
    throws_reverse(x, x_bar, 3);
  } catch (const std::bad_function_call &) {
    thrown = true;
  }
  expect_true("a function that is empty throws", thrown && x_bar[0] == 0 && x_bar[2] == 0);
  return finish();
}
