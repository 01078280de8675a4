// Containers and owners of memory without rules of their own.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <utility>
#include <string>
#include <variant>
#include <vector>

// expected-note@+1 {{derivative of 'ordered' requested here}}
[[ad::differentiate(forward)]]
double ordered(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::multimap<int, double>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or a record of floating values}}
  std::multimap<int, double> v;
  return x;
}

// expected-note@+1 {{derivative of 'g' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a parameter of type 'std::unique_ptr<double>'}}
// expected-note@+1 {{pass the pointer that it holds}}
double g(std::unique_ptr<double> p) { return *p * *p; }

// expected-note@+1 {{derivative of 'emplaced' requested here}}
[[ad::differentiate(forward)]]
double emplaced(const std::vector<double> &v) {
  std::vector<double> w = v;
  // expected-error@+2 {{cannot differentiate a call to 'std::vector::emplace'}}
  // expected-note@+1 {{use an index loop, push_back, resize or assignment}}
  w.emplace(w.begin());
  return w[0];
}

using Rows = std::vector<std::vector<double>>;

static void grow(Rows &v, const double *x, int more = 3) {
  if (more == 0)
    return;
  v[0].push_back(*x * v[0][0]);
  grow(v, x + 1, more - 1);
}

// expected-note@+1 {{derivative of 'pointed' requested here}}
[[ad::differentiate(reverse)]]
double pointed(const std::vector<double> &v) {
  // expected-error@+2 {{cannot differentiate a pointer into the vector 'w' in reverse mode, which 'grow' may resize}}
  // expected-note@+1 {{use indices, or a vector that keeps its size}}
  Rows w(3, v);
  double *p = w[0].data();
  if (v[0] > 0)
    p = &w[1][0];
  *p *= v[0];
  grow(w, v.data());
  return w[0][0] + w[1][0];
}

// expected-note@+1 {{derivative of 'resized' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a pointer into the vector 'y' in reverse mode, which changes its size}}
// expected-note@+1 {{use indices, or a vector that keeps its size}}
double resized(const std::vector<double> &x, std::vector<double> &y) {
  double *p = y.data();
  *p *= x[0];
  y = x;
  return *p * y[0];
}

struct Window {
  double *p;
  std::vector<double> v;
  // expected-note@+1 {{derivative of 'Window::grow' requested here}}
  [[ad::differentiate(reverse)]]
  // expected-error@+2 {{cannot differentiate a pointer into a vector of its object in reverse mode, which changes its size}}
  // expected-note@+1 {{use indices, or a vector that keeps its size}}
  double grow() {
    p = &v[0];
    const double s = p[1] * v[0];
    v.push_back(s);
    return s;
  }
};

// expected-note@+1 {{derivative of 'exchanged' requested here}}
[[ad::differentiate(forward)]]
double exchanged(const std::vector<double> &v) {
  std::vector<double> a{v[0], v[1]}, b{v[1] * v[2], v[2]};
  double &r = a[0];
  // expected-error@+2 {{cannot differentiate: 'r' refers to an element of a vector whose storage is exchanged here}}
  // expected-note@+1 {{use an index, or end the scope of the reference before}}
  a.swap(b);
  r *= 3;
  return a[0] * 2 + b[0] * b[0];
}

struct Started {
  std::list<int> names;
  double x = 1;
};

// expected-note@+1 {{derivative of 'started' requested here}}
[[ad::differentiate(reverse)]]
double started(const std::vector<double> &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    // expected-error@+2 {{cannot differentiate 'w': in its vector, a 'Started' that is made without arguments is not zero}}
    // expected-note@+1 {{remove the default member initialisers or the default constructor of the class}}
    std::vector<Started> w(2);
    w[1].x = v[i];
    s += w[0].x * w[1].x;
  }
  return s;
}

struct Cursor {
  std::vector<double>::iterator at;
};

// expected-note@+1 {{derivative of 'through' requested here}}
[[ad::differentiate(forward)]]
double through(const std::vector<double> &v) {
  std::vector<double> w = v;
  // expected-error@+2 1+{{cannot differentiate the iterator 'at', a member of a class}}
  // expected-note@+1 1+{{hold a pointer, or an index}}
  Cursor c{w.begin()};
  return w[0];
}

// expected-note@+1 {{derivative of 'emptied' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate in reverse mode: the vector of vectors 'rows', a parameter, loses elements}}
// expected-note@+1 {{take it by value and return what becomes of it}}
void emptied(const std::vector<double> &v, Rows &rows) {
  rows.clear();
  rows.push_back(v);
}

struct Close {
  void operator()(double *p) const { delete[] p; }
};

// expected-note@+1 {{derivative of 'deleter' requested here}}
[[ad::differentiate(reverse)]]
double deleter(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::unique_ptr<double[], Close>'}}
  // expected-note@+1 {{use std::vector, arrays, std::array or a record of floating values}}
  std::unique_ptr<double[], Close> p(new double[1]);
  p[0] = x;
  return p[0];
}

// expected-note@+1 {{derivative of 'left_behind' requested here}}
[[ad::differentiate(forward)]]
double left_behind(const std::vector<double> &v) {
  std::vector<double> w = v;
  double *p = &w[0];
  // expected-error@+2 {{cannot differentiate: a pointer leads into a vector whose storage is moved here}}
  // expected-note@+1 {{use an index, or move the vector into a variable of its own}}
  std::pair<std::vector<double>, double> pair(std::move(w), 2.0);
  *p *= v[1];
  return pair.first[0] * pair.second;
}

struct Node {
  double v;
};
struct Edge {
  Node *to;
  double w;
};

// expected-error@+2 {{cannot differentiate in reverse mode: 'edges', a parameter with objects that hold numbers and pointers, changes their number}}
// expected-note@+1 {{change it in the function that declares it}}
static void connect(std::vector<Edge> &edges, Node *n, double w, int left) {
  if (left == 0)
    return;
  edges.push_back({n, w * left});
  connect(edges, n, w, left - 1);
}

// expected-note@+1 {{derivative of 'connected' requested here}}
[[ad::differentiate(reverse)]]
double connected(double x) {
  Node n = {x};
  std::vector<Edge> edges;
  connect(edges, &n, x, 3); // expected-note {{'connect' called here}}
  return edges[1].w * edges[1].to->v;
}

static double replaces(std::vector<double> &v, double &p, int left) {
  if (left > 5)
    return replaces(v, p, left - 1);
  p *= 2;
  std::vector<double> t(3, p);
  v.swap(t);
  return v[1] + t[0];
}

// expected-note@+1 {{derivative of 'replaced' requested here}}
[[ad::differentiate(reverse)]]
double replaced(const double *x) {
  std::vector<double> v(x, x + 3);
  // expected-error@+2 {{cannot differentiate in reverse mode: 'replaces' may change the size of a vector, and is given a part of it, too}}
  // expected-note@+1 {{give it the value, or the index}}
  return replaces(v, v[1], 2) * v[2];
}

// expected-error@+2 {{cannot differentiate a value of type 'std::vector<Branch>'}}
// expected-note@+1 {{let objects hold std::unique_ptr's to others of their class, or indices into one std::vector of all}}
struct Branch {
  double weight = 0;
  std::vector<Branch> twigs;
};

static double sum(const Branch &b) {
  double s = b.weight;
  for (const Branch &each : b.twigs)
    s += sum(each);
  return s;
}

// expected-note@+1 {{derivative of 'grown' requested here}}
[[ad::differentiate(forward)]]
double grown(double x) {
  Branch root;
  root.weight = x;
  return sum(root);
}

struct Line {
  std::vector<double> at;
};
using Shape = std::variant<double, Line>;

// expected-note@+1 {{derivative of 'shapes' requested here}}
[[ad::differentiate(forward)]]
double shapes(double x) {
  // expected-error@+2 {{cannot differentiate a value of type 'std::vector<Shape>'}}
  // expected-note@+1 {{an element that may be missing, or one of several, holds neither vectors nor pointers: use arrays of fixed size, or a container for each of the types}}
  std::vector<Shape> all;
  all.push_back(x);
  return std::get<double>(all[0]);
}

// expected-note@+1 {{derivative of 'parent' requested here}}
[[ad::differentiate(forward)]]
double parent(double x) {
  auto p = std::make_shared<double>(x);
  // expected-error@+2 {{cannot differentiate a value of type 'std::weak_ptr<double>'}}
  // expected-note@+1 {{hold a plain pointer}}
  std::weak_ptr<double> w = p;
  return *w.lock();
}

// Lists of smart pointers, which companions would have to make.
// expected-error@+2 {{cannot differentiate a variable or parameter of type 'std::initializer_list<std::unique_ptr<double>>'}}
// expected-note@+1 {{use a std::vector}}
static double of_owners(std::initializer_list<std::unique_ptr<double>> l) { return **l.begin(); }
// expected-note@+1 {{derivative of 'owned' requested here}}
[[ad::differentiate(reverse)]] double owned(double x) {
  return of_owners({std::make_unique<double>(x)});
}
