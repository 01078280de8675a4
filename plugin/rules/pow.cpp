//===- rules/pow.cpp - the derivatives of pow, by cases -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// With r = pow(x, y), where x may be zero or negative and y any number:
//
//   d/dx   y a number:      the power rule, folded for the exponents people write
//          y an integer:    0 where y == 0, else y * pow(x, y - 1)
//          0 <= y < 1, x == 0: infinite (or 0 * infinite): 0, as for sqrt
//          otherwise:       y * pow(x, y - 1)
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

/// c * pow(x, c - 1) for a number c.
static Term powerRule(const Term &X, double C, const Term &R) {
  if (C == 0 || C == 1)
    return C;
  if (C == 2)
    return 2 * X;
  if (C == 3 && isSimple(X.E))
    return 3 * X * X;
  if (C == 0.5)
    return select(R == 0, 0.0, 0.5 / R);
  if (C == 1.5)
    return 1.5 * sqrt(X);
  if (C == -1)
    return -(R * R);
  if (C > 0 && C < 1)
    return select(X == 0, 0.0, C * pow(X, C - 1));
  return C * pow(X, C - 1);
}

Term ad::rules::powBase(const Term &X, const Term &Y, const Term &R) {
  if (auto C = number(Y))
    return powerRule(X, *C, R);
  Term General = Y * pow(X, Y - 1);
  if (Y.E->is(ExprKind::Cast) && Y.E->operand()->Ty->isInteger()) {
    Term N(*Y.B, Y.E->operand(), Y.Real);
    return select(N == 0, 0.0, General);
  }
  return select(X == 0 && Y >= 0 && Y < 1, 0.0, General);
}

Term ad::rules::powExponent(const Term &X, const Term &, const Term &R) {
  if (auto C = number(X))
    return *C > 0 ? R * log(X) : Term(0);
  return select(X <= 0, 0.0, R * log(X));
}
