// References that are members of objects in containers and behind smart pointers.
#include "vectors.h"
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace vec_scaled {
struct Scaled {
  const double &x;
  double k;
  double at(double t) const { return k * x * t; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Scaled> s;
  for (int i = 0; i < 3; ++i)
    s.push_back({v[i], 2.0 * v[3] + i});
  double r = 0;
  for (auto &e : s)
    r += e.at(v[0]);
  return r;
}
} // namespace vec_scaled

namespace emplace {
class Term {
  const V &c;
  double w;

public:
  Term(const V &c, double w) : c(c), w(w) {}
  double operator()(double t) const {
    double s = 0;
    for (size_t i = 0; i < c.size(); ++i)
      s += c[i] * std::pow(t, double(i));
    return w * s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Term> ts;
  ts.emplace_back(v, v[0]);
  ts.emplace_back(v, v[1]);
  ts.push_back(Term(v, 2));
  double r = 0;
  for (size_t i = 0; i < ts.size(); ++i)
    r += ts[i](v[2]);
  return r;
}
} // namespace emplace

namespace uptr {
struct Params {
  double a, b;
};
class Solver {
  const Params &p;
  V state;

public:
  explicit Solver(const Params &p) : p(p), state(2, 1.0) {}
  void step(double h) {
    double x = state[0];
    state[0] += h * p.a * state[1];
    state[1] -= h * p.b * x;
  }
  double energy() const { return state[0] * state[0] + state[1] * state[1]; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Params p{v[0], v[1]};
  auto s = std::make_unique<Solver>(p);
  for (int i = 0; i < 5; ++i) {
    s->step(0.1 * v[2]);
    if (i == 2)
      p.a *= v[3];
  }
  return s->energy();
}
} // namespace uptr

namespace sptr {
struct Node {
  double &x;
  std::shared_ptr<Node> next;
  Node(double &x, std::shared_ptr<Node> n) : x(x), next(std::move(n)) {}
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0], b = v[1], c = v[2];
  auto n = std::make_shared<Node>(a, std::make_shared<Node>(b, std::make_shared<Node>(c, nullptr)));
  double s = 0;
  int k = 1;
  for (auto p = n; p; p = p->next) {
    p->x *= v[3];
    s += p->x * k++;
  }
  b *= a;
  for (Node *p = n.get(); p; p = p->next.get())
    s += p->x * p->x;
  return s;
}
} // namespace sptr

namespace local_too {
struct Acc {
  double &t;
  double w;
  Acc(double &t, double w) : t(t), w(w) {}
  void add(double x) { t += w * x; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double t = v[0], u = 0;
  Acc a(t, v[1]);
  a.add(v[2]);
  std::vector<Acc> more;
  more.push_back(a);
  more.emplace_back(u, v[3]);
  for (auto &m : more)
    m.add(v[1]);
  Acc b = more[1];
  b.add(t);
  return t * u;
}
} // namespace local_too

namespace member_of {
struct Inn {
  const double &x;
  double k;
  Inn(const double &x, double k) : x(x), k(k) {}
  double g() const { return x * k; }
};
struct Outt {
  Inn a, b;
  double w;
  Outt(const double &p, const double &q, double w) : a(p, w), b(q, 2 * w), w(w) {}
  double all() const { return a.g() * b.g() + w; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Inn> is;
  is.emplace_back(v[0], v[1]);
  Outt o(v[1], v[2], v[3]);
  auto p = std::make_unique<Outt>(v[3], v[2], v[1]);
  return o.all() * is[0].g() + p->all();
}
} // namespace member_of

namespace recursive {
struct Cur {
  const V &d;
  size_t &at;
};
static double sum(Cur c, int depth) {
  if (c.at >= c.d.size() || depth > 6)
    return 1;
  double x = c.d[c.at++];
  return x * sum(c, depth + 1) + x;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  size_t at = 0;
  std::vector<Cur> cs;
  cs.push_back({v, at});
  return sum(cs[0], 0);
}
} // namespace recursive

namespace sorted {
struct Ref {
  const double &x;
  int i;
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<std::unique_ptr<Ref>> r;
  for (int i = 0; i < 4; ++i)
    r.push_back(std::unique_ptr<Ref>(new Ref{v[i], i}));
  double s = 0;
  for (int i = 3; i >= 0; --i)
    s = s * 0.5 + r[i]->x * r[i]->x * (r[i]->i + 1);
  return s;
}
} // namespace sorted

namespace matrix_view {
class Mat {
  V d;
  int n;

public:
  Mat(int n) : d(n * n), n(n) {}
  double &operator()(int i, int j) { return d[i * n + j]; }
  double operator()(int i, int j) const { return d[i * n + j]; }
  int size() const { return n; }
};
class Row {
  Mat &m;
  int i;

public:
  Row(Mat &m, int i) : m(m), i(i) {}
  double &operator[](int j) { return m(i, j); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Mat m(2);
  std::vector<Row> rows;
  for (int i = 0; i < 2; ++i)
    rows.emplace_back(m, i);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      rows[i][j] = v[i * 2 + j] * (i + 1);
  rows[0][1] *= rows[1][0];
  return m(0, 1) * m(1, 1) + rows[0][0];
}
} // namespace matrix_view

int main() {
  CHECK_CASE_TWICE(vec_scaled);
  CHECK_CASE_TWICE(emplace);
  CHECK_CASE_TWICE(uptr);
  CHECK_CASE_TWICE(sptr);
  CHECK_CASE_TWICE(local_too);
  CHECK_CASE_TWICE(member_of);
  CHECK_CASE_TWICE(recursive);
  CHECK_CASE_TWICE(sorted);
  CHECK_CASE_TWICE(matrix_view);
  return finish();
}
