// What is not followed in std::deque, list, queue, stack and set.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <deque>
#include <list>
#include <queue>
#include <set>
#include <stack>
#include <vector>

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

// expected-note@+1 {{derivative of 'exchanged' requested here}}
[[ad::differentiate(forward)]]
double exchanged(double x) {
  std::list<double> a{x, x * x}, b;
  auto it = a.begin();
  // expected-error@+2 {{cannot differentiate: an iterator leads into a container that changes here}}
  // expected-note@+1 {{end the scope of the iterator before}}
  a.swap(b);
  return *it;
}

// expected-note@+1 {{derivative of 'either' requested here}}
[[ad::differentiate(forward)]]
double either(double x) {
  std::deque<double> a{x, x * x}, b{x};
  auto it = a.begin();
  // expected-error@+3 {{cannot differentiate: this iterator leads into different containers}}
  // expected-note@+2 {{use one iterator for each container}}
  if (x > 0)
    it = b.begin();
  return *it;
}

// expected-note@+1 {{derivative of 'unknown' requested here}}
[[ad::differentiate(forward)]]
double unknown(double x) {
  std::deque<double> d{x, x * x};
  std::deque<double>::iterator at[2] = {d.begin(), d.begin() + 1};
  // expected-error@+2 {{cannot differentiate: which container this iterator leads into is not known here}}
  // expected-note@+1 {{get the iterator from the container in the same function, or use an index}}
  return *at[0];
}

// expected-note@+1 {{derivative of 'first_of' requested here}}
[[ad::differentiate(forward)]]
// expected-error@+2 {{cannot differentiate a parameter that is an iterator of a deque}}
// expected-note@+1 {{pass the deque}}
double first_of(std::deque<double>::iterator it) { return *it; }

// expected-note@+1 {{derivative of 'shifted' requested here}}
[[ad::differentiate(forward)]]
double shifted(double x) {
  std::list<double> l{x, x * x};
  // expected-error@+2 {{cannot differentiate a pointer into a list whose elements change places}}
  // expected-note@+1 {{copy the element, or use an iterator}}
  double *last = &l.back();
  l.insert(l.begin(), x);
  return *last;
}

// expected-note@+1 {{derivative of 'spliced' requested here}}
[[ad::differentiate(forward)]]
double spliced(double x) {
  std::list<double> a{x, x * x}, b;
  // expected-error@+2 {{cannot differentiate a call to 'std::list<double>::splice'}}
  // expected-note@+1 {{use a std::deque}}
  b.splice(b.end(), a);
  return b.front();
}

// expected-note@+1 {{derivative of 'walked' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate a parameter of type 'std::set<double>'}}
// expected-note@+1 {{pass a std::vector}}
double walked(const std::set<double> &s) { return *s.begin(); }

[[ad::constant]] bool full(std::queue<double> q);
// expected-note@+1 {{derivative of 'shown' requested here}}
[[ad::differentiate(forward)]]
double shown(double x) {
  std::queue<double> q;
  q.push(x);
  // expected-error@+2 {{cannot differentiate a call that is given a 'std::queue<double>'}}
  // expected-note@+1 {{use a std::deque, or give it the elements}}
  return full(q) ? x : q.front();
}

struct Circular {
  double from;
  bool operator()(double a, double b) const { return a - from < b - from; }
};
// expected-note@+1 {{derivative of 'ordered' requested here}}
[[ad::differentiate(reverse)]]
double ordered(double x) {
  std::set<double, Circular> s(Circular{x});
  // expected-error@+2 {{cannot differentiate this use of a 'std::set'}}
  // expected-note@+1 {{compare with std::less, std::greater or a class without members}}
  s.insert(x * x);
  return *s.begin();
}

// expected-note@+1 {{derivative of 'erased' requested here}}
[[ad::differentiate(forward)]]
double erased(double x) {
  std::multiset<double> s{x, x * x};
  auto it = s.begin();
  // expected-error@+2 {{cannot differentiate: an iterator leads into a container that changes here}}
  // expected-note@+1 {{end the scope of the iterator before}}
  s.erase(x);
  return *it;
}

// expected-note@+1 {{derivative of 'pointed' requested here}}
[[ad::differentiate(forward)]]
double pointed(const std::vector<double> &x) {
  std::multiset<double> s(x.begin(), x.end());
  // expected-error@+2 {{cannot differentiate a pointer into a list whose elements change places}}
  // expected-note@+1 {{copy the element, or use an iterator}}
  const double *last = &*s.rbegin();
  s.erase(x[0]);
  return *last;
}

// expected-note@+1 {{derivative of 'referred' requested here}}
[[ad::differentiate(forward)]]
double referred(double x) {
  std::set<double> s{x, x * x};
  const double &first = *s.begin();
  // expected-error@+2 {{cannot differentiate: 'first' refers to an element of a deque whose front changes here}}
  // expected-note@+1 {{copy the element, or end the scope of the reference before}}
  s.insert(x * 0.1);
  return first;
}

// expected-note@+1 {{derivative of 'paired' requested here}}
[[ad::differentiate(forward)]]
double paired(double x) {
  std::set<double> s{x, x * x};
  auto made = s.insert(x * 3);
  // expected-error@+2 {{cannot differentiate: which container this iterator leads into is not known here}}
  // expected-note@+1 {{get the iterator from the container in the same function, or use an index}}
  return *made.first;
}

// expected-note@+1 {{derivative of 'hinted' requested here}}
[[ad::differentiate(forward)]]
double hinted(double x) {
  std::multiset<double> s{x, x * x};
  // expected-error@+2 {{cannot differentiate this call of 'std::multiset::insert'}}
  // expected-note@+1 {{use insert, find, erase or a loop over the elements}}
  s.insert(s.end(), x);
  return *s.begin();
}

// expected-note@+1 {{derivative of 'held' requested here}}
[[ad::differentiate(reverse)]]
double held(double x) {
  std::list<double> l{x, x * x};
  auto it = l.begin();
  // expected-error@+2 {{cannot differentiate a closure that holds an iterator of a list or deque}}
  // expected-note@+1 {{capture the iterator by reference}}
  auto read = [it] { return *it; };
  l.push_front(1);
  return read();
}

struct Delay {
  std::deque<double> past;
  double gain = 0;
};

// expected-note@+1 {{derivative of 'behind_pointer' requested here}}
[[ad::differentiate(reverse)]]
double behind_pointer(double x) {
  // expected-error@+2 {{cannot differentiate in reverse mode a change of a vector's size through a pointer}}
  // expected-note@+1 {{change it through its name or a reference}}
  Delay *d = new Delay;
  d->past.push_back(x);
  d->past.push_back(x * x);
  d->past.pop_front();
  x = d->past[0];
  delete d;
  return x;
}

struct Line {
  std::deque<double> past;
  double gain;
  explicit Line(double g) : gain(g) {}
};

// expected-note@+1 {{derivative of 'owned' requested here}}
[[ad::differentiate(forward)]]
double owned(double x) {
  // expected-error@+2 {{cannot differentiate 'new' of an object that holds a deque, and whose class has constructors or virtual functions}}
  // expected-note@+1 {{use a local variable, a std::vector, or keep the object in the caller}}
  Line *l = new Line(x);
  l->past.push_back(x);
  x = l->past[0] * l->gain;
  delete l;
  return x;
}

struct Both {
  Delay a, b;
};

// expected-note@+1 {{derivative of 'led' requested here}}
[[ad::differentiate(reverse)]]
double led(double x) {
  // expected-error@+2 {{cannot differentiate in reverse mode: 'both' holds a deque whose elements come and go, and needs its adjoint early}}
  // expected-note@+1 {{use a std::vector, or give the deque a variable of its own}}
  Both both;
  Delay *d = x > 0 ? &both.a : &both.b;
  d->gain = x;
  both.a.past.push_back(x * x);
  both.a.past.push_back(x);
  both.a.past.pop_front();
  return both.a.past[0] * both.a.gain;
}

struct Tapped {
  std::deque<double> past;
  double gain = 1;
};

// expected-note@+1 {{derivative of 'bank' requested here}}
[[ad::differentiate(forward)]]
double bank(double x) {
  // expected-error@+2 {{cannot differentiate 'taps': in its vector, a 'Tapped' that is made without arguments is not zero}}
  // expected-note@+1 {{remove the default member initialisers or the default constructor of the class}}
  std::vector<Tapped> taps(2);
  taps[1].past.push_front(x);
  return taps[1].past[0] * taps[1].gain;
}

struct Near {
  double at;
  bool operator()(double a, double b) const { return (a - at) * (a - at) < (b - at) * (b - at); }
};
// expected-note@+1 {{derivative of 'compared' requested here}}
[[ad::differentiate(reverse)]]
double compared(const std::vector<double> &x) {
  Near near{x[0]};
  near.at += x[1];
  // expected-error@+2 {{cannot differentiate this constructor of 'std::priority_queue<double, std::vector<double>, Near>'}}
  // expected-note@+1 {{make it empty and push the elements}}
  std::priority_queue<double, std::vector<double>, Near> q(x.begin(), x.end(), near);
  return q.top();
}
