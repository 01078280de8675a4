// What std::shared_ptr's own ends with the call: they cannot be given to the caller, nor counted.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <memory>
#include <vector>

struct Node {
  double v;
  std::shared_ptr<Node> next;
};
using Nodes = std::vector<std::shared_ptr<Node>>;

// expected-error@+4 {{cannot differentiate: objects that 'linked' shares by std::shared_ptr may outlive the call}}
// expected-note@+3 {{let the caller make them}}
// expected-note@+1 {{derivative of 'linked' requested here}}
[[ad::differentiate(forward)]]
double linked(Node &n, double x) {
  n.next = std::make_shared<Node>();
  n.next->v = x;
  return x * x;
}

// expected-note@+1 {{derivative of 'relinked' requested here}}
[[ad::differentiate(reverse)]]
double relinked(Node &a, const Node &b) {
  // expected-error@+2 {{cannot differentiate: this may change a std::shared_ptr of the caller's}}
  // expected-note@+1 {{work on objects that the function makes itself}}
  a.next = b.next;
  return a.v * a.next->v;
}

// expected-note@+1 {{derivative of 'appended' requested here}}
[[ad::differentiate(reverse)]]
double appended(Nodes &v, double x) {
  // expected-error@+2 {{cannot differentiate: this may change a std::shared_ptr of the caller's}}
  // expected-note@+1 {{work on objects that the function makes itself}}
  v.push_back(v[0]);
  return v[0]->v * x;
}

// expected-note@+1 {{derivative of 'counted' requested here}}
[[ad::differentiate(reverse)]]
double counted(double x) {
  auto p = std::make_shared<double>(x);
  // expected-error@+2 {{cannot differentiate a call to 'std::shared_ptr::use_count'}}
  // expected-note@+1 {{its owners are not counted: use get, reset or assignment}}
  return *p * p.use_count();
}

// expected-note@+1 {{derivative of 'deleted' requested here}}
[[ad::differentiate(reverse)]]
double deleted(double x) {
  // expected-error@+2 {{cannot differentiate this way of making a 'std::shared_ptr<double>'}}
  // expected-note@+1 {{construct it with std::make_shared or from another one}}
  std::shared_ptr<double> p(new double(x), [](double *d) { delete d; });
  return *p * *p;
}

struct Log {
  double *out, v;
  Log(double *o, double v) : out(o), v(v) {}
  ~Log() { *out += v; }
};

// expected-note@+1 {{derivative of 'logged' requested here}}
[[ad::differentiate(reverse)]]
double logged(double x) {
  double s = 0;
  {
    // expected-error@+2 {{cannot differentiate a std::shared_ptr to an object of type 'Log', which owns other objects}}
    // expected-note@+1 {{let it share them, too}}
    auto p = std::make_shared<Log>(&s, x * x);
  }
  return s;
}

// expected-note@+1 {{derivative of 'walked' requested here}}
[[ad::differentiate(forward)]]
double walked(const Nodes &v) {
  double s = 0;
  // expected-error@+2 {{cannot differentiate an iterator of a vector of std::shared_ptr, or a pointer into one}}
  // expected-note@+1 {{use an index, or a range-based for loop}}
  for (auto it = v.begin(); it != v.end(); ++it)
    s += (*it)->v;
  return s;
}

// expected-note@+1 {{derivative of 'parameter' requested here}}
[[ad::differentiate(forward)]]
double parameter(std::shared_ptr<double> &p) {
  // expected-error@+2 {{cannot differentiate: this may change a smart pointer of the caller's}}
  // expected-note@+1 {{work on objects that the function makes itself}}
  p = nullptr;
  return 1;
}
