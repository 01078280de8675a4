//===- analysis/memory.h - what may be overwritten, and when --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Answers the one question on which recording rests: if a statement reads a place, may that
// memory be overwritten, or cease to exist, before the reverse sweep comes back to the statement?
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_MEMORY_H
#define AD_ANALYSIS_MEMORY_H

#include "plugin/analysis/loops.h"
#include "plugin/core/core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <deque>

namespace ad::analysis {

/// A scalar whose every access is by name: its versions can be tracked one by one.
bool isScalarVariable(const core::Variable *V);

/// The types of objects for which a function allocates memory.
using AllocatedTypes = llvm::SmallPtrSet<const core::Type *, 4>;

class Memory {
public:
  /// Detached: the reverse sweep runs after the function has returned (a pair of sweeps), so its
  /// locals are gone and the caller may have overwritten everything else.
  /// JumpsOut: jumps lead from the forward to the reverse sweep, which then sees only what is
  /// declared without an initialiser, ahead of them.
  /// Trusts: nobody casts pointers to constants to others, or between types, and callees allocate
  /// what it says.
  Memory(const core::Function &F, const core::Block &Body, bool Detached, bool JumpsOut,
         llvm::function_ref<AllocatedTypes(core::Function &)> Trusts = {});
  /// One iteration of a loop of the function of which Whole is the memory: the reverse sweep of the
  /// iteration follows its forward sweep at once, and sees what that has declared. Whole must live
  /// as long.
  Memory(const Memory &Whole, const core::Block &Iteration);

  /// Whether the place P, as read by S, still holds the same value when the reverse sweep reaches
  /// S: nothing may write to it at or after S, and its storage lives on. Subscripts and pointers
  /// in P are not looked at.
  bool stable(const core::Expr *P, const core::Stmt *S) const;

  /// Whether a statement in B (at any depth) may write to P, where both are evaluated in the same
  /// iteration of all loops around B.
  bool mayWrite(const core::Block &B, const core::Expr *P) const;
  bool mayWrite(const core::Stmt &S, const core::Expr *P) const;

  /// Whether two places may overlap when evaluated at the same moment.
  bool mayAlias(const core::Expr *P, const core::Expr *Q) const;
  /// Whether they may overlap when evaluated at any two moments.
  bool mayAliasEver(const core::Expr *P, const core::Expr *Q) const;

  /// Whether a pointer with the value Pointer may lead to memory of the caller.
  bool mayBeCallers(const core::Expr *Pointer) const {
    return !Pointer || targets(Pointer).External;
  }
  /// Adds the types of the differentiable memory of the function's own that Value leads to.
  /// Calls: those that may have allocated memory to which Value leads.
  void ownMemory(const core::Expr *Value, llvm::SmallPtrSetImpl<const core::Type *> &Types,
                 llvm::SmallPtrSetImpl<const core::Stmt *> &Calls) const;
  /// Whether memory of the caller is reached from the argument A.
  bool reachesCallers(const core::Expr *A) const;

  /// S was inserted right before Existing: it takes the same position.
  void insertedBefore(const core::Stmt *S, const core::Stmt *Existing) {
    Positions[S] = Positions.lookup(Existing);
  }
  /// The locals to which Pointer may lead; whether it may lead elsewhere, too.
  bool leadsTo(const core::Expr *Pointer,
               llvm::SmallPtrSetImpl<const core::Variable *> &Locals) const {
    const Targets T = targets(Pointer);
    Locals.insert(T.Locals.begin(), T.Locals.end());
    return T.External || T.Hidden;
  }
  /// The number of loops around S.
  unsigned loopDepth(const core::Stmt *S) const { return Positions.lookup(S).Loops.size(); }
  /// Whether V is declared in the outermost block of the function.
  bool atFunctionLevel(const core::Variable *V) const { return FunctionLevel.contains(V); }

private:
  mutable std::deque<core::Expr> Results; ///< names of variables that calls assign
  /// What stands for the memory that an allocation makes, however often it runs. Those of calls
  /// have no type.
  std::deque<core::Variable> Sites;
  llvm::DenseMap<const core::Expr *, const core::Variable *> SiteOf;
  llvm::DenseMap<const core::Stmt *, const core::Variable *> SiteOfCall; ///< what the callee makes
  core::Variable Elsewhere; ///< memory that nobody passes on: that of globals
  struct Position {
    unsigned Order = 0;
    llvm::SmallVector<const core::Stmt *, 4> Loops; ///< outermost first
  };
  struct Write {
    const core::Stmt *S;
    const core::Expr *Place; ///< null: unknown, any memory that is not a private local
    bool Reachable;          ///< anything reachable through the pointers in Place, too
  };
  struct Targets {
    llvm::SmallPtrSet<const core::Variable *, 4> Locals;
    bool External = false;
    /// Found by opaque code, perhaps in an object that is gone, or has moved it, later on.
    bool Hidden = false;
  };
  void number(const core::Block &B, llvm::SmallVectorImpl<const core::Stmt *> &Loops, bool Top);
  void collectWrites(const core::Stmt *S, llvm::SmallVectorImpl<Write> &Out) const;
  void findWrites(const core::Block &B);
  Targets targets(const core::Expr *Pointer) const;
  void reach(const core::Expr *A, llvm::SmallPtrSetImpl<const core::Variable *> &Out,
             bool Itself) const;
  bool conflicts(const Write &W, const core::Expr *P, bool SameMoment) const;
  bool overlap(const core::Expr *P, const core::Expr *Q, bool SameMoment) const;
  bool onlySameIteration(const core::Expr *P, const core::Expr *Q,
                         llvm::ArrayRef<const core::Stmt *> Loops) const;

  bool Detached, JumpsOut;
  bool ContentsKnown = true; ///< no unknown code sets pointers
  llvm::DenseMap<const core::Stmt *, Position> Positions;
  llvm::DenseMap<const core::Variable *, Targets> PointsTo;
  llvm::DenseSet<const core::Variable *> FunctionLevel, Assigned, Escaped;
  std::vector<Write> Writes;
  unsigned Next = 0;
};

} // namespace ad::analysis

#endif
