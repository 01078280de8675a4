// std::optional and std::variant of vectors and of structs that hold vectors.
#include "vectors.h"
#include <cmath>
#include <optional>
#include <type_traits>
#include <variant>
#define BOTH [[ad::differentiate(forward, reverse)]]

namespace returned {
std::optional<std::vector<double>> normalised(const std::vector<double> &v) {
  double s = 0;
  for (double e : v)
    s += e * e;
  if (s < 1e-12)
    return std::nullopt;
  std::vector<double> w(v);
  for (double &e : w)
    e /= std::sqrt(s);
  return w;
}
BOTH double f(const std::vector<double> &x) {
  auto w = normalised(x);
  if (!w)
    return 0;
  double s = 0;
  for (std::size_t i = 0; i < w->size(); ++i)
    s += (i + 1) * (*w)[i];
  return s * w.value()[1];
}
} // namespace returned

namespace structs {
struct Fit {
  std::vector<double> coefficients;
  double error;
};
std::optional<Fit> fit(const std::vector<double> &x, std::size_t least) {
  if (x.size() < least)
    return {};
  Fit r;
  r.error = 0;
  for (double v : x) {
    r.coefficients.push_back(v * v);
    r.error += v;
  }
  return r;
}
BOTH double f(const std::vector<double> &x) {
  std::optional<Fit> r = fit(x, 2), none = fit(x, 9);
  if (!r.has_value() || none)
    return -1;
  double s = r->error;
  for (double c : r->coefficients)
    s += c * s;
  return s;
}
} // namespace structs

namespace changed {
BOTH double f(const std::vector<double> &x) {
  std::optional<std::vector<double>> best;
  double s = 0;
  for (double v : x) {
    if (!best || v > best->front())
      best = std::vector<double>{v, s * v};
    else if (v < 0.4)
      best.reset();
    if (best) {
      best->push_back(v);
      s += best->back() * (*best)[0];
    }
  }
  auto copy = best;
  if (copy)
    (*copy)[0] *= 2;
  return s + (copy ? copy->front() * best->front() : x[0]);
}
} // namespace changed

namespace variants {
using Value = std::variant<double, std::vector<double>>;
double squared(const Value &v) {
  return std::visit(
      [](const auto &a) -> double {
        if constexpr (std::is_same_v<std::decay_t<decltype(a)>, double>) {
          return a * a;
        } else {
          double s = 0;
          for (double e : a)
            s += e * e;
          return s;
        }
      },
      v);
}
BOTH double f(const std::vector<double> &x) {
  Value a = x[0], b = std::vector<double>{x[1], x[2], x[3]};
  double s = squared(a) * squared(b);
  if (auto *p = std::get_if<std::vector<double>>(&b))
    p->push_back(s);
  a = b;
  b = x[3];
  if (std::holds_alternative<std::vector<double>>(a))
    s += std::get<1>(a)[0] * std::get<double>(b) * a.index();
  return s + squared(a);
}
} // namespace variants

int main() {
  CHECK_CASE(returned, {0.5, 1.5, 0.75, 0.3});
  CHECK_CASE(structs, {0.5, 1.5, 0.75, 0.3});
  CHECK_CASE(changed, {0.5, 1.5, 0.75, 0.3, 0.9});
  CHECK_CASE(variants, {0.5, 1.5, 0.75, 0.3});
  return finish();
}
