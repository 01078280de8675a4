// Classes whose copies are not copies: companions copy objects where the function does not.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s

struct Scaled {
  double v;
  explicit Scaled(double v) : v(v) {}
  Scaled(const Scaled &o) : v(2 * o.v) {}
};
// expected-note@+1 {{derivative of 'constructed' requested here}}
[[ad::differentiate(reverse)]]
double constructed(double x) {
  // expected-error@+2 {{cannot differentiate an object of class 'Scaled', whose copy constructor does something else than copy it}}
  // expected-note@+1 {{let it copy all of every member, as '= default' does, and do the rest in another function}}
  Scaled a(x);
  Scaled b = a;
  return b.v;
}

struct Limited {
  double v;
  Limited &operator=(const Limited &o) {
    v = o.v < 1 ? o.v : 1;
    return *this;
  }
};
struct Holder {
  Limited limited;
  double k;
};
// expected-note@+1 {{derivative of 'assigned' requested here}}
[[ad::differentiate(forward)]]
double assigned(double x) {
  // expected-error@+2 {{cannot differentiate an object of class 'Holder', whose assignment does something else than copy it}}
  // expected-note@+1 {{let it copy all of every member, as '= default' does, and do the rest in another function}}
  Holder a{{x}, x}, b{{1}, x};
  b = a;
  return b.limited.v * b.k;
}

// As many elements as the object says it has: the derivative of the number is none.
struct Buffer {
  double d[4];
  int n = 0;
  Buffer() = default;
  Buffer(const Buffer &o) : n(o.n) {
    for (int i = 0; i < n; ++i)
      d[i] = o.d[i];
  }
};
// expected-note@+1 {{derivative of 'partly' requested here}}
[[ad::differentiate(reverse)]]
double partly(double x) {
  // expected-error@+2 {{cannot differentiate an object of class 'Buffer', whose copy constructor does something else than copy it}}
  // expected-note@+1 {{let it copy all of every member, as '= default' does, and do the rest in another function}}
  Buffer a;
  a.d[a.n++] = x;
  Buffer b = a;
  return b.d[0];
}

struct Emptied {
  double v;
  explicit Emptied(double v) : v(v) {}
  Emptied(Emptied &&o) : v(o.v < 1 ? o.v : 1) { o.v = 0; }
};
// expected-note@+1 {{derivative of 'moved' requested here}}
[[ad::differentiate(reverse)]]
double moved(double x) {
  // expected-error@+2 {{cannot differentiate an object of class 'Emptied', whose move constructor does something else than copy it}}
  // expected-note@+1 {{let it copy all of every member, as '= default' does, and do the rest in another function}}
  Emptied a(x);
  Emptied b(static_cast<Emptied &&>(a));
  return a.v + b.v;
}
