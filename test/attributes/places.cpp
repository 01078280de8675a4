// Functions that cannot be annotated, with the way out where there is one.
// RUN: not %clang_ad_plugin -std=c++20 -Wno-c++23-extensions -ferror-limit=0 -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' applies to functions and methods only
[[ad::differentiate(forward)]] double variable;
// CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to 'main'
[[ad::differentiate(forward)]] int main() {}
struct S {
  // CHECK: :[[@LINE+2]]:{{.*}} error: 'ad::differentiate' cannot be applied to a constructor
  // CHECK: note: write a function that does the same and annotate that
  [[ad::differentiate(forward)]] S(double);
  // CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to a destructor
  [[ad::differentiate(forward)]] ~S();
  // CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to an operator other than 'operator()'
  [[ad::differentiate(forward)]] double operator+(double);
  // CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to an operator other than 'operator()'
  [[ad::differentiate(forward)]] operator double();
  // CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to a friend declaration
  [[ad::differentiate(forward)]] friend double f(double) { return 0; }
  // CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to a volatile method
  [[ad::differentiate(forward)]] double vo(double) volatile;
};
template <class T> [[ad::differentiate(forward)]] T t(T x) { return x; }
template <class T> struct U {
  [[ad::differentiate(forward)]] double m(T x) { return x; }
  double outside(T x);
};
// CHECK: :[[@LINE+2]]:{{.*}} error: 'ad::differentiate' cannot be applied to a member of a class template outside of its class
template <class T>
[[ad::differentiate(forward)]] double U<T>::outside(T x) { return x; }
double instantiate(U<double> u) { return u.m(1) + t(2.0); }
// CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to a function that returns a pointer or a reference
[[ad::differentiate(forward)]] double *p(double);
// CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to a function that returns a pointer or a reference
[[ad::differentiate(forward)]] double &r(double);
// CHECK: :[[@LINE+2]]:{{.*}} error: 'ad::differentiate' cannot be applied to a function whose result type is deduced
// CHECK: note: write the result type
[[ad::differentiate(forward)]] auto deduced(double x) { return x; }
// CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to a function with variable arguments
[[ad::differentiate(forward)]] double variadic(double, ...);
// CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to a consteval function
[[ad::differentiate(forward)]] consteval double now(double x) { return x; }
void local() {
  // CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to a declaration inside a function
  [[ad::differentiate(forward)]] double declaration(double);
  // CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to a member of a local class
  struct L { [[ad::differentiate(forward)]] double m(double x) { return x; } };
  // CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::differentiate' cannot be applied to a lambda
  auto l = [] [[ad::differentiate(forward)]] (double x) { return x; };
  // CHECK: :[[@LINE+1]]:{{.*}} error: {{.*}}differentiate' attribute cannot be applied to a statement
  [[ad::differentiate(forward)]] l(1);
}
struct Incomplete;
// CHECK: :[[@LINE+2]]:{{.*}} error: parameter 'i' cannot be differentiated: 'Incomplete' is incomplete here
// CHECK: :[[@LINE-2]]:{{.*}} note: declared here; define it before 'incomplete', or mark the parameter
[[ad::differentiate(forward)]] double incomplete(Incomplete *i);
[[ad::differentiate(forward)]] double constant([[ad::constant]] Incomplete *i, double x);
// CHECK: :[[@LINE+1]]:{{.*}} error: parameter 'x' of type '__float128' cannot be differentiated; mark the parameter
[[ad::differentiate(forward)]] double wide(__float128 x);
// CHECK: :[[@LINE+1]]:{{.*}} error: 'ad::constant' applies to parameters, variables, fields and functions only
struct [[ad::constant]] C {};
// CHECK-NOT: error:
