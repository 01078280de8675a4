// Functions that only say where something is, `i * n + j`, are written out: the analyses see what the
// subscripts are.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <vector>

static int at(int i, int j, int n) { return i * n + j; }

// CHECK:      void transpose_reverse(
// CHECK-NOT:    tape
// CHECK:        for (int i = 0; i < n; ++i) { // each iteration is reversed at once
// CHECK-NEXT:     for (int j = 0; j < n; ++j) {
// CHECK:            y[i * n + j] = x[j * n + i] * x[j * n + i];
// CHECK:      {{^}}}
[[ad::differentiate(reverse)]] void transpose(const double *x, double *y, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      y[at(i, j, n)] = x[at(j, i, n)] * x[at(j, i, n)];
}

class Grid {
public:
  int rows, columns;
  std::vector<double> values;
  [[ad::differentiate(reverse)]] double energy() const;

private:
  static constexpr int border = 1;
  bool isInside(int i, int j) const {
    return i >= border && i < rows - border && j >= border && j < columns - border;
  }
  int index(int i, int j) const { return i * columns + j; }
  double at(int i, int j) const { return values[index(i, j)]; }
};

// CHECK:      double Grid::energy_reverse(Grid &this_bar, double energy_bar) const {
// CHECK-NOT:    tape
// CHECK:          for (int j = 0; j < columns; ++j) { // each iteration is reversed at once
// CHECK-NEXT:       if (i >= Grid::border && i < rows - Grid::border && j >= Grid::border &&
// CHECK-NEXT:           j < columns - Grid::border) {
// CHECK-NEXT:         const double d = values[i * columns + j] - values[i * columns + (j - 1)];
// CHECK-NEXT:         e += d * d;
// CHECK-NEXT:         const double d_bar = 2 * d * e_bar;
// CHECK-NEXT:         this_bar.values[i * columns + j] += d_bar;
// CHECK-NEXT:         this_bar.values[i * columns + (j - 1)] -= d_bar;
// CHECK-NEXT:       }
double Grid::energy() const {
  double e = 0;
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j)
      if (isInside(i, j)) {
        const double d = at(i, j) - at(i, j - 1);
        e += d * d;
      }
  return e;
}

// What does more than that stays a call.
static int calls;
static int counted(int i) { return calls += i; }
static int find(int i, int n) {
  while (i >= n)
    i -= n;
  return i;
}
// CHECK:      double others_reverse(
// CHECK:        find(i, n)
[[ad::differentiate(reverse)]] double others(const double *x, int n) {
  double e = 0;
  for (int i = 0; i < 2 * n; ++i)
    e += x[find(i, n)] * x[i % n];
  return e;
}
int useCounted() { return counted(1); }
