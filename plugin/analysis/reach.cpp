//===- analysis/reach.cpp - how far subscripts go in loops ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/reach.h"
#include "plugin/analysis/loops.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

static bool hasCounter(const Product &P) { return llvm::any_of(P, isCounter); }

bool analysis::mentionsCounter(const Polynomial &P) {
  return llvm::any_of(P.Terms, [](const auto &Term) { return hasCounter(Term.first); });
}

std::optional<Polynomial> analysis::extreme(Polynomial P, bool Largest, const Inequalities &Bounds,
                                            llvm::ArrayRef<const Stmt *> Loops, const Numbers &N) {
  for (unsigned Round = 0; Round < 8; ++Round) {
    auto Varies = llvm::find_if(P.Terms, [](const auto &Term) { return hasCounter(Term.first); });
    if (Varies == P.Terms.end())
      return P;
    // A counter times what is not negative.
    const auto [Of, C] = *Varies;
    const Symbol *Counter = nullptr;
    Polynomial Rest = Polynomial::number(C);
    for (const Symbol &S : Of) {
      if (isCounter(S) && Counter)
        return std::nullopt;
      if (isCounter(S)) {
        Counter = &S;
        continue;
      }
      if (!Bounds.imply(Polynomial(), Polynomial::symbol(S), 0))
        return std::nullopt;
      Rest = Rest.times(Polynomial::symbol(S));
    }
    std::optional<Polynomial> Limit = limit(*Counter, (C > 0) == Largest, Loops, N);
    if (!Limit)
      return std::nullopt;
    P.Terms.erase(Of);
    P = P.plus(Limit->times(Rest));
  }
  return std::nullopt;
}

std::optional<Reach> analysis::reach(const Polynomial &Index, llvm::ArrayRef<const Stmt *> Loops,
                                     const Numbers &N) {
  Inequalities Bounds;
  Bounds.addBounds(Loops, 1, N);
  std::optional<Polynomial> Least = extreme(Index, false, Bounds, Loops, N);
  std::optional<Polynomial> Greatest = extreme(Index, true, Bounds, Loops, N);
  if (!Least || !Greatest)
    return std::nullopt;
  return Reach{std::move(*Least), std::move(*Greatest)};
}

bool analysis::isWide(const Expr *Index, llvm::ArrayRef<const Stmt *> Loops, const Numbers &N) {
  while (Index->is(ExprKind::Cast))
    Index = Index->operand();
  if (Index->is(ExprKind::Literal) || Index->Ty->nonReference()->Bits != 64)
    return false;
  if (!Index->is(ExprKind::Variable))
    return true;
  if (const Expr *Value = N.DefinitionOf ? N.DefinitionOf(Index->Var) : nullptr)
    return isWide(Value, Loops, N);
  for (const Stmt *S : Loops)
    if (const auto L = countedLoop(*S); L && L->Counter == Index->Var)
      return isWide(L->First, Loops, N) || isWide(L->Bound, Loops, N);
  return true;
}

bool analysis::hasFixedEnds(const Stmt &Loop, llvm::ArrayRef<const Stmt *> Loops,
                            const Numbers &N) {
  const std::optional<CountedLoop> L = countedLoop(Loop);
  return L && llvm::all_of(std::array{L->First, L->Bound}, [&](const Expr *E) {
           const Expr *Usable = usableBound(E);
           std::optional<Polynomial> P = Usable ? polynomial(Usable, 1, Loops, N) : std::nullopt;
           return P && !mentionsCounter(*P);
         });
}

const Expr *analysis::runs(llvm::ArrayRef<const Stmt *> Loops, const Numbers &N, Builder &B) {
  llvm::SmallVector<const Expr *, 4> Tests;
  for (const Stmt *S : Loops) {
    const CountedLoop L = *countedLoop(*S);
    auto Number = [&](const Expr *E) { return polynomial(E, 1, {}, N)->asNumber(); };
    const auto First = Number(L.First), Bound = Number(L.Bound);
    if (First && Bound && L.Op == "<" && *First + L.Ahead < *Bound)
      continue;
    const Expr *Test = firstTest(L, B);
    if (llvm::none_of(Tests, [&](const Expr *Known) { return equal(Known, Test); }))
      Tests.push_back(Test);
  }
  const Expr *All = nullptr;
  for (const Expr *Test : Tests)
    All = All ? B.binary("&&", All, Test, B.M.boolType()) : Test;
  return All;
}
