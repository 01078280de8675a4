// Checks `double f(double x, double y)` at a point: see harness.h.
#ifndef TEST_PROGRAMS_SCALARS_H
#define TEST_PROGRAMS_SCALARS_H
#include "harness.h"

#define CHECK_SCALARS(f, ...)                                                                      \
  check(                                                                                           \
      __VA_ARGS__, 1, [](In x, Out y) { y[0] = f(x[0], x[1]); },                                   \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        y[0] = f##_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);                              \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        y[0] = f##_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);                              \
      }))
#endif
