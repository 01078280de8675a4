// Checks companions in mode checkpointed: against reverse mode bit by bit, and like harness.h.
#ifndef TEST_PROGRAMS_CHECKPOINTED_H
#define TEST_PROGRAMS_CHECKPOINTED_H
#include "harness.h"
#ifndef NO_AD
#include "ad/options.h"
#endif
#include <cstring>
#include <initializer_list>

#define BOTH [[ad::differentiate(forward, reverse, checkpointed)]]

inline bool same(const double *a, const double *b, int n) {
  return std::memcmp(a, b, n * sizeof(double)) == 0;
}

/// Runs the checks with each of these numbers of snapshots; with three, states are verified.
template <class Checks>
void with_snapshots(std::initializer_list<std::size_t> numbers, Checks checks) {
#ifndef NO_AD
  for (std::size_t snapshots : numbers) {
    ad::options o;
    o.snapshots = snapshots;
    o.verify = snapshots == 3;
    checks();
  }
#else
  (void)numbers, checks();
#endif
}

/// `double F(double x, int n)`.
#define CHECK_STEPS(F, N)                                                                          \
  check(                                                                                           \
      {0.83}, 1, [=](In x, Out y) { y[0] = F(x[0], N); },                                          \
      AD([=](In x, In x_dot, Out y, Out y_dot) {                                                   \
        y[0] = F##_forward(x[0], x_dot[0], N, y_dot[0]);                                           \
      }),                                                                                          \
      AD([=](In x, Out x_bar, Out y, In y_bar) {                                                   \
        double bar = x_bar[0];                                                                     \
        const double value = F##_reverse(x[0], bar, N, y_bar[0]);                                  \
        y[0] = F##_checkpointed(x[0], x_bar[0], N, y_bar[0]);                                      \
        expect_true(#F ": the same bits", same(&bar, x_bar, 1) && same(&value, y, 1));             \
      }))

/// `double F(const double *x, int n, int steps)`, at five numbers.
#define CHECK_ARRAY_STEPS(F, N)                                                                    \
  check(                                                                                           \
      {0.5, 0.7, 0.4, 0.9, 0.6}, 1, [=](In x, Out y) { y[0] = F(x, 5, N); },                       \
      AD([=](In x, In x_dot, Out y, Out y_dot) { y[0] = F##_forward(x, x_dot, 5, N, y_dot[0]); }), \
      AD([=](In x, Out x_bar, Out y, In y_bar) {                                                   \
        double bar[5];                                                                             \
        copy(x_bar, bar, 5);                                                                       \
        const double value = F##_reverse(x, bar, 5, N, y_bar[0]);                                  \
        y[0] = F##_checkpointed(x, x_bar, 5, N, y_bar[0]);                                         \
        expect_true(#F ": the same bits", same(bar, x_bar, 5) && same(&value, y, 1));              \
      }))
#endif
