//===- rules/pow.cpp - the derivatives of pow, by cases -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// With r = pow(x, y), where x may be zero or negative and y any number:
//
//   d/dx   y a number:      the power rule, folded for the exponents people write
//          x == 0, 0 <= y < 1: infinite (or 0 * infinite): 0, as for sqrt
//          x == 0:          y * pow(x, y - 1)
//          otherwise:       y * r / x: what pow has found is not searched again
//   d/dy   x > 0:           r * log(x)
//          x == 0:          0: the limit for y > 0, and a choice for y <= 0
//          x < 0:           0: pow is defined at isolated y only, along which it is constant
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/rules/term.h"

using namespace ad::core;
using namespace ad::rules;

/// Whether repeating E costs nothing and reads well.
static bool isSimple(const Expr *E) { return cost(E) <= 2; }

/// The exponents whose rule does not reuse the result.
static bool hasPlainRule(const Expr *X, double C) {
  return C == 0 || C == 1 || C == 2 || C == 1.5 || ((C == 3 || C == 4) && isSimple(X));
}

/// c * pow(x, c - 1) for a number c.
static Term powerRule(const Term &X, double C, const Term &R) {
  if (!hasPlainRule(X.E, C)) {
    if (C == 0.5)
      return select(R == 0, 0.0, 0.5 / R);
    if (C == -1)
      return -(R * R);
    return C < 0 ? C * R / X : select(X == 0, 0.0, C * R / X);
  }
  if (C == 2)
    return 2 * X;
  if (C == 3)
    return 3 * X * X;
  if (C == 4)
    return 4 * X * X * X;
  return C == 1.5 ? 1.5 * sqrt(X) : Term(C);
}

bool ad::rules::powBaseUsesResult(const Expr *X, std::optional<double> Exponent) {
  return !Exponent || !hasPlainRule(X, *Exponent);
}

Term ad::rules::powBase(const Term &X, const Term &Y, const Term &R) {
  if (auto C = number(Y))
    return powerRule(X, *C, R);
  const Term Reduced = Y - 1, AtZero = Y * pow(X, Reduced), Elsewhere = Y * R / X;
  if (Y.E->is(ExprKind::Cast) && Y.E->operand()->Ty->isInteger()) {
    const Term N(*Y.B, Y.E->operand(), Y.Real);
    return select(X == 0, select(N == 0, 0.0, AtZero), Elsewhere);
  }
  return select(X == 0, select(Y >= 0 && Y < 1, 0.0, AtZero), Elsewhere);
}

Term ad::rules::powExponent(const Term &X, const Term &, const Term &R) {
  if (auto C = number(X))
    return *C > 0 ? R * log(X) : Term(0);
  return select(X <= 0, 0.0, R * log(X));
}
