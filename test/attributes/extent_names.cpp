// An extent names a parameter that is not there.
// RUN: not %clang_ad_plugin -ferror-limit=0 -fsyntax-only %s 2>&1 | FileCheck %s

// CHECK: :[[@LINE+3]]:34: error: 'ad::extent' names 'm', which is no integer parameter of 'h'
// CHECK: note: name a parameter that is passed by value
[[ad::differentiate(checkpointed)]]
void h([[ad::extent(m)]] double *x, int n, int steps) {
  int at = 0;
  for (int t = 0; t < steps; ++t) {
    x[at] *= x[at];
    at = (at + t) % n;
  }
}
