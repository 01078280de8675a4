// Recursion, and returns from inside loops, with objects that hold references or closures: parsers,
// walkers, quadrature.
#include "vectors.h"
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

using V = std::vector<double>;

namespace {
struct Ctx {
  const V &v;
  double k;
};
} // namespace

namespace parser_ref {
struct Parser {
  const char *p;
  const V &v;
  double number() {
    if (*p == 'x') {
      ++p;
      int i = *p++ - '0';
      return v[i];
    }
    if (*p == '(') {
      ++p;
      double r = sum();
      ++p;
      return r;
    }
    double r = *p++ - '0';
    return r;
  }
  double product() {
    double r = number();
    while (*p == '*' || *p == '/') {
      char o = *p++;
      double q = number();
      r = o == '*' ? r * q : r / q;
    }
    return r;
  }
  double sum() {
    double r = product();
    while (*p == '+' || *p == '-') {
      char o = *p++;
      double q = product();
      r = o == '+' ? r + q : r - q;
    }
    return r;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Parser p{"x0*(x1+2)/x2-x3*x3", v};
  return p.sum();
}
} // namespace parser_ref

namespace parser_class {
class Parser {
  std::string s;
  size_t at = 0;
  const std::map<std::string, double> &vars;
  double atom() {
    if (s[at] == '(') {
      ++at;
      double r = expr();
      ++at;
      return r;
    }
    std::string n(1, s[at++]);
    auto it = vars.find(n);
    if (it != vars.end())
      return it->second;
    return n[0] - '0';
  }
  double term() {
    double r = atom();
    while (at < s.size() && s[at] == '*') {
      ++at;
      r *= atom();
    }
    return r;
  }

public:
  Parser(std::string t, const std::map<std::string, double> &m) : s(std::move(t)), vars(m) {}
  double expr() {
    double r = term();
    while (at < s.size() && (s[at] == '+')) {
      ++at;
      r += term();
    }
    return r;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<std::string, double> vars{{"a", v[0]}, {"b", v[1]}, {"c", v[2] * v[3]}};
  return Parser("a*(b+3*c)+a", vars).expr();
}
} // namespace parser_class

namespace quadrature {
struct Quad {
  std::function<double(double)> g;
  double eps;
  int calls = 0;
  double simpson(double a, double b) {
    ++calls;
    return (b - a) / 6 * (g(a) + 4 * g((a + b) / 2) + g(b));
  }
  double go(double a, double b, double whole, int depth) {
    double m = (a + b) / 2, l = simpson(a, m), r = simpson(m, b);
    if (depth <= 0 || std::fabs(l + r - whole) < eps)
      return l + r + (l + r - whole) / 15;
    return go(a, m, l, depth - 1) + go(m, b, r, depth - 1);
  }
  double run(double a, double b) { return go(a, b, simpson(a, b), 6); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Quad q{[&](double x) { return std::exp(-v[0] * x) * std::sin(v[1] * x); }, 1e-3};
  return q.run(0, v[2]) * v[3] + q.calls * v[0];
}
} // namespace quadrature

namespace tree_walk {
struct Node {
  double w;
  int l, r;
};
class Walk {
  const std::vector<Node> &t;
  double &sum;
  int depth = 0;

public:
  double decay;
  Walk(const std::vector<Node> &t, double &s, double d) : t(t), sum(s), decay(d) {}
  void visit(int i) {
    if (i < 0)
      return;
    ++depth;
    sum += t[i].w * std::pow(decay, depth);
    visit(t[i].l);
    visit(t[i].r);
    --depth;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<Node> t{{v[0], 1, 2}, {v[1], -1, 3}, {v[2], -1, -1}, {v[3] * v[0], -1, -1}};
  double s = v[1];
  Walk w(t, s, v[2]);
  w.visit(0);
  w.decay *= 0.5;
  w.visit(1);
  return s * s;
}
} // namespace tree_walk

namespace const_method {
struct Ev {
  const V &v;
  double k;
  double rec(int i) const { return i < 0 ? k : v[i] * rec(i - 1) + k; }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Ev e{v, v[3]};
  const Ev c{v, v[0]};
  return e.rec(2) * c.rec(1);
}
} // namespace const_method

namespace nested_standin {
struct Inn {
  const V &v;
  int at;
  double next() { return v[at++ % 4]; }
};
struct P {
  Inn in;
  double scale;
  double rec(int d) {
    double a = in.next() * scale;
    scale *= 1.1;
    return d == 0 ? a : a + rec(d - 1) * rec(d - 2 < 0 ? 0 : d - 2);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p{{v, 0}, v[0]};
  double r = p.rec(2);
  return r * p.scale + p.in.at;
}
} // namespace nested_standin

namespace base_standin {
struct B {
  V &m;
  B(V &m) : m(m) {}
  void bump(int i) { m[i] *= 1.5; }
};
struct S : B {
  double t = 0;
  S(V &m) : B(m) {}
  void rec(int i) {
    if (i == 4)
      return;
    bump(i);
    t += m[i] * m[(i + 1) % 4];
    rec(i + 1);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V m(v);
  S s(m);
  s.rec(0);
  return s.t * m[2];
}
} // namespace base_standin

namespace lambda_member {
template <class G> struct Tr {
  G g;
  double acc;
  void rec(int d, double x) {
    if (d == 0) {
      acc += g(x);
      return;
    }
    rec(d - 1, x * 1.1);
    rec(d - 1, x * 0.9 + acc * 0.01);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  auto g = [&](double x) { return v[0] * x * x + v[1]; };
  Tr<decltype(g)> t{g, 0};
  t.rec(3, v[2]);
  return t.acc * v[3];
}
} // namespace lambda_member

namespace loop_return {
struct Find {
  const V &v;
  double lim;
  double first() const {
    for (size_t i = 0; i < v.size(); ++i) {
      if (v[i] > lim)
        return v[i] * v[i];
      if (v[i] < 0)
        return -v[i];
    }
    return lim;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Find a{v, v[3]};
  Find b{v, 2 * v[0]};
  double s = 0;
  for (int k = 0; k < 2; ++k) {
    s += a.first() * b.first();
    a.lim *= 1.2;
  }
  return s;
}
} // namespace loop_return

namespace made_in_loop {
struct P {
  const V &v;
  double k;
  double rec(int i) {
    if (i == 0)
      return k;
    k *= v[i];
    return rec(i - 1) + v[i];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    P p{v, v[i]};
    s += p.rec(i + 1) * p.k;
  }
  return s;
}
} // namespace made_in_loop

namespace vector_members {
struct St {
  const V &v;
  V out;
  std::array<double, 2> m;
  void rec(int i) {
    if (i < 0)
      return;
    out.push_back(v[i] * m[i % 2]);
    m[i % 2] += out.back() * out.size();
    rec(i - 1);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  St s{v, {}, {1, 2}};
  s.rec(3);
  double t = 0;
  for (double x : s.out)
    t += x * x;
  return t * s.m[0] * s.m[1];
}
} // namespace vector_members

namespace string_members {
struct Lex {
  std::string text;
  size_t at;
  std::vector<std::string> seen;
  const V &v;
  double rec() {
    if (at >= text.size())
      return 1;
    std::string t(1, text[at++]);
    seen.push_back(t);
    double x = v[t[0] - '0'] * seen.size();
    return x * rec() + x;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Lex l{"0312", 0, {}, v};
  return l.rec() + l.seen.size() * v[0];
}
} // namespace string_members

namespace two_objects {
struct A {
  V &x;
  double rec(int d);
};
struct B {
  A &a;
  double s;
  double rec(int d) {
    if (d == 0)
      return s;
    s *= 1.1;
    return s + a.rec(d - 1);
  }
};
double A::rec(int d) {
  if (d <= 0)
    return x[0];
  x[d] *= x[d - 1];
  B b{*this, x[d]};
  return b.rec(d - 1) * 0.5;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V x(v);
  A a{x};
  return a.rec(3) * x[1];
}
} // namespace two_objects

namespace static_member_rec {
struct P {
  const V &v;
  static double sq(double x) { return x * x; }
  int d = 0;
  double rec(int i) {
    d++;
    return i > 2 ? sq(v[i]) : sq(v[i]) + rec(i + 1) * d;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p{v};
  return p.rec(0) + p.d;
}
} // namespace static_member_rec

namespace mutual {
struct P {
  const V &v;
  int i = 0;
  double even(int n) {
    i += 1;
    return n == 0 ? v[0] : v[i % 4] * odd(n - 1);
  }
  double odd(int n) {
    i += 2;
    return n == 0 ? v[1] : v[i % 4] + even(n - 1);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p{v};
  return p.even(4) * p.odd(3);
}
} // namespace mutual

namespace passes_itself {
struct P;
static double help(P &p, int d);
struct P {
  const V &v;
  int i;
  double rec(int d) {
    if (d == 0)
      return v[i];
    i = (i + 1) % 4;
    return v[i] * help(*this, d - 1);
  }
};
static double help(P &p, int d) { return 2 * p.rec(d); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p{v, 0};
  return p.rec(3);
}
} // namespace passes_itself

namespace lexer_free {
struct Lexer {
  const std::string &s;
  size_t at = 0;
  char peek() const { return at < s.size() ? s[at] : '\0'; }
  char next() { return s[at++]; }
};
static double expr(Lexer &l, const V &v);
static double atom(Lexer &l, const V &v) {
  if (l.peek() == '(') {
    l.next();
    double r = expr(l, v);
    l.next();
    return r;
  }
  return v[l.next() - '0'];
}
static double term(Lexer &l, const V &v) {
  double r = atom(l, v);
  while (l.peek() == '*') {
    l.next();
    r *= atom(l, v);
  }
  return r;
}
static double expr(Lexer &l, const V &v) {
  double r = term(l, v);
  while (l.peek() == '+') {
    l.next();
    r += term(l, v);
  }
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::string t = "0*(1+2)*3+0";
  Lexer l{t};
  return expr(l, v) * l.at;
}
} // namespace lexer_free

namespace lexer_active {
struct Ctx {
  const V &v;
  double &acc;
  int depth;
};
static double rec(Ctx &c, int i) {
  if (i >= 4)
    return 1;
  ++c.depth;
  c.acc += c.v[i] * c.depth;
  double r = c.v[i] * rec(c, i + 1);
  --c.depth;
  return r;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0];
  Ctx c{v, a, 0};
  double r = rec(c, 0);
  return r * a;
}
} // namespace lexer_active

namespace two_ctx {
static double rec(Ctx &a, const Ctx &b, int i) {
  if (i >= 4)
    return b.k;
  a.k *= b.v[i];
  return a.v[i] * rec(a, b, i + 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w{v[3], v[2], v[1], v[0]};
  Ctx a{v, 1}, b{w, 2};
  return rec(a, b, 0) * a.k + rec(b, b, 2);
}
} // namespace two_ctx

namespace lambda_of_ctx {
static double go(const std::function<double(int)> &g, int n) {
  return n == 0 ? g(0) : g(n) * go(g, n - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Ctx c{v, 1.5};
  return go(
             [&](int i) {
               c.k *= 1.1;
               return c.v[i] * c.k;
             },
             3) *
         c.k;
}
} // namespace lambda_of_ctx

namespace method_lambda {
struct Sol {
  const V &v;
  double t = 0;
  double walk(const std::function<double(double)> &g, int n) {
    t += n;
    return n == 0 ? g(t) : g(v[n]) * walk(g, n - 1);
  }
  double run() {
    return walk(
        [this](double x) {
          t += 0.5;
          return x * v[0] + t;
        },
        3);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Sol s{v};
  return s.run() * s.t;
}
} // namespace method_lambda

int main() {
  CHECK_CASE_TWICE(parser_ref);
  CHECK_CASE_TWICE(parser_class);
  CHECK_CASE_TWICE(quadrature);
  CHECK_CASE_TWICE(tree_walk);
  CHECK_CASE_TWICE(const_method);
  CHECK_CASE_TWICE(nested_standin);
  CHECK_CASE_TWICE(base_standin);
  CHECK_CASE_TWICE(lambda_member);
  CHECK_CASE_TWICE(loop_return);
  CHECK_CASE_TWICE(made_in_loop);
  CHECK_CASE_TWICE(vector_members);
  CHECK_CASE_TWICE(string_members);
  CHECK_CASE_TWICE(two_objects);
  CHECK_CASE_TWICE(static_member_rec);
  CHECK_CASE_TWICE(mutual);
  CHECK_CASE_TWICE(passes_itself);
  CHECK_CASE_TWICE(lexer_free);
  CHECK_CASE_TWICE(lexer_active);
  CHECK_CASE_TWICE(two_ctx);
  CHECK_CASE_TWICE(lambda_of_ctx);
  CHECK_CASE_TWICE(method_lambda);
  return finish();
}
