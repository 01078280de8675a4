// Methods called from a free function: const, mutating, chained through references.
#include "harness.h"

struct Counter {
  double total = 0;
  int count = 0;
  Counter &add(double x) {
    total += x * (count + 1);
    ++count;
    return *this;
  }
  double mean() const { return total / count; }
  void scale(double s) { total *= s; }
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *a, int n) {
  Counter c;
  for (int i = 0; i < n; ++i)
    c.add(a[i]);
  c.scale(a[0]);
  c.add(a[0]).add(a[1] * a[0]);
  return c.mean() * c.mean();
}

int main() {
  check(
      {0.7, 1.3, 0.4}, 1, [](In x, Out y) { y[0] = f(x, 3); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, 3, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, 3, y_bar[0]); }));
  return finish();
}
