// Objects with call operators in std::function; elements and copies of containers of functions.
#include "vectors.h"
#include <array>
#include <cmath>
#include <functional>
#include <vector>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace copied {
BOTH double f(const std::vector<double> &x) {

  std::vector<std::function<double(double)>> fs{[](double v) { return v * v; },
                                                [](double v) { return std::sin(v); }};
  auto c = fs[0];
  auto gs = fs;
  return c(x[0]) + gs[1](x[1]);
}
} // namespace copied

namespace operators {
BOTH double f(const std::vector<double> &x) {

  std::vector<std::function<double(double, double)>> ops{std::plus<>(), std::minus<double>(),
                                                         std::multiplies<>{}};
  double s = x[0];
  for (auto &op : ops)
    s = op(s, x[1]);
  return s;
}
} // namespace operators

namespace polynomials {
struct Poly2 {
  double a, b;
  double operator()(double v) const { return a * v * v + b; }
};
BOTH double f(const std::vector<double> &x) {

  std::vector<std::function<double(double)>> fs;
  fs.push_back(Poly2{x[0], x[1]});
  fs.emplace_back([&](double v) { return v * x[2]; });
  fs.push_back(static_cast<double (*)(double)>(std::sin));
  double s = 0;
  for (const auto &g : fs)
    s += g(x[3]) * (s + 1);
  return s;
}
} // namespace polynomials

namespace composed {
std::function<double(double)> compose(std::function<double(double)> a,
                                      std::function<double(double)> b) {
  return [=](double v) { return a(b(v)); };
}
BOTH double f(const std::vector<double> &x) {

  auto h = compose([](double v) { return v * v; }, [&](double v) { return std::sin(v) * x[0]; });
  std::vector<std::function<double(double)>> fs = {h, [](double v) { return v + 1; }};
  double v = x[1];
  for (std::size_t i = 0; i < fs.size(); ++i) {
    auto g = fs[i];
    v = g(v);
  }
  return v;
}
} // namespace composed

namespace arrays {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  const std::array<std::function<double(double)>, 3> act = {
      [](double v) { return std::tanh(v); }, [](double v) { return v > 0 ? v : 0.1 * v; },
      [](double v) { return v; }};
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const auto &a = act[i % 3];
    s += a(x[i]) * a(s);
  }
  return s;
}
} // namespace arrays

namespace numbered {
BOTH double f(const std::vector<double> &x) {
  const int n = static_cast<int>(x.size());

  double k = x[0];
  const std::array<std::function<double(double)>, 3> act = {
      [](double v) { return std::tanh(v); }, [k](double v) { return v > 0 ? v : k * v; },
      [](double v) { return v; }};
  double s = 0;
  for (int i = 0; i < n; ++i) {
    const auto &a = act[i % 3];
    s += a(x[i] - 0.7) * a(s);
    auto b = act[(i + 1) % 3];
    s += b(s);
  }
  return s;
}
} // namespace numbered

namespace mutable_copies {
BOTH double f(const std::vector<double> &x) {

  std::vector<std::function<double(double)>> fs;
  fs.push_back([c = x[0]](double v) mutable {
    c *= v;
    return c;
  });
  auto g = fs[0];
  double s = fs[0](x[1]) + fs[0](x[2]);
  return s + g(x[3]) * g(x[4]);
}
} // namespace mutable_copies

namespace lists {
BOTH double f(const std::vector<double> &x) {

  std::vector<std::function<double(double)>> fs{[x](double v) { return v * x[0]; },
                                                [](double v) { return std::sin(v); }};
  auto gs = fs;
  gs.push_back([](double v) { return v * v; });
  const std::vector<std::function<double(double)>> hs(gs);
  double s = x[1];
  for (const auto &h : hs)
    s = h(s) + 0.1;
  for (const auto &h : fs)
    s += h(s);
  return s + gs[2](x[2]) + hs[0](x[3]);
}
} // namespace lists

namespace objects {
struct Poly {
  std::vector<double> c_;
  explicit Poly(std::vector<double> c) : c_(std::move(c)) {}
  double operator()(double t) const {
    double s = 0;
    for (std::size_t i = c_.size(); i-- > 0;)
      s = s * t + c_[i];
    return s;
  }
};
BOTH double f(const std::vector<double> &x) {

  Poly p({x[0], x[1], x[2]});
  std::function<double(double)> g = p;
  double s = g(x[3]);
  p = Poly({x[4]});
  return s * g(s) + p(x[5]);
}
} // namespace objects

namespace folded {
template <class F> double fold(const std::vector<double> &v, double s, F op) {
  for (double e : v)
    s = op(s, e);
  return s;
}
double apply(const std::function<double(double, double)> &op, double a, double b) {
  return op(a, b);
}
BOTH double f(const std::vector<double> &x) {

  std::vector<double> v(x);
  std::function<double(double, double)> times = std::multiplies<double>(), minus = std::minus<>{};
  return fold(v, 1.0, times) + apply(std::plus<>(), x[0], x[1]) * apply(minus, x[2], x[3]) +
         apply(std::divides<double>{}, x[4], x[5]);
}
} // namespace folded

namespace overloads {
struct Act {
  double k;
  double operator()(double v) const { return k * v; }
  int operator()(int v) const { return v + 1; }
};
BOTH double f(const std::vector<double> &x) {

  std::function<double(double)> g = Act{x[0]};
  std::function<int(int)> h = Act{2};

  return g(x[1]) * h(3);
}
} // namespace overloads

int main() {
  CHECK_CASE(copied, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(operators, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(polynomials, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(composed, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(arrays, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(numbered, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(mutable_copies, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(lists, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(objects, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(folded, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  CHECK_CASE(overloads, {0.49, 0.96, 0.7, 0.4, 1.1, 0.62});
  return finish();
}
