//===- modes/reverse_jumps.cpp - reverse mode: ways out of blocks ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Jumps that only skip the rest of their block are turned into if/else: `if (c) return a; rest`
// becomes `if (c) a else { rest }`. What remains (break, returns from inside loops) is numbered;
// the forward sweep notes which one it took, in a flag, and the reverse sweep enters there. A
// `break` ahead of all that an iteration does needs no flag: that iteration is not counted.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

bool Reverse::alwaysJumps(const Block &B, StmtKind Jump) {
  if (B.empty())
    return false;
  const Stmt *Last = B.Stmts.back();
  if (Last->is(Jump))
    return true;
  if (Last->is(StmtKind::Block))
    return alwaysJumps(Last->Then, Jump);
  return Last->is(StmtKind::If) && alwaysJumps(Last->Then, Jump) && alwaysJumps(Last->Else, Jump);
}

/// Turns `if (c) { A; jump } rest` at the tail of the region that Jump leaves into
/// `if (c) { A } else { rest }`. Returns whether anything changed.
bool Reverse::straighten(Block &B, StmtKind Jump) {
  bool Changed = false;
  for (size_t I = 0; I < B.Stmts.size(); ++I) {
    Stmt *S = B.Stmts[I];
    bool Last = I + 1 == B.Stmts.size();
    if (S->is(StmtKind::If) && !Last) {
      bool ThenJumps = alwaysJumps(S->Then, Jump), ElseJumps = alwaysJumps(S->Else, Jump);
      if (ThenJumps == ElseJumps)
        continue;
      Block &Rest = ThenJumps ? S->Else : S->Then;
      Rest.Stmts.insert(Rest.Stmts.end(), B.Stmts.begin() + I + 1, B.Stmts.end());
      B.Stmts.resize(I + 1);
      Changed = Last = true;
    }
    if (!Last)
      continue;
    if (S->is(StmtKind::If)) {
      Changed |= straighten(S->Then, Jump);
      Changed |= straighten(S->Else, Jump);
    } else if (S->is(StmtKind::Block)) {
      Changed |= straighten(S->Then, Jump);
    } else if (S->is(StmtKind::Switch) && Jump != StmtKind::Break) {
      for (SwitchCase &Case : S->Cases)
        Changed |= straighten(Case.Body, Jump);
    } else if (S->is(Jump) && Jump != StmtKind::Return) {
      B.Stmts.pop_back(); // the region ends here anyway
      return true;
    }
  }
  return Changed;
}

void Reverse::straightenLoops(Block &B) {
  for (Stmt *S : B.Stmts) {
    straightenLoops(S->Then);
    straightenLoops(S->Else);
    for (SwitchCase &Case : S->Cases) {
      straightenLoops(Case.Body);
      straighten(Case.Body, StmtKind::Break);
    }
    if (S->is(StmtKind::Loop))
      straighten(S->Then, StmtKind::Continue);
  }
}

/// The `break` of a loop whose body begins with `if (...) break;`.
static const Stmt *leavingFirst(const Stmt &Loop) {
  const Stmt *If =
      Loop.Form == LoopForm::DoWhile || Loop.Then.empty() ? nullptr : Loop.Then.Stmts[0];
  const bool Leaves = If && If->is(StmtKind::If) && If->Init.empty() && If->Setup.empty() &&
                      If->Else.empty() && If->Then.Stmts.size() == 1 &&
                      If->Then.Stmts[0]->is(StmtKind::Break);
  return Leaves ? If->Then.Stmts[0] : nullptr;
}

/// Whether the iteration that this jump ends is not counted.
bool Reverse::leavesUncounted(int Jump) const {
  const Stmt *Loop = Jumps[Jump].First;
  const auto Found = Loop ? Plans.find(Loop) : Plans.end();
  return Loop && (Found == Plans.end() || !Found->second.Again) && !RunsAgain.contains(Loop);
}

/// Numbers the jumps that straighten() left. Tail: the end of B is the end of the function.
void Reverse::flagJumps(Block &B, JumpFrame Frame, bool Tail) {
  for (size_t I = 0; I < B.Stmts.size(); ++I) {
    Stmt *S = B.Stmts[I];
    bool Last = I + 1 == B.Stmts.size();
    auto Flag = [&](Variable *&Var, llvm::StringRef Name) {
      if (!Var) {
        Var = local(Name, M.boolType());
        Hoisted.insert(Var);
      }
      int Id = 1;
      for (const Jump &J : Jumps)
        Id += J.Flag == Var;
      if (Id == 2)
        Var->Ty = M.intType();
      Jumps.push_back({Var, Id, S, nullptr});
    };
    switch (S->Kind) {
    case StmtKind::Break:
      Flag(Plans[Frame.BreakTo].Left, "stopped");
      break;
    case StmtKind::Continue:
      Flag(Plans[Frame.ContinueTo].Skipped, "skipped");
      break;
    case StmtKind::Return:
      if (!(Tail && Last)) {
        Flag(Returned, "returned");
        NeedsGoto = true;
      }
      break;
    case StmtKind::If:
      flagJumps(S->Then, Frame, Tail && Last);
      flagJumps(S->Else, Frame, Tail && Last);
      break;
    case StmtKind::Block:
      flagJumps(S->Then, Frame, Tail && Last);
      break;
    case StmtKind::Loop:
      flagJumps(S->Setup, {S, S}, false); // a function in the condition that was written out
      flagJumps(S->Then, {S, S}, false);
      if (const Stmt *Leave = leavingFirst(*S))
        for (Jump &J : Jumps)
          J.First = J.S == Leave ? S : J.First;
      break;
    case StmtKind::Switch:
      for (SwitchCase &Case : S->Cases)
        flagJumps(Case.Body, {S, Frame.ContinueTo}, Tail && Last);
      break;
    default:
      break;
    }
  }
}

/// The jumps below S that leave S: what follows S in its block did not run if one was taken.
std::vector<int> Reverse::jumpsIn(const Stmt *S) const {
  std::vector<int> Out;
  std::function<void(const Stmt *, bool, bool)> Visit = [&](const Stmt *T, bool Breaks,
                                                            bool Continues) {
    if ((T->is(StmtKind::Break) && Breaks) || (T->is(StmtKind::Continue) && Continues) ||
        T->is(StmtKind::Return))
      for (size_t I = 0; I < Jumps.size(); ++I)
        if (Jumps[I].S == T)
          Out.push_back(I);
    bool InLoop = T->is(StmtKind::Loop), InSwitch = T->is(StmtKind::Switch);
    auto Blocks = [&](const Block &B) {
      for (const Stmt *Sub : B.Stmts)
        Visit(Sub, Breaks && !InLoop && !InSwitch, Continues && !InLoop);
    };
    Blocks(T->Then);
    Blocks(T->Else);
    for (const SwitchCase &Case : T->Cases)
      Blocks(Case.Body);
  };
  Visit(S, true, true);
  return Out;
}

/// The condition that none of these jumps was taken; null if there are none.
const Expr *Reverse::notJumped(llvm::ArrayRef<int> Ids) {
  const Expr *All = nullptr;
  llvm::SmallVector<const Variable *, 2> Done;
  for (int Id : Ids) {
    const Jump &J = Jumps[Id];
    if (llvm::is_contained(Done, J.Flag))
      continue;
    Done.push_back(J.Flag);
    const Expr *Test = nullptr;
    if (J.Flag->Ty->IsBool) {
      Test = B.unary("!", B.var(J.Flag), M.boolType());
    } else {
      size_t Mine = 0, Total = 0;
      for (size_t K = 0; K < Jumps.size(); ++K)
        if (Jumps[K].Flag == J.Flag) {
          ++Total;
          Mine += llvm::is_contained(Ids, int(K));
        }
      if (Mine == Total) {
        Test = B.binary("==", B.var(J.Flag), B.integer(0), M.boolType());
      } else {
        for (int Other : Ids)
          if (Jumps[Other].Flag == J.Flag) {
            const Expr *Ne =
                B.binary("!=", B.var(J.Flag), B.integer(Jumps[Other].Id), M.boolType());
            Test = Test ? B.binary("&&", Test, Ne, M.boolType()) : Ne;
          }
      }
    }
    All = All ? B.binary("&&", All, Test, M.boolType()) : Test;
  }
  return All;
}

void Reverse::setFlag(const Stmt *S, Block &Fwd) {
  for (const Jump &J : Jumps)
    if (J.S == S && Required.contains(J.Flag))
      Fwd.add(B.assign(B.var(J.Flag),
                       J.Flag->Ty->IsBool ? B.literal("true", J.Flag->Ty) : B.integer(J.Id)));
}
