// Functions without derivatives that are called again after what they read has changed: through
// pointers, arrays, members, globals.
#include "vectors.h"
#include <array>
#include <cmath>
#include <cstring>
#include <map>
#include <string>
#include <vector>

using V = std::vector<double>;

int len(const char *s) {
  int n = 0;
  while (*s++)
    ++n;
  return n;
}

int above(const double *p, int n) {
  int c = 0;
  while (n--)
    c += *p++ > 0.5;
  return c;
}

template <class T> int gsum(T b, T e) {
  int s = 0;
  while (b != e)
    s += *b++;
  return s;
}

int suma(const int *p, int n) {
  int c = 0;
  while (n--)
    c += *p++;
  return c;
}

namespace text_compared {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  char a[] = "abc", b[] = "abd";
  double s = v[0] * std::strcmp(a, b) + v[1] * (std::memcmp(a, b, 2) == 0) + v[2] * std::strlen(a);
  b[2] = 'a';
  a[1] = 'z';
  s += v[3] * (std::strcmp(a, b) > 0) + v[0] * std::strlen(a) * (std::memcmp(a, b, 2) == 0 ? 2 : 3);
  a[0] = 0;
  s *= v[1] * (std::strlen(a) + 1) * std::atoi("12");
  a[0] = b[0] = '7';
  return s * std::atoi(a);
}
} // namespace text_compared

namespace list_sum {
struct Node {
  int k;
  Node *n;
};
int sum(const Node *p) {
  int s = 0;
  while (p) {
    s += p->k;
    p = p->n;
  }
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Node *h = nullptr;
  for (int i = 0; i < 3; ++i)
    h = new Node{i + 1, h};
  double s = v[0] * sum(h);
  h->k = 9;
  s += v[1] * sum(h);
  h->n->k = 5;
  s *= v[2] * sum(h);
  while (h) {
    Node *n = h->n;
    delete h;
    h = n;
  }
  return s;
}
} // namespace list_sum

namespace tree_size {
struct Node {
  int k;
  Node *l, *r;
};
int size(const Node *p) { return p ? 1 + size(p->l) + size(p->r) : 0; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Node c{3, nullptr, nullptr}, b{2, nullptr, nullptr}, a{1, &b, nullptr};
  double s = v[0] * size(&a);
  a.r = &c;
  s += v[1] * size(&a);
  a.l = nullptr;
  return s * v[2] * size(&a);
}
} // namespace tree_size

namespace parsed {
int parse(const char *&p) {
  int n = 0;
  while (*p >= '0' && *p <= '9')
    n = 10 * n + *p++ - '0';
  return n;
}
int peek(const char *p) {
  while (*p == ' ')
    ++p;
  return *p;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  char buf[] = "12+3  *4";
  const char *p = buf;
  double s = v[0] * parse(p);
  while (*p) {
    int op = peek(p);
    while (*p && !(*p >= '0' && *p <= '9'))
      ++p;
    int n = parse(p);
    if (op == '+')
      s += v[1] * n;
    else
      s *= v[2] * n;
    buf[0] = '9';
    s += v[3] * peek(buf);
    buf[0] = ' ';
    s += 0.01 * v[3] * peek(buf);
  }
  return s;
}
} // namespace parsed

namespace cells {
struct Map {
  char g[3][4];
  int count(char c) const {
    int n = 0;
    for (auto &r : g)
      for (const char *p = r; *p; ++p)
        n += *p == c;
    return n;
  }
};
int cnt(const char (*g)[4], char c) {
  int n = 0;
  for (int i = 0; i < 3; ++i)
    for (const char *p = g[i]; *p; ++p)
      n += *p == c;
  return n;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Map m{{"a.a", "..a", "aaa"}};
  double s = v[0] * m.count('a') * cnt(m.g, '.');
  m.g[0][0] = '.';
  s += v[1] * m.count('a') * cnt(m.g, '.');
  m.g[2][2] = 'q';
  s *= v[2] * m.count('a') * cnt(m.g, '.');
  return s;
}
} // namespace cells

namespace text_1 {
int cnt(const int (&s)[3]) {
  int c = 0;
  for (int i : s)
    c += i;
  return c;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int b[3] = {1, 2, 3};
  double s = v[0] * cnt(b);
  b[1] = 0;
  return s;
}
} // namespace text_1

namespace text_4 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  char b[] = "abc";
  double s = v[0] * len(b);
  b[1] = 0;
  s += v[1] * len(b);
  return s;
}
} // namespace text_4

namespace text_5 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  char b[] = "abc";
  double s = v[0] * len(b);
  b[1] = 0;
  s *= len(b);
  b[0] = 0;
  return s * v[1];
}
} // namespace text_5

namespace case_1 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double b[] = {v[0], v[1]};
  double s = v[2] * above(b, 2);
  b[0] = 0;
  return s + v[3] * above(b, 2);
}
} // namespace case_1

namespace case_2 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V b(v);
  double s = v[2] * above(b.data(), 2);
  b[0] = 0;
  return s + v[3] * above(b.data(), 2);
}
} // namespace case_2

namespace case_3 {
struct W {
  const int *p;
  int n;
};
int tot(W w) {
  int s = 0;
  while (w.n--)
    s += *w.p++;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int a[] = {1, 2, 3};
  double s = v[0] * tot({a, 3});
  a[1] = 9;
  return s + v[1] * tot({a, 3});
}
} // namespace case_3

namespace case_4 {
int sv(std::string_view s) {
  int n = 0;
  while (!s.empty()) {
    n += s[0] == 'a';
    s.remove_prefix(1);
  }
  return n;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::string t = "aba";
  double s = v[1] * sv(t);
  t[0] = 'z';
  return s + v[2] * sv(t);
}
} // namespace case_4

namespace case_6 {
struct R {
  int *p;
  int n;
  int sum() const {
    int s = 0;
    for (int *q = p; q != p + n; ++q)
      s += *q;
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int a[] = {1, 2, 3};
  R r{a, 3};
  double s = v[0] * r.sum();
  a[2] = 8;
  return s + v[1] * r.sum();
}
} // namespace case_6

namespace case_7 {
struct It {
  const int *p;
  bool operator!=(It o) const { return p != o.p; }
  It &operator++() {
    ++p;
    return *this;
  }
  int operator*() const { return *p; }
};
struct Rg {
  const int *b, *e;
  It begin() const { return {b}; }
  It end() const { return {e}; }
};
int tot(const Rg &r) {
  int s = 0;
  for (int x : r)
    s += x;
  return s;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int a[] = {1, 2, 3};
  Rg r{a, a + 3};
  double s = v[0] * tot(r);
  a[1] = 7;
  return s + v[2] * tot(r);
}
} // namespace case_7

namespace case_8 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int a[] = {1, 2, 3};
  double s = v[1] * gsum(a, a + 3);
  a[1] = 7;
  return s + v[3] * gsum(a, a + 3);
}
} // namespace case_8

namespace case_9 {
void fillv(int *p, int n, int k) {
  while (n--)
    *p++ = k;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int a[3];
  fillv(a, 3, 1);
  double s = v[0] * a[1];
  fillv(a, 2, 5);
  return s + v[1] * a[1];
}
} // namespace case_9

namespace case_10 {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> a{1, 2, 3};
  double s = v[1] * gsum(a.begin(), a.end());
  a[1] = 7;
  return s + v[3] * gsum(a.begin(), a.end());
}
} // namespace case_10

namespace case_11 {
struct P {
  double x;
  P *n;
};
int longer(const P *p) {
  int c = 0;
  while (p) {
    c += p->x > 1;
    p = p->n;
  }
  return c;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P b{v[0], nullptr}, a{v[1], &b};
  double s = v[2] * longer(&a);
  a.x = 0.1 * v[0];
  return s + v[3] * longer(&a) + a.x;
}
} // namespace case_11

namespace case_12 {
struct Bit {
  std::array<int, 8> t{};
  void add(int i, int d) {
    for (; i < 8; i += i & -i)
      t[i] += d;
  }
  int sum(int i) const {
    int s = 0;
    for (; i; i -= i & -i)
      s += t[i];
    return s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  Bit b;
  double s = v[0] * b.sum(7);
  b.add(3, 2);
  s += v[1] * b.sum(7);
  b.add(1, 5);
  return s * v[2] * b.sum(7);
}
} // namespace case_12

namespace other {
int depth(const int *p, int i) { return p[i] < 0 ? 0 : 1 + depth(p, p[i]); }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int p[] = {-1, 0, 1, 2};
  double s = v[0] * depth(p, 3);
  p[3] = 0;
  s += v[1] * depth(p, 3);
  return s;
}
} // namespace other

namespace cond {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int b[] = {1, 2};
  double s = 1;
  if (suma(b, 2) > 2)
    s = v[0] * s;
  b[0] = -7;
  if (suma(b, 2) > 2)
    s += v[1];
  else
    s *= v[2] * v[3];
  b[0] = 100;
  return s * v[1];
}
} // namespace cond

namespace loop {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int b[] = {1, 2};
  double s = 1;
  while (suma(b, 2) < 9) {
    s = s * v[0] + v[1] * suma(b, 2);
    b[1]++;
    if (suma(b, 2) % 2)
      s *= v[2];
  }
  return s * s;
}
} // namespace loop

namespace forl {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int b[] = {3, 2};
  double s = 1;
  for (int i = 0; i < suma(b, 2); i++) {
    s = s * v[0] + v[i % 4];
    if (i == 2)
      b[0] = 1;
  }
  b[0] = 50;
  return s * s;
}
} // namespace forl

namespace index_ {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  int b[] = {0, 1};
  V w(v);
  double s = 0;
  for (int t = 0; t < 3; t++) {
    s += w[suma(b, 2)] * v[t];
    w[suma(b, 2)] *= s;
    b[0]++;
    s *= v[suma(b, 2) % 4];
  }
  return s + w[1] * w[2];
}
} // namespace index_

namespace glob {
static int counter;
int next(const int *p) {
  int k = 0;
  while (k < *p)
    ++k;
  return counter + k;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  counter = 1;
  int one = 1;
  double s = v[0] * next(&one);
  counter = 5;
  s += v[1] * next(&one);
  counter = 2;
  s *= v[2] * next(&one);
  return s;
}
} // namespace glob

namespace cls {
struct G {
  std::vector<int> a;
  int n;
  int sum() const {
    int s = 0;
    for (auto p = a.begin(); p != a.end(); ++p)
      s += *p;
    return s * n;
  }
  void add(int k) {
    a.push_back(k);
    n++;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  G g{{1}, 1};
  double s = 0;
  for (int i = 0; i < 4; i++) {
    s += v[i] * g.sum() * s + v[0];
    g.add(i);
    s *= 1 + 0.1 * g.sum() * v[3];
  }
  return s;
}
} // namespace cls

namespace mapc {
int look(const std::map<int, int> &m, int k) {
  auto it = m.find(k);
  while (it == m.end())
    return -1;
  return it->second;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::map<int, int> m{{1, 2}};
  double s = v[0] * look(m, 1);
  m[1] = 7;
  s += v[1] * look(m, 1);
  m[2] = 3;
  s *= v[2] * look(m, 2) + look(m, 5);
  return s;
}
} // namespace mapc

namespace ckp {
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::vector<int> b(3, 1);
  double x = v[0];
  for (int t = 0; t < 6; t++) {
    x = std::sin(x) * suma(b.data(), 3) + v[1];
    b[t % 3] = suma(b.data(), 2) % 5;
  }
  return x;
}
} // namespace ckp

namespace refout {
void count(const double *p, int n, int &out) {
  out = 0;
  while (n--)
    out += *p++ > 0.5;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double b[] = {v[0], v[1]};
  int c;
  count(b, 2, c);
  double s = v[2] * c;
  b[0] = 0;
  count(b, 2, c);
  return s + v[3] * c;
}
} // namespace refout

namespace active {
int argmax(const double *p, int n) {
  const double *m = p;
  for (const double *q = p; q != p + n; ++q)
    if (*q > *m)
      m = q;
  return m - p;
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  double s = 0;
  for (int t = 0; t < 4; t++) {
    int k = argmax(w.data(), 4);
    s += w[k] * w[argmax(w.data(), 3)];
    w[k] *= 0.3 * v[t];
    w[argmax(&w[1], 3)] += 0.1;
  }
  return s;
}
} // namespace active

namespace ptrmember {
struct View {
  const double *p;
  int n;
  int big() const {
    int c = 0;
    for (int i = n; i-- > 0;) {
      if (p[i] < 0.5)
        continue;
      ++c;
    }
    return c;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  View g{w.data(), 4};
  double s = 0;
  for (int t = 0; t < 3; t++) {
    s += g.big() * v[t];
    w[t] = t % 2 ? 0.1 : v[0];
    s *= 1 + g.big();
  }
  return s * w[0];
}
} // namespace ptrmember

int main() {
  CHECK_CASE_TWICE(text_compared);
  CHECK_CASE_TWICE(list_sum);
  CHECK_CASE_TWICE(tree_size);
  CHECK_CASE_TWICE(parsed);
  CHECK_CASE_TWICE(cells);
  CHECK_CASE_TWICE(text_1);
  CHECK_CASE_TWICE(text_4);
  CHECK_CASE_TWICE(text_5);
  CHECK_CASE_TWICE(case_1);
  CHECK_CASE_TWICE(case_2);
  CHECK_CASE_TWICE(case_3);
  CHECK_CASE_TWICE(case_4);
  CHECK_CASE_TWICE(case_6);
  CHECK_CASE_TWICE(case_7);
  CHECK_CASE_TWICE(case_8);
  CHECK_CASE_TWICE(case_9);
  CHECK_CASE_TWICE(case_10);
  CHECK_CASE_TWICE(case_11);
  CHECK_CASE_TWICE(case_12);
  CHECK_CASE_TWICE(other);
  CHECK_CASE_TWICE(cond);
  CHECK_CASE_TWICE(loop);
  CHECK_CASE_TWICE(forl);
  CHECK_CASE_TWICE(index_);
  CHECK_CASE_TWICE(glob);
  CHECK_CASE_TWICE(cls);
  CHECK_CASE_TWICE(mapc);
  CHECK_CASE_TWICE(ckp);
  CHECK_CASE_TWICE(refout);
  CHECK_CASE_TWICE(active);
  CHECK_CASE_TWICE(ptrmember);
  return finish();
}
