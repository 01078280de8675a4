// `setjmp` and `longjmp`.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <csetjmp>

static std::jmp_buf place;

// expected-note@+1 2 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate a call to '_setjmp'}}
  // expected-note@+1 {{return an error code, or throw}}
  if (setjmp(place))
    return x;
  if (x > 1)
    // expected-error@+2 {{cannot differentiate a call to 'longjmp'}}
    // expected-note@+1 {{return an error code, or throw}}
    std::longjmp(place, 1);
  return x * x;
}
