// Thread-local variables.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
thread_local double scale = 2;
// expected-note@+1 {{derivative of 'scaled' requested here}}
[[ad::differentiate(reverse)]]
double scaled(double x) {
  // expected-error@+2 {{cannot differentiate a read of 'scale', which is thread-local}}
  // expected-note@+1 {{read it into a local variable of the caller and pass that}}
  return x * scale;
}

thread_local const double half = 0.5;
// expected-note@+1 {{derivative of 'halved' requested here}}
[[ad::differentiate(forward)]]
double halved(double x) {
  // expected-error@+2 {{cannot differentiate a read of 'half', which is thread-local}}
  // expected-note@+1 {{read it into a local variable of the caller and pass that}}
  return x * half;
}

thread_local int calls = 0;
// expected-note@+1 {{derivative of 'counted' requested here}}
[[ad::differentiate(reverse)]]
double counted(double x) {
  // expected-error@+2 {{cannot differentiate a read of 'calls', which is thread-local}}
  // expected-note@+1 {{read it into a local variable of the caller and pass that}}
  ++calls;
  return x * x;
}

struct Settings {
  static thread_local double step;
};
// expected-error@+2 {{cannot differentiate a read of 'Settings::step', which is thread-local}}
// expected-note@+1 {{read it into a local variable of the caller and pass that}}
static double stepped(double x) { return x + Settings::step; }
// expected-note@+1 {{derivative of 'in_a_callee' requested here}}
[[ad::differentiate(reverse)]]
double in_a_callee(double x) { return x * stepped(x); }
