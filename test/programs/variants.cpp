// std::variant: get, get_if, holds_alternative, index and visit; overwritten by another
// alternative.
#include "scalars.h"
#include <type_traits>
#include <variant>

struct Circle {
  double radius;
};
struct Rectangle {
  double width, height;
};
using Shape = std::variant<Circle, Rectangle, double>;

static double area(const Shape &shape) {
  if (std::holds_alternative<Circle>(shape))
    return 3.14 * std::get<Circle>(shape).radius * std::get<0>(shape).radius;
  if (const auto *r = std::get_if<Rectangle>(&shape))
    return r->width * r->height;
  return std::get<double>(shape);
}

[[ad::differentiate(forward, reverse)]]
double areas(double x, double y) {
  const Shape circle = Circle{x}, rectangle = Rectangle{x, y};
  Shape plain = x * y;
  double s = area(circle) * area(rectangle) + area(plain);
  plain = Rectangle{s, y};
  s += area(plain);
  plain.emplace<0>(Circle{y});
  return s * area(plain) + plain.index();
}

[[ad::differentiate(forward, reverse)]]
double switching(double x, double y) {
  std::variant<double, Rectangle> v = x;
  double s = y;
  for (int i = 0; i < 6; ++i) {
    if (v.index() == 0) {
      s += std::get<0>(v) * x;
      if (i % 2)
        v = Rectangle{s, y};
      else
        std::get<double>(v) *= s;
    } else {
      auto &r = std::get<Rectangle>(v);
      r.width *= r.height;
      s += r.width;
      if (i > 2)
        v = s * r.height;
    }
    const std::variant<double, Rectangle> copy = v;
    if (const double *d = std::get_if<double>(&copy))
      s *= *d;
  }
  return s;
}

[[ad::differentiate(forward, reverse)]]
double parameter(const std::variant<int, double> &v, double x) {
  return std::holds_alternative<int>(v) ? std::get<int>(v) * x : std::get<double>(v) * x * x;
}

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;

struct Perimeter {
  double scale;
  double operator()(const Circle &c) const { return 6.28 * c.radius * scale; }
  double operator()(const Rectangle &r) const { return 2 * (r.width + r.height) * scale; }
  double operator()(double d) const { return d * scale; }
};

static double visited(const Shape &shape, double x) {
  return std::visit(overloaded{[&](const Circle &c) { return c.radius * c.radius * x; },
                               [&](const Rectangle &r) { return r.width * r.height - x; },
                               [=](double d) { return d * x; }},
                    shape);
}

[[ad::differentiate(forward, reverse)]]
double visits(double x, double y) {
  Shape shapes[3] = {Circle{x}, Rectangle{x, y}, x * y};
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    s += visited(shapes[i], y);
    std::visit(
        [&s](auto &each) {
          if constexpr (std::is_same_v<std::decay_t<decltype(each)>, double>)
            each *= s;
          else if constexpr (std::is_same_v<std::decay_t<decltype(each)>, Circle>)
            each.radius += s;
          else
            each.width = each.height * s;
        },
        shapes[i]);
    s += std::visit(Perimeter{x}, shapes[i]);
  }
  auto by_name = overloaded{[&](double d) { return d; }, [&](const auto &) { return s; }};
  return s * std::visit(by_name, shapes[2]);
}

int main() {
  CHECK_SCALARS(visits, {0.7, 1.3});
  CHECK_SCALARS(areas, {0.7, 1.3});
  CHECK_SCALARS(switching, {0.7, 1.3});
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = parameter(x[0], x[1]) + parameter(2, x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        double more, more_dot;
        y[0] = parameter_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
        more = parameter_forward(2, 0, x[1], x_dot[1], more_dot);
        y[0] += more, y_dot[0] += more_dot;
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        std::variant<int, double> v_bar, other;
        y[0] = parameter_reverse(x[0], v_bar, x[1], x_bar[1], y_bar[0]) +
               parameter_reverse(2, other, x[1], x_bar[1], y_bar[0]);
        x_bar[0] += std::get<double>(v_bar);
      }));
  return finish();
}
