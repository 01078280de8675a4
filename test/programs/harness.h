// Compares a function with its companions: values, dot-product test and central differences.
//
// A program describes its function as a map from a flat point x to flat outputs y, three times:
//   primal (x, y)                  fills y
//   forward(x, x_dot, y, y_dot)    calls the forward companion, fills y and y_dot
//   reverse(x, x_bar, y, y_bar)    calls the reverse companion, fills y and ADDS into x_bar
// `check` then requires, at x and for several directions v and seeds w,
//   values        y of both companions is y of the primal;
//   dot product   w . (J v) = (J^T w) . v, to rounding (J v by forward, J^T w by reverse);
//   differences   J^T w and J v agree with central differences (one Richardson step).
// x_bar is filled with rubbish first: a reverse companion adds. y_dot is filled with rubbish, too:
// a forward companion assigns. With -DNO_AD only the primal is tried; with -DAD_BITS every bit of
// what reverse companions give is printed.
#ifndef TEST_PROGRAMS_HARNESS_H
#define TEST_PROGRAMS_HARNESS_H

#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <type_traits>
#include <vector>

#ifdef NO_AD
#define AD(...) nullptr
#else
#define AD(...) __VA_ARGS__
#endif

using In = const double *;
using Out = double *;

namespace harness {

inline int failures = 0;
inline int checks = 0;

inline void fail(const char *what, long double got, long double wanted, int index = -1) {
  ++failures;
  std::printf("FAIL %s[%d]: got %.17Lg, wanted %.17Lg\n", what, index, got, wanted);
}

/// Numbers in [-1, 1], the same in every run.
struct Random {
  unsigned long long state;
  explicit Random(unsigned long long seed) : state(seed * 2654435769u + 12345) {}
  long double next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<long double>(static_cast<long long>(state >> 11)) / (1ll << 52) - 1;
  }
};

/// Relative errors that are let pass: of values, of the dot-product test, of differences.
struct Tolerance {
  long double value, dot, difference, step;
};

template <class T> constexpr Tolerance usual() {
  if (std::is_same_v<T, float>)
    return {1e-6L, 2e-5L, 2e-2L, 1e-2L};
  return {1e-14L, 1e-12L, 1e-6L, 1e-4L};
}

inline bool close(long double a, long double b, long double relative, long double absolute) {
  if (a == b || (a != a && b != b))
    return true;
  return std::fabs(a - b) <= relative * std::fmax(std::fabs(a), std::fabs(b)) + absolute;
}

/// The derivative at 0 of g: central differences with steps h and h/2, extrapolated.
template <class G> long double difference(G g, long double h) {
  const long double wide = (g(h) - g(-h)) / (2 * h);
  const long double narrow = (g(h / 2) - g(-h / 2)) / h;
  return (4 * narrow - wide) / 3;
}

} // namespace harness

inline void copy(const double *from, double *to, int n) {
  for (int i = 0; i < n; ++i)
    to[i] = from[i];
}

inline void add(const double *from, double *to, int n) {
  for (int i = 0; i < n; ++i)
    to[i] += from[i];
}

/// Requires got == wanted up to `relative`; for what `check` does not cover.
inline void expect(const char *what, long double got, long double wanted,
                   long double relative = 1e-13L) {
  ++harness::checks;
  if (!harness::close(got, wanted, relative, relative))
    harness::fail(what, got, wanted);
}

inline void expect_true(const char *what, bool condition) { expect(what, condition ? 1 : 0, 1, 0); }

namespace harness {

/// A function that the caller keeps, so that the checks are compiled once, not for each lambda.
template <class... Args> class FunctionRef {
public:
  FunctionRef(std::nullptr_t) {}
  template <class F>
  FunctionRef(F &function)
      : object(&function),
        call([](void *object, Args... args) { (*static_cast<F *>(object))(args...); }) {}
  explicit operator bool() const { return call; }
  void operator()(Args... args) const { call(object, args...); }

private:
  void *object = nullptr;
  void (*call)(void *, Args...) = nullptr;
};

/// What is checked: see above. Companions that are not there are nullptr.
template <class T> struct Checked {
  FunctionRef<const T *, T *> primal;
  FunctionRef<const T *, const T *, T *, T *> forward;
  FunctionRef<const T *, T *, T *, T *> reverse;
};

template <class T>
void check(const std::vector<T> &x, int m, const Checked<T> &f, const Tolerance &tolerance) {
  ++checks;
  const int n = static_cast<int>(x.size());
  const T nan = std::numeric_limits<T>::quiet_NaN();

  std::vector<T> y(m, nan);
  f.primal(x.data(), y.data());
  for (int i = 0; i < m; ++i)
    if (!std::isfinite(y[i]))
      fail("primal is not finite", y[i], 0, i);

  // w . f(x + t v)
  auto along = [&](const std::vector<T> &v, const std::vector<T> &w, long double t) {
    std::vector<T> moved(x), out(m, nan);
    for (int j = 0; j < n; ++j)
      moved[j] = static_cast<T>(x[j] + t * v[j]);
    f.primal(moved.data(), out.data());
    long double sum = 0;
    for (int i = 0; i < m; ++i)
      sum += static_cast<long double>(w[i]) * out[i];
    return sum;
  };

  Random random(n * 7 + m);
  for (int round = 0; round < 4; ++round) {
    std::vector<T> v(n), w(m), rubbish(n);
    for (T &each : v)
      each = static_cast<T>(random.next());
    for (T &each : w)
      each = round == 0 && m == 1 ? static_cast<T>(0.7L) : static_cast<T>(random.next());
    for (T &each : rubbish)
      each = static_cast<T>(random.next());
    long double scale = 1;
    for (int i = 0; i < m; ++i)
      scale += std::fabs(w[i] * y[i]);
    const long double slack = tolerance.difference * 1e-2L * scale;

    auto g = [&](long double t) { return along(v, w, t); };
    const long double slope = difference(g, tolerance.step);
    const long double finer = difference(g, tolerance.step / 3);
    if (!close(slope, finer, tolerance.difference * 20, slack * 20))
      fail("differences at two steps disagree", slope, finer, round);

    long double w_Jv = 0, size = 0;
    if (f.forward) {
      std::vector<T> out(m, nan), out_dot(m, nan);
      f.forward(x.data(), v.data(), out.data(), out_dot.data());
      for (int i = 0; i < m; ++i) {
        if (!close(out[i], y[i], tolerance.value, 0))
          fail("value of forward", out[i], y[i], i);
        w_Jv += static_cast<long double>(w[i]) * out_dot[i];
        size += std::fabs(static_cast<long double>(w[i]) * out_dot[i]);
      }
      if (!close(w_Jv, slope, tolerance.difference, slack))
        fail("forward against differences", w_Jv, slope, round);
    }

    if (f.reverse) {
      std::vector<T> out(m, nan), x_bar(rubbish), w_passed(w);
      f.reverse(x.data(), x_bar.data(), out.data(), w_passed.data());
#ifdef AD_BITS
      for (const std::vector<T> *all : {&out, &x_bar, &w_passed})
        for (T each : *all)
          std::printf("%La\n", static_cast<long double>(each));
#endif
      for (int i = 0; i < m; ++i)
        if (!close(out[i], y[i], tolerance.value, 0))
          fail("value of reverse", out[i], y[i], i);
      long double g_v = 0;
      for (int j = 0; j < n; ++j) {
        const long double gradient = static_cast<long double>(x_bar[j]) - rubbish[j];
        g_v += gradient * v[j];
        size += std::fabs(gradient * v[j]) + std::fabs(rubbish[j]);
        std::vector<T> unit(n, T(0));
        unit[j] = 1;
        const long double slope_j =
            difference([&](long double t) { return along(unit, w, t); }, tolerance.step);
        if (!close(gradient, slope_j, tolerance.difference, slack))
          fail("reverse against differences", gradient, slope_j, j);
      }
      if (f.forward && !close(w_Jv, g_v, 0, tolerance.dot * (size + 1)))
        fail("dot product: reverse against forward", g_v, w_Jv, round);
    }
  }
}

} // namespace harness

template <class T, class Primal, class Forward, class Reverse>
void check(std::initializer_list<T> point, int outputs, Primal primal, Forward forward,
           Reverse reverse, harness::Tolerance tolerance = harness::usual<T>()) {
  harness::check<T>(point, outputs, {primal, forward, reverse}, tolerance);
}

/// The last line of every program: prints the outcome, returns the exit status.
inline int finish() {
  if (harness::checks == 0)
    harness::fail("nothing was checked", 0, 1);
  std::printf(harness::failures ? "%d failed\n" : "right\n", harness::failures);
  return harness::failures ? 1 : 0;
}

#endif // TEST_PROGRAMS_HARNESS_H
