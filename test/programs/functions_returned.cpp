// Functions that return one function or another: which one is known when the program runs.
#include "arrays.h"
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>

#define BOTH [[ad::differentiate(forward, reverse)]]

using Law = std::function<double(double)>;

static double cube(double t) { return t * t * t; }

static Law by_number(int k) {
  if (k == 0)
    return [](double t) { return t * t; };
  if (k == 1)
    return cube;
  return [k](double t) { return k * std::sin(t); };
}
BOTH double in_loop(const double *x, int n) {
  double s = 0;
  for (int k = 0; k + 1 < n; ++k) {
    auto law = by_number(k);
    s += law(x[k]) * law(x[k + 1]);
  }
  return s;
}

static Law by_name(const std::string &name, double scale) {
  if (name == "square")
    return [scale](double t) { return scale * t * t; };
  else if (name == "wave")
    return [=](double t) { return std::sin(scale * t); };
  throw std::invalid_argument(name);
}
BOTH double named(const double *x, int n) {
  Law square = by_name("square", x[0]), other = by_name(n > 100 ? "square" : "wave", x[1]);
  return square(x[2]) * other(x[3]) + by_name("wave", x[4])(x[5]);
}

static Law by_switch(const double *x, int k) {
  switch (k % 3) {
  case 0:
    return [](double t) { return t; };
  case 1: {
    const double w = 2 * x[0];
    return [w](double t) { return w * t; };
  }
  default:
    break;
  }
  return [x, k](double t) { return t * x[k]; };
}
BOTH double switched(const double *x, int n) {
  double s = 1;
  for (int k = 0; k < n; ++k)
    s += by_switch(x, k)(s) * x[k];
  return s;
}

// The two that are returned captured different values under one name.
static Law found(const double *x, int n, double least) {
  for (int i = 0; i < n; ++i) {
    double w = x[i];
    if (w > least)
      return [w, i](double t) { return w * t + i; };
    w *= 2;
  }
  const double w = x[0] * x[1];
  return [w](double t) { return w * w * t; };
}
BOTH double searched(const double *x, int n) {
  Law first = found(x, n, x[1] * 0.5), second = found(x, n, 10), third = found(x + 1, n - 1, 0.3);
  return first(x[2]) * second(x[3]) + third(x[4]);
}

struct Material {
  double stiffness;
  bool linear;
  Law law() const {
    if (linear)
      return [k = stiffness](double t) { return k * t; };
    return [k = stiffness](double t) { return k * t * t * t; };
  }
};
BOTH double by_method(const double *x, int n) {
  const Material a{x[0], n > 3}, b{x[1], n > 100};
  return a.law()(x[2]) + b.law()(x[3]);
}

int main() {
#define CHECK_ALL(...)                                                                             \
  CHECK_ARRAY(in_loop, __VA_ARGS__);                                                               \
  CHECK_ARRAY(named, __VA_ARGS__);                                                                 \
  CHECK_ARRAY(switched, __VA_ARGS__);                                                              \
  CHECK_ARRAY(searched, __VA_ARGS__);                                                              \
  CHECK_ARRAY(by_method, __VA_ARGS__)
  CHECK_ALL({0.4, 0.9, 0.7, 1.3, 0.2, 1.1});
  CHECK_ALL({0.8, 0.5, 0.3, 0.2, 0.6, 0.7});
  return finish();
}
