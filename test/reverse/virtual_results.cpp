// Virtual methods that return pointers or references stand where they are called, for each class.
// RUN: %clang_ad_plugin -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
struct Law {
  virtual const double *strength() const = 0;
  double &scale();
};
struct Spring : Law {
  double k;
  const double *strength() const override { return &k; }
};
struct Gravity : Law {
  double g;
  const double *strength() const override { return &g; }
};

// CHECK-LABEL: double force_reverse(const Law &law, Law &law_bar, double x,
// CHECK:        const int type = (typeid(law) == typeid(Spring)) ? 0 : (typeid(law) == typeid(Gravity)) ? 1 : -1;
// CHECK:        switch (type) {
// CHECK-NEXT:   case 0: {
// CHECK-NEXT:     const Spring *const object = static_cast<const Spring *>(&law);
// CHECK-NEXT:     Spring *const object_bar = static_cast<Spring *>(&law_bar);
// CHECK:        ad::__throw_unknown_target(
// CHECK:        *strength_value_bar += x * force_bar;
[[ad::differentiate(reverse)]]
double force(const Law &law, double x) { return *law.strength() * x; }
