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

#include "plugin/analysis/extents.h"
#include "plugin/analysis/loops.h"
#include "plugin/core/core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <deque>

namespace ad::analysis {

/// A scalar whose every access is by name: its versions can be tracked one by one.
bool isScalarVariable(const core::Variable *V);

/// Whether a T is numbers and nothing else.
bool isOfNumbers(const core::Type *T);
/// Whether S itself, which is no call, may set a pointer that outlives the function.
bool setsPointers(const core::Stmt &S);
/// Whether S is unknown code that may set pointers. What push_back appends is known: Value.
bool setsUnknown(const core::Stmt &S);

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
  /// Assumed: pairs of parameters that may be taken to lead to different memory, if given.
  /// ShadowOf: the shadow of a variable, or null: calls do to it what they do to the variable.
  /// Links: which functions may set pointers that their callers see; all, if not given.
  Memory(const core::Function &F, const core::Block &Body, bool Detached, bool JumpsOut,
         llvm::function_ref<AllocatedTypes(core::Function &)> Trusts = {}, Apart *Assumed = nullptr,
         llvm::function_ref<const core::Variable *(const core::Variable *)> ShadowOf = {},
         llvm::function_ref<bool(core::Function &)> Links = {});
  /// One iteration of a loop of the function of which Whole is the memory: the reverse sweep of the
  /// iteration follows its forward sweep at once, and sees what that has declared. Whole must live
  /// as long.
  Memory(const Memory &Whole, const core::Block &Iteration);

  /// Whether the place P, as read by S, still holds the same value when the reverse sweep reaches
  /// S: nothing may write to it at or after S, and its storage lives on. Subscripts and pointers
  /// in P are not looked at.
  /// After: as S leaves it; S itself may write there, once.
  /// In: the reverse sweep reads it when it comes to this block, which holds S.
  bool stable(const core::Expr *P, const core::Stmt *S, bool After = false,
              const core::Block *In = nullptr) const;
  /// Adds the assignments that stand in the way of that; returns whether nothing else does.
  bool spoilers(const core::Expr *P, const core::Stmt *S,
                llvm::SmallVectorImpl<const core::Stmt *> &Out) const;
  /// From here on, the reverse sweep puts back what S, an assignment, overwrites, ahead of the
  /// adjoint of With: S itself, or a loop around it.
  void undone(const core::Stmt *S, const core::Stmt *With) { Undone[S] = With; }
  /// Whether S is Outer, or somewhere in it.
  bool isWithin(const core::Stmt *S, const core::Stmt *Outer) const;

  /// Whether a statement in B (at any depth) may write to P, where both are evaluated in the same
  /// iteration of all loops around B.
  bool mayWrite(const core::Block &B, const core::Expr *P) const;
  bool mayWrite(const core::Stmt &S, const core::Expr *P) const;

  /// Whether a statement in Loop may write to P, which is evaluated ahead of it.
  bool mayWriteIn(const core::Stmt &Loop, const core::Expr *P) const;
  /// Whether one may write to P, as S in Loop has it, in whatever iteration.
  bool mayWriteIn(const core::Stmt &Loop, const core::Expr *P, const core::Stmt *S) const;
  /// Whether P, as S has it, and Q, as T has it, may overlap in one run of Loop, around both or
  /// around T: in whatever iterations of it, but in the same of the loops outside.
  bool mayMeetIn(const core::Stmt &Loop, const core::Expr *P, const core::Stmt *S,
                 const core::Expr *Q, const core::Stmt *T) const;

  /// Whether two places may overlap when evaluated at the same moment.
  bool mayAlias(const core::Expr *P, const core::Expr *Q) const;
  /// Whether they may overlap when evaluated at any two moments.
  bool mayAliasEver(const core::Expr *P, const core::Expr *Q) const;
  /// Whether two parameters are known to lead to different memory, all of it: `__restrict` says so,
  /// or it has been taken to be so.
  bool knownApart(const core::Variable *P, const core::Variable *Q) const;

  /// Whether they overlap, if ever, in the same iteration of each of the Loops.
  bool onlySameIteration(const core::Expr *P, const core::Expr *Q,
                         llvm::ArrayRef<const core::Stmt *> Loops) const;
  /// Whether P, as S has it, and Q, as T has it, both in the body of Loop, overlap, if ever, in the
  /// same iteration of it. What is outside of Loop does not matter, unless ByBounds says so.
  bool onlySameIteration(const core::Expr *P, const core::Stmt *S, const core::Expr *Q,
                         const core::Stmt *T, const core::Stmt *Loop, bool ByBounds = false) const;
  /// Whether the place that S assigns to keeps that value until the reverse sweep comes to S.
  bool keepsValue(const core::Stmt *S) const { return stable(S->Target, S, /*After=*/true); }

  /// Whether a pointer with the value Pointer may lead to memory of the caller.
  bool mayBeCallers(const core::Expr *Pointer) const {
    return !Pointer || targets(Pointer).External;
  }
  /// Whether it leads to nothing but memory of the function's own that is no variable: what it has
  /// allocated, elements of its maps; or, if given, to variables of Or.
  bool leadsToOwn(const core::Expr *Pointer,
                  const llvm::DenseSet<const core::Variable *> *Or = nullptr) const;
  /// Adds the types of the differentiable memory of the function's own that Value leads to.
  /// Calls: those that may have allocated memory to which Value leads.
  void ownMemory(const core::Expr *Value, llvm::SmallPtrSetImpl<const core::Type *> &Types,
                 llvm::SmallPtrSetImpl<const core::Stmt *> &Calls) const;
  /// Whether V, a variable, is reached from the argument A by pointers that are in it.
  bool reachesByPointers(const core::Expr *A, const core::Variable *V) const;
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
  /// What stands for the memory that E allocates.
  const core::Variable *siteOf(const core::Expr *E) const { return SiteOf.lookup(E); }
  /// New stands where Old did, and allocates what it allocated.
  void replaced(const core::Expr *Old, const core::Expr *New) { SiteOf[New] = SiteOf.lookup(Old); }
  /// The number of loops around S that are not reversed at once.
  unsigned loopDepth(const core::Stmt *S) const { return Positions.lookup(S).Loops.size(); }
  /// S is executed when the reverse sweep is over.
  void storedLast(const core::Stmt *S) {
    llvm::erase_if(Writes, [&](const Write &W) { return W.S == S; });
    StoredLast.insert(S);
  }
  /// From here on, each iteration of Loop is reversed right after it has run (perhaps a second
  /// time): what comes after it is nothing to its adjoint, and neither are the loops around it.
  /// Loop may also be a branch.
  void reversedAtOnce(const core::Stmt *Loop);
  /// The innermost loop around S, if there is one, of which that was said.
  const core::Stmt *reversedWith(const core::Stmt *S) const {
    return Positions.lookup(S).ReversedWith;
  }
  /// Whether S may run several times before or after the reverse sweep comes to it.
  bool runsAgain(const core::Stmt *S) const { return loopDepth(S) > 0 || reversedWith(S); }
  /// Whether V is still there when the reverse sweep reaches S.
  bool lives(const core::Variable *V, const core::Stmt *S) const {
    const core::Stmt *Loop = IterationLevel.lookup(V);
    return FunctionLevel.contains(V) || (Loop && within(reversedWith(S), Loop));
  }
  /// Whether Pointer leads to memory of these local variables, and nowhere else.
  bool leadsOnlyTo(const core::Expr *Pointer,
                   const llvm::DenseSet<const core::Variable *> &Locals) const;
  /// V, a new variable, has the value of Pointer, while more of them are made.
  void named(const core::Variable *V, const core::Expr *Pointer) {
    PointsTo[V] = targets(Pointer);
    Named.push_back(V);
  }
  /// What is asked from now on takes new variables for pointers to memory of the function's own.
  void forgetNamed() {
    for (const core::Variable *V : Named)
      PointsTo.erase(V);
    Named.clear();
  }
  /// Whether V is declared in the outermost block of the function.
  bool atFunctionLevel(const core::Variable *V) const { return FunctionLevel.contains(V); }
  void declaredAtFunctionLevel(const core::Variable *V) { FunctionLevel.insert(V); }
  /// V leads to a copy on the tape, which nothing overwrites.
  void copiedTo(const core::Variable *V) { OnTape.insert(V); }

private:
  mutable std::deque<core::Expr> Results; ///< names of variables that calls assign
  /// What stands for the memory that an allocation makes, however often it runs. Those of calls
  /// have no type.
  std::deque<core::Variable> Sites;
  llvm::DenseMap<const core::Expr *, const core::Variable *> SiteOf;
  llvm::DenseMap<const core::Stmt *, const core::Variable *> SiteOfCall; ///< what the callee makes
  core::Variable Elsewhere; ///< memory that nobody passes on: that of globals
  struct Position {
    unsigned Order = 0, Last = 0;                   ///< in it, up to that of its last statement
    llvm::SmallVector<const core::Stmt *, 4> Loops; ///< outermost first; not those reversed at once
    const core::Stmt *ReversedWith = nullptr;
    /// If that is run again, inside of other loops: those, and itself, as the rest of the function
    /// sees them.
    llvm::SmallVector<const core::Stmt *, 4> Outer;
    llvm::SmallVector<Branch, 2> Branches; ///< that it stands in, outermost first
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
  void number(const core::Block &B, llvm::SmallVectorImpl<const core::Stmt *> &Loops,
              llvm::SmallVectorImpl<Branch> &Branches, bool Top);
  void collectWrites(const core::Stmt *S, llvm::SmallVectorImpl<Write> &Out) const;
  void findWrites(const core::Block &B);
  void findGlobals(const core::Block &B);
  bool mayChange(const core::Variable *Global) const;
  Targets targets(const core::Expr *Pointer) const;
  void reach(const core::Expr *A, llvm::SmallPtrSetImpl<const core::Variable *> &Out,
             bool Itself) const;
  size_t loopsAround(const Position &At, llvm::SmallVectorImpl<const core::Stmt *> &Out) const;
  bool conflicts(const Write &W, const core::Expr *P, bool SameMoment) const;
  /// Whether Inner is Loop, or inside of it; both are reversed at once.
  bool within(const core::Stmt *Inner, const core::Stmt *Loop) const {
    while (Inner && Inner != Loop)
      Inner = reversedWith(Inner);
    return Inner == Loop;
  }
  bool staysWhereItIs(const core::Variable *V) const;
  bool overlap(const core::Expr *P, const core::Expr *Q, bool SameMoment) const;
  bool haveOneRoot(const core::Expr *P, const core::Expr *Q) const;
  Position seenFrom(const Position &At, const core::Stmt *S) const;
  std::optional<bool> outlives(const core::Expr *P, const core::Stmt *S) const;
  bool spoils(const Write &W, const core::Expr *P, const core::Stmt *S, const Position &At,
              bool After) const;
  bool isUndone(const Write &W, const core::Expr *P, const core::Stmt *S, bool After,
                const core::Block *In) const;
  bool withNumbers(llvm::function_ref<bool(const Numbers &)> F) const;
  bool mayMeetAcross(const core::Expr *P, const core::Stmt *S, const core::Expr *Q,
                     const core::Stmt *T, const core::Stmt *Loop) const;
  bool mayMeetLater(const core::Expr *P, const Position &At, const Write &W, const Position &Then,
                    size_t Shared, bool Itself) const;

  llvm::DenseSet<const core::Variable *> OnTape; ///< pointers to copies
  bool Detached, JumpsOut;
  llvm::DenseSet<const core::Stmt *> StoredLast;
  Apart *Assumed;
  bool ContentsKnown = true; ///< no unknown code sets pointers
  llvm::DenseMap<const core::Stmt *, Position> Positions;
  llvm::DenseMap<const core::Stmt *, const core::Stmt *> Undone; ///< with what
  llvm::DenseMap<const core::Variable *, Targets> PointsTo;
  llvm::SmallVector<const core::Variable *, 4> Named;
  llvm::DenseSet<const core::Variable *> FunctionLevel, Assigned, Escaped;
  llvm::DenseSet<const core::Variable *> Changing; ///< globals that are written, or led to
  bool LeadsToGlobals = false;                     ///< by pointers that are globals
  /// Variables of the outermost block of an iteration that is reversed at once, by loop.
  llvm::DenseMap<const core::Variable *, const core::Stmt *> IterationLevel;
  std::vector<Write> Writes;
  llvm::DenseMap<const core::Variable *, const core::Expr *> Definitions; ///< of integers
  unsigned Next = 0;
};

} // namespace ad::analysis

#endif
