//===- modes/reverse_strides.cpp - loops in strides of any length ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `for (int i = 0; i < n; i += block)`: how often it runs is computed ahead, and another variable
// counts, of which `i` is a multiple; so that it is one of the loops that are reversed by a
// counter, and what it keeps lies in arrays.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/loop_counters.h"
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

namespace {

/// `for (int Counter = First; Counter Op Bound; Counter += Stride)`; or `-= Stride`.
struct InStrides {
  Variable *Counter;
  const Expr *First, *Bound, *Stride;
  bool Down;
  bool Equal; ///< Op is <= or >=
};

} // namespace

/// The largest number of T.
static const Expr *largest(Builder &B, const Type *T) {
  const uint64_t All = ~uint64_t(0) >> (64 - T->Bits);
  const std::string Text =
      T->IsUnsigned ? std::to_string(All) + (T->Bits == 64 ? "ul" : "u") : std::to_string(All >> 1);
  return B.literal(Text, T);
}

/// Whether there may be a way out of Loop but its test.
static bool mayLeave(Stmt &Loop) {
  bool May = false;
  walk(Loop.Then, [&](Stmt *S) {
    May |= S->is(StmtKind::Break) || S->is(StmtKind::Return) || S->is(StmtKind::Goto);
  });
  return May;
}

/// Whether E itself, its operands aside, may be no number.
static bool fails(const Expr *E) {
  return mayTrap(E) || E->is(ExprKind::Dereference) || E->is(ExprKind::Subscript);
}

/// Whether nobody but its own statements, by its name, can change V, a number or an object.
static bool isPrivate(const Variable *V) {
  return (V->Kind == Storage::Local || V->Kind == Storage::Parameter) && !V->Static &&
         !V->AddressTaken && !V->Ty->isReference() && !V->Ty->isPointer();
}

/// Whether Loop may change an integer in memory: one that is not private.
static bool mayChangeIntegers(const Stmt &Loop) {
  bool May = false;
  auto See = [&](const Expr *Place) {
    const Variable *Root = Place && isPlace(Place) ? rootVariable(Place) : nullptr;
    const bool Own = Root && isPrivate(Root);
    May |= !Place || (!Own && !Place->Ty->isReal() && !Place->Ty->isPointer());
  };
  walk(Loop.Then, [&](Stmt *S) {
    May |= S->is(StmtKind::Call) || S->WritesUnknown || S->Frees || S->Exchanges;
    if (S->Target)
      See(S->Target);
    for (const Expr *W : S->Writes)
      See(W);
  });
  return May;
}

/// Loop as one in strides, if its stride is a number that lasts.
static std::optional<InStrides> stridedLoop(Module &M, Stmt &Loop) {
  const Stmt *Init = Loop.Init.Stmts.size() == 1 ? Loop.Init.Stmts[0] : nullptr;
  Stmt *Step = Loop.Step.Stmts.size() == 1 ? Loop.Step.Stmts[0] : nullptr;
  const bool Shaped = Loop.Form == LoopForm::For && Init && Step && Init->is(StmtKind::Declare) &&
                      Step->is(StmtKind::Accumulate) && isVariable(Step->Target, Init->Var) &&
                      Loop.Value && Loop.Value->is(ExprKind::Binary) &&
                      Init->Var->Ty->isInteger() && Init->Var->Ty->Bits >= 32;
  if (!Shaped)
    return std::nullopt;
  const Expr *By = Step->Value, *Test = Loop.Value;
  const bool Down = By->is(ExprKind::Unary) && By->Text == "-";
  const Expr *Stride = Down ? By->operand() : By;
  const Type *T = Init->Var->Ty;
  // Without a sign, a counter that goes on past its largest number begins again.
  const bool Wraps = T->IsUnsigned && (Down || mayLeave(Loop));
  auto Alike = [T](const Expr *E) {
    return E->Ty->isInteger() && E->Ty->Bits == T->Bits && E->Ty->IsUnsigned == T->IsUnsigned;
  };
  if (Stride->is(ExprKind::Literal) || !Alike(Stride) || Wraps)
    return std::nullopt;
  // What would be said of a loop in steps of one; and of one that ends at a number E.
  Builder B(M);
  auto Counted = [&](const Expr *Value) {
    Step->Value = B.integer(1);
    if (Down)
      Step->Value = B.unary("-", Step->Value, M.intType());
    Loop.Value = Value;
    std::optional<analysis::CountedLoop> L = analysis::countedLoop(Loop);
    Step->Value = By;
    Loop.Value = Test;
    return L;
  };
  auto Lasts = [&](const Expr *E) {
    bool Numbers = true;
    walk(E, [&](const Expr *Sub) {
      const bool Shifts = Sub->is(ExprKind::Binary) && (Sub->Text == "<<" || Sub->Text == ">>");
      Numbers &= Sub->Ty->isInteger() ? Shifts || (!Sub->is(ExprKind::Opaque) && !fails(Sub))
                                      : Sub->is(ExprKind::Variable);
      if (Sub->is(ExprKind::Variable) && !isPrivate(Sub->Var) &&
          !Sub->Var->Ty->nonReference()->IsVector)
        Numbers &= !mayChangeIntegers(Loop);
      return Numbers;
    });
    return Numbers && Counted(B.binary(Down ? ">" : "<", B.var(Init->Var), E, M.boolType()));
  };
  const std::optional<analysis::CountedLoop> L = Counted(Test);
  const bool Plain =
      L && L->Ahead == 0 && Alike(L->Bound) && (Alike(L->First) || isNotNegative(L->First));
  if (!Plain || mentions(L->First, Init->Var) || !Lasts(L->First) || !Lasts(L->Bound) ||
      !Lasts(Stride))
    return std::nullopt;
  return InStrides{L->Counter, L->First, L->Bound, Stride, Down, L->Op == "<=" || L->Op == ">="};
}

/// How often the loop L runs. With a stride that is not above zero it does not end by itself: as
/// often as there are numbers.
static const Expr *tripsOf(Module &M, const InStrides &L, const Type *T) {
  Builder B(M);
  auto Wide = [&](const Expr *E) {
    return E->Ty->Bits == T->Bits ? E : B.cast(T, E, /*Explicit=*/true);
  };
  const Expr *Lo = L.Down ? L.Bound : L.First, *Hi = L.Down ? L.First : L.Bound;
  const bool FromZero = Lo->is(ExprKind::Literal) && Lo->Text == "0";
  const Expr *Way = FromZero ? Wide(Hi) : B.binary("-", Wide(Hi), Lo, T);
  if (!L.Equal)
    Way = B.binary("-", Way, B.integer(1), T);
  const Expr *Trips = B.binary("+", B.binary("/", Way, L.Stride, T), B.integer(1), T);
  if (!L.Stride->is(ExprKind::Variable) || L.Stride->Var->Number.value_or(0) <= 0)
    Trips = B.conditional(B.binary(">", L.Stride, B.literal("0", L.Stride->Ty), M.boolType()),
                          Trips, largest(B, T));
  const Expr *Runs = B.binary(L.Equal ? "<=" : "<", Lo, Hi, M.boolType());
  return B.conditional(Runs, Trips, B.literal("0", T));
}

void Reverse::countStrides() {
  std::optional<analysis::Activity> Active;
  changeBlocks(Body, [&](Block &In) {
    for (size_t I = 0; I < In.Stmts.size(); ++I) {
      Stmt &Loop = *In.Stmts[I];
      const std::optional<InStrides> L =
          Loop.is(StmtKind::Loop) ? stridedLoop(M, Loop) : std::nullopt;
      if (!L)
        continue;
      if (!Active)
        Active.emplace(Out, Body);
      if (!hasAdjoint(Loop.Then, *Active))
        continue;
      // From a number that may be far below zero, the way may be longer than an int.
      const Type *Own = L->Counter->Ty, *T = Own;
      const Expr *Lo = L->Down ? L->Bound : L->First;
      if (!Own->IsUnsigned && !isNotNegative(Lo) && !analysis::knownNumber(Lo)) {
        if (Own->Bits >= 64) // or a long
          continue;
        T = M.integer("long", 64, false);
      }
      Variable *Trips = local(L->Counter->Name + "_trips", T, /*Const=*/true);
      Variable *Index = local(L->Counter->Name + "_trip", T);
      Index->CountsUp = true;
      const Expr *Way = B.binary("*", B.var(Index), L->Stride, T);
      const bool FromZero = L->First->is(ExprKind::Literal) && L->First->Text == "0";
      const Expr *Value = L->Down    ? B.binary("-", L->First, Way, T)
                          : FromZero ? Way
                                     : B.binary("+", L->First, Way, T);
      Stmt *Count = B.declare(Trips, tripsOf(M, *L, T)), *ByOne = M.stmt(StmtKind::Loop, Loop.Loc);
      ByOne->Form = LoopForm::For;
      ByOne->Init = Loop.Init;
      ByOne->Value = Loop.Value;
      const Expr *One = B.integer(1);
      ByOne->Step.add(
          B.accumulate(B.var(L->Counter), L->Down ? B.unary("-", One, M.intType()) : One));
      Strided[Index] = {ByOne, L->Stride};
      Loop.Init.Stmts[0] = B.declare(Index, B.literal("0", T));
      Loop.Value = B.binary("<", B.var(Index), B.var(Trips), M.boolType());
      Loop.Step.Stmts[0] = B.accumulate(B.var(Index), B.integer(1));
      L->Counter->Const = true;
      Loop.Then.Stmts.insert(Loop.Then.Stmts.begin(),
                             B.declare(L->Counter, T == Own ? Value : B.cast(Own, Value, true)));
      In.Stmts.insert(In.Stmts.begin() + I++, Count);
    }
    return false;
  });
}
