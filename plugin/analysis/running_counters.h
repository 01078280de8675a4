//===- analysis/running_counters.h - `k` in `a[k++]` -----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A counter that runs through loops without being theirs, `int k = 0; for (...) for (...) a[k++]`,
// is known by how often its only step is made: in loops that count, a sum over their counters, for
// a triangle n (n - 1) / 2.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_RUNNING_COUNTERS_H
#define AD_ANALYSIS_RUNNING_COUNTERS_H

#include "plugin/analysis/loops.h"
#include "plugin/analysis/subscripts.h"
#include "llvm/ADT/MapVector.h"

namespace ad::analysis {

class RunningCounters {
public:
  /// Looks for them in Body. N: what is known of other variables.
  void find(const core::Block &Body, const Numbers &N);

  /// Whether what V is can be told where Here is, which is in the block of its step, ahead of it.
  bool knows(const core::Variable *V, const Site &Here) const;

  /// Whether P mentions such a counter.
  bool depends(const Polynomial &P, const Site &Here) const;

  /// P with the greatest, or the least, values of the counters that are known where Here is.
  /// Nothing where these do not give the greatest, or the least, value of P.
  std::optional<Polynomial> extreme(Polynomial P, bool Largest, const Site &Here) const;

private:
  struct Range {
    Site Step;             ///< its only one; in no block: it is not known
    Polynomial Least, End; ///< it is at least, and less than
  };
  llvm::MapVector<const core::Variable *, Range> Counters;
};

} // namespace ad::analysis

#endif
