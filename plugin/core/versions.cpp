//===- core/versions.cpp - what a number is set to again ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. Candidates: local numbers that the body of a loop declares, or a branch in it.
// 2. An assignment in that same block is reached by all that follows it there, and nothing comes
//    back to what stands before it: from there on it may be another variable. Assignments in
//    branches and loops inside of the block set the one that is current there.
// 3. `a += e` is left alone: a sum is formed in one place.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/versions.h"
#include "plugin/core/liveness.h"
#include "plugin/core/renaming.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

/// V, which B declares at Start, gets another name wherever B sets it again.
static void split(Module &M, Function &F, Block &B, size_t Start) {
  Variable *V = B.Stmts[Start]->Var;
  for (size_t I = Start + 1; I < B.Stmts.size(); ++I) {
    Stmt *S = B.Stmts[I];
    if (!S->is(StmtKind::Assign) || !isVariable(S->Target, V))
      continue;
    const Expr *Value = S->Value; // of the number as it was
    Variable *Next = another(F, V);
    rename(M, llvm::ArrayRef(B.Stmts).drop_front(I), V, Next);
    S->Kind = StmtKind::Declare;
    S->Var = Next;
    S->Target = nullptr;
    S->Value = Value;
    V = Next;
  }
}

/// Whether V is a number of the user's, which nothing but statements knows. (What counts the
/// elements of a vector is known by that vector.)
static bool isPlainNumber(const Variable *V, const Uses &Known) {
  return (V->Ty->isReal() || V->Ty->isInteger()) && !V->Counts && !V->Number && !V->Static &&
         isTracked(V, Known);
}

static void visit(Module &M, Function &F, Block &B, const Uses &Known, bool InLoop) {
  for (size_t I = 0; I < B.Stmts.size(); ++I) {
    Stmt *S = B.Stmts[I];
    if (InLoop && S->is(StmtKind::Declare) && S->Value && isPlainNumber(S->Var, Known))
      split(M, F, B, I);
    if (S->is(StmtKind::Loop))
      visit(M, F, S->Then, Known, /*InLoop=*/true);
    else
      forEachBlock(*S, [&](Block &Inner) { visit(M, F, Inner, Known, InLoop); });
  }
}

void ad::core::nameVersions(Module &M, Function &F) {
  if (llvm::any_of(F.Body.Stmts, [](const Stmt *S) { return jumps(*S); }))
    return;
  const Uses Known(F);
  visit(M, F, F.Body, Known, /*InLoop=*/false);
}
