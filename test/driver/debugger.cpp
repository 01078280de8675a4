// A debugger steps through the saved companion.
// REQUIRES: gdb
// RUN: rm -rf %t.saved
// RUN: %clang_ad_plugin -g -O0 %s -o %t -fplugin-arg-ad-no-fuse -fplugin-arg-ad-no-ascend -fplugin-arg-ad-save=%t.saved
// RUN: %gdb -ex "break energy_reverse" -ex run -ex next -ex next -ex next -ex next -ex next \
// RUN:   -ex next -ex "print e_bar" -ex next -ex next -ex "print d" -ex backtrace %t 2>&1 | FileCheck %s
[[ad::differentiate(reverse)]] double energy(const double *x, int n) {
  double e = 0;
  for (int i = 1; i < n; ++i) {
    double d = x[i] - x[i - 1] - 1;
    e += d * d;
  }
  return e;
}

int main() {
  double x[] = {1, 4}, x_bar[2] = {};
  energy_reverse(x, x_bar, 2, 0.5);
}
// CHECK: Breakpoint 1, energy_reverse (x=0x{{.*}}, x_bar=0x{{.*}}, n=2, energy_bar=0.5) at {{.*}}.saved/debugger.cpp.ad.cpp:[[#]]
// CHECK-NEXT: [[#FIRST:]]{{[[:space:]]+}}double e = 0;
// CHECK-NEXT: [[#FIRST+1]]{{[[:space:]]+}}for (int i = 1; i < n; ++i) {
// CHECK-NEXT: [[#FIRST+2]]{{[[:space:]]+}}const double d = x[i] - x[i - 1] - 1;
// CHECK-NEXT: [[#FIRST+3]]{{[[:space:]]+}}e += d * d;
// CHECK-NEXT: [[#FIRST+1]]{{[[:space:]]+}}for (int i = 1; i < n; ++i) {
// CHECK-NEXT: const double e_bar = energy_bar;
// CHECK-NEXT: for (int i = n; i-- > 1;) {
// CHECK-NEXT: $1 = 0.5
// CHECK-NEXT: const double d = x[i] - x[i - 1] - 1;
// CHECK-NEXT: const double d_bar = 2 * d * e_bar;
// CHECK-NEXT: $2 = 2
// CHECK-NEXT: #0  energy_reverse ({{.*}}) at {{.*}}debugger.cpp.ad.cpp:
// CHECK-NEXT: in main () at {{.*}}debugger.cpp:{{[0-9]+}}
