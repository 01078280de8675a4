// Mutual recursion, between annotated and plain functions.
#include "harness.h"

double odd(double x, int n);

double even(double x, int n) { return n == 0 ? x : odd(x * x + 0.1, n - 1) * x; }

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double odd(double x, int n) {
  return n == 0 ? 1 : even(std::sin(x), n - 1) + x;
}

// What the first of the two does is known only when both have been looked at; each is called alone.
namespace in_place {
void scale(double *a, int k);
void turn(double *a, int k) {
  if (k > 0)
    scale(a, k - 1);
}
void scale(double *a, int k) {
  if (k > 0)
    turn(a, k - 1);
  a[k] *= a[k + 1];
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void both(double *a) {
  scale(a, 2);
  turn(a, 3);
  a[0] *= a[1];
}
} // namespace in_place

namespace counted {
int count(double *a, int k);
int pass(double *a, int k) { return k == 0 ? 0 : count(a, k - 1) + 1; }
int count(double *a, int k) {
  const int more = k == 0 ? 1 : pass(a, k - 1);
  a[k] *= a[k + 1];
  return more;
}

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void both(double *a) {
  int calls = count(a, 3);
  calls += pass(a, 2);
  a[0] *= a[1] * calls;
}
} // namespace counted

#define IN_PLACE(NAME)                                                                             \
  check(                                                                                           \
      {0.7, 1.2, 0.9, 1.1, 0.8}, 5,                                                                \
      [](In x, Out y) {                                                                            \
        copy(x, y, 5);                                                                             \
        NAME(y);                                                                                   \
      },                                                                                           \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        copy(x, y, 5);                                                                             \
        copy(x_dot, y_dot, 5);                                                                     \
        NAME##_forward(y, y_dot);                                                                  \
      }),                                                                                          \
      AD([](In x, Out x_bar, Out y, Out y_bar) {                                                   \
        copy(x, y, 5);                                                                             \
        NAME##_reverse(y, y_bar);                                                                  \
        add(y_bar, x_bar, 5);                                                                      \
      }))

int main() {
  IN_PLACE(in_place::both);
  IN_PLACE(counted::both);
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = odd(x[0], 5); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = odd_forward(x[0], x_dot[0], 5, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = odd_reverse(x[0], x_bar[0], 5, y_bar[0]);
      }));
  return finish();
}
