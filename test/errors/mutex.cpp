// Locks.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <mutex>

static std::mutex lock;

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate threads and atomics ('std::lock_guard')}}
  // expected-note@+1 {{start threads in the caller and differentiate what each of them computes}}
  std::lock_guard<std::mutex> guard(lock);
  return x * x;
}
