// Companions of templates are declared from the next line on, with template parameters of their own.
// RUN: %clang_ad_plugin -std=c++20 -Wall -Wextra -Werror %s -o %t && %t
// RUN: %clang_ad_plugin -std=c++20 -O2 %s -o %t && %t
// RUN: %clang_ad_plugin -std=c++20 -fsyntax-only -Xclang -ast-print %s | FileCheck %s

// CHECK: template <class T, int N = 3> T scaled_reverse(T x, T &x_bar, T scaled_bar = 1)
template <class T, int N = 3> [[ad::differentiate(reverse)]] T scaled(T x) { return x * N; }
template <class T> T grad_scaled(T x) {
  T bar = 0;
  scaled_reverse(x, bar);
  return bar;
}

// A dependent type always has a derivative, others as ever.
// CHECK: void mixed_reverse(T n, T &n_bar, int m, const U *p, U *p_bar, V c)
template <class T, class U, class V>
[[ad::differentiate(reverse)]] void mixed(T n, int m, const U *p, [[ad::constant]] V c);

// Constraints choose among companions as among their functions.
template <class T> concept Small = sizeof(T) == 4;
template <Small T> [[ad::differentiate(reverse)]] T chosen(T x) { return x; }
template <class T> requires(sizeof(T) == 8)
[[ad::differentiate(reverse)]] T chosen(T x) { return 2 * x; }
template <class T> [[ad::differentiate(reverse)]] T chosen(T x) requires(sizeof(T) > 8) {
  return 3 * x;
}
[[ad::differentiate(reverse)]] double short_form(auto x, double y) { return x * y; }

// Overloads, also with functions that are no templates.
template <class T> [[ad::differentiate(reverse)]] T over(T x) { return x; }
template <class T> [[ad::differentiate(reverse)]] T over(const T *x) { return 2 * x[0]; }
template <class T> [[ad::differentiate(reverse)]] T over(T x, T y) { return x * y; }
[[ad::differentiate(reverse)]] float over(float x) { return 4 * x; }

// What is not annotated has no companion.
template <class T> T substituted(T x) { return x; }
template <class T, decltype(sizeof(T)) = sizeof(T)>
[[ad::differentiate(reverse)]] T substituted(T x, int) { return x; }
template <class T> concept HasCompanion = requires(T x) { substituted_reverse(x, x); };
static_assert(!HasCompanion<double>);

class Secret {
  double k = 3;
  template <class T> [[ad::differentiate(reverse)]] T hidden(T x) const { return k * x; }

public:
  double grad(double x) {
    double bar = 0;
    Secret bars;
    hidden_reverse(bars, x, bar);
    return bar;
  }
};

// The same declarations again change nothing.
template <class T> [[ad::differentiate(reverse)]] T again(T x);
template <class T> [[ad::differentiate(reverse)]] T again(T x);
template <class T> T again(T x) { return 5 * x; }

template <int... N> [[ad::differentiate(reverse)]] double sum_of(double x) { return ((x * N) + ...); }

int main() {
  double b = 0, c = 0;
  float f = 0;
  long double l = 0;
  int failed = 0;
  auto expect = [&](double got, double wanted) { failed += got != wanted; };
  scaled_reverse<double, 7>(1, b), expect(b, 7), b = 0;
  expect(grad_scaled(1.0), 3), expect(grad_scaled(1.0f), 3);
  chosen_reverse(1.0f, f), expect(f, 1), f = 0;
  chosen_reverse(1.0, b), expect(b, 2), b = 0;
  chosen_reverse(1.0l, l), expect(l, 3);
  short_form_reverse(2.0, b, 3, c), expect(b, 3), expect(c, 2), b = c = 0;
  over_reverse(1.0, b), expect(b, 1), b = 0;
  over_reverse(&c, &b), expect(b, 2), b = 0;
  over_reverse(2.0, b, 3.0, c), expect(b, 3), expect(c, 2), b = c = 0;
  over_reverse(1, f), expect(f, 4), f = 0;
  over_reverse<>(1.0f, f), expect(f, 1), f = 0;
  substituted_reverse(1.0, b, 3), expect(b, 1), b = 0;
  expect(Secret().grad(1), 3);
  again_reverse(1.0, b), expect(b, 5), b = 0;
  sum_of_reverse<1, 2, 3>(1, b), expect(b, 6), b = 0;
  return failed;
}
