//===- analysis/carried_walk.h - the walk behind carried.h ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Shared by carried.cpp, which goes through the loop, carried_ranges.cpp, which makes ranges of
// what it found behind pointers, carried_outputs.cpp, which finds what need not be held,
// carried_objects.cpp, which knows what may be done with maps, generators and allocated memory, and
// carried_blocks.cpp, which tells what memory may be of an ad::block_store.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_CARRIED_WALK_H
#define AD_ANALYSIS_CARRIED_WALK_H

#include "plugin/analysis/carried.h"
#include "plugin/analysis/index_range.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/Twine.h"

namespace ad::analysis {

class Carried {
public:
  Carried(core::Module &M, const core::Block &Body, const core::Stmt &Loop, const Memory &Mem,
          const Surroundings &Known)
      : M(M), B(M), Body(Body), Loop(Loop), Mem(Mem), Known(Known) {}

  CarriedState find(bool Counted);

private:
  void obstacle(const core::Stmt *S, llvm::Twine Why);
  void declare(const core::Block &Bl);
  void block(const core::Block &Bl, bool Always);
  void statement(const core::Stmt &S, bool Always);
  void loop(const core::Stmt &S, bool Always);
  void call(const core::Stmt &S);
  void opaque(const core::Stmt &S, bool Own);
  void read(const core::Expr *E, const core::Stmt &S, bool Always);
  void readPlace(const core::Expr *Place, const core::Stmt &S, bool Always);
  bool isLookUp(const core::Expr *E) const;
  bool elementsStay() const;
  bool keepsKeys(const core::Variable *V) const;
  static bool asksMap(const core::Expr *E);
  bool asksKeys(const core::Expr *E) const;
  bool leadsToOwn(const core::Expr *Pointer) const;
  bool isOwn(const core::Stmt &S) const;
  bool handsOnOwn(const core::Stmt &S) const;
  bool freesHandedOn(const core::Stmt &S) const;
  void checkBlocks();
  void checkCallees();
  void findAhead();
  bool isStored(const core::Variable *L) const;
  bool castsNumbers() const;
  bool leadsTo(const core::Expr *Pointer,
               llvm::SmallPtrSetImpl<const core::Variable *> &Locals) const;
  void write(const core::Expr *Place, const core::Stmt &S, bool Always,
             std::optional<IndexRange> Given = std::nullopt);
  void hold(const core::Expr *Place, const core::Stmt &S, bool Always,
            std::optional<IndexRange> Given);
  bool isThere(const core::Variable *V) const;
  const core::Expr *holds(const core::Variable *V, const core::Expr *Place);
  void written(const core::Variable *V, const core::Stmt &S, const core::Expr *Place = nullptr);
  bool writtenIn(const core::Variable *V, const core::Expr *Place, const core::Stmt &S);
  llvm::SmallPtrSet<const core::Variable *, 4> ledInto() const;
  void resizes(const core::Stmt &S, bool Always);
  void addPart(const StatePart &P, const core::Stmt &S);
  bool proven(const IndexRange &R) const;
  bool origins(const core::Expr *Pointer, llvm::SmallSetVector<const core::Variable *, 4> &Into,
               llvm::DenseSet<const core::Variable *> &Seen) const;
  bool addGiven(const core::Expr *Place, const core::Stmt &S);
  std::optional<IndexRange> inCallee(const core::Stmt &S, size_t I);
  bool canBeLogged(const core::Expr *Place, const core::Stmt &S) const;
  void ranges();
  bool isWrittenOnly(const core::Expr *Place, const core::Stmt &S) const;
  void holdChangedOutputs();
  bool staysTheSame(const core::Stmt &Around) const;
  bool mayOverwrite(llvm::ArrayRef<const core::Stmt *> Later, const core::Expr *Place);
  void readOnly();

  core::Module &M;
  core::Builder B;
  const core::Block &Body;
  const core::Stmt &Loop;
  const Memory &Mem;
  const Surroundings &Known;
  CarriedState Out;

  llvm::DenseSet<const core::Variable *> Inside;  ///< declared in the loop
  llvm::DenseSet<const core::Variable *> Changed; ///< assigned in the loop
  llvm::DenseSet<const core::Variable *> Later;   ///< declared after it: not there yet
  IndexRanges Indices{M, Changed, Inside};
  /// An access through a pointer to memory of the caller.
  struct Access {
    const core::Expr *Place;
    std::optional<IndexRange> Range;
    const core::Stmt *S;
    bool Writes, Always;
  };
  std::vector<Access> Accesses;
  std::vector<Access> Outputs;                  ///< writes of which snapshots need not know
  llvm::DenseSet<const core::Variable *> Parts; ///< variables that are parts, or behind one
  struct Read {
    const core::Expr *Place;
    const core::Stmt *S;
    std::optional<IndexRange> Range;   ///< behind a pointer
    std::optional<IndexRange> Wrapped; ///< in which it lies, if there is all of it
  };
  std::vector<Read> Reads;
  mutable std::optional<bool> Casting; ///< what castsNumbers has found
};

/// Whether a T is an object of the library without derivatives that is its own state: a generator
/// or distribution of <random>, a set.
bool isCopiedObject(const core::Type *T);

/// Whether Text, code of the user's, does nothing but what std::string does to strings.
bool worksOnStrings(llvm::StringRef Text, llvm::ArrayRef<const core::Expr *> Operands);

/// Whether S has the library put indices in the order of the elements (operand 1) that they are of.
bool ordersIndices(const core::Stmt &S);

/// Whether S, code without derivatives, does to such objects what it does again to copies of them.
bool isRepeatable(const core::Stmt &S);

/// The statements of Bl that may run after Region has begun, and are not part of it. Outermost: the
/// outermost loop around it. Returns whether Region is in Bl.
bool runsLater(const core::Block &Bl, const core::Stmt &Region, const core::Stmt *&Outermost,
               std::vector<const core::Stmt *> &Later);

/// Whether S may change the number of elements, or the storage, of a vector in V.
bool mayResize(const core::Stmt &S, const core::Variable *V);

} // namespace ad::analysis

#endif
