//===- modes/reverse_extremes.cpp - running maxima and minima -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In a loop, `m = std::max(m, e)` and `m = c ? e : m` are branches that are not written as such:
// `if (m < e) m = e`. As one, what is recorded of an iteration is whether m changed, not m, and the
// adjoint ends with the last iteration that was of influence (core/simplify_zeros.cpp).
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

namespace {
/// What V may be set to, when it is, and whether that is computed in any case.
struct Change {
  const Expr *When = nullptr, *To = nullptr;
  bool Always = false;
};
} // namespace

/// The value that S may give to V, the variable it assigns, instead of leaving V as it is. As
/// std::max and std::min have it where the two are equal, or not numbers.
static Change changeOf(Builder &B, const Stmt &S, const Variable *V) {
  const Expr *E = S.Value;
  const Type *Bool = B.M.boolType();
  auto Not = [&](const Expr *Test) { return B.unary("!", Test, Bool); };
  if (E->is(ExprKind::Conditional)) {
    if (isVariable(E->operand(2), V))
      return {E->operand(0), E->operand(1)};
    if (isVariable(E->operand(1), V))
      return {Not(E->operand(0)), E->operand(2)};
  }
  const bool Max = E->is(ExprKind::Primitive) && E->Text == "max",
             Min = E->is(ExprKind::Primitive) && E->Text == "min";
  if (!Max && !Min)
    return {};
  const Expr *First = E->operand(0), *Second = E->operand(1);
  const Expr *SecondIsIt = B.binary("<", Max ? First : Second, Max ? Second : First, Bool);
  if (isVariable(First, V))
    return {SecondIsIt, Second, true};
  if (isVariable(Second, V))
    return {Not(SecondIsIt), First, true};
  return {};
}

/// Returns whether there was one.
bool Reverse::branchExtremes(Block &Bl, bool InLoop) {
  bool Any = false;
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    Stmt *S = Bl.Stmts[I];
    forEachBlock(
        *S, [&](Block &Inner) { Any |= branchExtremes(Inner, InLoop || S->is(StmtKind::Loop)); });
    const Variable *V =
        S->is(StmtKind::Assign) && S->Target->is(ExprKind::Variable) ? S->Target->Var : nullptr;
    if (!InLoop || !V || !V->Ty->isReal() || V->Kind != Storage::Local ||
        !analysis::isScalarVariable(V) || !Active->active(V) || S->OldSize)
      continue;
    auto [When, To, Always] = changeOf(B, *S, V);
    if (!To || To->Ty != V->Ty || mentions(To, V) || !removable(To))
      continue;
    if (Always && !isPlace(To) && cost(To) > 2) { // is computed once
      Variable *Candidate = local("candidate", To->Ty);
      const Expr *Value = To;
      When = rewrite(M, When, [&](const Expr *E) -> const Expr * {
        return equal(E, Value) ? B.var(Candidate) : nullptr;
      });
      Stmt *D = B.declare(Candidate, Value);
      D->Loc = S->Loc;
      Bl.Stmts.insert(Bl.Stmts.begin() + I++, D);
      To = B.var(Candidate);
    }
    Stmt *Set = B.assign(S->Target, To);
    Set->Loc = S->Loc;
    Block Then;
    Then.add(Set);
    Stmt *If = B.ifThen(When, std::move(Then));
    If->Loc = S->Loc;
    Bl.Stmts[I] = If;
    Any = true;
  }
  return Any;
}
