// Recursion with objects that hold references, where members, what they stand for, and arguments
// are one: two names for a number.
#include "vectors.h"
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
  int d;
};
} // namespace

namespace two_bases_rec {
struct A {
  double &x;
  int n = 0;
};
struct B {
  double &x;
  int n = 1;
};
struct P : A, B {
  double k;
  P(double &a, double &b, double k) : A{a}, B{b}, k(k) {}
  double rec(int i) {
    if (i == 0)
      return k;
    A::x *= 1.1;
    B::x += A::x;
    A::n += 1;
    B::n += 2;
    return rec(i - 1) + A::x * B::n;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0], b = v[1];
  P p(a, b, v[2]);
  return p.rec(3) * a * b * p.A::n + v[3];
}
} // namespace two_bases_rec

namespace temporary {
static double rec(const Ctx &c, int i) { return i < 0 ? c.d : c.v[i] * rec(c, i - 1) + c.d; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return rec(Ctx{v, 2}, 3) * rec({v, 3}, 1);
}
} // namespace temporary

namespace new_ctx_each {
static double rec(const Ctx &c) { return c.d == 4 ? 1 : c.v[c.d] * rec(Ctx{c.v, c.d + 1}) + c.d; }
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  return rec({v, 0});
}
} // namespace new_ctx_each

namespace moved_ref {
struct Ctx {
  V &v;
  double k;
};
static double rec(Ctx &&c, int i) {
  return i < 0 ? c.k : (c.k *= c.v[i]) * rec(std::move(c), i - 1);
}
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  return rec(Ctx{w, 2}, 3);
}
} // namespace moved_ref

namespace member_ref_arg {
struct P {
  V &v;
  double x;
  double rec(int i, double &y) {
    if (i == 0)
      return y;
    y *= v[i];
    x += y;
    return rec(i - 1, x) + y;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  P p{w, v[0]};
  double z = v[1];
  double r = p.rec(3, z);
  return r * p.x * z;
}
} // namespace member_ref_arg

namespace elem_ref {
struct P {
  V &v;
  double &e;
  double rec(int i) {
    if (i == 0)
      return e;
    v[1] *= v[i] * e;
    return rec(i - 1) + e;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  P p{w, w[1]};
  return p.rec(3) * w[1];
}
} // namespace elem_ref

namespace default_arg {
struct P {
  const V &v;
  double rec(int i, double s = 2) const {
    return i == 0 ? s : v[i] * rec(i - 1) + rec(i - 1, s * v[0]);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p{v};
  return p.rec(3);
}
} // namespace default_arg

namespace pointer_member {
struct N {
  double x;
  N *next;
};
struct P {
  const V &v;
  N *at;
  double rec() {
    if (!at)
      return 1;
    double x = at->x;
    at = at->next;
    return x * rec() * v[0] + x;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  N c{v[3], nullptr}, b{v[2], &c}, a{v[1], &b};
  P p{v, &a};
  return p.rec();
}
} // namespace pointer_member

namespace map_member {
struct P {
  const V &v;
  std::map<int, double> memo;
  double fib(int n) {
    if (n < 2)
      return v[n];
    auto it = memo.find(n);
    if (it != memo.end())
      return it->second;
    return memo[n] = fib(n - 1) * v[2] + fib(n - 2) * v[3];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  P p{v, {}};
  return p.fib(6) + p.memo[3];
}
} // namespace map_member

namespace in_vector_loop {
struct P {
  const V &v;
  double w;
  double first(double lim) {
    for (size_t i = 0; i < v.size(); ++i) {
      w += v[i];
      if (v[i] > lim)
        return v[i] * w;
    }
    return w;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    P p{v, s};
    for (int j = 0; j < 2; ++j)
      s += 0.1 * p.first(0.5 * j) * p.w;
  }
  return s;
}
} // namespace in_vector_loop

namespace ref_to_local_changing {
struct P {
  double &t;
  double rec(int i) {
    if (i == 0)
      return t;
    t = t * 1.1 + i;
    return rec(i - 1) * t;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double t = v[0], s = 0;
  P p{t};
  for (int i = 1; i < 3; ++i) {
    t += v[i];
    s += p.rec(i);
    t *= v[3];
  }
  return s * t;
}
} // namespace ref_to_local_changing

namespace fn_member_modified {
struct P {
  std::function<double(double)> g;
  double acc = 0;
  double rec(int i, double x) {
    if (i == 0)
      return x;
    acc += g(x);
    return rec(i - 1, g(x) * 0.9);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double s = v[1];
  P p{[&](double x) {
    s += 0.1 * x;
    return x * v[0] + s;
  }};
  double r = p.rec(3, v[2]);
  return r * p.acc * s + v[3];
}
} // namespace fn_member_modified

namespace const_and_not {
struct P {
  const V &v;
  V &m;
  double rec(int i) {
    if (i == 0)
      return v[0];
    m[i - 1] *= v[i] + 1;
    double s = v[i - 1];
    return rec(i - 1) * s + v[i] * m[0];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  P p{w, w};
  return p.rec(3) * w[1];
}
} // namespace const_and_not

namespace const_scalar_alias {
struct P {
  const double &c;
  double &m;
  double rec(int i) {
    if (i == 0)
      return c;
    m *= 1.1 + c;
    double s = c * m;
    return rec(i - 1) + s;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  double a = v[0], b = v[1];
  P p{a, a}, q{b, a};
  return p.rec(3) * a + q.rec(2) * b;
}
} // namespace const_scalar_alias

namespace const_of_global_change {
struct P {
  const double &c;
  V &w;
  double rec(int i) {
    if (i == 0)
      return c;
    w[0] += c * w[i];
    return rec(i - 1) * c;
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  P p{w[0], w};
  return p.rec(3) * w[1];
}
} // namespace const_of_global_change

namespace const_grown {
struct P {
  const V &v;
  V &w;
  double rec(int i) {
    if (i == 0)
      return v.back();
    w.push_back(v[i] * w.size());
    return rec(i - 1) + v.size() * v[v.size() - 2];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  V w(v);
  P p{w, w};
  return p.rec(3) * w.back();
}
} // namespace const_grown

namespace const_string_changes {
struct P {
  const std::string &s;
  std::string &t;
  const V &v;
  double rec(int i) {
    if (i == 0)
      return s.size();
    t += "x";
    return v[i] * s.size() * rec(i - 1);
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::string t = "ab";
  P p{t, t, v};
  return p.rec(3) * v[0] * t.size();
}
} // namespace const_string_changes

namespace lambda_in_const {
struct P {
  const V &v;
  const std::function<double(double)> &g;
  double rec(int i) const { return i == 0 ? v[0] : g(v[i]) * rec(i - 1); }
};
[[ad::differentiate(forward, reverse)]]
double f(const V &v) {
  std::function<double(double)> g = [&](double x) { return x * v[0] + 1; };
  P p{v, g};
  return p.rec(3);
}
} // namespace lambda_in_const

int main() {
  CHECK_CASE_TWICE(two_bases_rec);
  CHECK_CASE_TWICE(temporary);
  CHECK_CASE_TWICE(new_ctx_each);
  CHECK_CASE_TWICE(moved_ref);
  CHECK_CASE_TWICE(member_ref_arg);
  CHECK_CASE_TWICE(elem_ref);
  CHECK_CASE_TWICE(default_arg);
  CHECK_CASE_TWICE(pointer_member);
  CHECK_CASE_TWICE(map_member);
  CHECK_CASE_TWICE(in_vector_loop);
  CHECK_CASE_TWICE(ref_to_local_changing);
  CHECK_CASE_TWICE(fn_member_modified);
  CHECK_CASE_TWICE(const_and_not);
  CHECK_CASE_TWICE(const_scalar_alias);
  CHECK_CASE_TWICE(const_of_global_change);
  CHECK_CASE_TWICE(const_grown);
  CHECK_CASE_TWICE(const_string_changes);
  CHECK_CASE_TWICE(lambda_in_const);
  return finish();
}
