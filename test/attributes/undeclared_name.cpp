// Names outside of the attribute are the user's: a function that happens to be called differentiate.
// RUN: %clang_ad_plugin -fsyntax-only -Xclang -verify %s
int differentiate(int, int);
// expected-error@+1 {{use of undeclared identifier 'oops'}}
int g() { return differentiate(1, oops); }
namespace ad {
int differentiate(int, int);
}
// expected-error@+1 {{use of undeclared identifier 'forward'}}
int h() { return (differentiate)(1, forward); }
