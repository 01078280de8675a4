//===- lower/effects.h - may this statement change that value? -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Conservative answers about order: Core's expressions read memory when their statement starts, so
// a value that C++ reads before a side effect must be frozen if the side effect can change it.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_EFFECTS_H
#define AD_LOWER_EFFECTS_H

#include "plugin/core/core.h"

namespace ad::lower {

/// Whether executing S or B (nested statements too) may change the value of E.
bool mayChange(const core::Stmt &S, const core::Expr *E);
bool mayChange(const core::Block &B, const core::Expr *E);
/// Whether it may change which object the place P is: its indices and pointers.
bool mayMove(const core::Block &B, const core::Expr *P);
/// Whether B leaves by itself: its last statement never goes on.
bool neverGoesOn(const core::Block &B);
/// Whether the floating value E may depend on a parameter (read_back.cpp).
bool mayVary(const core::Expr *E);
/// Statements of B that do not only declare.
bool hasEffects(const core::Block &B);

} // namespace ad::lower

#endif
