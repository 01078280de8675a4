// Scope guards: objects whose destructor calls the closure that they hold.
#include "vectors.h"
#include <functional>
#include <utility>

using V = std::vector<double>;

template <class F> struct Scope {
  F f;
  ~Scope() { f(); }
};
template <class F> Scope<F> on_exit(F f) { return {f}; }
[[ad::differentiate(forward, reverse)]] double made_by_function(const V &v) {
  double s = v[0];
  {
    auto g = on_exit([&] { s *= v[1]; });
    s += v[2];
  }
  return s * s;
}
[[ad::differentiate(forward, reverse)]] double in_loops(const V &v) {
  double s = v[0];
  for (int i = 0; i < 4; ++i) {
    auto g = on_exit([&s, k = v[i]] { s *= k + 0.5; });
    if (i == 1)
      continue;
    s += v[3] * s;
    if (s > 20)
      break;
  }
  return s * s;
}
template <class F> struct Defer {
  F f;
  bool on = true;
  explicit Defer(F g) : f(std::move(g)) {}
  Defer(const Defer &) = delete;
  Defer(Defer &&o) : f(std::move(o.f)), on(std::exchange(o.on, false)) {}
  ~Defer() {
    if (on)
      f();
  }
  void cancel() { on = false; }
};
template <class F> Defer(F) -> Defer<F>;
[[ad::differentiate(forward, reverse)]] double cancelled(const V &v) {
  double s = v[0];
  {
    Defer d([&] { s *= v[1]; });
    s += v[2];
    if (s > 100)
      d.cancel();
  }
  {
    Defer e{[&] { s += v[3] * s; }};
    e.cancel();
  }
  return s * s;
}
struct Fin {
  std::function<void()> f;
  ~Fin() {
    if (f)
      f();
  }
};
[[ad::differentiate(forward, reverse)]] double std_functions(const V &v) {
  double s = v[0];
  {
    Fin a{[&] { s *= v[1]; }};
    s += v[2];
  }
  return s * s;
}
inline double work(double x, double &log) {
  auto g = on_exit([&] { log += x * x; });
  if (x < 0.8)
    return x * 2;
  x *= 3;
  return x;
}
[[ad::differentiate(forward, reverse)]] double in_callees(const V &v) {
  double log = 0, s = 0;
  for (double x : v)
    s += work(x, log);
  return s * log;
}
template <class T> struct Restore {
  T &r;
  T old;
  explicit Restore(T &x) : r(x), old(x) {}
  ~Restore() { r = old; }
};
[[ad::differentiate(forward, reverse)]] double restored(const V &v) {
  double k = v[0], s = 0;
  {
    Restore<double> g(k);
    k *= v[1];
    s += k;
  }
  s += k * k;
  {
    Restore g(s);
    s = 100;
  }
  return s;
}

int main() {
  CHECK_VECTOR(made_by_function, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_loops, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(cancelled, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(std_functions, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(in_callees, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(restored, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
