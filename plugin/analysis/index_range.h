//===- analysis/index_range.h - the elements that a loop reaches -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Which elements behind a pointer parameter an access reaches, over all iterations of the counted
// loops around it: from First on, Count of them. If the access is made in every iteration of these,
// the first and the last of the elements are among them, so that all of them exist.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_INDEX_RANGE_H
#define AD_ANALYSIS_INDEX_RANGE_H

#include "plugin/analysis/memory.h"
#include "plugin/analysis/reach.h"
#include "llvm/ADT/DenseSet.h"

namespace ad::analysis {

struct IndexRange {
  const core::Expr *First = nullptr; ///< a pointer; Whole: the place itself
  const core::Expr *Count = nullptr; ///< an integer, none if it is not positive; null: Whole
  bool Whole = false; ///< a member, or what a pointer leads to: there if it is reached

  bool same(const IndexRange &Other) const;
};

class IndexRanges {
public:
  /// Changed: variables that are assigned, Inside: that are declared in the region at whose start
  /// the range is wanted.
  IndexRanges(core::Module &M, const llvm::DenseSet<const core::Variable *> &Changed,
              const llvm::DenseSet<const core::Variable *> &Inside)
      : M(M), B(M), Changed(Changed), Inside(Inside) {}

  /// Counts: Loop, which does, is around what follows.
  void enter(const core::Stmt &Loop) { Loops.push_back(&Loop); }
  void leave() { Loops.pop_back(); }

  /// The range of a place that is reached through a pointer; none if it cannot be told.
  std::optional<IndexRange> of(const core::Expr *Place);
  /// `p[e % n]`, where e is not negative, lies in the first n elements: these, of which some need
  /// not be there.
  std::optional<IndexRange> wrapped(const core::Expr *Place);
  /// An index of which nothing is known.
  const core::Expr *anything();

private:
  const core::Expr *base(const core::Expr *Pointer, std::vector<const core::Expr *> &Offsets);
  bool hasOneFixedEnd(const core::Stmt &Loop) const;
  const core::Stmt *loopThatCounts(const Polynomial &Index) const;
  bool comesToEnds(const Polynomial &Index) const;
  Numbers numbers() const { return {IsFixed, DefinitionOf}; }

  core::Module &M;
  core::Builder B;
  const llvm::DenseSet<const core::Variable *> &Changed, &Inside;
  std::function<bool(const core::Variable *)> IsFixed = [this](const core::Variable *V) {
    if (V->Kind == core::Storage::Global)
      return V->Ty->isInteger() && V->Const;
    return V->Ty->isInteger() && isScalarVariable(V) && !Changed.contains(V) && !Inside.contains(V);
  };
  std::function<const core::Expr *(const core::Variable *)> DefinitionOf =
      [](const core::Variable *) { return nullptr; };
  std::vector<const core::Stmt *> Loops; ///< around the statement at hand, outermost first
  const core::Expr *Anything = nullptr;
};

} // namespace ad::analysis

#endif
