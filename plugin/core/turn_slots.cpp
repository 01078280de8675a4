//===- core/turn_slots.cpp - rows of arrays on the tape -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An array on the tape has a row for each iteration of the outer one of two loops. Where the loops
// have changed places (interchange_loops.cpp), its rows and columns do, too: nobody else knows it.
//
// 1. Candidates: arrays with two subscripts that one function lends, gives back, and uses element
//    by element.
// 2. They are turned if more of the accesses in straight loops go from row to row than along one.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/turn_slots.h"
#include "plugin/core/builder.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/MapVector.h"

using namespace ad::core;

namespace {
struct Slots {
  std::vector<Stmt *> Lent;
  size_t Released = 0;
  bool Only = true; ///< nothing but elements is used
  unsigned Along = 0, Across = 0;
};
using AllSlots = llvm::MapVector<const Variable *, Slots>;
} // namespace

/// The variable of `at[i][j]`, an array of rows.
static const Variable *rowsOf(const Expr *Place) {
  if (!Place->is(ExprKind::Subscript) || !Place->operand(0)->is(ExprKind::Subscript))
    return nullptr;
  const Expr *Array = Place->operand(0)->operand(0);
  return Array->is(ExprKind::Variable) && Array->Ty->isPointer() && Array->Ty->Element->isPointer()
             ? Array->Var
             : nullptr;
}

bool ad::core::goesAcross(const Expr *Place, const Movement &By) {
  if (!rowsOf(Place))
    return false;
  const std::optional<int64_t> Row = By.growth(Place->operand(0)->operand(1));
  return (Row == 1 || Row == -1) && By.growth(Place->operand(1)) == 0;
}

/// What S itself does with the arrays.
static void noteUses(const Stmt &S, AllSlots &All) {
  std::function<void(const Expr *)> See = [&](const Expr *E) {
    if (const Variable *V = rowsOf(E); V && All.count(V)) {
      See(E->operand(0)->operand(1));
      See(E->operand(1));
      return;
    }
    if (E->is(ExprKind::Variable) && All.count(E->Var))
      All[E->Var].Only = false;
    for (const Expr *Op : E->Operands)
      See(Op);
  };
  if (S.is(StmtKind::Record) || S.is(StmtKind::Restore))
    return;
  forEachExpr(S, See);
  for (const Expr *W : S.Writes)
    See(W);
}

/// Counts how Loop goes through the arrays.
static void countAccesses(const Stmt &Loop, AllSlots &All) {
  const std::optional<StraightLoop> L = StraightLoop::of(Loop);
  if (!L)
    return;
  for (const Stmt *S : L->statements())
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        if (const Variable *V = rowsOf(Sub); V && All.count(V)) {
          All[V].Across += goesAcross(Sub, *L);
          All[V].Along += L->stride(Sub) == 1 || L->stride(Sub) == -1;
        }
        return true;
      });
    });
}

void ad::core::turnSlots(Module &M, Function &F) {
  AllSlots All;
  walk(F.Body, [&](Stmt *S) {
    if (S->is(StmtKind::RecordArray) && S->Operands.size() == 1 && S->Var->Subscripts == 2)
      All[S->Var].Lent.push_back(S);
  });
  if (All.empty())
    return;
  walk(F.Body, [&](Stmt *S) {
    if (S->is(StmtKind::ReleaseArray) && All.count(S->Var))
      ++All[S->Var].Released;
    noteUses(*S, All);
    countAccesses(*S, All);
  });
  All.remove_if([](const auto &Each) {
    const Slots &Of = Each.second;
    return !Of.Only || Of.Released != Of.Lent.size() || Of.Across <= Of.Along;
  });
  for (auto &[V, Of] : All)
    for (Stmt *Lend : Of.Lent)
      std::swap(Lend->Value, Lend->Operands[0]);
  Builder B(M);
  std::function<const Expr *(const Expr *)> Turn = [&](const Expr *E) -> const Expr * {
    const Variable *V = rowsOf(E);
    if (!V || !All.count(V))
      return nullptr;
    const Expr *Row = rewrite(M, E->operand(0)->operand(1), Turn),
               *Column = rewrite(M, E->operand(1), Turn);
    return B.subscript(B.subscript(E->operand(0)->operand(0), Column), Row);
  };
  walk(F.Body, [&](Stmt *S) { rewrite(M, *S, Turn); });
}
