//===- core/straight_loop.cpp - loops that the optimiser may vectorise ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/straight_loop.h"
#include "plugin/core/steps.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad::core;

/// `++i`, or with Down `--i`.
static bool counts(const Stmt &S, const Variable *Counter, bool Down) {
  if (!S.is(StmtKind::Accumulate) || !isVariable(S.Target, Counter))
    return false;
  const Expr *By = S.Value;
  const bool Minus = By->is(ExprKind::Unary) && By->Text == "-";
  By = Minus ? By->operand() : By;
  return Minus == Down && By->is(ExprKind::Literal) && By->Text == "1";
}

/// Whether machines have an instruction for the primitive.
static bool isInstruction(llvm::StringRef Name) { return Name == "sqrt" || Name == "fabs"; }

bool ad::core::isArithmetic(const Expr *E) {
  bool Plain = true;
  walk(E, [&](const Expr *Sub) {
    Plain &= !Sub->is(ExprKind::Opaque) && !Sub->is(ExprKind::Braces) &&
             (!Sub->is(ExprKind::Primitive) || isInstruction(Sub->Text)) &&
             !(Sub->is(ExprKind::Member) && Sub->operand()->Ty->nonReference()->IsVector);
    return Plain;
  });
  return Plain;
}

Variable *ad::core::counterOf(const Stmt &Loop, size_t &First) {
  First = 0;
  if (!Loop.is(StmtKind::Loop) || Loop.Form != LoopForm::For || Loop.Init.Stmts.size() != 1 ||
      !Loop.Setup.empty() || !Loop.Value)
    return nullptr;
  const Stmt &Init = *Loop.Init.Stmts[0];
  if (!Init.is(StmtKind::Declare) || !Init.Var->Ty->isInteger())
    return nullptr;
  if (Loop.Step.empty()) { // for (int i = n; i-- > 0;)
    First = 1;
    const bool Down = !Loop.Then.empty() && counts(*Loop.Then.Stmts.front(), Init.Var, true);
    return Down ? Init.Var : nullptr;
  }
  const bool Steps = Loop.Step.Stmts.size() == 1 && (counts(*Loop.Step.Stmts[0], Init.Var, false) ||
                                                     counts(*Loop.Step.Stmts[0], Init.Var, true));
  return Steps ? Init.Var : nullptr;
}

std::optional<StraightLoop> StraightLoop::of(const Stmt &Loop) {
  size_t First = 0;
  StraightLoop Made;
  Made.Counter = counterOf(Loop, First);
  if (!Made.Counter || runsAFewTimes(Loop))
    return std::nullopt;
  const llvm::ArrayRef<Stmt *> Body = llvm::ArrayRef(Loop.Then.Stmts).drop_front(First);
  for (Stmt *S : Body) {
    const bool Declares = S->is(StmtKind::Declare) && S->Value && S->Var->Ty->isScalar() &&
                          !S->Var->Ty->isPointer() && !S->Var->Static &&
                          storesIn(Loop.Then, S->Var) == 1;
    if (!(Declares || (isStore(*S) && S->Target->Ty->isReal() && !S->OldSize)) ||
        !isArithmetic(S->Value) || (S->Target && !isArithmetic(S->Target)))
      return std::nullopt;
    if (Declares)
      Made.Values[S->Var] = S->Value;
    Made.Statements.push_back(S);
  }
  return Made;
}

StraightLoop::Constants StraightLoop::needsOf(llvm::ArrayRef<const Expr *> Exprs) const {
  Constants Needs;
  const std::function<void(const Expr *)> Need = [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      if (Sub->is(ExprKind::Variable) && declares(Sub->Var) && Needs.insert(Sub->Var))
        Need(valueOf(Sub->Var));
      return true;
    });
  };
  llvm::for_each(Exprs, Need);
  return Needs;
}

std::optional<int64_t> Movement::growth(const Expr *E) const {
  if (E->is(ExprKind::Variable)) {
    if (E->Var == Counter)
      return 1;
    auto Declared = Values.find(E->Var);
    return Declared == Values.end() ? 0 : growth(Declared->second);
  }
  llvm::SmallVector<int64_t, 2> Of;
  for (const Expr *Op : E->Operands) {
    const std::optional<int64_t> By = growth(Op);
    if (!By)
      return std::nullopt;
    Of.push_back(*By);
  }
  if (llvm::all_of(Of, [](int64_t By) { return By == 0; }))
    return 0;
  if (E->is(ExprKind::Cast) && E->Ty->isInteger() && E->operand()->Ty->isInteger() &&
      E->Ty->Bits >= E->operand()->Ty->Bits) // a narrower type would wrap
    return Of[0];
  if (!E->is(ExprKind::Binary))
    return std::nullopt;
  if (E->Text == "+" || E->Text == "-")
    return E->Text == "+" ? Of[0] + Of[1] : Of[0] - Of[1];
  if (E->Text == "*")
    for (unsigned I : {0u, 1u}) {
      const auto [Base, Factor] = asOffset(E->operand(I));
      if (!Base && std::abs(Factor) < (1 << 20) && std::abs(Of[1 - I]) < (1 << 20))
        return Factor * Of[1 - I];
    }
  return std::nullopt;
}

std::optional<int64_t> Movement::stride(const Expr *Place) const {
  constexpr int64_t Row = 1 << 20; // more than the numbers of most rows
  int64_t Sum = 0;
  bool Within = true; // what grows counts single numbers
  for (const Expr *E = Place; !E->Operands.empty(); E = E->operand()) {
    Within &= E->is(ExprKind::Subscript);
    for (const Expr *Index : llvm::drop_begin(E->Operands)) {
      const std::optional<int64_t> By = growth(Index);
      if (!By || std::abs(*By) >= Row)
        return std::nullopt;
      Sum += *By * (Within ? 1 : Row);
    }
    Within = false;
  }
  return Sum;
}

bool ad::core::areNeighbours(const Expr *P, const Expr *Q) {
  constexpr int64_t Near = 64; // more numbers than a vector register has
  if (!P->is(ExprKind::Subscript) || !Q->is(ExprKind::Subscript) ||
      !equal(P->operand(0), Q->operand(0)))
    return false;
  const int64_t Apart = difference(P->operand(1), Q->operand(1)).value_or(0);
  return Apart != 0 && std::abs(Apart) < Near;
}
