// Mutable static variables.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
// expected-note@+1 {{derivative of 'f' requested here}}
[[ad::differentiate(reverse)]]
double f(double x) {
  // expected-error@+2 {{cannot differentiate a function with the mutable static variable 'last'}}
  // expected-note@+1 {{make it a local variable, a parameter, or const; what only reads it may be marked [[ad::constant]]}}
  static double last = 0;
  last += x;
  return last * x;
}

// An object of the whole program, which its class lets others replace by one with derivatives.
struct Store {
  static Store &get() {
    // expected-error@+2 {{cannot differentiate a function with the mutable static variable 's'}}
    // expected-note@+1 {{make it a local variable, a parameter, or const; what only reads it may be marked [[ad::constant]]}}
    static Store s;
    return s;
  }
  static Store make(double x) {
    Store s;
    s.v = x;
    return s;
  }
  double value() const { return v; }

private:
  double v = 0;
};
// expected-note@+1 {{derivative of 'replaced' requested here}}
[[ad::differentiate(reverse)]]
double replaced(double x) {
  Store::get() = Store::make(x * x);
  return Store::get().value() * x;
}

// What a lambda captures under another name may change.
// expected-note@+1 {{derivative of 'captured' requested here}}
[[ad::differentiate(reverse)]]
double captured(double x) {
  // expected-error@+2 {{cannot differentiate a function with the mutable static variable 'calls'}}
  // expected-note@+1 {{make it a local variable, a parameter, or const; what only reads it may be marked [[ad::constant]]}}
  static int calls = 1;
  const double y = x * calls;
  [&n = calls] { ++n; }();
  return y;
}
