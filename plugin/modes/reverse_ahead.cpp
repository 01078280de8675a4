//===- modes/reverse_ahead.cpp - what is read ahead of a loop -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An element that stays the same while a loop runs, and is overwritten after it, need not be
// recorded by each of the iterations: it is read once, ahead of the outermost loop of which that is
// true.
//
//   for (int i = k + 1; i < n; ++i)          const double b_k = k + 1 < n ? b[k] : 0;
//     b[i] -= factor * b[k];                 for (int i = k + 1; i < n; ++i)
//                                              b[i] -= factor * b_k;
//
// It exists if the first iteration of each of these loops comes to the statement that reads it, and
// to that alone: nothing in them throws, or jumps.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// The variables that have other values in other iterations of Loop.
llvm::DenseSet<const Variable *> modes::variesIn(const Stmt &Loop) {
  llvm::DenseSet<const Variable *> Varies;
  analysis::assignedVariables(Loop, Varies);
  auto Note = [&](Stmt *S) {
    if (S->Var)
      Varies.insert(S->Var);
  };
  for (Stmt *S : Loop.Init.Stmts)
    Note(S);
  walk(Loop.Then, Note);
  return Varies;
}

/// Whether E has one value for as long as Loop runs.
bool Reverse::staysIn(const Expr *E, const Stmt &Loop, const VariableSet &Varies) const {
  bool Same = true;
  walk(E, [&](const Expr *Sub) {
    const bool Scalar = Sub->is(ExprKind::Variable) && analysis::isScalarVariable(Sub->Var);
    const bool MayVary = Sub->is(ExprKind::Variable) && Varies.contains(Sub->Var);
    Same &= !Sub->is(ExprKind::Opaque) &&
            !(MayVary && (!Sub->Ty->isArray() || analysis::changesWhole(Loop, Sub->Var)));
    if (Same && isPlace(Sub) && !Scalar && !Sub->Ty->isArray() && !Sub->Ty->isRecord())
      Same &= !Mem->mayWriteIn(Loop, Sub);
    return Same;
  });
  return Same;
}

/// Whether each iteration of Loop, one that counts, runs all that is in its body, one after the
/// other.
bool Reverse::isStraight(const Stmt &Loop) const {
  return analysis::countedLoop(Loop) && Loop.Init.Stmts.size() == 1 && isQuiet(Loop.Then) &&
         llvm::all_of(Loop.Then.Stmts, [&](const Stmt *S) { return jumpsIn(S).empty(); });
}

/// S, if it is a loop ahead of which reads may be made, as it is before its parts are taken out to
/// be looked at one by one; else null.
Stmt *Reverse::wholeLoop(const Stmt *S) {
  if (!S->is(StmtKind::Loop) || isReversedAtOnce(S) || !isStraight(*S))
    return nullptr;
  Block Alone;
  Alone.add(const_cast<Stmt *>(S));
  Stmt *Whole = clone(M, Alone).Stmts.front();
  Mem->insertedBefore(Whole, S);
  return Whole;
}

/// The loops around the statement at hand, from the outermost in which E stays the same to the
/// innermost; none if it does not, or if the first iterations need not come to E.
llvm::ArrayRef<Reverse::Around> Reverse::sameIn(const Expr *E) const {
  const llvm::ArrayRef<Around> All = Arounds;
  size_t Outermost = All.size();
  llvm::SmallVector<const Expr *, 4> Asked{E}; // and how far the loops inside run
  while (Outermost > 0) {
    const Stmt *Loop = All[Outermost - 1].Loop;
    if (!Loop || isReversedAtOnce(Loop) || !isStraight(*Loop))
      break;
    const auto MadeHere = llvm::ArrayRef(Holding).drop_front(All[Outermost - 1].Outside);
    if (llvm::any_of(MadeHere, [&](const Held *H) { return mentions(E, H->Copy); }))
      break; // a copy of an array, which the loop itself begins with
    const VariableSet Varies = variesIn(*Loop);
    if (!llvm::all_of(Asked, [&](const Expr *A) { return staysIn(A, *Loop, Varies); }))
      break;
    const analysis::CountedLoop L = *analysis::countedLoop(*Loop);
    Asked.append({L.First, L.Bound});
    --Outermost;
  }
  return All.drop_front(Outermost);
}

/// Whether L, which counts from one number to another, runs.
static bool surelyRuns(const analysis::CountedLoop &L) {
  const auto First = analysis::knownNumber(L.First), Bound = analysis::knownNumber(L.Bound);
  return First && Bound && (L.Step > 0 ? *First + L.Ahead < *Bound : *First + L.Ahead > *Bound);
}

/// The condition that all of the Loops run; null if they do in any case.
const Expr *Reverse::firstTests(llvm::ArrayRef<Around> Loops) {
  const Expr *All = nullptr;
  for (const Around &A : Loops) {
    const analysis::CountedLoop L = *analysis::countedLoop(*A.Loop);
    if (surelyRuns(L))
      continue;
    const Expr *Test = analysis::firstTest(L, B);
    All = All ? B.binary("&&", All, Test, M.boolType()) : Test;
  }
  return All;
}

/// The name that E was given ahead of a loop around the statement at hand, or null.
Variable *Reverse::wasReadAhead(const Expr *E) const {
  for (const Around &A : Arounds)
    for (const auto &[Place, V] : A.Read)
      if (equal(Place, E))
        return V;
  return nullptr;
}

/// A name for E, a number that the statement at hand reads from memory, that is made ahead of a
/// loop; null if that cannot be.
Variable *Reverse::readAhead(const Expr *E, llvm::StringRef Name) {
  if (Variable *V = wasReadAhead(E))
    return V;
  if (!E->Ty->isReal() || !removable(E) || !C.enabled("hold"))
    return nullptr;
  const llvm::ArrayRef<Around> Loops = sameIn(E);
  if (Loops.empty())
    return nullptr;
  Variable *V = local(Name, E->Ty, /*Const=*/true);
  const Expr *Test = firstTests(Loops);
  Stmt *D = B.declare(V, Test ? B.conditional(Test, E, B.number(0, E->Ty)) : E);
  Around &Outermost = Arounds[Loops.begin() - Arounds.data()];
  D->Loc = Outermost.Loop->Loc;
  Mem->insertedBefore(D, Outermost.Loop);
  Outermost.Ahead.push_back(D);
  Arounds.back().Read.push_back({E, V}); // whose iterations alone know that all of them run
  return V;
}
