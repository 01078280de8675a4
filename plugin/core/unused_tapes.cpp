//===- core/unused_tapes.cpp - tapes that are only passed on --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. A taker needs its tape if it mentions it in any place but a call of a taker, or if it calls
// one
//    that does; recursion alone needs none.
// 2. The others lose the parameter, calls of them the argument.
// 3. A tape of a function's own that nobody mentions any more goes, too.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/unused_tapes.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;

/// Whether S mentions V itself: not in what is nested in it, and not as the tape for one of Takers.
static bool uses(const Stmt &S, const Variable *V, const llvm::SetVector<Function *> &Takers) {
  const bool Passes = S.is(StmtKind::Call) && Takers.contains(S.Callee);
  bool Uses = S.is(StmtKind::RecordArray) || S.is(StmtKind::ReleaseArray) ||
              S.is(StmtKind::Record) || S.is(StmtKind::Restore);
  forEachExpr(
      S, [&](const Expr *E) { Uses |= mentions(E, V) && !(Passes && E == S.Operands.front()); });
  for (const Expr *E : S.Writes)
    Uses |= mentions(E, V);
  return Uses;
}

llvm::SetVector<Function *> core::dropUnusedTapes(const llvm::SetVector<Function *> &Takers,
                                                  llvm::ArrayRef<Function *> All) {
  llvm::SetVector<Function *> Needs, Lost;
  for (size_t Before = ~size_t(0); Before != Needs.size();) {
    Before = Needs.size();
    for (Function *F : Takers)
      walk(F->Body, [&](Stmt *S) {
        if (uses(*S, F->Params.front(), Takers) || (S->Callee && Needs.contains(S->Callee)))
          Needs.insert(F);
      });
  }
  for (Function *F : Takers)
    if (!Needs.contains(F)) {
      F->Params.erase(F->Params.begin());
      Lost.insert(F);
    }
  for (Function *F : All) {
    bool Loses = false;
    walk(F->Body, [&](Stmt *S) {
      if (!S->is(StmtKind::Call) || !Lost.contains(S->Callee))
        return;
      S->Operands.erase(S->Operands.begin());
      Loses = true;
    });
    if (!Loses)
      continue;
    llvm::erase_if(F->Body.Stmts, [&](const Stmt *D) {
      bool Used = !D->is(StmtKind::Declare) || D->Var->Ty->Spelling != "ad::tape";
      walk(F->Body, [&](Stmt *S) { Used |= S != D && uses(*S, D->Var, {}); });
      return !Used;
    });
  }
  return Lost;
}
