// Callees that are templates: packs, folds, auto, decltype(auto), if constexpr, lambdas passed.
#include "harness.h"
template <class... T> auto total(T... x) { return (x + ...); }
template <class... T> double product(const T &...x) { return (x * ... * 1.0); }
template <class... T> void each(double a, T &...x) { ((x = x * a), ...); }
template <class F> double integrate(F f, double a, double b) {
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += f(a + i * (b - a) / 4);
  return s;
}
template <class F, class... A> decltype(auto) invoke_it(F &&f, A &&...a) { return f(a...); }
auto generic = [](auto x, auto y) { return x * y; };
template <class T> auto sq(const T &x) { return x * x; }
template <class T> T half(T x) {
  if constexpr (std::is_same_v<T, float>)
    return x / 2.f;
  else
    return x * 0.5;
}
template <class T> decltype(auto) element(T &x, int i) { return (x[i]); }
template <int N> double power(double x) {
  if constexpr (N == 0)
    return 1;
  else
    return x * power<N - 1>(x);
}
template <class T, class... R> T last(T x, R... r) {
  if constexpr (sizeof...(r) == 0)
    return x;
  else
    return last(r...) * x;
}
template <class F, class... G> auto composed(F f, G... g) { // a function from either arm
  if constexpr (sizeof...(g) == 0)
    return f;
  else
    return [=](double x) { return composed(g...)(f(x)); };
}
template <class T> [[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] T annotated(T x) {
  return x * x * x;
}
template <class T>
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] void inplace(T *x, int n) {
  for (int i = 0; i < n; ++i)
    x[i] = x[i] * x[i];
}
template <class T> T pi = T(3.25);
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(const double *x) {
  double a[2] = {x[0], x[1]};
  double p = x[0], q = x[1];
  each(x[1], p, q);
  inplace(a, 2);
  return total(x[0], x[1], x[0] * x[1]) + product(x[0], x[1]) * sq(x[0]) +
         integrate([&](double t) { return t * x[1] + x[0]; }, 0, x[0]) +
         invoke_it([](double s, double t) { return s * s * t; }, x[0], x[1]) + half(x[0]) +
         element(a, 1) * a[0] + power<3>(x[1]) + last(x[0], x[1], x[0]) + p * q +
         annotated(x[0]) * annotated(x[1]) * pi<double> +
         composed([](double t) { return t * t; }, [&](double t) { return t + x[1]; },
                  [c = x[0]](double t) { return std::sin(t) * c; })(x[1]);
}
int main() {
  check(
      {0.3, 0.7}, 1, [](In x, Out y) { y[0] = f(x); },
      AD([](In x, In x_dot, Out y, Out y_dot) { y[0] = f_forward(x, x_dot, y_dot[0]); }),
      AD([](In x, Out x_bar, Out y, In y_bar) { y[0] = f_reverse(x, x_bar, y_bar[0]); }));
  return finish();
}
