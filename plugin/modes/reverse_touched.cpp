//===- modes/reverse_touched.cpp - which adjoints statements touch --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Statements of the reverse sweep may change places unless they touch the same adjoints, and do
// more than add to them. Adjoints of parameters overlap one another exactly where their primals do
// (docs/semantics.md), so what is known of those holds for them.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

//===-- Whether adjoints overlap ----------------------------------------------===//

/// The parameter of which V is the adjoint, or null.
const Variable *Reverse::parameterOf(const Variable *V) const {
  for (size_t I = 0; I < Forward.Primal.size(); ++I)
    if (V && Backward.Derivative[I] == V)
      return Forward.Primal[I];
  return nullptr;
}

/// Whether Bar is the adjoint of a parameter that is passed by value, and leads nowhere.
bool Reverse::isCopied(const Variable *Bar) const {
  const Variable *P = parameterOf(Bar);
  return P && P->Kind == Storage::Parameter && !P->Ty->isPointer() && !P->Ty->isReference() &&
         !holdsHandle(P->Ty);
}

/// Tells the passes over the finished companion which adjoints, and which parameters, do not
/// overlap.
void Reverse::noteApart() {
  Backward.Apart.clear();
  auto Leads = [](const Variable *V) {
    return V && (V->Ty->isPointer() || (V->Ty->isReference() && V->Ty->Element->IsVector));
  };
  for (const Variable *A : Backward.Derivative)
    for (const Variable *Other : Backward.Derivative)
      if (Leads(A) && Leads(Other) && A != Other && !mayOverlap(A, Other))
        Backward.Apart.insert({A, Other});
  for (const Variable *P : Forward.Primal)
    for (const Variable *Q : Forward.Primal)
      if (Leads(P) && Leads(Q) && P != Q && Mem->knownApart(P, Q))
        Backward.Apart.insert({P, Q});
}

/// Whether memory of the adjoint A of a parameter, or what it leads to, may be that of B.
bool Reverse::mayOverlap(const Variable *A, const Variable *Other) const {
  const Variable *P = parameterOf(A), *Q = parameterOf(Other);
  if (!P || !Q)
    return true;
  if (isCopied(A) || isCopied(Other)) // a copy overlaps nothing
    return false;
  auto Leads = [](const Variable *V) {
    return V->Kind == Storage::Parameter && (V->Ty->isPointer() || V->Ty->isReference());
  };
  return !Leads(P) || !Leads(Q) || !Mem->knownApart(P, Q);
}

/// The variable whose memory the adjoint Place is in; if a pointer leads there, the parameter that
/// this is, or null.
static const Variable *reachedFrom(const Expr *Place) {
  if (const Variable *Root = rootVariable(Place))
    return Root;
  const Expr *Pointer = rootPointer(Place);
  const bool Parameter =
      Pointer && Pointer->is(ExprKind::Variable) && Pointer->Var->Kind == Storage::Parameter;
  return Parameter ? Pointer->Var : nullptr;
}

/// Whether the adjoints Place and Other may overlap, both evaluated at the same moment.
bool Reverse::adjointsMayMeet(const Expr *Place, const Expr *Other) const {
  if (equal(Place, Other))
    return true;
  const Variable *A = rootVariable(Place), *L = rootVariable(Other);
  if (A && L && !A->Ty->isReference() && !L->Ty->isReference() && A != L)
    return false;
  const Variable *From = reachedFrom(Place), *OtherFrom = reachedFrom(Other);
  if (From != OtherFrom && !mayOverlap(From, OtherFrom))
    return false;
  return Mem->mayAlias(Place, Other);
}

//===-- What statements do to adjoints ----------------------------------------===//

/// Whether two sets of variables, null standing for unknown memory, may have memory in common.
bool Reverse::meet(const VariableSet &Some, const VariableSet &Others) const {
  auto IsHandle = [](const Variable *V) {
    return !V || (V->Kind == Storage::Parameter && (V->Ty->isReference() || V->Ty->isPointer()));
  };
  return llvm::any_of(Some, [&](const Variable *V) {
    return llvm::any_of(Others, [&](const Variable *W) {
      return V == W || (IsHandle(V) && IsHandle(W) && mayOverlap(V, W));
    });
  });
}

/// Whether the order of the two matters: sums alone may be formed in any.
bool Reverse::conflict(const Touched &S, const Touched &T) const {
  return meet(S.Reads, T.Adds) || meet(S.Reads, T.Sets) || meet(S.Adds, T.Reads) ||
         meet(S.Adds, T.Sets) || meet(S.Sets, T.Reads) || meet(S.Sets, T.Adds) ||
         meet(S.Sets, T.Sets);
}

bool Reverse::isAdjointPlace(const Expr *Place) const {
  const Expr *Root = Place;
  while (!Root->is(ExprKind::Variable) && !Root->Operands.empty())
    Root = Root->operand();
  bool Temporary =
      Root->is(ExprKind::Variable) && (Temporaries.contains(Root->Var) || Root->Var->Derivative);
  return Temporary || isShadowRooted(Place);
}

/// Calls F on each place whose value E reads; of the place To (if E is one) only its subscripts and
/// pointers are.
static void forEachRead(const Expr *E, llvm::function_ref<void(const Expr *)> F, bool IsTarget) {
  if (!isPlace(E)) {
    for (const Expr *Op : E->Operands)
      forEachRead(Op, F, E->is(ExprKind::AddressOf));
    return;
  }
  if (!IsTarget)
    F(E);
  for (unsigned I = 0; I < E->Operands.size(); ++I) {
    const Expr *Op = E->operand(I);
    forEachRead(Op, F, /*IsTarget=*/I == 0 && isPlace(Op) && !Op->Ty->isPointer());
  }
}

/// The variable whose memory the adjoint that is passed as Arg is in, or where it leads to; if a
/// pointer leads there, the parameter that this is, or null.
static const Variable *passedFrom(const Expr *Arg) {
  while (Arg->is(ExprKind::Binary) || Arg->is(ExprKind::Cast)) // `a_bar + i`
    Arg = Arg->operand();
  if (Arg->is(ExprKind::AddressOf))
    return reachedFrom(Arg->operand());
  if (isPlace(Arg) && !Arg->Ty->isPointer())
    return reachedFrom(Arg);
  const bool Parameter = Arg->is(ExprKind::Variable) && Arg->Var->Kind == Storage::Parameter &&
                         !Arg->Ty->isReference();
  return Parameter ? Arg->Var : nullptr;
}

/// What Call, of the companion Made that does nothing to adjoints but add to them, does.
void Reverse::touchedBy(const Stmt &Call, const Companion &Made, Touched &Of) const {
  if (Call.Var && Call.Declares)
    Of.Sets.insert(Call.Var);
  for (size_t I = 0; I < Call.Operands.size(); ++I) {
    const Expr *Arg = Call.Operands[I];
    const Variable *Param = Made.Fn->Params[I];
    const bool IsBar = llvm::is_contained(Made.Derivative, Param);
    if (IsBar) {
      const Variable *To = passedFrom(Arg);
      const Type *T = Param->Ty->isPointer() ? Param->Ty->Element : Param->Ty->nonReference();
      Of.Adds.insert(To);
      if (holdsHandle(T) ||
          (To && To->Kind == Storage::Local && (To->AddressTaken || Early.contains(To))))
        Of.Adds.insert(nullptr);
    }
    forEachRead(
        Arg,
        [&](const Expr *Place) {
          if (isAdjointPlace(Place) && !Place->Ty->isPointer() && !(IsBar && Place->Ty->isArray()))
            Of.Reads.insert(reachedFrom(Place));
        },
        /*IsTarget=*/IsBar && isPlace(Arg));
  }
}

Reverse::Touched Reverse::touches(std::vector<Stmt *> Stmts) const {
  Touched Of;
  auto Add = [&](VariableSet &To, const Expr *Place) {
    const Variable *From = reachedFrom(Place);
    To.insert(From);
    if (From && From->Kind == Storage::Local && (From->AddressTaken || Early.contains(From)))
      To.insert(nullptr);
    if (const Expr *Pointer = rootVariable(Place) ? nullptr : rootPointer(Place)) // `(&a[0])[i]`
      walk(Pointer, [&](const Expr *E) {
        if (E->is(ExprKind::Variable) && !E->Ty->isPointer())
          To.insert(E->Var);
        return true;
      });
  };
  Block All;
  All.Stmts = std::move(Stmts);
  walk(All, [&](Stmt *T) {
    if (const Companion *Made = OnlyAdds.lookup(T))
      return touchedBy(*T, *Made, Of);
    bool Simple = T->is(StmtKind::Declare) || isStore(*T) || !T->Then.empty() || !T->Else.empty() ||
                  !T->Cases.empty() || T->is(StmtKind::Comment);
    if (T->Var && T->is(StmtKind::Declare))
      Of.Sets.insert(T->Var);
    if (T->Target && isAdjointPlace(T->Target))
      Add(T->is(StmtKind::Accumulate) ? Of.Adds : Of.Sets, T->Target);
    auto See = [&](const Expr *E) {
      forEachRead(
          E,
          [&](const Expr *Place) {
            if (!isAdjointPlace(Place) || (Place->Ty->isPointer() && Simple))
              return;
            Add(Of.Reads, Place);
            if (Simple)
              return;
            Add(Of.Sets, Place);
            Of.Sets.insert(nullptr);
          },
          /*IsTarget=*/Simple && E == T->Target);
    };
    forEachExpr(*T, See);
    for (const Expr *W : T->Writes)
      See(W);
  });
  return Of;
}
