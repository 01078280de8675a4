// What is not followed in std::map and std::unordered_map.
// RUN: %clang_ad_plugin -w -ferror-limit=0 -fsyntax-only -Xclang -verify %s
#include <algorithm>
#include <list>
#include <map>
#include <string>
#include <vector>

using Map = std::map<int, double>;

// expected-note@+1 {{derivative of 'keys_of_parameter' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate in reverse mode: 'rows', a map of containers or a container of maps, may get or lose elements}}
// expected-note@+1 {{look them up by 'at' or 'find', or work on a copy}}
double keys_of_parameter(std::vector<Map> &rows, double x) {
  rows[0][1] = x;
  return rows[0][1];
}

// expected-note@+1 {{derivative of 'pointers_come' requested here}}
[[ad::differentiate(reverse)]]
// expected-error@+2 {{cannot differentiate in reverse mode: 'm', a map of pointers, may get or lose elements}}
// expected-note@+1 {{look them up by 'at' or 'find', or work on a copy}}
double pointers_come(std::map<int, double *> &m, double *p) {
  m[3] = p;
  return *m[1];
}

// expected-note@+1 {{derivative of 'rows_by_value' requested here}}
[[ad::differentiate(forward)]]
// expected-error@+2 {{cannot differentiate a parameter passed by value whose type holds a map}}
// expected-note@+1 {{pass it by const reference}}
double rows_by_value(std::vector<Map> rows, double x) { return rows[0].at(1) * x; }

struct Node {
  Map edges;
  double bias;
  Node() : bias(1) {}
};

// expected-note@+1 2{{derivative of 'starts_elsewhere' requested here}}
[[ad::differentiate(reverse)]]
double starts_elsewhere(double x) {
  // expected-error@+4 {{cannot differentiate 'nodes': in its vector, a 'Node' that is made without arguments is not zero}}
  // expected-note@+3 {{remove the default member initialisers or the default constructor of the class}}
  // expected-error@+2 {{cannot differentiate the vector 'nodes' in reverse mode: its elements do not start at zero}}
  // expected-note@+1 {{use a plain record of floating values}}
  std::vector<Node> nodes(2);
  nodes[0].edges[1] = x;
  return nodes[0].edges[1] * nodes[1].bias;
}

void grow(std::vector<Map> &rows, double x, int n) { // expected-note 0+{{}}
  if (n == 0)
    return;
  rows.push_back({{n, x}});
  grow(rows, x, n - 1);
}

// expected-note@+1 {{derivative of 'grown_by_call' requested here}}
[[ad::differentiate(reverse)]]
double grown_by_call(double x) {
  // expected-error@+2 {{cannot differentiate a pointer into the vector 'rows' in reverse mode, which 'grow' may resize}}
  // expected-note@+1 {{use indices, or a vector that keeps its size}}
  std::vector<Map> rows;
  grow(rows, x, 3);
  return rows[0].at(3);
}

// expected-note@+1 {{derivative of 'result' requested here}}
[[ad::differentiate(reverse)]]
std::map<int, std::vector<double>> result(double x) {
  std::map<int, std::vector<double>> m;
  // expected-error@+2 {{cannot differentiate in reverse mode a change of a vector's size through a pointer}}
  // expected-note@+1 {{change it through its name or a reference}}
  m[1].push_back(x);
  return m;
}

struct Holder {
  Map m;
  double scale;
};

// expected-error@+4 {{cannot differentiate a parameter passed by value whose type holds a map}}
// expected-note@+3 {{pass it by const reference}}
// expected-note@+1 {{derivative of 'given_holder' requested here}}
[[ad::differentiate(reverse)]]
double given_holder(Holder h, double x) {
  h.m[1] *= x;
  return h.m[1] * h.scale;
}

// expected-note@+1 {{derivative of 'which_map' requested here}}
[[ad::differentiate(reverse)]]
double which_map(double x, bool first) {
  Map a{{1, x}}, b{{1, x * x}};
  auto it = a.begin();
  if (!first)
    // expected-error@+2 {{cannot differentiate: this iterator leads into different maps}}
    // expected-note@+1 {{use one iterator for each map}}
    it = b.begin();
  return it->second;
}

// expected-note@+1 2 {{derivative of 'ranges' requested here}}
[[ad::differentiate(reverse)]]
double ranges(const Map &from, double x) {
  // expected-error@+2 {{cannot differentiate this constructor of 'Map'}}
  // expected-note@+1 {{insert its elements one by one}}
  Map m(from.begin(), from.end());
  // expected-error@+2 {{cannot differentiate this call of 'std::map<int, double>::merge'}}
  // expected-note@+1 {{use [], at, find, insert, erase or a loop over the elements}}
  m.merge(Map{{1, x}});
  return m[1];
}

struct Listed {
  Map m;
  std::list<int> keys;
};

// expected-note@+1 {{derivative of 'on_the_heap' requested here}}
[[ad::differentiate(forward)]]
double on_the_heap(double x) {
  // expected-error@+2 {{cannot differentiate 'new' of an object that holds a map}}
  // expected-note@+1 {{use a local variable, or keep the object in the caller}}
  Listed *l = new Listed;
  l->m[1] = x;
  double y = l->m.at(1);
  delete l;
  return y;
}

// expected-note@+1 {{derivative of 'through' requested here}}
[[ad::differentiate(reverse)]]
double through(std::vector<double> *const *v, double x) {
  std::vector<double> *first = v[0];
  // expected-error@+2 {{cannot differentiate in reverse mode a change of a vector's size through a pointer}}
  // expected-note@+1 {{change it through its name or a reference}}
  first->push_back(x);
  return (*first)[0] * x;
}

// expected-error@+4 {{cannot differentiate in reverse mode: 'table', a map of containers or a container of maps, may get or lose elements}}
// expected-note@+3 {{look them up by 'at' or 'find', or work on a copy}}
// expected-note@+1 {{derivative of 'nested' requested here}}
[[ad::differentiate(reverse)]]
double nested(std::map<int, Map> &table, double x) {
  table[1][2] = x;
  return table[1][2];
}
