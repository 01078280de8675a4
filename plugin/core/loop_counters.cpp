//===- core/loop_counters.cpp - counters that are their loop's own --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/loop_counters.h"
#include "plugin/core/builder.h"
#include "plugin/core/liveness.h"
#include "plugin/core/renaming.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include <algorithm>
#include <functional>

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
  bool isGiven(const Expr *E) const {
    return E->is(ExprKind::Variable) && E->Var->Kind == Storage::Parameter &&
           E->Var->Ty->isInteger() && !Known.of(E->Var).written() && !E->Var->AddressTaken;
  }
  void countDown(Block &B, size_t At);
  void stepBehind(Stmt &Loop);
  void stepAtEnd(Stmt &Loop) const;
  Stmt *setBefore(Block &B, size_t At, const Variable *V) const;
  void own(Stmt &Loop, size_t InInit);

  Module &M;
  Function &F;
  const Uses Known;
  const LiveBehindLoops Behind;
};

} // namespace

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

/// Whether Loop, all that is done with V in it and its value behind it, may be given a V of its
/// own.
bool Counters::mayOwn(const Stmt &Loop, const Variable *V) const {
  return (V->Ty->isInteger() || V->Ty->isPointer()) && isTracked(V, Known) && !jumps(Loop) &&
         !Behind.lookup(&Loop).contains(V);
}

/// `++i` at the end of a while loop's body that does nothing else to `i`, which the test reads.
const Stmt *Counters::stepOf(const Stmt &Loop) const {
  if (Loop.Form != LoopForm::While || !Loop.Step.empty() || !Loop.Init.empty() || !Loop.Value ||
      Loop.body().empty() || continues(Loop.body()))
    return nullptr;
  const Stmt *Last = Loop.body().Stmts.back();
  const bool Steps =
      Last->is(StmtKind::Accumulate) && Last->Target->is(ExprKind::Variable) &&
      (Last->Value->is(ExprKind::Literal) ||
       (Last->Value->is(ExprKind::Unary) && Last->Value->operand()->is(ExprKind::Literal)));
  if (!Steps || !mentions(Loop.Value, Last->Target->Var) ||
      storesIn(Loop.body(), Last->Target->Var) != 1)
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
    if ((Declares || Sets) && !mentions(S->Value, V)) {
      const bool Lasts = S->Value->is(ExprKind::Literal) || isGiven(S->Value);
      return I + 1 == At || Lasts ? S : nullptr;
    }
    if (S->is(StmtKind::Label) || mentions(*S, V))
      return nullptr;
    Leaves |= leaves(*S);
  }
  return nullptr;
}

/// Assignment InInit of the head declares the counter.
void Counters::own(Stmt &Loop, size_t InInit) {
  const Variable *Old = Loop.Init.Stmts[InInit]->Target->Var;
  Variable *New = another(F, Old);
  rename(M, &Loop, Old, New);
  Stmt &Init = *Loop.Init.Stmts[InInit];
  Init.Kind = StmtKind::Declare;
  Init.Var = New;
  Init.Target = nullptr;
}

static bool isMinusOne(const Expr *E) {
  return E->is(ExprKind::Unary) && E->Text == "-" && E->operand()->is(ExprKind::Literal) &&
         E->operand()->Text == "1";
}

/// `while (n--)` and `while (n-- > 0)`: `for (i = n - 1; i >= 0; --i)`; of unsigned numbers, which
/// do not get below 0, `for (i = n; i > 0;) { --i; ... }`.
void Counters::countDown(Block &B, size_t At) {
  Stmt &Loop = *B.Stmts[At];
  if (Loop.Form != LoopForm::While || !Loop.Init.empty() || !Loop.Step.empty() ||
      Loop.Setup.Stmts.size() != 2 || !Loop.Value)
    return;
  const Stmt *Was = Loop.Setup.Stmts[0], *Down = Loop.Setup.Stmts[1];
  const Variable *V = Was->is(StmtKind::Declare) && Was->Value && Was->Value->is(ExprKind::Variable)
                          ? Was->Value->Var
                          : nullptr;
  const bool Steps =
      V && Down->is(StmtKind::Accumulate) && isVariable(Down->Target, V) && isMinusOne(Down->Value);
  const Expr *Test = Loop.Value;
  const bool Compares = Test->is(ExprKind::Binary) && (Test->Text == ">" || Test->Text == "!=") &&
                        Test->operand(1)->is(ExprKind::Literal) && Test->operand(1)->Text == "0";
  Test = Compares ? Test->operand(0) : Test;
  while (Test->is(ExprKind::Cast))
    Test = Test->operand();
  if (!Steps || !isVariable(Test, Was->Var) || !mayOwn(Loop, V) || storesIn(Loop.Then, V) != 0 ||
      Known.of(Was->Var).Reads != 1)
    return;
  Stmt *Set = setBefore(B, At, V);
  if (!Set)
    return;
  Builder Make(M);
  const Expr *I = Make.var(const_cast<Variable *>(V));
  Stmt *First = M.stmt(StmtKind::Assign, Set->Loc);
  First->Target = I;
  const bool Unsigned = V->Ty->IsUnsigned;
  First->Value =
      Unsigned ? Set->Value : Make.binary("-", Set->Value, Make.literal("1", V->Ty), V->Ty);
  Loop.Form = LoopForm::For;
  Loop.Init.add(First);
  Loop.Setup = {};
  Loop.Value = Make.binary(Unsigned ? ">" : ">=", I, Make.literal("0", V->Ty), M.boolType());
  if (Unsigned)
    Loop.Then.Stmts.insert(Loop.Then.Stmts.begin(), const_cast<Stmt *>(Down));
  else
    Loop.Step.add(const_cast<Stmt *>(Down));
  if (Set->is(StmtKind::Declare))
    Set->Value = nullptr;
  else
    llvm::erase(B.Stmts, Set);
}

/// `for (size_t i = n; i-- > 0;)`: `for (size_t i_1 = n; i_1 > 0; --i_1) { size_t i = i_1 - 1; ...
/// }`.
void Counters::stepBehind(Stmt &Loop) {
  const Expr *Test = Loop.Value;
  const bool Tests = Loop.Form == LoopForm::For && Loop.Step.empty() && Loop.Setup.empty() &&
                     !Loop.Then.empty() && Test && Test->is(ExprKind::Binary) &&
                     (Test->Text == ">" || Test->Text == "!=") &&
                     Test->operand(0)->is(ExprKind::Variable) &&
                     Test->operand(1)->is(ExprKind::Literal) && Test->operand(1)->Text == "0";
  Variable *I = Tests ? Test->operand(0)->Var : nullptr;
  Stmt *Down = Tests ? Loop.Then.Stmts[0] : nullptr;
  if (!I || !I->Ty->IsUnsigned || I->Ty->Bits < 32 || !isTracked(I, Known) ||
      !Down->is(StmtKind::Accumulate) || !isVariable(Down->Target, I) || !isMinusOne(Down->Value) ||
      storesIn(Loop.Then, I) != 1 || jumps(Loop))
    return;
  auto Own = llvm::find_if(Loop.Init.Stmts, [I](const Stmt *S) {
    return S->is(StmtKind::Declare) && S->Var == I && S->Value;
  });
  if (Own == Loop.Init.Stmts.end())
    return;
  Builder Make(M);
  Variable *Counter = another(F, I);
  (*Own)->Var = Counter;
  Loop.Value = Make.binary(">", Make.var(Counter), Test->operand(1), Test->Ty);
  Down->Target = Make.var(Counter);
  Loop.Step.add(Down);
  Loop.Then.Stmts[0] =
      Make.declare(I, Make.binary("-", Make.var(Counter), Make.literal("1", M.intType()), I->Ty));
}

void Counters::loop(Block &B, size_t At) {
  Stmt &Loop = *B.Stmts[At];
  countDown(B, At);
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
  // `for (k = 0, p = a; ...)`: pointers are set ahead of it.
  std::vector<Stmt *> &Init = Loop.Init.Stmts;
  const bool Plain = llvm::all_of(Init, [&](const Stmt *S) {
    return S->is(StmtKind::Assign) && S->Target->is(ExprKind::Variable) &&
           llvm::none_of(Init, [&](const Stmt *O) {
             return O->is(StmtKind::Assign) && mentions(S->Value, O->Target->Var);
           });
  });
  auto IsPointer = [](const Stmt *S) { return S->Target->Ty->isPointer(); };
  if (Plain && llvm::any_of(Init, IsPointer) && !llvm::all_of(Init, IsPointer)) {
    std::vector<Stmt *> Pointers;
    llvm::copy_if(Init, std::back_inserter(Pointers), IsPointer);
    llvm::erase_if(Init, IsPointer);
    B.Stmts.insert(B.Stmts.begin() + At, Pointers.begin(), Pointers.end());
  }
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
  stepBehind(Loop);
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

/// Parameters that change become locals: `while (n-- > 0) *y++ = *x++;`
static void copyParameters(Module &M, Function &F) {
  const Uses Known(F);
  Block Copies;
  for (Variable *P : F.Params) {
    const bool Changes = P->Kind == Storage::Parameter && Known.of(P).written() &&
                         (P->Ty->isInteger() || P->Ty->isPointer()) && !P->AddressTaken &&
                         !Known.of(P).Escapes && !Known.isNamedInText(P);
    if (!Changes)
      continue;
    Variable *Mine = another(F, P);
    rename(M, F.Body.Stmts, P, Mine);
    Copies.add(Builder(M).declare(Mine, Builder(M).var(P)));
  }
  F.Body.Stmts.insert(F.Body.Stmts.begin(), Copies.Stmts.begin(), Copies.Stmts.end());
}

void ad::core::declareCounters(Module &M, Function &F) {
  copyParameters(M, F);
  Counters(M, F).run();
}

bool ad::core::isNotNegative(const Expr *E) {
  switch (E->Kind) {
  case ExprKind::Cast:
    return E->operand()->Ty->isInteger() && isNotNegative(E->operand());
  case ExprKind::Literal: {
    int64_t Number;
    return !llvm::StringRef(E->Text).rtrim("uUlLzZ").getAsInteger(0, Number) && Number >= 0;
  }
  case ExprKind::Variable:
    return E->Var->CountsUp || E->Var->Number.value_or(-1) >= 0;
  case ExprKind::Member: // how many elements a vector has
    return E->operand()->Ty->nonReference()->IsVector;
  case ExprKind::Binary:
    if (E->Text == "+" || E->Text == "*" || E->Text == "/")
      return isNotNegative(E->operand(0)) && isNotNegative(E->operand(1));
    return (E->Text == "%" || E->Text == ">>") && isNotNegative(E->operand(0));
  case ExprKind::Conditional:
    return isNotNegative(E->operand(1)) && isNotNegative(E->operand(2));
  default:
    return false;
  }
}

void ad::core::noteCounters(Function &F) {
  walk(F.Body, [](Stmt *Loop) { // what is around comes first
    size_t First = 0;
    Variable *Counter = counterOf(*Loop, First);
    if (!Counter || First != 0 || Counter->AddressTaken || !Loop->Init.Stmts[0]->Value ||
        storesIn(Loop->Then, Counter) != 0 || !isNotNegative(Loop->Init.Stmts[0]->Value))
      return;
    const Stmt &Step = *Loop->Step.Stmts[0];
    Counter->CountsUp = Step.is(StmtKind::Accumulate) && isNotNegative(Step.Value);
  });
}

void ad::core::dropCopies(Module &M, Function &F) {
  const Uses Known(F);
  auto Stays = [&](const Variable *V) {
    return !Known.of(V).written() && !Known.of(V).Escapes && !V->AddressTaken &&
           !Known.isNamedInText(V);
  };
  llvm::DenseMap<const Variable *, const Expr *> Copies;
  llvm::erase_if(F.Body.Stmts, [&](const Stmt *S) {
    const Expr *Of = S->is(StmtKind::Declare) ? S->Value : nullptr;
    const bool Copy = Of && Of->is(ExprKind::Variable) && Of->Var->Kind == Storage::Parameter &&
                      S->Var->Kind == Storage::Local && S->Var->Ty == Of->Var->Ty &&
                      (Of->Ty->isInteger() || Of->Ty->isPointer()) && !S->Var->Static &&
                      S->Var->Constant == Of->Var->Constant && Stays(S->Var) && Stays(Of->Var);
    if (Copy)
      Copies[S->Var] = Of;
    return Copy;
  });
  walk(F.Body, [&](Stmt *S) {
    rewrite(M, *S, [&](const Expr *E) -> const Expr * {
      return E->is(ExprKind::Variable) ? Copies.lookup(E->Var) : nullptr;
    });
  });
}
