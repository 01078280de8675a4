// Regions that cannot be run again (ad::checkpoint).
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include "ad/region.h"
#include <cmath>
#include <cstdlib>
#include <vector>

// expected-note@+1 {{derivative of 'random' requested here}}
[[ad::differentiate(reverse)]]
double random(double x) {
  double s = x;
  ad::checkpoint([&] {
    s = std::sin(s) * s;
    // expected-error@+2 {{cannot run this region again in reverse mode: it may have effects that cannot be repeated}}
    // expected-note@+1 {{leave this out of the region that is given to ad::checkpoint}}
    s *= std::rand() % 2;
  });
  return s;
}

// expected-note@+1 {{derivative of 'unknown_extent' requested here}}
[[ad::differentiate(reverse)]]
void unknown_extent(double *u, const int *which, int n) {
  ad::checkpoint([&] {
    for (int k = 0; k < n; ++k)
      // expected-error@+2 {{cannot run this region again in reverse mode: it is not known which elements behind a pointer it writes to; [[ad::extent(n)]] on a parameter says how many there are}}
      // expected-note@+1 {{leave this out of the region that is given to ad::checkpoint}}
      u[which[k]] = std::sin(u[k]);
  });
}

// expected-note@+1 {{derivative of 'local_in_loop' requested here}}
[[ad::differentiate(reverse)]]
double local_in_loop(double x, int n) {
  double s = x;
  for (int t = 0; t < n; ++t) {
    double stage[2] = {s, x};
    ad::checkpoint([&] {
      // expected-error@+2 {{cannot run this region again in reverse mode: it writes to 'stage', which is gone in the reverse sweep}}
      // expected-note@+1 {{leave this out of the region that is given to ad::checkpoint}}
      stage[1] *= std::sin(stage[0]);
    });
    s = stage[1];
  }
  return s;
}

// expected-note@+1 {{derivative of 'resizes' requested here}}
[[ad::differentiate(reverse)]]
double resizes(double x) {
  std::vector<double> v(1);
  double *first = x > 0 ? &v[0] : nullptr;
  if (first)
    *first = x;
  // expected-error@+2 {{cannot run this region again in reverse mode: it may have effects that cannot be repeated}}
  // expected-note@+1 {{leave this out of the region that is given to ad::checkpoint}}
  ad::checkpoint([&] {
    v[0] *= v[0];
    v.push_back(v[0] * x);
  });
  return v[1];
}

// expected-note@+1 {{derivative of 'returns_vector' requested here}}
[[ad::differentiate(reverse)]]
double returns_vector(double x) {
  // expected-error@+2 {{cannot differentiate a region that returns an object of type 'std::vector<double>'}}
  // expected-note@+1 {{let it return a number, or set a variable that is declared ahead of it}}
  std::vector<double> v = ad::checkpoint([&] { return std::vector<double>(2, x); });
  return v[1];
}

// expected-note@+1 {{derivative of 'not_known' requested here}}
[[ad::differentiate(reverse)]]
double not_known(double x, double (*step)()) {
  // expected-error@+2 {{cannot differentiate this region: which function it runs is not known}}
  // expected-note@+1 {{write the lambda where ad::checkpoint is called}}
  return x * ad::checkpoint(step);
}
