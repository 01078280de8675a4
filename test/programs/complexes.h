// Checks `C f(C z, C w)` of complex numbers at a point (re z, im z, re w, im w): see harness.h.
#ifndef TEST_PROGRAMS_COMPLEXES_H
#define TEST_PROGRAMS_COMPLEXES_H
#include "harness.h"
#include <complex>

using C = std::complex<double>;

#define CHECK_COMPLEX(f, ...)                                                                      \
  check(                                                                                           \
      __VA_ARGS__, 2,                                                                              \
      [](In x, Out y) {                                                                            \
        const C r = f(C(x[0], x[1]), C(x[2], x[3]));                                               \
        y[0] = r.real(), y[1] = r.imag();                                                          \
      },                                                                                           \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        C r_dot;                                                                                   \
        const C r = f##_forward(C(x[0], x[1]), C(x_dot[0], x_dot[1]), C(x[2], x[3]),               \
                                C(x_dot[2], x_dot[3]), r_dot);                                     \
        y[0] = r.real(), y[1] = r.imag();                                                          \
        y_dot[0] = r_dot.real(), y_dot[1] = r_dot.imag();                                          \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        C z_bar(x_bar[0], x_bar[1]), w_bar(x_bar[2], x_bar[3]);                                    \
        const C r =                                                                                \
            f##_reverse(C(x[0], x[1]), z_bar, C(x[2], x[3]), w_bar, C(y_bar[0], y_bar[1]));        \
        y[0] = r.real(), y[1] = r.imag();                                                          \
        x_bar[0] = z_bar.real(), x_bar[1] = z_bar.imag();                                          \
        x_bar[2] = w_bar.real(), x_bar[3] = w_bar.imag();                                          \
      }))
#endif
