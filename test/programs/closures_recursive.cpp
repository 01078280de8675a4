// Closures that call themselves, closures passed to functions that are recursive or return from
// inside loops, closures that functions return, copies of closures that change their captures.
#include "scalars.h"
#include <functional>
#include <vector>

// The lambda is its own argument.
[[ad::differentiate(forward, reverse)]]
double power(double x, double y) {
  auto f = [](auto self, double b, int n) -> double {
    return n == 0 ? 1 : b * self(self, b, n - 1);
  };
  return f(f, x, 5) + f(f, y, 2) * f(f, x * y, 0);
}

// Captures by reference, written by each call.
[[ad::differentiate(forward, reverse)]]
double walk(double x, double y) {
  double sum = y;
  int calls = 0;
  auto visit = [&](auto &&self, double at, int depth) -> void {
    ++calls;
    sum = sum * 0.9 + std::sin(at) * x;
    if (depth == 0)
      return;
    self(self, at * 0.5, depth - 1);
    sum += at * sum;
    self(self, at + sum, depth - 1);
  };
  visit(visit, x, 2);
  return sum * calls * 1e-3;
}

// A std::function that holds what captures it.
[[ad::differentiate(forward, reverse)]]
double fibonacci(double x, double y) {
  std::function<double(int)> f = [&](int n) -> double {
    return n == 0 ? x : n == 1 ? y : f(n - 1) * f(n - 2);
  };
  return f(6);
}

// Adaptive quadrature: a recursive function template with a closure.
template <class F> double integrate(const F &f, double a, double b, int depth) {
  double m = 0.5 * (a + b), one = (b - a) * f(m);
  if (depth == 0)
    return one;
  double two = 0.5 * (b - a) * (f(0.5 * (a + m)) + f(0.5 * (m + b)));
  if (std::fabs(one - two) < 1e-3)
    return two;
  return integrate(f, a, m, depth - 1) + integrate(f, m, b, depth - 1);
}

[[ad::differentiate(forward, reverse)]]
double area(double x, double y) {
  double k = x * y;
  auto f = [=](double t) { return std::exp(k * t) * x; };
  return integrate(f, 0, y, 4) + integrate([&k](double t) { return t * k; }, x, 2, 3);
}

// Returns from inside a loop; what the closure captures is overwritten afterwards.
template <class F> double first_above(F f, double limit) {
  for (int i = 1; i < 20; ++i) {
    double v = f(i);
    for (int j = 0; j < 3; ++j)
      if (v * j > 3 * limit)
        return v * j;
    if (v > limit)
      return v;
  }
  return limit;
}

[[ad::differentiate(forward, reverse)]]
double search(double x, double y) {
  double scale = x;
  auto f = [&](int i) { return scale * i * i; };
  double a = first_above(f, 3 * y);
  scale *= y;
  double b = first_above(f, a);
  scale = a * b;
  return first_above(f, 1e9) + first_above([=](int i) { return i < 5 ? 0 : scale + i; }, y) + b;
}

// Its own body returns from a loop.
[[ad::differentiate(forward, reverse)]]
double own_loop(double x, double y) {
  std::vector<double> v(3, x);
  auto f = [&v, y](double t) {
    for (double &e : v) {
      e *= t;
      if (e > y)
        return e;
    }
    return t;
  };
  double r = f(2);
  r += f(r);
  return r * f(0.5) + v[0] * v[1];
}

// Made elsewhere, composed.
auto scaled_by(double a) {
  return [a](double t) { return a * t; };
}
auto shifted_by(const double &a) {
  return [&a](double t) { return a + t; };
}
template <class F, class G> auto compose(F f, G g) {
  return [=](double t) { return f(g(t)); };
}

[[ad::differentiate(forward, reverse)]]
double composed(double x, double y) {
  auto f = scaled_by(x), g = scaled_by(y);
  auto h = compose(f, g);
  auto k = compose(g, compose(f, f));
  auto s = shifted_by(x), r = shifted_by(y);
  double t = h(k(x)) + compose(s, r)(k(1)) + s(r(2));
  for (int i = 0; i < 3; ++i)
    t = compose(h, [&](double u) { return std::sin(u * t); })(y) + r(t);
  return t;
}

// Copies have captures of their own.
template <class F> double thrice(F f) { return f() + 10 * f() + 100 * f(); }
template <class F> double thrice_same(F &f) { return f() + 10 * f() + 100 * f(); }

[[ad::differentiate(forward, reverse)]]
double counters(double x, double y) {
  auto next = [s = x, y]() mutable {
    s = s * y + 0.1;
    return s;
  };
  double t = next();
  auto other = next;
  t += thrice(next);
  t *= next();
  t += thrice_same(next) - next() + other();
  std::function<double()> held = [&other] { return other() * 2; };
  return t + held() + held();
}

struct Model {
  double a, b;
  double run(double x) const {
    auto f = [this](auto self, double t, int n) -> double {
      return n ? self(self, t * a, n - 1) : t + b;
    };
    return f(f, x, 3);
  }
};

[[ad::differentiate(forward, reverse)]]
double method(double x, double y) {
  Model m{x, y};
  double t = m.run(2);
  m.a = t;
  return t * m.run(y);
}

int main() {
  CHECK_SCALARS(power, {0.7, 1.3});
  CHECK_SCALARS(walk, {0.7, 1.3});
  CHECK_SCALARS(fibonacci, {0.7, 1.3});
  CHECK_SCALARS(area, {0.7, 1.3});
  CHECK_SCALARS(search, {0.7, 1.3});
  CHECK_SCALARS(own_loop, {0.7, 1.3});
  CHECK_SCALARS(composed, {0.7, 1.3});
  CHECK_SCALARS(counters, {0.7, 1.3});
  CHECK_SCALARS(method, {0.7, 1.3});
  return finish();
}
