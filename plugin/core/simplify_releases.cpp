//===- core/simplify_releases.cpp - what the tape frees by itself ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The arrays of a tape go in the opposite order to that in which they came, and each makes room for
// others. After the last use of the tape, which ends with its function, there are no others.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/simplify.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

static bool isTape(const Variable *V) { return V->Ty->nonReference()->Spelling == "ad::tape"; }

/// Whether S, or what is nested in it, does anything with a tape.
static bool usesTape(Stmt &S) {
  bool Uses = false;
  Block Alone;
  Alone.add(&S);
  walk(Alone, [&](Stmt *Each) {
    Uses |= Each->is(StmtKind::Record) || Each->is(StmtKind::Restore) ||
            Each->is(StmtKind::RecordArray) || Each->is(StmtKind::ReleaseArray) ||
            Each->is(StmtKind::Goto) || Each->is(StmtKind::Label);
    auto Look = [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        Uses |= Sub->is(ExprKind::Variable) && isTape(Sub->Var);
        return !Uses;
      });
    };
    forEachExpr(*Each, Look);
    llvm::for_each(Each->Writes, Look);
  });
  return Uses;
}

void ad::core::dropLastReleases(Function &F) {
  std::vector<Stmt *> &Stmts = F.Body.Stmts;
  const bool OwnsTape =
      llvm::any_of(Stmts, [](const Stmt *S) { return S->is(StmtKind::Declare) && isTape(S->Var); });
  for (size_t At = Stmts.size(); OwnsTape && At-- > 0;) {
    if (Stmts[At]->is(StmtKind::ReleaseArray))
      Stmts.erase(Stmts.begin() + At);
    else if (usesTape(*Stmts[At]))
      return;
  }
}
