// Atomics, of the library and of the compiler.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <atomic>

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate threads and atomics ('std::atomic')}}
  // expected-note@+1 {{start threads in the caller and differentiate what each of them computes}}
  std::atomic<double> y(x);
  return y.load() * x;
}

// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(reverse)]]
double g(double x) {
  double y = x, z;
  // expected-error@+2 {{cannot differentiate an atomic operation}}
  // expected-note@+1 {{accumulate in a local variable and store it outside the differentiated function}}
  __atomic_load(&y, &z, __ATOMIC_SEQ_CST);
  return z;
}

// expected-note@+1 {{derivative of 'h' requested here}}
[[ad::differentiate(reverse)]]
double h(double x) {
  // expected-error@+2 {{cannot differentiate an atomic object}}
  // expected-note@+1 {{accumulate in a local variable and store it outside the differentiated function}}
  _Atomic double y = x;
  return y * x;
}
