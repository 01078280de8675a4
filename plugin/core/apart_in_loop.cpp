//===- core/apart_in_loop.cpp - elements that bounds tell apart -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. The counter, and the least value that it has in the body.
// 2. One of the subscripts has the counter as one of its addends, the other one does not mention
//    it: their difference is least where the counter is.
// 3. With that least value in its place the difference is a number, whatever the other variables
//    are, which must be positive.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/apart_in_loop.h"
#include "plugin/core/steps.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {
/// A counter, and the least of its values in the body of its loop.
struct Counting {
  const Variable *Counter = nullptr;
  const Expr *Least = nullptr;
};
} // namespace

static bool stepsBy(const Stmt &S, const Variable *V, llvm::StringRef Step) {
  if (!S.is(StmtKind::Accumulate) || !isVariable(S.Target, V))
    return false;
  const bool Minus = S.Value->is(ExprKind::Unary) && S.Value->Text == "-";
  const Expr *By = Minus ? S.Value->operand() : S.Value;
  return By->is(ExprKind::Literal) && (Minus ? "-" : "") + By->Text == Step.str();
}

/// `for (int j = Least; ...; ++j)` or `for (int j = ...; j-- > Least;)`.
static Counting countingOf(const Stmt &Loop) {
  if (!Loop.is(StmtKind::Loop) || Loop.Form != LoopForm::For || Loop.Init.Stmts.size() != 1 ||
      !Loop.Setup.empty() || !Loop.Value || !Loop.Value->is(ExprKind::Binary))
    return {};
  const Stmt &Init = *Loop.Init.Stmts[0];
  if (!Init.is(StmtKind::Declare) || !Init.Value || !Init.Var->Ty->isInteger() ||
      Init.Var->Ty->IsUnsigned || Init.Var->AddressTaken ||
      !isVariable(Loop.Value->operand(0), Init.Var))
    return {};
  const Variable *Counter = Init.Var;
  const bool Up = Loop.Step.Stmts.size() == 1 && stepsBy(*Loop.Step.Stmts[0], Counter, "1");
  const bool Down = Loop.Value->Text == ">" && Loop.Step.empty() && !Loop.Then.empty() &&
                    stepsBy(*Loop.Then.Stmts[0], Counter, "-1");
  unsigned Assignments = 0;
  walk(Loop.Then, [&](Stmt *S) {
    Assignments += (S->Target && isVariable(S->Target, Counter)) || S->Var == Counter;
  });
  if (!(Up || Down) || Assignments != (Down ? 1 : 0))
    return {};
  return {Counter, Up ? Init.Value : Loop.Value->operand(1)};
}

/// Whether E is made of numbers and of local variables or parameters that Loop does not change.
static bool isSettledIn(const Expr *E, const Stmt &Loop) {
  bool Settled = true;
  walk(E, [&](const Expr *Sub) {
    const Variable *V = Sub->is(ExprKind::Variable) ? Sub->Var : nullptr;
    Settled &=
        V ? V->Kind != Storage::Global && V->Ty->isInteger() && !V->Ty->isReference() &&
                !V->AddressTaken && !V->Static
          : Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Binary) || Sub->is(ExprKind::Cast);
    return Settled;
  });
  walk(const_cast<Block &>(Loop.Then), [&](Stmt *S) {
    if (S->Target && S->Target->is(ExprKind::Variable))
      Settled &= !mentions(E, S->Target->Var);
    if (S->Var)
      Settled &= !mentions(E, S->Var);
    for (const Expr *W : S->Writes)
      if (const Variable *Root = rootVariable(W))
        Settled &= !mentions(E, Root);
    if (S->is(StmtKind::Call))
      for (const Expr *Argument : S->Operands)
        if (isPlace(Argument) && rootVariable(Argument) && Argument->Ty->isInteger())
          Settled &= !mentions(E, rootVariable(Argument));
  });
  return Settled;
}

/// Whether V is an addend of E, once, and nothing else in it.
static bool isAddend(const Expr *E, const Variable *V) {
  if (E->is(ExprKind::Variable))
    return E->Var == V;
  if (E->is(ExprKind::Cast))
    return E->Ty->isInteger() && E->Ty->Bits >= E->operand()->Ty->Bits && isAddend(E->operand(), V);
  if (!E->is(ExprKind::Binary) || (E->Text != "+" && E->Text != "-"))
    return false;
  const bool Left = mentions(E->operand(0), V), Right = mentions(E->operand(1), V);
  if (Left == Right || (Right && E->Text == "-"))
    return false;
  return isAddend(E->operand(Left ? 0 : 1), V);
}

bool ad::core::apartInLoop(Module &M, const Stmt &Loop, const Expr *P, const Expr *Q) {
  const bool Elements =
      P->is(ExprKind::Subscript) && Q->is(ExprKind::Subscript) && equal(P->operand(), Q->operand());
  const Counting C = Elements ? countingOf(Loop) : Counting();
  if (!C.Counter)
    return false;
  const Expr *With = P->operand(1), *Without = Q->operand(1);
  if (!mentions(With, C.Counter))
    std::swap(With, Without);
  if (mentions(Without, C.Counter) || !isAddend(With, C.Counter) || !isSettledIn(C.Least, Loop) ||
      mentions(C.Least, C.Counter))
    return false;
  const Expr *Least = rewrite(M, With, [&](const Expr *E) -> const Expr * {
    return isVariable(E, C.Counter) ? C.Least : nullptr;
  });
  return difference(Least, Without).value_or(0) > 0;
}
