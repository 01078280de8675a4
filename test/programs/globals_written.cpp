// Globals that a function writes and reads again: it works on copies, which are written back.
#include "arrays.h"
#include "scalars.h"

namespace in_number {
static double g_acc;
[[ad::differentiate(forward, reverse)]]
double number(double x, double y) {
  g_acc = 0;
  for (int i = 0; i < 3; ++i)
    g_acc += std::sin(x * i) * y;
  return g_acc * g_acc;
}
} // namespace in_number

namespace in_filled {
static double scratch[16];
[[ad::differentiate(forward, reverse)]]
double filled(const double *x, int n) {
  for (int i = 0; i < n; ++i)
    scratch[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += scratch[i] * scratch[n - 1 - i];
  return s;
}
} // namespace in_filled

namespace in_counted {
static int g_calls = 0;
static double step(double x) {
  ++g_calls;
  return std::sin(x) * x;
}
[[ad::differentiate(forward, reverse)]]
double counted(double x, double y) {
  double s = step(x);
  s += step(s * y);
  return s + 0 * g_calls;
}
} // namespace in_counted

namespace in_of_thread {
static thread_local std::vector<double> buf;
[[ad::differentiate(forward, reverse)]]
double of_thread(const double *x, int n) {
  buf.resize(n);
  for (int i = 0; i < n; ++i)
    buf[i] = x[i] * x[i];
  double s = 0;
  for (double v : buf)
    s += v;
  return s;
}
} // namespace in_of_thread

namespace in_of_others {
extern double ge;
double ge = 3;
extern "C" int puts(const char *);
double other();
[[ad::differentiate(forward, reverse)]]
double of_others(double x, double y) {
  ge = x;
  ge *= y;
  if (y > 10)
    throw 1;
  return ge * ge;
}
} // namespace in_of_others

namespace in_asked {
static int mode;
static double fac[3] = {1, 2, 3};
static double pick() { return fac[mode]; }
[[ad::differentiate(forward, reverse)]]
double asked(double x, double y) {
  double s = 0;
  for (mode = 0; mode < 3; ++mode) {
    fac[mode] = mode + 1.5;
    s += pick() * x * (mode == 1 ? y : 1);
  }
  return s;
}
} // namespace in_asked

namespace in_of_class {
struct Sim {
  static double t;
  double k;
  void step() { t += k; }
  [[ad::differentiate(forward, reverse)]]
  double run(double x) {
    t = 0;
    for (int i = 0; i < 3; ++i) {
      step();
      k += x * t;
    }
    return t * k;
  }
};
double Sim::t = 0;
[[ad::differentiate(forward, reverse)]]
double of_class(double x, double y) {
  Sim s{x};
  return s.run(y) + Sim::t;
}
} // namespace in_of_class

namespace in_called {
static double g;
static double h(double x) { return g * x; }
[[ad::differentiate(forward, reverse)]]
double f(double x, double y) {
  g = x * y;
  return h(x) + g;
}
[[ad::differentiate(forward, reverse)]]
double k(double x, double y) {
  g = x + y;
  return h(y) * f(x, y) + g;
}
} // namespace in_called

namespace in_all {
static double acc, tab[2][3];
static int count;
struct St {
  double p, v;
  int n;
  double h[2];
};
static St st;
static std::vector<double> buf;
namespace {
struct K {
  static double best;
  static inline int hits = 0;
};
double K::best = 0;
} // namespace
static void bump(double &r, double by) {
  r += by * by;
  ++count;
}
static double look(double x) {
  for (int i = 0; i < 3; ++i) {
    if (x > i)
      return acc * i + x;
    tab[0][i] += x;
  }
  return tab[1][2];
}
[[ad::differentiate(forward, reverse)]]
double all(double x, double y) {
  acc = x;
  count = 0;
  bump(acc, y);
  double *p = &tab[1][0];
  for (int i = 0; i < 3; ++i) {
    tab[0][i] = x * i;
    p[i] = tab[0][i] * y;
  }
  st = {x, y, 0, {x, 0}};
  for (int i = 0; i < 4; ++i) {
    st.v -= 0.1 * st.p;
    st.p += 0.1 * st.v;
    st.h[i % 2] += st.p;
    ++st.n;
    if (st.n > 7)
      return 0;
  }
  buf.clear();
  for (int i = 0; i < count + 2; ++i)
    buf.push_back(acc * i + tab[1][i % 3]);
  auto lam = [](double t) {
    K::best = t > K::best ? t : K::best;
    ++K::hits;
    return K::best;
  };
  K::best = -10;
  double s = lam(x) + lam(y) + lam(x * y);
  s += look(1.5) + look(x) + look(3 * y);
  for (double b : buf)
    s += b * b;
  if (x > 5)
    return s * acc;
  return s + st.p * st.h[0] + st.h[1] * K::hits + count;
}
static double state() {
  double s = acc + st.p * 2 + st.v * 3 + st.n + st.h[0] + count * 7 + K::best;
  for (auto &r : tab)
    for (double t : r)
      s = s * 0.7 + t;
  for (double b : buf)
    s = s * 0.3 + b;
  return s;
}

static void reset() {
  acc = 9;
  count = 3;
  st = {};
  K::hits = 0;
  for (auto &r : tab)
    for (double &t : r)
      t = 1;
  buf.assign(2, 5);
}
static double fresh(double x, double y) {
  reset();
  return all(x, y);
}
#ifndef NO_AD
static double fresh_forward(double x, double x_dot, double y, double y_dot, double &fresh_dot) {
  reset();
  return all_forward(x, x_dot, y, y_dot, fresh_dot);
}
static double fresh_reverse(double x, double &x_bar, double y, double &y_bar, double fresh_bar) {
  reset();
  return all_reverse(x, x_bar, y, y_bar, fresh_bar);
}
/// Companions leave the globals as the function does.
static void states() {
  fresh(0.7, 1.4);
  const double wanted = state();
  double x_bar = 0, y_bar = 0, dot;
  fresh_forward(0.7, 1, 1.4, 1, dot);
  expect("state", state(), wanted);
  fresh_reverse(0.7, x_bar, 1.4, y_bar, 1);
  expect("state", state(), wanted);
}
#endif
} // namespace in_all

#ifndef NO_AD
/// Arguments that lead into the globals are refused before anything has happened.
template <class Call> static void refused(Call call) {
  bool thrown = false;
  try {
    call();
  } catch (const std::exception &) {
    thrown = true;
  }
  expect("refused", thrown, true);
}
static void refusals() {
  using namespace in_filled;
  double x_bar[16] = {}, s_dot = 0;
  refused([&] { filled_reverse(scratch + 2, x_bar, 3); });
  refused([&] { filled_forward(scratch, x_bar, 3, s_dot); });
  in_of_thread::buf = {1, 2, 3};
  refused([&] { in_of_thread::of_thread_reverse(in_of_thread::buf.data() + 1, x_bar, 2); });
  expect("untouched", x_bar[0] + x_bar[1], 0);
}
#endif

int main() {
  CHECK_SCALARS(in_number::number, {0.7, 0.4});
  CHECK_ARRAY(in_filled::filled, {0.9, 0.3, 0.4, 0.2});
  CHECK_SCALARS(in_counted::counted, {0.7, 0.4});
  CHECK_ARRAY(in_of_thread::of_thread, {0.9, 0.3, 0.4, 0.2});
  CHECK_SCALARS(in_of_others::of_others, {0.7, 0.4});
  CHECK_SCALARS(in_asked::asked, {0.7, 0.4});
  CHECK_SCALARS(in_of_class::of_class, {0.7, 0.4});
  CHECK_SCALARS(in_called::k, {0.7, 0.4});
  CHECK_SCALARS(in_all::fresh, {0.7, 1.4});
#ifndef NO_AD
  in_all::states();
  refusals();
#endif
  return finish();
}
