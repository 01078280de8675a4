// Destructors of objects that lead to others of their class: early returns, try blocks.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <memory>

struct Base {
  double *p = new double(2);
  ~Base() { delete p; }
};
struct Chain : Base {
  Chain *next = nullptr;
  // expected-error@+2 {{cannot differentiate a recursive destructor that returns early}}
  // expected-note@+1 {{let it end at its closing brace}}
  ~Chain() {
    if (!next)
      return;
    delete next;
  }
};
// expected-note@+1 {{derivative of 'base' requested here}}
[[ad::differentiate(forward)]]
double base(double x) {
  Chain *c = new Chain;
  *c->p = x;
  c->next = new Chain;
  const double y = *c->p * *c->next->p;
  delete c;
  return y;
}

struct Node {
  std::unique_ptr<double> v;
  Node *next = nullptr;
  Node(double x) : v(std::make_unique<double>(x)) {}
  // expected-error@+2 {{cannot differentiate a recursive destructor that returns early}}
  // expected-note@+1 {{let it end at its closing brace}}
  ~Node() {
    if (!next)
      return;
    delete next;
  }
};
// expected-note@+1 {{derivative of 'member' requested here}}
[[ad::differentiate(reverse)]]
double member(double x) {
  Node *n = new Node(x);
  n->next = new Node(2 * x);
  const double y = *n->v * *n->next->v;
  delete n;
  return y;
}

struct List {
  double v;
  List *next = nullptr;
  // expected-error@+2 {{cannot differentiate a function whose body is a try block}}
  // expected-note@+1 {{put the try block into the braces of the body}}
  ~List() try { delete next; } catch (...) {
  }
};
// expected-note@+1 {{derivative of 'with_try_block' requested here}}
[[ad::differentiate(reverse)]]
double with_try_block(double x) {
  List *l = new List{x};
  l->next = new List{x * x};
  const double y = l->v * l->next->v;
  delete l;
  return y;
}
