// Text that is made on the way to a function marked [[ad::constant]]: what makes it writes nothing.
#include "vectors.h"
#include <string>

using V = std::vector<double>;

namespace text {
[[ad::constant]] static void set(const std::string &what, double &y) { y = 0.25 * what.size(); }
struct Log {
  int n = 0;
  double last = 0;
  [[ad::constant]] void keep(const std::string &s, double x) {
    ++n;
    last = x;
  }
};
[[ad::differentiate(forward, reverse)]] double f(const std::vector<double> &v) {
  double y = v[0] * v[0];
  set(std::string("abc"), y);
  double z = v[1];
  Log log;
  log.keep(std::string("k") + "j", z);
  return y * v[1] + z;
}
} // namespace text

int main() {
  CHECK_CASE(text, {0.7, 1.3});
  return finish();
}
