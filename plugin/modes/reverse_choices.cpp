//===- modes/reverse_choices.cpp - choices between values that cost calls -===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `y = c ? log1p(exp(x)) : x` becomes a branch: in each of its blocks the value and its adjoint can
// share what a call has given, as they do everywhere else.
//
//   total += w * (c ? e : f);        double choice;
//                                    if (c)
//                                      choice = e;
//                                    else
//                                      choice = f;
//                                    total += w * choice;
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether E calls a function whose result its adjoint, or that of its argument, asks for.
bool Reverse::callsActively(const Expr *E) const {
  bool Found = false;
  walk(E, [&](const Expr *Sub) {
    Found |= Sub->is(ExprKind::Primitive) && cost(Sub) >= 15 && Active->active(Sub);
    return !Found;
  });
  return Found;
}

/// The first choice in E that is surely made, and of which a branch is worth while.
const Expr *Reverse::costlyChoice(const Expr *E) const {
  if (E->is(ExprKind::Conditional))
    return E->Ty->isReal() && (callsActively(E->operand(1)) || callsActively(E->operand(2)))
               ? E
               : costlyChoice(E->operand(0));
  if (E->is(ExprKind::Opaque)) // text may pass by its operands
    return nullptr;
  const bool First = E->is(ExprKind::Binary) && (E->Text == "&&" || E->Text == "||");
  for (const Expr *Op : First ? llvm::ArrayRef(E->Operands).take_front() : E->Operands)
    if (const Expr *Choice = costlyChoice(Op))
      return Choice;
  return nullptr;
}

/// The branch that sets V to one of the values of Choice, which S computes.
Stmt *Reverse::branchFor(const Expr *Choice, Variable *V, const Stmt &S) {
  constexpr unsigned Apart = 1u << 29, Room = 16; // from the numbers of other statements
  auto Number = [&] { return S.Origin ? Apart + Room * ++Branched : 0; };
  Block Arms[2];
  for (unsigned I : {0, 1}) {
    Stmt *Set = B.assign(B.var(V), Choice->operand(I + 1));
    Set->Loc = S.Loc;
    Set->Origin = Number();
    Arms[I].add(Set);
  }
  Stmt *If = B.ifThen(Choice->operand(0), std::move(Arms[0]), std::move(Arms[1]));
  If->Loc = S.Loc;
  If->Origin = Number();
  return If;
}

/// Returns whether there was one.
bool Reverse::branchChoices(Block &Bl) {
  bool Any = false;
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    Stmt *S = Bl.Stmts[I];
    const bool Computes = S->is(StmtKind::Declare) || isStore(*S) || S->is(StmtKind::Return);
    const Expr *Choice = Computes && S->Value && !S->OldSize ? costlyChoice(S->Value) : nullptr;
    if (!Choice) {
      for (Block *Part : {&S->Then, &S->Else})
        Any |= branchChoices(*Part);
      for (SwitchCase &Case : S->Cases)
        Any |= branchChoices(Case.Body);
      continue;
    }
    Any = true;
    const bool Declares = S->is(StmtKind::Declare) && S->Value == Choice;
    Variable *V = Declares ? S->Var : local("choice", Choice->Ty);
    V->Const = false;
    V->Loc = S->Loc;
    Stmt *Declared = B.declare(V);
    Declared->Loc = S->Loc;
    Stmt *If = branchFor(Choice, V, *S);
    Bl.Stmts.insert(Bl.Stmts.begin() + I, {Declared, If});
    if (Declares) {
      Bl.Stmts.erase(Bl.Stmts.begin() + I + 2);
    } else {
      const Expr *Value = B.var(V);
      S->Value = rewrite(M, S->Value, [&](const Expr *E) { return E == Choice ? Value : nullptr; });
    }
  }
  return Any;
}
