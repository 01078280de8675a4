//===- modes/reverse_sums.cpp - sums that loops form in registers ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The adjoint of a number that is passed by value lies in memory of the caller's, which the
// optimiser has to write and to read again in every iteration that adds to it, if the loop stores
// to other adjoints, too: those might be in the same place. Hence the sum of a variable's own.
//
//   for (int i = 0; i < n; ++i) {            double a_bar_sum = 0;
//     a_bar += x[i] * y_bar[i];              for (int i = 0; i < n; ++i) {
//     x_bar[i] += a * y_bar[i];                a_bar_sum += x[i] * y_bar[i];
//   }                                          x_bar[i] += a * y_bar[i];
//                                            }
//                                            a_bar += a_bar_sum;
//
// 1. Of loops inside of one another, the outermost that does nothing but add to the adjoint.
// 2. The sum begins with zero: `f_reverse(x, x_bar, x, x_bar)` adds both sums to one adjoint.
// 3. Which loops these are depends on adjoints alone, not on how their values are had again: all
//    modes form the same sums, and give the same bits.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether all that Loop does with Bar is to add to it, at least once.
static bool addsOnlyTo(const Variable *Bar, Stmt &Loop) {
  bool Adds = false, Only = true;
  Block Alone;
  Alone.add(&Loop);
  walk(Alone, [&](Stmt *S) {
    const bool Sum = S->is(StmtKind::Accumulate) && isVariable(S->Target, Bar);
    Adds |= Sum;
    forEachExpr(*S, [&](const Expr *E) { Only &= (Sum && E == S->Target) || !mentions(E, Bar); });
    for (const Expr *W : S->Writes)
      Only &= !mentions(W, Bar);
  });
  return Adds && Only;
}

/// Whether Loop stores to adjoints that the optimiser may take for numbers passed by value.
bool Reverse::storesElsewhere(const Stmt &Loop) const {
  bool Stores = false;
  walk(Loop.Then, [&](Stmt *S) {
    if (!isStore(*S) || S->Target->is(ExprKind::Variable) || !isAdjointPlace(S->Target))
      return;
    const Variable *Root = rootVariable(S->Target);
    Stores |= !Root || Root->Kind != Storage::Local || Root->Ty->IsVector;
  });
  return Stores;
}

/// Whether Loop counts from one number to another near by: the optimiser writes it out.
static bool runsAFewTimes(const Stmt &Loop) {
  constexpr int64_t Few = 8;
  auto IsSmall = [&](const Expr *E) {
    int64_t Number;
    while (E && E->is(ExprKind::Cast))
      E = E->operand();
    return E && E->is(ExprKind::Literal) && !llvm::StringRef(E->Text).getAsInteger(10, Number) &&
           std::abs(Number) <= Few;
  };
  return Loop.Init.Stmts.size() == 1 && Loop.Value && IsSmall(Loop.Init.Stmts[0]->Value) &&
         Loop.Value->is(ExprKind::Binary) && IsSmall(Loop.Value->operand(1));
}

void Reverse::sumLocally(Block &Bl) {
  for (size_t At = 0; At < Bl.Stmts.size(); ++At) {
    for (size_t I = 0; I < Forward.Primal.size(); ++I) {
      Stmt *S = Bl.Stmts[At];
      const Type *T = Forward.Primal[I]->Ty;
      Variable *Bar = Backward.Derivative[I];
      if (!S->is(StmtKind::Loop) || !Bar || !T->isReal() || !Bar->Ty->isReference() ||
          runsAFewTimes(*S) || !storesElsewhere(*S) || !addsOnlyTo(Bar, *S))
        continue;
      Variable *Sum = local(Bar->Name + "_sum", T);
      Sum->Derivative = true;
      Block Loop; // adjoints of the loop's test stand outside of it, too
      Loop.add(S);
      Loop = clone(M, Loop);
      walk(Loop, [&](Stmt *Sub) {
        if (Sub->is(StmtKind::Accumulate) && isVariable(Sub->Target, Bar))
          Sub->Target = B.var(Sum);
      });
      Bl.Stmts[At] = Loop.Stmts[0];
      Bl.Stmts.insert(Bl.Stmts.begin() + At, B.declare(Sum, B.number(0, T)));
      ++At;
      Bl.Stmts.insert(Bl.Stmts.begin() + At + 1, B.accumulate(B.var(Bar), B.var(Sum)));
    }
    forEachBlock(*Bl.Stmts[At], [&](Block &Inner) { sumLocally(Inner); });
  }
}
