// A companion has the access of its function.
// RUN: not %clang_ad_plugin -fsyntax-only %s 2>&1 | FileCheck %s
class K {
  [[ad::differentiate(reverse)]] double hidden(double x) const { return x * x; }

protected:
  [[ad::differentiate(reverse)]] static double shielded(double x) { return x * x; }

public:
  [[ad::differentiate(reverse)]] static double open(double x) { return x * x; }
};
double use(K k, double x) {
  // CHECK: :[[@LINE+1]]:{{.*}} error: 'hidden_reverse' is a private member of 'K'
  k.hidden_reverse(k, x, x);
  // CHECK: :[[@LINE+1]]:{{.*}} error: 'shielded_reverse' is a protected member of 'K'
  K::shielded_reverse(x, x);
  return K::open_reverse(x, x);
}
// CHECK-NOT: error:
