// Checks `double f(const double *x, int n)` at a point: see harness.h.
#ifndef TEST_PROGRAMS_ARRAYS_H
#define TEST_PROGRAMS_ARRAYS_H
#include "harness.h"

#define CHECK_ARRAY(f, ...)                                                                        \
  check(                                                                                           \
      __VA_ARGS__, 1,                                                                              \
      [](In x, Out y) {                                                                            \
        const std::initializer_list<double> at = __VA_ARGS__;                                      \
        y[0] = f(x, int(at.size()));                                                               \
      },                                                                                           \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        const std::initializer_list<double> at = __VA_ARGS__;                                      \
        y[0] = f##_forward(x, x_dot, int(at.size()), y_dot[0]);                                    \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        const std::initializer_list<double> at = __VA_ARGS__;                                      \
        y[0] = f##_reverse(x, x_bar, int(at.size()), y_bar[0]);                                    \
      }))
#endif
