//===- modes/reverse_hold_parts.cpp - rows that are copied before a loop --===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop may read a part of an array again and again, the same in each of its iterations, while it
// changes the rest: the row of the pivot in an elimination, which is exchanged with another one
// later. One copy of that part, made before the loop, holds all that recording each read would.
//
//                                                     tape.nest(A_k_j_then, n - k);
//                                                     for (int j = k; j < n; ++j)
//                                                       A_k_j_then[j - k] = A[k][j];
//   for (int i = k + 1; i < n; ++i)                   for (int i = k + 1; i < n; ++i)
//     for (int j = k; j < n; ++j)                       for (int j = k; j < n; ++j)
//       A[i][j] -= f[i] * A[k][j];                        A[i][j] -= f[i] * A_k_j_then[j - k];
//
// 1. Candidates: elements that adjoints read after they were overwritten, in an inner loop by whose
//    counter alone they differ. Nothing in the loop writes to them, and what tells where they are
//    stays the same in it.
// 2. They exist, as each iteration of the loops comes to them; no copy is made if these do not run.
// 3. From then on it is as with a whole array (reverse_hold.cpp).
//
//===----------------------------------------------------------------------===//
#include "plugin/core/renaming.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether E, as S has it, is the same in all iterations of Loop, but for what Along counts.
bool Reverse::differsAlong(const Expr *E, const Stmt *S, const Stmt &Loop,
                           const Variable *Along) const {
  VariableSet Varies = variesIn(Loop);
  Varies.erase(Along);
  bool Same = true;
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::Variable))
      Same &= !Varies.contains(Sub->Var) || ((Sub->Ty->isArray() || Sub->Ty->isRecord()) &&
                                             !analysis::changesWhole(Loop, Sub->Var));
    else
      Same &=
          !Sub->is(ExprKind::Opaque) && !(isPlace(Sub) && !Sub->Ty->isArray() &&
                                          !Sub->Ty->isRecord() && Mem->mayWriteIn(Loop, Sub, S));
    return Same;
  });
  return Same;
}

/// Whether E, which S reads in the innermost loop of Nest, differs from one of its iterations to
/// the next, but not between those of the loops around it.
bool Reverse::isPartOf(const Expr *E, const Stmt *S, llvm::ArrayRef<const Stmt *> Nest) const {
  const Stmt &Outermost = *Nest.front();
  const Variable *Along = analysis::countedLoop(*Nest.back())->Counter;
  if (!E->is(ExprKind::Subscript) || !mentions(E, Along) || !differsAlong(E, S, Outermost, Along))
    return false;
  const VariableSet Varies = variesIn(Outermost);
  return llvm::all_of(Nest, [&](const Stmt *Loop) {
    const analysis::CountedLoop L = *analysis::countedLoop(*Loop);
    return (Loop == &Outermost || staysIn(L.First, Outermost, Varies)) &&
           staysIn(L.Bound, Outermost, Varies);
  });
}

/// The copy of what E is in the iterations of the innermost loop of Nest.
Reverse::Held Reverse::part(const Expr *E, llvm::ArrayRef<const Stmt *> Nest) {
  const Stmt *Loop = Nest.back();
  analysis::CountedLoop L = *analysis::countedLoop(*Loop);
  L.Bound = endOf(L);
  Held H;
  H.Array = E;
  H.Index = indexIn(L);
  H.Span = {0, tripCount(L), nullptr};
  H.Copy = local(nameFor(E) + "_then", M.pointer(E->Ty, false));
  H.Copy->Subscripts = 1;
  // If the loops around it run, and as often as the innermost does.
  Stmt *Each = M.stmt(StmtKind::Loop, Loop->Loc);
  Each->Form = Loop->Form;
  Each->Init = clone(M, Loop->Init);
  Each->Value = Loop->Value;
  Each->Step = clone(M, Loop->Step);
  Each->Then.add(B.assign(B.subscript(B.var(H.Copy), H.Index), E));
  rename(M, {Each}, L.Counter, local("k", L.Counter->Ty));
  H.Filling.add(Each);
  llvm::SmallVector<Around, 4> Outer;
  for (const Stmt *Other : Nest.drop_back())
    Outer.push_back({const_cast<Stmt *>(Other), {}, {}, 0});
  if (const Expr *Runs = firstTests(Outer)) {
    if (analysis::mayFail(H.Span.End))
      H.Span.End = B.conditional(Runs, H.Span.End, B.literal("0", H.Span.End->Ty));
    Stmt *If = B.ifThen(Runs, std::move(H.Filling));
    H.Filling = Block();
    H.Filling.add(If);
  }
  return H;
}

/// Already: arrays, and parts of arrays, that are held in this loop; those that are now come to
/// them.
void Reverse::holdParts(Stmt *Loop, llvm::SmallVectorImpl<const Expr *> &Already) {
  llvm::SmallVector<const Stmt *, 4> Nest;
  std::vector<Held> Found;
  auto IsHeld = [&](const Expr *E) {
    const Variable *Root = rootVariable(E);
    return (Root && readsRows(Loop, Root)) || llvm::any_of(Already, [&](const Expr *Known) {
             return equal(E, Known) || isElementOf(E, Known);
           });
  };
  std::function<void(Stmt *)> Look = [&](Stmt *S) {
    if (S->is(StmtKind::Loop)) {
      if (Fused.contains(S) || RunsAgain.contains(S) || isReversedAtOnce(S) || !isStraight(*S))
        return;
      Nest.push_back(S);
      llvm::for_each(S->Then.Stmts, Look);
      Nest.pop_back();
      return;
    }
    const bool Adjoint =
        S->Value && S->Value->Ty->isReal() &&
        ((S->Target && Active->active(S->Target)) || (S->Var && Active->active(S->Var)));
    if (!Adjoint || Nest.size() < 2)
      return;
    forEachPlace(S->Value, nullptr, /*Top=*/true, [&](const Expr *E, const Expr *Sum) {
      if (!Sum && !E->is(ExprKind::Variable) && !IsHeld(E) && adjointReads(S->Value, E) &&
          !Mem->stable(E, S) && computes(S->Value, E) && isPartOf(E, S, Nest)) {
        Already.push_back(E);
        Found.push_back(part(E, Nest));
      }
    });
  };
  Look(Loop);
  for (Held &H : Found)
    hold(Loop, std::move(H));
}
