// Optionals, variants and maps of classes that cannot be made without arguments, or that do not
// start at zero.
#include "arrays.h"
#include <map>
#include <optional>
#include <utility>
#include <variant>
#define BOTH [[ad::differentiate(forward, reverse)]]

class Price {
  double value_;

public:
  explicit Price(double v) : value_(v) {}
  double get() const { return value_; }
  void add(double v) { value_ += v; }
};
class Span {
  double from_, to_;

public:
  Span(double from, double to) : from_(from), to_(to) {}
  double length() const { return (to_ - from_) * to_; }
};
struct Started {
  double level = 3;
  double twice() const { return 2 * level; }
};

BOTH double optional(const double *x, int n) {
  std::optional<Price> best;
  for (int i = 0; i < n; ++i)
    if (!best || best->get() < x[i] * x[0])
      best.emplace(x[i] * x[0]);
  double s = best->get();
  best->add(x[1]);
  std::optional<Price> other = best;
  best.reset();
  if (!best)
    best = Price(s * x[2]);
  std::optional<Span> span;
  if (x[0] > 100)
    return 0;
  span.emplace(x[1], best->get());
  return other.value().get() + span->length();
}
// What is made anew is not zero, its derivative is.
BOTH double started(const double *x, int) {
  std::optional<Started> a;
  a.emplace();
  double s = a->level * x[0];
  a->level *= x[1];
  s += a->twice();
  a.emplace();
  return s + a->twice() * x[2];
}
static std::optional<Price> found(const double *x, int n, double least) {
  for (int i = 0; i < n; ++i)
    if (x[i] > least)
      return Price(x[i] * x[i]);
  return std::nullopt;
}
BOTH double returned(const double *x, int n) {
  double s = 0;
  if (auto p = found(x, n, 0.6))
    s += p->get();
  if (auto p = found(x, n, 60); !p)
    s += x[0];
  return s;
}
BOTH double variant(const double *x, int n) {
  std::variant<double, Price, Span> v = x[0];
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += std::visit(
        [&](const auto &held) {
          using T = std::decay_t<decltype(held)>;
          if constexpr (std::is_same_v<T, Price>)
            return held.get() * x[i];
          else if constexpr (std::is_same_v<T, Span>)
            return held.length();
          else
            return held * held;
        },
        v);
    if (i % 3 == 0)
      v.emplace<1>(x[i] * 2);
    else if (i % 3 == 1)
      v.emplace<Span>(x[i], x[0]);
    else
      v = x[i] * x[1];
  }
  return s;
}
BOTH double map(const double *x, int) {
  std::map<int, Price> m;
  m.emplace(1, Price(x[0]));
  m.emplace(2, x[1] * x[1]);
  m.try_emplace(3, x[2] + 1);
  m.try_emplace(3, x[0]);
  m.insert({4, Price(x[0] * x[2])});
  double s = 0;
  for (const auto &[k, p] : m)
    s += k * p.get() * p.get();
  m.at(2).add(s);
  return m.find(2)->second.get() * m.at(1).get();
}

BOTH double given(const std::optional<Price> &p, double x) { return p ? p->get() * x : x; }
BOTH double givenStarted(const std::optional<Started> &p, double x) {
  return p ? p->twice() * x : x;
}

int main() {
  CHECK_ARRAY(optional, {0.5, 1.5, 0.75, 0.3});
  CHECK_ARRAY(started, {0.5, 1.5, 0.75});
  CHECK_ARRAY(returned, {0.5, 1.5, 0.75});
  CHECK_ARRAY(variant, {0.5, 1.5, 0.75, 0.3, 1.1});
  CHECK_ARRAY(map, {0.5, 1.5, 0.75});
#ifndef NO_AD
  // A derivative that is empty is zero, and becomes zero bytes where something is added.
  double d, bar = 0;
  expect("tangent", (given_forward(Price(2), std::nullopt, 3, 1, d), d), 2);
  std::optional<Price> p_bar;
  given_reverse(Price(2), p_bar, 3, bar);
  expect("adjoint", p_bar ? p_bar->get() : -1, 3);
  expect("tangent, started", (givenStarted_forward(Started{2}, std::nullopt, 3, 1, d), d), 4);
  std::optional<Started> s_bar;
  givenStarted_reverse(Started{2}, s_bar, 3, bar);
  expect("adjoint, started", s_bar ? s_bar->level : -1, 6);
#endif
  return finish();
}
