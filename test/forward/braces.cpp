// Two records in the braces of a vector are two: more braces would make one of them.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <array>
#include <vector>

struct Point {
  double x, y;
};

// CHECK-LABEL: double f_forward(
// CHECK: std::vector<Point> p = {{[{][{]}}1.0, 2.0}, {3.0, 4.0}};
// CHECK-NEXT: std::vector<Point> p_dot = {{[{][{]}}}, {}};
// CHECK: std::array<Point, 2> a = {{[{][{][{]}}1.0, 2.0}, {3.0, 4.0}}};
[[ad::differentiate(forward)]]
double f(double x) {
  std::vector<Point> p{{1, 2}, {3, 4}};
  std::array<Point, 2> a{{{1, 2}, {3, 4}}};
  p[1].x = x * x;
  a[0].y = x;
  return p[1].x * p[0].y * a[0].y;
}
