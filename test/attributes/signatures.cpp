// The one rule of the design: each differentiable parameter is followed by its derivative, the
// result's derivative comes last.
// RUN: %clang_ad_plugin -fsyntax-only -Xclang -ast-print %s | FileCheck %s
#include <array>
#include <vector>

// CHECK-DAG: double scalar_forward(double x, double x_dot, int n, double &scalar_dot);
// CHECK-DAG: double scalar_reverse(double x, double &x_bar, int n, double scalar_bar = 1);
[[ad::differentiate(forward, reverse)]] double scalar(double x, int n);

// CHECK-DAG: void arrays_forward(const double *a, const double *a_dot, double *y, double *y_dot, int n);
// CHECK-DAG: void arrays_reverse(const double *a, double *a_bar, double *y, double *y_bar, int n);
[[ad::differentiate(forward, reverse)]] void arrays(const double *a, double *y, int n);

// CHECK-DAG: double vector_forward(const std::vector<double> &v, const std::vector<double> &v_dot, double &vector_dot);
// CHECK-DAG: double vector_reverse(const std::vector<double> &v, std::vector<double> &v_bar, double vector_bar = 1);
[[ad::differentiate(forward, reverse)]] double vector(const std::vector<double> &v);

// CHECK-DAG: int integers_forward(const std::vector<int> &v, bool b, char *s);
[[ad::differentiate(forward)]] int integers(const std::vector<int> &v, bool b, char *s);

// Handles lead to mutable storage; the handles themselves stay as they are.
// CHECK-DAG: float handles_reverse(const double *const *p, double *const *p_bar, double *const q, double *q_bar, float &r, float &r_bar, float handles_bar = 1);
[[ad::differentiate(reverse)]] float handles(const double *const *p, double *const q, float &r);

// CHECK-DAG: void fixed_reverse(const double (*m)[3], double (*m_bar)[3], const std::array<double, 2> &a, std::array<double, 2> &a_bar, const double (&r)[4], double (&r_bar)[4]);
[[ad::differentiate(reverse)]] void fixed(const double m[3][3], const std::array<double, 2> &a,
                                          const double (&r)[4]);

// Function parameters and pointers to void hold no floating value.
// CHECK-DAG: void others_reverse(double (*f)(double), void *user, long double x, long double &x_bar);
[[ad::differentiate(reverse)]] void others(double f(double), void *user, long double x);

// Parameters without a name get one; names that are taken get a number.
// CHECK-DAG: double names_reverse(double x, double &x_bar2, double x_bar, double &x_bar_bar, double arg3, double &arg3_bar, double names_bar = 1);
[[ad::differentiate(reverse)]] double names(double x, double x_bar, double);

// Constants have no derivative.
// CHECK-DAG: double constants_reverse(double x, double &x_bar, double y, const double *z, double constants_bar = 1);
[[ad::differentiate(reverse)]] double constants(double x, [[ad::constant]] double y,
                                                __attribute__((ad_constant)) const double *z);

// A companion is never noexcept.
// CHECK-DAG: double quiet_reverse(double x, double &x_bar, double quiet_bar = 1);
[[ad::differentiate(reverse)]] double quiet(double x) noexcept;

// Default arguments survive where they are still trailing.
// CHECK-DAG: double defaults_forward(double x, double x_dot, int n, double &defaults_dot);
// CHECK-DAG: double defaults_reverse(double x, double &x_bar, int n = 3, double defaults_bar = 1);
[[ad::differentiate(forward, reverse)]] double defaults(double x = 2, int n = 3);

// CHECK-DAG: double trailing_reverse(double x, double &x_bar, double trailing_bar = 1);
[[ad::differentiate(reverse)]] auto trailing(double x) -> double;

// Attributes may be repeated, and spelled as GNU does.
// CHECK-DAG: double twice_forward(double x, double x_dot, double &twice_dot);
// CHECK-DAG: double twice_reverse(double x, double &x_bar, double twice_bar = 1);
[[ad::differentiate(forward)]] [[ad::differentiate(reverse)]] double twice(double x);
// CHECK-DAG: double gnu_forward(double x, double x_dot, double &gnu_dot);
// CHECK-DAG: double gnu_reverse(double x, double &x_bar, double gnu_bar = 1);
__attribute__((ad_differentiate(forward, reverse))) double gnu(double x);
