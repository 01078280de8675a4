// Member functions that are used as values, and pointers to members that are tested.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <functional>

struct Scale {
  double k;
  double of(double x) const { return k * x; }
  static double twice(double x) { return 2 * x; }
};

// expected-note@+1 {{derivative of 'static_of_object' requested here}}
[[ad::differentiate(forward)]]
double static_of_object(double x) {
  Scale s{x};
  // expected-error@+2 {{cannot differentiate through a member function used as a value}}
  // expected-note@+1 {{call it directly}}
  auto f = s.twice;
  return f(x);
}

// expected-note@+1 2 {{derivative of 'address_of_object' requested here}}
[[ad::differentiate(reverse)]]
double address_of_object(double x) {
  Scale s{x};
  // expected-error@+2 {{cannot differentiate through a member function used as a value}}
  // expected-note@+1 {{call it directly}}
  auto f = &s.twice;
  // expected-error@+2 {{cannot differentiate a call through a pointer: this file takes the address of no function of its type}}
  // expected-note@+1 {{call the function directly, or let the pointer lead to functions with names}}
  return f(x) * s.k;
}

template <class F> double applied(F f, double x) { return f(x); }
// expected-note@+1 {{derivative of 'passed_on' requested here}}
[[ad::differentiate(reverse)]]
double passed_on(double x) {
  Scale s{x};
  // expected-error@+2 {{cannot differentiate through a member function used as a value}}
  // expected-note@+1 {{call it directly}}
  return applied(s.twice, x);
}

// expected-note@+1 {{derivative of 'tested' requested here}}
[[ad::differentiate(reverse)]]
double tested(double x) {
  double (Scale::*f)(double) const = &Scale::of;
  // expected-error@+1 {{cannot differentiate a conversion of this kind (MemberPointerToBoolean)}}
  if (f)
    return (Scale{x}.*f)(x);
  return x;
}

template <double (Scale::*F)(double) const> double with(double x) {
  Scale s{x};
  // expected-error@+1 {{cannot differentiate a conversion of this kind (NullToMemberPointer)}}
  if (F != nullptr)
    return (s.*F)(x);
  return x;
}
// expected-note@+1 {{derivative of 'compared' requested here}}
[[ad::differentiate(reverse)]]
double compared(double x) { return with<&Scale::of>(x); }

struct Wide : Scale {
  double w = 1;
};
// expected-note@+1 2 {{derivative of 'of_a_base' requested here}}
[[ad::differentiate(reverse)]]
double of_a_base(double x) {
  // expected-error@+1 {{cannot differentiate a conversion of this kind (BaseToDerivedMemberPointer)}}
  double (Wide::*f)(double) const = &Scale::of;
  Wide s;
  s.k = x;
  // expected-error@+2 {{cannot differentiate a call through a pointer to member: the class has no method of its type}}
  // expected-note@+1 {{call the method directly}}
  return (s.*f)(x);
}
struct Record {
  int n = 3;
  template <class T> int width() const { return static_cast<int>(sizeof(T)) * n; }
};
// expected-note@+1 {{derivative of 'of_an_instance' requested here}}
[[ad::differentiate(reverse)]]
double of_an_instance(double x, const Record &r) {
  int (Record::*p)() const = &Record::width<double>;
  // expected-error@+2 {{cannot differentiate a call through a pointer to member: it may be an instance of a template}}
  // expected-note@+1 {{call the method directly}}
  return x * (r.*p)();
}
