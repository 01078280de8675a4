//===- analysis/index_arrays.h - `index` in `x[index[i]]` -------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// How far `x[index[i]]` goes is told by the integers in memory. Where a function reads these in any
// case, and changes none, they can be looked at when the function is entered.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_INDEX_ARRAYS_H
#define AD_ANALYSIS_INDEX_ARRAYS_H

#include "plugin/analysis/subscripts.h"
#include "llvm/ADT/DenseSet.h"
#include <deque>

namespace ad::analysis {

/// Whether the statements of B write to none of the caller's integers, and change the size of none
/// of the caller's vectors.
/// Resizes: the vector of which a statement changes the size, and nothing else; these are let pass.
bool writesNoIndex(const core::Block &B,
                   llvm::function_ref<const core::Variable *(const core::Stmt &)> Resizes = {});

/// Integers that are read in any case: Count of them, Array[First], Array[First + Step], ... If
/// Rows is given, Array[k] for all k from Rows[i] to Rows[i + 1], where i is First, First + 1, ...
struct IndexBlock {
  core::Variable *Array = nullptr, *Rows = nullptr;
  Polynomial First, Count;
  int64_t Step = 1;
  std::vector<Polynomial> Trips; ///< none is read where one of these is not positive
  std::string Name;
  core::Variable Least, Greatest; ///< what stands for these in polynomials
};

class IndexArrays {
public:
  /// Looks for them in Body. N: what is known of variables.
  void find(const core::Block &Body, const Numbers &N);

  /// What stands for the value of E in the body of Loops; null if it cannot be known.
  const core::Variable *elementOf(const core::Expr *E, llvm::ArrayRef<const core::Stmt *> Loops,
                                  const Numbers &N) const;
  /// The block of which S is an element, or the least or the greatest; null if it is none.
  const IndexBlock *blockOf(const Symbol &S) const;
  /// The blocks that P mentions.
  llvm::SmallVector<const IndexBlock *, 2> blocksIn(const Polynomial &P) const;
  /// Whether P, of parameters and least and greatest elements, can be computed without overflow,
  /// whatever the array holds.
  bool computable(const Polynomial &P) const;
  /// Whether P, if it mentions a block, is negative where its value is.
  bool comparable(const Polynomial &P) const;

  /// Whether what the pointer V leads to is read in any case, so that it may be read on entry.
  bool readsThrough(const core::Variable *V) const { return ReadThrough.contains(V); }

  /// What finds out the least and the greatest of R, of type ad::bounds.
  static const core::Expr *bounds(const IndexBlock &R, core::Builder &B);

private:
  struct Element {        ///< Array[Index], read in each iteration of Loops
    core::Variable Value; ///< stands for it
    core::Variable *Array;
    Polynomial Index;
    std::vector<const core::Stmt *> Loops;
    const IndexBlock *Block;
  };
  const Element *find(const core::Expr *E, llvm::ArrayRef<const core::Stmt *> Around,
                      const Numbers &N) const;
  void findTested(const core::Block &Body, const Numbers &N);
  bool look(const core::Block &B, const Numbers &N);
  void look(const core::Expr *E, llvm::StringRef Name, const Numbers &N);
  void add(const core::Expr *E, llvm::StringRef Name, const Numbers &N);
  std::optional<IndexBlock> rows(const Polynomial &Index, const Numbers &N) const;
  const IndexBlock *enter(IndexBlock R);

  /// Arrays whose elements decide what is done: perhaps not all of them are subscripts.
  llvm::DenseSet<const core::Variable *> Tested;
  llvm::DenseSet<const core::Variable *> ReadThrough;
  std::vector<const core::Stmt *> Loops; ///< around what is looked at
  std::deque<Element> Elements;
  std::deque<IndexBlock> Blocks;
};

} // namespace ad::analysis

#endif
