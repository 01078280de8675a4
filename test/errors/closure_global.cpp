// Closures of the whole program whose captures may have changed since they were made.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
double scale = 2;
const auto scaled = [k = scale](double t) { return k * t; };
auto counting = [n = 1.5](double t) mutable {
  n += 1;
  return n * t;
};
auto times(double k) {
  return [k](double t) { return k * t; };
}
const auto twice = times(scale);

// expected-note@+1 {{derivative of 'captured' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call of this closure}}
// expected-note@+1 {{which function it is must be known where it is called: take it as a template parameter, or call it directly}}
double captured(double x) { return scaled(x) * x; }

// expected-note@+1 {{derivative of 'counted' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call of this closure}}
// expected-note@+1 {{which function it is must be known where it is called}}
double counted(double x) { return counting(x) * x; }

// expected-note@+1 {{derivative of 'returned' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a call of this closure}}
// expected-note@+1 {{which function it is must be known where it is called}}
double returned(double x) { return twice(x) * x; }
