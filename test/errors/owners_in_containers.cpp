// Objects that own memory inside of containers and other objects of the library, where these cannot
// be followed.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

struct Own {
  double *p;
  Own() = default;
  explicit Own(double x) : p(new double(x)) {}
  Own(const Own &o) : p(new double(*o.p)) {}
  Own &operator=(const Own &o) {
    *p = *o.p;
    return *this;
  }
  ~Own() { delete p; }
};

// expected-error@+4 {{cannot differentiate in reverse mode: 'v', a parameter with objects that own memory, changes their number}}
// expected-note@+3 {{take it by const reference and change a copy}}
// expected-note@+1 {{derivative of 'grown' requested here}}
[[ad::differentiate(reverse)]]
void grown(std::vector<Own> &v, double x) {
  v.resize(2);
  *v[0].p *= x;
}

// expected-error@+4 {{cannot differentiate a parameter passed by value whose type owns memory}}
// expected-note@+3 {{pass it by const reference}}
// expected-note@+1 {{derivative of 'byValue' requested here}}
[[ad::differentiate(reverse)]]
double byValue(std::vector<Own> v) {
  *v[0].p *= 2;
  return *v[0].p;
}

// expected-note@+1 {{derivative of 'inserted' requested here}}
[[ad::differentiate(forward)]]
double inserted(double x) {
  std::vector<Own> v(1, Own(x));
  // expected-error@+2 {{cannot differentiate this call of 'std::vector::insert'}}
  // expected-note@+1 {{append the elements to a vector that is empty}}
  v.insert(v.begin(), 2, Own(x * x));
  return *v[0].p;
}

struct Inside {
  double near[2] = {0, 0};
  double *p = near;
  ~Inside() { p = nullptr; }
};

// expected-note@+1 {{derivative of 'moved' requested here}}
[[ad::differentiate(forward)]]
double moved(double x) {
  // expected-error@+2 {{cannot differentiate a vector of objects that may point into themselves, of type 'Inside'}}
  // expected-note@+1 {{use an array}}
  std::vector<Inside> v(1);
  v[0].p[1] = x;
  return v[0].near[1];
}

struct Row {
  std::unique_ptr<double> scale;
  std::vector<double> k;
};
// expected-note@+1 {{derivative of 'rows' requested here}}
[[ad::differentiate(reverse)]]
double rows(double x) {
  // expected-error@+2 {{cannot differentiate a vector of objects that own memory and hold vectors, of type 'std::vector<Row>'}}
  // expected-note@+1 {{use a vector of std::unique_ptr to them}}
  std::vector<Row> rows(2);
  rows[1].k.push_back(x);
  return rows[1].k[0];
}

// expected-note@+1 {{derivative of 'arrayOf' requested here}}
[[ad::differentiate(reverse)]]
double arrayOf(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::vector<std::array<std::unique_ptr<double>, 2>>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or a record of floating values}}
  std::vector<std::array<std::unique_ptr<double>, 2>> a;
  return x;
}

// expected-note@+1 {{derivative of 'pair' requested here}}
[[ad::differentiate(forward)]]
double pair(double x) {
  // expected-error@+2 {{cannot differentiate what this does to objects that own memory inside of a 'std::pair<Own, double>'}}
  // expected-note@+1 {{use objects of their own, or let the caller make them and change what they hold}}
  std::pair<Own, double> p(Own(x), x);
  return *p.first.p * x;
}

// expected-note@+1 {{derivative of 'filtered' requested here}}
[[ad::differentiate(forward)]]
double filtered(double x) {
  std::vector<std::unique_ptr<double>> v;
  v.push_back(std::make_unique<double>(x));
  // expected-error@+2 {{cannot differentiate a call to 'std::unique', for which there is no rule}}
  // expected-note@+1 {{write what it does as a loop or with the functions of <cmath>}}
  v.erase(std::unique(v.begin(), v.end(), [](const auto &p, const auto &q) { return *p == *q; }),
          v.end());
  return *v[0];
}

// Arrays of smart pointers are no values.
// expected-note@+1 {{derivative of 'whole' requested here}}
[[ad::differentiate(reverse)]]
double whole(double x) {
  std::array<std::unique_ptr<double>, 2> a, b;
  a[0] = std::make_unique<double>(x);
  // expected-error@+2 {{cannot differentiate an array of smart pointers that is copied or moved as a whole}}
  // expected-note@+1 {{move its elements one by one, or keep them in a std::vector}}
  b = std::move(a);
  return *b[0];
}

// expected-note@+1 {{derivative of 'by_value' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate an array of smart pointers that is passed by value}}
// expected-note@+1 {{pass it by reference}}
double by_value(std::array<std::unique_ptr<double>, 2> a) { return *a[0]; }

// expected-note@+1 {{derivative of 'parameter' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a parameter of type 'std::array<std::unique_ptr<double>, 2>'}}
// expected-note@+1 {{pass a std::vector, or what the pointers lead to}}
double parameter(const std::array<std::unique_ptr<double>, 2> &a) { return *a[0]; }

// What cannot be copied, in vectors and by value.
struct Moved {
  double x;
  explicit Moved(double y) : x(y) {}
  Moved(Moved &&) = default;
  Moved &operator=(Moved &&) = default;
};
// expected-note@+1 {{derivative of 'kept' requested here}}
[[ad::differentiate(forward)]]
double kept(double x) {
  std::vector<Moved> v;
  // expected-error@+2 {{cannot differentiate a copy of an object of type 'Moved', which its class forbids}}
  // expected-note@+1 {{let it be copied ('= default'), or hold it by a std::unique_ptr}}
  v.emplace_back(x);
  return v[0].x;
}
static double scaled(Moved m, double k) {
  m.x *= k;
  return m.x;
}
// expected-note@+1 {{derivative of 'given' requested here}}
[[ad::differentiate(forward)]]
double given(double x) {
  Moved m(x);
  // expected-error@+2 {{cannot differentiate a copy of an object of type 'Moved', which its class forbids}}
  // expected-note@+1 {{let it be copied ('= default'), or hold it by a std::unique_ptr}}
  return scaled(static_cast<Moved &&>(m), x);
}
