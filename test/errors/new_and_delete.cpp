// Memory whose contents or lifetime cannot be followed: allocation functions of the program's own,
// `realloc`, and memory that outlives the call.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <cstdlib>
#include <memory>
#include <new>
#include <utility>
#include <vector>

// expected-note@+1 {{derivative of 'placed' requested here}}
[[ad::differentiate(forward)]]
double placed(double x) {
  float room[4];
  // expected-error@+2 {{cannot differentiate this placement 'new'}}
  // expected-note@+1 {{use it on memory that holds objects of that type alone, or assign}}
  double *p = new (room) double(x);
  return *p * x;
}

struct Pooled {
  double x;
  static void *operator new(std::size_t);
  static void operator delete(void *);
};
// expected-note@+1 {{derivative of 'pooled' requested here}}
[[ad::differentiate(forward)]]
double pooled(double x) {
  // expected-error@+2 {{cannot differentiate 'new' with an allocation function of the program's own}}
  // expected-note@+1 {{use plain 'new', or let the caller own the memory}}
  Pooled *p = new Pooled{x};
  return p->x * x;
}

// expected-note@+1 {{derivative of 'resized' requested here}}
[[ad::differentiate(reverse)]]
double resized(double *p, int n) {
  // expected-error@+2 {{cannot differentiate a call to 'realloc' on memory whose number of elements is not known}}
  // expected-note@+1 {{give it a local pointer that is set from malloc, calloc and realloc only, or use a std::vector}}
  p = static_cast<double *>(std::realloc(p, n * sizeof(double)));
  return p[0] * p[n - 1];
}

// expected-note@+1 {{derivative of 'moved_before' requested here}}
[[ad::differentiate(reverse)]]
double moved_before(double x, int n) {
  double *p = static_cast<double *>(std::malloc(n * sizeof(double)));
  ++p;
  double *q = p;
  // expected-error@+2 {{cannot differentiate a call to 'realloc' on memory whose number of elements is not known}}
  // expected-note@+1 {{give it a local pointer that is set from malloc, calloc and realloc only, or use a std::vector}}
  q = static_cast<double *>(std::realloc(q, 2 * n * sizeof(double)));
  q[0] = x;
  return q[0];
}

struct Grown {
  double *data;
};
// expected-note@+1 {{derivative of 'member_resized' requested here}}
[[ad::differentiate(reverse)]]
double member_resized(double x, int n) {
  Grown g{nullptr};
  // expected-error@+2 {{cannot differentiate a call to 'realloc' on memory whose number of elements is not known}}
  // expected-note@+1 {{give it a local pointer that is set from malloc, calloc and realloc only, or use a std::vector}}
  g.data = static_cast<double *>(std::realloc(g.data, n * sizeof(double)));
  g.data[0] = x;
  return g.data[0];
}

// expected-note@+1 2 {{derivative of 'untyped' requested here}}
[[ad::differentiate(reverse)]]
double untyped(double x, unsigned long bytes) {
  // expected-error@+2 {{cannot differentiate this allocation, whose number of bytes is not a number of elements}}
  // expected-note@+1 {{write it as 'n * sizeof(T)'}}
  double *p = static_cast<double *>(std::malloc(bytes));
  // expected-error@+2 {{cannot differentiate a call to 'malloc' whose result has no type}}
  // expected-note@+1 {{cast the result to a pointer to what is stored there}}
  void *q = std::malloc(8);
  *p = x;
  return *p;
}

struct Node {
  double v;
  Node *next;
};
void append(Node *to, double x) {
  if (to->next)
    return append(to->next, x);
  to->next = new Node{x, nullptr};
}

// expected-note@+1 {{derivative of 'linked' requested here}}
[[ad::differentiate(reverse)]]
double linked(Node *head, double x) {
  // expected-error@+2 {{cannot differentiate in reverse mode: memory that 'linked' allocates may outlive the call}}
  // expected-note@+1 {{let the caller allocate it, or free it before the function returns}}
  head->next = new Node{x, nullptr};
  return x * head->v;
}

// expected-note@+1 {{derivative of 'appended' requested here}}
[[ad::differentiate(reverse)]]
double appended(Node *head, double x) {
  // expected-error@+2 {{cannot differentiate in reverse mode: memory that 'appended' allocates may outlive the call}}
  // expected-note@+1 {{let the caller allocate it, or free it before the function returns}}
  append(head, x);
  return x * head->v;
}

// expected-note@+1 {{derivative of 'stored' requested here}}
[[ad::differentiate(reverse)]]
void stored(double **out, double x) {
  // expected-error@+2 {{cannot differentiate in reverse mode: memory that 'stored' allocates may outlive the call}}
  // expected-note@+1 {{let the caller allocate it, or free it before the function returns}}
  *out = new double(x * x);
}

// expected-note@+1 {{derivative of 'returned' requested here}}
[[ad::differentiate(reverse)]]
Node returned(double x) {
  Node n{x, new Node{x * x, nullptr}};
  // expected-error@+2 {{cannot differentiate in reverse mode: memory that 'returned' allocates may outlive the call}}
  // expected-note@+1 {{let the caller allocate it, or free it before the function returns}}
  return n;
}

struct Shape {
  double k;
  Shape(double k) : k(k) {}
  virtual double area() const { return k * k; }
};
struct alignas(64) Line {
  double v;
  Line() : v(1) {}
};

// expected-note@+1 3 {{derivative of 'special' requested here}}
[[ad::differentiate(reverse)]]
double special(double x) {
  struct Local : Shape {
    Local(double k) : Shape(k) {}
  };
  // expected-error@+2 {{cannot differentiate 'new' of an object of type 'Local', a class with virtual functions that is local to a function}}
  // expected-note@+1 {{move the class to a namespace}}
  Shape *s = new Local(x);
  // expected-error@+2 {{cannot differentiate an array from 'new' of objects with virtual functions}}
  // expected-note@+1 {{use an array of pointers}}
  Shape *many = new Shape[1]{x};
  // expected-error@+2 {{cannot differentiate 'new' of an object of type 'Line', which is over-aligned}}
  // expected-note@+1 {{let the caller own the objects}}
  Line *l = new Line[2];
  return s->k * l->v * many->k;
}

struct Range {
  int n;
  double *p;
  Range(int n, double *p) : n(n), p(p) {}
};
static Range range(double *p, int n) {
  if (n > 0 && p[0] <= 1)
    return range(p + 1, n - 1);
  return {n, p};
}

// expected-note@+1 {{derivative of 'returned' requested here}}
[[ad::differentiate(reverse)]]
double returned(double *p, int n) {
  // expected-error@+2 {{cannot differentiate in reverse mode: the object of type 'Range' that 'range' returns leads to storage that carries derivatives}}
  // expected-note@+1 {{write it to an output parameter}}
  Range r = range(p, n);
  return r.p[0] * r.p[0];
}
