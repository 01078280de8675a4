//===- core/places.h - what statements do to each other -------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Whether two statements of one block may change places. Answers err on the side of "they may not".
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_PLACES_H
#define AD_CORE_PLACES_H

#include "plugin/core/uses.h"
#include "llvm/ADT/DenseSet.h"

namespace ad::core {

/// Pairs of pointers, or references to vectors, of which neither leads to memory to which the other
/// one does; of vectors, that of their elements.
using ApartPairs = llvm::DenseSet<std::pair<const Variable *, const Variable *>>;

class Places {
public:
  explicit Places(const Function &F, ApartPairs Apart = {});

  const Uses &uses() const { return Known; }

  /// Whether two places may overlap, both evaluated at the same moment.
  bool mayOverlap(const Expr *P, const Expr *Q) const;
  /// Whether the value of E may depend on what the place P holds.
  bool reads(const Expr *E, const Expr *P) const;
  /// Whether the address of Place may depend on what the place P holds.
  bool addressReads(const Expr *Place, const Expr *P) const;

  /// Whether S, with all that is nested in it, may change the value of E (for a place: also where
  /// it is), or may keep what follows it from being run.
  bool mayChange(const Stmt &S, const Expr *E) const;
  /// Whether it may read, or write other than by adding to it, what the place P holds.
  bool mayUse(const Stmt &S, const Expr *P) const;
  /// The same of S without what is nested in it, where it is no call, no jump and no opaque code.
  bool mayUseItself(const Stmt &S, const Expr *P) const;
  /// Whether it may add to what the place P holds.
  bool mayAddTo(const Stmt &S, const Expr *P) const;

  /// Whether E is an element of an array on the tape, or of a local one in its place, which only
  /// its own name leads to.
  bool isSlot(const Expr *E) const;

private:
  bool isOwn(const Variable *V) const;
  bool touches(const Stmt &S, const Expr *P) const;
  bool areApart(const Expr *P, const Expr *Q) const;

  Uses Known;
  ApartPairs Apart;
  llvm::DenseSet<const Variable *> Fresh; ///< such arrays
};

/// The variable from which the address of a place is made; null if there is more than one.
const Variable *leadingVariable(const Expr *Place);

} // namespace ad::core

#endif
