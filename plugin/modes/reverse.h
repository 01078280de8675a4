//===- modes/reverse.h - the parts of reverse mode, shared ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Stateful reverse mode: a forward sweep that runs the primal and records, then the adjoint sweep
// written out statically. One object of class Reverse makes both sweeps of one function; its
// phases live in files of their own:
//
//   reverse_prepare.cpp   adopt the body, follow handles by their shadows
//   reverse_jumps.cpp     ways out of blocks, straightened and numbered
//   reverse_extremes.cpp  running maxima and minima as branches
//   reverse_search.cpp    loops of which only the iteration that found something is reversed
//   reverse_fuse.cpp      loops whose iterations are reversed at once
//   reverse_branches.cpp  branches that are reversed at once
//   reverse_at_once.cpp   calls that are made with both sweeps at once
//   reverse_handed.cpp    numbers without derivatives that iterations hand on
//   reverse_adjoint.cpp   the adjoint of one statement, as if all its operands were at hand
//   reverse_calls.cpp     the adjoints of calls
//   reverse_reads.cpp     which values the adjoints read, by which names
//   reverse_values.cpp    how each of them gets there
//   reverse_record.cpp    to-be-recorded analysis: which overwritten versions must be saved
//   reverse_ahead.cpp     elements that are read ahead of loops
//   reverse_undo.cpp      memory that the reverse sweep restores
//   reverse_hold.cpp      arrays that are copied before a loop
//   reverse_hold_parts.cpp  rows that are copied before a loop
//   reverse_rows.cpp      arrays that each iteration keeps
//   reverse_rerun.cpp     loops whose iterations are run a second time
//   reverse_touched.cpp   which adjoints statements touch, and where adjoints overlap
//   reverse_report.cpp    remarks on what was decided
//   reverse_assemble.cpp  both sweeps, side by side, from the parts
//   reverse_loops.cpp     both sweeps of a loop
//   resizing.cpp          sizes of vectors that calls change
//   reverse_checkpoint.cpp  loops that are run again from snapshots
//   reverse_region.cpp    regions that are run again from a record of their state
//   reverse_recording.cpp what decides in which order those form their sums
//   reverse_vectors.cpp   adjoints of containers and their shapes
//   reverse_allocation.cpp  memory from new and malloc, and its shadow
//   reverse_finish.cpp    the bodies of the companions
//
// What the adjoint reads from memory that may be overwritten is bound to a named scalar as the
// forward sweep passes, and scalars' versions are recorded; or assignments keep what they
// overwrite, and the reverse sweep puts it back (reverse_undo.cpp). The caller finds memory as the
// primal leaves it.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_REVERSE_H
#define AD_MODES_REVERSE_H

#include "plugin/analysis/activity.h"
#include "plugin/analysis/carried.h"
#include "plugin/analysis/extents.h"
#include "plugin/analysis/memory.h"
#include "plugin/analysis/read_span.h"
#include "plugin/core/walk.h"
#include "plugin/modes/modes.h"
#include "plugin/modes/shadow.h"
#include "llvm/ADT/SetVector.h"
#include <map>
#include <optional>
#include <unordered_map>

namespace ad::modes {

/// The variables that have other values in other iterations of Loop.
llvm::DenseSet<const core::Variable *> variesIn(const core::Stmt &Loop);

/// The numbers of T, an array of arrays of numbers; 0 for other types.
uint64_t elementsOf(const core::Type *T);

class Reverse {
public:
  /// Joint: Forward == Backward is the companion f_reverse or f_checkpointed.
  /// Otherwise the pair of sweeps.
  /// Apart: numbers of loops, branches and calls that are not to be fused with their adjoints.
  Reverse(Context &C, core::Function &Primal, Companion &Forward, Companion &Backward,
          llvm::DenseSet<unsigned> Apart = {});
  /// Looks at the body; then makes the companion.
  void prepare();
  void make();
  void run() {
    prepare();
    make();
    Forward.Fn->Failed |= Failed; // has no body
    Backward.Fn->Failed |= Failed;
  }
  /// Whether there is something to be fused, as far as can be told beforehand.
  bool fuses() const { return !Fused.empty() || !AtOnce.empty(); }
  /// The numbers of what turned out not to be fused: if there are any, nothing was made.
  const llvm::DenseSet<unsigned> &refused() const { return Refused; }

private:
  void decide();
  using VariableSet = llvm::DenseSet<const core::Variable *>;

  /// How an overwritten version of a scalar is kept.
  enum class Keep { Nothing, Push, Slot, Inverse, Copy };

  /// A loop that is run again from snapshots, or a region from a record of its state.
  struct Checkpoint {
    core::Variable *Variable = nullptr; ///< the snapshots; the record of a region's memory, if any
    std::vector<analysis::StatePart> Parts;
    core::Variable *Writes = nullptr; ///< the log of what is written behind pointers, if any
    core::Variable *Blocks = nullptr; ///< the memory that iterations hand on, if any
    llvm::SmallPtrSet<const core::Stmt *, 4> Logged; ///< the stores that it is of
    core::Block Turn, Reversal; ///< of one iteration, or the region: its forward, its reverse sweep
    bool Exits = false;         ///< it has a break
    bool Rewinds = false;       ///< scalars must be as they were before the loop
    /// Region: scalars that it overwrites, and that it reads before, or that others read as they
    /// were before.
    llvm::SetVector<core::Variable *> Recorded, Wanted;
  };

  /// Where memory is allocated, and names of its own, if it has got any.
  struct Allocation {
    core::Stmt *Made = nullptr;
    core::Variable *First = nullptr, *Count = nullptr;
  };

  /// An array that a loop reads, and the copy of it that is made before the loop; or a part of one.
  struct Held {
    const core::Expr *Array; ///< of a part: the element that is read
    core::Variable *Copy;
    analysis::ReadSpan Span;
    const core::Expr *Index = nullptr; ///< of a part: which number of the copy the element is
    core::Block Filling;               ///< of a part: what makes the copy
    const core::Expr *Row = nullptr;   ///< where it lies, if not in memory of its own
  };

  /// An array that each iteration of Loop keeps in a row, behind the last statement to change it;
  /// or, without Array and After, the row for a copy (Held) that each iteration makes.
  struct KeptArray {
    core::Variable *Array, *Row, *Rows;
    core::Stmt *Loop, *After;
    uint64_t Count;                          ///< of numbers
    llvm::SmallVector<core::Stmt *, 2> Nest; ///< by which loops the rows are indexed
  };

  /// Everything that is decided about one statement of the body.
  struct Plan {
    core::Block Adjoint; ///< simple statements
    bool Needed = false; ///< If, Switch, Loop: the reverse sweep must come through here
    const core::Expr *Test = nullptr; ///< If, Switch: condition in the reverse sweep
    std::optional<analysis::CountedLoop> Counted;
    core::Variable *Trips = nullptr;   ///< Loop: number of iterations begun
    core::Variable *Left = nullptr;    ///< Loop, Switch: how it was left (break)
    core::Variable *Skipped = nullptr; ///< Loop: how the iteration was cut short (continue)
    std::vector<int> Jumps;            ///< ids of Returned/Left/Skipped set below this statement
    Keep How = Keep::Nothing;          ///< for the variable that this statement overwrites
    core::Variable *Slots = nullptr;   ///< Keep::Slot: the array. Keep::Copy: the copy
    core::Stmt *SlotLoop = nullptr;
    llvm::SmallVector<core::Stmt *, 2> Nest;  ///< Keep::Slot: by which loops the array is indexed
    core::Function *Callee = nullptr;         ///< Call: with inactive parameters made constant
    Companion *Fwd = nullptr, *Rev = nullptr; ///< Call: the callee's sweeps (Fwd null: by hand)
    core::Block AtOnce;     ///< Call: with both its sweeps, and the adjoints of arguments
    bool SaveAfter = false; ///< Slot holds the value just declared, not the old one
    bool SaveAtEnd = false; ///< Slot holds the value that the iteration leaves
    std::unique_ptr<Checkpoint> Again; ///< Loop, Block
  };
  /// A jump that the structure does not already express.
  struct Jump {
    core::Variable *Flag;
    int Id;
    core::Stmt *S;
    /// The loop that it leaves, where it is all that the first statement of the body does: then the
    /// iteration is not counted, and there is nothing in it to be reversed.
    const core::Stmt *First;
  };
  /// A statement around the one whose adjoint is being made: a loop, of which that is in the body,
  /// or another (null).
  struct Around {
    core::Stmt *Loop;
    std::vector<core::Stmt *> Ahead; ///< declarations that go in front of it
    /// What was named so, here or further out, and every iteration may read.
    std::vector<std::pair<const core::Expr *, core::Variable *>> Read;
    size_t Outside = 0; ///< how many of Holding are made for loops further out
  };
  /// An assignment to memory; what it overwrites is put back in the reverse sweep.
  struct Undo {
    core::Stmt *S, *With;   ///< ahead of the adjoint of With: S, or a loop around it
    const core::Expr *Runs; ///< if given: whether that loop comes to S
  };
  /// What such assignments leave where the caller sees it.
  struct EndValue {
    const core::Expr *Place;
    llvm::SmallVector<core::Stmt *, 4> Path; ///< the loops around it, outermost first
    llvm::SmallVector<core::Stmt *, 4> Nest; ///< those of them that tell the element
    double Times;                            ///< so many elements, more or less
  };
  struct JumpFrame { ///< while looking for jumps: what Break and Continue mean here
    core::Stmt *BreakTo = nullptr, *ContinueTo = nullptr;
  };

  /// A loop whose iterations are reversed at once, a branch, or a call.
  struct FusedPart {
    const core::Stmt *Primal;
    std::vector<core::Stmt *> Forward; ///< both sweeps of it, statements in a row
    core::Stmt *Marker;                ///< where it was reversed
  };
  /// The adjoints that a statement touches, by variable, or by the parameter that leads to them;
  /// null stands for all that other pointers lead to.
  struct Touched {
    VariableSet Reads, Adds, Sets;
  };

  // reverse_jumps.cpp
  bool straighten(core::Block &B, core::StmtKind Jump);
  static bool alwaysJumps(const core::Block &B, core::StmtKind Jump);
  void straightenLoops(core::Block &B);
  void flagJumps(core::Block &B, JumpFrame Frame, bool Tail);
  std::vector<int> jumpsIn(const core::Stmt *S) const;
  bool leavesUncounted(int Jump) const;
  void setFlag(const core::Stmt *S, core::Block &Fwd);
  const core::Expr *notJumped(llvm::ArrayRef<int> Ids);

  // reverse_prepare.cpp
  void adoptBody();
  void pointTo(core::Variable *Receiver);
  void copyMoved();
  void bindShadows();
  void findAddressed();
  void markAddressed();
  void copyChangedParameters();
  void followHandles(core::Block &B);
  const core::Expr *shadowOf(const core::Expr *Value);
  bool followVector(core::Stmt *S, std::vector<core::Stmt *> &To);
  void followObject(const core::Stmt *S, const core::Expr *Mine, std::vector<core::Stmt *> &To);
  const core::Expr *shadowOfHandle(const core::Expr *Value, const core::Type *T);
  bool followFields(const core::Expr *Mine, const core::Expr *Value, std::vector<core::Stmt *> &To);
  void splitInitialisers(core::Block &B);
  void zeroAll(const core::Expr *Place, const core::Expr *Value, std::vector<core::Stmt *> &To);
  void assignElements(const core::Expr *Place, const core::Expr *Value,
                      std::vector<core::Stmt *> &To);
  void namePointerLoads(core::Block &B);

  // reverse_defer.cpp
  void deferResults();
  core::Stmt *nameResult(core::Stmt &S);
  void keepResults(core::Block &To);
  void finishResults(core::Block &To);
  const core::Expr *unnamed(core::Variable *Value, core::Block &To);

  // reverse_extremes.cpp
  bool branchExtremes(core::Block &B, bool InLoop = false);

  // reverse_choices.cpp
  bool callsActively(const core::Expr *E) const;
  const core::Expr *costlyChoice(const core::Expr *E) const;
  core::Stmt *branchFor(const core::Expr *Choice, core::Variable *V, const core::Stmt &S);
  bool branchChoices(core::Block &B);
  unsigned Branched = 0; ///< statements of such branches

  // reverse_search.cpp
  bool runFoundAgain(core::Block &B, size_t At);
  bool runFoundAgain(core::Block &B);

  // reverse_parts.cpp
  void namePartsOfRecords();
  void storeParts();

  // reverse_carried.cpp
  void nameCarried(core::Block &Body, const VariableSet &Assigned);
  void nameCarried();
  unsigned CarriedNames = 0; ///< how many there are

  // reverse_adjoint.cpp
  void adjointOf(core::Stmt *S, core::Block &Out);
  void adjoint(const core::Expr *E, const core::Expr *Seed, core::Block &Out);
  void adjointAggregate(const core::Type *T, const core::Expr *Value, const core::Expr *TargetBar,
                        core::Block &Out, bool Zero);
  void adjointAssign(core::Stmt *S, core::Block &Out);
  bool readsBehindPointers(const core::Expr *E) const;
  void adjointResize(core::Stmt *S, core::Block &Out);
  void adjointExchange(core::Stmt *S, core::Block &Out);
  void restoreShape(const core::Expr *Bar, core::Block &Out);
  void zero(const core::Expr *Place, core::Block &Out);
  void accumulateLeaves(const core::Expr *To, const core::Expr *From, core::Block &Out);
  void
  forEachLeaf(const core::Expr *A, const core::Expr *B, core::Block &Out,
              llvm::function_ref<void(const core::Expr *, const core::Expr *, core::Block &)> F,
              const core::Expr *Value = nullptr);
  bool adjointPower(const core::Expr *E, const core::Expr *Seed, core::Block &To);
  void adjointQuotient(const core::Expr *E, const core::Expr *Seed, core::Block &Out);
  const core::Expr *bindSeed(const core::Expr *Seed, core::Block &Out, llvm::StringRef Hint);

  // reverse_calls.cpp
  void adjointCall(core::Stmt *S, core::Block &Out);
  core::Function *specialised(core::Stmt *S);
  bool reachedOtherwise(const core::Stmt *S, size_t I) const;
  bool outlives(const core::Expr *Arg) const;
  core::Variable *standIn(const core::Variable *Param, llvm::StringRef Suffix,
                          std::vector<core::Stmt *> &To);
  const core::Expr *anythingAt(const core::Expr *Pointer);
  bool readableLater(const core::Stmt *S);
  core::Stmt *forwardCall(core::Stmt *S, std::vector<core::Stmt *> &Before);

  // reverse_reads.cpp
  void makeAdjoints(core::Block &B);
  void refuseMixedPlaces();
  bool keepsResult(const core::Stmt *S) const;
  bool isBetterKept(const core::Expr *Sum, const core::Stmt *S, const core::Block &Adjoint) const;
  void nameReads(core::Stmt *S, core::Block &Adjoint, core::Block &Out);
  void forget(const core::Stmt *S);
  const core::Expr *result(const core::Expr *E);
  bool holdsResult(const core::Stmt *S) const;
  bool changesOperand(const core::Stmt &S, const core::Expr *E) const;
  bool comesAtOnce(const core::Stmt *S, const core::Expr *E) const;
  core::Variable *cameBefore(const core::Stmt *S, const core::Expr *E, core::Block &To);
  bool readsResult(const core::Expr *E) const;
  bool isShadowRooted(const core::Expr *Place) const;
  std::string nameFor(const core::Expr *Place);

  // reverse_values.cpp
  bool movesStorage(const core::Expr *Vector) const;
  bool movesLater(const core::Expr *Vector, const core::Stmt *S) const;
  bool leadsToMoved(const core::Expr *Arg) const;
  bool isStoodInFor(const core::Expr *E) const;
  bool comparesMovedStorage(const core::Expr *E, const core::Stmt *At) const;
  bool stillReadable(const core::Expr *E, const core::Stmt *At,
                     const core::Block *In = nullptr) const;
  bool onlySetsAnew(const core::Block &B, size_t At);
  bool markNeeded(core::Block &B);
  /// The statements of a block so far, and the one that is to follow.
  struct Ahead {
    std::vector<core::Stmt *> &To;
    core::Stmt *Next;
  };
  bool isFixed(const core::Expr *E) const;
  void prepareControl(core::Block &B, const Ahead *Outermost = nullptr);
  void readsOf(const core::Block &B, VariableSet &Out) const;
  void readsOf(const core::Expr *E, VariableSet &Out) const;
  bool recomputable(const core::Variable *V) const;
  VariableSet readByAdjoints() const;
  bool keptForItAlone(const core::Stmt &S, const core::Block &Bl, const VariableSet &Read) const;
  void chooseRecomputed(core::Block &B, const VariableSet &Read, const core::Stmt *Loop = nullptr);

  // reverse_record.cpp
  void record();
  bool tracked(const core::Variable *V) const;
  void flow(core::Block &B, VariableSet &T);
  void flow(core::Stmt *S, VariableSet &T);
  void kill(core::Stmt *S, const core::Variable *V, VariableSet &T);
  /// How long what the bound of a loop reads stays as it is: not while the loop runs; while it
  /// does; until the reverse sweep comes to the loop.
  enum class Lasts { No, InLoop, Always };
  Lasts boundLasts(const core::Stmt &Loop, const analysis::CountedLoop &Counted) const;
  bool counts(const core::Stmt &Loop) const;
  bool isRecordedByIteration(const core::Stmt *S) const;
  void chooseSlots(core::Block &B, core::Stmt *Loop);
  bool wastesRoom(const core::Stmt *Loop) const;
  void chooseLastVersions(core::Block &B);
  void chooseKeep(core::Block &B, core::Stmt *Loop);
  bool isTopLevel(const core::Stmt *S) const;
  const core::Block &outerOf(const core::Stmt *S) const;
  const core::Type *slotsType(const core::Type *T, llvm::ArrayRef<core::Stmt *> Nest);
  llvm::SmallVector<core::Stmt *, 2> nestOf(core::Stmt *Loop);
  bool isRectangle(llvm::ArrayRef<core::Stmt *> Nest) const;
  void need(const core::Expr *E, VariableSet &T) const;
  void hoist(core::Block &B, bool Top);

  // reverse_ahead.cpp
  bool staysIn(const core::Expr *E, const core::Stmt &Loop, const VariableSet &Varies) const;
  bool isStraight(const core::Stmt &Loop) const;
  core::Stmt *wholeLoop(const core::Stmt *S);
  llvm::ArrayRef<Around> sameIn(const core::Expr *E) const;
  const core::Expr *firstTests(llvm::ArrayRef<Around> Loops);
  core::Variable *wasReadAhead(const core::Expr *E) const;
  core::Variable *readAhead(const core::Expr *E, llvm::StringRef Name);

  // reverse_undo.cpp
  bool mayUndo(const core::Stmt *S) const;
  bool mayReachCaller(const core::Stmt *S) const;
  void chooseUndone();
  void undo(const core::Stmt *S, core::Block &Ahead, core::Block &Back);
  bool isKnownThroughout(const core::Expr *E, llvm::ArrayRef<core::Stmt *> Nest, bool Place) const;
  bool addEndValue(const core::Stmt *S, llvm::ArrayRef<core::Stmt *> Path,
                   std::vector<EndValue> &Ends);
  void keepEndValues(core::Block &Save, core::Block &Back);

  // reverse_hold.cpp
  bool formsFrom(const core::Stmt *S, const core::Expr *Array, const core::Stmt &Loop);
  bool adjointReads(const core::Expr *E, const core::Expr *Place) const;
  bool hold(core::Stmt *Loop, const core::Block &Around, const core::Expr *Array);
  void hold(const core::Stmt *Loop, Held H);
  static bool isHeld(const core::Expr *E, llvm::ArrayRef<const Held *> By);
  const core::Expr *inCopy(const Held &H, const core::Expr *E);
  void chooseHeld(core::Block &Around, llvm::SmallVector<const core::Expr *, 4> Already);
  void readCopies(core::Stmt *S, core::Block &Adjoint);
  void makeCopies(const core::Stmt *Loop, core::Block &Fwd);
  void takeCopy(const Held &H, const core::Expr *End, const core::Stmt *Loop, core::Block &Fwd);
  void findCopies(const core::Stmt *Loop, core::Block &Decls);
  void dropCopies(const core::Stmt *Loop, core::Block &Rev);

  // reverse_hold_parts.cpp
  bool differsAlong(const core::Expr *E, const core::Stmt *S, const core::Stmt &Loop,
                    const core::Variable *Along) const;
  bool isPartOf(const core::Expr *E, const core::Stmt *S,
                llvm::ArrayRef<const core::Stmt *> Nest) const;
  void holdParts(core::Stmt *Loop, llvm::SmallVectorImpl<const core::Expr *> &Already);
  Held part(const core::Expr *E, llvm::ArrayRef<const core::Stmt *> Nest);

  // reverse_rows.cpp
  uint64_t readsGone(core::Stmt &S, core::Variable *Array, bool All, uint64_t Times,
                     unsigned &Deepest, unsigned Depth);
  bool runsThrough(const core::Stmt *Loop) const;
  void chooseRows(core::Block &Bl);
  void keepRows(core::Stmt *Loop, core::Variable *Array, uint64_t Count);
  bool keepsRows(const core::Variable *Array) const;
  bool readsRows(const core::Stmt *Loop, const core::Variable *Array) const;
  const core::Expr *flat(const core::Expr *Place, const core::Type *T);
  const core::Expr *inRow(const KeptArray &K, const core::Expr *Place);
  void openRows(const core::Stmt *S);
  void readRows(core::Stmt *S, core::Block &Adjoint);
  void keepCopiesInRows(core::Block &B);
  void placeRows();
  void lendRows(const core::Stmt *Loop, core::Block &Fwd);
  void releaseRows(const core::Stmt *Loop, core::Block &Rev);
  void fillRows(const core::Stmt *S, core::Block &Fwd, core::Block &Decls);

  // reverse_rerun.cpp
  /// Whether of all that Loop, which may be run again, reads of memory outside, Is holds.
  bool eachReadOfAgain(core::Stmt *Loop,
                       llvm::function_ref<bool(core::Stmt *, const core::Expr *)> Is) const;
  double recordsOf(const core::Stmt &Loop) const;
  const core::Expr *inTermsOfCounter(const core::Expr *E, const core::Stmt &Loop);
  bool copyForAgain(const core::Expr *E, const core::Stmt *S, core::Stmt *Loop,
                    std::vector<Held> &Copied);
  bool writesOutside(const core::Stmt *S, const VariableSet &Own) const;
  bool isRead(const core::Block &Iteration, const core::Variable *V) const;
  bool mayRunAgain(const core::Stmt *Loop) const;
  void chooseCandidates(core::Block &Bl);
  void settleCandidates(core::Block &Bl, llvm::SmallVector<const Held *, 4> HeldHere,
                        VariableSet RowsHere);
  static VariableSet ownOf(const core::Stmt *Loop); ///< variables that belong to one iteration
  void readsFromOutside(const core::Stmt *Loop, VariableSet &Into) const;
  void sweepAgain(core::Stmt *S, core::Block &Fwd, core::Block &Rev);
  bool isReversedAtOnce(const core::Stmt *S) const {
    return Fused.contains(S) || RunsAgain.contains(S);
  }

  // reverse_report.cpp
  void report(const core::Block &B);

  // reverse_assemble.cpp
  void sweep(core::Block &B, core::Block &Fwd, core::Block &Rev);
  void sweep(core::Stmt *S, core::Block &Fwd, core::Block &Rev, core::Block &RevDecls);
  void sweepReturn(core::Stmt *S, core::Block &Fwd);
  void keepBefore(core::Stmt *S, core::Block &Fwd);
  void restore(core::Stmt *S, core::Block &Rev);
  const core::Expr *defaultValue(const core::Type *T);
  core::Stmt *declareEmpty(core::Variable *V);

  // reverse_loops.cpp
  void sweepLoop(core::Stmt *S, core::Block &Fwd, core::Block &Rev);
  void sweepInit(const Plan &P, const core::Block &Init, core::Block &Fwd, core::Block &Rev,
                 core::Block &Decls);
  void reverseLoop(core::Stmt *S, core::Block Iteration, core::Block &Rev);
  bool isKeptInPlace(const core::Stmt *Loop) const;
  const core::Expr *indexIn(const analysis::CountedLoop &L);
  const core::Expr *slot(core::Variable *Slots, llvm::ArrayRef<core::Stmt *> Nest);
  const core::Expr *slot(const Plan &P) { return slot(P.Slots, P.Nest); }
  core::Stmt *lend(core::Variable *Slots, llvm::ArrayRef<core::Stmt *> Nest, core::Block &Fwd);
  void release(core::Variable *Slots, const core::Stmt *Loop, core::Block &Rev);
  const core::Expr *endOf(const analysis::CountedLoop &L);
  const core::Expr *tripCount(const analysis::CountedLoop &L, bool Leaves = false);
  bool mayBeEndless(const analysis::CountedLoop &L) const;
  const core::Expr *shifted(const core::Expr *E, int64_t By, const core::Type *T);
  const core::Expr *counterAt(const analysis::CountedLoop &L, const core::Expr *Iteration);

  // reverse_conditions.cpp
  void moveConditions();
  static bool hasAdjoint(const core::Block &B, const analysis::Activity &Active);

  // reverse_strides.cpp
  void countStrides();
  analysis::StridedLoops Strided;

  // reverse_checkpoint.cpp
  Reverse(Reverse &Around, core::Block Iteration);
  void chooseCheckpoints(core::Block &B, bool Long = false);
  static bool isShort(const core::Stmt &Loop);
  static bool goesThroughArray(const core::Stmt &Loop,
                               llvm::SmallVector<const core::Variable *, 4> Around);
  bool isRecordedInIteration(const core::Stmt &Loop, bool OfRecursion = false) const;
  static bool hasLoop(const core::Block &Bl);
  void staysRecorded(const core::Stmt *Loop, const llvm::Twine &Why);
  void tryCheckpoint(core::Stmt *Loop);
  analysis::Surroundings surroundings();
  core::Block logging(const core::Block &Body, const Checkpoint &Again);

  // reverse_allocated.cpp
  void findAllocations();
  std::optional<analysis::StatePart> allocated(const core::Variable *Site);
  void nameAllocation(const core::Stmt *S, core::Block &Fwd);

  // reverse_checkpoint.cpp
  static std::string nameOf(const analysis::StatePart &P);
  void copyMarks(const core::Block &From, const core::Block &To);
  bool turn(Checkpoint &Into);
  void adoptTurn(Reverse &Turn);
  void readsOf(const core::Stmt *Loop, VariableSet &Into) const;
  void flowCheckpoint(core::Stmt *Loop, VariableSet &T);
  core::Variable *another(const core::Variable *V);
  core::Block renamed(const core::Block &Bl,
                      llvm::DenseMap<const core::Variable *, core::Variable *> Map);
  core::Block substituted(const core::Block &Bl,
                          const llvm::DenseMap<const core::Variable *, core::Variable *> &Map);
  core::Stmt *makeSnapshots(const Plan &P);
  core::Stmt *onSnapshots(const Checkpoint &Again, llvm::StringRef Text, const core::Expr *Argument,
                          bool Writes);
  core::Stmt *replay(core::Stmt *S, const core::Expr *Index, const core::Expr *Now);
  bool computesMuch(const core::Block &Bl);
  bool recordsLittle(const core::Stmt *Loop) const;
  void endMemory(const core::Block &Body, core::Block &To);
  /// A statement that allocates or frees, and as it was.
  using BlockUse = std::pair<core::Stmt *, core::Stmt>;
  /// Allocations ahead of Loop that could be of the block store: each, and that of its adjoint.
  std::vector<std::pair<core::Stmt *, core::Stmt *>> allocationsAhead(const core::Stmt &Loop);
  std::vector<BlockUse> useBlocks(core::Stmt &Loop,
                                  const llvm::SmallPtrSetImpl<const core::Variable *> &Ahead);
  bool isAhead(const core::Variable *Site, const core::Stmt &Loop);
  bool freesNodes(const core::Stmt &Loop) const;
  void allocateInBlocks(core::Stmt *S, const core::Variable *Of, const char *Where,
                        std::vector<BlockUse> &Replaced);
  void undoBlocks(const std::vector<BlockUse> &Replaced);
  bool usesBlocks(const core::Block &Body) const;
  void beginBlocks(const Checkpoint &Again, core::Block &To);
  bool leaveBlocks(core::Stmt &S);
  void freeBlocksAtEnd(core::Block &In);
  void sweepCheckpoint(core::Stmt *S, core::Block &Fwd, core::Block &Rev);

  // reverse_region.cpp
  bool tryRegion(core::Stmt *Region);
  void tryInRegion(core::Stmt *&Loop);
  bool isLarge(core::Function &Callee) const;
  core::Stmt *tryCall(core::Stmt *&Call);
  void flowRegion(core::Stmt *Region, VariableSet &T);
  llvm::DenseMap<const core::Variable *, core::Variable *> otherNames(const core::Block &Bl);
  void sweepRegion(core::Stmt *Region, core::Block &Fwd, core::Block &Rev);

  // reverse_order.cpp
  bool changesAdjointsOnly(const core::Block &Iteration) const;
  bool handsNothingOn(const core::Stmt *Loop, VariableSet Own = {}, bool MayCall = false,
                      bool Apart = false) const;
  bool isApart(const core::Stmt *Loop) const;
  bool ownsAdjoints(const core::Stmt *Loop, const core::Block &Iteration) const;
  bool addsAcross(const core::Stmt *Loop) const;
  bool runsAgainInside(const core::Stmt *Loop) const;
  const core::Variable *handsOnAlone(const core::Stmt *Loop, const core::Block &Iteration) const;
  bool commutes(const core::Stmt *Loop, const core::Block &Iteration) const;

  // reverse_touched.cpp
  bool isCopied(const core::Variable *Bar) const;
  void noteApart();
  const core::Variable *parameterOf(const core::Variable *V) const;
  bool mayOverlap(const core::Variable *A, const core::Variable *Other) const;
  bool adjointsMayMeet(const core::Expr *Place, const core::Expr *Other) const;
  bool meet(const VariableSet &Some, const VariableSet &Others) const;
  bool conflict(const Touched &S, const Touched &T) const;
  bool isAdjointPlace(const core::Expr *Place) const;
  void touchedBy(const core::Stmt &Call, const Companion &Made, Touched &Of) const;
  Touched touches(std::vector<core::Stmt *> Stmts) const;

  // reverse_fuse.cpp
  bool isUsedBehind(const core::Expr *Place, const core::Block &Outer, size_t At) const;
  bool isScratch(const core::Variable *V, const core::Stmt *Loop, const core::Block &Rest) const;
  bool meetsInSumsOnly(const core::Stmt *Loop, const core::Block &Outer, size_t At,
                       bool &Scratch) const;
  bool mayBeAtOnce(const core::Stmt *S) const;
  void chooseFused(const core::Block &Outer, size_t From = 0);
  void chooseFused();
  void fuse(const core::Stmt *S);
  bool isOuter(const core::Block &B) const;
  bool knownBefore(const core::Expr *E, const core::Block &Fwd, size_t At, const core::Stmt *Loop,
                   llvm::SmallVectorImpl<core::Stmt *> &Before) const;
  void sweepFused(core::Stmt *S, core::Block &Fwd, core::Block &Rev);
  void placedAtOnce(const core::Stmt *S, std::vector<core::Stmt *> Both, core::Block &Fwd,
                    core::Block &Rev);
  bool placeFused(const FusedPart &L, core::Block &Fwd, core::Block &Rev) const;
  void sweepOuter(core::Block &Outer, core::Block &Fwd, core::Block &Rev);

  // reverse_branches.cpp
  bool isFusible(const core::Stmt *If, const core::Block &Outer, size_t At) const;
  void sweepFusedBranch(core::Stmt *S, core::Block &Fwd, core::Block &Rev);

  // reverse_at_once.cpp
  bool onlyComputes(const core::Stmt *Call) const;
  bool isQuietWithCalls(const core::Block &Bl) const;
  bool mayBeCalledAtOnce(const core::Stmt *S, const core::Block &Outer, size_t At) const;
  bool mayRead(const core::Stmt *Call, const core::Expr *Place) const;

  // reverse_handed.cpp
  void nameHandedOn(core::Block &Outer);
  void nameHandedOn(core::Stmt *Loop, const core::Block &Outer, size_t At);
  core::Stmt *nameOfResult(core::Stmt *Call);
  VariableSet handedOn(const core::Stmt *Loop) const;

  // reverse_vectors.cpp
  void findPointedInto();
  void findResized();
  void findMirrored();
  bool resizes(core::Stmt &S, const core::Variable *V) const;
  bool resized(const core::Variable *V) const; ///< by any statement
  bool resized(const core::Variable *V, const core::Block &In) const;
  void findShaped();
  bool changesDeque(const core::Variable *V) const;
  bool shrinks(const core::Variable *V) const;
  bool onTape(const core::Expr *Place) const;
  void followShapes(core::Stmt *S, std::vector<core::Stmt *> &To);
  std::vector<const core::Variable *> resizedOnTape(const core::Stmt *S) const;
  void restoreAround(const core::Stmt *S, core::Block &Before, core::Block &After);
  void declareBar(core::Variable *Bar, core::Block &To);
  void declareEarlyBar(core::Variable *Bar, core::Block &Fwd, core::Block &RevDecls);
  core::Variable *counterOf(const core::Expr *Place) const;
  void shapeParts(const core::Variable *V, core::Variable *Bar, core::Block &To);
  void matchParameters(bool Writable, core::Block &To);
  void matchShaped(const core::Stmt *S, core::Block &To);

  // resizing.cpp
  bool reachesTwice(const core::Stmt *S, size_t I, const core::Expr *Object) const;
  bool pointsIntoVectorsBehind() const;
  bool shapesEarly(const core::Expr *P, const llvm::DenseSet<const core::Variable *> &Own) const;
  llvm::DenseSet<const core::Variable *>
  shaped(const llvm::SmallPtrSetImpl<const core::Variable *> &Locals) const;
  bool givesSizesBack(const core::Stmt *S, size_t I) const;
  bool letsShape(const core::Stmt *S, size_t I) const;
  void shapeBehind(const core::Stmt *S, core::Block &To);
  void checkResizedBehindPointers();

  // reverse_maps.cpp
  bool changesKeys(const core::Variable *P) const;
  void followKeys(core::Block &Entry, core::Block &Between, core::Block &End);

  // reverse_allocation.cpp
  void keepVectors(core::Variable *Pointer, std::vector<core::Stmt *> &To);
  const core::Expr *shadowMemory(const core::Type *Pointer, const core::Expr *Count,
                                 core::Location Loc);
  void checkOutliving();
  void dropSharedObjects(core::Block &In);
  void shareOnTape(core::Block &In);
  void leadsAs(const core::Variable *V, const core::Expr *E);
  void hoistLoads(core::Stmt *Loop, std::vector<core::Stmt *> &Before);
  core::Stmt *freeAtEnd(core::Stmt *S);

  // reverse_finish.cpp
  void finish(core::Block Fwd, core::Block Rev);
  void guard();
  void finishPair(core::Block Fwd, core::Block Rev);
  void markEarly(const core::Expr *E);

  core::Variable *local(llvm::StringRef Name, const core::Type *Ty, bool Const = false);
  const core::Expr *tape();
  void lookAtMemory();

  Context &C;
  core::Module &M;
  core::Builder B;
  core::Function &Primal;
  Companion &Forward, &Backward;
  core::Function &Out; ///< owns the variables of both sweeps while they are made
  bool Detached;
  bool Checkpoints;     ///< in mode checkpointed
  unsigned Depth = 0;   ///< an iteration, or a region, in so many that are run again
  unsigned InLoops = 0; ///< so many of these are iterations
  const core::Stmt *JointCall = nullptr; ///< the region is this call: one companion reverses it
  Shadows Shadow;
  core::Block Body;
  std::unique_ptr<analysis::Apart> Assumed; ///< what is taken to be apart; null: nothing
  std::shared_ptr<analysis::Activity> Active;
  std::unique_ptr<analysis::Memory> Mem;
  std::unique_ptr<analysis::Memory> Halves; ///< Joint: memory as a pair of sweeps sees it

  std::unordered_map<const core::Stmt *, Plan> Plans; ///< references stay valid as it grows
  std::vector<Jump> Jumps;                            ///< by id - 1
  core::Variable *Returned = nullptr; ///< set by returns from inside loops and the like
  bool NeedsGoto = false;

  std::vector<core::Stmt *> Deferred; ///< results, which are stored when all is done

  VariableSet Adjoints;    ///< shadow variables that hold adjoint values
  VariableSet Handles;     ///< shadow variables that are pointers
  VariableSet Temporaries; ///< declared inside an adjoint
  VariableSet Required;    ///< scalars that some adjoint, condition or bound reads
  VariableSet Recomputed;  ///< declared again in the reverse sweep
  VariableSet Slotted;     ///< read back from an array in each reverse iteration
  /// Of assignments what the forward sweep has at hand already, and is their value.
  llvm::DenseMap<const core::Stmt *, const core::Expr *> AtHand;
  VariableSet Hoisted;       ///< moved to the function's own block
  VariableSet Killed;        ///< assigned somewhere after the declaration
  VariableSet RequiredAtEnd; ///< read by the reverse sweep in their last version
  VariableSet Restored;      ///< overwritten by the reverse sweep
  VariableSet Counters;      ///< of counted loops: the reversed loop declares them itself
  VariableSet Copies;        ///< of arrays that are held for a loop, or kept by its iterations
  VariableSet Addressed;     ///< locals to which pointers or references are made
  VariableSet Lent;          ///< of which snapshots are made
  llvm::DenseMap<const core::Variable *, core::Variable *> OnTape; ///< their adjoints, if detached
  llvm::DenseMap<const core::Variable *, const core::Variable *> VectorOf; ///< by adjoint
  /// The counters of vectors, by variable and path.
  std::map<std::pair<const core::Variable *, std::string>, core::Variable *> SizeOf;
  VariableSet PointedInto; ///< vectors into which the forward sweep makes pointers
  VariableSet Resized;     ///< hold vectors that change their number of elements
  llvm::DenseSet<const core::Stmt *> ShapesFollowed; ///< by adjoints on the tape
  bool ResizesBehind = false;                        ///< vectors do to which pointers lead
  std::string WhyRecorded; ///< the last loop that is recorded though it might be checkpointed
  VariableSet Mirrored;    ///< vectors whose adjoint the forward sweep makes, on the tape
  llvm::DenseSet<const core::Stmt *> Follows; ///< what the forward sweep does to adjoints alone
  VariableSet Early;                          ///< adjoints whose address the forward sweep takes
  llvm::DenseMap<const core::Variable *, core::Stmt *> DeclaredBy;
  std::vector<std::pair<const core::Expr *, core::Variable *>> Known; ///< named reads and calls
  llvm::ArrayRef<core::Stmt *> Following; ///< the statement at hand, in its block
  llvm::SmallVector<Around, 4> Arounds;   ///< outermost first
  std::vector<Undo> Undoes;               ///< in program order
  std::vector<EndValue> EndValues;
  std::unordered_map<const core::Stmt *, std::vector<Held>> Holds; ///< by loop
  std::vector<const Held *> Holding; ///< for the loops around the statement at hand
  std::vector<KeptArray> KeptArrays;
  std::vector<const KeptArray *> OpenRows; ///< what the adjoint of the statement at hand may read
  std::unordered_map<const core::Stmt *, VariableSet> FlowAtBreak, FlowAtContinue;
  std::vector<core::Stmt *> BreakTargets, ContinueTargets;
  VariableSet FlowAtReturn;
  std::unordered_map<const core::Stmt *, std::vector<core::Stmt *>> SlotArrays;
  llvm::DenseSet<unsigned> Apart;            ///< candidates that turned out not to be fused
  llvm::DenseSet<const core::Stmt *> Fused;  ///< loops, branches: reversed at once
  llvm::DenseSet<const core::Stmt *> AtOnce; ///< calls that are made with both sweeps at once
  /// The numbers without derivatives that a loop hands on, and that have names in each iteration.
  llvm::DenseMap<const core::Stmt *, VariableSet> HandedOn;
  /// Calls of companions that do nothing to adjoints but add to them.
  llvm::DenseMap<const core::Stmt *, const Companion *> OnlyAdds;
  llvm::DenseSet<const core::Stmt *> ShareScratch; ///< of those: arrays that each fills anew
  /// Parameters, vectors that change their size, and the statements behind which they do not.
  llvm::DenseMap<const core::Variable *, const core::Stmt *> Shaped;
  llvm::DenseSet<const core::Stmt *> RunsAgain; ///< loops of which the reverse sweep does both
  /// Of all loops, branches and calls, in program order, from 1 on.
  llvm::DenseMap<const core::Stmt *, unsigned> Numbers;
  std::vector<FusedPart> FusedParts; ///< of the block that is being swept
  llvm::DenseSet<unsigned> Refused;
  const core::Stmt *Present = nullptr; ///< whose adjoint is being made
  /// Places in its adjoint that are meant as the statement leaves them.
  llvm::DenseSet<const core::Expr *> Leaves;
  /// By site; shared with the iterations that are reversed by objects of their own.
  std::shared_ptr<std::map<const core::Variable *, Allocation>> Allocations;
  std::shared_ptr<VariableSet> AssignedAnywhere;
  core::Variable *TapeVar = nullptr;
  core::Variable *BlocksVar = nullptr; ///< an ad::block_store, if a loop needs one
  VariableSet InStore;                 ///< the memory that it gives (Memory::siteOf)
  core::Variable *Result = nullptr;    ///< holds the primal's value while the adjoint runs
  bool UsesStack = false, UsesTape = false, Failed = false;
};

/// Whether E is a number of Array.
bool isElementOf(const core::Expr *E, const core::Expr *Array);

/// Whether a T, or what the vector T holds, holds vectors in records or arrays, whose sizes
/// ad::follow_shape does not see.
bool holdsVectorsInObjects(const core::Type *T);

/// Whether E is text that may ask where the places among its operands lie.
bool mayAskWhere(const core::Expr *E);

/// Whether E, or a part of it that is evaluated whatever its conditions say, is Sum.
bool computes(const core::Expr *E, const core::Expr *Sum);

/// Calls F on the places in E that are no addends of it, which adjoints do not read, with the sum
/// that each is a part of: of it, one number is kept. At first, Sum: null, Top: true.
void forEachPlace(const core::Expr *E, const core::Expr *Sum, bool Top,
                  llvm::function_ref<void(const core::Expr *Place, const core::Expr *Sum)> F);

} // namespace ad::modes

#endif
