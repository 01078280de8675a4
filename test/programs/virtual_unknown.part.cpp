#include "virtual_unknown.h"

namespace {
struct Foreign : Law {
  double at(double x) const override { return 5 * x; }
};
} // namespace

const Law &foreign() {
  static Foreign it;
  return it;
}
