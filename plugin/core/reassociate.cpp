//===- core/reassociate.cpp - sums that may be formed in any order --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// C++ adds up `sum += x[i] * y_bar[i]` number after number: each addition waits for the one before,
// and a loop with a sum in it is not vectorised. What the user wrote stays so. The adjoint's own
// sums may be formed in any order; those of straight loops say so, by a pragma at the beginning of
// the loop's body.
//
// 1. Candidates: straight loops that add to adjoints in variables which nothing else in the loop
//    reads. Not those that form a sum of the user's, too, which is formed in order anyway, nor
//    those that store to neighbouring elements, or to elements here and there.
// 2. What belongs to the primal keeps its order: if there is any, it must come first, and the rest
//    of the body becomes a block. No condition may ask for what the block computes: it might be
//    decided otherwise than in the forward sweep.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/split_loops.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"

using namespace ad::core;

/// Whether a condition in E asks for numbers that arithmetic makes here.
static bool decidesByArithmetic(const Expr *E, const StraightLoop &L) {
  bool Decides = false;
  walk(E, [&](const Expr *Sub) {
    if (!Sub->is(ExprKind::Conditional) && !Sub->Ty->IsBool)
      return !Decides;
    walk(Sub->is(ExprKind::Conditional) ? Sub->operand() : Sub, [&](const Expr *In) {
      Decides |= In->Ty->isReal() &&
                 (In->is(ExprKind::Binary) || (In->is(ExprKind::Variable) && L.declares(In->Var)));
      return !Decides;
    });
    return !Decides;
  });
  return Decides;
}

/// Whether S stores a derivative.
static bool storesDerivative(const Stmt &S) {
  const Variable *Leads = leadingVariable(S.Target);
  return Leads && Leads->Derivative;
}

/// Whether S does anything with V but add to it.
static bool asksFor(const Stmt &S, const Variable *V) {
  const bool Adds = S.is(StmtKind::Accumulate) && isVariable(S.Target, V);
  return Adds ? mentions(S.Value, V) : mentions(S, V);
}

static void mark(Module &M, Stmt &Loop) {
  const std::optional<StraightLoop> L = StraightLoop::of(Loop);
  if (!L)
    return;
  const llvm::ArrayRef<Stmt *> Body = L->statements();
  size_t Begin = 0;          // behind what belongs to the primal
  std::optional<size_t> Sum; // the first one
  llvm::SmallVector<const Expr *, 4> Elements;
  for (size_t At = 0; At < Body.size(); ++At) {
    const Stmt *S = Body[At];
    if (!isStore(*S))
      continue;
    const bool Derivative = storesDerivative(*S);
    if (!Derivative)
      Begin = At + 1;
    if (S->Target->is(ExprKind::Variable)) {
      const Variable *V = S->Target->Var;
      if (!Derivative || llvm::any_of(Body, [&](const Stmt *Other) { return asksFor(*Other, V); }))
        return;
      Sum = Sum.value_or(At);
      continue;
    }
    const std::optional<int64_t> Stride = L->stride(S->Target);
    if (!Stride || std::abs(*Stride) != 1 ||
        llvm::any_of(Elements, [&](const Expr *Other) { return areNeighbours(Other, S->Target); }))
      return;
    Elements.push_back(S->Target);
  }
  if (!Sum || *Sum < Begin)
    return;
  for (const Stmt *S : Body.drop_front(Begin))
    if (decidesByArithmetic(S->Value, *L))
      return;
  if (Begin == 0) {
    Loop.Reassociates = true;
    return;
  }
  Stmt *Rest = M.stmt(StmtKind::Block, Loop.Loc);
  Rest->Reassociates = true;
  auto From = llvm::find(Loop.Then.Stmts, Body[Begin]);
  Rest->Then.Stmts.assign(From, Loop.Then.Stmts.end());
  Loop.Then.Stmts.erase(From, Loop.Then.Stmts.end());
  Loop.Then.add(Rest);
}

static void markIn(Module &M, Block &In) {
  for (Stmt *S : In.Stmts) {
    if (S->is(StmtKind::Loop))
      mark(M, *S);
    forEachBlock(*S, [&](Block &Inner) { markIn(M, Inner); });
  }
}

void ad::core::reassociateSums(Module &M, Function &F) { markIn(M, F.Body); }
