// Types of the library within each other, in recursion, loops, arrays and early returns.
#include "complexes.h"
#include "scalars.h"
#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <tuple>
#include <variant>
#include <vector>

[[ad::differentiate(forward, reverse)]] double cplx(double x, double y) {
  std::complex<double> z(x, y);
  z = z * z / (z + 1.0);
  return std::abs(std::exp(z)) + std::arg(z) + std::norm(std::pow(z, 3.0));
}
struct L {
  std::optional<double> o;
  std::variant<double, std::array<double, 2>> v;
  std::pair<double, int> p;
};
static double rec(std::optional<double> &o, double x, int n) {
  if (n == 0)
    return o.value_or(x);
  if (n % 2)
    o = o ? *o * x : x * x;
  else if (n == 4)
    o.reset();
  double r = rec(o, x + 0.1, n - 1);
  return r + (o ? *o : x);
}
[[ad::differentiate(forward, reverse)]] double recursive(double x, double y) {
  std::optional<double> o;
  double r = rec(o, x, 5);
  r += rec(o, y, 2);
  return r * o.value_or(3.0);
}
[[ad::differentiate(forward, reverse)]] double arrays(double x, double y) {
  std::array<std::optional<double>, 3> a;
  std::optional<double> c[2] = {x, std::nullopt};
  a[1] = x * y;
  auto b = a;
  b[0] = *b[1] * y;
  a = b;
  c[1] = c[0];
  std::vector<L> v(2);
  v[0].o = x;
  v[1].v = std::array<double, 2>{x, y};
  v[1].p.first = y;
  L w = v[0];
  w.o = *w.o * y;
  v[0] = w;
  double s = 0;
  for (auto &l : v) {
    if (l.o)
      s += *l.o;
    if (l.v.index() == 1)
      s += std::get<1>(l.v)[0] * std::get<1>(l.v)[1];
    else
      s += std::get<0>(l.v);
    s += l.p.first * l.p.second;
  }
  for (auto &o : a)
    s *= o.value_or(1.5);
  return s + *c[1] * *c[1];
}
static std::tuple<double, std::complex<double>> both(std::complex<double> z,
                                                     const std::tuple<double, double> &t) {
  auto [a, b] = t;
  return {std::abs(z) * a, z * b};
}
[[ad::differentiate(forward, reverse)]] double mixed(double x, double y) {
  std::vector<std::complex<double>> v = {{x, y}, {y, x}, x};
  std::transform(v.begin(), v.end(), v.begin(), [&](std::complex<double> z) { return z * z + x; });
  auto s = std::accumulate(v.begin(), v.end(), std::complex<double>(0, 0));
  double r = 0;
  for (int i = 0; i < 3; ++i) {
    auto [m, q] = both(v[i], {x, r + 1});
    r += m * q.real() + s.imag();
    s *= q;
    if (r > 100)
      break;
  }
  return r + std::real(s);
}
static double early(std::variant<double, std::pair<double, double>> v, int n) {
  for (int i = 0; i < n; ++i) {
    if (auto *d = std::get_if<double>(&v)) {
      if (*d > 2)
        return *d * *d;
      v = std::make_pair(*d * 1.5, *d);
    } else {
      auto [a, b] = std::get<1>(v);
      v = a * b + 0.5;
    }
  }
  return std::visit(
      [](const auto &e) -> double {
        if constexpr (std::is_same_v<std::decay_t<decltype(e)>, double>)
          return e;
        else
          return e.first + e.second;
      },
      v);
}
[[ad::differentiate(forward, reverse)]] double earlies(double x, double y) {
  double s = 0;
  for (int i = 0; i < 5; ++i)
    s += early(x, i) * early(std::pair<double, double>{x, y}, i);
  return s;
}
int main() {
  CHECK_SCALARS(cplx, {0.7, 1.3});
  CHECK_SCALARS(recursive, {0.7, 1.3});
  CHECK_SCALARS(arrays, {0.7, 1.3});
  CHECK_SCALARS(mixed, {0.7, 1.3});
  CHECK_SCALARS(earlies, {1.1, 1.3});
  return finish();
}
