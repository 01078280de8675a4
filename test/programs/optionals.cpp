// std::optional: engaged and empty, assigned, reset, in loops, fields, arguments and results.
#include "scalars.h"
#include <array>
#include <optional>
#include <vector>

static std::optional<double> root(double x) {
  if (x < 0)
    return std::nullopt;
  return std::sqrt(x);
}

[[ad::differentiate(forward, reverse)]]
double chosen(double x, double y) {
  double s = 0;
  if (auto r = root(x))
    s += *r * y;
  if (std::optional<double> r = root(-x); !r)
    s *= y;
  const auto a = root(y), b = root(-y);
  return s + a.value_or(3 * x) * b.value_or(x * y) + (b ? *b : x) + root(y).value();
}

[[ad::differentiate(forward, reverse)]]
double greatest(double x, double y) {
  std::optional<double> best;
  for (int i = 0; i < 5; ++i) {
    const double c = std::sin(x * i) * y;
    if (!best || c > *best)
      best = c;
    if (best.has_value())
      *best *= 1.5;
  }
  return best != std::nullopt ? *best : 0;
}

[[ad::differentiate(forward, reverse)]]
double switching(double x, double y) {
  std::optional<double> o = x * y, p;
  double s = 0;
  for (int i = 0; i < 7; ++i) {
    if (o)
      s += *o * *o + i * x;
    else
      s *= y;
    if (i % 3 == 0)
      o.reset();
    else if (i % 3 == 1)
      o = s * x;
    else
      p = o;
    if (i == 5)
      o = std::nullopt;
    if (i == 4)
      p.emplace(*p * s);
  }
  std::swap(o, p);
  o.swap(p);
  return s * p.value_or(1.0) + (o ? *o : y);
}

struct Limits {
  std::optional<double> low, high;
  double step = 0;
};

static double clamped(const Limits &limits, double x) {
  if (limits.low && x < *limits.low)
    return *limits.low * limits.step;
  if (limits.high.has_value() && x > limits.high.value())
    return *limits.high * x;
  return x * x;
}

[[ad::differentiate(forward, reverse)]]
double in_fields(double x, double y) {
  Limits limits;
  limits.step = x;
  double s = clamped(limits, y);
  limits.low = y;
  s += clamped(limits, x) * clamped(limits, 2 * y);
  limits.high = s;
  Limits copy = limits;
  *copy.high *= 0.1;
  s += clamped(copy, x + y);
  limits = copy;
  return s * clamped(limits, y) * limits.low.value();
}

struct Point {
  double x, y;
  double norm() const { return x * x + y * y; }
};

static std::optional<Point> meet(double a, double b) {
  std::optional<Point> p;
  if (a != b)
    p = Point{a * b, a - b};
  return p;
}

[[ad::differentiate(forward, reverse)]]
double of_records(double x, double y) {
  std::optional<Point> p = meet(x, y), q = meet(x, x);
  if (p) {
    p->x *= p->y;
    (*p).y += x;
  }
  if (!q)
    q = p;
  std::optional<std::array<double, 2>> a = std::array<double, 2>{x, q->x};
  (*a)[0] *= (*a)[1];
  return p->norm() + q->norm() * (*a)[0] + std::make_optional(x * y).value();
}

static void replace(std::optional<double> &o, double x) {
  if (o)
    x *= *o;
  if (x > 0)
    o = x * x;
  else
    o.reset();
}

[[ad::differentiate(forward, reverse)]]
double passed(double x, double y) {
  std::optional<double> o;
  replace(o, x);
  replace(o, y);
  double s = o.value_or(y);
  replace(o, -1);
  replace(o, s * y);
  return s + *o;
}

[[ad::differentiate(forward, reverse)]]
double in_vectors(double x, double y) {
  std::vector<std::optional<double>> v(4);
  for (int i = 0; i < 4; ++i)
    if (i != 2)
      v[i] = x * i + y;
  double s = 0;
  for (const auto &each : v)
    if (each)
      s += *each * *each;
  return s;
}

// Empty derivatives are zero, and engaged where there is something to add.
[[ad::differentiate(forward, reverse)]]
double parameter(const std::optional<double> &o, std::optional<int> n, double x) {
  return o.value_or(2.0) * x * n.value_or(3) + (o ? *o : 0);
}

[[ad::differentiate(forward, reverse)]]
std::optional<double> result(std::optional<double> o, double x) {
  if (o && *o > 1)
    return std::nullopt;
  if (o)
    o = *o * x;
  return o;
}

int main() {
  CHECK_SCALARS(chosen, {0.7, 1.3});
  CHECK_SCALARS(chosen, {0.7, 0.3});
  CHECK_SCALARS(greatest, {0.7, 1.3});
  CHECK_SCALARS(greatest, {1.7, -1.3});
  CHECK_SCALARS(switching, {0.7, 1.3});
  CHECK_SCALARS(in_fields, {0.7, 1.3});
  CHECK_SCALARS(of_records, {0.7, 1.3});
  CHECK_SCALARS(passed, {0.7, 1.3});
  CHECK_SCALARS(passed, {-0.7, 1.3});
  CHECK_SCALARS(in_vectors, {0.7, 1.3});
  for (int engaged = 0; engaged < 2; ++engaged) {
    static bool is;
    is = engaged;
    check(
        {0.7, 1.3}, 1,
        [](In x, Out y) {
          y[0] = parameter(is ? std::optional<double>(x[0]) : std::nullopt, {}, x[1]);
        },
        AD([](In x, In x_dot, Out y, Out y_dot) {
          const auto o = is ? std::optional<double>(x[0]) : std::nullopt;
          const auto o_dot = is ? std::optional<double>(x_dot[0]) : std::nullopt;
          y[0] = parameter_forward(o, o_dot, {}, x[1], x_dot[1], y_dot[0]);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          const auto o = is ? std::optional<double>(x[0]) : std::nullopt;
          std::optional<double> o_bar;
          y[0] = parameter_reverse(o, o_bar, {}, x[1], x_bar[1], y_bar[0]);
          expect_true("engaged as the primal", o_bar.has_value() == is);
          x_bar[0] += o_bar.value_or(0);
        }));
    check(
        {0.7, 1.3}, 1,
        [](In x, Out y) {
          y[0] = result(is ? std::optional<double>(x[0]) : std::nullopt, x[1]).value_or(5);
        },
        AD([](In x, In x_dot, Out y, Out y_dot) {
          const auto o = is ? std::optional<double>(x[0]) : std::nullopt;
          const auto o_dot = is ? std::optional<double>(x_dot[0]) : std::nullopt;
          std::optional<double> dot = 7;
          y[0] = result_forward(o, o_dot, x[1], x_dot[1], dot).value_or(5);
          y_dot[0] = dot.value_or(0);
        }),
        AD([](In x, Out x_bar, Out y, In y_bar) {
          const auto o = is ? std::optional<double>(x[0]) : std::nullopt;
          std::optional<double> o_bar, bar;
          if (is)
            bar = y_bar[0];
          y[0] = result_reverse(o, o_bar, x[1], x_bar[1], bar).value_or(5);
          x_bar[0] += o_bar.value_or(0);
        }));
  }
  return finish();
}
