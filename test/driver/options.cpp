// RUN: %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-print | FileCheck %s
// CHECK: double f_reverse(double x, double &x_bar, double f_bar) {
// RUN: rm -rf %t.saved
// RUN: %clang_ad_plugin -g -c %s -o %t.o -fplugin-arg-ad-save=%t.saved
// RUN: FileCheck %s < %t.saved/options.cpp.ad.cpp
// RUN: not %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-nonsense 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: unknown option '-fplugin-arg-ad-nonsense'; known: print, save=DIR, report, dump=STAGE, no-recompute, no-invert, no-fuse, no-calls-at-once, no-ascend, no-simplify, no-overlap, no-hold, no-rerun, no-search, no-sum, no-defer, no-scratch, no-counters, no-first-values, no-walks, no-members, no-sizes, no-branches, no-cut, no-gather, no-split, no-interchange, no-factor, no-carry, no-reassociate, no-restore, no-versions, no-reciprocals, no-keep, no-parts, no-choices, no-steady, no-products, no-disjoint, no-rims, no-warnings
// RUN: not %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-save= 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: error: '-fplugin-arg-ad-save=' needs a directory
// RUN: not %clang_ad_plugin -fsyntax-only %s -fplugin-arg-ad-save=/dev/null/no 2>&1 | FileCheck %s --check-prefix=WRITE
// WRITE: error: cannot write '/dev/null/no/options.cpp.ad.cpp'
#ifndef __CLANG_AD__
#error "not predefined"
#endif
[[ad::differentiate(reverse)]] double f(double x) { return x * x; }
// A companion of a template that is used: no crash after an error in the options.
template <class T> [[ad::differentiate(reverse)]] T cube(T x) { return x * x * x; }
double use(double x, double &x_bar) { return cube_reverse(x, x_bar, 1.0); }
