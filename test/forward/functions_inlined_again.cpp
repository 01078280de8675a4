// Bodies that are written out again: what their variables stood for the first time is forgotten. A
// function that is one of several is kept by its number as it was, whatever block asked for it.
// RUN: %clang_ad_plugin -std=c++20 -w -fsyntax-only -fplugin-arg-ad-no-branches -fplugin-arg-ad-print %s | FileCheck %s
#include <functional>
#include <optional>

using Law = double (*)(double);
using Function = std::function<double(double)>;

static double square(double t) { return t * t; }
static double cube(double t) { return t * t * t; }

static double run(const Law &law, double t) {
  Law copy = law;
  return copy(t);
}

[[ad::differentiate(forward)]]
double again(double x, double y) {
  Law either = y > 1 ? square : cube;
  return run(square, x) + run(either, y);
}

[[ad::differentiate(forward)]]
double several(double x, double y) {
  Function law = square;
  if (y > 1)
    law = cube;
  Function own;
  if (x > 1)
    own = law;
  else
    own = square;
  return own(x);
}

static double maybe(const std::optional<Law> &given, double t) {
  if (!given)
    return t;
  auto law = *given;
  return law(t);
}

// What both sweeps declare in a branch that is settled late keeps its braces.
[[ad::differentiate(reverse)]]
double settled(double x) {
  return maybe(square, x);
}

// CHECK-LABEL: double again_forward(
// CHECK-NEXT: double (*const either)(double) = y > 1 ? square : cube;
// CHECK-NEXT: double (*const copy)(double) = either;
// CHECK: call_pointer_forward(copy, y, y_dot, value_dot);
// CHECK-NEXT: again_dot = 2 * x * x_dot + value_dot;

// CHECK-LABEL: double several_forward(
// CHECK: int own_which = -1;
// CHECK-NEXT: if (x > 1) {
// CHECK-NEXT: const int which = law_which;
// CHECK-NEXT: own_which = which;
// CHECK-NEXT: } else {
// CHECK-NEXT: own_which = 2;
// CHECK-NEXT: }
// CHECK-NEXT: const int which = own_which;

// CHECK-LABEL: double settled_reverse(
// CHECK: double (*const law)(double) = square;
// CHECK: {
// CHECK-NEXT: double (*const law)(double) = square;
// CHECK: call_pointer_reverse_sweep(tape, law, x, x_bar, value_bar);
