// Classes that are made of numbers, or become numbers.
#ifndef TEST_PROGRAMS_CONVERTED_H
#define TEST_PROGRAMS_CONVERTED_H
#include "vectors.h"

#define BOTH [[ad::differentiate(forward, reverse)]]

using V = std::vector<double>;

struct Squared {
  double root;
  operator double() const { return root * root; }
};
struct Area {
  double a;
  Area() : a(0) {}
  Area(double side) : a(side * side) {}
};
struct Area1 {
  double a;
  Area1(double side) : a(side * side) {}
};
struct Base {
  double a;
};
struct Derived : Base {
  double b;
};
#endif
