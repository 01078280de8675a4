// Annotated function templates: deduced and explicit arguments, defaults, several instances.
#include "harness.h"

template <class T>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
T sum_of_squares(const T *x, int n) {
  T s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

template <int N>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double product(const double (&x)[N]) {
  double p = 1;
  for (int i = 0; i < N; ++i)
    p *= x[i];
  return p;
}

namespace lib {
template <class T, class U = T>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
T mix(T x, U y, T scale = 2);
}

template <class T, class U> T lib::mix(T x, U y, T scale) { return x * y * scale + x; }

// Each of them calls an instance of the other.
template <int N>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] double even(double x);
template <int N>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] double odd(double x) {
  if constexpr (N <= 0)
    return x;
  else
    return std::sin(x) * even<N - 1>(x);
}
template <int N> double even(double x) {
  if constexpr (N <= 0)
    return 1;
  else
    return x * odd<N - 1>(x);
}

int main() {
  check(
      {0.3, 0.7}, 1, [](In x, Out y) { y[0] = sum_of_squares(x, 2); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = sum_of_squares_forward(x, x_dot, 2, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = sum_of_squares_reverse<double>(x, x_bar, 2, y_bar[0]);
      }));
  check<float>(
      {0.3f, 0.7f}, 1, [](const float *x, float *y) { y[0] = sum_of_squares(x, 2); },
      AD([](const float *x, const float *x_dot, float *y, float *y_dot) {
        y[0] = sum_of_squares_forward<float>(x, x_dot, 2, y_dot[0]);
      }),
      AD([](const float *x, float *x_bar, float *y, const float *y_bar) {
        y[0] = sum_of_squares_reverse(x, x_bar, 2, y_bar[0]);
      }));
  check(
      {0.3, 0.7, 1.2}, 1,
      [](In x, Out y) {
        const double a[3] = {x[0], x[1], x[2]};
        y[0] = product(a);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        const double a[3] = {x[0], x[1], x[2]}, a_dot[3] = {x_dot[0], x_dot[1], x_dot[2]};
        y[0] = product_forward(a, a_dot, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        const double a[3] = {x[0], x[1], x[2]};
        double a_bar[3] = {0, 0, 0};
        y[0] = product_reverse<3>(a, a_bar, y_bar[0]);
        add(a_bar, x_bar, 3);
      }));
  check(
      {0.3, 0.7}, 1, [](In x, Out y) { y[0] = lib::mix(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = lib::mix_forward(x[0], x_dot[0], x[1], x_dot[1], 2.0, 0.0, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double scale_bar = 0;
        y[0] = lib::mix_reverse<double, double>(x[0], x_bar[0], x[1], x_bar[1], 2, scale_bar,
                                                y_bar[0]);
      }));
  check(
      {0.7}, 1, [](In x, Out y) { y[0] = even<4>(x[0]); }, AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = even_forward<4>(x[0], x_dot[0], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = even_reverse<4>(x[0], x_bar[0], y_bar[0]);
      }));
  return finish();
}
