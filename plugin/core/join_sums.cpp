//===- core/join_sums.cpp - sums that stand in one place ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/join_sums.h"
#include "plugin/core/builder.h"
#include "plugin/core/liveness.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

/// Sums of one function that local variables hold.
class Joiner {
public:
  Joiner(Module &M, Function &F) : M(M), Known(F) {}
  void visit(Block &Body) const;

private:
  bool isSum(const Stmt &S) const;
  bool mayMoveAhead(const Stmt &Addition, const Stmt &Over, const Variable *V) const;
  bool joinNext(Block &Body, size_t At) const;

  Module &M;
  Uses Known;
};

} // namespace

/// Whether E may well be -0, which is another number than 0 + E: not sums and differences, unless
/// of zeros with signs, squares and literals.
static bool mayBeMinusZero(const Expr *E) {
  if (E->is(ExprKind::Literal))
    return false;
  if (!E->is(ExprKind::Binary))
    return true;
  const bool Square = E->Text == "*" && equal(E->operand(0), E->operand(1));
  return !Square && E->Text != "+" && E->Text != "-";
}

/// Whether E is `0 + x` or `0 - x`.
static bool fromZero(const Expr *E) {
  return E->is(ExprKind::Binary) && (E->Text == "+" || E->Text == "-") &&
         Builder::isZero(E->operand(0));
}

/// The sum E, which begins with 0, without it. Null if that may be -0 where E is 0: if nothing is
/// added that is none itself. (`0 - x - y` is 0 where both are.) Of Derivatives nobody asks.
static const Expr *withoutZero(Builder &B, const Expr *E, bool Derivative) {
  if (fromZero(E)) {
    if (E->Text == "-")
      return Derivative ? B.unary("-", E->operand(1), E->Ty) : nullptr;
    return Derivative || !mayBeMinusZero(E->operand(1)) ? E->operand(1) : nullptr;
  }
  if (!E->is(ExprKind::Binary) || (E->Text != "+" && E->Text != "-"))
    return nullptr;
  const bool Settles = E->Text == "+" && !mayBeMinusZero(E->operand(1));
  const Expr *Before = withoutZero(B, E->operand(0), Derivative || Settles);
  return Before ? B.binary(E->Text, Before, E->operand(1), E->Ty) : nullptr;
}

/// Whether S declares a number that only the statements after it know.
bool Joiner::isSum(const Stmt &S) const {
  return S.is(StmtKind::Declare) && S.Value && S.Var->Ty->isReal() && !S.Var->Static &&
         !S.Var->Const && isTracked(S.Var, Known) &&
         (S.Value->Ty == S.Var->Ty || Builder::isZero(S.Value));
}

/// Whether Addition, to V, may be made ahead of Over.
bool Joiner::mayMoveAhead(const Stmt &Addition, const Stmt &Over, const Variable *V) const {
  const bool Declares = Over.is(StmtKind::Declare) && Over.Value;
  const bool Adds = Over.is(StmtKind::Accumulate) && Over.Target->is(ExprKind::Variable) &&
                    isTracked(Over.Target->Var, Known);
  const Variable *Set = Declares ? Over.Var : Adds ? Over.Target->Var : nullptr;
  return Set && isArithmetic(Over.Value) && !mentions(Over, V) && !mentions(Addition.Value, Set);
}

/// Joins what is added to the variable that the statement at At declares with its value, where that
/// is the next thing that is done with it.
bool Joiner::joinNext(Block &Body, size_t At) const {
  Stmt &Sum = *Body.Stmts[At];
  for (size_t I = At + 1; I < Body.Stmts.size(); ++I) {
    const Stmt &S = *Body.Stmts[I];
    const bool Adds = S.is(StmtKind::Accumulate) && isVariable(S.Target, Sum.Var);
    if (!Adds && mentions(S, Sum.Var))
      return false;
    if (!Adds)
      continue;
    const bool Plain = S.Value->Ty == Sum.Var->Ty && !mentions(S.Value, Sum.Var);
    for (size_t Over = At + 1; Over < I; ++Over)
      if (!mayMoveAhead(S, *Body.Stmts[Over], Sum.Var))
        return false;
    if (!Plain)
      return false;
    Builder B(M);
    const bool Minus = S.Value->is(ExprKind::Unary) && S.Value->Text == "-";
    if (Builder::isZero(Sum.Value) && !mayBeMinusZero(S.Value))
      Sum.Value = S.Value;
    else
      Sum.Value =
          B.binary(Minus ? "-" : "+", Sum.Value, Minus ? S.Value->operand() : S.Value, Sum.Var->Ty);
    Body.Stmts.erase(Body.Stmts.begin() + I);
    return true;
  }
  return false;
}

void Joiner::visit(Block &Body) const {
  for (size_t At = 0; At < Body.Stmts.size(); ++At) {
    Stmt &Sum = *Body.Stmts[At];
    if (!isSum(Sum))
      continue;
    const Block Before = Body;
    const Expr *Value = Sum.Value;
    while (joinNext(Body, At))
      ;
    if (!fromZero(Value) && fromZero(Sum.Value)) { // a single term: it stays as it was
      Body = Before;
      Sum.Value = Value;
    } else if (Sum.Value != Value) {
      Builder B(M);
      if (const Expr *Terms = withoutZero(B, Sum.Value, Sum.Var->Derivative))
        Sum.Value = Terms;
    }
  }
}

void ad::core::joinSums(Module &M, Function &F) {
  const Joiner J(M, F);
  walk(F.Body, [&](Stmt *S) {
    if (!S->is(StmtKind::Loop))
      return;
    bool Inner = true;
    walk(S->Then, [&](Stmt *Sub) { Inner &= !Sub->is(StmtKind::Loop); });
    if (Inner)
      J.visit(S->Then);
  });
}
