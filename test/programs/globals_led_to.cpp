// Globals that are read by their names and written through pointers, iterators and references, or
// by what the library does to elements; and arguments that lead into them. In mode checkpointed,
// what iterations write there is logged.
#include "harness.h"
#ifndef NO_AD
#include "ad/dispatch.h"
#endif
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse, checkpointed)]]

static std::vector<int> order, exchanged, turned;
static std::vector<double> weights;
static double scale[4], other_scale[4];
static double *leads = other_scale;
static int places[4], other_places[4], given_places[4];

static void reset() {
  order = exchanged = turned = {2, 3, 1, 0};
  weights = {1, 2, 3, 4};
  for (int i = 0; i < 4; ++i) {
    scale[i] = other_scale[i] = i + 1;
    places[i] = other_places[i] = given_places[i] = 3 - i;
  }
}

BOTH double by_iterators(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * x[turned[i]] + 0.1;
    for (auto it = turned.begin(); it != turned.end(); ++it)
      *it = (*it + 1) % n;
  }
  return s;
}
BOTH double by_swaps(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * x[exchanged[i]] + x[exchanged[0]];
    std::swap(exchanged[0], exchanged[i]);
  }
  return s;
}
BOTH double by_data(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * x[order[i]] + 0.1;
    int *p = order.data();
    p[i] = 0;
  }
  return s;
}
BOTH double of_arrays(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * x[places[i]] * scale[i] + x[0];
    int *p = places;
    std::fill(p, p + i, 2);
    double *q = scale;
    q[(i + 1) % n] = 2.0;
  }
  return s;
}
BOTH double by_others(const double *x, int n) { // that are globals, too
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * other_scale[i] * x[i] + x[0];
    leads[i] = 2.5;
    leads[(i + 1) % n] = 1.5;
  }
  return s;
}
static void helper(int *p, int i) {
  for (int k = 0; k < i; ++k)
    p[k] = (p[k] + 1) % 4;
}
BOTH double by_callees(const double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * x[other_places[i]] + x[other_places[0]];
    helper(other_places, n);
  }
  return s;
}

#define CHECK_RESET(F)                                                                             \
  check(                                                                                           \
      {2.0, 3.0, 5.0, 7.0}, 1, [](In x, Out y) { reset(), y[0] = F(x, 4); },                       \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        reset(), y[0] = F##_forward(x, x_dot, 4, y_dot[0]);                                        \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, In y_bar) {                                                    \
        double bar[4];                                                                             \
        copy(x_bar, bar, 4);                                                                       \
        reset(), F##_checkpointed(x, bar, 4, y_bar[0]);                                            \
        reset(), y[0] = F##_reverse(x, x_bar, 4, y_bar[0]);                                        \
        expect_true(#F ": the same bits", std::memcmp(bar, x_bar, sizeof bar) == 0);               \
      }))

// What an argument leads to is not what is read by its name.
BOTH double given(const double *x, int *next, int n) {
  double s = 1;
  for (int i = 0; i < n; ++i) {
    s = s * x[given_places[i]] + x[i];
    next[i] = (given_places[i] + 1) % n;
  }
  return s;
}

int main() {
  CHECK_RESET(by_iterators);
  CHECK_RESET(by_swaps);
  CHECK_RESET(by_data);
  CHECK_RESET(of_arrays);
  CHECK_RESET(by_others);
  CHECK_RESET(by_callees);
  check(
      {2.0, 3.0, 5.0, 7.0}, 1,
      [](In x, Out y) {
        int next[4];
        reset(), y[0] = given(x, next, 4);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        int next[4];
        reset(), y[0] = given_forward(x, x_dot, next, 4, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        int next[4];
        reset(), y[0] = given_reverse(x, x_bar, next, 4, y_bar[0]);
      }));
#ifndef NO_AD
  const double x[4] = {2, 3, 5, 7};
  double x_bar[4] = {};
  bool refused = false;
  try {
    reset();
    given_reverse(x, x_bar, given_places, 4, 1.0);
  } catch (const ad::unknown_target &) {
    refused = true;
  }
  expect_true("an argument that leads into a global is refused", refused && given_places[0] == 3);
#endif
  return finish();
}
