// What closures hold: copies of objects, arrays and vectors that change afterwards, of objects with
// copy constructors of their own, of the object whose method makes the closure.
#include "vectors.h"

struct Gain {
  double k;
  double run(double x) {
    auto before = [*this](double t) { return t * k; };
    auto counting = [*this](double t) mutable {
      k += t;
      return k;
    };
    k = k * 5;
    auto again = counting;
    double t = before(x) + counting(x) * counting(x) + k;
    return t + again(t);
  }
};

[[ad::differentiate(forward, reverse)]]
double star_this(const std::vector<double> &x) {
  Gain g{x[0]};
  return g.run(x[1]) * g.run(x[2]);
}

// Too large to be inlined, with a return from inside a loop.
template <class F> double large(const std::vector<double> &v, F f) {
  double s = 0;
  for (double e : v)
    for (int j = 0; j < 2; ++j) {
      s += f(e, j);
      if (s > 1e4)
        return s;
    }
  return s;
}

struct Point {
  double a, b;
};

[[ad::differentiate(forward, reverse)]]
double arrays(const std::vector<double> &x) {
  Point p{x[0], x[1]};
  double row[3] = {x[0], x[1], x[2]}, grid[2][2] = {{x[0], 1}, {x[1], x[2]}};
  auto f = [p, row, grid](double a, int j) { return p.a * a + row[j] * p.b * grid[j][1]; };
  p.a = 100;
  row[0] = grid[1][1] = 50;
  auto g = [p, row](double a, int j) mutable {
    p.b *= a;
    row[j] += p.b;
    return row[0] * row[j];
  };
  auto again = g;
  auto [q, r] = p;
  auto h = [q = q, r = r](double a, int) { return q * a + r; };
  double t = large(x, f) + large(x, g) + large(x, h) + f(x[0], 1);
  return t + g(x[0], 0) * g(x[1], 0) * again(x[2], 0);
}

[[ad::differentiate(forward, reverse)]]
double vectors(const std::vector<double> &x) {
  std::vector<double> v = x;
  auto f = [v](double a, int j) { return v[j] * a; };
  v[0] = 9;
  v.push_back(4);
  double t = large(x, f);
  v[1] = t;
  auto g = [w = v](double a, int j) mutable {
    w[j] *= a;
    w.push_back(a);
    return w[j] * w.back();
  };
  t += large(v, g);
  t += large(x, g) + g(x[0], 1);
  return t * v[1];
}

// References to elements, in a loop.
[[ad::differentiate(forward, reverse)]]
double elements(const std::vector<double> &x) {
  std::vector<double> v = x;
  double t = 0;
  for (double &e : v) {
    auto f = [&e, &t, k = e * e](double a, int j) {
      e += a * 0.1;
      t += e * j;
      return t * k;
    };
    t += large(x, f) * 0.01;
  }
  for (double e : v)
    t += e * e;
  return t;
}

struct Number {
  double a;
  explicit Number(double a) : a(a) {}
  Number(const Number &o) : a(o.a) {}
  Number &operator=(const Number &) = default;
};

[[ad::differentiate(forward, reverse)]]
double copied(const std::vector<double> &x) {
  Number d(x[0]);
  auto f = [d](double t) { return d.a * t; };
  d.a = 7;
  const Number e(x[2]);
  auto g = [e](double t) { return e.a * t; };
  return f(x[1]) + d.a * x[2] * g(x[0]);
}

int main() {
  CHECK_VECTOR(star_this, {0.3, 0.7, 1.1});
  CHECK_VECTOR(arrays, {0.3, 0.7, 1.1});
  CHECK_VECTOR(vectors, {0.3, 0.7, 1.1});
  CHECK_VECTOR(elements, {0.3, 0.7, 1.1});
  CHECK_VECTOR(copied, {0.3, 0.7, 1.1});
  return finish();
}
