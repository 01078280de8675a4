// Vectors that are made of copies of a pointer, and std::stack on a vector.
#include "vectors.h"
#include <stack>
#include <string>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

// The pointers lead to one object; they are put in place one by one later on.
namespace aliases {
struct N {
  double v;
};
BOTH double f(const V &v) {
  N a{v[0]}, b{v[1]};
  N *at = &a;
  std::vector<N *> p(3, at);
  at = &b;
  p.resize(5, at);
  p[0]->v *= v[2];
  a.v += 1;
  p.assign(2, p[4]);
  p[1]->v *= p[0]->v;
  p.resize(4, p[0]);
  p.resize(6, nullptr);
  double s = a.v * v[3];
  for (N *n : p)
    if (n)
      s = s * 0.7 + n->v;
  return s;
}
} // namespace aliases

// In a loop, and null pointers.
namespace loops {
struct N {
  double v;
};
BOTH double f(const V &v) {
  std::vector<N> ns;
  for (double x : v)
    ns.push_back({x});
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    std::vector<N *> p(i + 1, &ns[i]);
    p.resize(4, &ns[3]);
    p[0]->v *= 1.5;
    if (i == 1)
      p.assign(2, nullptr);
    for (N *n : p)
      s = s * 0.7 + (n ? n->v * n->v : 1);
  }
  return s;
}
} // namespace loops

// Members that start with null pointers.
namespace members {
struct N {
  double v;
};
struct G {
  std::vector<N *> cells;
  std::vector<std::vector<N *>> rows;
  G(int n) : cells(n, nullptr), rows(n, std::vector<N *>(n, nullptr)) {}
};
BOTH double f(const V &v) {
  N a{v[0]}, b{v[1]};
  G g(2);
  g.cells[1] = &a;
  g.rows[0][1] = &b;
  double s = 0;
  for (auto *c : g.cells)
    if (c)
      s += c->v * v[2];
  for (auto &r : g.rows)
    for (auto *c : r)
      if (c)
        s += c->v * c->v * v[3];
  return s;
}
} // namespace members

// Pointers to what is only read.
namespace constants {
BOTH double f(const V &v) {
  std::vector<const double *> p(2, &v[1]);
  p.resize(4, v.data());
  double s = 0;
  for (auto *q : p)
    s = s * 0.5 + *q * *q;
  return s;
}
} // namespace constants

// A stack of objects with vectors.
namespace records {
struct S {
  std::vector<double> path;
  double cost;
};
BOTH double f(const V &v) {
  std::stack<S, std::vector<S>> q;
  q.push(S{{v[0]}, v[1]});
  double best = 0;
  while (!q.empty()) {
    S s = q.top();
    q.pop();
    if (s.path.size() >= 3) {
      best += s.cost * s.path[2] * s.path[0];
      continue;
    }
    for (int k = 0; k < 2; ++k) {
      S t = s;
      t.path.push_back(v[k + 2]);
      t.cost *= v[k];
      q.push(t);
    }
  }
  return best;
}
} // namespace records

// A stack of pointers.
namespace trees {
struct T {
  double v;
  T *l, *r;
};
BOTH double f(const V &v) {
  T a{v[0], nullptr, nullptr}, b{v[1], nullptr, nullptr}, c{v[2], &a, &b};
  std::stack<T *, std::vector<T *>> st;
  st.push(&c);
  double s = 0;
  while (!st.empty()) {
    T *t = st.top();
    st.pop();
    s = s * v[3] + t->v;
    if (t->l)
      st.push(t->l);
    if (t->r)
      st.push(t->r);
  }
  return s;
}
} // namespace trees

// References to the top.
namespace tops {
struct R {
  double v;
  int n;
};
BOTH double f(const V &v) {
  std::stack<R, std::vector<R>> st;
  for (int i = 0; i < 4; ++i)
    st.push({v[i], i});
  st.top().v *= v[0];
  R &t = st.top();
  t.v += t.n;
  double s = 0;
  while (st.size() > 1) {
    R a = st.top();
    st.pop();
    st.top().v += a.v * a.v;
    s += st.top().v;
  }
  return s * st.top().v;
}
} // namespace tops

// A stack that is passed on.
namespace calculator {
static double pop(std::stack<double, std::vector<double>> &s) {
  double x = s.top();
  s.pop();
  return x;
}
BOTH double f(const V &v) {
  std::stack<double, std::vector<double>> s;
  for (auto c : std::string("abc*+d*")) {
    if (c >= 'a' && c <= 'd')
      s.push(v[c - 'a']);
    else {
      double b = pop(s), a = pop(s);
      s.push(c == '+' ? a + b : a * b);
    }
  }
  return pop(s);
}
} // namespace calculator

// Made of a vector, copied.
namespace copies {
BOTH double f(const V &v) {
  std::vector<double> init(v);
  std::stack<double, std::vector<double>> s(init), t(s);
  s.push(v[0] * v[1]);
  t = s;
  t.pop();
  double r = 1;
  while (!t.empty()) {
    r = r * 0.5 + t.top() * t.top();
    t.pop();
  }
  return r * s.size();
}
} // namespace copies

// A member.
namespace machine {
struct R {
  double v;
  int n;
};
struct VM {
  std::stack<double, std::vector<double>> st;
  void push(double x) { st.push(x); }
  double pop() {
    double x = st.top();
    st.pop();
    return x;
  }
  void mul() {
    double a = pop(), b = pop();
    push(a * b);
  }
};
BOTH double f(const V &v) {
  VM m;
  for (double x : v)
    m.push(x);
  m.mul();
  m.mul();
  double a = m.pop();
  return a + m.pop() * a;
}
} // namespace machine

int main() {
  CHECK_CASE_TWICE(aliases);
  CHECK_CASE_TWICE(loops);
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(constants);
  CHECK_CASE_TWICE(records);
  CHECK_CASE_TWICE(trees);
  CHECK_CASE_TWICE(tops);
  CHECK_CASE_TWICE(calculator);
  CHECK_CASE_TWICE(copies);
  CHECK_CASE_TWICE(machine);
  return finish();
}
