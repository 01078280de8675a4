//===- analysis/carried.h - the state that a loop carries -----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What a snapshot must hold so that the iterations of a loop can be run again from it: all that the
// body overwrites and that was there before. What lies behind a pointer is a range, which must be
// memory for certain: it is found from subscripts that every iteration reaches. What each iteration
// writes to elements of its own, and none reads, is no part of it: run again, it is the same.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ANALYSIS_CARRIED_H
#define AD_ANALYSIS_CARRIED_H

#include "plugin/analysis/memory.h"
#include "plugin/core/builder.h"
#include <string>

namespace ad::analysis {

/// A part of the state.
struct StatePart {
  const core::Expr *Place = nullptr; ///< a variable or member; for a range the pointer's value
  const core::Expr *Count = nullptr; ///< a range: how many elements. Else null
  bool Callers = false;              ///< memory that the caller sees
  bool Appended = false;             ///< a vector of which only the size must be held
};

struct CarriedState {
  std::vector<StatePart> Parts;
  /// Stores behind pointers to nobody knows how many elements: each element is to be logged before
  /// it is written for the first time (ad/first_writes.h).
  llvm::SmallPtrSet<const core::Stmt *, 4> Logged;
  /// Iterations hand memory that they allocate on to others, which free it: it is to be of an
  /// ad::block_store, a part of the state itself.
  bool HandsOn = false;
  /// Memory allocated ahead of the loop (Memory::siteOf) in which it sets pointers: of that store,
  /// too.
  llvm::SmallPtrSet<const core::Variable *, 4> Ahead;
  std::string Obstacle; ///< why the state cannot be told; empty if it can
  core::Location Where = 0;
};

/// What is known from elsewhere.
struct Surroundings {
  /// Whether the body of a callee is known.
  std::function<bool(core::Function *)> BodyOf;
  /// How many elements there are behind a parameter, in terms of others, as the user says. Null:
  /// nothing is said.
  std::function<const core::Expr *(const core::Variable *)> ExtentOf;
  std::function<const core::Expr *(const core::Function &, unsigned)> ExtentInCallee;
  /// The memory that such a variable without a name stands for (Memory::siteOf), all of it.
  std::function<std::optional<StatePart>(const core::Variable *)> Allocated;
  /// Whether what the loop writes can be logged.
  bool Logs = false;
  /// Whether snapshots may hold copies of objects that are more than bytes.
  bool Copies = false;
  /// Whether memory that iterations hand on may be of an ad::block_store, and whether that which
  /// such a variable stands for is.
  bool Blocks = false;
  std::function<bool(const core::Variable *)> InStore = nullptr;
  /// Whether it could be, as it is allocated ahead of the loop.
  std::function<bool(const core::Variable *)> MayBeInStore = nullptr;
};

/// Whether elements of this type may be in an ad::block_store, of which snapshots hold the bytes,
/// and the pointers to adjoints.
bool canBeInBlocks(const core::Type *Element);
/// The members of such a record whose adjoints are pointers to others: `Node::next`.
std::vector<std::string> pointersIn(const core::Type *Element);

/// How S frees memory, in the names of functions of ad::tape and ad::block_store: `delete_array`.
llvm::StringRef freedBy(const core::Stmt &S);

/// Whether snapshots can hold a T: as bytes, or vectors of such; if Copies, also what is copied.
bool canBeHeld(const core::Type *T, bool Copies);

/// The state of Loop, a loop or region in Body. Counted: it is a loop that counts. What it only
/// reads must be there still, unchanged, when the reverse sweep comes back to it: else that is an
/// obstacle, too.
CarriedState carriedState(core::Module &M, const core::Block &Body, const core::Stmt &Loop,
                          bool Counted, const Memory &Mem, const Surroundings &Known);

/// Whether the elements of Array keep what Loop writes to them until the reverse sweep has come to
/// the loop, and are read as numbers alone: iterations that are run again find, and write, what is
/// there.
bool isSettled(const core::Expr *Array, const core::Stmt &Loop, const Memory &Mem);

/// Whether Loop, in Body, appends to the vector Array and does nothing else with it, and nothing
/// changes it afterwards.
bool isAppended(const core::Expr *Array, const core::Stmt &Loop, const core::Block &Body);

/// Whether Array has an element for each iteration of Loop.
bool isAsLongAs(const core::Expr *Array, const core::Stmt &Loop);

/// What is logged for a store to Place: of a member that may be a bit-field, the object around it.
const core::Expr *loggedFor(const core::Expr *Place);

} // namespace ad::analysis

#endif
