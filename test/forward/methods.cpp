// Methods: `const S &this_dot`, or `S &this_dot` where the method is not const.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -I%source/test/programs %s -o %t -fplugin-arg-ad-print \
// RUN:   | FileCheck %s
// RUN: %t
#include "harness.h"

class Spring {
public:
  Spring(double k, double x) : stiffness(k), length(x) {}
  [[ad::differentiate(forward)]] double energy(double scale) const {
    return scale * stiffness * length * length;
  }
  [[ad::differentiate(forward)]] void stretch(double by) {
    length += by;
    stiffness *= softening();
  }
  double at(int i) const { return i == 0 ? stiffness : length; }

private:
  double softening() const { return 1 / (1 + length); }
  double stiffness, length;
};

// CHECK: inline double Spring::energy_forward(const Spring &this_dot, double scale, double scale_dot,
// CHECK-NEXT:                                 double &energy_dot) const {
// CHECK: inline void Spring::stretch_forward(Spring &this_dot, double by, double by_dot) {
// CHECK-NEXT:   this_dot.length += by_dot;
// CHECK-NEXT:   length += by;

int main() {
  check({0.7, 1.2, 0.4}, 1,
        [](In x, Out y) {
          Spring s(x[0], x[1]);
          s.stretch(x[2]);
          y[0] = s.energy(2 * x[2]);
        },
        [](In x, In x_dot, Out y, Out y_dot) {
          Spring s(x[0], x[1]), s_dot(x_dot[0], x_dot[1]);
          s.stretch_forward(s_dot, x[2], x_dot[2]);
          y[0] = s.energy_forward(s_dot, 2 * x[2], 2 * x_dot[2], y_dot[0]);
        },
        nullptr);
  return finish();
}
