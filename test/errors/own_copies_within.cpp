// Copies by constructors that do something else, of closures, by std::bind and within the library.
// RUN: %clang_ad_plugin -std=c++17 -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <array>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

struct Twice {
  double k;
  Twice(double k) : k(k) {}
  Twice(const Twice &o) : k(2 * o.k) {}
};

// expected-note@+1 {{derivative of 'copied_closure' requested here}}
[[ad::differentiate(reverse)]] double copied_closure(double x, Twice &g) {
  auto f = [g](double y) { return g.k * y; };
  // expected-error@+2 {{cannot differentiate a copy of objects of class 'Twice', whose copy constructor does something else than copy them}}
  // expected-note@+1 {{let it copy all of every member, as '= default' does, and do the rest in another function}}
  auto h = f;
  return h(x);
}

// expected-note@+1 {{derivative of 'as_function' requested here}}
[[ad::differentiate(reverse)]] double as_function(double x, Twice &g) {
  // expected-error@+2 {{cannot differentiate a copy of objects of class 'Twice', whose copy constructor does something else than copy them}}
  // expected-note@+1 {{let it copy all of every member, as '= default' does, and do the rest in another function}}
  std::function<double(double)> f = [g](double y) { return g.k * y; };
  return f(x);
}

// expected-note@+1 {{derivative of 'captured_closure' requested here}}
[[ad::differentiate(reverse)]] double captured_closure(double x, Twice &g) {
  auto f = [g](double y) { return g.k * y; };
  // expected-error@+2 {{cannot differentiate a capture by copy of objects of class 'Twice', whose copy constructor does something else than copy them}}
  // expected-note@+1 {{capture them by reference}}
  auto h = [f](double y) { return f(y); };
  return h(x);
}

// expected-note@+1 {{derivative of 'captured_array' requested here}}
[[ad::differentiate(reverse)]] double captured_array(double x, std::array<Twice, 2> &g) {
  // expected-error@+2 {{cannot differentiate a capture by copy of objects of class 'Twice', whose copy constructor does something else than copy them}}
  // expected-note@+1 {{capture them by reference}}
  auto f = [g](double y) { return g[0].k * y; };
  return f(x);
}

// expected-note@+1 {{derivative of 'bound' requested here}}
[[ad::differentiate(forward)]] double bound(double x, Twice &g) {
  // expected-error@+2 {{cannot differentiate an object that holds objects of class 'Twice', whose copy constructor does something else than copy them}}
  // expected-note@+1 {{let it copy all of every member, as '= default' does, and do the rest in another function}}
  auto f = std::bind([](const Twice &t, double y) { return t.k * y; }, g, std::placeholders::_1);
  return f(x);
}

// expected-note@+1 {{derivative of 'pair' requested here}}
[[ad::differentiate(reverse)]] double pair(double x, Twice &g) {
  // expected-error@+2 {{cannot differentiate an object that holds objects of class 'Twice', whose copy constructor does something else than copy them}}
  // expected-note@+1 {{let it copy all of every member, as '= default' does, and do the rest in another function}}
  auto p = std::make_pair(g, x);
  return p.first.k * x;
}

// expected-note@+1 {{derivative of 'tuple' requested here}}
[[ad::differentiate(reverse)]] double tuple(double x, Twice &g) {
  // expected-error@+2 {{cannot differentiate an object that holds objects of class 'Twice', whose copy constructor does something else than copy them}}
  // expected-note@+1 {{let it copy all of every member, as '= default' does, and do the rest in another function}}
  auto [a, y] = std::make_tuple(g, x);
  return a.k * x;
}

// expected-note@+1 {{derivative of 'pushed' requested here}}
[[ad::differentiate(reverse)]] double pushed(double x, std::vector<Twice> &g) {
  // expected-error@+2 {{cannot differentiate a copy of objects of class 'Twice', whose copy constructor does something else than copy them}}
  // expected-note@+1 {{let it copy all of every member, as '= default' does, and do the rest in another function}}
  g.push_back(g[0]);
  return g.back().k * x;
}

// expected-note@+1 {{derivative of 'vector_copied' requested here}}
[[ad::differentiate(reverse)]] double vector_copied(double x, std::vector<Twice> &g) {
  // expected-error@+2 {{cannot differentiate an object that holds objects of class 'Twice', whose copy constructor does something else than copy them}}
  // expected-note@+1 {{let it copy all of every member, as '= default' does, and do the rest in another function}}
  std::vector<Twice> h = g;
  return h[0].k * x;
}

struct Limited {
  double k;
  Limited &operator=(const Limited &o) {
    k = o.k < 1 ? o.k : 1;
    return *this;
  }
};

// expected-note@+1 {{derivative of 'array_assigned' requested here}}
[[ad::differentiate(reverse)]] double array_assigned(double x, std::vector<Limited> &g, std::vector<Limited> &h) {
  // expected-error@+2 {{cannot differentiate a copy of objects of class 'Limited', whose assignment does something else than copy them}}
  // expected-note@+1 {{let it copy all of every member, as '= default' does, and do the rest in another function}}
  g = h;
  return g[0].k * x;
}
