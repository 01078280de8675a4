// Branches in loops of which only the last that was taken has an effect: its number is kept. Bounds
// that change, loops that do not run, counters of other types, branches that say more.
#include "arrays.h"
#include <cmath>

#define BOTH [[ad::differentiate(forward, reverse)]]

BOTH double counted_by_unsigned(const double *x, int n) {
  double m = x[0];
  const unsigned end = n;
  for (unsigned i = 1; i < end; ++i)
    if (x[i] > m)
      m = x[i] * x[i - 1];
  return m;
}

BOTH double bound_changes_behind(const double *x, int n) {
  double m = x[0], s = 0;
  int end = n;
  for (int round = 0; round < 2; ++round) {
    for (int i = 1; i < end; ++i)
      if (x[i] > m)
        m = x[i] * (round + 1);
    end = 3;
    s += m * m;
  }
  return s * x[end];
}

BOTH double bound_changes_within(const double *x, int n) {
  double m = x[0];
  int end = n;
  for (int i = 1; i < end; ++i) {
    if (x[i] > m)
      m = x[i];
    if (i == 3)
      end = 5;
  }
  return m * x[1];
}

BOTH double carried(const double *x, int) {
  double s = 0.2, m = x[0];
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 3; ++i)
      if (x[round + i] * s > m)
        m = x[round + i] * x[i];
    s += std::sin(m) * s;
    m *= 0.4;
  }
  return s;
}

BOTH double runs_or_not(const double *x, int n) {
  double m = x[2];
  for (int i = 0; i < n - 6; ++i)
    if (x[i] > m)
      m = x[i];
  return m * x[1];
}

BOTH double leaves(const double *x, int n) {
  double m = x[0];
  for (int i = 1; i < n; ++i)
    if (x[i] > m) {
      m = x[i];
      if (i > 3)
        break;
    }
  return m * x[1];
}

BOTH double which(const double *x, int n) {
  double m = x[0];
  int where = 0;
  for (int i = 1; i < n; ++i)
    if (x[i] > m) {
      m = x[i];
      where = i;
    }
  return m * x[where] + where;
}

BOTH double overwritten_behind(const double *x, int n) {
  double y[7];
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * x[i];
  double m = y[0];
  for (int i = 1; i < n; ++i)
    if (y[i] > m)
      m = y[i] * y[i];
  for (int i = 0; i < n; ++i)
    y[i] *= 0.3 * m;
  return m * y[1];
}

int main() {
#define CHECK_ALL(...)                                                                             \
  CHECK_ARRAY(counted_by_unsigned, __VA_ARGS__);                                                   \
  CHECK_ARRAY(bound_changes_behind, __VA_ARGS__);                                                  \
  CHECK_ARRAY(bound_changes_within, __VA_ARGS__);                                                  \
  CHECK_ARRAY(carried, __VA_ARGS__);                                                               \
  CHECK_ARRAY(runs_or_not, __VA_ARGS__);                                                           \
  CHECK_ARRAY(leaves, __VA_ARGS__);                                                                \
  CHECK_ARRAY(which, __VA_ARGS__);                                                                 \
  CHECK_ARRAY(overwritten_behind, __VA_ARGS__)
  CHECK_ALL({0.4, 0.9, 0.7, 1.3, 0.2, 1.1});
  CHECK_ALL({0.8, 0.1, 0.3, 0.2, 0.5, 0.7, 0.6});
  return finish();
}
