// Exceptions that leave checkpointed loops and pass objects that own memory: that may be of an
// ad::block_store, which gives it back itself. x is then as f leaves it, and no adjoint is touched.
#include "checkpointed.h"
#include "nothing_left.h"
#include "unwound.h"
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

struct Array {
  double *p;
  int n;
  Array(int k, double v) : p(new double[k]), n(k) {
    for (int i = 0; i < k; ++i)
      p[i] = v * i;
  }
  Array(const Array &) = delete;
  ~Array() { delete[] p; }
  double sum() const {
    double s = 0;
    for (int i = 0; i < n; ++i)
      s += p[i];
    return s;
  }
};
struct One {
  double *p;
  explicit One(double v) : p(new double(v)) {}
  One(const One &) = delete;
  ~One() {
    delete p;
    p = nullptr;
  }
};
double power(double x, int n) {
  if (n > 6)
    throw std::domain_error("power");
  return n == 0 ? 1 : x * power(x, n - 1);
}

namespace arrays {
BOTH double f(double *x, int n) {
  double s = 0;
  for (int k = 1; k < n; ++k) {
    Array o(k, x[k]);
    s = s * o.sum() + x[0];
    if (s > 4)
      throw 3;
  }
  return s;
}
} // namespace arrays

namespace numbers {
BOTH double f(double *x, int n) {
  double s = 0;
  for (int k = 1; k < n; ++k) {
    One o(x[k]), q(s);
    s = s * *o.p + x[0] + *q.p;
    if (s > 4)
      throw std::runtime_error("at " + std::to_string(k));
  }
  return s;
}
} // namespace numbers

namespace pointers {
BOTH double f(double *x, int n) {
  double s = 0;
  for (int k = 1; k < n; ++k) {
    auto p = std::make_unique<double>(x[k]);
    std::unique_ptr<double[]> q(new double[2]{s, x[k]});
    s = q[0] * *p + x[0] + q[1];
    if (s > 4)
      throw 3;
  }
  return s;
}
} // namespace pointers

namespace ahead {
BOTH double f(double *x, int n) {
  Array a(n, x[0]);
  double s = 0;
  for (int k = 1; k < n; ++k) {
    One o(x[k]);
    a.p[k] += s * *o.p;
    s = s * a.p[k - 1] + x[0] + *o.p;
    if (s > 4)
      throw 3;
  }
  return s + a.sum();
}
} // namespace ahead

namespace handed_on {
BOTH double f(double *x, int n) {
  double *u = new double[2]{x[0], x[1]};
  double s = 0;
  for (int k = 1; k < n; ++k) {
    Array o(k, x[k]);
    double *next = new double[2];
    next[0] = u[1] * x[k] + o.sum();
    next[1] = u[0] + s;
    delete[] u;
    u = next;
    s += u[0];
    if (s > 1e9)
      throw 4;
  }
  Array last(2, s);
  s += last.sum() * u[1];
  delete[] u;
  if (s > 4)
    throw 3;
  return s;
}
} // namespace handed_on

namespace calls {
BOTH double f(double *x, int n) {
  double s = 0;
  for (int k = 1; k < n; ++k) {
    Array o(k, x[k]);
    auto p = std::make_unique<double>(x[k]);
    s = s * o.sum() + power(x[0], k) * *p;
  }
  return s;
}
} // namespace calls

namespace effects {
struct Copies { // what it owns, to where it came from
  double *from, *own;
  Copies(double *x, double by) : from(x), own(new double[2]) {
    own[0] = x[0] * by;
    own[1] = x[1];
  }
  Copies(const Copies &) = delete;
  ~Copies() {
    from[0] = own[0];
    from[1] += own[1];
    delete[] own;
  }
};
struct Sink {
  double &d;
  double w;
  ~Sink() { d += w * w; }
};
BOTH double f(double *x, int n) {
  double s = 0;
  for (int k = 1; k < n; ++k) {
    Sink t{x[2], x[0]};
    Copies c(x, 0.5 + x[k]);
    s = s * c.own[1] + x[0] + power(x[0], k);
    if (s > 9)
      throw 3;
  }
  return s;
}
} // namespace effects

#ifdef NO_AD
#define COMPARE(space) expect_true(#space, true)
#else
template <class F>
void run(const char *name, std::vector<double> x, const F &primal, const F &mode) {
  const int n = static_cast<int>(x.size());
  std::vector<double> left = x, bar(x.size(), 0.25);
  const std::string thrown = what([&] { primal(left.data(), bar.data(), n); });
  expect_true(name, thrown != "nothing");
  expect_true(name, what([&] { mode(x.data(), bar.data(), n); }) == thrown);
  for (int i = 0; i < n; ++i)
    expect(name, x[i], left[i]);
  for (double each : bar)
    expect(name, each, 0.25, 0);
}
#define MODE(call)                                                                                 \
  [](double *x, double *bar, int n) {                                                              \
    (void)bar;                                                                                     \
    (void)call;                                                                                    \
  }
using Mode = void (*)(double *, double *, int);
#define COMPARE(space)                                                                             \
  with_snapshots({0, 1, 3}, [] {                                                                   \
    const std::vector<double> x{0.9, 1.1, 0.6, 1.3, 0.8, 1.2, 0.7, 1.6, 0.5, 1.4};                 \
    const Mode primal = MODE(space::f(x, n));                                                      \
    LEAVES_NOTHING(run<Mode>(#space, x, primal, MODE(space::f_reverse(x, bar, n, 1.5))));          \
    LEAVES_NOTHING(run<Mode>(#space, x, primal, MODE(space::f_checkpointed(x, bar, n, 1.5))));     \
  })
#endif

int main() {
  COMPARE(arrays);
  COMPARE(numbers);
  COMPARE(pointers);
  COMPARE(ahead);
  COMPARE(handed_on);
  COMPARE(calls);
  COMPARE(effects);
  return finish();
}
