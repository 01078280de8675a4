// Types of the library in owners of memory, virtual calls, function pointers, state machines and
// results of callees that are reversed as a pair.
#include "vectors.h"
#include <array>
#include <complex>
#include <functional>
#include <optional>
#include <tuple>
#include <utility>
#include <variant>

using V = std::vector<double>;
using C = std::complex<double>;
// exceptions that carry, in loops with library records; owning class with optional<pair>, vector of
// complex
struct Own {
  double *d;
  std::size_t n;
  std::optional<C> z;
  std::pair<C, int> hist[8];
  std::size_t used = 0;

  Own(std::size_t k, double x) : d(new double[k]), n(k) {
    for (std::size_t i = 0; i < k; ++i)
      d[i] = x * i;
  }
  Own(const Own &o) : d(new double[o.n]), n(o.n), z(o.z), used(o.used) {
    for (int i = 0; i < 8; ++i)
      hist[i] = o.hist[i];
    for (std::size_t i = 0; i < n; ++i)
      d[i] = o.d[i];
  }
  Own &operator=(const Own &) = delete;
  ~Own() { delete[] d; }
  void push(C c) {
    if (z)
      *z *= c;
    else
      z = c;
    hist[used] = {*z, int(used)};
    ++used;
    d[used % n] += std::norm(c);
  }
  double total() const {
    double s = 0;
    for (std::size_t i = 0; i < n; ++i)
      s += d[i];
    for (std::size_t i = 0; i < used; ++i) {
      auto &[c, k] = hist[i];
      s += c.real() * k;
    }
    return s + (z ? z->imag() : 1);
  }
};
[[ad::differentiate(forward, reverse)]]
double owner(const V &v) {
  Own a(3, v[0]);
  a.push(C(v[0], v[1]));
  Own b(a);
  for (int i = 0; i < 3; ++i) {
    b.push(C(v[i], v[2]));
    if (i == 1) {
      Own c(b);
      c.push(v[0]);
      b.push(c.total());
    }
  }
  return a.total() * b.total();
}
// virtual with by-value library parameters
struct Base {
  virtual ~Base() = default;
  virtual C f(std::pair<C, double> p, std::optional<double> o) const {
    return p.first * p.second + o.value_or(1);
  }
};
struct Derived : Base {
  double k;
  Derived(double x) : k(x) {}
  C f(std::pair<C, double> p, std::optional<double> o) const override {
    for (int i = 0; i < 5; ++i) {
      if (std::abs(p.first) > 5)
        return p.first;
      p.first = p.first * p.first + k;
      p.second *= k;
      if (o)
        *o += p.second;
    }
    return p.first + *o;
  }
};
[[ad::differentiate(forward, reverse)]]
double virt(const V &v) {
  Derived d(v[1]);
  Base b;
  const Base *p[2] = {&b, &d};
  C s = v[0];
  for (int i = 0; i < 4; ++i)
    s += p[i % 2]->f({s, v[i % 3]}, i == 2 ? std::optional<double>()
                                           : std::optional<double>(v[2] * (i + 1)).value_or(1));
  return std::norm(s);
}
// function pointers, std::function over complex
static C sq(const C &z) { return z * z; }
static C inv(const C &z) { return 1.0 / (z + 2.0); }
[[ad::differentiate(forward, reverse)]]
double fptr(const V &v) {
  C (*fs[])(const C &) = {sq, inv};
  C z(v[0], v[1]);
  for (int i = 0; i < 5; ++i)
    z = fs[i % 2](z) + v[2];
  std::function<C(C)> g = [&](C w) {
    z += w;
    return z * w;
  };
  C r = g(v[0]);
  r += g(z);
  return std::real(r) + z.imag();
}
// switch + break/continue on variant in while with complex
[[ad::differentiate(forward, reverse)]]
double machine(const V &v) {
  std::variant<double, C, std::array<double, 2>> st = v[0];
  double s = 0;
  int i = 0;
  while (true) {
    if (++i > 12)
      break;
    switch (st.index()) {
    case 0: {
      double d = std::get<0>(st);
      if (d > 2) {
        st = C(d, s);
        break;
      }
      st = std::array<double, 2>{d, v[1]};
      continue;
    }
    case 1: {
      C &c = std::get<1>(st);
      c /= v[2] + std::abs(c);
      s += c.real();
      if (i % 5 == 0) {
        st = std::abs(c) + s;
        continue;
      }
      break;
    }
    case 2: {
      auto [a, b] = std::get<2>(st);
      if (a * b > 0.5)
        st = C(a, b);
      else
        st = a + b + 0.5;
      s += a * b;
    }
    }
    s = s * 0.9 + v[1];
  }
  return s + st.index();
}
static std::tuple<V, C, std::optional<double>> bundle(V v, int n) {
  C z = 1;
  std::optional<double> o;
  for (int i = 0; i < n; ++i) {
    z *= C(v[0], v[1]);
    v.push_back(std::abs(z));
    if (v.size() > 5)
      return {std::move(v), z, o};
    o = o.value_or(0) + v.back();
  }
  return {v, z, std::nullopt};
}
[[ad::differentiate(forward, reverse)]]
double bundles(const V &v) {
  double s = 0;
  for (int n = 0; n < 4; ++n) {
    auto [w, z, o] = bundle(v, n);
    w[0] *= z.imag() + 1;
    auto t = bundle(std::move(w), n);
    s += std::get<0>(t).back() * std::get<1>(t).real() + std::get<2>(t).value_or(0.1) +
         o.value_or(0.2) + w.size();
  }
  return s;
}
int main() {
  CHECK_VECTOR(owner, {0.3, 0.7, 1.1});
  CHECK_VECTOR(virt, {0.3, 0.7, 1.1});
  CHECK_VECTOR(fptr, {0.3, 0.7, 1.1});
  CHECK_VECTOR(machine, {0.3, 0.7, 1.1});
  CHECK_VECTOR(bundles, {0.3, 0.7, 1.1});
  return finish();
}
