// Checks `double f(const std::vector<double> &)` at a point: see harness.h.
#ifndef TEST_PROGRAMS_VECTORS_H
#define TEST_PROGRAMS_VECTORS_H
#include "harness.h"
#include <vector>

#define CHECK_VECTOR(f, ...)                                                                       \
  check(                                                                                           \
      __VA_ARGS__, 1,                                                                              \
      [](In x, Out y) {                                                                            \
        const std::initializer_list<double> at = __VA_ARGS__;                                      \
        y[0] = f(std::vector<double>(x, x + at.size()));                                           \
      },                                                                                           \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        const std::initializer_list<double> at = __VA_ARGS__;                                      \
        const std::vector<double> v(x, x + at.size()), v_dot(x_dot, x_dot + at.size());            \
        y[0] = f##_forward(v, v_dot, y_dot[0]);                                                    \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        const std::initializer_list<double> at = __VA_ARGS__;                                      \
        const std::vector<double> v(x, x + at.size());                                             \
        std::vector<double> v_bar(x_bar, x_bar + at.size());                                       \
        y[0] = f##_reverse(v, v_bar, y_bar[0]);                                                    \
        copy(v_bar.data(), x_bar, int(at.size()));                                                 \
      }))

/// The same at two points of four coordinates each.
#define CHECK_TWICE(f)                                                                             \
  CHECK_VECTOR(f, {0.7, 1.3, 0.9, 0.4});                                                           \
  CHECK_VECTOR(f, {1.9, 0.35, 2.2, 1.1})

/// The same for the f of a namespace.
#define CHECK_CASE(space, ...)                                                                     \
  {                                                                                                \
    using namespace space;                                                                         \
    CHECK_VECTOR(f, __VA_ARGS__);                                                                  \
  }                                                                                                \
  static_assert(true)

/// The same at two points of four coordinates each.
#define CHECK_CASE_TWICE(space)                                                                    \
  {                                                                                                \
    using namespace space;                                                                         \
    CHECK_TWICE(f);                                                                                \
  }                                                                                                \
  static_assert(true)
#endif
