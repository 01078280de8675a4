//===- modes/reverse_conditions.cpp - loops whose conditions do something -===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `while (norm(r) > tol)`, `while (n-- > 0)`, `do ... while (advance(u, t));`: what a condition
// does ahead of its test becomes a part of the iterations, which a `break` ends.
//
// 1. In mode checkpointed always: iterations are what is run again.
// 2. Where it has an adjoint, in all modes, halves of companions included: sums are to be formed in
//    the same order in each of them.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether a statement in Bl may have an adjoint.
bool Reverse::hasAdjoint(const Block &Bl, const analysis::Activity &Active) {
  bool Has = false;
  walk(Bl, [&](Stmt *S) {
    Has |= (S->Var && Active.active(S->Var)) || (S->Target && Active.active(S->Target)) ||
           (S->is(StmtKind::Call) && Active.leaves(S)) ||
           llvm::any_of(S->Writes, [&](const Expr *W) { return W && Active.active(W); });
  });
  return Has;
}

void Reverse::moveConditions() {
  const bool Bounded = (Checkpoints || C.checkpointsAll()) && !Detached;
  std::optional<analysis::Activity> Active;
  auto Moves = [&](const Stmt &Loop) {
    if (!Loop.is(StmtKind::Loop) || Loop.Setup.empty())
      return false;
    if (Bounded)
      return true;
    if (!Active)
      Active.emplace(Out, Body);
    return hasAdjoint(Loop.Setup, *Active);
  };
  walk(Body, [&](Stmt *S) {
    if (!Moves(*S))
      return;
    Block Test = std::move(S->Setup), Then = std::move(S->Then);
    S->Setup = S->Then = Block();
    if (S->Value) {
      Block Leave;
      Leave.add(M.stmt(StmtKind::Break, S->Loc));
      Test.add(B.ifThen(B.unary("!", S->Value, M.boolType()), std::move(Leave)));
    }
    S->Value = nullptr;
    const bool Last = S->Form == LoopForm::DoWhile;
    if (Last && continues(Then)) { // to the test, which is now the first of the next iteration
      Variable *Begun = Out.variable("begun", M.boolType());
      S->Init.add(B.declare(Begun, B.literal("false", M.boolType())));
      S->Then.add(B.ifThen(B.var(Begun), std::move(Test)));
      S->Then.add(B.assign(B.var(Begun), B.literal("true", M.boolType())));
      S->Then.append(Then);
      S->Form = LoopForm::For;
      return;
    }
    S->Then.append(Last ? Then : Test);
    S->Then.append(Last ? Test : Then);
    if (Last)
      S->Form = LoopForm::While;
  });
}
