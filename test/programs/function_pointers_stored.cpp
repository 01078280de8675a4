// Pointers to functions in vectors, pairs, records and tables; functions of every kind among them;
// parameters that are pointed to another function.
#include "vectors.h"
#include <utility>

using Reduce = double (*)(const std::vector<double> &);
static double product(const std::vector<double> &v) { return v[0] * v[1]; }
static double scan(const std::vector<double> &v) {
  double s = 1;
  for (double x : v) {
    if (x > 10)
      return s;
    s *= x + s;
  }
  return s;
}
static void push(std::vector<double> &v) { v.push_back(v[0] * v.back()); }
static void grow(std::vector<double> &v) {
  std::vector<double> w(v);
  w.push_back(v[0]);
  for (double &x : w)
    x *= 1.5 * w[0];
  v.swap(w);
}
struct Row {
  double k;
  Reduce f;
  void (*g)(std::vector<double> &);
};

[[ad::differentiate(forward, reverse)]]
double rows(const std::vector<double> &x) {
  Row r[] = {{x[0], product, push}, {x[1], scan, &grow}};
  std::vector<double> v = x;
  double t = 0;
  for (int i = 0; i < 4; ++i) {
    Row &q = r[i % 2];
    q.g(v);
    t += q.k * q.f(v);
    q.k *= t;
  }
  return t;
}

[[ad::differentiate(forward, reverse)]]
double containers(const std::vector<double> &x) {
  std::vector<Reduce> fs;
  fs.push_back(product);
  fs.push_back(scan);
  std::pair<double, Reduce> pairs[] = {{x[0], product}, {x[1], scan}};
  std::vector<std::pair<double, Reduce>> more;
  more.push_back({x[0], product});
  more.emplace_back(x[1], scan);
  double t = 1;
  for (Reduce f : fs)
    t += f(x) * t;
  for (auto &p : pairs)
    t = t * p.second(x) + p.first;
  for (auto &p : more) {
    t *= p.second(x);
    t += p.first;
  }
  return t;
}

// Static methods, instances of templates, functions without a name outside, constant ones.
struct Laws {
  static double up(double x) { return x * x; }
  template <class T> static T down(T x) { return x / 3; }
};
template <class T> T cubic(T x) { return x * x * x; }
template <int N> double times(double x) { return x * N; }
[[ad::constant]] static double step(double x) { return x > 0; }
namespace {
double half(double x) { return x * 0.5; }
} // namespace
using Law = double (*)(double);
static const Law laws[] = {Laws::up, cubic<double>, times<4>, step, half, Laws::down<double>};

[[ad::differentiate(forward, reverse)]]
double table(const std::vector<double> &x) {
  double s = x[0];
  for (int i = 0; i < 8; ++i)
    s += laws[i % 6](s * x[1]) * x[2] * 0.2;
  return s;
}

// The parameter is pointed to another function.
static double iterate(Law f, double x, int n) {
  if (n == 0)
    return x;
  double y = f(x);
  f = half;
  return y * iterate(f, f(x), n - 1);
}
static double alternate(Law f, double x, int n) {
  for (int i = 0; i < n; ++i) {
    x *= f(x);
    if (x > 100)
      return x;
    f = i % 2 ? Laws::up : half;
  }
  return x;
}

[[ad::differentiate(forward, reverse)]]
double changed(const std::vector<double> &x) {
  return iterate(Laws::up, x[0], 3) * alternate(Laws::up, x[1], 3) + iterate(half, x[2], 1);
}

// Constant functions that write: what they wrote is no function of the inputs.
using Update = void (*)(double &, double);
[[ad::constant]] static void reset(double &a, double b) { a = b > 0 ? 1.5 : 2; }
[[ad::constant]] static void look(double &, double) {}
static void scale(double &a, double b) { a *= b; }
static const Update updates[] = {scale, reset, look};

[[ad::differentiate(forward, reverse)]]
double updated(const std::vector<double> &x) {
  double s = x[0], r = 0;
  for (int i = 0; i < 7; ++i) {
    r += s * s;
    updates[i % 3](s, x[1]);
    r += s * s * x[2];
  }
  return r;
}

int main() {
  CHECK_VECTOR(rows, {0.3, 0.7, 1.1});
  CHECK_VECTOR(containers, {0.3, 0.7, 1.1});
  CHECK_VECTOR(table, {0.3, 0.7, 1.1});
  CHECK_VECTOR(changed, {0.3, 0.7, 1.1});
  CHECK_VECTOR(updated, {0.3, 0.7, 1.1});
  return finish();
}
