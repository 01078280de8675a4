//===- core/simplify_sums.cpp - sums that loops form in registers ---------===//
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
//    modes form the same sums, and give the same bits. Last of all, so that nothing is made of
//    them.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/places.h"
#include "plugin/core/simplify.h"
#include "plugin/core/walk.h"

using namespace ad::core;

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

/// The number of the first addition to Bar in Loop.
static unsigned firstAddition(const Variable *Bar, const Stmt &Loop) {
  const Stmt *First = nullptr;
  walk(Loop.Then, [&](Stmt *S) {
    if (!First && S->is(StmtKind::Accumulate) && isVariable(S->Target, Bar))
      First = S;
  });
  return First ? First->Origin : 0;
}

/// Whether Loop stores to adjoints that the optimiser may take for numbers passed by value.
static bool storesElsewhere(const Stmt &Loop) {
  bool Stores = false;
  walk(Loop.Then, [&](Stmt *S) {
    if (!isStore(*S) || S->Target->is(ExprKind::Variable))
      return;
    const Variable *Leads = leadingVariable(S->Target), *Root = rootVariable(S->Target);
    Stores |= Leads && Leads->Derivative &&
              (!Root || Root->Kind != Storage::Local || holdsVector(Root->Ty) || Root->Shadow);
  });
  return Stores;
}

/// Bars: the adjoints of numbers that F is given by value.
static void sumIn(Module &M, Function &F, llvm::ArrayRef<Variable *> Bars, Guide G, Block &Bl) {
  Builder B(M);
  for (size_t At = 0; At < Bl.Stmts.size(); ++At) {
    for (Variable *Bar : Bars) {
      Stmt *S = Bl.Stmts[At];
      if (!S->is(StmtKind::Loop) || runsAFewTimes(*S) || !storesElsewhere(*S) ||
          !addsOnlyTo(Bar, *S))
        continue;
      const Decisions::Pair Adds{S->Origin, firstAddition(Bar, *S)};
      if (G.Follows && !G.Follows->Summed.contains(Adds))
        continue;
      if (G.Notes)
        G.Notes->Summed.insert(Adds);
      const Type *T = Bar->Ty->nonReference();
      Variable *Sum = F.variable(Bar->Name + "_sum", T);
      Sum->Derivative = true;
      walk(S->Then, [&](Stmt *Sub) {
        if (Sub->is(StmtKind::Accumulate) && isVariable(Sub->Target, Bar))
          Sub->Target = B.var(Sum);
      });
      Bl.Stmts.insert(Bl.Stmts.begin() + At++, B.declare(Sum, B.number(0, T)));
      Bl.Stmts.insert(Bl.Stmts.begin() + At + 1, B.accumulate(B.var(Bar), B.var(Sum)));
    }
    forEachBlock(*Bl.Stmts[At], [&](Block &Inner) { sumIn(M, F, Bars, G, Inner); });
  }
}

void ad::core::sumLocally(Module &M, Function &F, Guide G) {
  llvm::SmallVector<Variable *, 4> Bars;
  for (size_t I = 0; I + 1 < F.Params.size(); ++I) {
    Variable *Bar = F.Params[I + 1];
    if (F.Params[I]->Ty->isReal() && Bar->Derivative && Bar->Ty->isReference() &&
        Bar->Ty->nonReference()->isReal())
      Bars.push_back(Bar);
  }
  if (Bars.empty())
    return;
  F.Body = clone(M, F.Body); // adjoints of a loop's test stand inside and outside of it
  sumIn(M, F, Bars, G, F.Body);
}
