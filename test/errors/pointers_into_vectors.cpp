// Functions that keep pointers into vectors, and whose sweeps are known to other files.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cmath>
#include <vector>

using Values = std::vector<double>;

// The other files see no body.
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
