//===- core/loop_counters.cpp - counters that are their loop's own --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/loop_counters.h"
#include "plugin/core/builder.h"
#include "plugin/core/liveness.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace ad::core;

namespace {

class Counters {
public:
  Counters(Module &M, Function &F) : M(M), F(F), Known(F), Behind(liveBehindLoops(F)) {}
  void run();

private:
  void loop(Block &B, size_t At);
  bool mayOwn(const Stmt &Loop, const Variable *V) const;
  const Stmt *stepOf(const Stmt &Loop) const;
  void stepAtEnd(Stmt &Loop) const;
  Stmt *setBefore(Block &B, size_t At, const Variable *V) const;
  void own(Stmt &Loop, size_t InInit);

  Module &M;
  Function &F;
  const Uses Known;
  const LiveBehindLoops Behind;
};

} // namespace

/// Whether a `continue` in B would go on with the loop that B is the body of.
static bool continues(const Block &B) {
  return llvm::any_of(B.Stmts, [](Stmt *S) {
    bool Inside = S->is(StmtKind::Continue);
    if (!S->is(StmtKind::Loop))
      forEachBlock(*S, [&](Block &Part) { Inside |= continues(Part); });
    return Inside;
  });
}

/// Whether S may go on elsewhere than behind itself, in the same function.
static bool leaves(Stmt &S, bool InLoop = false, bool InSwitch = false) {
  bool Found = S.is(StmtKind::Goto) || (S.is(StmtKind::Continue) && !InLoop) ||
               (S.is(StmtKind::Break) && !InLoop && !InSwitch);
  InLoop |= S.is(StmtKind::Loop);
  InSwitch |= S.is(StmtKind::Switch);
  forEachBlock(S, [&](Block &Part) {
    for (Stmt *Inner : Part.Stmts)
      Found |= leaves(*Inner, InLoop, InSwitch);
  });
  return Found;
}

static unsigned assignments(const Block &B, const Variable *V) {
  unsigned Number = 0;
  walk(B, [&](Stmt *S) {
    Number += (S->Target && rootVariable(S->Target) == V) || S->Var == V ||
              llvm::any_of(S->Writes, [&](const Expr *W) { return rootVariable(W) == V; });
  });
  return Number;
}

/// Whether Loop, all that is done with V in it and its value behind it, may be given a V of its
/// own.
bool Counters::mayOwn(const Stmt &Loop, const Variable *V) const {
  return V->Ty->isInteger() && isTracked(V, Known) && !jumps(Loop) &&
         !Behind.lookup(&Loop).contains(V);
}

/// `++i` at the end of a while loop's body that does nothing else to `i`, which the test reads.
const Stmt *Counters::stepOf(const Stmt &Loop) const {
  if (Loop.Form != LoopForm::While || !Loop.Step.empty() || !Loop.Init.empty() || !Loop.Value ||
      Loop.body().empty() || continues(Loop.body()))
    return nullptr;
  const Stmt *Last = Loop.body().Stmts.back();
  const bool Steps = Last->is(StmtKind::Accumulate) && Last->Target->is(ExprKind::Variable) &&
                     Last->Value->is(ExprKind::Literal);
  if (!Steps || !mentions(Loop.Value, Last->Target->Var) ||
      assignments(Loop.body(), Last->Target->Var) != 1)
    return nullptr;
  return Last;
}

void Counters::stepAtEnd(Stmt &Loop) const {
  Loop.Form = LoopForm::For;
  Loop.Step.add(Loop.Then.Stmts.back());
  Loop.Then.Stmts.pop_back();
}

/// What gives V its value ahead of the loop, if it may as well be done at its beginning.
Stmt *Counters::setBefore(Block &B, size_t At, const Variable *V) const {
  bool Leaves = false; // where it leads, V is what it was set to
  for (size_t I = At; I-- > 0;) {
    Stmt *S = B.Stmts[I];
    const bool Declares = S->is(StmtKind::Declare) && S->Var == V && S->Value;
    const bool Sets = S->is(StmtKind::Assign) && isVariable(S->Target, V) && !Leaves;
    if ((Declares || Sets) && !mentions(S->Value, V))
      return I + 1 == At || S->Value->is(ExprKind::Literal) ? S : nullptr;
    if (S->is(StmtKind::Label) || mentions(*S, V))
      return nullptr;
    Leaves |= leaves(*S);
  }
  return nullptr;
}

/// Assignment InInit of the head declares the counter.
void Counters::own(Stmt &Loop, size_t InInit) {
  Variable *Old = Loop.Init.Stmts[InInit]->Target->Var;
  Variable *New = F.variable(Old->Wanted.empty() ? Old->Name : Old->Wanted, Old->Ty);
  New->Loc = Old->Loc;
  New->Constant = Old->Constant;
  auto Renamed = [&](Stmt &S) {
    if (S.Var == Old)
      S.Var = New;
    rewrite(M, S, [&](const Expr *E) -> const Expr * {
      return isVariable(E, Old) ? Builder(M).var(New) : nullptr;
    });
  };
  Renamed(Loop);
  forEachBlock(Loop, [&](Block &Part) { walk(Part, [&](Stmt *S) { Renamed(*S); }); });
  Stmt &Init = *Loop.Init.Stmts[InInit];
  Init.Kind = StmtKind::Declare;
  Init.Var = New;
  Init.Target = nullptr;
}

void Counters::loop(Block &B, size_t At) {
  Stmt &Loop = *B.Stmts[At];
  if (Loop.Form == LoopForm::DoWhile)
    return;
  if (const Stmt *Step = stepOf(Loop)) {
    const Variable *V = Step->Target->Var;
    if (mayOwn(Loop, V) && setBefore(B, At, V))
      stepAtEnd(Loop);
  }
  // `int i = 0; for (; i < n; ++i)`
  if (Loop.Form == LoopForm::For && Loop.Init.empty() && Loop.Step.Stmts.size() == 1 &&
      isStore(*Loop.Step.Stmts[0]) && Loop.Step.Stmts[0]->Target->is(ExprKind::Variable)) {
    Variable *V = Loop.Step.Stmts[0]->Target->Var;
    Stmt *Set = mayOwn(Loop, V) ? setBefore(B, At, V) : nullptr;
    if (!Set)
      return;
    Stmt *First = M.stmt(StmtKind::Assign, Set->Loc);
    First->Target = Builder(M).var(V);
    First->Value = Set->Value;
    Loop.Init.add(First);
    if (Set->is(StmtKind::Declare))
      Set->Value = nullptr;
    else
      llvm::erase(B.Stmts, Set);
  }
  const std::vector<Stmt *> &Init = Loop.Init.Stmts;
  auto Ready = [&](const Stmt *S) {
    return S->is(StmtKind::Assign) && S->Target->is(ExprKind::Variable) &&
           mayOwn(Loop, S->Target->Var) && S->Target->Var->Ty == Init[0]->Target->Var->Ty;
  };
  auto Again = [&](size_t I) { // `for (i = 2, i = 0; ...)`
    return llvm::any_of(llvm::ArrayRef(Init).take_front(I),
                        [&](const Stmt *S) { return S->Target->Var == Init[I]->Target->Var; });
  };
  // What is set from `i` as it was before: `for (j = i, i = 0; ...)`.
  auto Early = [&](size_t I) {
    return llvm::any_of(llvm::ArrayRef(Init).drop_front(I),
                        [&](const Stmt *S) { return mentions(Init[I]->Value, S->Target->Var); });
  };
  const auto Each = llvm::seq<size_t>(0, Init.size());
  if (llvm::all_of(Init, Ready) && llvm::none_of(Each, Early) && llvm::none_of(Each, Again))
    for (size_t I = 0; I < Init.size(); ++I)
      own(Loop, I);
}

void Counters::run() {
  changeBlocks(F.Body, [&](Block &B) {
    for (size_t I = B.Stmts.size(); I-- > 0;) // what sets a counter ahead of a loop may go
      if (B.Stmts[I]->is(StmtKind::Loop))
        loop(B, I);
    return false;
  });
  // Declarations that nothing mentions any more.
  const Uses Now(F);
  auto Idle = [&](const Stmt *S) {
    return S->is(StmtKind::Declare) && S->Var->Ty->isInteger() && !S->Value &&
           Known.of(S->Var).written() && !Now.of(S->Var).written() && !Now.of(S->Var).Reads &&
           isTracked(S->Var, Known);
  };
  changeBlocks(F.Body, [&](Block &B) {
    llvm::erase_if(B.Stmts, Idle);
    return false;
  });
}

void ad::core::declareCounters(Module &M, Function &F) { Counters(M, F).run(); }
