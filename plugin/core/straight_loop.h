//===- core/straight_loop.h - loops that the optimiser may vectorise -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_STRAIGHT_LOOP_H
#define AD_CORE_STRAIGHT_LOOP_H

#include "plugin/core/core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace ad::core {

/// How numbers and places move on with a counter.
class Movement {
public:
  const Variable *Counter = nullptr;
  llvm::DenseMap<const Variable *, const Expr *>
      Values; ///< of constants that each iteration declares

  /// By how much E, an integer, grows when the counter does by one; none if it does not always grow
  /// by the same number.
  std::optional<int64_t> growth(const Expr *E) const;
  /// By how many numbers Place, an element of an array, moves on in memory; a large number if it
  /// goes to another row, or to another object. None if it may be any number.
  std::optional<int64_t> stride(const Expr *Place) const;
};

/// The counter of a loop that declares it, and counts up or down by one; null if it does something
/// else. First is where what each iteration does begins.
Variable *counterOf(const Stmt &Loop, size_t &First);

/// A counted loop whose body is a straight line: declarations of constants, and stores, of what
/// arithmetic makes of numbers. Not one that runs a few times, which is written out.
class StraightLoop : public Movement {
public:
  static std::optional<StraightLoop> of(const Stmt &Loop);

  /// The body, without what counts.
  llvm::ArrayRef<Stmt *> statements() const { return Statements; }
  bool declares(const Variable *V) const { return Values.count(V); }
  /// What V, which the body declares, is.
  const Expr *valueOf(const Variable *V) const { return Values.lookup(V); }
  /// The constants that the body declares of which these are made, and of which those are.
  using Constants = llvm::SmallSetVector<const Variable *, 8>;
  Constants needsOf(llvm::ArrayRef<const Expr *> Exprs) const;

private:
  std::vector<Stmt *> Statements;
};

/// Whether E is made of numbers by what machines have instructions for.
bool isArithmetic(const Expr *E);

/// Whether P and Q are elements of one row of an array, near each other but never the same: a loop
/// that stores to both has to wait in one iteration for what the one before has stored.
bool areNeighbours(const Expr *P, const Expr *Q);

} // namespace ad::core

#endif
