//===- core/steady_members.cpp - numbers in objects, for loops ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//   for (int j = 1; j < n - 1; ++j)           const double dt = this->dt;
//     c_bar[j] += dt * dt * u_bar[j];         for (int j = 1; j < n - 1; ++j)
//                                               c_bar[j] += dt * dt * u_bar[j];
//
//===----------------------------------------------------------------------===//
#include "plugin/core/steady_members.h"
#include "plugin/core/builder.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/StringExtras.h"

using namespace ad::core;

bool ad::core::isOfObject(const Expr *E) {
  if (!E->is(ExprKind::Member) || !E->Ty->isScalar())
    return false;
  for (; E->is(ExprKind::Member) || E->is(ExprKind::BaseOf); E = E->operand())
    if (const Type *T = E->operand()->Ty->nonReference();
        !T->isRecord() || T->IsUnion || T->IsTagged)
      return false;
  const bool This = E->is(ExprKind::Dereference) && E->operand()->is(ExprKind::Variable) &&
                    E->operand()->Var->Kind == Storage::This;
  return This || E->is(ExprKind::Variable);
}

/// Whether E is a number of the caller's object that is no derivative, and has a plain name.
static bool isWanted(const Expr *E) {
  const auto IsWord = [](char C) { return llvm::isAlnum(C) || C == '_'; };
  const Variable *Leads = isOfObject(E) ? leadingVariable(E) : nullptr;
  return Leads && E->Ty->isReal() && !E->Ty->IsComplex && !Leads->Derivative &&
         (Leads->Kind == Storage::This || Leads->Ty->isReference()) &&
         llvm::all_of(E->Text, IsWord);
}

/// One of the numbers that straight loops in S read, which store to elements, if S leaves it alone.
static const Expr *wanted(Stmt &S, const Places &Known) {
  const Expr *Found = nullptr;
  Block All;
  All.add(&S);
  walk(All, [&](Stmt *Loop) {
    const std::optional<StraightLoop> L =
        Loop->is(StmtKind::Loop) && !Found ? StraightLoop::of(*Loop) : std::nullopt;
    const bool Stores = L && llvm::any_of(L->statements(), [](const Stmt *In) {
                          return isStore(*In) && In->Target->is(ExprKind::Subscript);
                        });
    if (!Stores)
      return;
    for (const Stmt *In : L->statements())
      walk(In->Value, [&](const Expr *E) {
        if (!Found && isWanted(E) && !Known.mayChange(S, E))
          Found = E;
        return !Found;
      });
  });
  return Found;
}

/// A constant that is declared ahead of In.Stmts[At], and holds what E does there; null: none.
static Variable *declaredAs(const Expr *E, const Block &In, size_t At, const Places &Known) {
  while (At-- > 0) {
    const Stmt &S = *In.Stmts[At];
    if (S.is(StmtKind::Declare) && S.Var->Const && S.Value && equal(S.Value, E))
      return S.Var;
    if (Known.mayChange(S, E))
      return nullptr;
  }
  return nullptr;
}

static void nameIn(Module &M, Function &F, Block &In, const Places &Known) {
  Builder B(M);
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    Stmt *S = In.Stmts[At];
    while (const Expr *E = S->is(StmtKind::Loop) ? wanted(*S, Known) : nullptr) {
      Variable *V = declaredAs(E, In, At, Known);
      if (!V) {
        V = F.variable(E->Text, E->Ty->nonReference());
        V->Const = true;
        In.Stmts.insert(In.Stmts.begin() + At++, B.declare(V, E));
      }
      Block All;
      All.add(S);
      walk(All, [&](Stmt *Each) {
        rewriteValues(M, *Each,
                      [&](const Expr *Sub) { return equal(Sub, E) ? B.var(V) : nullptr; });
      });
    }
    forEachBlock(*S, [&](Block &Part) { nameIn(M, F, Part, Known); });
  }
}

void ad::core::nameSteadyMembers(Module &M, Function &F, const ApartPairs &Apart) {
  nameIn(M, F, F.Body, Places(F, Apart));
}
