// Vectors of pointers that are passed to functions with companions of their own and do not live on.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <vector>
[[ad::differentiate(reverse)]] double total(const std::vector<double *> &p, double scale);

// expected-note@+1 {{derivative of 'in_loop' requested here}}
[[ad::differentiate(reverse)]]
double in_loop(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    std::vector<double *> p;
    p.push_back(x + i);
    // expected-error@+2 {{cannot differentiate this call in reverse mode: its argument, a vector of pointers, is gone when the reverse sweep comes by}}
    // expected-note@+1 {{declare the vector at the top of the differentiated function}}
    s = total(p, s);
  }
  return s;
}

// expected-note@+1 {{derivative of 'in_branch' requested here}}
[[ad::differentiate(reverse)]]
double in_branch(double *x, bool two) {
  double s = 0;
  if (two) {
    std::vector<double *> p{x, x + 1};
    // expected-error@+2 {{cannot differentiate this call in reverse mode: its argument, a vector of pointers, is gone when the reverse sweep comes by}}
    // expected-note@+1 {{declare the vector at the top of the differentiated function}}
    s = total(p, *x);
  }
  return s * s;
}

// expected-note@+1 {{derivative of 'written_in_place' requested here}}
[[ad::differentiate(reverse)]]
double written_in_place(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    // expected-error@+2 {{cannot differentiate this call in reverse mode: its argument, a vector of pointers, is gone when the reverse sweep comes by}}
    // expected-note@+1 {{declare the vector at the top of the differentiated function}}
    s = total({x, x + i}, s);
  return s;
}

[[ad::differentiate(reverse)]] void scale(std::vector<double *> &p, double by);
// expected-note@+1 {{derivative of 'changed' requested here}}
[[ad::differentiate(reverse)]]
double changed(double *x, int n) {
  for (int i = 0; i + 1 < n; ++i) {
    std::vector<double *> p(2);
    p[0] = x + i;
    p[1] = x + i + 1;
    // expected-error@+2 {{cannot differentiate this call in reverse mode: its argument, a vector of pointers, is gone when the reverse sweep comes by}}
    // expected-note@+1 {{declare the vector at the top of the differentiated function}}
    scale(p, x[0]);
  }
  return x[n - 1];
}

// In an object, whose method goes deeper and deeper.
struct Leaders {
  std::vector<double *> p;
  double deep(double by, int n) {
    if (n == 0)
      return by;
    p.push_back(p[0]);
    *p[n % 2] *= by;
    return deep(*p[0], n - 1);
  }
};
// expected-note@+1 {{derivative of 'in_object' requested here}}
[[ad::differentiate(reverse)]]
double in_object(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    Leaders led;
    led.p.push_back(x + i);
    // expected-error@+2 {{cannot differentiate this call in reverse mode: its argument, a vector of pointers, is gone when the reverse sweep comes by}}
    // expected-note@+1 {{declare the vector at the top of the differentiated function}}
    s += led.deep(s, i);
  }
  return s;
}
