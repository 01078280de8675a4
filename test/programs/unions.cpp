// Unions of floating values of one type.
#include "vectors.h"

namespace of_one_type { // tagged, in structs, copied, in vectors
struct Shape {
  int kind;
  union {
    double radius;
    struct {
      double width, height;
    } box;
    double sides[3];
  };
  double area() const {
    if (kind == 0)
      return 3.14 * radius * radius;
    return kind == 1 ? box.width * box.height : sides[0] * sides[1] * sides[2];
  }
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  double s = 0;
  std::vector<Shape> all;
  for (int kind = 0; kind < 5; ++kind) {
    Shape a;
    a.kind = kind % 3;
    if (a.kind == 0)
      a.radius = x[0];
    else if (a.kind == 1) {
      a.box.width = x[1];
      a.box.height = 2 * x[0] + std::sin(s);
    } else
      for (double &side : a.sides)
        side = x[2] * std::sin(s);
    Shape b = a;
    s += b.area() * a.area();
    if (b.kind == 1) {
      b.box.height *= x[0];
      b.kind = 0;
      b.radius = std::sin(s * b.box.height);
    }
    s += b.area();
    all.push_back(b);
  }
  for (Shape &each : all)
    s += each.area() * x[1];
  return s;
}
} // namespace of_one_type

namespace names_for_elements {
union Vector {
  struct {
    double x, y, z;
  };
  double at[3];
};
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Vector p;
  p.x = x[0];
  p.y = x[1];
  p.z = x[0] * x[1];
  Vector q = p;
  double s = 0;
  for (int i = 0; i < 3; ++i) {
    s += q.at[i] * p.at[i];
    q.at[i] *= s;
  }
  return s + q.x * q.y * q.z;
}
} // namespace names_for_elements

namespace behind_references { // and pointers, in parts
union Box {
  double radius;
  struct {
    double width, height;
  } sides;
  double at[2];
};
double half(const Box &b) { return b.sides.width * 0.5 + b.sides.height; }
void grow(Box &b, double by) {
  b.at[1] *= by;
  b.sides.width += by;
}
[[ad::differentiate(forward, reverse)]]
double f(const std::vector<double> &x) {
  Box b = {x[0]};
  double s = x[1];
  s += b.radius * b.radius;
  b.sides.width = s * x[0];
  b.sides.height = s * x[1];
  s += b.sides.width * b.sides.height;
  grow(b, x[0]);
  s += half(b);
  Box *all = new Box[3];
  for (int i = 0; i < 7; ++i) {
    Box *p = &all[i % 3];
    if (i % 2) {
      p->radius = std::sin(s * x[0]);
      s += p->radius * x[1];
    } else {
      p->sides.width = s * 0.3;
      p->sides.height = x[1];
      s += p->at[0] * p->at[1];
    }
  }
  delete[] all;
  return s;
}
} // namespace behind_references

int main() {
  CHECK_CASE(of_one_type, {0.7, 0.4, 0.6});
  CHECK_CASE(names_for_elements, {0.7, 0.4});
  CHECK_CASE(behind_references, {0.7, 0.4});
  return finish();
}
