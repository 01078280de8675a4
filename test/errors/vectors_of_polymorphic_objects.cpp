// Vectors of objects with virtual methods.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <vector>
struct Base {
  virtual ~Base() = default;
};
struct Particle : Base {
  double mass = 0;
};
static std::vector<Particle> pool;

// expected-note@+1 {{derivative of 'emptied' requested here}}
[[ad::differentiate(forward)]]
double emptied(double x) {
  std::vector<Particle> a(2);
  a[0].mass = x;
  // expected-error@+1 {{cannot differentiate this vector, whose elements do not start at zero}}
  a = std::vector<Particle>(2);
  return a[0].mass;
}

// expected-note@+1 {{derivative of 'returned' requested here}}
[[ad::differentiate(forward)]]
std::vector<Particle> returned(double x) {
  // expected-error@+1 {{cannot differentiate this vector, whose elements do not start at zero}}
  return pool;
}

// expected-note@+1 {{derivative of 'reset' requested here}}
[[ad::differentiate(forward)]]
double reset(double x, [[ad::constant]] const std::vector<Particle> &start) {
  std::vector<Particle> a(2);
  a[0].mass = x;
  double s = a[0].mass;
  // expected-error@+1 {{cannot differentiate this vector, whose elements do not start at zero}}
  a = start;
  return s * a[0].mass;
}

struct Box {
  std::vector<Particle> all;
  double size;
};
// expected-note@+1 {{derivative of 'filled' requested here}}
[[ad::differentiate(reverse)]]
double filled(double x) {
  // expected-error@+2 {{cannot differentiate 'b' in reverse mode: the elements of a vector in it do not start at zero}}
  // expected-note@+1 {{use a plain record of floating values}}
  Box b;
  b.all.resize(2);
  b.all[0].mass = x;
  b.size = x;
  return b.all[0].mass * b.size;
}

// expected-note@+1 {{derivative of 'each' requested here}}
[[ad::differentiate(reverse)]]
double each(double x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    // expected-error@+2 {{cannot differentiate 'b' in reverse mode: the elements of a vector in it do not start at zero}}
    // expected-note@+1 {{use a plain record of floating values}}
    Box b;
    b.all.resize(2);
    b.all[0].mass = x;
    s += b.all[0].mass * x;
  }
  return s;
}
