// Lists, queues and deques of vectors that are members, globals or behind pointers.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <deque>
#include <list>
#include <queue>
#include <vector>

struct Net {
  std::list<double> weights;
  std::queue<double> waiting;
  std::deque<std::vector<double>> rows;
};
std::list<double> start{1, 2};

// expected-note@+1 {{derivative of 'global' requested here}}
[[ad::differentiate(reverse)]]
double global(double x) {
  // expected-error@+2 {{cannot differentiate a 'std::list<double>' that is not a local variable}}
  // expected-note@+1 {{use a std::deque}}
  return start.front() * x;
}

// expected-note@+1 {{derivative of 'pushed' requested here}}
[[ad::differentiate(forward)]]
void pushed(Net &n, double x) {
  // expected-error@+2 {{cannot differentiate a 'std::queue<double>' that is not a local variable}}
  // expected-note@+1 {{use a std::deque}}
  n.waiting.push(x);
}

// expected-note@+1 {{derivative of 'first' requested here}}
[[ad::differentiate(reverse)]]
double first(const Net *n, double x) {
  // expected-error@+2 {{cannot differentiate a 'const std::deque<std::vector<double>>' that is not a local variable}}
  // expected-note@+1 {{use a std::vector}}
  return n->rows[0][0] * x;
}

// expected-note@+1 {{derivative of 'by_pointer' requested here}}
[[ad::differentiate(forward)]]
double by_pointer(double x) {
  std::queue<double> q, *p = &q;
  // expected-error@+2 {{cannot differentiate a 'std::queue<double>' that is not a local variable}}
  // expected-note@+1 {{use a std::deque}}
  p->push(x);
  return q.front();
}

// expected-note@+1 {{derivative of 'assigned' requested here}}
[[ad::differentiate(reverse)]]
double assigned(Net &n, double x) {
  std::list<double> l;
  // expected-error@+2 {{cannot differentiate this assignment to a vector}}
  // expected-note@+1 {{assign another vector}}
  l = n.weights;
  return l.front() * x;
}

// expected-note@+1 {{derivative of 'assigned_rows' requested here}}
[[ad::differentiate(forward)]]
double assigned_rows(Net &n, double x) {
  std::deque<std::vector<double>> d;
  // expected-error@+2 {{cannot differentiate this assignment to a vector}}
  // expected-note@+1 {{assign another vector}}
  d = n.rows;
  return d[0][0] * x;
}

#include <memory>
struct Window {
  std::list<double> kept;
  void add(double x) { kept.push_back(x); }
};
// expected-note@+1 {{derivative of 'on_the_heap' requested here}}
[[ad::differentiate(reverse)]]
double on_the_heap(double x) {
  // expected-error@+2 {{cannot differentiate 'new' of an object of type 'Window'}}
  // expected-note@+1 {{let it hold a std::vector, or a std::deque of numbers, in place of lists, queues and stacks}}
  auto w = std::make_unique<Window>();
  w->add(x);
  return w->kept.front();
}
