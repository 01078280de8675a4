// What is said to be constant in one place and annotated in another.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s

// expected-error@+1 {{'annotated' is [[ad::differentiate]]: it cannot be constant}}
[[ad::differentiate(reverse)]] [[ad::constant]] double annotated(double x) { return x * x; }

// expected-error@+1 {{'constant' is [[ad::constant]]: it has no derivative}}
[[ad::constant]] [[ad::differentiate(forward)]] double constant(double x) { return x * x; }

// expected-note@+1 {{first annotated here}}
[[ad::differentiate(reverse)]] double no_longer(double x, [[ad::constant]] double k);
// expected-error@+2 {{parameter is not [[ad::constant]] here, but where 'no_longer' was first annotated}}
[[ad::differentiate(forward)]]
double no_longer(double x, double k) { return k * x; }

// expected-note@+1 1+ {{first annotated here}}
[[ad::differentiate(reverse)]] double anew(double x, double k);
// expected-error@+2 1+ {{parameter is [[ad::constant]] here, but not where 'anew' was first annotated}}
[[ad::differentiate(forward)]]
double anew(double x, [[ad::constant]] double k) { return k * x; }

// On two declarations, in either order.
[[ad::differentiate(reverse)]] double later(double x) { return x * x; }
// expected-error@+1 {{'later' is [[ad::differentiate]]: it cannot be constant}}
[[ad::constant]] double later(double x);

[[ad::constant]] double earlier(double x);
// expected-error@+1 {{'earlier' is [[ad::constant]]: it has no derivative}}
[[ad::differentiate(reverse)]] double earlier(double x) { return x * x; }
