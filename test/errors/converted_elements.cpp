// Loops over a container whose variable is an object of another class than the elements.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <map>
#include <utility>
#include <vector>

struct Body {
  double mass;
};
struct Planet : Body {
  double radius;
};

// expected-note@+1 {{derivative of 'sliced' requested here}}
[[ad::differentiate(forward)]]
double sliced(const std::vector<Planet> &all) {
  double s = 0;
  // expected-error@+1 {{cannot differentiate this value of type 'Body'}}
  for (Body b : all)
    s += b.mass * b.mass;
  return s;
}

// expected-note@+1 {{derivative of 'sliced_in_reverse' requested here}}
[[ad::differentiate(reverse)]]
double sliced_in_reverse(const std::vector<Planet> &all) {
  double s = 0;
  // expected-error@+1 {{cannot differentiate this value of class type in reverse mode}}
  for (Body b : all)
    s += b.mass * b.mass;
  return s;
}

// expected-note@+1 {{derivative of 'entries' requested here}}
[[ad::differentiate(forward)]]
double entries(const std::map<int, double> &m) {
  double s = 0;
  // expected-error@+1 {{cannot differentiate this value of type 'std::pair<int, double>'}}
  for (std::pair<int, double> p : m)
    s += p.first * p.second;
  return s;
}

// expected-note@+1 {{derivative of 'entries_in_reverse' requested here}}
[[ad::differentiate(reverse)]]
double entries_in_reverse(const std::map<int, double> &m) {
  double s = 0;
  // expected-error@+1 {{cannot differentiate this value of class type in reverse mode}}
  for (std::pair<int, double> p : m)
    s += p.first * p.second;
  return s;
}

struct Point {
  double x, y;
  Point(double both) : x(both), y(both) {}
};
// expected-note@+1 {{derivative of 'constructed' requested here}}
[[ad::differentiate(forward)]]
double constructed(const std::vector<double> &v) {
  double s = 0;
  // expected-error@+1 {{cannot differentiate this value of type 'Point'}}
  for (Point p : v)
    s += p.x * p.y;
  return s;
}

// expected-note@+1 {{derivative of 'constructed_in_reverse' requested here}}
[[ad::differentiate(reverse)]]
double constructed_in_reverse(double x) {
  double s = 0;
  // expected-error@+1 {{cannot differentiate this value of class type in reverse mode}}
  for (Point p : {x, x * x})
    s += p.x * p.y;
  return s;
}
