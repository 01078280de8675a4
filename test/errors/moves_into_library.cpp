// Classes whose moves leave something else than empty members behind: the library's moves, which
// follow rules, do not.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

struct Tagged {
  std::vector<double> v;
  int tag = 1;
  Tagged() = default;
  Tagged(const Tagged &) = default;
  Tagged &operator=(const Tagged &) = default;
  Tagged(Tagged &&o) : v(std::move(o.v)), tag(std::exchange(o.tag, 0)) {}
  Tagged &operator=(Tagged &&o) {
    v = std::move(o.v);
    tag = std::exchange(o.tag, 0);
    return *this;
  }
};
// expected-note@+1 {{derivative of 'appended' requested here}}
[[ad::differentiate(reverse)]]
double appended(double x) {
  Tagged a;
  a.v.push_back(x);
  std::vector<Tagged> all;
  // expected-error@+2 {{cannot differentiate this move of an object of class 'Tagged' into the library, which leaves more behind than empty members}}
  // expected-note@+1 {{copy it, or move it into an object of its class first}}
  all.push_back(std::move(a));
  return all[0].v[0] * a.tag;
}

// expected-note@+1 {{derivative of 'kept' requested here}}
[[ad::differentiate(forward)]]
double kept(double x) {
  Tagged a;
  a.v.push_back(x);
  // expected-error@+2 {{cannot differentiate this move of an object of class 'Tagged' into the library, which leaves more behind than empty members}}
  // expected-note@+1 {{copy it, or move it into an object of its class first}}
  std::pair<Tagged, double> p(std::move(a), x);
  return p.first.v[0] * a.tag;
}

// expected-note@+1 {{derivative of 'repeated' requested here}}
[[ad::differentiate(forward)]]
double repeated(double x) {
  Tagged a;
  a.v.push_back(x);
  std::vector<Tagged> all;
  for (int i = 0; i < 2; ++i) {
    // expected-error@+2 {{cannot differentiate this move of an object of class 'Tagged' into the library, which leaves more behind than empty members}}
    // expected-note@+1 {{copy it, or move it into an object of its class first}}
    all.push_back(std::move(a));
  }
  return all[0].v[0];
}

// expected-note@+1 {{derivative of 'range' requested here}}
[[ad::differentiate(reverse)]]
double range(double x) {
  Tagged a[2], b[2];
  a[0].v = a[1].v = {x};
  // expected-error@+2 {{cannot differentiate this move of objects of class 'Tagged' within the library, which leaves more behind than empty members}}
  // expected-note@+1 {{move them one by one, in a loop}}
  std::move(a, a + 2, b);
  return b[1].v[0] * a[0].tag;
}
