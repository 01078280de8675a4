//===- lower/state.h - where the lowering of a body is ---------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The state that the files of `lower` share while they lower one function: what each declaration
// stands for, the block that receives statements, and the frames of callees being inlined.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_STATE_H
#define AD_LOWER_STATE_H

#include "plugin/lower/frames.h"
#include "plugin/lower/lower.h"
#include "plugin/lower/nodes.h"
#include "plugin/lower/usage.h"
#include "plugin/lower/views.h"
#include "llvm/ADT/MapVector.h"
#include <map>
#include <memory>

namespace ad::lower {

class State : protected Nodes {
protected:
  State(Lowering &L, core::Function &F) : Nodes(L.M), L(L), F(F), Ctx(L.Ctx) {}

  Lowering &L;
  core::Function &F;
  clang::ASTContext &Ctx;

  core::Block *Out = nullptr;
  Usage Uses;
  /// What a declaration stands for.
  llvm::DenseMap<const clang::ValueDecl *, const core::Expr *> Bindings;
  /// The members of an aggregate that is being made, as far as they are; and of the one whose
  /// default initialiser is being read.
  using MadeMembers = llvm::DenseMap<const clang::FieldDecl *, const core::Expr *>;
  const MadeMembers *Members = nullptr, *Defaults = nullptr;
  /// Variables whose constructor has been said again (filled_objects.cpp).
  llvm::DenseSet<const core::Variable *> Started;
  /// Operands of opaque text whose values do not matter there: `in >> x` (read_back.cpp).
  llvm::DenseSet<const core::Expr *> OnlyWritten;
  /// What stands for variables that hold a `std::minmax(x, y)`.
  llvm::DenseMap<const clang::ValueDecl *, Extremes> Pairs;
  llvm::DenseMap<const clang::ValueDecl *, const Closure *> Closures;
  llvm::DenseMap<const clang::Expr *, const core::Expr *> OpaqueValues; ///< common of `a ?: b`
  llvm::DenseMap<const clang::VarDecl *, core::Variable *> Globals;
  /// Globals that the function writes, and the local variable that each is in it, null while that
  /// is being made (written_globals.cpp).
  llvm::MapVector<const clang::VarDecl *, core::Variable *> Copied;
  /// References in scope, with their places: they stay where an exchange of vectors takes the
  /// storage.
  std::vector<std::pair<const clang::ValueDecl *, const core::Expr *>> References;
  /// Maps that a call or an expression has made, and that nobody else will ask for.
  llvm::DenseSet<const core::Variable *> SpareMaps;
  /// Iterators of maps, with the maps that they lead into.
  std::vector<std::pair<const core::Expr *, const core::Expr *>> MapOf;
  /// Iterators of deques and lists, which are numbers, with the containers that they lead into: by
  /// expression, by variable.
  llvm::DenseMap<const core::Expr *, const core::Expr *> IteratorsMade;
  llvm::DenseMap<const core::Variable *, const core::Expr *> IteratorVariables;
  /// Lists whose elements change places.
  llvm::DenseMap<const core::Variable *, clang::SourceLocation> Shifted;
  /// Objects that exist only to be copied to where a move puts them.
  llvm::DenseSet<const core::Variable *> MovedInPassing;
  /// Of local vectors, by variable and path.
  std::map<std::pair<const core::Variable *, std::string>, core::Variable *> Counters;
  llvm::DenseSet<const core::Variable *> Declared;  ///< the user's own, not made here
  llvm::DenseSet<const core::Variable *> UserConst; ///< const by the user's word
  llvm::DenseSet<const core::Variable *> Changing;  ///< assigned after their declaration
  std::vector<std::unique_ptr<Closure>> OwnedClosures;
  llvm::DenseMap<const clang::ValueDecl *, FunctionEntry> FunctionEntries;
  const Closure *Returned = nullptr;          ///< by the call that was just inlined
  const clang::ValueDecl *Defining = nullptr; ///< the std::function whose value is being made
  std::vector<Frame> Frames;
  std::vector<Lifetime> Lifetimes;        ///< innermost last
  size_t BreakMark = 0, ContinueMark = 0; ///< how many a break or continue leaves alone

  llvm::DenseMap<const clang::DeclContext *, HeapPointers> KnownHeapPointers;
  /// How many elements the pointers have that realloc gets; of the last allocation.
  llvm::DenseMap<const clang::VarDecl *, core::Variable *> HeapSizes;
  const core::Expr *Allocated = nullptr;

  /// Void pointers that are known, variables and calls, as the pointers that they are.
  llvm::DenseMap<const clang::VarDecl *, clang::QualType> UntypedVariables;
  llvm::DenseMap<const clang::CallExpr *, clang::QualType> UntypedCalls;
  /// Static variables that are local ones here, and what fills them at the start (own_statics.cpp).
  llvm::DenseMap<const clang::VarDecl *, core::Variable *> OwnStatics;
  llvm::DenseSet<const clang::Stmt *> FilledAhead;
  core::Block AtStart;
  /// Members of unions that are only written, or read where their tag was asked; the functions that
  /// were looked at.
  llvm::DenseSet<const clang::MemberExpr *> ClearMembers;
  llvm::DenseSet<const clang::FunctionDecl *> ScannedForTags;
  /// What parameters of callees that are written out are given.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Arguments;

  /// The full expression whose increments may wait until its end (see deferIncrement).
  const clang::Expr *Waiting = nullptr;
  std::vector<core::Stmt *> Waiters;
  /// Constants that freeze() made and that thaw() may undo; null when nobody collects them.
  std::vector<core::Variable *> *Frozen = nullptr;
  std::vector<core::Variable *> *Temporaries = nullptr; ///< those of a call's arguments
  std::vector<core::Variable *> *ScopeFrozen = nullptr; ///< those of references of the scope
  bool WritesNext = false;                              ///< the name being lowered is only written
  bool ReadsNext = false; ///< of the call that comes next only the value is read
  unsigned InlinedStatements = 0;
  unsigned OwnStatements = 0; ///< inlined where they are called once
  /// Constructor arguments that were evaluated already.
  llvm::DenseMap<const clang::Expr *, const core::Expr *> Prepared;
  const clang::Expr *Discarded = nullptr;  ///< the call whose result effects() does not need
  bool TakesIterators = false;             ///< opaqueText prints what the library fills from
  bool Throwing = false;                   ///< the object of a throw is being printed
  const clang::Expr *OpaqueRoot = nullptr; ///< the call that opaqueText was asked to print
  const clang::FunctionDecl *OpaqueCallee = nullptr; ///< of one through a pointer that is known
  std::vector<LabelledBlock> Labelled;               ///< innermost last
  std::vector<TryBlock> Tries;                       ///< innermost last
  bool InTry = false; ///< in a block that is attempted: what is thrown may be caught
  const clang::CXXTryStmt *InTryOf = nullptr; ///< ... the innermost of these
  bool InOuterTry = false;                    ///< ... which stands in another one
  size_t TryLifetimes = 0;                    ///< how many lifetimes there are around it
  bool PassesEffects = false; ///< something in it may throw past an object that leaves traces
  bool Unwinding = false;     ///< what destructors do is being looked at
  /// In try blocks whose throws are jumps: what has been attempted, or where no object is alive.
  llvm::DenseSet<const core::Stmt *> AttemptedAhead, NothingAlive;
  std::vector<HandlerInWork> Handling; ///< innermost last
  std::map<const clang::ValueDecl *, std::shared_ptr<FunctionList>> FunctionLists;
  std::vector<std::shared_ptr<FunctionList>> HeldLists; ///< all that come and go
  std::vector<HeldMember> Held;                         ///< newest last
  std::vector<core::Variable *> Apart; ///< objects whose members the caller passes one by one
  core::Variable *Receiver = nullptr;  ///< `*this`, if it is one of them
  std::map<std::pair<const core::Variable *, std::string>, const core::Expr *> MembersApart;
  core::Variable *Shared = nullptr; ///< what holds the objects that it shares
  llvm::DenseMap<const clang::ValueDecl *, Pipeline> Pipelines; ///< what views stand for
  llvm::DenseSet<const clang::ValueDecl *> Caught; ///< objects that are only asked, by text
  /// The variables of their floating members.
  llvm::DenseMap<std::pair<const clang::ValueDecl *, const clang::FieldDecl *>, core::Variable *>
      Carried;
};

} // namespace ad::lower

#endif
