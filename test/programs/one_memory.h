// Functions on places of one memory, all of which is input and output: what they are given may
// overlap, and so may the adjoints.
#ifndef TEST_PROGRAMS_ONE_MEMORY_H
#define TEST_PROGRAMS_ONE_MEMORY_H
#include "harness.h"

constexpr int size = 12;
constexpr double values[size] = {0.5, 1.5, -0.75, 0.9, 1.1, -0.6, 0.8, 1.3, -1.2, 0.7, 0.4, 1.6};

/// primal(m), forward(m, d) and reverse(m, b), where d and b are the derivatives of m.
template <class Primal, class Forward, class Reverse>
void run(Primal primal, Forward forward, Reverse reverse) {
  check(
      {0.5, 1.5, -0.75, 0.9, 1.1, -0.6, 0.8, 1.3, -1.2, 0.7, 0.4, 1.6}, size,
      [&](In x, Out y) {
        copy(x, y, size);
        primal(y);
      },
      AD([&](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, size);
        copy(x_dot, y_dot, size);
        forward(y, y_dot);
      }),
      AD([&](In x, Out x_bar, Out y, In y_bar) {
        double b[size];
        copy(x, y, size);
        copy(y_bar, b, size);
        reverse(y, b);
        add(b, x_bar, size);
      }));
}

/// f(x, y, ...) and f(x, w, y, ...), each a place in that memory.
#define RUN2(f, x, y, ...)                                                                         \
  run([&](double *m) { f(m + x, m + y, __VA_ARGS__); },                                            \
      [&](double *m, double *d) { AD(f##_forward(m + x, d + x, m + y, d + y, __VA_ARGS__)); },     \
      [&](double *m, double *b) { AD(f##_reverse(m + x, b + x, m + y, b + y, __VA_ARGS__)); })
#define RUN3(f, x, w, y, ...)                                                                      \
  run([&](double *m) { f(m + x, m + w, m + y, __VA_ARGS__); },                                     \
      [&](double *m, double *d) {                                                                  \
        AD(f##_forward(m + x, d + x, m + w, d + w, m + y, d + y, __VA_ARGS__));                    \
      },                                                                                           \
      [&](double *m, double *b) {                                                                  \
        AD(f##_reverse(m + x, b + x, m + w, b + w, m + y, b + y, __VA_ARGS__));                    \
      })
#endif
