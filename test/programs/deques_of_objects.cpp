// Deques, lists and queues of records with vectors: steps, layers, states that come and go.
#include "vectors.h"
#include <deque>
#include <list>
#include <queue>
#include <stack>
#include <string>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]
using V = std::vector<double>;

struct Step {
  V dx, dg;
  double rho = 0;
  int number = 0;
};
double weigh(const Step &s) {
  double t = std::sin(s.rho) + 0.1 * s.number;
  for (double x : s.dx)
    t = t * 0.5 + x;
  for (double x : s.dg)
    t = std::sin(t) + x;
  return t;
}

namespace windows { // the oldest goes
BOTH double f(const V &v) {
  std::deque<Step> q;
  double t = 0;
  for (int i = 0; i < 6; ++i) {
    Step s;
    s.dx = {v[i % 4], v[i % 4] * v[0]};
    s.dg.assign(v.begin(), v.begin() + 1 + i % 3);
    s.rho = v[3] * i;
    s.number = i;
    q.push_back(s);
    if (q.size() > 3)
      q.pop_front();
    t = std::sin(t) + weigh(q.front()) * weigh(q.back());
    q[0].dx[0] *= 1.5;
  }
  for (const Step &s : q)
    t = t * 0.5 + weigh(s);
  return t;
}
} // namespace windows

namespace both_ends { // and come in front, in place, moved
BOTH double f(const V &v) {
  std::deque<Step> q;
  for (int i = 0; i < 4; ++i) {
    q.emplace_front();
    q.front().dx = v;
    q.front().rho = v[i];
    Step s;
    s.dg = {v[1], v[2] * i};
    s.rho = q.back().rho;
    if (i % 2)
      q.push_front(std::move(s));
    else
      q.push_back(std::move(s));
    s.dg = V{v[0]};
    q.emplace_back(s);
    if (q.size() > 4) {
      q.pop_back();
      q.pop_front();
    }
    q.back().dx.push_back(q.front().rho);
  }
  double t = 0;
  for (std::size_t i = 0; i < q.size(); ++i)
    t = t * 0.3 + weigh(q[i]) * (1 + 0.1 * i);
  std::deque<Step> copy = q;
  while (!q.empty()) {
    t = std::sin(t) + weigh(q.front());
    q.pop_front();
  }
  return t * weigh(copy.at(1));
}
} // namespace both_ends

namespace members { // of a class, by methods
struct Memory {
  std::deque<Step> steps;
  std::size_t room = 2;
  void push(const V &dx, const V &dg) {
    Step s;
    s.dx = dx;
    s.dg = dg;
    double d = 0;
    for (std::size_t i = 0; i < dx.size(); ++i)
      d += dx[i] * dg[i];
    s.rho = 1 / d;
    steps.push_back(s);
    if (steps.size() > room)
      steps.pop_front();
  }
  V apply(V q) const { // the two loops of L-BFGS
    V alpha(steps.size());
    for (int i = int(steps.size()) - 1; i >= 0; --i) {
      const Step &s = steps[i];
      for (std::size_t k = 0; k < q.size(); ++k)
        alpha[i] += s.rho * s.dx[k] * q[k];
      for (std::size_t k = 0; k < q.size(); ++k)
        q[k] -= alpha[i] * s.dg[k];
    }
    std::size_t i = 0;
    for (const Step &s : steps) {
      double beta = 0;
      for (std::size_t k = 0; k < q.size(); ++k)
        beta += s.rho * s.dg[k] * q[k];
      for (std::size_t k = 0; k < q.size(); ++k)
        q[k] += (alpha[i] - beta) * s.dx[k];
      ++i;
    }
    return q;
  }
};
BOTH double f(const V &v) {
  Memory m;
  V x = v;
  V g(x.size());
  for (int it = 0; it < 4; ++it) {
    V dx(x.size()), dg(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      g[i] = (1 + i) * x[i] + 0.1 * x[i] * x[i] * x[i];
    const V d = m.apply(g);
    for (std::size_t i = 0; i < x.size(); ++i) {
      dx[i] = -0.1 * d[i];
      x[i] += dx[i];
      dg[i] = (1 + i) * x[i] + 0.1 * x[i] * x[i] * x[i] - g[i];
    }
    m.push(dx, dg);
  }
  double s = 0;
  for (double e : x)
    s += e * e;
  return s;
}
} // namespace members

namespace lists { // and queues and stacks
struct State {
  V at;
  double cost = 0;
  std::string name;
};
BOTH double f(const V &v) {
  std::list<State> open;
  std::queue<State> next;
  std::stack<State> done;
  for (int i = 0; i < 4; ++i) {
    State s;
    s.at = V(i + 1, v[i]);
    s.cost = v[0];
    s.name = i % 2 ? "odd" : "even";
    next.push(s);
    open.push_front(s);
  }
  double t = 0;
  while (!next.empty()) {
    State s = next.front();
    next.pop();
    for (double &x : s.at)
      t += x *= s.cost;
    s.cost += t;
    if (s.name == "odd" && s.at.size() < 4) {
      s.at.push_back(v[3]);
      s.name = "even";
      next.push(s);
    }
    done.push(std::move(s));
  }
  for (const State &s : open)
    t = t * 0.5 + s.at.back() * s.cost + s.name.size();
  open.pop_front();
  open.pop_back();
  for (State &s : open)
    s.at.resize(1);
  for (; !done.empty(); done.pop())
    t = 0.5 * t + done.top().at[0] * done.top().cost;
  return t * open.front().at[0] * open.back().cost;
}
} // namespace lists

namespace nested { // records in records, vectors of vectors; in a loop, by helpers
struct Inner {
  V a;
  double b[2] = {};
};
struct Outer {
  Inner one, two;
  std::vector<V> rows;
};
void rotate(std::deque<Outer> &q) {
  Outer first = q.front();
  q.pop_front();
  q.push_back(first);
}
double total(const std::deque<Outer> &q) {
  double t = 1;
  for (const Outer &o : q) {
    for (double x : o.one.a)
      t = t * 0.5 + x * o.two.b[1];
    for (const V &row : o.rows)
      for (double x : row)
        t += x * o.one.b[0];
  }
  return t;
}
BOTH double f(const V &v) {
  double t = 0;
  for (int k = 0; k < 2; ++k) {
    std::deque<Outer> q(2);
    q[0].one.a = v;
    q[1].two.b[1] = v[k];
    q[1].rows = {V{v[0], v[1]}, V{v[2]}};
    q[0].one.b[0] = v[1];
    q[1].one.b[0] = v[2] + t;
    q[0].two.b[1] = v[3];
    rotate(q);
    q.push_front(q[1]);
    q[1].one.a.push_back(t);
    rotate(q);
    q.front().rows.emplace_back(2, v[3]);
    t += std::sin(total(q));
  }
  return t;
}
} // namespace nested

int main() {
  CHECK_CASE_TWICE(windows);
  CHECK_CASE_TWICE(both_ends);
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(lists);
  CHECK_CASE_TWICE(nested);
  return finish();
}
