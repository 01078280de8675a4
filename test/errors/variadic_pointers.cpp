// Calls through pointers to functions like printf.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
typedef void (*log_fn)(const char *format, ...);
struct Options {
  int steps;
  log_fn log;
};
static void quiet(const char *, ...) {}
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  Options o = {3, quiet};
  for (int i = 0; i < o.steps; ++i) {
    x = x * x * 0.9;
    if (o.log)
      // expected-error@+2 {{cannot differentiate a call through a pointer: its function is variadic}}
      // expected-note@+1 {{call the function directly, or make the call in a function marked [[ad::constant]] that takes the pointer}}
      o.log("step %d: %g\n", i, x);
  }
  return x;
}
// The way out.
[[ad::constant]] static void tell(const Options &o, int i, double x) {
  if (o.log)
    o.log("step %d: %g\n", i, x);
}
[[ad::differentiate(reverse)]]
double g(double x) {
  Options o = {3, quiet};
  for (int i = 0; i < o.steps; ++i) {
    x = x * x * 0.9;
    tell(o, i, x);
  }
  return x;
}
