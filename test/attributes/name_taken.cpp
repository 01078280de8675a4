// Something that is no function has the name that a companion would have.
// RUN: %clang_ad_plugin -fsyntax-only -Xclang -verify %s
int f_forward; // expected-note {{declared here; rename it}}
// expected-error@+1 {{the companion 'f_forward' of 'f' is already declared, as no function}}
[[ad::differentiate(forward, reverse)]] double f(double x) { return x; }

namespace g_reverse {} // expected-note {{declared here; rename it}}
// expected-error@+1 {{the companion 'g_reverse' of 'g' is already declared, as no function}}
[[ad::differentiate(reverse)]] double g(double x) { return x; }

using h_reverse = int; // expected-note {{declared here; rename it}}
// expected-error@+1 {{the companion 'h_reverse' of 'h' is already declared, as no function}}
[[ad::differentiate(reverse)]] double h(double x) { return x; }

struct S {
  double k_reverse; // expected-note {{declared here; rename it}}
  // expected-error@+1 {{the companion 'k_reverse' of 'S::k' is already declared, as no function}}
  [[ad::differentiate(reverse)]] double k(double x) { return x; }
};

// A class and other overloads leave room.
struct l_reverse {};
[[ad::differentiate(reverse)]] double l(double x) { return x; }
template <class T> T m_reverse(T);
void m_reverse();
[[ad::differentiate(reverse)]] double m(double x) { return x; }
