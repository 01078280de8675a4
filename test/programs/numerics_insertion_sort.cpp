// Insertion sort with shifts; the while condition short-circuits on the index.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *a, int n) {
  for (int i = 1; i < n; ++i) {
    double key = a[i];
    int j = i - 1;
    while (j >= 0 && a[j] > key) {
      a[j + 1] = a[j];
      --j;
    }
    a[j + 1] = key * key;
  }
}

int main() {
  // In place: y is the array itself; its adjoint enters as the seed, leaves as the gradient.
  check(
      {0.5, 1.5, 0.75, 2.0, 0.3}, 5,
      [](In x, Out y) {
        copy(x, y, 5);
        f(y, 5);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 5);
        copy(x_dot, y_dot, 5);
        f_forward(y, y_dot, 5);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double a_bar[5];
        copy(x, y, 5);
        copy(y_bar, a_bar, 5);
        f_reverse(y, a_bar, 5);
        add(a_bar, x_bar, 5);
      }));
  return finish();
}
