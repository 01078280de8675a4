//===- modes/only_read.cpp - pointers that nothing is written by ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/only_read.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether E does nothing with the pointer V but to read what it leads to.
static bool onlyReads(const Expr *E, const Variable *V) {
  if (E->is(ExprKind::Variable))
    return E->Var != V;
  if (E->is(ExprKind::AddressOf))
    return !mentions(E, V);
  const bool Leads = E->is(ExprKind::Dereference) || E->is(ExprKind::Subscript);
  const bool Itself = Leads && E->operand()->is(ExprKind::Variable) && E->operand()->Var == V &&
                      E->Ty->isScalar() && !E->Ty->isPointer();
  return llvm::all_of(llvm::drop_begin(E->Operands, Itself ? 1 : 0),
                      [V](const Expr *Op) { return onlyReads(Op, V); });
}

/// Whether Body surely writes nothing by the pointer V, and hands it to nobody who might.
static bool onlyReads(Block &Body, const Variable *V) {
  bool Only = true;
  walk(Body, [&](Stmt *S) {
    Only &= S->Var != V;
    const Expr *To = S->Target ? rootPointer(S->Target) : nullptr;
    Only &= !To || !mentions(To, V);
    for (const Expr *W : S->Writes)
      Only &= !mentions(W, V);
    if (S->is(StmtKind::Call)) {
      for (size_t I = 0; I < S->Operands.size(); ++I) {
        const Type *T = S->Callee->Params[I]->Ty;
        const bool Const =
            (T->isPointer() || T->isReference()) && T->ElementConst && T->Element->isReal();
        const bool Changes = T->isReference() && !T->ElementConst && mentions(S->Operands[I], V);
        Only &= Const || (!Changes && onlyReads(S->Operands[I], V));
      }
      return;
    }
    forEachExpr(*S, [&](const Expr *E) { Only &= onlyReads(E, V); });
  });
  return Only;
}

void modes::dropIdlePromises(Module &M, Block &Body, Companion &Made) {
  for (size_t I = 0; I < Made.Primal.size(); ++I) {
    Variable *V = Made.Primal[I], *Bar = Made.Derivative[I];
    const bool Promises = V->Ty->isPointer() && V->Ty->IsRestrict && V->Ty->Element->isReal();
    if (!Promises || !onlyReads(Body, V))
      continue;
    V->OnlyRead = true;
    if (Bar && Bar->Ty->isPointer())
      Bar->Ty = M.pointer(Bar->Ty->Element, Bar->Ty->ElementConst);
  }
}
