//===- core/simplify.cpp - what a person would not have written -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/simplify.h"
#include "plugin/core/liveness.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"

using namespace ad::core;

void ad::core::markConst(Function &F) {
  Uses Known(F);
  llvm::DenseSet<const Variable *> InHead;
  llvm::DenseMap<Variable *, unsigned> Initialised;
  walk(F.Body, [&](Stmt *S) {
    for (const Stmt *Init : S->Init.Stmts)
      InHead.insert(Init->Var);
    if ((S->is(StmtKind::Declare) && S->Value) ||
        (S->Declares && (S->is(StmtKind::Call) || S->is(StmtKind::Restore))))
      ++Initialised[S->Var];
  });
  for (auto [V, Declarations] : Initialised) {
    const Use &Of = Known.of(V);
    bool IsNumber = V->Ty->isReal() || V->Ty->isInteger();
    if (IsNumber && !InHead.contains(V) && Known.isPrivate(V) && !Of.written() && !Of.Lent &&
        Of.Declarations == Declarations)
      V->Const = true;
  }
}

/// The adjoint of a loop's test stands inside and outside of the loop: its additions get numbers of
/// their own there, in the order of the reverse sweep.
static void tellCopiesApart(Function &F) {
  constexpr unsigned Room = 1u << 26; // more than statements have numbers
  llvm::DenseMap<unsigned, unsigned> Seen;
  walk(F.Body, [&](Stmt *S) {
    const Variable *Leads = S->is(StmtKind::Accumulate) ? leadingVariable(S->Target) : nullptr;
    if (Leads && Leads->Derivative && S->Origin)
      S->Origin += Room * Seen[S->Origin]++;
  });
}

//===-- All of them -------------------------------------------------------===//

void ad::core::simplify(Module &M, Function &F, Guide G) {
  // A statement may stand in several places (the test of a loop runs once more than its body): from
  // here on each of them is its own.
  F.Body = clone(M, F.Body);
  if (G.Notes || G.Follows)
    tellCopiesApart(F);
  // Each pass makes work for the others; every change removes or joins statements or moves a
  // declaration forward, so this ends. The bound is a belt to these braces.
  for (unsigned Round = 0; Round < 16; ++Round) {
    bool Changed = removeDeadStores(F);
    Changed |= removeUnused(F);
    Changed |= removeEmpty(M, F);
    Changed |= skipZeros(M, F); // before what it moves is merged with what stays
    Changed |= keepLastTaken(M, F);
    Changed |= mergeBranches(F);
    Changed |= mergeStores(F);
    Changed |= mergeUpdates(M, F, G);
    Changed |= readVersionsInPlace(M, F);
    Changed |= substituteTemporaries(M, F);
    Changed |= mergeDeclarations(F);
    Changed |= dropLastClears(F);
    if (!Changed)
      break;
  }
  setOnFirstUse(M, F);
  mergeInitialisers(M, F);
  markConst(F);
}
