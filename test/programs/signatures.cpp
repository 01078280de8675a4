// The companions have exactly the types of the signature rule.
#include "harness.h"

struct Point {
  double x, y;
};

[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double f(double x, int n) {
  return x * n;
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
void g(const double *a, double *y, int n) {
  for (int i = 0; i < n; ++i)
    y[i] = 2 * a[i];
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
float h(const float &x, float &y, bool negative, long double z) {
  y = negative ? -x : x * static_cast<float>(z);
  return y * x;
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
Point p(const Point &a, Point *b, unsigned n) {
  b->x *= a.y;
  return {a.x * n, b->x};
}
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]]
double q(double *const *rows, const double (&v)[2]) {
  return rows[0][1] * v[0] * v[1];
}

#ifndef NO_AD
template <class A, class B> constexpr bool same = std::is_same_v<A, B>;
static_assert(same<decltype(&f_forward), double (*)(double, double, int, double &)>);
static_assert(same<decltype(&f_reverse), double (*)(double, double &, int, double)>);
static_assert(
    same<decltype(&g_forward), void (*)(const double *, const double *, double *, double *, int)>);
static_assert(
    same<decltype(&g_reverse), void (*)(const double *, double *, double *, double *, int)>);
static_assert(same<decltype(&h_forward), float (*)(const float &, const float &, float &, float &,
                                                   bool, long double, long double, float &)>);
static_assert(same<decltype(&h_reverse), float (*)(const float &, float &, float &, float &, bool,
                                                   long double, long double &, float)>);
static_assert(same<decltype(&p_forward),
                   Point (*)(const Point &, const Point &, Point *, Point *, unsigned, Point &)>);
#endif

int main() {
  check(
      {1.5, 0.5, 2.0, -1.0}, 1,
      [](In x, Out y) {
        double row[2] = {x[0], x[1]}, v[2] = {x[2], x[3]}, *rows[1] = {row};
        y[0] = q(rows, v);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        double row[2] = {x[0], x[1]}, v[2] = {x[2], x[3]}, *rows[1] = {row};
        double row_dot[2] = {x_dot[0], x_dot[1]}, v_dot[2] = {x_dot[2], x_dot[3]};
        double *rows_dot[1] = {row_dot};
        y[0] = q_forward(rows, rows_dot, v, v_dot, y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        double row[2] = {x[0], x[1]}, v[2] = {x[2], x[3]}, *rows[1] = {row};
        double *rows_bar[1] = {x_bar}, v_bar[2] = {0, 0};
        y[0] = q_reverse(rows, rows_bar, v, v_bar, y_bar[0]);
        add(v_bar, x_bar + 2, 2);
      }));
  return finish();
}
