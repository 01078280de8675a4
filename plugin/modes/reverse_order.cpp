//===- modes/reverse_order.cpp - loops whose adjoints run forwards --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop is reversed from its last iteration to the first, unless the iterations meet only in sums
// and each writes to elements of its own: then the order of their adjoints does not matter, and
// they run in the order in which the arrays lie in memory.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether one reverse iteration changes adjoints and its own variables alone.
bool Reverse::changesAdjointsOnly(const Block &Iteration) const {
  VariableSet Own;
  bool Only = true;
  walk(Iteration, [&](Stmt *S) {
    if (S->is(StmtKind::Declare))
      Own.insert(S->Var);
    if (isStore(*S)) {
      const Variable *Root = rootVariable(S->Target);
      Only &= isAdjointPlace(S->Target) || (Root && Own.contains(Root));
    } else {
      Only &= S->is(StmtKind::Declare) || S->is(StmtKind::If) || S->is(StmtKind::Loop) ||
              S->is(StmtKind::Block) || S->is(StmtKind::Comment);
    }
  });
  return Only;
}

/// Whether the iterations of a loop meet only in sums, and hand nothing on, numbers that carry no
/// derivative included. Own: variables that are an iteration's own though they stand outside.
/// MayCall: functions that only compute, too. Apart: they do not even meet in sums.
bool Reverse::handsNothingOn(const Stmt *Loop, VariableSet Own, bool MayCall, bool Apart) const {
  // 1. What the iterations share.
  struct Access {
    const Stmt *S;
    const Expr *Place;
    bool Reads, Adds;
  };
  llvm::SmallVector<Access, 8> Shared;
  llvm::SmallVector<const Stmt *, 4> Calls;
  bool Known = true;
  auto Share = [&](const Stmt *S, const Expr *Place, bool Reads, bool Adds) {
    const Variable *Root = rootVariable(Place);
    if (!Root || !Own.contains(Root))
      Shared.push_back({S, Place, Reads, Adds});
  };
  walk(Loop->Then, [&](Stmt *S) {
    if (S->is(StmtKind::Declare))
      Own.insert(S->Var);
    Known &= isStore(*S) || S->is(StmtKind::Declare) || S->is(StmtKind::If) ||
             S->is(StmtKind::Loop) || S->is(StmtKind::Block) || S->is(StmtKind::Comment) ||
             S->is(StmtKind::Call);
    if (S->is(StmtKind::Call)) {
      Known &= MayCall && S->Var && S->Declares && onlyComputes(S);
      Own.insert(S->Var);
      Calls.push_back(S);
      return;
    }
    if (S->Target)
      Share(S, S->Target, false, S->is(StmtKind::Accumulate));
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        if (isPlace(Sub) && Sub->Ty->isScalar() && Sub != S->Target)
          Share(S, Sub, true, false);
        Known &= !isPlace(Sub) || Sub->Ty->isScalar() || Sub != E; // no whole objects
        return true;
      });
    });
  });
  for (const Access &Write : Shared)
    for (const Stmt *Call : Calls)
      Known &= Write.Reads || !mayRead(Call, Write.Place);
  if (!Known)
    return false;
  // 2. Where one iteration writes, no other is, but to add. Bounds of loops around this one are not
  // known to what reverses one iteration by itself, which must go the same way.
  const bool ByBounds = !C.keepsOrder() && !C.checkpointsAll();
  for (const Access &Write : Shared)
    for (const Access &Other : Shared) {
      bool Harmless =
          Write.Reads || (Write.Adds && Other.Adds && !Apart) ||
          !Mem->mayAliasEver(Write.Place, Other.Place) ||
          Mem->onlySameIteration(Write.Place, Write.S, Other.Place, Other.S, Loop, ByBounds);
      if (!Harmless)
        return false;
    }
  return true;
}

/// The variables to which iterations of Loop add, outside of loops in it, and that nothing in it
/// reads: what does that can go by itself, one iteration after the other.
static llvm::SmallVector<const Variable *, 4> sumsOfIterations(const Stmt &Loop) {
  llvm::SmallVector<const Variable *, 4> Sums;
  for (const Stmt *S : Loop.Then.Stmts) {
    if (!S->is(StmtKind::Accumulate) || !S->Target->is(ExprKind::Variable))
      continue;
    const Variable *V = S->Target->Var;
    const bool Reads = llvm::any_of(Loop.Then.Stmts, [&](const Stmt *In) {
      const bool Adds = In->is(StmtKind::Accumulate) && isVariable(In->Target, V);
      return Adds ? mentions(In->Value, V) : mentions(*In, V);
    });
    if (!Reads && V->Kind == Storage::Local && V->Ty->isReal() && !V->AddressTaken && !V->Static)
      Sums.push_back(V);
  }
  return Sums;
}

/// Whether Loop has loops in it, and could run these iteration by iteration, each for all of its
/// own.
bool Reverse::isApart(const Stmt *Loop) const {
  const auto IsLoop = [](const Stmt *S) { return S->is(StmtKind::Loop); };
  const auto Planned = Plans.find(Loop);
  VariableSet Sums;
  for (const Variable *V : sumsOfIterations(*Loop))
    Sums.insert(V);
  return !C.keepsOrder() && Loop->Form == LoopForm::For && Planned != Plans.end() &&
         !Planned->second.Trips && llvm::any_of(Loop->Then.Stmts, IsLoop) &&
         handsNothingOn(Loop, Sums, /*MayCall=*/false, /*Apart=*/true);
}

/// Whether the adjoints of what the iterations of Loop declare are declared in Iteration, too: what
/// stands outside serves one iteration after the other.
bool Reverse::ownsAdjoints(const Stmt *Loop, const Block &Iteration) const {
  VariableSet Declared;
  walk(Iteration, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) || S->Declares)
      Declared.insert(S->Var);
  });
  bool Owns = true;
  walk(Loop->Then, [&](Stmt *S) {
    if (!S->is(StmtKind::Declare) && !S->Declares)
      return;
    const Variable *Bar = Shadow.of(S->Var);
    Owns &= !Bar || Declared.contains(Bar) ||
            llvm::none_of(Iteration.Stmts, [&](const Stmt *In) { return mentions(*In, Bar); });
  });
  return Owns;
}

/// Whether two iterations of Loop may read the same number, and so add to the same adjoint: the
/// order in which their adjoints run is that of a sum.
bool Reverse::addsAcross(const Stmt *Loop) const {
  struct Read {
    const Stmt *S;
    const Expr *Place;
  };
  VariableSet Own;
  llvm::SmallVector<Read, 8> Reads;
  walk(Loop->Then, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) || S->Declares)
      Own.insert(S->Var);
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        const Type *T = Sub->Ty->nonReference();
        const bool Number = T->isScalar() && T->Differentiable && !T->isPointer();
        if (isPlace(Sub) && Number && (Sub != S->Target || S->is(StmtKind::Accumulate)))
          Reads.push_back({S, Sub});
        return true;
      });
    });
  });
  llvm::erase_if(Reads, [&](const Read &R) {
    const Variable *Root = rootVariable(R.Place);
    // A constant may be the name that a value has been given: of a number that others read, too.
    const bool Named = Root && Root->Kind == Storage::Local && Root->Const;
    return Root && (Own.contains(Root) || Root->Constant || (!Named && !Active->active(Root)));
  });
  // What is kept of an array, which is nobody's memory, stands for the elements of that.
  auto KeptIn = [&](const Expr *Place) {
    const Expr *Pointer = rootPointer(Place);
    const bool Kept = Pointer && Pointer->is(ExprKind::Variable) && Copies.contains(Pointer->Var);
    return Kept ? Pointer->Var : nullptr;
  };
  for (const Read &A : Reads)
    for (const Read &Other : Reads)
      if ((Mem->mayAliasEver(A.Place, Other.Place) ||
           (KeptIn(A.Place) && KeptIn(A.Place) == KeptIn(Other.Place))) &&
          !Mem->onlySameIteration(A.Place, A.S, Other.Place, Other.S, Loop))
        return true;
  return false;
}

/// Whether an iteration of Loop holds a loop that f_checkpointed runs again, in a region that lies
/// on the tape: it goes through these from the last one to the first.
bool Reverse::runsAgainInside(const Stmt *Loop) const {
  bool Runs = false;
  walk(Loop->Then, [&](Stmt *S) {
    Runs |= S->is(StmtKind::Loop) && !isShort(*S) && !Fused.contains(S) && !handsNothingOn(S);
  });
  return Runs;
}

/// The adjoint of the only number that the iterations of Loop hand on, if they otherwise meet in
/// sums alone; null if there is another, or none.
const Variable *Reverse::handsOnAlone(const Stmt *Loop, const Block &Iteration) const {
  VariableSet Own, Handed;
  walk(Loop->Then, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) || S->Declares)
      Own.insert(S->Var);
    if (S->is(StmtKind::Assign) && S->Target->is(ExprKind::Variable) && S->Target->Ty->isReal() &&
        !Own.contains(S->Target->Var))
      Handed.insert(S->Target->Var);
  });
  if (Handed.size() != 1)
    return nullptr;
  const Variable *V = *Handed.begin();
  const bool Local = V->Kind == Storage::Local && !V->AddressTaken && !V->Static;
  if (!Local || !changesAdjointsOnly(Iteration) || !handsNothingOn(Loop, Handed))
    return nullptr;
  return Shadow.of(V);
}

bool Reverse::commutes(const Stmt *Loop, const Block &Iteration) const {
  if (!changesAdjointsOnly(Iteration) || !handsNothingOn(Loop))
    return false;
  // What -checkpoint-all makes is compared with what is made without it, each by itself.
  const bool ByItself = !C.enabled("reassociate");
  return ByItself ? !addsAcross(Loop) : !(C.keepsOrder() && runsAgainInside(Loop));
}
