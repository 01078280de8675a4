//===- lower/ranges.h - algorithms of std::ranges ----------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_RANGES_H
#define AD_LOWER_RANGES_H

namespace clang {
class CallExpr;
class Expr;
} // namespace clang

namespace ad::lower {

class Lowering;

/// `std::sort(v.begin(), v.end(), g)` for `std::ranges::sort(v, g)`; null where E is no such call,
/// or says more than that.
const clang::Expr *withoutRange(Lowering &L, const clang::CallExpr *E);

} // namespace ad::lower

#endif
