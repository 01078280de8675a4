//===- modes/modes.h - Core -> Core: the derivative companions -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What every mode offers and what it may ask for. A mode turns a lowered function into the body
// of one of its companions; when it meets a call it asks `Companions` for the callee's companion
// and gets the declared signature back (its body is made later), so recursion needs no care.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_MODES_H
#define AD_MODES_MODES_H

#include "plugin/analysis/memory.h"
#include "plugin/core/builder.h"
#include "plugin/core/circular.h"
#include "plugin/core/decisions.h"
#include "plugin/core/places.h"

namespace llvm {
class raw_ostream;
}

namespace ad::modes {

enum class Variant {
  Forward,      ///< f_forward: tangents beside values
  Reverse,      ///< f_reverse: forward sweep and reverse sweep in one function
  Overlapping,  ///< what f_reverse calls where arrays overlap that it takes to be apart
  Checkpointed, ///< f_checkpointed: the same, where long loops are run again from snapshots
  Joint,        ///< what f_checkpointed calls where it has kept what g was called with: both sweeps
                ///< of g, sums in the order in which a pair of sweeps forms them
  AtOnce,       ///< f_both_sweeps(ad::tape &, parameters as of f_reverse...): what f_reverse does,
                ///< on the tape of its caller
  ForwardSweep, ///< f_forward_sweep(ad::tape &, primal parameters...): value; leaves its records
  ReverseSweep  ///< f_reverse_sweep(ad::tape &, parameters as of f_reverse...): takes them back
};

/// A companion: its Core function and which of its parameters belongs to which of the primal's.
struct Companion {
  core::Function *Fn = nullptr;
  Variant Kind = Variant::Forward;
  core::Variable *Tape = nullptr;             ///< sweeps, AtOnce: the `ad::tape &` parameter
  std::vector<core::Variable *> Primal;       ///< by index of the primal's Params
  std::vector<core::Variable *> Derivative;   ///< by index; null where there is none
  core::Variable *ResultDerivative = nullptr; ///< f_dot / f_bar; null for inactive results
  core::Block Guard;                          ///< comes first: leaves the function for another
  core::ApartPairs Apart;   ///< parameters that do not overlap, and their derivatives
  bool HandWritten = false; ///< the user's own: never generated
};

/// What is said where a key of a map depends on what is differentiated.
inline constexpr llvm::StringLiteral VariedKey =
    "cannot differentiate through the key of a map, which depends on what is differentiated";
inline constexpr llvm::StringLiteral VariedKeyWayOut =
    "mark what it is made of [[ad::constant]], or keep the numbers in a vector";

/// The mode by which users ask for that variant: "reverse" also for sweeps.
llvm::StringRef modeOf(Variant V);

/// Where modes report and ask.
/// What is asked of functions, and the answers, where functions call one another in a circle.
struct Questions {
  core::Circular<const core::Function *, bool> FollowsHandles, LinksShared;
  core::Circular<const core::Variable *, bool> PointsInto;
};

class Context {
public:
  virtual ~Context() = default;
  core::Module &M;
  Questions Asked;
  explicit Context(core::Module &M) : M(M) {}
  /// The companion of Callee, declared; its body is made later. Null after an error was reported
  /// (no visible body and no companion).
  virtual Companion *companion(core::Function *Callee, Variant V, core::Location Caller) = 0;
  /// Callee's body, lowered if visible; false if there is none.
  virtual bool bodyOf(core::Function *Callee) = 0;
  /// The same; but what stands in the way of lowering it is not said before somebody needs it.
  virtual bool knowsBodyOf(core::Function *Callee) { return bodyOf(Callee); }
  /// The number of elements behind parameter I of F, of its other parameters, where the user says
  /// so ([[ad::extent]]); else null.
  virtual const core::Expr *extentOf(const core::Function &, unsigned) { return nullptr; }
  virtual void error(core::Location Loc, llvm::StringRef Message, llvm::StringRef WayOut = {}) = 0;
  /// A decision that costs time or memory (-fplugin-arg-ad-report).
  virtual void remark(core::Location, llvm::StringRef) {}
  /// What the user will want to know in any case.
  virtual void warning(core::Location, llvm::StringRef) {}
  /// -fplugin-arg-ad-dump=NAME: where to print that stage, or null.
  virtual llvm::raw_ostream *dump(llvm::StringRef) { return nullptr; }
  /// -fplugin-arg-ad-no-NAME was not given.
  virtual bool enabled(llvm::StringRef) { return true; }
  /// -fplugin-arg-ad-checkpoint-all: every loop that can be checkpointed is, in reverse mode, too.
  virtual bool checkpointsAll() { return false; }
  /// Whether companions that record and those that run loops again must give the same bits: the
  /// file asks for both.
  virtual bool keepsOrder() { return false; }
  /// Where to note in which order sums are formed, and the notes that are to be followed; or null.
  virtual core::Decisions *notes() { return nullptr; }
  virtual const core::Decisions *follows() { return nullptr; }
};

/// Makes the signature of the companion of F (DESIGN, section 1): every differentiable parameter is
/// followed by its derivative, the result's derivative comes last. The primal's parameters are new
/// Variables of the companion, with the same names.
void declareCompanion(Context &C, core::Function &F, Variant V, Companion &Out);

/// Whether the forward sweep of F needs the shadows of its handles: it sets pointers, or calls what
/// does. Else its parameters are those of F alone.
bool followsHandles(Context &C, core::Function &F);
/// Finds both out for F and its parameters, on which the signature of its forward sweep depends. A
/// function that makes such pointers shares no sweeps with other files.
void followShadows(Context &C, core::Function &F);
/// The types of differentiable memory that F, or what it calls, allocates.
analysis::AllocatedTypes allocatedTypes(Context &C, core::Function &F);
/// Whether F, or what it calls, may set pointers that its caller sees.
bool setsPointers(Context &C, core::Function &F);
/// Whether F links memory that it allocates to what its caller sees.
bool handsOutMemory(Context &C, core::Function &F);
/// Whether what F shares ends with it, and its caller's std::shared_ptr's stay as they are; an
/// error where it does not (shared.cpp).
bool checkShared(Context &C, core::Function &F);
/// Whether F stores nothing that has a derivative in memory that it finds by itself, behind
/// pointers of globals; an error where it does (outside.cpp).
bool checkOutside(Context &C, core::Function &F);
/// Whether the forward sweep of F makes pointers to elements of the vectors in P, a parameter.
bool pointsInto(Context &C, core::Function &F, const core::Variable *P);
/// Whether F, and all that it calls, surely throws nothing, writes to variables of its own alone,
/// reads no others but what it is given, and has no rules by hand: all that comes of a call is its
/// result.
bool onlyComputes(Context &C, core::Function &F);
/// Whether all of the place Written is overwritten by the opaque statement S, with what is no
/// function of the inputs.
bool overwrites(const core::Stmt &S, const core::Expr *Written);

/// Fill in the body. They report errors to C and mark Out.Fn->Failed.
void forward(Context &C, core::Function &F, Companion &Out);
void reverse(Context &C, core::Function &F, Companion &Out); ///< Reverse, Overlapping
/// What a companion of F that records decides where one of kind V is to give the same bits: the two
/// sweeps of a pair for Joint, else f_reverse. Nothing where there is no such companion.
std::optional<core::Decisions> decisionsOfRecording(Context &C, core::Function &F, Variant V);
/// Both sweeps are made together, since the second must take back what the first leaves.
void sweeps(Context &C, core::Function &F, Companion &ForwardSweep, Companion &ReverseSweep);

/// The type of the shadow (adjoint or tangent) of a T held in a local variable: T itself, handles
/// lead to mutable storage.
const core::Type *derivative(core::Module &M, const core::Type *T);

} // namespace ad::modes

#endif
