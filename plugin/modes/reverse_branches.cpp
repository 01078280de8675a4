//===- modes/reverse_branches.cpp - branches that are reversed at once ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `if (row == n) return 1;` makes a branch of all that follows, and a loop often has one around all
// that it does. A branch is a loop that runs once, or not at all: what is in it can be reversed
// right after it, if what gives the adjoints in it their values can be had ahead of it
// (reverse_fuse.cpp, from 2 on). Then loops and calls in it stand as well as in the function's own
// block.
//
// 1. It stands in an outermost block, holds loops or calls, and nothing in it or behind it throws.
// 2. No jump leads out of it, but a return at the end of the function.
// 3. To numbers outside it adds (`s += e`), or sets them, while nothing in it or before it reads
//    them: no adjoint asks what they were before. (What it writes to memory, the analysis of memory
//    sees to: what others read there has been named.)
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether there are loops or calls in the branch.
static bool isWorthIt(const Stmt &If) {
  bool Worth = false;
  forEachBlock(const_cast<Stmt &>(If), [&](Block &Part) {
    for (const Stmt *S : Part.Stmts)
      Worth |=
          S->is(StmtKind::Loop) || S->is(StmtKind::Call) || (S->is(StmtKind::If) && isWorthIt(*S));
  });
  return Worth;
}

/// Whether S, with all that is in it, asks for the value of V; to add to it is not to ask.
static bool asksFor(const Stmt &S, const Variable *V) {
  bool Asks = false;
  auto See = [&](const Stmt &T) {
    forEachExpr(T, [&](const Expr *E) {
      const bool Target = isStore(T) && E == T.Target && isVariable(E, V);
      Asks |= !Target && mentions(E, V);
    });
  };
  See(S);
  forEachBlock(const_cast<Stmt &>(S), [&](Block &Part) { walk(Part, [&](Stmt *T) { See(*T); }); });
  return Asks;
}

bool Reverse::isFusible(const Stmt *If, const Block &Outer, size_t At) const {
  Block Rest;
  Rest.Stmts.assign(Outer.Stmts.begin() + At, Outer.Stmts.end());
  if (Primal.Companions.count("checkpointed") || !isWorthIt(*If) || !jumpsIn(If).empty() ||
      !isQuietWithCalls(Rest))
    return false;
  VariableSet Own, OfOuter;
  for (const auto &Named : HandedOn) // of which no adjoint asks
    Own.insert(Named.second.begin(), Named.second.end());
  for (const Block *Part : {&If->Then, &If->Else})
    walk(*Part, [&](Stmt *S) {
      if (S->is(StmtKind::Declare) || S->Declares)
        Own.insert(S->Var);
    });
  for (const Stmt *S : llvm::ArrayRef(Outer.Stmts).take_front(At))
    if (S->is(StmtKind::Declare) || S->Declares)
      OfOuter.insert(S->Var);
  bool Ok = true;
  auto See = [&](const Stmt *S) {
    const Variable *V = S->Target                               ? rootVariable(S->Target)
                        : S->is(StmtKind::Call) && !S->Declares ? S->Var
                                                                : nullptr;
    if (!V || Own.contains(V) || !analysis::isScalarVariable(V))
      return;
    Ok &= V->Kind == Storage::Local && Mem->lives(V, If) && !asksFor(*If, V) &&
          (OfOuter.contains(V) || S->is(StmtKind::Accumulate));
    for (const Stmt *Before : llvm::ArrayRef(Outer.Stmts).take_front(At))
      Ok &= !asksFor(*Before, V);
  };
  for (const Block *Part : {&If->Then, &If->Else})
    walk(*Part, [&](Stmt *S) { See(S); });
  return Ok;
}

/// The sweeps of a branch that is reversed at once: all in the forward sweep.
void Reverse::sweepFusedBranch(Stmt *S, Block &Fwd, Block &Rev) {
  if (core::Decisions *Notes = C.notes())
    Notes->Fused.insert(S->Origin);
  Stmt *F = M.stmt(StmtKind::If, S->Loc);
  F->Value = S->Value;
  for (auto [Part, Into] : {std::pair(&S->Then, &F->Then), std::pair(&S->Else, &F->Else)}) {
    Block Back;
    sweepOuter(*Part, *Into, Back);
    Into->append(Back);
  }
  placedAtOnce(S, {F}, Fwd, Rev);
}
