// Arguments of the attribute that are no names of modes.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s

// expected-error@+1 {{argument of 'ad::differentiate' is not the name of a mode; supported: forward, reverse, checkpointed}}
[[ad::differentiate("reverse")]] double text(double x) { return x * x; }

// expected-error@+1 {{argument of 'ad::differentiate' is not the name of a mode; supported: forward, reverse, checkpointed}}
[[ad::differentiate(forward, 2)]] double number(double x) { return x * x; }

// expected-error@+1 {{argument of 'ad::differentiate' is not the name of a mode; supported: forward, reverse, checkpointed}}
[[ad::differentiate(true)]] double truth(double x) { return x * x; }
