// Temporary objects in one of two choices, whose destructors change more than the object: they would be
// destroyed at the end of the whole expression, if they were made.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <memory>

struct Guard {
  double *t, w;
  Guard(double *p, double v) : t(p), w(v) { *t += v; }
  ~Guard() { *t *= 0.9; }
  double value() const { return w * *t; }
};

// expected-note@+1 {{derivative of 'chosen' requested here}}
[[ad::differentiate(reverse)]]
double chosen(double x, bool one) {
  double t = 1;
  // expected-error@+2 {{cannot differentiate a temporary object in one of two choices, whose destructor changes more than the object}}
  // expected-note@+1 {{use 'if', or give the object a name ahead of the choice}}
  return (one ? Guard(&t, x).value() : 0.0) + t * 2;
}

// expected-note@+1 {{derivative of 'owned' requested here}}
[[ad::differentiate(forward)]]
double owned(double x, bool one) {
  double t = 1;
  // expected-error@+2 {{cannot differentiate a temporary object in one of two choices, whose destructor changes more than the object}}
  // expected-note@+1 {{use 'if', or give the object a name ahead of the choice}}
  return (one ? 0.0 : std::make_unique<Guard>(&t, x)->value()) + t * 2;
}

// Not where a variable is initialised with the choice, or it is returned.
static double returned(double *t, double x, bool one) { return one ? Guard(t, x).value() : *t; }
[[ad::differentiate(reverse)]]
double initialised(double x, bool one) {
  double t = 1;
  const double y = one ? Guard(&t, x).value() : 0.0;
  return returned(&t, x, one) + y + t * 2;
}

// Those that only free memory may be.
struct Row {
  double *data;
  explicit Row(double x) : data(new double[1]) { data[0] = x; }
  Row(const Row &) = delete;
  ~Row() {
    if (data)
      delete[] data;
    data = nullptr;
  }
};
[[ad::differentiate(reverse)]]
double frees(double x, bool one) {
  return (one ? Row(x).data[0] : std::make_unique<Row>(x * x)->data[0]) * 2;
}

// A loop over a part of a temporary, beside another one.
struct Numbers {
  double *t;
  double v[2];
  Numbers(double *p, double x, const Guard &g) : t(p), v{x, x * g.w} {}
  ~Numbers() { *t += 1; }
};
// expected-note@+1 {{derivative of 'beside' requested here}}
[[ad::differentiate(reverse)]]
double beside(double x) {
  double t = 1, s = 0;
  // expected-error@+2 {{cannot differentiate a loop over a part of one of several temporaries}}
  // expected-note@+1 {{give the object a name ahead of the loop}}
  for (double e : Numbers(&t, x, Guard(&t, x)).v)
    s += e * t;
  return s * t;
}
