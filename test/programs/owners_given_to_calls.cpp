// std::unique_ptr and classes that own memory, passed by value to functions that return from inside
// loops (so that they stay calls): given away again, moved into others, released, left to be
// destroyed. Nothing is left behind, whoever has them in the end.
#include "nothing_left.h"
#include "vectors.h"
#include <memory>
#include <utility>
using V = std::vector<double>;

#define AD_MODES [[ad::differentiate(forward, reverse, checkpointed)]]

namespace only_read {
static double eat(std::unique_ptr<double> p, double k) {
  for (int i = 0; i < 3; ++i)
    if (*p > 5)
      return k;
  return *p * k;
}
AD_MODES double f(const V &x) {
  auto p = std::make_unique<double>(x[0] * x[1]);
  const double s = eat(std::move(p), x[2]);
  return p ? s * 2 : s;
}
} // namespace only_read

namespace given_back {
static std::unique_ptr<double> pass(std::unique_ptr<double> p, double k) {
  for (int i = 0; i < 3; ++i)
    if (*p > 0.55) {
      *p *= k;
      return p;
    }
  *p += k;
  return p;
}
AD_MODES double f(const V &x) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    auto p = std::make_unique<double>(x[i]);
    auto q = pass(std::move(p), x[(i + 1) % 3]);
    s += *q * *q;
    q = pass(std::make_unique<double>(s), x[0]);
    s = *q;
  }
  return s;
}
} // namespace given_back

namespace kept_by_another {
static void give(std::unique_ptr<double> p, std::unique_ptr<double> &to) {
  for (int i = 0; i < 3; ++i)
    if (*p > 0.5) {
      to = std::move(p);
      return;
    }
  *p *= 2;
  to.swap(p);
}
AD_MODES double f(const V &x) {
  double s = 0;
  auto to = std::make_unique<double>(x[0]);
  for (int i = 0; i < 3; ++i) {
    give(std::make_unique<double>(x[i]), to);
    s += *to * x[0];
  }
  return s;
}
} // namespace kept_by_another

namespace released {
struct Node {
  double v;
};
static double take(std::unique_ptr<Node> p, Node *&out, double k) {
  for (int i = 0; i < 3; ++i)
    if (p->v > 0.7) {
      out = p.release();
      return k;
    }
  p.reset(new Node{k});
  for (int i = 0; i < 3; ++i)
    p->v *= k;
  return p->v;
}
AD_MODES double f(const V &x) {
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    Node *out = nullptr;
    auto q = std::make_unique<Node>();
    q->v = x[i];
    s += take(std::move(q), out, x[(i + 1) % 3]);
    if (out) {
      s += out->v * x[0];
      delete out;
    }
  }
  return s;
}
} // namespace released

namespace walked {
struct Node {
  double v;
  std::unique_ptr<Node> next;
};
static double fold(std::unique_ptr<Node> p, double k) {
  double s = 0;
  while (p) {
    s = s * k + p->v;
    if (s > 2.5)
      return s;
    p = std::move(p->next);
  }
  return s * k;
}
AD_MODES double f(const V &x) {
  std::unique_ptr<Node> head;
  for (int i = 0; i < 3; ++i) {
    auto q = std::make_unique<Node>();
    q->v = x[i];
    q->next = std::move(head);
    head = std::move(q);
  }
  return fold(std::move(head), x[0]) * x[1];
}
} // namespace walked

namespace with_functions { // and what these capture
struct Array {
  double *d;
  int n;
  explicit Array(int m) : d(new double[m]()), n(m) {}
  Array(const Array &o) : d(new double[o.n]), n(o.n) {
    for (int i = 0; i < n; ++i)
      d[i] = o.d[i];
  }
  Array &operator=(const Array &) = delete;
  ~Array() { delete[] d; }
};
template <class G> static double of_class(Array m, G g) {
  double s = 0;
  for (int i = 0; i < m.n; ++i) {
    m.d[i] = g(m.d[i]);
    s += m.d[i];
    if (s > 3)
      return s * m.d[0];
  }
  return s;
}
template <class G> static double of_pointer(std::unique_ptr<double[]> m, int n, G g) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    m[i] = g(m[i]);
    s += m[i];
    if (s > 2)
      return s * m[0];
  }
  return s;
}
AD_MODES double f(const V &x) {
  Array a(3);
  for (int i = 0; i < 3; ++i)
    a.d[i] = x[i] * x[0];
  const double k = x[1];
  double s = of_class(a, [k](double v) { return v * k; });
  s += of_class(a, [&](double v) { return v * v * s; });
  for (int r = 0; r < 2; ++r) {
    std::unique_ptr<double[]> b(new double[3]);
    for (int i = 0; i < 3; ++i)
      b[i] = x[i] * x[r];
    s += of_pointer(std::move(b), 3, [k](double v) { return v * k * k; });
  }
  return s * a.d[2];
}
} // namespace with_functions

int main() {
  LEAVES_NOTHING(CHECK_CASE(only_read, {0.5, 1.5, 0.75}));
  LEAVES_NOTHING(CHECK_CASE(only_read, {4.5, 1.5, 0.75}));
  LEAVES_NOTHING(CHECK_CASE(given_back, {0.5, 0.9, 0.3}));
  LEAVES_NOTHING(CHECK_CASE(kept_by_another, {0.4, 0.9, 0.3}));
  LEAVES_NOTHING(CHECK_CASE(released, {0.4, 0.9, 0.8}));
  LEAVES_NOTHING(CHECK_CASE(walked, {0.4, 0.9, 0.8}));
  LEAVES_NOTHING(CHECK_CASE(walked, {1.4, 2.9, 0.8}));
  LEAVES_NOTHING(CHECK_CASE(with_functions, {0.4, 0.9, 0.8}));
  return finish();
}
