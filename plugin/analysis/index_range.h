//===- analysis/index_range.h - the elements that a loop reaches -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Which elements behind a pointer parameter an access reaches, over all iterations of the counted
// loops around it: from First on, Count of them.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_INDEX_RANGE_H
#define AD_ANALYSIS_INDEX_RANGE_H

#include "plugin/analysis/loops.h"
#include "plugin/core/builder.h"

namespace ad::analysis {

struct IndexRange {
  const core::Expr *First = nullptr; ///< a pointer; Whole: the place itself
  const core::Expr *Count = nullptr; ///< of type long; null: Whole
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

  void enter(const CountedLoop &L) { Loops.push_back(L); }
  void leave() { Loops.pop_back(); }

  /// The range of a place that is reached through a pointer; none if it cannot be told.
  std::optional<IndexRange> of(const core::Expr *Place);
  /// An index of which nothing is known.
  const core::Expr *anything();

private:
  /// Of an index: the least, and one more than the greatest.
  struct Interval {
    const core::Expr *Least, *End;
  };
  std::optional<Interval> interval(const core::Expr *Index, unsigned Depth);
  std::optional<Interval> ofCounter(unsigned Loop, unsigned Depth);
  const core::Expr *base(const core::Expr *Pointer, std::vector<const core::Expr *> &Offsets);
  bool invariant(const core::Variable *V) const;
  bool isFixed(const core::Expr *E) const;
  bool positive(const core::Expr *Factor, unsigned Depth) const;
  const core::Expr *plus(const core::Expr *A, const core::Expr *Other, bool Minus = false);
  const core::Expr *shifted(const core::Expr *A, int64_t By);
  const core::Expr *times(const core::Expr *A, const core::Expr *Other);

  core::Module &M;
  core::Builder B;
  const llvm::DenseSet<const core::Variable *> &Changed, &Inside;
  std::vector<CountedLoop> Loops; ///< around the statement at hand, outermost first
  const core::Expr *Anything = nullptr;
};

} // namespace ad::analysis

#endif
