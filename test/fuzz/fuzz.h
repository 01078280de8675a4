// What the fuzzer's programs share: flat access to arguments, and the comparison.
//
// Each function is tried at several points. At every finite one the companions' values must be the
// primal's and forward must agree with reverse (dot-product test). Where differences with two steps
// agree, the function is smooth there, and they must agree with the derivatives, too. With
// -DAD_BITS every bit of what reverse companions give is printed.
#ifndef TEST_FUZZ_FUZZ_H
#define TEST_FUZZ_FUZZ_H

#include <algorithm>
#include <array>
#include <cfenv>
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <valarray>
#include <variant>
#include <vector>

#ifdef NO_AD
#define AD(function) nullptr
#else
#define AD(function) function
#endif

namespace fuzz {

using In = const double *;
using Out = double *;

// get reads a value from the flat inputs, put writes one to the flat outputs; both move on.
inline void get(In &x, double &v) { v = *x++; }
inline void get(In &x, float &v) { v = static_cast<float>(*x++); }
inline void get(In &x, long double &v) { v = *x++; }
inline void put(Out &y, double v) { *y++ = v; }
inline void put(Out &y, float v) { *y++ = v; }
inline void put(Out &y, long double v) { *y++ = static_cast<double>(v); }

/// Names of records' own get and put are found by argument-dependent lookup.
template <class T, std::size_t N> void get(In &x, T (&v)[N]) {
  for (T &each : v)
    get(x, each);
}
template <class T, std::size_t N> void put(Out &y, const T (&v)[N]) {
  for (const T &each : v)
    put(y, each);
}
template <std::size_t N> void get(In &x, std::array<double, N> &v) {
  for (double &each : v)
    get(x, each);
}
template <std::size_t N> void put(Out &y, const std::array<double, N> &v) {
  for (double each : v)
    put(y, each);
}

// A vector keeps the size that it has.
inline void get(In &x, std::vector<double> &v) {
  for (double &each : v)
    get(x, each);
}
inline void put(Out &y, const std::vector<double> &v) {
  for (double each : v)
    put(y, each);
}

/// Adds v to the flat values at y, and moves on.
template <class T> void add(Out &y, const T &v) {
  double flat[64];
  Out end = flat;
  put(end, v);
  for (Out p = flat; p != end; ++p)
    *y++ += *p;
}

/// Moves on over a v.
template <class T> void skip(In &x, const T &v) {
  double flat[64];
  Out end = flat;
  put(end, v);
  x += end - flat;
}

/// Links an array of nodes to a list.
template <class T, std::size_t N> void link(T (&nodes)[N]) {
  for (std::size_t i = 0; i < N; ++i)
    nodes[i].next = i + 1 < N ? &nodes[i + 1] : nullptr;
}

/// An element of lists that programs make themselves.
struct Link {
  double v;
  Link *next;
};

/// Functions that take functions.
template <class F> double apply_n(F f, double x, int n) {
  for (int i = 0; i < n; ++i)
    x = f(x);
  return x;
}
template <class F> inline double compose(F &&f, double x) { return f(0.5 * f(x)); }
template <class F> double slope(const F &f, double x) {
  const double left = f(x - 0.25), right = f(x + 0.25);
  return right - left;
}
template <class F> double until(F f, double x, int n) {
  while (true) {
    const double y = f(x);
    if (y > 1.25 || n-- == 0)
      return y - x;
    x = 0.5 * y + 0.25;
  }
}

struct Case {
  const char *name;
  int inputs, outputs;
  bool loose; ///< floats on the way: only coarse agreement can be asked for
  void (*primal)(In x, Out y);
  void (*forward)(In x, In x_dot, Out y, Out y_dot);
  void (*reverse)(In x, Out x_bar, Out y, In y_bar);
};

struct Random {
  unsigned long long state;
  double next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<double>(static_cast<long long>(state >> 11)) / (1ll << 52) - 1;
  }
};

inline bool close(double a, double b, double relative, double absolute) {
  if (a == b)
    return true;
  return std::fabs(a - b) <= relative * std::fmax(std::fabs(a), std::fabs(b)) + absolute;
}

using Flat = std::vector<double>;

class Trial {
  const Case &c;
  Flat x, y;
  double dot_tolerance, slope_tolerance, step;

  bool evaluate(const Flat &at, Flat &out) const {
    out.assign(c.outputs, 0);
    try {
      c.primal(at.data(), out.data());
    } catch (int) {
      return false;
    }
    for (double each : out)
      if (!(std::fabs(each) < 1e4))
        return false;
    return true;
  }

  double along(const Flat &v, const Flat &w, double t) const {
    Flat at(x), out;
    for (int j = 0; j < c.inputs; ++j)
      at[j] += t * v[j];
    if (!evaluate(at, out))
      return NAN;
    double sum = 0;
    for (int i = 0; i < c.outputs; ++i)
      sum += w[i] * out[i];
    return sum;
  }

  /// The slope of w . f along v by differences; NAN where two steps disagree.
  double slope(const Flat &v, const Flat &w) const {
    double found[2];
    for (int k = 0; k < 2; ++k) {
      const double h = k ? step / 3 : step;
      const double wide = (along(v, w, h) - along(v, w, -h)) / (2 * h);
      const double narrow = (along(v, w, h / 2) - along(v, w, -h / 2)) / h;
      found[k] = (4 * narrow - wide) / 3;
    }
    return close(found[0], found[1], slope_tolerance / 4, slope_tolerance / 40) ? found[0] : NAN;
  }

  /// Whether differences over a much shorter step agree with the derivative after all: what changes
  /// as fast as a sine of large numbers may mislead two longer ones in the same way. Where the
  /// steps are long since there are floats, two still shorter ones after each other count, too.
  bool misled(const Flat &v, const Flat &w, double derivative) const {
    const double tolerance = c.loose ? slope_tolerance : 1e-3;
    auto agrees = [&](double h) {
      const double fine = (along(v, w, h) - along(v, w, -h)) / (2 * h);
      return close(derivative, fine, tolerance, tolerance);
    };
    if (!c.loose || agrees(step / 64))
      return c.loose || agrees(step / 1024);
    return (agrees(step / 512) && agrees(step / 4096)) ||
           (agrees(step / 4096) && agrees(step / 32768));
  }

  /// Whether forward agrees on a derivative that differences cannot show, where numbers have
  /// grown so large that a sum with a small one leaves them as they are, or nearly so: rounded up
  /// and rounded down, the function itself differs by as much as would explain what they found.
  bool drowned(const Flat &v, const Flat &w, double derivative, double found) const {
    if (!c.forward)
      return false;
    Flat out(c.outputs), out_dot(c.outputs);
    c.forward(x.data(), v.data(), out.data(), out_dot.data());
    double both = 0;
    for (int i = 0; i < c.outputs; ++i)
      both += w[i] * out_dot[i];
    if (!close(derivative, both, 1e-9, 1e-12))
      return false;
    const double noise = std::fabs(rounded(FE_UPWARD, v, w) - rounded(FE_DOWNWARD, v, w));
    return noise > 0.1 * step * std::fabs(derivative - found);
  }

  /// w . f, all of its operations rounded in one direction.
  double rounded(int direction, const Flat &v, const Flat &w) const {
    std::fesetround(direction);
    const double result = along(v, w, 0);
    std::fesetround(FE_TONEAREST);
    return result;
  }

  /// Whether the derivative of a chaotic function has left the numbers that there are.
  static bool overflowed(double derivative) {
    return !std::isfinite(derivative) && std::fetestexcept(FE_OVERFLOW) != 0;
  }

  bool fail(const char *what, int index, double got, double wanted) const {
    std::printf("FAIL %s: %s [%d]: got %.15g, wanted %.15g\n", c.name, what, index, got, wanted);
    return false;
  }

public:
  bool smooth = true;

  explicit Trial(const Case &c)
      : c(c), dot_tolerance(c.loose ? 1e-4 : 1e-9), slope_tolerance(c.loose ? 5e-2 : 1e-5),
        step(c.loose ? 1.0 / 32 : 1e-4) {}

  /// Draws a point; false where the function does not stay finite.
  bool draw(Random &random) {
    x.resize(c.inputs);
    for (double &each : x)
      each = static_cast<float>(1.5 * random.next());
    return evaluate(x, y);
  }

  bool check(Random &random) {
    Flat v(c.inputs), w(c.outputs), rubbish(c.inputs);
    for (Flat *each : {&v, &w, &rubbish})
      for (double &number : *each)
        number = static_cast<float>(random.next());
    const double wanted = slope(v, w);
    smooth = wanted == wanted;
    double w_Jv = 0, size = 1;
    Flat out(c.outputs, 77), out_dot(c.outputs, 99);
    std::feclearexcept(FE_OVERFLOW);
    if (c.forward) {
      c.forward(x.data(), v.data(), out.data(), out_dot.data());
      for (int i = 0; i < c.outputs; ++i) {
        if (!close(out[i], y[i], 1e-11, 1e-11))
          return fail("value of forward", i, out[i], y[i]);
        w_Jv += w[i] * out_dot[i];
        size += std::fabs(w[i] * out_dot[i]);
      }
      if (overflowed(w_Jv)) {
        smooth = false;
        return true;
      }
      if (smooth && !close(w_Jv, wanted, slope_tolerance, slope_tolerance)) {
        if (!misled(v, w, w_Jv) && !drowned(v, w, w_Jv, wanted))
          return fail("forward against differences", 0, w_Jv, wanted);
        smooth = false;
      }
    }
    if (c.reverse) {
      Flat x_bar(rubbish);
      out.assign(c.outputs, 77);
      c.reverse(x.data(), x_bar.data(), out.data(), w.data());
#ifdef AD_BITS
      for (const Flat *all : {&out, &x_bar})
        for (double each : *all)
          std::printf("BITS %a\n", each);
#endif
      double g_v = 0;
      for (int i = 0; i < c.outputs; ++i)
        if (!close(out[i], y[i], 1e-11, 1e-11))
          return fail("value of reverse", i, out[i], y[i]);
      for (int j = 0; j < c.inputs; ++j) {
        const double gradient = x_bar[j] - rubbish[j];
        g_v += gradient * v[j];
        size += std::fabs(gradient * v[j]);
        Flat unit(c.inputs);
        unit[j] = 1;
        const double by = slope(unit, w);
        smooth = smooth && by == by;
        if (overflowed(gradient)) {
          smooth = false;
          return true;
        }
        if (by == by && !close(gradient, by, slope_tolerance, slope_tolerance)) {
          if (!misled(unit, w, gradient) && !drowned(unit, w, gradient, by))
            return fail("reverse against differences", j, gradient, by);
          smooth = false;
        }
      }
      if (c.forward && !(std::fabs(w_Jv - g_v) <= dot_tolerance * size))
        return fail("reverse against forward", 0, g_v, w_Jv);
    }
    return true;
  }
};

/// Tries one function; false if it is wrong.
inline bool attempt(const Case &c, unsigned long long seed) {
  Random random{seed};
  int finite = 0, smooth = 0;
  for (int tries = 0; tries < 12 && (finite < 4 || (smooth == 0 && tries < 12)); ++tries) {
    Trial trial(c);
    if (!trial.draw(random))
      continue;
    ++finite;
    if (!trial.check(random))
      return false;
    smooth += trial.smooth;
  }
  std::printf("%s %s\n", finite == 0 ? "UNTAME" : smooth == 0 ? "ROUGH" : "OK", c.name);
  return true;
}

/// main of a fuzzing program: tries all cases, or the one that is named.
template <std::size_t N> int run(const Case (&cases)[N], int argc, char **argv) {
  int failed = 0;
  for (const Case &c : cases) {
    if (argc > 1 && std::strcmp(argv[1], c.name) != 0)
      continue;
    std::printf("BEGIN %s\n", c.name);
    std::fflush(stdout);
    failed += !attempt(c, 12345);
    std::fflush(stdout);
  }
  return failed ? 1 : 0;
}

} // namespace fuzz

#endif // TEST_FUZZ_FUZZ_H
