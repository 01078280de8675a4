// A class that is declared in the function and whose constructor runs code: what is declared again
// for it in a companion would not start the same.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(forward, reverse)]]
double f(double v) {
  struct T {
    double x;
    T() {
      x = 0.5;
      for (int i = 0; i < 3; ++i)
        x += i;
    }
  };
  // expected-error@+2 {{cannot differentiate 'y', an array of a class that the function declares and that makes its objects by code}}
  // expected-note@+1 {{declare the class outside of the function}}
  T y[2];
  y[0].x *= v;
  return y[0].x * y[1].x;
}
