// Branches: the reverse sweep takes the branch that the forward sweep took. A condition that can be
// evaluated again is not recorded.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

// CHECK:      double piece_reverse(double x, double &x_bar, double piece_bar) {
// CHECK-NEXT:   double y = x;
// CHECK-NEXT:   if (x > 1)
// CHECK-NEXT:     y = x * x;
// CHECK-NEXT:   else if (x < -1)
// CHECK-NEXT:     y = -x;
// CHECK-NEXT:   double y_bar = 2 * y * piece_bar;
// CHECK-NEXT:   if (x > 1) {
// CHECK-NEXT:     x_bar += 2 * x * y_bar;
// CHECK-NEXT:     y_bar = 0;
// CHECK-NEXT:   } else if (x < -1) {
// CHECK-NEXT:     x_bar -= y_bar;
// CHECK-NEXT:     y_bar = 0;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar += y_bar;
// CHECK-NEXT:   return y * y;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double piece(double x) {
  double y = x;
  if (x > 1)
    y = x * x;
  else if (x < -1)
    y = -x;
  return y * y;
}

// The condition is overwritten: the decision is recorded, as a flag.
// CHECK:      double overwritten_reverse(double x, double &x_bar, double overwritten_bar) {
// CHECK:        const bool taken = x_1 > 0.5;
// CHECK-NEXT:   if (taken) {
// CHECK:        x_1_bar = 2 * x_1 * overwritten_bar;
// CHECK-NEXT:   if (taken) {
// CHECK:          x_1_bar = 2 * {{x|x_1}} * x_1_bar;
// CHECK-NEXT:   } else {
// CHECK:          x_1_bar *= std::cos({{x|x_1}});
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar += x_1_bar;
[[ad::differentiate(reverse)]] double overwritten(double x) {
  if (x > 0.5) {
    x = x * x;
    x -= 1;
  } else {
    x = std::sin(x);
  }
  return x * x;
}

// CHECK:      double hinge_reverse(double x, double &x_bar, double hinge_bar) {
// CHECK-NEXT:   if (!(x < 0))
// CHECK-NEXT:     x_bar += hinge_bar;
// CHECK-NEXT:   return x < 0 ? 0 : x;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double hinge(double x) { return x < 0 ? 0 : x; }

// The seed passes to the operand that was selected, and not to the other.
// CHECK:      double choose_reverse(double x, double &x_bar, double y, double &y_bar, double choose_bar) {
// CHECK-NOT:  tape
// CHECK:        const double [[SHARE:t_bar]] = {{.*}} * choose_bar;
// CHECK-NEXT:   if (x < y)
// CHECK-NEXT:     x_bar += [[SHARE]];
// CHECK-NEXT:   else
// CHECK-NEXT:     y_bar += [[SHARE]];
[[ad::differentiate(reverse)]] double choose(double x, double y) {
  return (x < y ? x : y) * (x > 0 ? x : 2 * y);
}

enum class Kind { Line, Square, One };

// CHECK:      double returns_reverse(Kind k, double x, double &x_bar, double returns_bar) {
// CHECK-NOT:  tape
// CHECK:        switch (k) {
// CHECK:        switch (k) {
// CHECK-NEXT:   case Kind::Line:
// CHECK-NEXT:     x_bar += 3 * returns_bar;
// CHECK-NEXT:     break;
// CHECK-NEXT:   case Kind::Square:
// CHECK-NEXT:     x_bar += 2 * x * returns_bar;
// CHECK-NEXT:     break;
// CHECK-NEXT:   default:
// CHECK-NEXT:     break;
// CHECK-NEXT:   }
[[ad::differentiate(reverse)]] double returns(Kind k, double x) {
  switch (k) {
  case Kind::Line:
    return 3 * x;
  case Kind::Square:
    return x * x;
  default:
    return 1;
  }
}

// CHECK:      double labels_reverse(int k, double x, double &x_bar, double labels_bar) {
// CHECK-NEXT:   double y = x;
// CHECK-NEXT:   switch (k) {
// CHECK-NEXT:   case 0:
// CHECK-NEXT:     y = std::sin(x);
// CHECK-NEXT:     break;
// CHECK-NEXT:   case 1:
// CHECK-NEXT:   case 2:
// CHECK-NEXT:     y *= 3;
// CHECK-NEXT:     break;
// CHECK-NEXT:   default:
// CHECK-NEXT:     y = x * x;
// CHECK-NEXT:     break;
// CHECK-NEXT:   }
// CHECK-NEXT:   double y_bar = labels_bar;
// CHECK-NEXT:   switch (k) {
// CHECK-NEXT:   case 0:
// CHECK-NEXT:     x_bar += std::cos(x) * y_bar;
// CHECK-NEXT:     y_bar = 0;
// CHECK-NEXT:     break;
// CHECK-NEXT:   case 1:
// CHECK-NEXT:   case 2:
// CHECK-NEXT:     y_bar *= 3;
// CHECK-NEXT:     break;
// CHECK-NEXT:   default:
// CHECK-NEXT:     x_bar += 2 * x * y_bar;
// CHECK-NEXT:     y_bar = 0;
// CHECK-NEXT:     break;
// CHECK-NEXT:   }
// CHECK-NEXT:   x_bar += y_bar;
// CHECK-NEXT:   return y;
// CHECK-NEXT: }
[[ad::differentiate(reverse)]] double labels(int k, double x) {
  double y = x;
  switch (k) {
  case 0:
    y = std::sin(x);
    break;
  case 1:
  case 2:
    y *= 3;
    break;
  default:
    y = x * x;
  }
  return y;
}

// Falling through: the last statements of the path are undone first. A case that no derivative
// leaves ends the path.
// CHECK:      double fall_reverse(int k, double x, double &x_bar, double fall_bar) {
// CHECK:        double y_bar = fall_bar;
// CHECK-NEXT:   switch (k) {
// CHECK:        case 7:
// CHECK-NEXT:     break;
// CHECK-NEXT:   }
// CHECK-NEXT:   return fall_value;
[[ad::differentiate(reverse)]] double fall(int k, double x) {
  double y = 1;
  switch (k) {
  case 3:
    y *= x;
    [[fallthrough]];
  case 2:
    y *= x;
    [[fallthrough]];
  case 1:
    y *= x;
    break;
  case 7:
    y = 5;
  }
  return y;
}

int main() {
  for (double at : {0.7, 1.7, -1.5}) {
    check(
        {at, 0.9}, 5,
        [](In x, Out y) {
          y[0] = piece(x[0]) + overwritten(x[0]) + hinge(x[0]);
          y[1] = choose(x[0], x[1]);
          y[2] = returns(Kind::Line, x[0]) * returns(Kind::One, x[0]) + returns(Kind::Square, x[0]);
          y[3] = labels(0, x[0]) + labels(1, x[0]) + labels(2, x[0]) + labels(9, x[0]);
          y[4] = fall(0, x[0]) + fall(1, x[0]) + fall(2, x[0]) + fall(3, x[0]) + fall(7, x[0]);
        },
        nullptr,
        [](In x, Out x_bar, Out y, In y_bar) {
          y[0] = piece_reverse(x[0], x_bar[0], y_bar[0]) +
                 overwritten_reverse(x[0], x_bar[0], y_bar[0]) +
                 hinge_reverse(x[0], x_bar[0], y_bar[0]);
          y[1] = choose_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[1]);
          y[2] = returns_reverse(Kind::Line, x[0], x_bar[0], y_bar[2]) *
                     returns_reverse(Kind::One, x[0], x_bar[0], 7) +
                 returns_reverse(Kind::Square, x[0], x_bar[0], y_bar[2]);
          y[3] = y[4] = 0;
          for (int k : {0, 1, 2, 9})
            y[3] += labels_reverse(k, x[0], x_bar[0], y_bar[3]);
          for (int k : {0, 1, 2, 3, 7})
            y[4] += fall_reverse(k, x[0], x_bar[0], y_bar[4]);
        });
  }
  return finish();
}
