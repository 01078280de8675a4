// Dynamic time warping: min-plus recurrences over a local table.
#include "harness.h"
#include <algorithm>

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, const double *b, int n) {
  double cost[4][4];
  for (int i = 0; i <= n; ++i)
    for (int j = 0; j <= n; ++j) {
      if (i == 0 && j == 0)
        cost[i][j] = 0;
      else if (i == 0 || j == 0)
        cost[i][j] = 1e3;
      else {
        double d = a[i - 1] - b[j - 1];
        cost[i][j] =
            d * d + std::min({cost[i - 1][j - 1], std::min(cost[i - 1][j], cost[i][j - 1])});
      }
    }
  return cost[n][n];
}

int main() {
  check(
      {0.1, 0.9, 0.55, 0.3, 0.25, 0.8}, 1, [](In x, Out y) { y[0] = f(x, x + 3, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = f_forward(x, x_dot, x + 3, x_dot + 3, 3, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = f_reverse(x, x_bar, x + 3, x_bar + 3, 3, y_bar[0]);
      }));
  return finish();
}
