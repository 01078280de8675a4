// Pointers to lambdas in variables of the whole program that may change, or that are no arrays
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
struct Operation {
  const char *name;
  double (*run)(double);
};
static Operation operations[] = {{"square", [](double t) { return t * t; }}};

// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate a call through a pointer: it may lead to a lambda in 'operations', which may hold another one by then}}
  // expected-note@+1 {{declare that as a constant array, or give the lambda a name as a function}}
  return operations[0].run(x);
}

// Lambdas of functions that are not differentiated have no name in companions.
struct Step {
  float (*run)(float);
};
// expected-note@+1 {{derivative of 'stepped' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call through a pointer: this file takes the address of no function of its type}}
// expected-note@+1 {{call the function directly, or let the pointer lead to functions with names}}
float stepped(const Step &s, float x) { return s.run(x); }

float caller(float x) {
  float x_bar = 0;
  const Step s{[](float t) { return t * t; }};
  stepped_reverse(s, x, x_bar, 1);
  return x_bar;
}

// expected-note@+1 {{derivative of 'local' requested here}}
[[ad::differentiate(reverse)]]
double local(double x) {
  struct Point {
    double a, b;
  };
  struct Measure {
    double (*of)(const Point &);
  };
  // expected-error@+2 {{cannot differentiate a pointer to this lambda: it is given a class that is local to a function}}
  // expected-note@+1 {{move the class to a namespace}}
  const Measure area{[](const Point &p) { return p.a * p.b; }};
  return area.of({x, 2 * x});
}
