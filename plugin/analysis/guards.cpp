//===- analysis/guards.cpp - numbers that branches ask for ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/guards.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad::core;
using namespace ad::analysis;

/// E + 1.
const Expr *Guards::next(const Expr *E) {
  Expr &One = Exprs.emplace_back(), &Sum = Exprs.emplace_back();
  One.Kind = ExprKind::Literal;
  One.Text = "1";
  Sum.Kind = ExprKind::Binary;
  Sum.Text = "+";
  Sum.Operands = {E, &One};
  One.Ty = Sum.Ty = E->Ty;
  return &Sum;
}

/// What Condition says of V where it Holds, or where it does not.
void Guards::see(const Expr *Condition, bool Holds, const Variable *V, Ends &Out) {
  if (Condition->is(ExprKind::Unary) && Condition->Text == "!")
    return see(Condition->operand(), !Holds, V, Out);
  if (!Condition->is(ExprKind::Binary))
    return;
  llvm::StringRef Op = Condition->Text;
  const Expr *L = Condition->operand(0), *R = Condition->operand(1);
  if (Op == (Holds ? "&&" : "||")) {
    see(L, Holds, V, Out);
    return see(R, Holds, V, Out);
  }
  if (isVariable(R, V)) {
    std::swap(L, R);
    Op = Op == "<" ? ">" : Op == ">" ? "<" : Op == "<=" ? ">=" : Op == ">=" ? "<=" : Op;
  }
  if (!isVariable(L, V) || R->Ty != V->Ty || mentions(R, V))
    return;
  if (Op == (Holds ? "<" : ">="))
    Out.End = R;
  else if (Op == (Holds ? "<=" : ">"))
    Out.End = next(R);
  else if (Op == (Holds ? ">=" : "<"))
    Out.Least = R;
  else if (Op == (Holds ? ">" : "<="))
    Out.Least = next(R);
}

/// The loop in whose body V is what Of says.
Stmt *Guards::loop(const Variable *V, const Ends &Of, const Type *Bool) {
  Expr &Counter = Exprs.emplace_back(), &Test = Exprs.emplace_back(), &One = Exprs.emplace_back();
  Counter.Kind = ExprKind::Variable;
  Counter.Var = const_cast<Variable *>(V);
  Counter.Ty = One.Ty = V->Ty;
  One.Kind = ExprKind::Literal;
  One.Text = "1";
  Test.Kind = ExprKind::Binary;
  Test.Text = "<";
  Test.Ty = Bool;
  Test.Operands = {&Counter, Of.End};
  Stmt &First = Stmts.emplace_back(), &Step = Stmts.emplace_back(), &Made = Stmts.emplace_back();
  First.Kind = StmtKind::Declare;
  First.Var = Counter.Var;
  First.Value = Of.Least;
  Step.Kind = StmtKind::Accumulate;
  Step.Target = &Counter;
  Step.Value = &One;
  Made.Kind = StmtKind::Loop;
  Made.Form = LoopForm::For;
  Made.Init.add(&First);
  Made.Value = &Test;
  Made.Step.add(&Step);
  return &Made;
}

llvm::SmallVector<const Stmt *, 2> Guards::of(llvm::ArrayRef<const Variable *> Numbers,
                                              const Site &Here) {
  llvm::SmallVector<const Stmt *, 2> Out;
  for (const Variable *V : Numbers) {
    if (V->Ty->IsUnsigned || V->Ty->Bits < 32)
      continue;
    Ends Known;
    for (const Branch &Each : Here.Branches)
      see(Each.If->Value, Each.Taken, V, Known);
    if (!Known.Least && !Known.End)
      continue;
    for (const Stmt *Loop : Here.Loops) {
      const auto L = countedLoop(*Loop);
      if (!L || L->Counter != V || L->Step != 1 || L->Ahead || (L->Op != "<" && L->Op != "<="))
        continue;
      Known.Least = Known.Least ? Known.Least : L->First;
      if (!Known.End && L->Bound->Ty == V->Ty)
        Known.End = L->Op == "<" ? L->Bound : next(L->Bound);
    }
    if (Known.Least && Known.End)
      Out.push_back(loop(V, Known, Here.Branches.front().If->Value->Ty));
  }
  return Out;
}
