//===- analysis/guards.h - numbers that branches ask for --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Where `y >= 0 && y < n` holds, y is what it is in the body of `for (y = 0; y < n; ++y)`: such
// loops stand for the conditions of the branches around a place, for those that know what loops say
// of their counters.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_GUARDS_H
#define AD_ANALYSIS_GUARDS_H

#include "plugin/analysis/loops.h"
#include <deque>

namespace ad::analysis {

class Guards {
public:
  /// One for each of Numbers, which nothing changes but the counting of a loop, of which both ends
  /// are known at Here, at least one of them from a branch.
  llvm::SmallVector<const core::Stmt *, 2> of(llvm::ArrayRef<const core::Variable *> Numbers,
                                              const Site &Here);

private:
  /// Least <= number < End.
  struct Ends {
    const core::Expr *Least = nullptr, *End = nullptr;
  };
  void see(const core::Expr *Condition, bool Holds, const core::Variable *V, Ends &Out);
  const core::Expr *next(const core::Expr *E);
  core::Stmt *loop(const core::Variable *V, const Ends &Of, const core::Type *Bool);

  std::deque<core::Expr> Exprs;
  std::deque<core::Stmt> Stmts;
};

} // namespace ad::analysis

#endif
