// Pointers in objects that are known to lead to memory which the function names: buffers that are
// swapped, moved, grown and freed, views that walk, are copied, and are pointed elsewhere.
#include "vectors.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <utility>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Buf {
  int n;
  double *p;
  explicit Buf(int k) : n(k), p(new double[k]) {
    for (int i = 0; i < k; ++i)
      p[i] = 0;
  }
  Buf(const Buf &o) : n(o.n), p(new double[o.n]) {
    for (int i = 0; i < n; ++i)
      p[i] = o.p[i];
  }
  Buf(Buf &&o) : n(o.n), p(o.p) {
    o.n = 0;
    o.p = nullptr;
  }
  Buf &operator=(const Buf &o) {
    if (this != &o) {
      double *q = new double[o.n];
      for (int i = 0; i < o.n; ++i)
        q[i] = o.p[i];
      delete[] p;
      p = q;
      n = o.n;
    }
    return *this;
  }
  Buf &operator=(Buf &&o) {
    std::swap(p, o.p);
    std::swap(n, o.n);
    return *this;
  }
  ~Buf() { delete[] p; }
  void grow(double x) {
    double *q = new double[n + 1];
    for (int i = 0; i < n; ++i)
      q[i] = p[i];
    q[n] = x;
    delete[] p;
    p = q;
    ++n;
  }
  void swap(Buf &o) {
    std::swap(n, o.n);
    std::swap(p, o.p);
  }
  double sum() const {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += p[i] * p[i] * (i + 1);
    return s;
  }
};
namespace swapped {
BOTH double f(const V &v) {
  double s = 0;
  for (int t = 0; t < 4; ++t) {
    Buf a(2), b(2);
    a.p[0] = v[t];
    a.p[1] = v[0] * t;
    b.p[0] = v[1];
    b.p[1] = s + 1;
    a.swap(b);
    s += a.p[0] * b.p[1] + a.sum();
    a.grow(v[2]);
    s += a.sum() * 0.1 + b.p[0];
  }
  return s;
}
} // namespace swapped
namespace copied_and_moved {
BOTH double f(const V &v) {
  Buf a(3);
  for (int i = 0; i < 3; ++i)
    a.p[i] = v[i];
  Buf b = a;
  b.p[1] *= v[3];
  a = b;
  a.p[0] = b.p[2] * 2;
  b = std::move(a);
  double s = b.sum();
  Buf c(std::move(b));
  c.p[2] += s;
  a = c;
  return a.sum() + c.sum() * 0.5;
}
} // namespace copied_and_moved
namespace double_buffered {
BOTH double f(const V &v) {
  Buf a(4), b(4);
  for (int i = 0; i < 4; ++i)
    a.p[i] = v[i];
  for (int t = 0; t < 5; ++t) {
    for (int i = 0; i < 4; ++i)
      b.p[i] = std::sin(a.p[i]) + a.p[(i + 1) % 4] * 0.2;
    std::swap(a.p, b.p);
  }
  return a.sum() + b.p[1];
}
} // namespace double_buffered
struct View {
  const double *p;
  int n;
};
struct Mut {
  double *p;
  int n;
};
namespace views {
BOTH double f(const V &v) {
  View a{v.data(), 4}, b{v.data() + 1, 3};
  double s = 0;
  for (int i = 0; i < b.n; ++i)
    s += a.p[i] * b.p[i];
  a = b;
  b.p = v.data();
  for (int i = 0; i < a.n; ++i)
    s += a.p[i] * b.p[i] * s;
  ++a.p;
  --a.n;
  s += a.p[0] * a.p[1];
  return s;
}
} // namespace views
namespace chosen {
BOTH double f(const V &v) {
  double x[4], y[4];
  for (int i = 0; i < 4; ++i) {
    x[i] = v[i];
    y[i] = v[3 - i];
  }
  Mut m{x, 4};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    Mut k = m;
    if (v[t] > 1)
      k.p = y;
    for (int i = 0; i < k.n; ++i) {
      k.p[i] *= 1.1;
      s += k.p[i] * m.p[i];
    }
    m.p = t == 1 ? y : x;
    s += m.p[t];
  }
  return s;
}
} // namespace chosen
namespace nested {
struct W {
  Mut a, b;
};
BOTH double f(const V &v) {
  double x[4], y[4];
  for (int i = 0; i < 4; ++i) {
    x[i] = v[i];
    y[i] = v[i] * v[i];
  }
  W w{{x, 4}, {y, 4}};
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < w.a.n; ++i) {
      w.b.p[i] = std::sin(w.a.p[i]) * w.b.p[i];
      s += w.b.p[i];
    }
    std::swap(w.a, w.b);
  }
  w.a = w.b;
  for (int i = 0; i < 4; ++i)
    w.a.p[i] += s * x[i];
  return w.b.p[2] * x[1] + y[3];
}
} // namespace nested
namespace walking {
BOTH double f(const V &v) {
  double s = 0;
  double x[4] = {v[0], v[1], v[2], v[3]};
  for (int t = 0; t < 3; ++t) {
    Mut m{x, 4};
    double *q = m.p;
    while (m.n > 1) {
      *m.p *= m.p[1];
      s += *m.p;
      ++m.p;
      --m.n;
    }
    q[0] += s * 0.1;
    m.p = q;
    s += m.p[3];
  }
  return s;
}
} // namespace walking
namespace by_functions {
static Mut make(double *p, int n) {
  Mut m{p, n};
  return m;
}
static void turn(Mut &m, double *p) { m.p = p; }
BOTH double f(const V &v) {
  double x[4], y[4];
  for (int i = 0; i < 4; ++i) {
    x[i] = v[i];
    y[i] = 2 * v[i];
  }
  Mut m = make(x, 4);
  m.p[0] *= 2;
  turn(m, y);
  m.p[1] *= x[0];
  double s = 0;
  for (int i = 0; i < 4; ++i)
    s += m.p[i] * x[i];
  turn(m, x);
  m.p[2] = s;
  return s * x[2] + y[1];
}
} // namespace by_functions
namespace unique {
struct H {
  std::unique_ptr<double[]> p;
  int n;
};
BOTH double f(const V &v) {
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    H h{std::make_unique<double[]>(4), 4};
    for (int i = 0; i < 4; ++i)
      h.p[i] = v[i] * (t + 1);
    H g{std::move(h.p), h.n};
    h.p = std::make_unique<double[]>(2);
    h.p[0] = g.p[1];
    h.p[1] = s;
    s += h.p[0] * h.p[1] + g.p[3] * g.p[2];
    std::swap(h, g);
    s += h.p[0] * g.p[0];
  }
  return s;
}
} // namespace unique
namespace layers {
struct L {
  double *w;
  double *b;
  L(double *q) : w(q), b(q + 2) {}
  double run(double x) const { return std::tanh(w[0] * x + w[1]) * b[0] + b[1]; }
};
BOTH double f(const V &v) {
  V q(v);
  double s = v[0];
  for (int t = 0; t < 3; ++t) {
    L l(q.data());
    s = l.run(s);
    l.w[0] += 0.1 * s;
    l.b = l.w + 1;
    s += l.run(s);
  }
  return s;
}
} // namespace layers
namespace thrown {
BOTH double f(const V &v) {
  double s = 0;
  for (int t = 0; t < 4; ++t) {
    Buf a(2);
    a.p[0] = v[t];
    a.p[1] = s;
    try {
      if (v[t] > 1) {
        a.grow(v[0]);
        if (a.n > 2)
          throw t;
      }
      s += a.sum() * 0.3;
    } catch (int k) {
      s += a.p[2] * a.p[k % 2];
    }
    if (s > 8) {
      s *= 0.1;
      continue;
    }
    if (t == 2 && v[1] > 1)
      break;
    a.grow(s);
    s += a.p[a.n - 1] * 0.1;
  }
  return s;
}
} // namespace thrown
namespace pointed_to {
BOTH double f(const V &v) {
  Buf a(4);
  std::memcpy(a.p, v.data(), 4 * sizeof(double));
  Buf *r = &a;
  Buf b(4);
  double s = 0;
  for (int t = 0; t < 3; ++t) {
    for (int i = 0; i < 4; ++i)
      b.p[i] = r->p[i] * r->p[(i + t) % 4];
    r->swap(b);
    s += a.sum() * 0.05;
    r = t % 2 ? &a : &b;
  }
  return s + a.p[1] * b.p[2];
}
} // namespace pointed_to
int main() {
  CHECK_CASE_TWICE(swapped);
  CHECK_CASE_TWICE(copied_and_moved);
  CHECK_CASE_TWICE(double_buffered);
  CHECK_CASE_TWICE(views);
  CHECK_CASE_TWICE(chosen);
  CHECK_CASE_TWICE(nested);
  CHECK_CASE_TWICE(walking);
  CHECK_CASE_TWICE(by_functions);
  CHECK_CASE_TWICE(unique);
  CHECK_CASE_TWICE(layers);
  CHECK_CASE_TWICE(thrown);
  CHECK_CASE_TWICE(pointed_to);
  return finish();
}
