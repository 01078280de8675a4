// Loops to be checkpointed: left before a pair is made that the reversal reads; that read members
// of a const object, which are overwritten behind the loop.
#include "vectors.h"
#include <cmath>
#include <utility>
using V = std::vector<double>;
#define AD_MODES [[ad::differentiate(forward, reverse)]]

AD_MODES double left_before_pair(const V &x) {
  double r = x[0], q = x[1];
  for (int i = 3; i-- > 0;) {
    if (q > 1.19)
      break;
    auto p = std::make_pair(r = std::sin(r), q * q);
    r += 0.5 * std::sin(0.25 - p.first);
  }
  return r * q;
}

AD_MODES double goes_on_before_pair(const V &x) {
  double r = x[0], q = x[1];
  for (int i = 0; i < 5; i++) {
    if (i == 1 || r > 0.9)
      continue;
    std::pair<double, double> p(r * q, std::cos(r));
    r = p.first * p.second + std::sin(p.first) * p.second;
  }
  return r * q;
}

struct Spring {
  double a, b[2];
  AD_MODES double swing(Spring *other, double r) const {
    for (int i = 0; i < 4; i++)
      other->a = 0.5 * std::sin(other->a + b[i % 2] * r);
    other->b[0] = 2 * other->a;
    return b[0] * r * other->b[0];
  }
};

int main() {
  CHECK_VECTOR(left_before_pair, {0.1, 0.2});
  CHECK_VECTOR(left_before_pair, {0.1, 1.2});
  CHECK_VECTOR(goes_on_before_pair, {0.1, 0.2});
  check(
      {0.3, 0.1, 0.2, 0.4, 0.5, 0.6, 0.7}, 1,
      [](In x, Out y) {
        const Spring s{x[0], {x[1], x[2]}};
        Spring other{x[3], {x[4], x[5]}};
        y[0] = s.swing(&other, x[6]);
      },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        const Spring s{x[0], {x[1], x[2]}}, s_dot{x_dot[0], {x_dot[1], x_dot[2]}};
        Spring other{x[3], {x[4], x[5]}}, other_dot{x_dot[3], {x_dot[4], x_dot[5]}};
        y[0] = s.swing_forward(s_dot, &other, &other_dot, x[6], x_dot[6], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        const Spring s{x[0], {x[1], x[2]}};
        Spring other{x[3], {x[4], x[5]}}, s_bar{}, other_bar{};
        double r_bar = 0;
        y[0] = s.swing_reverse(s_bar, &other, &other_bar, x[6], r_bar, y_bar[0]);
        const double all[] = {s_bar.a,        s_bar.b[0],     s_bar.b[1], other_bar.a,
                              other_bar.b[0], other_bar.b[1], r_bar};
        add(all, x_bar, 7);
      }));
  return finish();
}
