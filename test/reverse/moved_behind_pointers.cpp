// A vector that is moved to where a pointer leads is copied there and cleared: its adjoint, a
// variable, cannot be exchanged with that of the object on the tape. Refused where pointers lead into
// it.
// RUN: %clang_ad_plugin -Wall -Wextra -Werror -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// RUN: not %clang_ad_plugin -fsyntax-only -DPOINTER %s 2>&1 | FileCheck --check-prefix=POINTER %s
#include <memory>
#include <utility>
#include <vector>
using V = std::vector<double>;

struct Series {
  V c;
  explicit Series(V v) : c(std::move(v)) {}
};

// CHECK-LABEL: double first_reverse(
// CHECK:         Series *p = new Series(c);
// CHECK:         std::vector<double> v = c;
// CHECK-NEXT:    p->c = v;
// CHECK:         v.clear();
// CHECK-NOT:     swap
// CHECK:         // reverse sweep
[[ad::differentiate(reverse)]] double first(const V &c) {
  const auto p = std::make_unique<Series>(c);
  return p->c[0] * p->c[0];
}

#ifdef POINTER
[[ad::differentiate(reverse)]] double led(const V &c) {
  V v = c;
  double *q = &v[0];
  const auto p = std::make_unique<Series>(std::move(v));
  *q *= 3;
  return p->c[0] * p->c[0];
}
// POINTER: error: cannot differentiate
#endif
