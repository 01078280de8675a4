// Handlers that look at what they caught, and what the library throws in blocks that change
// variables.
// RUN: %clang_ad_plugin -w -fsyntax-only -fplugin-arg-ad-print %s | FileCheck %s
#include <cstdio>
#include <stdexcept>
#include <vector>

// The exception is made where it would be thrown, and lives until the function ends.
// CHECK-LABEL: double limited_reverse(
// CHECK: if (taken) {
// CHECK-NEXT: thrown = new std::exception_ptr(std::make_exception_ptr(std::runtime_error("too large")));
// CHECK-NEXT: caught = 1;
// CHECK: if (caught == 1) {
// CHECK-NEXT: tape.delete_at_end(thrown);
// CHECK-NEXT: const std::exception *e;
// CHECK-NEXT: e = &ad::caught<const std::exception>(*thrown);
// CHECK: what_value = e->what();
// CHECK-NEXT: puts(what_value);
[[ad::differentiate(reverse)]]
double limited(double x) {
  double y = x;
  try {
    y *= x;
    if (y > 1)
      throw std::runtime_error("too large");
    y *= 2;
  } catch (const std::exception &e) {
    puts(e.what());
    y = x;
  }
  return y;
}

// What may throw is attempted, and thrown again where the handler does so.
// CHECK-LABEL: static int sum_attempt(const std::vector<double> &v, int {{[i_1]+}}, std::exception_ptr *&thrown) {
// CHECK-NEXT: try {
// CHECK-NEXT: (void)v.at({{[i_1]+}});
// CHECK-NEXT: } catch (const std::out_of_range &) {
// CHECK-NEXT: thrown = new std::exception_ptr(std::current_exception());
// CHECK-NEXT: return 1;
// CHECK-LABEL: double sum_forward(
// CHECK: ad::shared_objects shared;
// CHECK: const int caught_1 = sum_attempt(v, i, thrown);
// CHECK-NEXT: if (caught_1 != 0) {
// CHECK-NEXT: caught = caught_1;
// CHECK-NEXT: break;
// CHECK: shared.delete_at_end(thrown);
// CHECK-NEXT: puts("not so many");
// CHECK-NEXT: std::rethrow_exception(*thrown);
[[ad::differentiate(forward)]]
double sum(const std::vector<double> &v, int n) {
  double s = 0;
  try {
    for (int i = 0; i < n; ++i)
      s += v.at(i);
  } catch (const std::out_of_range &) {
    puts("not so many");
    throw;
  }
  return s;
}

// A throw for a handler of an outer block.
// CHECK-LABEL: double outer_forward(
// CHECK: if (y > 1) {
// CHECK-NEXT: caught = -1;
// CHECK-NEXT: caught_1 = 1;
// CHECK-NEXT: } else if (y < -1) {
// CHECK-NEXT: caught = 1;
// CHECK: if (caught == 1)
// CHECK: if (caught_1 == 0)
// CHECK: if (caught_1 == 1)
[[ad::differentiate(forward)]]
double outer(double x) {
  double y = x;
  try {
    y *= x;
    try {
      y *= 2;
      if (y > 1)
        throw 1;
      if (y < -1)
        throw 2.0;
    } catch (double) {
      y = 0;
    }
    y *= 3;
  } catch (int) {
    y = x;
  }
  return y;
}
