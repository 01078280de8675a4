// Numbers of objects that loops and branches set, and that pointers, references, copies, jumps and
// exceptions change: what they are known to be must be what they are.
#include "vectors.h"
#include <cmath>
#include <memory>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct S {
  int n;
  V x;
};
struct T {
  int n;
  int m;
  double y;
};
namespace chosen_reference {
BOTH double f(const V &v) {
  S s{2, v}, t{1, v};
  S &r = v[0] > 1 ? s : t;
  s.n = 3;
  r.n = 0;
  return s.x[s.n] * t.x[t.n] * v[1];
}
} // namespace chosen_reference
namespace chosen_pointer {
BOTH double f(const V &v) {
  T s{2, 1, v[1]}, t{1, 2, v[2]};
  T *p = v[0] > 1 ? &s : &t;
  s.n = 3;
  p->n = 0;
  double q = v[s.n] * v[t.n];
  t.n = 2;
  p->m = 3;
  p->n += 1;
  return q + v[s.n] * v[t.m] * v[t.n];
}
} // namespace chosen_pointer
namespace by_lambda {
BOTH double f(const V &v) {
  T s{2, 1, v[1]};
  auto g = [&s](int k) { s.n = k; };
  s.n = 3;
  g(1);
  double q = v[s.n];
  s.n = 2;
  g(0);
  return q * v[s.n] * v[s.m];
}
} // namespace by_lambda
namespace by_reference_member {
struct U {
  T &t;
  void set(int k) { t.n = k; }
};
BOTH double f(const V &v) {
  T s{2, 1, v[1]};
  U u{s};
  s.n = 3;
  u.set(1);
  double q = v[s.n];
  s.n = 2;
  for (int i = 0; i < 2; ++i)
    u.set(i);
  return q * v[s.n] * v[s.m];
}
} // namespace by_reference_member
namespace by_reference {
BOTH double f(const V &v) {
  T s{2, 1, v[1]};
  T &r = s;
  int &k = r.n;
  s.n = 3;
  k = 1;
  double q = v[s.n];
  for (int i = 0; i < 3; ++i) {
    s.n = 2;
    if (v[i] > 1)
      k = i;
    q += v[s.n] * v[i];
  }
  return q;
}
} // namespace by_reference
namespace returned_pointer {
static T *which(T *a, T *b, bool c) { return c ? a : b; }
BOTH double f(const V &v) {
  T s{2, 1, v[1]}, t{1, 1, v[2]};
  double q = 0;
  for (int i = 0; i < 4; ++i) {
    s.n = 2;
    t.n = 1;
    which(&s, &t, v[i] > 1)->n = i;
    q += v[s.n] * v[t.n] * v[t.n];
  }
  return q;
}
} // namespace returned_pointer
namespace left_early {
BOTH double f(const V &v) {
  double q = 0;
  for (int i = 0; i < 4; ++i) {
    T s{i, 1, v[i]};
    if (i == 1)
      continue;
    if (v[i] > 1) {
      s.n = 3;
      if (i == 2)
        break;
    } else {
      s.m = 2;
    }
    q += v[s.n] * v[s.m] * s.y;
  }
  return q;
}
} // namespace left_early
namespace fallen_through {
BOTH double f(const V &v) {
  double q = 0;
  T s{0, 0, v[0]};
  for (int i = 0; i < 4; ++i) {
    q += v[s.n] * v[s.m] * (i + 1);
    s.n = 3;
    switch (i) {
    case 0:
      s.m = 1;
      [[fallthrough]];
    case 1:
      q += v[s.m];
      s.n = 2;
      break;
    case 2:
      s.m = 3;
      break;
    default:
      s.n = 1;
    }
    q += v[s.n] * v[s.m];
  }
  return q;
}
} // namespace fallen_through
namespace thrown {
BOTH double f(const V &v) {
  double q = 0;
  T s{0, 1, v[0]};
  for (int i = 0; i < 4; ++i) {
    try {
      s.n = 3;
      if (v[i] > 1)
        throw 1;
      s.n = 2;
    } catch (int) {
      q += v[s.n] * v[s.m];
      s.m = 2;
    }
    q += v[s.n] * v[s.m] * v[i];
  }
  return q;
}
} // namespace thrown
namespace copied_within {
BOTH double f(const V &v) {
  double q = 0;
  for (int i = 0; i < 3; ++i) {
    T a[2] = {{1, 2, v[0]}, {3, 0, v[1]}};
    T s = a[i % 2];
    s.n = 2;
    T t = s;
    t.m = 1;
    a[i % 2] = t;
    std::swap(s, t);
    q += v[s.n] * v[s.m] * v[t.m] * v[a[1].n] * a[0].y;
  }
  return q;
}
} // namespace copied_within
namespace recursive {
static void rec(T &s, const V &v, int d, double &q) {
  s.n = d;
  q += v[s.n];
  if (d > 0) {
    rec(s, v, d - 1, q);
    q *= v[s.n];
    s.n = 3;
    T u = s;
    rec(u, v, 0, q);
    q += v[s.n] * v[u.n];
  }
}
BOTH double f(const V &v) {
  T s{0, 0, 1};
  double q = 0;
  rec(s, v, 3, q);
  return q * v[s.n];
}
} // namespace recursive
namespace in_a_vector {
BOTH double f(const V &v) {
  double q = 0;
  std::vector<T> ts;
  for (int i = 0; i < 3; ++i) {
    T s{i, 1, v[i]};
    s.m = 2;
    ts.push_back(s);
    T &b = ts.back();
    b.n = 3;
    b.m = 0;
    q += v[s.n] * v[s.m] * v[ts[i].n];
    s = ts[0];
    q += v[s.n] * v[s.m];
  }
  return q;
}
} // namespace in_a_vector
namespace by_a_number {
BOTH double f(const V &v) {
  double q = 0;
  int k = 1;
  for (int i = 0; i < 4; ++i) {
    T s{k, 1, v[i]};
    k = (k + 1) % 4;
    q += v[s.n] * v[k];
    s.m = k;
    k = 0;
    q += v[s.m];
    k = i;
  }
  return q;
}
} // namespace by_a_number
namespace wrapped { // 0 - 1 is a large number where it is unsigned
struct Sizes {
  unsigned n, m;
  std::size_t k;
  short h;
};
BOTH double f(const V &v) {
  double q = 0;
  for (int i = 0; i < 3; ++i) {
    Sizes s{0, 3, 0, 30000};
    if (s.n - 1 > 2)
      q += v[i] * v[i];
    if (s.n - s.m < 2)
      q *= v[3];
    if (s.k - 1 > s.m)
      q += v[1] * v[i];
    if (s.h + s.h > 50000 && s.h * 2 - 60000 == 0)
      q += std::sin(v[i]);
    if (s.m * 2 - 6 == s.n)
      q *= v[2];
  }
  return q;
}
} // namespace wrapped

int main() {
  CHECK_CASE_TWICE(chosen_reference);
  CHECK_CASE_TWICE(chosen_pointer);
  CHECK_CASE_TWICE(by_lambda);
  CHECK_CASE_TWICE(by_reference_member);
  CHECK_CASE_TWICE(by_reference);
  CHECK_CASE_TWICE(returned_pointer);
  CHECK_CASE_TWICE(left_early);
  CHECK_CASE_TWICE(fallen_through);
  CHECK_CASE_TWICE(thrown);
  CHECK_CASE_TWICE(copied_within);
  CHECK_CASE_TWICE(recursive);
  CHECK_CASE_TWICE(in_a_vector);
  CHECK_CASE_TWICE(by_a_number);
  CHECK_CASE_TWICE(wrapped);
  return finish();
}
