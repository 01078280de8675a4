//===- core/liveness.cpp - stores that nobody reads -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Backward analysis of faint variables (a variable that is used only to compute itself is not
// live), over structured control flow:
//
//   1. A set of live variables is carried from the end of the body to its start.
//   2. Loops and labels are iterated until their sets no longer grow.
//   3. Then one more pass, in which every set is final, drops the stores to variables that are not
//      live.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/liveness.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"

using namespace ad::core;

namespace {

class Liveness {
public:
  Liveness(Function &F) : F(F), Known(F) {}
  bool run();
  LiveAtEnds ends();
  LiveBehindLoops behindLoops();

private:
  using Set = llvm::DenseSet<const Variable *>;

  bool removes() const { return !Ends && !Behind; }
  bool isTracked(const Variable *V) const { return ad::core::isTracked(V, Known); }
  void read(const Expr *E, Set &Live) const;
  void block(Block &B, Set &Live);
  bool statement(Stmt &S, Set &Live);
  void loop(Stmt &S, Set &Live);
  void settle();

  Function &F;
  Uses Known;
  llvm::StringMap<Set> AtLabel;
  Set AtBreak, AtContinue;
  LiveAtEnds *Ends = nullptr;        ///< to be filled in instead of removing anything
  LiveBehindLoops *Behind = nullptr; ///< likewise; a read for nothing is one, too
  bool Final = false, Grown = false, Changed = false;
};

} // namespace

bool ad::core::isTracked(const Variable *V, const Uses &Known) {
  bool Plain = V->Ty->isScalar() || V->Ty->isArray() ||
               (V->Ty->isRecord() && V->Ty->TrivialCopy && V->Ty->TrivialDestroy);
  return Plain && Known.isPrivate(V);
}

static bool unite(llvm::DenseSet<const Variable *> &Into,
                  const llvm::DenseSet<const Variable *> &From) {
  bool Grown = false;
  for (const Variable *V : From)
    Grown |= Into.insert(V).second;
  return Grown;
}

void Liveness::read(const Expr *E, Set &Live) const {
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::Variable) && isTracked(Sub->Var))
      Live.insert(Sub->Var);
    return true;
  });
}

/// Makes Live, the set after S, the set before it. False if S is a dead store.
bool Liveness::statement(Stmt &S, Set &Live) {
  // What the statement stores in, if that is tracked; and whether it stores in all of it.
  const Variable *Stored = S.Target ? rootVariable(S.Target) : nullptr;
  if (Stored && !isTracked(Stored))
    Stored = nullptr;
  bool Whole = Stored && S.Target->is(ExprKind::Variable);
  switch (S.Kind) {
  case StmtKind::Declare:
    if (!Live.erase(S.Var) && !Behind && isTracked(S.Var) && S.Var->Ty->isScalar() &&
        !S.Var->Const && S.Value && !S.Value->is(ExprKind::Literal) && removable(S.Value)) {
      if (Final && removes()) { // a value that nobody reads: what it mentions may be gone
        S.Value = nullptr;
        Changed = true;
      }
      return true;
    }
    return read(S.Value, Live), true;
  case StmtKind::Assign:
  case StmtKind::Accumulate:
    if (Stored && !Live.contains(Stored) && !Behind && removable(S.Target) && removable(S.Value))
      return false;
    if (!Whole)
      read(S.Target, Live);
    else if (S.is(StmtKind::Assign))
      Live.erase(Stored);
    return read(S.Value, Live), true;
  case StmtKind::Restore:
    if (Final && removes() && !S.Declares && Whole && !Live.contains(Stored)) {
      S.Var = S.Target->Var; // popped for nothing, yet popped
      S.Target = nullptr;
      Changed = true;
    }
    if (S.Declares || Whole)
      Live.erase(S.Declares ? S.Var : Stored);
    else if (S.Target)
      read(S.Target, Live);
    return true;
  case StmtKind::Call:
  case StmtKind::RecordArray:
    Live.erase(S.Var);
    forEachExpr(S, [&](const Expr *E) { read(E, Live); });
    return true;
  case StmtKind::ReleaseArray:
    Live.insert(S.Var);
    return true;
  case StmtKind::Record:
    return read(S.Value, Live), true;
  case StmtKind::Opaque:
    if (S.NoReturn)
      Live.clear();
    forEachExpr(S, [&](const Expr *E) { read(E, Live); });
    for (const Expr *Place : S.Writes)
      read(Place, Live);
    return true;
  case StmtKind::If: {
    Set Else = Live;
    block(S.Then, Live);
    block(S.Else, Else);
    unite(Live, Else);
    return read(S.Value, Live), true;
  }
  case StmtKind::Switch: {
    Set After = Live, OuterBreak = std::exchange(AtBreak, Live);
    for (SwitchCase &Case : S.Cases) {
      Set OfCase = After;
      block(Case.Body, OfCase);
      unite(Live, OfCase);
    }
    AtBreak = std::move(OuterBreak);
    return read(S.Value, Live), true;
  }
  case StmtKind::Loop:
    return loop(S, Live), true;
  case StmtKind::Block:
    return block(S.Then, Live), true;
  case StmtKind::Break:
    return Live = AtBreak, true;
  case StmtKind::Continue:
    return Live = AtContinue, true;
  case StmtKind::Return:
    Live.clear();
    return read(S.Value, Live), true;
  case StmtKind::Goto:
    return Live = AtLabel[S.Text], true;
  case StmtKind::Label:
    Grown |= unite(AtLabel[S.Text], Live);
    return true;
  case StmtKind::Comment:
    return true;
  }
  return true;
}

void Liveness::loop(Stmt &S, Set &Live) {
  if (Final && Behind)
    (*Behind)[&S] = Live;
  Set OuterBreak = std::exchange(AtBreak, Live);
  Set OuterContinue = std::move(AtContinue);
  Set After = S.Value ? Live : Set(); // what is live where the test fails
  Set AtTest, AtBody;                 // before Setup and test; before the body
  auto Test = [&](const Set &Body) {
    Set Before = After;
    unite(Before, Body);
    read(S.Value, Before);
    block(S.Setup, Before);
    return Before;
  };
  auto Around = [&] {
    bool Grows = false;
    if (S.Form == LoopForm::DoWhile) {
      Set End = Test(AtBody);
      block(S.Step, End);
      AtContinue = End;
      block(S.body(), End);
      Grows |= unite(AtBody, End);
      AtTest = AtBody;
    } else {
      Set End = AtTest;
      block(S.Step, End);
      AtContinue = End;
      block(S.body(), End);
      Grows |= unite(AtTest, Test(End));
    }
    return Grows;
  };
  bool Outer = std::exchange(Final, false);
  while (Around())
    ;
  Final = Outer;
  if (Final)
    Around();
  Live = AtTest;
  AtBreak = std::move(OuterBreak);
  AtContinue = std::move(OuterContinue);
  block(S.Init, Live);
}

void Liveness::block(Block &B, Set &Live) {
  if (Final && Ends)
    (*Ends)[&B] = Live;
  for (size_t I = B.Stmts.size(); I-- > 0;) {
    if (statement(*B.Stmts[I], Live) || !Final || !removes())
      continue;
    B.Stmts.erase(B.Stmts.begin() + I);
    Changed = true;
  }
}

/// Iterates until all sets are final, and then once more.
void Liveness::settle() {
  auto Once = [&] {
    Set Live;
    Grown = false;
    block(F.Body, Live);
  };
  do
    Once();
  while (Grown);
  Final = true;
  Once();
}

bool Liveness::run() {
  settle();
  return Changed;
}

LiveAtEnds Liveness::ends() {
  LiveAtEnds Result;
  Ends = &Result;
  settle();
  return Result;
}

LiveBehindLoops Liveness::behindLoops() {
  LiveBehindLoops Result;
  Behind = &Result;
  settle();
  return Result;
}

bool ad::core::removeDeadStores(Function &F) { return Liveness(F).run(); }

LiveAtEnds ad::core::liveAtEnds(Function &F) { return Liveness(F).ends(); }

LiveBehindLoops ad::core::liveBehindLoops(Function &F) { return Liveness(F).behindLoops(); }
