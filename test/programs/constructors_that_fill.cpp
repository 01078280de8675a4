// Constructors that put something into lists, queues, streams: companions do it once.
#include "vectors.h"
#include <cmath>
#include <deque>
#include <list>
#include <memory>
#include <queue>
#include <set>
#include <sstream>
#include <stack>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace list {
struct Job {
  V w;
  std::list<int> todo;
  Job(const V &x) : w(x) {
    todo.push_back(2);
    todo.push_back(1);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Job j(v);
  double s = 1;
  while (!j.todo.empty()) {
    s *= j.w[j.todo.front()];
    j.todo.pop_front();
  }
  return s;
}
} // namespace list

namespace heap {
struct Job {
  V w;
  std::queue<int> todo;
  std::vector<std::string> names;
  Job(const V &x) : w(x) {
    todo.push(2);
    todo.push(1);
    names.push_back("ab");
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Job *j = new Job(v);
  double s = j->todo.size() * v[0] + j->names.size() * v[1];
  s *= j->w[j->todo.front()];
  delete j;
  return s;
}
} // namespace heap

namespace dflt {
struct Job {
  double w = 1;
  std::list<int> n;
  Job() { n.push_back(3); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Job j;
  j.w = v[0];
  return j.w * j.n.size();
}
} // namespace dflt

namespace variants {
struct A {
  double w;
  std::deque<int> d;
  std::multiset<int> m;
  std::unordered_multiset<int> u;
  std::stack<int> s;
  std::ostringstream o;
  std::string t = "x";
  A(double x) : w(x) {
    d.push_back(1);
    m.insert(1);
    u.insert(2);
    s.push(3);
    o << "abc";
    t += "y";
    reset();
  }
  void reset() {
    d.push_front(2);
    m.insert(1);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  A a(v[0]);
  return a.w * (a.d.size() + a.m.size() * 10 + a.u.size() * 100 + a.s.size() * 1000) +
         a.o.str().size() * v[1] + a.t.size() * v[2];
}
} // namespace variants

namespace returned {
struct Job {
  V w;
  std::list<int> todo;
  Job(const V &x) : w(x) { todo.push_back(1); }
};
static Job mk(const V &v) {
  Job j(v);
  j.todo.push_back(2);
  return j;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Job j = mk(v);
  auto k = std::make_shared<Job>(v);
  return j.todo.size() * j.w[0] + k->todo.size() * k->w[1];
}
} // namespace returned

namespace based {
struct Base {
  std::list<int> n;
  Base() { n.push_back(3); }
};
struct Dd : Base {
  double w;
  V q;
  Dd(const V &v) : w(v[0]), q(v) { n.push_back(4); }
};
struct Outer {
  Dd d;
  std::vector<std::string> k;
  Outer(const V &v) : d(v), k{"a"} { k.push_back("b"); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Outer o(v);
  Dd e(v);
  return o.d.w * o.d.n.size() + o.k.size() * o.d.q[1] + e.n.size() * e.w;
}
} // namespace based

namespace arr {
struct C {
  std::vector<std::string> n[2];
  double w;
  C(double x) : w(x) {
    n[0].push_back("a");
    n[1].push_back("b");
    n[1].push_back("c");
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  C c(v[0]);
  C d[2] = {C(v[1]), C(v[2])};
  return c.w * c.n[1].size() + d[1].w * d[0].n[1].size();
}
} // namespace arr

namespace given {
struct P {
  std::list<int> l;
  double w;
  P(std::list<int> x, double y) : l(std::move(x)), w(y) { l.push_back(7); }
  P(int n) : P(std::list<int>(n, 1), n) { l.pop_front(); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p({1, 2}, v[0]);
  P q(3);
  q.w *= v[1];
  return p.w * p.l.size() * p.l.back() + q.w * q.l.size();
}
} // namespace given

namespace member {
struct Job {
  double w = 1;
  std::list<int> n;
  Job() { n.push_back(3); }
};
struct Two {
  Job a;
  V q;
  Two(const V &v) : q(v) { a.n.push_back(1); }
};
struct Three {
  Two t;
  double k;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Two t(v);
  Three x{Two(v), v[1]};
  auto p = std::make_unique<Job>();
  p->w = v[2];
  return t.q[0] * t.a.n.size() + x.k * x.t.a.n.size() + p->w * p->n.size();
}
} // namespace member

int main() {
  CHECK_CASE_TWICE(list);
  CHECK_CASE_TWICE(heap);
  CHECK_CASE_TWICE(dflt);
  CHECK_CASE_TWICE(variants);
  CHECK_CASE_TWICE(returned);
  CHECK_CASE_TWICE(based);
  CHECK_CASE_TWICE(arr);
  CHECK_CASE_TWICE(given);
  CHECK_CASE_TWICE(member);
  return finish();
}
