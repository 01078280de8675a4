//===- analysis/extents.h - how far accesses through parameters go -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What a function reads and writes through a pointer parameter p is p[0] to p[n - 1], if all its
// subscripts say so, a reference leads to one object, pointers in that lead on as parameters do,
// and the elements of a vector lie where the vector says: then it can be tested when the function
// is entered whether two parameters lead to memory that overlaps, and a companion need not record
// what no overlap can change. Where subscripts are integers in memory, these are looked at then,
// too.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_EXTENTS_H
#define AD_ANALYSIS_EXTENTS_H

#include "plugin/analysis/guards.h"
#include "plugin/analysis/index_arrays.h"
#include "plugin/analysis/running_counters.h"
#include "plugin/core/builder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace ad::analysis {

/// Memory that a parameter leads to.
struct Lead {
  /// The parameter, for the objects that it points or refers to; or, in the object to which it
  /// leads, a pointer, likewise, or a vector, for its elements and all that these hold. Null:
  /// nothing of the kind.
  const core::Expr *From = nullptr;
  bool Elements = false; ///< of a vector

  explicit operator bool() const { return From; }
};

/// Where Place is.
Lead leadTo(const core::Expr *Place);

/// A loop in strides of any length, whose iterations a variable of its own counts.
struct StridedLoop {
  const core::Stmt *ByOne;  ///< the loop as it was, but in steps of one
  const core::Expr *Stride; ///< above zero, or it is no such loop
};
using StridedLoops = llvm::DenseMap<const core::Variable *, StridedLoop>; ///< by what counts

class Apart {
public:
  /// Looks at all accesses through the pointers and references that F is given.
  Apart(core::Module &M, const core::Function &F, const core::Block &Body,
        const StridedLoops &Strided);

  /// Takes it that Read and Other do not overlap, if that can be tested beforehand. From then on
  /// the test is part of overlap(). Not where what is read is a few numbers: these are recorded
  /// more easily than a second companion is written.
  bool assume(const Lead &Read, const Lead &Other);
  /// Whether that has been assumed.
  bool assumed(const Lead &A, const Lead &B) const;

  /// All that has been assumed, as numbers that are the same for each companion of a function.
  llvm::ArrayRef<std::pair<unsigned, unsigned>> all() const { return Assumed.getArrayRef(); }
  /// Assumes what another companion has.
  void assume(const llvm::DenseSet<std::pair<unsigned, unsigned>> &Others);

  /// What is true when one of the assumptions fails; null if there are none. Adds to Ahead, in F,
  /// what that needs.
  const core::Expr *overlap(core::Builder &B, core::Function &F, core::Block &Ahead) const;

private:
  struct Extent {
    core::Variable *Leads = nullptr;  ///< there
    const core::Expr *Part = nullptr; ///< if given, a vector or pointer in the object leads there
    bool Elements = false;            ///< a vector
    bool Known = true, Few = false;
    bool Wide = false;   ///< subscripts are computed in 64 bits
    bool Beyond = false; ///< the function need not form the Ends: they are bounds
    /// By access: where what forms its end begins, if it does; all of them before simplify().
    std::vector<const core::Block *> Within;
    std::vector<Polynomial> Ends;    ///< p[i] is touched for some of 0 <= i < max(Ends): in the end
                                     ///< one, and those that elements of index arrays tell
    std::vector<Polynomial> AtLeast; ///< ... if these are not negative
  };
  /// Numbers in objects, and quotients, that are the same for as long as the function runs.
  struct Member {
    core::Variable Value; ///< stands for it
    const core::Expr *Is;
    std::optional<Polynomial> Divisor; ///< of a quotient, which is known if this is above zero
  };
  /// Which of the Extents is that of Of; their number, if none is.
  size_t indexOf(const Lead &Of) const;
  void look(const core::Stmt &S);
  void look(const core::Expr *E);
  bool lookAtPlace(const core::Expr *E);
  void lookAtSubscripts(const core::Expr *Place);
  Extent *extentOf(const Lead &Of);
  void handOn(const core::Expr *Place);
  void forget(const core::Variable *V);
  bool canLookInto(const core::Variable *V) const;
  bool isOfNow(const core::Variable *V, const core::Expr *Is) const;
  const core::Variable *memberOf(const core::Expr *E);
  const core::Variable *quotientOf(const core::Expr *E);
  const core::Variable *member(Member New);
  bool access(Extent &X, const core::Expr *Index);
  bool accessInLoops(Extent &X, const core::Expr *Index);
  llvm::SmallVector<const core::Variable *, 4> constantsIn(const core::Expr *Index) const;
  static bool saysMore(const Extent &A, const Extent &B);
  bool accessGuarded(Extent &X, const core::Expr *Index);
  bool access(Extent &X, const core::Expr *Index, const Numbers &N);
  size_t outermostLoop(const Polynomial &P, const Numbers &N) const;
  bool comesToEnd(size_t Outermost, const Numbers &N) const;
  void noteEnd(Extent &X, const Polynomial &Index, const Polynomial &End, const Polynomial &First,
               const Numbers &N);
  bool goesBeyond(const Extent &X, llvm::ArrayRef<Polynomial> All) const;
  void simplify(Extent &X);
  static Computed computed(const Extent &X) {
    return X.Beyond ? Computed::Saturated : X.Wide ? Computed::Wide : Computed::AsIs;
  }
  const core::Expr *end(const Extent &X, core::Builder &B) const;
  const core::Expr *overlap(const Extent &X, const Extent &Y, core::Builder &B) const;
  const core::Expr *withBounds(const core::Expr *E, core::Builder &B, core::Function &F,
                               core::Block &Ahead) const;
  Numbers numbers() const { return {IsFixed, DefinitionOf, nullptr, nullptr, MemberOf}; }
  Numbers numbersWithElements() const {
    return {IsFixed, DefinitionOf, ElementOf, LimitOf, MemberOf};
  }

  core::Module &M;
  std::vector<Extent> Extents; ///< by parameter; then those of their parts
  std::deque<Member> Members;
  /// The caller's integers and pointers, and the sizes of vectors, but for those Resized.
  bool Unchanged;
  llvm::SetVector<const core::Variable *> Resized;
  /// Those, and vectors whose size is taken to stay as it is: others.
  std::vector<std::pair<const core::Variable *, const core::Expr *>> Sizes;
  IndexArrays Indices;
  RunningCounters Counters;
  Guards Guarded;
  const StridedLoops &Strided;
  Site Here;             ///< what is looked at
  bool Scatters = false; ///< in what a statement writes
  bool Chooses = false;  ///< in an expression of which parts may not be evaluated
  llvm::DenseMap<const core::Stmt *, const core::Block *> BlockOf; ///< of loops
  llvm::DenseSet<const core::Stmt *> Left; ///< loops in which something jumps
  const core::Block *Whole;                ///< the body of the function
  bool HasJumps = false;                   ///< ahead of its end
  llvm::DenseSet<const core::Variable *> Assigned;
  llvm::DenseMap<const core::Variable *, const core::Expr *> Definitions;
  llvm::DenseMap<const core::Variable *, const core::Block *> DeclaredIn;
  std::function<bool(const core::Variable *)> IsFixed;
  std::function<const core::Expr *(const core::Variable *)> DefinitionOf;
  std::function<const core::Variable *(const core::Expr *)> ElementOf;
  std::function<std::optional<Polynomial>(const Symbol &, bool)> LimitOf;
  std::function<const core::Variable *(const core::Expr *)> MemberOf;
  llvm::SetVector<std::pair<unsigned, unsigned>> Assumed;
};

} // namespace ad::analysis

#endif
