// What is not followed in std::deque, queue and stack.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <deque>
#include <queue>
#include <stack>

// expected-note@+1 {{derivative of 'reference' requested here}}
[[ad::differentiate(forward)]]
double reference(double x) {
  std::deque<double> d{x, x * x};
  double &second = d[1];
  // expected-error@+2 {{cannot differentiate: 'second' refers to an element of a deque whose front changes here}}
  // expected-note@+1 {{copy the element, or end the scope of the reference before}}
  d.pop_front();
  return second;
}

// expected-note@+1 {{derivative of 'pointer' requested here}}
[[ad::differentiate(reverse)]]
double pointer(double x) {
  // expected-error@+2 {{cannot differentiate a pointer into the vector 'd' in reverse mode, a deque whose elements come and go}}
  // expected-note@+1 {{use indices, or a vector that keeps its size}}
  std::deque<double> d{x, x * x};
  double *second = &d[1];
  d.pop_front();
  return *second;
}

// expected-note@+1 {{derivative of 'given' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a parameter of type 'std::queue<double>'}}
// expected-note@+1 {{pass a std::deque}}
double given(std::queue<double> q) { return q.front(); }

struct Nearer {
  double to = 1;
  bool operator()(double a, double b) const { return (a - to) * (a - to) > (b - to) * (b - to); }
};
// expected-note@+1 {{derivative of 'nearest_first' requested here}}
[[ad::differentiate(reverse)]]
double nearest_first(double x) {
  std::priority_queue<double, std::vector<double>, Nearer> q;
  // expected-error@+2 {{cannot differentiate this call of 'std::priority_queue::push'}}
  // expected-note@+1 {{compare with std::less, std::greater or a class without members}}
  q.push(x);
  return q.top();
}
