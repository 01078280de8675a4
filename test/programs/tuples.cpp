// std::tuple and std::pair: made, read and written by parts, tied, copied, passed and returned.
#include "scalars.h"
#include <array>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

static std::tuple<double, double, int> polar(double x, double y) {
  return {std::sqrt(x * x + y * y), std::atan2(y, x), 2};
}

[[ad::differentiate(forward, reverse)]]
double bound(double x, double y) {
  auto [r, t, n] = polar(x, y);
  const auto &[r2, t2, n2] = polar(y, x * y);
  r *= n;
  return r * t + r2 * t2 / n2;
}

[[ad::differentiate(forward, reverse)]]
double parts(double x, double y) {
  std::tuple<double, double> p{x * y, x}, q = std::make_tuple(y, x + y);
  std::tuple<float, int, double> mixed(1.5f, 2, x);
  std::get<0>(p) *= 2;
  std::get<2>(mixed) += std::get<1>(q) * std::get<1>(mixed);
  q = p;
  p = std::make_tuple(std::get<1>(p), std::get<0>(p) * x);
  std::swap(p, q);
  double &first = std::get<0>(q);
  first *= first;
  return std::get<0>(q) * std::get<1>(p) + std::get<double>(mixed) * std::get<float>(mixed);
}

[[ad::differentiate(forward, reverse)]]
double tied(double x, double y) {
  double r, t;
  std::tie(r, t, std::ignore) = polar(x, y);
  std::tie(x, y) = std::make_tuple(y * r, x * t);
  std::tie(x, y) = std::make_pair(y, x);
  const std::tuple<double, double> both(x, y * y);
  std::tie(y, x) = both;
  return x * r + y * t;
}

[[ad::differentiate(forward, reverse)]]
double fibonacci(double x, double y) {
  double a = x, b = y;
  for (int i = 0; i < 5; ++i)
    std::tie(a, b) = std::make_tuple(b, 0.5 * a * b + a);
  return a * b;
}

static std::pair<double, double> step(const std::pair<double, double> &p, double x) {
  return {p.second * x, p.first + p.second};
}

[[ad::differentiate(forward, reverse)]]
double pairs(double x, double y) {
  std::pair<double, double> p = {x, y}, q;
  for (int i = 0; i < 4; ++i) {
    q = p;
    p = step(q, x);
    if (p.first > 10)
      break;
    p.second *= q.first;
  }
  auto [a, b] = p;
  std::pair<int, double> counted{3, a * b};
  auto copied = std::make_pair(counted.second, counted);
  return copied.first * copied.second.second * counted.first + p.first;
}

struct Named {
  std::pair<double, double> range;
  std::tuple<std::array<double, 2>, std::vector<double>> more;
};

static void widen(Named &named, std::pair<double, double> by) {
  named.range.first -= by.first;
  named.range.second *= by.second;
  std::get<0>(named.more)[1] += named.range.second;
  std::get<1>(named.more)[0] *= by.first;
}

[[ad::differentiate(forward, reverse)]]
double nested(double x, double y) {
  Named named{{x, y}, {{x * y, y}, {x, y, 2.0}}};
  widen(named, {y, x});
  widen(named, std::make_pair(named.range.first, 2.0));
  std::vector<std::pair<double, int>> table = {{x, 1}, {y, 2}, {named.range.second, 3}};
  double sum = 0;
  for (const auto &[value, times] : table)
    sum += value * value * times;
  for (auto &entry : table)
    entry.first *= sum;
  return sum * std::get<0>(named.more)[1] + std::get<1>(named.more)[0] + table[1].first;
}

[[ad::differentiate(forward, reverse)]]
std::tuple<double, double> swapped(const std::tuple<double, double> &t, std::pair<double, int> p) {
  return {std::get<1>(t) * p.first, std::get<0>(t) * p.second};
}

[[ad::differentiate(forward, reverse)]]
void in_place(std::pair<double, double> &p) {
  p.first *= p.second;
  p = {p.second, p.first * p.first};
}

[[ad::differentiate(forward, reverse)]]
double applied(double x, double y) {
  auto product = [x](double a, double b) { return a * b + x; };
  return std::apply(product, std::make_tuple(x * y, y));
}

int main() {
  CHECK_SCALARS(bound, {0.7, 1.3});
  CHECK_SCALARS(parts, {0.7, 1.3});
  CHECK_SCALARS(tied, {0.7, 1.3});
  CHECK_SCALARS(fibonacci, {0.7, 1.3});
  CHECK_SCALARS(pairs, {0.7, 1.3});
  CHECK_SCALARS(pairs, {3.7, 2.3});
  CHECK_SCALARS(nested, {0.7, 1.3});
  CHECK_SCALARS(applied, {0.7, 1.3});
  check(
      {0.7, 1.3, 0.4}, 2,
      [](In x, Out y) { std::tie(y[0], y[1]) = swapped({x[0], x[1]}, {x[2], 3}); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        std::tuple<double, double> dot;
        std::tie(y[0], y[1]) =
            swapped_forward({x[0], x[1]}, {x_dot[0], x_dot[1]}, {x[2], 3}, {x_dot[2], 0}, dot);
        std::tie(y_dot[0], y_dot[1]) = dot;
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        std::tuple<double, double> bar(x_bar[0], x_bar[1]);
        std::pair<double, int> p_bar(x_bar[2], 0);
        std::tie(y[0], y[1]) =
            swapped_reverse({x[0], x[1]}, bar, {x[2], 3}, p_bar, {y_bar[0], y_bar[1]});
        std::tie(x_bar[0], x_bar[1]) = bar;
        x_bar[2] = p_bar.first;
      }));
  check(
      {0.7, 1.3}, 2,
      [](In x, Out y) {
        std::pair<double, double> p(x[0], x[1]);
        in_place(p);
        y[0] = p.first, y[1] = p.second;
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        std::pair<double, double> p(x[0], x[1]), p_dot(x_dot[0], x_dot[1]);
        in_place_forward(p, p_dot);
        y[0] = p.first, y[1] = p.second, y_dot[0] = p_dot.first, y_dot[1] = p_dot.second;
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        std::pair<double, double> p(x[0], x[1]), p_bar(y_bar[0], y_bar[1]);
        in_place_reverse(p, p_bar);
        y[0] = p.first, y[1] = p.second;
        x_bar[0] += p_bar.first, x_bar[1] += p_bar.second;
      }));
  return finish();
}
