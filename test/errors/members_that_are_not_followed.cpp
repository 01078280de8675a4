// Members that hold a vector perhaps, or own what carries no derivatives.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <memory>
#include <optional>
#include <utility>
#include <vector>

struct Perhaps {
  std::optional<std::vector<double>> values;
};
// expected-note@+1 {{derivative of 'perhaps' requested here}}
[[ad::differentiate(reverse)]]
double perhaps(const Perhaps &p, double x) {
  // expected-error@+2 {{cannot differentiate the member 'values' of type 'std::optional<std::vector<double>>'}}
  // expected-note@+1 {{hold the vector, and whether there is one}}
  return (*p.values)[0] * x;
}

struct Tag {
  std::unique_ptr<int> id;
  double x;
};
struct Tagged {
  Tag tag;
  double y;
  Tagged(Tag t, double y) : tag(std::move(t)), y(y) {}
};
// expected-note@+1 {{derivative of 'repeated' requested here}}
[[ad::differentiate(reverse)]]
double repeated(double x) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    // expected-error@+2 {{cannot differentiate this move of an object of type 'Tag', with a std::unique_ptr to what carries no derivatives}}
    // expected-note@+1 {{let the object stay where it is, or hold by value what the pointer leads to}}
    Tagged t(Tag{std::make_unique<int>(i), x}, x);
    s += t.tag.x * t.y;
  }
  return s;
}

// expected-note@+1 {{derivative of 'appended' requested here}}
[[ad::differentiate(reverse)]]
double appended(double x) {
  std::vector<Tagged> all;
  // expected-error@+2 {{cannot differentiate this move of an object of type 'Tag', with a std::unique_ptr to what carries no derivatives}}
  // expected-note@+1 {{let the object stay where it is, or hold by value what the pointer leads to}}
  all.push_back(Tagged(Tag{std::make_unique<int>(1), x}, x));
  return all[0].tag.x;
}

struct Owner {
  std::unique_ptr<double> p;
};
// expected-note@+2 {{derivative of 'captured' requested here}}
// expected-note@+1 {{derivative of 'captured' requested here}}
[[ad::differentiate(reverse)]]
double captured(double x) {
  Owner a;
  a.p = std::make_unique<double>(x);
  // expected-error@+4 {{cannot differentiate a closure that owns memory}}
  // expected-note@+3 {{keep the object in a variable and capture it by reference}}
  // expected-error@+2 {{cannot differentiate this copy of an object that owns memory, of type 'Owner'}}
  // expected-note@+1 {{bind it by reference, or copy it into a variable of its own}}
  auto f = [o = std::move(a)] { return *o.p; };
  return f();
}
