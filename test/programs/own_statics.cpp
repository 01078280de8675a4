// Static variables that local ones stand for: tables that are filled once, scratch memory.
#include "arrays.h"
#include "scalars.h"
#include <vector>

namespace flagged { // a table with a flag
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  static double w[4] = {0};
  static int init = 0;
  if (!init) {
    for (int k = 0; k < 4; ++k)
      w[k] = 1.0 / (k + 1);
    init = 1;
  }
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += w[i % 4] * x[i] * x[i];
  return s;
}
} // namespace flagged

namespace bool_flag { // in a callee that is called in a loop
double term(int k, double x) {
  static double fact[16];
  static bool done = false;
  if (!done) {
    fact[0] = 1;
    for (int i = 1; i < 16; ++i)
      fact[i] = fact[i - 1] * i;
    done = true;
  }
  double p = 1;
  for (int i = 0; i < k; ++i)
    p *= x;
  return p / fact[k];
}
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  double s = 0;
  for (int k = 0; k < 8; ++k)
    s += term(k, x) * y;
  return s;
}
} // namespace bool_flag

namespace vectors { // vectors that are empty at first
double gauss(double (*g)(double, double), double k) {
  static std::vector<double> xs, ws;
  if (xs.empty()) {
    for (int i = 0; i < 4; ++i) {
      xs.push_back(0.1 + 0.2 * i);
      ws.push_back(0.25);
    }
  }
  double s = 0;
  for (std::size_t i = 0; i < xs.size(); ++i)
    s += ws[i] * g(xs[i], k);
  return s;
}
double h(double t, double k) { return std::exp(k * t); }
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  return gauss(h, x) * gauss(h, y);
}
} // namespace vectors

namespace scratch { // filled and read
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  static double buf[64];
  for (int i = 0; i < n; ++i)
    buf[i] = x[i] * x[i];
  double s = 0;
  for (int i = 1; i < n; ++i)
    s += buf[i] * buf[i - 1];
  return s;
}
} // namespace scratch

namespace in_helper { // of a callee
static double conv(const double *x, int n, int k) {
  static double w[32];
  for (int i = 0; i < n; i++)
    w[i] = x[i] * (i + k);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += w[i] * w[n - 1 - i];
  return s;
}
[[ad::differentiate(forward, reverse)]] double f(const double *x, int n) {
  double s = 0;
  for (int k = 0; k < 3; ++k)
    s += conv(x, n, k) * x[k % n];
  return s;
}
} // namespace in_helper

namespace scalars { // numbers
static void solve(double a, double b, double *r) {
  static double d, q;
  d = a * a + b;
  q = std::sqrt(d);
  *r = q * a;
}
[[ad::differentiate(forward, reverse)]] double f(double x, double y) {
  double r;
  solve(x, y, &r);
  return r;
}
} // namespace scalars

int main() {
  CHECK_ARRAY(flagged::f, {1.0, 2.0, 0.5});
  CHECK_SCALARS(bool_flag::f, {1.5, 0.7});
  CHECK_SCALARS(vectors::f, {1.5, 0.7});
  CHECK_ARRAY(scratch::f, {1.0, 2.0, 0.5});
  CHECK_ARRAY(in_helper::f, {1.0, 2.0, 0.5});
  CHECK_SCALARS(scalars::f, {1.5, 0.7});
  return finish();
}
