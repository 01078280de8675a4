//===- lower/effects.cpp - may this statement change that value? ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What E reads is a list of places; what S writes is another; two places may be the same memory
// unless they are different named variables, or scalars of types that do not alias.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/effects.h"
#include "plugin/core/walk.h"

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;
using Places = llvm::SmallVectorImpl<const core::Expr *>;

static void collectReads(const core::Expr *E, Places &Out, bool &Anything);

/// What naming the place P reads: its indices and the pointers on the way.
static void collectInside(const core::Expr *P, Places &Out, bool &Anything) {
  switch (P->Kind) {
  case ExprKind::Variable:
    return;
  case ExprKind::Member:
  case ExprKind::BaseOf:
    return collectInside(P->operand(), Out, Anything);
  case ExprKind::Subscript:
    if (P->operand()->Ty->isPointer())
      collectReads(P->operand(), Out, Anything);
    else
      collectInside(P->operand(), Out, Anything);
    return collectReads(P->operand(1), Out, Anything);
  default:
    for (const core::Expr *O : P->Operands)
      collectReads(O, Out, Anything);
  }
}

static void collectReads(const core::Expr *E, Places &Out, bool &Anything) {
  switch (E->Kind) {
  case ExprKind::Variable:
  case ExprKind::Member:
  case ExprKind::BaseOf:
  case ExprKind::Subscript:
  case ExprKind::Dereference:
    Out.push_back(E);
    return collectInside(E, Out, Anything);
  case ExprKind::AddressOf:
    return collectInside(E->operand(), Out, Anything);
  case ExprKind::Opaque:
    Anything |= E->ReadsMemory;
    break;
  default:
    break;
  }
  for (const core::Expr *O : E->Operands)
    if (O)
      collectReads(O, Out, Anything);
}

/// The variable that P is a part of when no pointer or reference lies between; else null.
static core::Variable *directRoot(const core::Expr *P) {
  switch (P->Kind) {
  case ExprKind::Variable:
    return P->Var->Ty->isReference() ? nullptr : P->Var;
  case ExprKind::Member:
  case ExprKind::BaseOf:
    return directRoot(P->operand());
  case ExprKind::Subscript:
    return P->operand()->Ty->isPointer() ? nullptr : directRoot(P->operand());
  default:
    return nullptr;
  }
}

static bool reachable(const core::Variable *V) {
  return V->AddressTaken || (V->Kind == core::Storage::Global && !V->Const);
}

static bool typesMayAlias(const core::Type *A, const core::Type *B) {
  if (!A || !B || A == B || !A->isScalar() || !B->isScalar())
    return true;
  if (A->Kind != B->Kind)
    return (A->isInteger() && A->Bits == 8) || (B->isInteger() && B->Bits == 8);
  return A->isPointer() || A->Bits == B->Bits || A->Bits == 8 || B->Bits == 8;
}

/// Whether writing W may change what reading R gives.
static bool overlap(const core::Expr *W, const core::Expr *R) {
  const core::Variable *WV = directRoot(W), *RV = directRoot(R);
  if (RV && RV->Const)
    return false;
  if (WV && RV) {
    if (WV != RV)
      return false;
    // Different fields of one variable are different memory.
    return !(W->is(ExprKind::Member) && R->is(ExprKind::Member) && W->Text != R->Text &&
             W->operand()->is(ExprKind::Variable) && R->operand()->is(ExprKind::Variable));
  }
  if (WV && !reachable(WV))
    return false;
  if (RV && !reachable(RV))
    return false;
  return typesMayAlias(W->Ty, R->Ty);
}

namespace {
struct Reads {
  llvm::SmallVector<const core::Expr *, 8> List;
  bool Anything = false;

  bool changedBy(const core::Expr *W) const {
    const core::Variable *V = directRoot(W);
    if (Anything && (!V || reachable(V)))
      return true;
    return llvm::any_of(List, [&](const core::Expr *R) { return overlap(W, R); });
  }
  /// By code that may write whatever it can reach.
  bool changedByUnknown() const {
    return Anything || llvm::any_of(List, [](const core::Expr *R) {
             const core::Variable *V = directRoot(R);
             return V ? reachable(V) : true;
           });
  }
  bool changedBy(const core::Variable *V) const {
    return llvm::any_of(List, [&](const core::Expr *R) { return directRoot(R) == V; });
  }
  bool changedBy(const core::Stmt &S) const;
  bool changedBy(const core::Block &B) const {
    return llvm::any_of(B.Stmts, [&](const core::Stmt *S) { return changedBy(*S); });
  }
};
} // namespace

bool Reads::changedBy(const core::Stmt &S) const {
  switch (S.Kind) {
  case StmtKind::Assign:
  case StmtKind::Accumulate:
  case StmtKind::Restore:
    return changedBy(S.Target);
  case StmtKind::Call:
    if ((S.Var && changedBy(S.Var)) || changedByUnknown())
      return true;
    for (size_t I = 0; I < S.Operands.size(); ++I) {
      bool ByReference = I >= S.Callee->Params.size() || (S.Callee->Params[I]->Ty->isReference() &&
                                                          !S.Callee->Params[I]->Ty->ElementConst);
      if (ByReference && S.Operands[I] && changedBy(S.Operands[I]))
        return true;
    }
    return false;
  case StmtKind::Opaque:
    if (S.WritesUnknown && changedByUnknown())
      return true;
    return llvm::any_of(S.Writes, [&](const core::Expr *W) {
      return W->Operands.size() > 1 && !W->Operands[1] ? changedByUnknown() : changedBy(W);
    });
  case StmtKind::Declare:
    return S.Value && core::inserts(S.Value) && changedBy(S.Value->operand());
  default:
    break;
  }
  for (const core::Block *B : {&S.Then, &S.Else, &S.Init, &S.Setup, &S.Step})
    if (changedBy(*B))
      return true;
  return llvm::any_of(S.Cases, [&](const core::SwitchCase &C) { return changedBy(C.Body); });
}

bool mayChange(const core::Stmt &S, const core::Expr *E) {
  Reads R;
  collectReads(E, R.List, R.Anything);
  return R.changedBy(S);
}

bool mayChange(const core::Block &B, const core::Expr *E) {
  if (B.empty())
    return false;
  Reads R;
  collectReads(E, R.List, R.Anything);
  return R.changedBy(B);
}

bool mayMove(const core::Block &B, const core::Expr *P) {
  if (B.empty())
    return false;
  Reads R;
  collectInside(P, R.List, R.Anything);
  return R.changedBy(B);
}

bool neverGoesOn(const core::Block &B) {
  if (B.empty())
    return false;
  const core::Stmt &S = *B.Stmts.back();
  switch (S.Kind) {
  case StmtKind::Break:
  case StmtKind::Continue:
  case StmtKind::Return:
    return true;
  case StmtKind::Opaque:
    return S.NoReturn;
  case StmtKind::Block:
    return neverGoesOn(S.Then);
  case StmtKind::If:
    return neverGoesOn(S.Then) && neverGoesOn(S.Else);
  default:
    return false;
  }
}

bool hasEffects(const core::Block &B) {
  return llvm::any_of(B.Stmts, [](const core::Stmt *S) {
    return !S->is(StmtKind::Declare) || (S->Value && !S->Value->Followed.empty());
  });
}

} // namespace ad::lower
