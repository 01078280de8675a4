// Memory from posix_memalign of which no cast tells the type.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstdlib>

// expected-note@+1 {{derivative of 'unused' requested here}}
[[ad::differentiate(reverse)]]
double unused(double x) {
  void *p = nullptr;
  // expected-error@+2 {{cannot differentiate a call to 'posix_memalign' whose result has no type}}
  // expected-note@+1 {{give it the address of a local pointer that is cast to one type only}}
  if (posix_memalign(&p, 64, 3 * sizeof(double)))
    return 0;
  free(p);
  return x * x;
}

// expected-note@+1 {{derivative of 'behind_a_pointer' requested here}}
[[ad::differentiate(forward)]]
double behind_a_pointer(double x) {
  void *p = nullptr, **at = &p;
  // expected-error@+2 {{cannot differentiate a call to 'posix_memalign' whose result has no type}}
  // expected-note@+1 {{give it the address of a local pointer that is cast to one type only}}
  int failed = posix_memalign(at, 64, 3 * sizeof(double));
  free(p);
  return failed ? 0 : x;
}

// expected-note@+1 {{derivative of 'in_an_array' requested here}}
[[ad::differentiate(forward)]]
double in_an_array(double x) {
  void *p[2] = {nullptr, nullptr};
  // expected-error@+2 {{cannot differentiate a call to 'posix_memalign' whose result has no type}}
  // expected-note@+1 {{give it the address of a local pointer that is cast to one type only}}
  int failed = posix_memalign(&p[0], 64, 3 * sizeof(double));
  free(p[0]);
  return failed ? 0 : x;
}
