// An array of bytes in which an object is made is that object.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
#include <new>
struct Point {
  double x, y;
  Point(double x, double y) : x(x), y(y) {}
};

// CHECK-LABEL: double f_reverse(double x, double &x_bar, double y, double &y_bar, double f_bar) {
// CHECK-NEXT:    ad::shadow<Point> bytes_bar_storage;
// CHECK-NEXT:    Point &bytes_bar = bytes_bar_storage.value();
// CHECK-NEXT:    ad::shadow<Point> bytes_storage;
// CHECK-NEXT:    Point &bytes = bytes_storage.value();
// CHECK-NEXT:    bytes.x = x;
// CHECK-NEXT:    bytes.y = y * x;
// CHECK-NEXT:    Point *p = &bytes;
// CHECK-NEXT:    Point *p_bar = &bytes_bar;
// CHECK-NEXT:    const double r = p->x * p->y;
// CHECK-NEXT:    const double r_bar = f_bar;
// CHECK-NEXT:    p_bar->x += p->y * r_bar;
// CHECK-NEXT:    p_bar->y += p->x * r_bar;
// CHECK-NEXT:    y_bar += x * bytes_bar.y;
// CHECK-NEXT:    x_bar += y * bytes_bar.y;
// CHECK-NEXT:    bytes_bar.y = 0;
// CHECK-NEXT:    x_bar += bytes_bar.x;
// CHECK-NEXT:    bytes_bar.x = 0;
// CHECK-NEXT:    return r;
// CHECK-NEXT:  }
[[ad::differentiate(reverse)]]
double f(double x, double y) {
  alignas(Point) unsigned char bytes[sizeof(Point)];
  Point *p = new (bytes) Point(x, y * x);
  const double r = p->x * p->y;
  p->~Point();
  return r;
}
