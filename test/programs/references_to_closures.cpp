// std::ref of closures: algorithms and functions that take their function by value change the
// closure itself.
#include "vectors.h"
#include <algorithm>
#include <functional>
#include <iterator>

using V = std::vector<double>;

[[ad::differentiate(forward, reverse)]] double passed(const V &v) {
  double s = 0;
  auto add = [&s](double x) { s += x * x; };
  std::for_each(v.begin(), v.end(), std::ref(add));
  return s * v[0];
}
[[ad::differentiate(forward, reverse)]] double changing(const V &v) {
  auto count = [n = 0.0, k = v[0]](double x) mutable {
    n += x * k;
    return n;
  };
  double s = 0;
  V w;
  std::transform(v.begin(), v.end(), std::back_inserter(w), std::ref(count));
  for (double x : w)
    s += x;
  return s * count(v[1]);
}
template <class F> double twice(F f, double x) { return f(f(x)); }
[[ad::differentiate(forward, reverse)]] double to_templates(const V &v) {
  auto g = [m = v[1]](double x) mutable {
    m *= 1.5;
    return x * m;
  };
  double a = twice(std::ref(g), v[0]);
  double b = twice(g, v[0]);
  return a * g(1) + b;
}
inline double run_twice(const std::function<double(double)> &f, double x) {
  return f(x) + f(2 * x);
}
[[ad::differentiate(forward, reverse)]] double to_std_function(const V &v) {
  auto g = [m = v[1]](double x) { return x * m * m; };
  double a = run_twice(std::ref(g), v[0]);
  return a + g(0);
}
[[ad::differentiate(forward, reverse)]] double named(const V &v) {
  auto g = [m = v[1]](double x) mutable {
    m += x;
    return m * m;
  };
  auto r = std::ref(g);
  double a = r(v[0]);
  auto q = r;
  a *= q(v[2]);
  return a + g(0);
}

int main() {
  CHECK_VECTOR(passed, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(changing, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(to_templates, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(to_std_function, {0.7, 1.3, 0.9, 0.4});
  CHECK_VECTOR(named, {0.7, 1.3, 0.9, 0.4});
  return finish();
}
