// Structured bindings of classes with a tuple protocol of their own, whose 'get' returns a member.
#include "vectors.h"
#include <array>
#include <cmath>
#include <tuple>
#include <vector>

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Swapped {
  double u, w;
  template <std::size_t I> double get() const {
    if constexpr (I == 0)
      return w;
    else
      return u;
  }
};
struct Free {
  double u, w;
};
template <std::size_t I> double &get(Free &f) {
  if constexpr (I == 0)
    return f.w;
  else
    return f.u;
}
template <std::size_t I> const double &get(const Free &f) {
  if constexpr (I == 0)
    return f.w;
  else
    return f.u;
}
template <std::size_t I> double &&get(Free &&f) {
  if constexpr (I == 0)
    return std::move(f.w);
  else
    return std::move(f.u);
}
struct Hidden {
  Hidden(double a, double b) : n(0), u(a), w(b) {}
  template <std::size_t I> const auto &get() const & {
    if constexpr (I == 0)
      return n;
    else if constexpr (I == 1)
      return u;
    else
      return w;
  }
  template <std::size_t I> auto &get() & {
    if constexpr (I == 0)
      return n;
    else if constexpr (I == 1)
      return u;
    else
      return w;
  }
  template <std::size_t I> auto &&get() && {
    if constexpr (I == 0)
      return std::move(n);
    else if constexpr (I == 1)
      return std::move(u);
    else
      return std::move(w);
  }

private:
  int n;
  double u, w;
};
struct Same {
  double u, w;
  template <std::size_t I> double get() const { return u; }
};
struct Order {
  double u;
  std::array<double, 2> w;
  template <std::size_t I> decltype(auto) get() const {
    static_assert(I < 2);
    if constexpr (I == 0)
      return (u);
    if constexpr (I == 1)
      return (w);
  }
};
namespace std {
#define P(C, N)                                                                                    \
  template <> struct tuple_size<C> : integral_constant<size_t, N> {};
P(Swapped, 2)
P(Free, 2)
P(Hidden, 3) P(Same, 2) P(Order, 2) template <size_t I> struct tuple_element<I, Swapped> {
  using type = double;
};
template <size_t I> struct tuple_element<I, Free> {
  using type = double;
};
template <size_t I> struct tuple_element<I, Same> {
  using type = double;
};
template <> struct tuple_element<0, Hidden> {
  using type = int;
};
template <> struct tuple_element<1, Hidden> {
  using type = double;
};
template <> struct tuple_element<2, Hidden> {
  using type = double;
};
template <> struct tuple_element<0, Order> {
  using type = const double;
};
template <> struct tuple_element<1, Order> {
  using type = const std::array<double, 2>;
};
} // namespace std

namespace swapped {
BOTH double f(const V &v) {
  Swapped s{v[0], v[1]};
  auto [p, q] = s;
  return p * p * q;
}
} // namespace swapped

namespace swapped_by_reference {
BOTH double f(const V &v) {
  Swapped s{v[0], v[1]};
  auto &[p, q] = s;
  s.w *= v[2];
  return p * p * q * s.w;
}
} // namespace swapped_by_reference

namespace swapped_changed {
BOTH double f(const V &v) {
  Swapped s{v[0], v[1]};
  auto [p, q] = s;
  p *= v[3];
  q += p;
  return p * p * q * s.w;
}
} // namespace swapped_changed

namespace swapped_by_const_reference {
BOTH double f(const V &v) {
  Swapped s{v[0], v[1]};
  const auto &[p, q] = s;
  return p * p * q;
}
} // namespace swapped_by_const_reference

namespace of_free {
BOTH double f(const V &v) {
  Free s{v[0], v[1]};
  auto [p, q] = s;
  return p * p * q;
}
} // namespace of_free

namespace of_free_by_reference {
BOTH double f(const V &v) {
  Free s{v[0], v[1]};
  auto &[p, q] = s;
  p *= 3 * v[2];
  return p * p * q * s.w * s.u;
}
} // namespace of_free_by_reference

namespace of_free_const {
BOTH double f(const V &v) {
  const Free s{v[0], v[1]};
  auto &[p, q] = s;
  return p * p * q;
}
} // namespace of_free_const

namespace hidden {
BOTH double f(const V &v) {
  Hidden s(v[0], v[1]);
  auto [n, p, q] = s;
  return p * p * q + n;
}
} // namespace hidden

namespace hidden_by_reference {
BOTH double f(const V &v) {
  Hidden s(v[0], v[1]);
  auto &[n, p, q] = s;
  n = 2;
  q *= v[2];
  for (int i = 0; i < n; ++i)
    p *= q;
  const auto &[m, a, b] = s;
  return a * a * b * m;
}
} // namespace hidden_by_reference

namespace same {
BOTH double f(const V &v) {
  Same s{v[0], v[1]};
  auto [p, q] = s;
  p *= v[2];
  return p * p * q;
}
} // namespace same

namespace in_order {
BOTH double f(const V &v) {
  Order s{v[0], {v[1], v[2]}};
  const auto &[p, q] = s;
  return p * p * q[0] * q[1];
}
} // namespace in_order

namespace in_order_copied {
BOTH double f(const V &v) {
  Order s{v[0], {v[1], v[2]}};
  auto [p, q] = s;
  return p * p * q[0] * q[1];
}
} // namespace in_order_copied

namespace in_loop {
BOTH double f(const V &v) {
  double r = 0;
  std::vector<Free> w{{v[0], v[1]}, {v[2], v[3]}};
  for (auto &[p, q] : w) {
    p *= q;
    r += p * p * q;
  }
  for (const auto &[p, q] : w)
    r += p * r;
  return r;
}
} // namespace in_loop

int main() {
  CHECK_CASE_TWICE(swapped);
  CHECK_CASE_TWICE(swapped_by_reference);
  CHECK_CASE_TWICE(swapped_changed);
  CHECK_CASE_TWICE(swapped_by_const_reference);
  CHECK_CASE_TWICE(of_free);
  CHECK_CASE_TWICE(of_free_by_reference);
  CHECK_CASE_TWICE(of_free_const);
  CHECK_CASE_TWICE(hidden);
  CHECK_CASE_TWICE(hidden_by_reference);
  CHECK_CASE_TWICE(same);
  CHECK_CASE_TWICE(in_order);
  CHECK_CASE_TWICE(in_order_copied);
  CHECK_CASE_TWICE(in_loop);
  return finish();
}
