// Recursive quicksort in place, partitioned by pointers.
#include "harness.h"

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void f(double *first, double *last) {
  if (last - first < 2)
    return;
  double pivot = *first;
  double *low = first + 1, *high = last - 1;
  while (low <= high) {
    while (low <= high && *low <= pivot)
      ++low;
    while (low <= high && *high > pivot)
      --high;
    if (low < high) {
      double t = *low;
      *low++ = *high * 1.125;
      *high-- = t;
    }
  }
  *first = *high;
  *high = pivot;
  f(first, high);
  f(low, last);
}

int main() {
  check(
      {0.5, 1.5, -0.75, 2.0, 0.3, -2.5, 0.9}, 7,
      [](In x, Out y) {
        copy(x, y, 7);
        f(y, y + 7);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        copy(x, y, 7);
        copy(x_dot, y_dot, 7);
        f_forward(y, y_dot, y + 7, y_dot + 7);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double b[7];
        copy(x, y, 7);
        copy(y_bar, b, 7);
        f_reverse(y, b, y + 7, b + 7);
        add(b, x_bar, 7);
      }));
  return finish();
}
