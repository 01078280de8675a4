// Coroutines.
// RUN: %clang_ad_plugin -std=c++20 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <coroutine>

struct Task {
  struct promise_type {
    Task get_return_object() { return {}; }
    std::suspend_never initial_suspend() { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() {}
  };
};

// expected-error@+2 {{cannot differentiate a coroutine}}
// expected-note@+1 {{write it as an ordinary function}}
Task later(double *y, double x) {
  *y = x;
  co_return;
}

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  double y;
  later(&y, x);
  return y;
}
