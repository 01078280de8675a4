// Objects that own memory, where they are moved, used or destroyed in ways not followed.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <memory>
#include <vector>

struct Buffer {
  double one = 0;
  double *p = &one;
  int n = 1;
  explicit Buffer(int k) : n(k) {
    if (k > 1)
      p = new double[k];
    else
      p = &one;
  }
  Buffer(Buffer &&o) : one(o.one), n(o.n) {
    if (n > 1) {
      p = o.p;
      o.n = 1;
    }
  }
  ~Buffer() {
    if (n > 1)
      delete[] p;
  }
};
Buffer filled(double x) {
  Buffer b(1);
  b.one = x;
  return b;
}
struct Holder {
  Buffer b;
  // expected-error@+2 {{cannot differentiate this move of an object that may point into itself, of type 'Buffer'}}
  // expected-note@+1 {{declare the result where it is returned}}
  explicit Holder(double x) : b(filled(x)) {}
};

// expected-note@+1 {{derivative of 'holds' requested here}}
[[ad::differentiate(forward)]]
double holds(double x) {
  Holder h(x);
  return h.b.one * *h.b.p;
}

struct Owner {
  double *p;
  double v;
  explicit Owner(double x) : p(new double(x)), v(x) {}
  Owner(const Owner &) = delete;
  // expected-error@+2 {{cannot differentiate this use of an object that owns memory}}
  // expected-note@+1 {{give the object a name of its own}}
  ~Owner() { delete p; }
  const double &value() const { return v; }
};
double scaled(const double &a, double &x) {
  x *= 2;
  return a * x;
}

// expected-note@+1 {{derivative of 'uses' requested here}}
[[ad::differentiate(forward)]]
double uses(double x, int n) {
  return scaled(n > 2 ? Owner(x).value() : x, x);
}

struct Node {
  double v = 0;
  std::unique_ptr<Node> next;
  ~Node();
};

// expected-note@+1 {{derivative of 'links' requested here}}
[[ad::differentiate(reverse)]]
double links(double x) {
  // expected-error@+2 {{cannot differentiate the destruction of an object of type 'Node', which owns others of its type}}
  // expected-note@+1 {{give the class a destructor}}
  Node n;
  n.v = x;
  return n.v * x;
}

struct Rows {
  std::vector<double> rows[2];
  double *p;
  explicit Rows(double x) : p(new double(x)) { rows[0].push_back(x); }
  ~Rows() { delete p; }
};

// expected-note@+1 {{derivative of 'sums' requested here}}
[[ad::differentiate(forward)]]
double sums(double x) {
  // expected-error@+2 {{cannot differentiate an array of objects that own memory}}
  // expected-note@+1 {{keep the object in the caller and pass it by reference}}
  Rows r(x);
  return *r.p * r.rows[0][0];
}
