// Beyond clang-ad: methods annotated in a header
// Only the prototype in the header is annotated; the body is in another file.
#include "function_two_files.h"
#include "harness.h"

int main() {
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = shared_energy(x[0], x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = shared_energy_forward(x[0], x_dot[0], x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        y[0] = shared_energy_reverse(x[0], x_bar[0], x[1], x_bar[1], y_bar[0]);
      }));
  check(
      {0.7, 1.3}, 1, [](In x, Out y) { y[0] = Spring{x[0]}.pull(x[1]); },
      AD([](In x, In x_dot, Out y, Out y_dot) {
        y[0] = Spring{x[0]}.pull_forward(Spring{x_dot[0]}, x[1], x_dot[1], y_dot[0]);
      }),
      AD([](In x, Out x_bar, Out y, In y_bar) {
        Spring s_bar{x_bar[0]};
        y[0] = Spring{x[0]}.pull_reverse(s_bar, x[1], x_bar[1], y_bar[0]);
        x_bar[0] = s_bar.k;
      }));
  return finish();
}
