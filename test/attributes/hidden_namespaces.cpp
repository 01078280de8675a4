// Derivatives use the namespaces ad and std by these names.
// RUN: %clang_ad_plugin -fsyntax-only -Xclang -verify %s
// RUN: %clang_ad_plugin -fsyntax-only -Xclang -verify -DGLOBAL %s

#ifdef GLOBAL
double ad(double x) { return x * x; }
// expected-error@+2 {{'ad::differentiate' cannot be applied to a function where 'ad' or 'std' is not that namespace}}
// expected-note@+1 {{rename what is declared there: derivatives use both}}
[[ad::differentiate(forward)]] double square(double x) { return ad(x); }
#else
namespace mine {
namespace ad {
double square(double x) { return x * x; }
} // namespace ad
// expected-error@+2 {{'ad::differentiate' cannot be applied to a function where 'ad' or 'std' is not that namespace}}
// expected-note@+1 {{rename what is declared there: derivatives use both}}
[[ad::differentiate(forward)]] double fourth(double x) { return ad::square(ad::square(x)); }
} // namespace mine

// Another part of the namespace is none, nor is `extern "C"`.
namespace ad {
inline double twice(double x) { return 2 * x; }
} // namespace ad
[[ad::differentiate(forward)]] double four_times(double x) { return ad::twice(ad::twice(x)); }
extern "C" {
[[ad::differentiate(forward)]] double eight_times(double x) { return ad::twice(four_times(x)); }
}
#endif
