// Destructors that change more than their object, where an exception that leaves f passes them: the
// arguments are then as f leaves them, and no adjoint is touched.
#include "nothing_left.h"
#include "unwound.h"
#include "vectors.h"
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace by_itself {
BOTH double f(double *x, int n) {
  Sink s{x[0], x[1]};
  Scales t(&x[2], x[0]);
  if (n > 2)
    throw std::out_of_range("end");
  return x[0];
}
} // namespace by_itself

namespace what_is_thrown {
BOTH double f(double *x, int n) {
  auto g = on_exit([&] { x[0] += x[1] * x[2]; });
  if (n > 2)
    throw std::runtime_error("x is " + std::to_string(x[0]));
  return x[0];
}
} // namespace what_is_thrown

namespace inlined {
double g(double *x, int n) {
  Sink s{x[0], x[1]};
  if (n > 2)
    throw 5;
  return x[0];
}
BOTH double f(double *x, int n) {
  Sink t{x[1], x[2]};
  return g(x, n) * x[1];
}
} // namespace inlined

namespace above {
double g(double *x, int n, int k) {
  if (k == 0)
    throw n;
  return x[0] * g(x, n, k - 1);
}
BOTH double f(double *x, int n) {
  Sink s{x[0], x[1]};
  x[1] *= 2;
  return g(x, n, 4) * x[1];
}
} // namespace above

namespace recursive {
double g(double *x, int n, int k) {
  Sink s{x[k], x[(k + 1) % n]};
  if (k == n - 1)
    throw std::out_of_range("end");
  return x[k] * g(x, n, k + 1);
}
BOTH double f(double *x, int n) { return g(x, n, 0); }
} // namespace recursive

namespace in_a_loop {
BOTH double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    Sink q{x[i], x[(i + 1) % n]};
    if (x[i] > 1.3)
      throw 5;
    s += x[i];
  }
  return s;
}
} // namespace in_a_loop

namespace by_the_library {
BOTH double f(double *x, int n) {
  std::vector<double> v(x, x + n);
  double s = 0;
  for (int i = 0; i < n + 2; ++i) {
    Sink q{x[0], x[1]};
    s += v.at(i) * x[0];
  }
  return s;
}
} // namespace by_the_library

namespace by_the_library_in_a_condition {
BOTH double f(double *x, int n) {
  std::array<double, 3> a{x[0], x[1], x[2]};
  Scales q(&x[0], x[1]);
  double s = 0;
  for (int i = 0; i < n; ++i)
    if (a.at(i) < x[3])
      s += a[i];
  return s;
}
} // namespace by_the_library_in_a_condition

namespace parsed {
BOTH double f(double *x, int n) {
  Sink q{x[0], x[1]};
  const double k = std::stod(n > 2 ? "k" : "2");
  return k * x[0];
}
} // namespace parsed

namespace not_caught {
double g(double *x, int n) {
  Sink s{x[0], x[1]};
  try {
    Sink t{x[1], x[2]};
    if (n > 3)
      throw 1.5;
    if (n > 2)
      throw std::runtime_error("three");
  } catch (const std::exception &) {
    return x[1];
  }
  return x[0];
}
BOTH double f(double *x, int n) {
  Sink t{x[1], x[2]};
  return g(x, n) * x[1];
}
} // namespace not_caught

namespace not_caught_outside {
BOTH double f(double *x, int n) {
  Sink t{x[1], x[2]};
  double s = 0;
  try {
    if (n > 3)
      throw 1.5;
    s = x[0];
  } catch (int) {
    s = x[1];
  }
  return s;
}
} // namespace not_caught_outside

namespace thrown_again {
BOTH double f(double *x, int n) {
  Sink t{x[1], x[2]};
  double s = 0;
  try {
    Sink u{x[0], x[3]};
    if (n > 2)
      throw std::runtime_error("three");
    s = x[0];
  } catch (const std::exception &) {
    Scales v(&x[2], x[1]);
    throw;
  }
  return s;
}
} // namespace thrown_again

namespace from_the_handler {
BOTH double f(double *x, int n) {
  Sink t{x[1], x[2]};
  double s = 0;
  try {
    Sink u{x[0], x[3]};
    if (n > 2)
      throw std::runtime_error("three");
    s = x[0];
  } catch (const std::exception &e) {
    Scales v(&x[2], x[1]);
    throw std::string(e.what()) + "!";
  }
  return s;
}
} // namespace from_the_handler

namespace dispatched {
struct Layer {
  virtual double of(double x) const = 0;
  virtual ~Layer() = default;
};
struct Checks : Layer {
  double of(double x) const override {
    if (x > 0)
      throw std::domain_error("positive");
    return x;
  }
};
struct Twice : Layer {
  double of(double x) const override { return 2 * x; }
};
BOTH double f(double *x, int n) {
  Checks a;
  Twice b;
  const Layer *l = n > 2 ? static_cast<const Layer *>(&a) : &b;
  Sink t{x[1], x[2]};
  return l->of(x[0]) * x[1];
}
} // namespace dispatched

namespace counted {
struct Parser {
  const double *x;
  int at = 0, depth = 0;
  double value() {
    Nested here(depth);
    if (x[at] > 1.2)
      throw std::runtime_error("at depth " + std::to_string(depth));
    const double here_is = x[at++];
    return at < 4 ? here_is * value() : here_is;
  }
};
BOTH double f(double *x, int) {
  Parser p{x};
  return p.value() + p.depth;
}
} // namespace counted

namespace counted_outside {
int down(int &depth, const double *x, int n, int k) {
  Nested here(depth);
  if (k == n)
    throw std::runtime_error("at depth " + std::to_string(depth));
  return x[k] < 0 ? k : down(depth, x, n, k + 1);
}
double value(int &depth, double *x, int n, int k) {
  Nested here(depth);
  x[k] *= x[0] + depth;
  if (k == n - 1)
    throw std::runtime_error("at depth " + std::to_string(depth));
  return x[k] * value(depth, x, n, k + 1);
}
BOTH double g(double *x, int n, int &depth) { return value(depth, x, n, 0); }
} // namespace counted_outside

namespace with_memory {
struct Matrix {
  double *p;
  int n;
  explicit Matrix(int k) : p(new double[k]()), n(k) {}
  Matrix(const Matrix &) = delete;
  ~Matrix() {
    delete[] p;
    p = nullptr;
  }
};
struct Copies { // what it owns, to where it came from
  double *from, *own;
  int n;
  Copies(double *x, int k) : from(x), own(new double[k]), n(k) {
    for (int i = 0; i < k; ++i)
      own[i] = x[i];
  }
  Copies(const Copies &) = delete;
  ~Copies() {
    for (int i = 0; i < n; ++i)
      from[i] = own[i];
    delete[] own;
  }
};
double g(double *x, int n, int k) {
  if (k == 0)
    throw n;
  return x[0] * g(x, n, k - 1);
}
BOTH double f(double *x, int n) {
  Matrix m(n);
  Copies c(x, n);
  auto p = std::make_unique<double>(x[1]);
  for (int i = 0; i < n; ++i)
    c.own[i] = m.p[i] = x[i] * x[1] * *p;
  if (x[0] > 0.5)
    throw 7;
  return c.own[0] * m.p[1];
}
} // namespace with_memory

namespace with_memory_at_calls {
using namespace with_memory;
[[ad::differentiate(reverse)]]
double f(double *x, int n) {
  Matrix m(n);
  Copies c(x, n);
  auto p = std::make_unique<double>(x[1]);
  for (int i = 0; i < n; ++i)
    c.own[i] = m.p[i] = x[i] * x[1] * *p;
  return g(c.own, n, 3);
}
} // namespace with_memory_at_calls

namespace virtually {
using namespace dispatched;
double g(const Layer &l, double x, int n) { return n ? x * g(l, x, n - 1) : l.of(x); }
BOTH double f(double *x, int n) {
  Checks a;
  Twice b;
  const Layer *l = n > 2 ? static_cast<const Layer *>(&a) : &b;
  Sink t{x[1], x[2]};
  return g(*l, x[0], n) * x[1];
}
} // namespace virtually

namespace through_pointers {
double half(double x) { return x / 2; }
double checked(double x) {
  if (x > 0)
    throw std::domain_error("positive");
  return x;
}
BOTH double f(double *x, int n) {
  double (*g)(double) = n > 2 ? checked : half;
  Sink t{x[1], x[2]};
  return g(x[0]) * x[1];
}
} // namespace through_pointers

namespace in_methods {
struct Steps {
  double t;
  double *x;
  double step(int k) {
    Sink q{t, x[k]};
    if (k == 3)
      throw 5;
    const double rest = step(k + 1);
    t *= x[k];
    return rest * t;
  }
};
BOTH double f(double *x, int) {
  Steps m{x[0], x};
  struct Out {
    Steps &m;
    double *x;
    ~Out() { x[0] = m.t; }
  } out{m, x};
  return m.step(0);
}
} // namespace in_methods

namespace in_virtual_methods {
struct Base {
  virtual double of(double *x, int n) = 0;
  virtual ~Base() = default;
};
struct Kept : Base {
  double k;
  double of(double *x, int n) override {
    Sink s{x[0], k}, u{k, x[1]};
    return above::g(x, n, 2);
  }
};
BOTH double f(double *x, int n) {
  Kept a;
  a.k = x[2];
  Base &b = a;
  Sink s{x[1], x[0]};
  return b.of(x, n);
}
} // namespace in_virtual_methods

namespace containers {
struct Undo {
  std::vector<double> &v;
  double by;
  ~Undo() {
    for (double &each : v)
      each *= by;
  }
};
struct Back {
  double *x;
  std::vector<double> &v;
  std::map<int, double> &m;
  ~Back() {
    for (std::size_t i = 0; i < v.size(); ++i)
      x[i] = v[i];
    m[1] *= 2;
    x[3] = m[1] + m[2];
  }
};
double g(std::vector<double> &v, int n) {
  Undo u{v, v[0]};
  v[1] += v[2];
  return above::g(v.data(), n, 3);
}
BOTH double f(double *x, int n) {
  std::vector<double> v(x, x + n);
  std::map<int, double> m{{1, x[0]}, {2, x[1]}};
  Back b{x, v, m};
  m[2] *= x[2];
  return g(v, n);
}
} // namespace containers

namespace functions_passed {
double apply(const std::function<double(double)> &g, double a, int k) {
  return k ? apply(g, a, k - 1) : g(a);
}
BOTH double f(double *x, int) {
  Sink q{x[0], x[1]};
  auto checked = [&](double a) {
    if (a > 0)
      throw 3;
    return a;
  };
  return apply(checked, x[1], 2) * x[0];
}
} // namespace functions_passed

namespace closures {
BOTH double f(double *x, int n) {
  double t = x[1];
  auto g = on_exit([&, k = x[2]] { x[0] += t * k; });
  t *= x[0];
  auto h = on_exit([&] { t += x[3]; });
  return above::g(x, n, 3) * t;
}
} // namespace closures

namespace restored {
struct Restore {
  double &r, old;
  explicit Restore(double &x) : r(x), old(x) {}
  ~Restore() { r = old; }
};
double g(double *x, int n, int k) {
  Restore r(x[k]);
  x[k] *= 2;
  return k == n - 1 ? above::g(x, n, 2) : g(x, n, k + 1);
}
BOTH double f(double *x, int n) { return g(x, n, 0); }
} // namespace restored

namespace by_a_function {
[[noreturn]] void fail(const char *message) { throw std::runtime_error(message); }
BOTH double f(double *x, int n) {
  Sink s{x[0], x[1]};
  if (n > 2)
    fail("too many");
  return x[0];
}
} // namespace by_a_function

namespace in_switches {
BOTH double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    Sink a{x[0], x[i]};
    switch (i) {
    case 0: {
      Sink b{x[1], s};
      s += x[1];
      continue;
    }
    case 1:
      s *= x[0];
      break;
    default: {
      Sink c{x[2], s};
      if (s > 0)
        throw 4;
    }
    }
  }
  return s;
}
} // namespace in_switches

/// What f throws, the companions throw; x is then as f leaves it, and its adjoint as it was.
template <class F, class Forward, class Reverse>
void compare(const char *name, std::vector<double> x, F f, Forward forward, Reverse reverse) {
  const int n = static_cast<int>(x.size());
  std::vector<double> left = x, x_dot(x.size(), 0.25), bar = x_dot;
  const std::string thrown = what([&] { f(left.data(), n); });
  expect_true(name, thrown != "nothing");
  std::vector<double> y = x;
  double dot = 0;
  expect_true(name, what([&] { forward(y.data(), x_dot.data(), n, dot); }) == thrown);
  for (int i = 0; i < n; ++i)
    expect(name, y[i], left[i]);
  y = x;
  expect_true(name, what([&] { reverse(y.data(), bar.data(), n, 1.0); }) == thrown);
  for (int i = 0; i < n; ++i) {
    expect(name, y[i], left[i]);
    expect(name, bar[i], 0.25, 0);
  }
}

/// The same as a check of x as f leaves it: tangents are as far along as values are.
#define CHECK_LEFT(space)                                                                          \
  check(                                                                                           \
      {0.7, 1.4, 0.9, 0.4}, 4,                                                                     \
      [](In x, Out y) {                                                                            \
        copy(x, y, 4);                                                                             \
        what([&] { space::f(y, 4); });                                                             \
      },                                                                                           \
      AD([](In x, In x_dot, Out y, Out y_dot) {                                                    \
        double dot;                                                                                \
        copy(x, y, 4);                                                                             \
        copy(x_dot, y_dot, 4);                                                                     \
        what([&] { space::f_forward(y, y_dot, 4, dot); });                                         \
      }),                                                                                          \
      nullptr)

#ifdef NO_AD
#define COMPARE(space) expect_true(#space, true)
#define COMPARE_REVERSE(space) expect_true(#space, true)
#else
#define COMPARE_REVERSE(space)                                                                     \
  {                                                                                                \
    std::vector<double> x{0.7, 1.4, 0.9, 0.4};                                                     \
    auto primal = [](double *y, double *, int n, double &) { return space::f(y, n); };             \
    LEAVES_NOTHING(compare(#space, x, space::f, primal, space::f_reverse));                        \
  }                                                                                                \
  static_assert(true)
#define COMPARE(space)                                                                             \
  {                                                                                                \
    std::vector<double> x{0.7, 1.4, 0.9, 0.4};                                                     \
    LEAVES_NOTHING(compare(#space, x, space::f, space::f_forward, space::f_reverse));              \
  }                                                                                                \
  static_assert(true)
#endif

int main() {
  COMPARE(by_itself);
  COMPARE(what_is_thrown);
  COMPARE(inlined);
  COMPARE(above);
  COMPARE(recursive);
  COMPARE(in_a_loop);
  COMPARE(by_the_library);
  COMPARE(by_the_library_in_a_condition);
  COMPARE(parsed);
  COMPARE(not_caught);
  COMPARE(not_caught_outside);
  COMPARE(thrown_again);
  COMPARE(from_the_handler);
  COMPARE(dispatched);
  COMPARE(counted);
  COMPARE(with_memory);
  COMPARE_REVERSE(with_memory_at_calls); // tangents of what a destructor frees besides are left
  COMPARE(virtually);
  COMPARE(through_pointers);
  COMPARE(in_methods);
  COMPARE(in_virtual_methods);
  COMPARE(containers);
  COMPARE(functions_passed);
  COMPARE(closures);
  COMPARE(restored);
  COMPARE(by_a_function);
  COMPARE(in_switches);
  CHECK_LEFT(by_itself);
  CHECK_LEFT(what_is_thrown);
  CHECK_LEFT(inlined);
  CHECK_LEFT(in_a_loop);
  CHECK_LEFT(by_the_library);
  CHECK_LEFT(not_caught_outside);
  CHECK_LEFT(thrown_again);
#ifndef NO_AD
  for (int mode = 0; mode < 3; ++mode) {
    double x[4] = {0.7, 1.4, 0.9, 0.4}, bar[4] = {}, dot = 0;
    int depth = 0;
    const std::string thrown = what([&] {
      mode == 0   ? counted_outside::g(x, 4, depth)
      : mode == 1 ? counted_outside::g_forward(x, bar, 4, depth, dot)
                  : counted_outside::g_reverse(x, bar, 4, depth, 1.0);
    });
    expect_true("counted outside", thrown == "at depth 4");
    expect("counted outside", depth, 0);
  }
#endif
  return finish();
}
