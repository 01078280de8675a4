// Vectors that change their size in calls, behind pointers in objects that were given.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cmath>
#include <memory>
#include <vector>
struct Layer {
  std::vector<double> w, cache;
};
struct Net {
  std::unique_ptr<Layer> l;
  double run(double x, int n) const {
    l->cache.clear();
    for (double e : l->w)
      l->cache.push_back(x = std::tanh(e * x));
    return n > 0 ? run(x, n - 1) + l->cache[0] : x;
  }
};
double helps(const Net &n, double x) { return x > 2 ? helps(n, x - 1) : n.run(x, 2); }
struct View {
  const Net *net;
  double run(double x) const { return x > 2 ? run(x - 1) : net->run(x, 1); }
};

// expected-note@+1 {{derivative of 'given' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate in reverse mode a change of a vector's size through a pointer}}
// expected-note@+1 {{change it through its name or a reference}}
double given(const Net &n, double x) { return n.run(x, 2); }

// expected-note@+1 {{derivative of 'passed_on' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate in reverse mode a change of a vector's size through a pointer}}
// expected-note@+1 {{change it through its name or a reference}}
double passed_on(Net *n, double x) { return helps(*n, x); }

// expected-note@+1 {{derivative of 'seen' requested here}}
[[ad::differentiate(reverse)]]
double seen(const Net &n, double x) {
  View v{&n};
  // expected-error@+2 {{cannot differentiate in reverse mode a change of a vector's size through a pointer}}
  // expected-note@+1 {{change it through its name or a reference}}
  return v.run(x);
}

// A pointer into a vector that the callee changes.
// expected-note@+1 {{derivative of 'pointed' requested here}}
[[ad::differentiate(reverse)]]
double pointed(double x) {
  Net n;
  n.l = std::make_unique<Layer>();
  n.l->w.push_back(x);
  double *p = &n.l->w[0];
  // expected-error@+2 {{cannot differentiate in reverse mode a change of a vector's size through a pointer}}
  // expected-note@+1 {{change it through its name or a reference}}
  double s = n.run(x, 2);
  return s * *p;
}

// Of a variable, the adjoint is made later.
struct Holder {
  Layer *l;
  double run(double x, int n) {
    l->cache.push_back(x);
    return n > 0 ? run(x * x, n - 1) + l->cache[0] : x;
  }
};
// expected-note@+1 {{derivative of 'local' requested here}}
[[ad::differentiate(reverse)]]
double local(double x) {
  Layer a;
  Holder h{&a};
  // expected-error@+2 {{cannot differentiate in reverse mode a change of a vector's size through a pointer}}
  // expected-note@+1 {{change it through its name or a reference}}
  double s = h.run(x, 2);
  return s * a.cache[1];
}

// The function that finds out which method is meant goes by the name of the virtual one.
struct Filter {
  virtual void take(std::vector<double> &v, const double &x) const { v.insert(v.begin(), x); }
};
struct Double : Filter {
  void take(std::vector<double> &v, const double &x) const override { v.assign(2, 2 * x); }
};
// expected-note@+1 {{derivative of 'part' requested here}}
[[ad::differentiate(reverse)]]
double part(const Filter &f, double x) {
  std::vector<double> v = {x, x * x};
  // expected-error@+2 {{cannot differentiate in reverse mode: 'take' may change the size of a vector, and is given a part of it, too}}
  // expected-note@+1 {{give it the value, or the index}}
  f.take(v, v[1]);
  return v[0];
}
