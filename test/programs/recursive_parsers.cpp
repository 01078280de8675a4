// Recursive functions that throw, and are attempted where that is caught.
#include "vectors.h"
#include <cctype>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

// A parser with a reference to the text and a position.
namespace members {
struct ParseError : std::runtime_error {
  using std::runtime_error::runtime_error;
};
class Parser {
  const std::string &s;
  size_t pos = 0;
  double x;

public:
  Parser(const std::string &s, double x) : s(s), x(x) {}
  double expr() {
    double r = term();
    while (pos < s.size() && (s[pos] == '+' || s[pos] == '-')) {
      char op = s[pos++];
      double t = term();
      if (op == '+')
        r += t;
      else
        r -= t;
    }
    return r;
  }
  double term() {
    double r = factor();
    while (pos < s.size() && s[pos] == '*') {
      ++pos;
      r *= factor();
    }
    return r;
  }
  double factor() {
    if (pos >= s.size())
      throw ParseError("end");
    if (s[pos] == '(') {
      ++pos;
      double r = expr();
      if (pos >= s.size() || s[pos] != ')')
        throw ParseError("paren");
      ++pos;
      return r;
    }
    if (s[pos] == 'x') {
      ++pos;
      return x;
    }
    if (isdigit(s[pos]))
      return s[pos++] - '0';
    throw ParseError("bad");
  }
};
static double evaluate(const std::string &s, double x) {
  Parser p(s, x);
  return p.expr();
}
BOTH double f(const V &v) {
  double r = 0;
  const char *texts[] = {"x*x+2*(x+1)", "x*(x", "3*x-x*x*x"};
  for (const char *t : texts) {
    try {
      r += evaluate(t, v[0]) * v[1];
    } catch (const ParseError &e) {
      r += v[2] * v[3];
    }
  }
  return r;
}
} // namespace members

// The position is a pointer, which is where the parser stopped if it throws.
namespace pointers {
static double expr(const char *&p, double x);
static double atom(const char *&p, double x) {
  if (*p == '(') {
    ++p;
    double r = expr(p, x);
    if (*p != ')')
      throw std::runtime_error("expected )");
    ++p;
    return r;
  }
  if (*p == 'x') {
    ++p;
    return x;
  }
  throw std::runtime_error("syntax");
}
static double expr(const char *&p, double x) {
  double r = atom(p, x);
  while (*p == '+') {
    ++p;
    r += atom(p, x);
  }
  return r;
}
BOTH double f(const V &v) {
  double s = v[0];
  for (const char *t : {"x+x", "x+(x", "(x+x)+x"}) {
    const char *p = t;
    try {
      double y = expr(p, v[1]);
      s += y * y;
    } catch (const std::runtime_error &) {
      s *= v[2];
    }
  }
  return s + v[3];
}
} // namespace pointers

// Tokens are made first, in the function that is attempted.
namespace tokens {
enum Kind { Num, Var, Op, End };
struct Token {
  Kind kind;
  double value;
  char op;
};
static std::vector<Token> lex(const std::string &s) {
  std::vector<Token> out;
  for (size_t i = 0; i < s.size();) {
    if (std::isspace(s[i])) {
      ++i;
      continue;
    }
    if (std::isdigit(s[i])) {
      size_t n;
      double d = std::stod(s.substr(i), &n);
      out.push_back({Num, d, 0});
      i += n;
    } else if (s[i] == 'x') {
      out.push_back({Var, 0, 0});
      ++i;
    } else {
      out.push_back({Op, 0, s[i]});
      ++i;
    }
  }
  out.push_back({End, 0, 0});
  return out;
}
class Parser {
  std::vector<Token> t;
  size_t i = 0;
  double x;

public:
  Parser(std::vector<Token> t, double x) : t(std::move(t)), x(x) {}
  double expr() {
    double r = term();
    while (t[i].kind == Op && (t[i].op == '+' || t[i].op == '-')) {
      char o = t[i++].op;
      double y = term();
      r = o == '+' ? r + y : r - y;
    }
    return r;
  }
  double term() {
    double r = prim();
    while (t[i].kind == Op && t[i].op == '*') {
      ++i;
      r *= prim();
    }
    return r;
  }
  double prim() {
    Token k = t[i++];
    if (k.kind == Num)
      return k.value;
    if (k.kind == Var)
      return x;
    if (k.kind == Op && k.op == '(') {
      double r = expr();
      if (!(t[i].kind == Op && t[i].op == ')'))
        throw std::runtime_error("expected )");
      ++i;
      return r;
    }
    throw std::runtime_error("unexpected token");
  }
};
static double evaluate(const std::string &s, double x) {
  Parser p(lex(s), x);
  return p.expr();
}
BOTH double f(const V &v) {
  double r = 1;
  for (auto s : {"2 * x * (x + 3) - 1", "x * (x", "x+"}) {
    try {
      r += v[1] * evaluate(s, v[0]);
    } catch (const std::runtime_error &e) {
      r *= v[2] + v[3];
    }
  }
  return r;
}
} // namespace tokens

// Variables are looked up in a map.
namespace variables {
struct Env {
  std::map<std::string, double> vars;
};
static double prim(const char *&p, const Env &e) {
  while (std::isspace(*p))
    ++p;
  if (*p == '(') {
    ++p;
    double a = prim(p, e);
    while (*p == '+' || *p == '*') {
      char o = *p++;
      double b = prim(p, e);
      a = o == '+' ? a + b : a * b;
    }
    if (*p != ')')
      throw std::runtime_error("paren");
    ++p;
    return a;
  }
  std::string n;
  while (std::isalpha(*p))
    n += *p++;
  auto it = e.vars.find(n);
  if (it == e.vars.end())
    throw std::runtime_error("unknown " + n);
  return it->second;
}
BOTH double f(const V &v) {
  Env e;
  e.vars["a"] = v[0];
  e.vars["bc"] = v[1];
  double r = 0;
  for (const char *t : {"(a+bc*a)", "(a+(bc*d))", "((a*bc)+a"}) {
    const char *p = t;
    try {
      r += prim(p, e);
    } catch (const std::exception &x) {
      r += v[2] * v[3];
    }
  }
  return r;
}
} // namespace variables

// A return and a loop in the block that is attempted.
namespace loops {
static double rec(double x, int n) {
  if (n == 0)
    throw 42;
  return x > 3 ? x : rec(x * x + 1, n - 1) * x;
}
BOTH double f(const V &v) {
  int k = 0;
  try {
    for (int i = 0; i < 3; ++i) {
      ++k;
      double r = rec(v[i] * 0.5, 2);
      if (r > 1.5 * v[i])
        return r * k;
    }
  } catch (int e) {
    return v[3] * e * k;
  }
  return v[0] * k;
}
} // namespace loops

// The handler asks the exception.
namespace messages {
static double rec(double x, int n) {
  if (n == 0)
    throw std::runtime_error("deep");
  return x > 3 ? x : rec(x * x + 1, n - 1) * x;
}
BOTH double f(const V &v) {
  double r;
  int len = 0;
  try {
    r = rec(v[0], 1) * rec(v[1], 1);
  } catch (const std::runtime_error &e) {
    len = std::strlen(e.what());
    r = v[1] * len;
  }
  return r * v[2] + v[3] + len;
}
} // namespace messages

int main() {
  CHECK_CASE_TWICE(members);
  CHECK_CASE_TWICE(pointers);
  CHECK_CASE_TWICE(tokens);
  CHECK_CASE_TWICE(variables);
  CHECK_CASE_TWICE(loops);
  CHECK_CASE_TWICE(messages);
  return finish();
}
