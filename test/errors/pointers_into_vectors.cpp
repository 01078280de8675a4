// Functions that make pointers into vectors of which the derivative is not at hand.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cmath>
#include <vector>

using Values = std::vector<double>;

// It calls itself: its two sweeps are functions of their own.
double walk(const Values &v, int n) {
  const double *p = v.data();
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += *p > 1 ? std::sin(*p++) : *p;
  return s > 30 ? walk(v, n - 1) : s;
}
// expected-note@+1 {{derivative of 'chosen' requested here}}
[[ad::differentiate(reverse)]]
double chosen(double x, const Values *v, [[ad::constant]] const Values *w, bool first) {
  for (int i = 0; i < 3; ++i)
    // expected-error@+2 {{cannot differentiate this call in reverse mode: 'walk' makes pointers into 'v', which has no adjoint yet}}
    // expected-note@+1 {{pass a variable}}
    x = std::sin(walk(*(first ? v : w), i) * x);
  return x;
}

// Its sweeps are known to other files, which see no body.
struct Grid {
  Values v;
  double *at;
};
double rough(const Grid &g, int n);
// expected-note@+1 {{derivative of 'rough' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate 'rough' in reverse mode: it keeps pointers into 'g'}}
// expected-note@+1 {{use indices instead}}
double rough(const Grid &g, int n) {
  const double *p = g.at;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    if (g.v[i] > 1)
      ++p;
    s = std::sin(s + *p) * g.v[i];
  }
  return s;
}

void smooth(Grid &g, int n);
// expected-note@+1 {{derivative of 'smooth' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate 'smooth' in reverse mode: it keeps pointers into 'g'}}
// expected-note@+1 {{use indices instead}}
void smooth(Grid &g, int n) {
  double *p = g.at;
  for (int i = 1; i < n; ++i) {
    if (g.v[i] > 1)
      ++p;
    *p *= g.v[i] * g.v[i - 1];
  }
}
