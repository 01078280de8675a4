// Coroutines that are annotated themselves.
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

// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+1 {{coroutine 'g' cannot be differentiated}}
Task g(double *y, double x) {
  *y = x * x;
  co_return;
}
