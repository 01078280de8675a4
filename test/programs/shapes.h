// A hierarchy of classes for programs whose objects are owned in different ways.
#ifndef TEST_PROGRAMS_SHAPES_H
#define TEST_PROGRAMS_SHAPES_H
#include <cmath>

struct Shape {
  virtual ~Shape() = default;
  virtual double area(double scale) const = 0;
};
struct Circle : Shape {
  double r;
  explicit Circle(double r) : r(r) {}
  double area(double scale) const override { return 3.14159 * r * r * scale; }
};
struct Box : Shape {
  double a, b;
  Box(double a, double b) : a(a), b(b * a) {}
  double area(double scale) const override { return a * b * std::sin(scale); }
};
#endif
