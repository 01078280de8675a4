// Destructors that change more than their object, where an exception passes them that nobody sees coming.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <stdexcept>
#include <string>
#include <vector>

struct Sink {
  double &d;
  double w;
  ~Sink() { d += w * w; }
};
double power(double x, int n) {
  if (n > 3)
    throw std::domain_error("power");
  return n > 0 ? x * power(x, n - 1) : x;
}

// expected-note@+1 {{derivative of 'caught' requested here}}
[[ad::differentiate(forward, reverse)]]
double caught(double x, int n) {
  double t = 0, s = 0;
  // expected-error@+2 {{cannot differentiate this try block: something in it may throw past an object whose destructor changes more than the object}}
  // expected-note@+1 {{throw where it can be seen, in the block or in a function that it calls and that is not recursive}}
  try {
    Sink q{t, x};
    s = power(x, n);
  } catch (const std::exception &) {
    s = x;
  }
  return s + t;
}

struct Error {
  double by;
};
struct Scales {
  Error &e;
  ~Scales() { e.by *= 2; }
};
// expected-note@+1 {{derivative of 'changed' requested here}}
[[ad::differentiate(reverse)]]
double changed(double x, Error &e) {
  Scales s{e};
  if (x > 1)
    // expected-error@+2 {{cannot differentiate this throw: a destructor that it runs changes what it throws}}
    // expected-note@+1 {{copy that to a variable of its own, and throw the variable}}
    throw e;
  return e.by * x;
}

// expected-note@+1 {{derivative of 'parsed' requested here}}
[[ad::differentiate(reverse)]]
double parsed(const std::vector<double> &v, double &x, const std::string &text) {
  Sink s{x, v[0]};
  std::size_t end = 0;
  // expected-error@+2 {{cannot differentiate this: it may throw, and a destructor that the exception runs changes more than its object}}
  // expected-note@+1 {{test for what is wrong, and throw in the function}}
  const double k = std::stod(text, &end);
  return v[end] * x * k;
}

// expected-note@+1 {{derivative of 'locally' requested here}}
[[ad::differentiate(reverse)]]
double locally(double &x, int n) {
  struct Twice {
    double *at, by;
    void end() { *at *= by; }
  };
  struct Last {
    Twice t;
    ~Last() {
      Twice u = t;
      u.end();
    }
  };
  Last last{{&x, x}};
  // expected-error@+2 {{cannot differentiate this call: it may throw, and a destructor that the exception runs changes more than its object}}
  // expected-note@+1 {{call it ahead of the object, or declare the class outside of functions}}
  return power(x, n);
}

// expected-note@+1 {{derivative of 'partly' requested here}}
[[ad::differentiate(reverse)]]
double partly(double &x, int n) {
  struct Twice {
    double *at, by;
    void end() { *at *= by; }
  };
  struct Last {
    Twice t;
    ~Last() {
      Twice u = t;
      u.end();
    }
  };
  Last last{{&x, x}};
  double s = 0;
  // expected-error@+2 {{cannot differentiate this try block: what it does not catch runs a destructor that changes more than its object}}
  // expected-note@+1 {{catch all in it, or declare the class outside of functions}}
  try {
    s = power(x, n);
  } catch (int) {
    s = x;
  }
  return s;
}
