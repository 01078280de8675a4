//===- analysis/extents.h - how far accesses through parameters go -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What a function reads and writes through a pointer parameter p is p[0] to p[n - 1], if all its
// subscripts say so, and a reference to a number leads to that number: then it can be tested when
// the function is entered whether two parameters lead to memory that overlaps, and a companion need
// not record what no overlap can change. Where subscripts are integers in memory, these are looked
// at then, too.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_EXTENTS_H
#define AD_ANALYSIS_EXTENTS_H

#include "plugin/analysis/index_arrays.h"
#include "plugin/analysis/running_counters.h"
#include "plugin/core/builder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace ad::analysis {

class Apart {
public:
  /// Looks at all accesses through the pointers and references that F is given.
  Apart(const core::Function &F, const core::Block &Body);

  /// Takes it that Read and Other, two variables, lead to memory that does not overlap, if that can
  /// be tested beforehand. From then on the test is part of overlap(). Not where what is read is a
  /// few numbers: these are recorded more easily than a second companion is written.
  bool assume(const core::Variable *Read, const core::Variable *Other);
  /// Whether that has been assumed.
  bool assumed(const core::Variable *A, const core::Variable *B) const;

  /// What is true when one of the assumptions fails; null if there are none. Adds to Ahead, in F,
  /// what that needs.
  const core::Expr *overlap(core::Builder &B, core::Function &F, core::Block &Ahead) const;

private:
  struct Extent {
    core::Variable *Leads = nullptr; ///< there
    bool Known = true, Few = false;
    bool Wide = false;               ///< subscripts are computed in 64 bits
    std::vector<Polynomial> Ends;    ///< p[i] is touched for some of 0 <= i < max(Ends): in the end
                                     ///< one, and those that elements of index arrays tell
    std::vector<Polynomial> AtLeast; ///< ... if these are not negative
  };
  /// Which of the Extents is that of V; their number, if none is.
  size_t indexOf(const core::Variable *V) const;
  void look(const core::Stmt &S);
  void look(const core::Expr *E);
  Extent *extentOf(const core::Expr *Base);
  void handOn(const core::Expr *Place);
  bool access(Extent &X, const core::Expr *Index);
  bool access(Extent &X, const core::Expr *Index, const Numbers &N);
  void simplify(Extent &X);
  const core::Expr *end(const Extent &X, core::Builder &B) const;
  const core::Expr *withBounds(const core::Expr *E, core::Builder &B, core::Function &F,
                               core::Block &Ahead) const;
  Numbers numbers() const { return {IsFixed, DefinitionOf}; }
  Numbers numbersWithElements() const { return {IsFixed, DefinitionOf, ElementOf, LimitOf}; }

  std::vector<Extent> Extents; ///< by parameter
  IndexArrays Indices;
  RunningCounters Counters;
  Site Here;             ///< what is looked at
  bool Scatters = false; ///< in what a statement writes
  llvm::DenseSet<const core::Variable *> Assigned;
  llvm::DenseMap<const core::Variable *, const core::Expr *> Definitions;
  std::function<bool(const core::Variable *)> IsFixed;
  std::function<const core::Expr *(const core::Variable *)> DefinitionOf;
  std::function<const core::Variable *(const core::Expr *)> ElementOf;
  std::function<std::optional<Polynomial>(const Symbol &, bool)> LimitOf;
  llvm::SetVector<std::pair<size_t, size_t>> Assumed;
};

} // namespace ad::analysis

#endif
