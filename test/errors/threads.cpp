// Threads.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <thread>

void work(double *y) { *y *= *y; }

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  double y = x;
  // expected-error@+2 {{cannot differentiate threads and atomics ('std::thread')}}
  // expected-note@+1 {{start threads in the caller and differentiate what each of them computes}}
  std::thread t(work, &y);
  t.join();
  return y;
}
