// Range-based for over classes of the user's: with iterators of their own, ends of another type,
// and ranges that make their values.
#include "vectors.h"
#include <cmath>
#include <utility>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace strided {
struct Strided {
  struct iterator {
    iterator(const double *p, int step) : p_(p), step_(step) {}
    const double &operator*() const { return *p_; }
    iterator &operator++() {
      p_ += step_;
      return *this;
    }
    bool operator!=(const iterator &o) const { return p_ != o.p_; }
    const double *p_;
    int step_;
  };
  Strided(const double *p, int n, int step) : p_(p), n_(n), step_(step) {}
  iterator begin() const { return iterator(p_, step_); }
  iterator end() const { return iterator(p_ + n_ * step_, step_); }
  const double *p_;
  int n_, step_;
};
double first_above(const Strided &r, double t) {
  for (double v : r)
    if (v > t)
      return v * v;
  return t;
}
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (double v : Strided(x.data(), n / 2, 2))
    s = s * v + v * v;
  const Strided all(x.data(), n, 1);
  for (double a : all)
    for (double b : all) {
      if (b > a)
        continue;
      s += a * b;
    }
  return s + first_above(all, x[0]) + first_above(all, 100 * x[1]);
}
} // namespace strided

namespace sentinel {
struct Sentinel {};
struct Until {
  const double *p;
  int n;
  struct It {
    const double *p;
    int left;
    double operator*() const { return *p; }
    void operator++() { ++p, --left; }
    bool operator!=(Sentinel) const { return left > 0; }
  };
  It begin() const { return It{p, n}; }
  Sentinel end() const { return {}; }
};
BOTH double f(const std::vector<double> &x) {
  double s = 1;
  for (double v : Until{x.data(), static_cast<int>(x.size())}) {
    if (v > 1.0)
      continue;
    s *= 1 + v;
    if (s > 3)
      break;
  }
  return s;
}
} // namespace sentinel

namespace linked {
struct Node {
  double value;
  Node *next;
};
struct List {
  ~List() {
    while (head) {
      Node *next = head->next;
      delete head;
      head = next;
    }
  }
  void push(double v) { head = new Node{v, head}; }
  struct iterator {
    Node *n;
    double &operator*() const { return n->value; }
    iterator &operator++() {
      n = n->next;
      return *this;
    }
    bool operator==(const iterator &o) const { return n == o.n; }
    bool operator!=(const iterator &o) const { return !(*this == o); }
  };
  iterator begin() { return {head}; }
  iterator end() { return {nullptr}; }
  Node *head = nullptr;
};
BOTH double f(const std::vector<double> &x) {
  List l;
  for (double v : x)
    l.push(v * v);
  for (double &v : l)
    v = std::sin(v) + v * x[0];
  double s = 0;
  for (double v : l)
    s += s * v + v;
  return s;
}
} // namespace linked

namespace made {
struct Euler {
  double y, h;
  int n;
  struct It {
    double y, h;
    int k;
    double operator*() const { return y; }
    It &operator++() {
      y += h * y * (1 - y);
      --k;
      return *this;
    }
    bool operator!=(const It &o) const { return k != o.k; }
  };
  It begin() const { return {y, h, n}; }
  It end() const { return {0, 0, 0}; }
};
BOTH double f(const std::vector<double> &x) {
  double s = 0;
  for (double y : Euler{x[0], x[1] * 0.1, 7})
    s += y * y;
  return s;
}
} // namespace made

namespace zipped {
struct Zip {
  const std::vector<double> &a, &b;
  struct It {
    const double *p, *q;
    std::pair<double, double> operator*() const { return {*p, *q}; }
    It &operator++() {
      ++p, ++q;
      return *this;
    }
    bool operator!=(const It &o) const { return p != o.p; }
  };
  It begin() const { return {a.data(), b.data()}; }
  It end() const { return {a.data() + a.size(), b.data() + b.size()}; }
};
BOTH double f(const std::vector<double> &x) {
  std::vector<double> a(x.begin(), x.begin() + 2), b(x.begin() + 2, x.begin() + 4);
  double s = 0;
  for (auto [u, v] : Zip{a, b})
    s += u * v * v;
  for (const auto &[u, v] : Zip{b, a})
    s += std::sin(u) * v;
  return s;
}
} // namespace zipped

namespace counted {
struct range {
  struct iterator {
    explicit iterator(int v) : v(v) {}
    int operator*() const { return v; }
    iterator &operator++() {
      ++v;
      return *this;
    }
    bool operator!=(const iterator &o) const { return v != o.v; }
    int v;
  };
  range(int a, int b) : a(a), b(b) {}
  iterator begin() const { return iterator(a); }
  iterator end() const { return iterator(b); }
  int a, b;
};
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());
  double s = 0;
  for (int i : range(0, n)) {
    if (i == 2) {
      s *= x[0];
      continue;
    }
    for (int j : range(i, n))
      s += x[i] * x[j] * (i + 1);
  }
  return s;
}
} // namespace counted

namespace owned {
struct Buffer {
  explicit Buffer(const std::vector<double> &x) : p(new double[x.size()]), n(x.size()) {
    for (std::size_t i = 0; i < n; ++i)
      p[i] = x[i] * x[i];
  }
  ~Buffer() { delete[] p; }
  Buffer(const Buffer &) = delete;
  Buffer &operator=(const Buffer &) = delete;
  struct It {
    double *q;
    double &operator*() const { return *q; }
    It &operator++() {
      ++q;
      return *this;
    }
    bool operator!=(It o) const { return q != o.q; }
  };
  It begin() { return {p}; }
  It end() { return {p + n}; }
  double *p;
  std::size_t n;
};
BOTH double f(const std::vector<double> &x) {
  double s = 0;
  for (double v : Buffer(x)) {
    if (v > 1.5)
      break;
    s += v * s + v;
  }
  Buffer b(x);
  for (double &v : b)
    v *= s;
  for (auto it = b.begin(); it != b.end(); ++it)
    s += *it;
  return s;
}
} // namespace owned

int main() {
  CHECK_CASE(strided, {0.5, 1.5, 0.75, 0.3});
  CHECK_CASE(sentinel, {0.5, 1.5, 0.75, 0.3});
  CHECK_CASE(linked, {0.5, 1.5, 0.75});
  CHECK_CASE(made, {0.5, 1.5});
  CHECK_CASE(zipped, {0.5, 1.5, 0.75, 0.3});
  CHECK_CASE(counted, {0.5, 1.5, 0.75, 0.3});
  CHECK_CASE(owned, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
