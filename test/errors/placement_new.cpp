// Placement new on memory that is also used as something else
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <new>
struct Point {
  double x, y;
};
// expected-note@+1 {{derivative of 'changed' requested here}}
[[ad::differentiate(reverse)]]
double changed(double x) {
  alignas(Point) unsigned char bytes[sizeof(Point)];
  // expected-error@+2 {{cannot differentiate this placement 'new'}}
  // expected-note@+1 {{use it on memory that holds objects of that type alone, or assign}}
  Point *p = new (bytes) Point{x, x};
  bytes[0] ^= 1;
  return p->x;
}

// expected-note@+1 {{derivative of 'larger' requested here}}
[[ad::differentiate(reverse)]]
double larger(double x) {
  alignas(Point) unsigned char bytes[4 * sizeof(Point)];
  // expected-error@+2 {{cannot differentiate this placement 'new'}}
  // expected-note@+1 {{use it on memory that holds objects of that type alone, or assign}}
  Point *p = new (bytes) Point{x, x};
  return p->x;
}
