//===- analysis/loops.h - the shape of a loop -----------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_LOOPS_H
#define AD_ANALYSIS_LOOPS_H

#include "plugin/core/builder.h"
#include "llvm/ADT/DenseSet.h"
#include <optional>

namespace ad::analysis {

/// `for (int Counter = First; Counter Op Bound; Counter += Step)` where nothing in the loop assigns
/// Counter, or a variable that Bound mentions. Memory that Bound reads is not looked at here.
struct CountedLoop {
  core::Variable *Counter = nullptr;
  const core::Expr *First = nullptr;
  const core::Expr *Bound = nullptr;
  std::string Op;    ///< "<", "<=", ">", ">="
  int64_t Step = 1;  ///< never 0; its sign fits Op
  int64_t Ahead = 0; ///< `i + 1 < n`: it is Counter + Ahead that is compared
};

/// The counted shape of Loop, if it has it.
std::optional<CountedLoop> countedLoop(const core::Stmt &Loop);

/// What L asks before its first iteration.
const core::Expr *firstTest(const CountedLoop &L, core::Builder &B);

/// The number that E, made of literals and constants, always is: none below zero, and none so large
/// that a conversion or a sum might change it.
std::optional<int64_t> knownNumber(const core::Expr *E);

/// How often Loop runs at most, if it counts from one number to another.
std::optional<int64_t> mostTrips(const core::Stmt &Loop);

/// Whether E may be no number that can be asked for where what is asked ahead of it is false: it
/// divides by what may be zero, or reads what a pointer leads to.
bool mayFail(const core::Expr *E);

/// Whether B may change the number of elements of the vector at Place.
bool mayChangeSize(const core::Block &B, const core::Expr *Place);

/// Whether Loop may do more to V, an array or a vector, than to assign to single elements, so that
/// these may come to lie elsewhere; or declares it.
bool changesWhole(const core::Stmt &Loop, const core::Variable *V);

/// One side of a branch.
struct Branch {
  const core::Stmt *If;
  bool Taken; ///< Then; else Else
};

/// Where a statement stands: the number At of a block, in these loops, outermost first.
struct Site {
  const core::Block *In = nullptr;
  size_t At = 0;
  llvm::ArrayRef<const core::Stmt *> Loops;
  /// Around it, those of loops around included, and those ahead of it that jump away.
  llvm::ArrayRef<Branch> Branches;
  size_t Asked = 0; ///< so many of Loops are around a branch, or a case of a switch, that it is in
};

/// Calls F on all statements of B, in their order, a loop before what is in it.
void forEachSite(const core::Block &B,
                 llvm::function_ref<void(const core::Stmt &, const Site &)> F);

/// The variables that statements of B assign (declarations not included).
void assignedVariables(const core::Block &B, llvm::DenseSet<const core::Variable *> &Out);
void assignedVariables(const core::Stmt &S, llvm::DenseSet<const core::Variable *> &Out);

} // namespace ad::analysis

#endif
