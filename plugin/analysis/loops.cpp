//===- analysis/loops.cpp - the shape of a loop ---------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/loops.h"
#include "plugin/analysis/memory.h"
#include "plugin/core/loop_counters.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

void analysis::assignedVariables(const Stmt &S, llvm::DenseSet<const Variable *> &Out) {
  if ((S.is(StmtKind::Assign) || S.is(StmtKind::Accumulate) || S.is(StmtKind::Restore)) && S.Target)
    if (const Variable *V = rootVariable(S.Target))
      Out.insert(V);
  if ((S.is(StmtKind::Call) || S.is(StmtKind::RecordArray)) && S.Var && !S.Declares)
    Out.insert(S.Var);
  if (S.is(StmtKind::Call))
    for (const Expr *A : S.Operands)
      if (isPlace(A))
        if (const Variable *V = rootVariable(A))
          if (V->Kind == Storage::Local && V->AddressTaken)
            Out.insert(V);
  if (S.is(StmtKind::Opaque))
    for (const Expr *W : S.Writes)
      if (const Variable *V = rootVariable(W))
        Out.insert(V);
  if (S.is(StmtKind::If) || S.is(StmtKind::Block) || S.is(StmtKind::Loop) ||
      S.is(StmtKind::Switch)) {
    for (const Block *B : {&S.Then, &S.Else, &S.Init, &S.Setup, &S.Step})
      assignedVariables(*B, Out);
    for (const SwitchCase &C : S.Cases)
      assignedVariables(C.Body, Out);
  }
}

void analysis::assignedVariables(const Block &B, llvm::DenseSet<const Variable *> &Out) {
  for (const Stmt *S : B.Stmts)
    assignedVariables(*S, Out);
}

static std::optional<int64_t> integerLiteral(const Expr *E) {
  int Sign = 1;
  while (E->is(ExprKind::Unary) && (E->Text == "-" || E->Text == "+")) {
    Sign = E->Text == "-" ? -Sign : Sign;
    E = E->operand();
  }
  if (E->is(ExprKind::Cast))
    E = E->operand();
  if (!E->is(ExprKind::Literal) || !E->Ty->isInteger())
    return std::nullopt;
  llvm::StringRef Digits = E->Text;
  Digits = Digits.rtrim("uUlLzZ");
  int64_t Value;
  if (Digits.getAsInteger(0, Value))
    return std::nullopt;
  return Sign * Value;
}

/// The number that E is, if it is made of literals.
static std::optional<int64_t> numberOf(const Expr *E) {
  while (E->is(ExprKind::Cast))
    E = E->operand();
  if (!E->is(ExprKind::Binary) || (E->Text != "+" && E->Text != "-"))
    return integerLiteral(E);
  const auto Left = numberOf(E->operand(0)), Right = numberOf(E->operand(1));
  int64_t Result;
  if (!Left || !Right ||
      (E->Text == "+" ? llvm::AddOverflow(*Left, *Right, Result)
                      : llvm::SubOverflow(*Left, *Right, Result)))
    return std::nullopt;
  return Result;
}

/// Whether a loop that counts back to First may be unable to leave behind it: First is, or may be,
/// the last number of its type.
static bool mayBeginAtEdge(const Type *T, const Expr *First, bool Down) {
  if (T->IsUnsigned || T->Bits > 64 || (!Down && T->Bits < 32))
    return false; // the others are seen to, or wrap where that does no harm
  const int64_t Most = std::numeric_limits<int64_t>::max() >> (64 - T->Bits);
  if (const std::optional<int64_t> Number = numberOf(First))
    return Down ? *Number >= Most : *Number <= -Most - 1;
  return T->Bits < 32; // wider variables are not taken to be that large
}

/// Whether the number of iterations of a loop with strides might overflow while it is computed.
static bool isTooWide(const CountedLoop &L) {
  auto Large = [](std::optional<int64_t> Number) {
    constexpr int64_t Most = 1 << 30;
    return Number && (*Number > Most || *Number < -Most);
  };
  const int64_t Stride = std::abs(L.Step);
  return Stride > 1 && (Stride > (1 << 20) || Large(numberOf(L.First)) || Large(numberOf(L.Bound)));
}

/// Whether Test compares the counter, which has a sign, as a number without one: `i < v.size()`.
static bool losesSign(const Expr *Test, const Variable *Counter) {
  const Type *Left = Test->operand(0)->Ty, *Right = Test->operand(1)->Ty;
  auto Wins = [](const Type *T, const Type *Over) {
    return T->IsUnsigned && T->Bits >= 32 && T->Bits >= Over->Bits;
  };
  const Type *Own = mentions(Test->operand(0), Counter) ? Left : Right;
  return !Counter->Ty->IsUnsigned && (Own->IsUnsigned || Wins(Left, Right) || Wins(Right, Left));
}

/// Whether Test compares the counter as a number of a type with a sign, in which what it counts to
/// may be below all that the counter can be.
static bool mayEndBelow(const Expr *Test, const CountedLoop &L) {
  const Type *Compared = Test->operand(mentions(Test->operand(0), L.Counter) ? 0 : 1)->Ty;
  const bool Narrower = L.Counter->Ty->IsUnsigned || L.Counter->Ty->Bits < 32;
  const bool Signed = !Compared->IsUnsigned || Compared->Bits < 32 || // as an int
                      L.Bound->Ty->Bits > Compared->Bits;
  const bool BoundSigned = !L.Bound->Ty->IsUnsigned;
  return Narrower && Signed && BoundSigned && !isNotNegative(L.Bound) &&
         numberOf(L.Bound).value_or(-1) < 0;
}

/// Whether no number below zero is compared on the way of L.
static bool staysAbove(const CountedLoop &L, bool Up) {
  if (!isNotNegative(L.First) || (!Up && numberOf(L.Bound).value_or(-1) < 0))
    return false;
  return L.Ahead >= 0 || numberOf(L.First).value_or(0) + L.Ahead >= 0;
}

/// Whether there may be a vector in a T. Reached: or behind a pointer in it.
static bool mayHoldVector(const Type *T, bool Reached) {
  if (T->isPointer() || T->isReference())
    return Reached && !T->Element->isReal() && !T->Element->isInteger();
  return T->IsVector || T->is(TypeKind::Opaque) ||
         (T->isArray() && mayHoldVector(T->Element, Reached)) ||
         anyPart(T, [&](const Type *Part) { return mayHoldVector(Part, Reached); });
}

bool analysis::mayChangeSize(const Block &B, const Expr *Place) {
  const Variable *Mine = rootVariable(Place);
  bool Local = Mine && Mine->Kind == Storage::Local && !Mine->AddressTaken;
  auto Other = [&](const Expr *Target) {
    const Variable *V = isPlace(Target) ? rootVariable(Target) : nullptr;
    return V && V != Mine && (Local || (V->Kind == Storage::Local && !V->AddressTaken));
  };
  bool May = !isPlace(Place);
  walk(B, [&](Stmt *S) {
    if (S->OldSize || (S->is(StmtKind::Assign) &&
                       mayHoldVector(S->Target->Ty->nonReference(), /*Reached=*/false)))
      May |= !Other(S->Target);
    if (S->is(StmtKind::Opaque)) {
      May |= S->WritesUnknown && !Local;
      for (const Expr *W : S->Writes)
        May |= !W->Ty->nonReference()->IsMap &&
               mayHoldVector(W->Ty->nonReference(), /*Reached=*/true) && !Other(W);
    }
    if (S->is(StmtKind::Call))
      for (size_t I = 0; I < S->Operands.size() && I < S->Callee->Params.size(); ++I) {
        const Type *T = S->Callee->Params[I]->Ty;
        bool Writes = (T->isReference() || T->isPointer()) && !T->ElementConst &&
                      mayHoldVector(T->Element, /*Reached=*/true);
        May |= Writes && !Other(S->Operands[I]);
      }
    if (S->Var == Mine && (S->is(StmtKind::Declare) || S->is(StmtKind::Call)))
      May = true;
  });
  // Subscripts of the place itself (`rows[i].size()`) change with their variables, pointers to it
  // with theirs.
  llvm::DenseSet<const Variable *> Assigned;
  assignedVariables(B, Assigned);
  walk(Place, [&](const Expr *E) {
    const bool Scalar = E->is(ExprKind::Variable) && isScalarVariable(E->Var);
    if (E->is(ExprKind::Variable) && E->Var != Mine)
      May |= Assigned.contains(E->Var);
    May |= E->Ty->isPointer() && !Scalar;
    May |= E->is(ExprKind::Opaque) && E->ReadsMemory;
    return true;
  });
  return May;
}

/// Whether E is a number in an object that a variable holds: `grid.n`, `w.size.rows`.
static bool isMemberOfVariable(const Expr *E) {
  if (!E->Ty->isInteger() || !E->is(ExprKind::Member))
    return false;
  for (; E->is(ExprKind::Member); E = E->operand())
    if (E->operand()->Ty->nonReference()->IsUnion || E->operand()->Ty->nonReference()->IsVector)
      return false;
  return E->is(ExprKind::Variable) && E->Ty->isRecord();
}

/// Whether a store to Target may change Member, a number in an object that a variable holds, of
/// which other members may change.
static bool mayStoreTo(const Expr *Target, const Expr *Member) {
  if (!isPlace(Target) || rootVariable(Target) != rootVariable(Member) || Target->Ty->isReal())
    return false;
  llvm::SmallVector<const Expr *, 4> StepsOfTarget, StepsOfMember;
  auto Steps = [](const Expr *E, llvm::SmallVectorImpl<const Expr *> &Out) {
    for (; !E->is(ExprKind::Variable); E = E->operand())
      Out.insert(Out.begin(), E);
  };
  Steps(Target, StepsOfTarget);
  Steps(Member, StepsOfMember);
  for (auto [A, B] : llvm::zip(StepsOfTarget, StepsOfMember)) {
    if (!A->is(ExprKind::Member))
      return true;
    if (A->Text != B->Text)
      return false;
  }
  return true;
}

/// Whether B may change Member, a number in an object that a variable holds.
static bool mayChange(const Block &B, const Expr *Member) {
  const Variable *Root = rootVariable(Member);
  bool May = false;
  walk(B, [&](Stmt *S) {
    if (S->is(StmtKind::Assign) || S->is(StmtKind::Accumulate) || S->is(StmtKind::Restore))
      May |= mayStoreTo(S->Target, Member);
    May |= S->Var == Root;
    if (S->is(StmtKind::Call))
      for (const Expr *A : S->Operands)
        May |= Root->AddressTaken && isPlace(A) && mayStoreTo(A, Member);
    for (const Expr *W : S->Writes)
      May |= mayStoreTo(W, Member);
  });
  return May;
}

std::optional<CountedLoop> analysis::countedLoop(const Stmt &Loop) {
  if (!Loop.is(StmtKind::Loop) || Loop.Form == LoopForm::DoWhile || !Loop.Value ||
      !Loop.Setup.empty() || Loop.Init.Stmts.empty() || Loop.Step.Stmts.size() != 1)
    return std::nullopt;
  const Stmt *Step = Loop.Step.Stmts[0];
  const Expr *Cond = Loop.Value;
  if (!Step->is(StmtKind::Accumulate) || !Step->Target->is(ExprKind::Variable) ||
      !Cond->is(ExprKind::Binary))
    return std::nullopt;
  CountedLoop Result;
  Result.Counter = Step->Target->Var;
  if (!Result.Counter->Ty->isInteger() || Result.Counter->Ty->IsBool ||
      Result.Counter->AddressTaken || Result.Counter->Kind != Storage::Local)
    return std::nullopt;
  std::optional<int64_t> By = integerLiteral(Step->Value);
  if (!By && Step->Value->is(ExprKind::Variable))
    By = knownNumber(Step->Value);
  if (!By || *By == 0)
    return std::nullopt;
  Result.Step = *By;
  for (const Stmt *S : Loop.Init.Stmts)
    if (S->is(StmtKind::Declare) && S->Var == Result.Counter)
      Result.First = S->Value;
  if (!Result.First)
    return std::nullopt;
  auto Strip = [](const Expr *E) { // implicit integer conversions of the counter keep its order
    while (E->is(ExprKind::Cast) && E->Ty->isInteger() && E->operand()->Ty->isInteger() &&
           E->Ty->Bits >= E->operand()->Ty->Bits)
      E = E->operand();
    return E;
  };
  const Expr *Left = Strip(Cond->operand(0)), *Right = Strip(Cond->operand(1));
  if (!Right->Ty->isInteger() || !Left->Ty->isInteger())
    return std::nullopt;
  Result.Op = Cond->Text;
  // `i + 1 < n` is `i < n - 1` where nothing wraps: `i + 1` does not on the way from a small number
  // to n in steps of one.
  const Type *Of = Result.Counter->Ty;
  const bool Signed = !Cond->operand(0)->Ty->IsUnsigned && !Left->Ty->IsUnsigned && !Of->IsUnsigned;
  const bool FromSmall = Of->IsUnsigned && Of->Bits >= 32 && Left->Ty->IsUnsigned &&
                         Left->Text == "+" && Cond->operand(1)->Ty->Bits <= Of->Bits &&
                         Result.Op == "<" && *By == 1 &&
                         numberOf(Result.First).value_or(1 << 20) < (1 << 20) &&
                         numberOf(Result.First).value_or(-1) >= 0;
  if (Left->is(ExprKind::Binary) && (Left->Text == "+" || Left->Text == "-") &&
      (Signed || FromSmall)) {
    std::optional<int64_t> Ahead = integerLiteral(Left->operand(1));
    const Expr *Of = Strip(Left->operand(0));
    if (Ahead && *Ahead >= 0 && *Ahead < (1 << 20) && Of->is(ExprKind::Variable) &&
        Of->Var == Result.Counter) {
      Result.Ahead = Left->Text == "+" ? *Ahead : -*Ahead;
      Left = Of;
    }
  }
  if (Left->is(ExprKind::Variable) && Left->Var == Result.Counter) {
    Result.Bound = Cond->operand(1);
  } else if (Right->is(ExprKind::Variable) && Right->Var == Result.Counter) {
    Result.Bound = Cond->operand(0);
    Result.Op = Result.Op == "<"    ? ">"
                : Result.Op == "<=" ? ">="
                : Result.Op == ">"  ? "<"
                : Result.Op == ">=" ? "<="
                                    : Result.Op;
  } else {
    return std::nullopt;
  }
  // `i != n` stops at n only where the step is one and the start is on the right side: unknown.
  bool Up = Result.Op == "<" || Result.Op == "<=", Down = Result.Op == ">" || Result.Op == ">=";
  if ((!Up && !Down) || (Up && Result.Step < 0) || (Down && Result.Step > 0))
    return std::nullopt;
  if (losesSign(Cond, Result.Counter) && !staysAbove(Result, Up))
    return std::nullopt; // below zero it is greater than all
  if (mayEndBelow(Cond, Result))
    return std::nullopt;
  // May wrap below zero, unless it steps down to a number.
  const bool Wide =
      Result.Counter->Ty->Bits == 64 || (Result.Counter->Ty->Bits == 32 && !numberOf(Result.First));
  bool Stops = Result.Op == ">" && Result.Step == -1 && Wide &&
               integerLiteral(Result.Bound).value_or(-1) >= 0;
  if (Down && Result.Counter->Ty->IsUnsigned && !Stops)
    return std::nullopt;
  if (mentions(Result.Bound, Result.Counter) ||
      mayBeginAtEdge(Result.Counter->Ty, Result.First, Down) || isTooWide(Result))
    return std::nullopt;
  llvm::DenseSet<const Variable *> Assigned;
  assignedVariables(Loop.Then, Assigned);
  if (Assigned.contains(Result.Counter))
    return std::nullopt;
  bool Invariant = true;
  walk(Result.Bound, [&](const Expr *E) {
    if (E->is(ExprKind::Member) && E->operand()->Ty->nonReference()->IsVector) {
      Invariant &= !mayChangeSize(Loop.Then, E->operand());
      return false;
    }
    if (isMemberOfVariable(E)) {
      Invariant &= !mayChange(Loop.Then, E);
      return false;
    }
    if (E->is(ExprKind::Variable) && Assigned.contains(E->Var))
      Invariant = false;
    if (E->is(ExprKind::Opaque) && E->ReadsMemory)
      Invariant = false;
    return true;
  });
  // Variables that the loop's own statements declare (in Init, beside the counter) are fine.
  if (!Invariant)
    return std::nullopt;
  return Result;
}

std::optional<int64_t> analysis::knownNumber(const Expr *E) {
  constexpr int64_t Large = 1 << 30;
  auto Plain = [](int64_t Value) {
    return Value >= 0 && Value < Large ? std::optional(Value) : std::nullopt;
  };
  while (E->is(ExprKind::Cast) && E->Ty->Bits >= 32)
    E = E->operand();
  if (!E->Ty->isInteger())
    return std::nullopt;
  if (E->is(ExprKind::Variable))
    return E->Var->Number ? Plain(*E->Var->Number) : std::nullopt;
  int64_t Value;
  if (E->is(ExprKind::Literal) && !llvm::StringRef(E->Text).getAsInteger(10, Value))
    return Plain(Value);
  const bool Sum = E->is(ExprKind::Binary) && (E->Text == "+" || E->Text == "-" || E->Text == "*");
  const auto L = Sum ? knownNumber(E->operand(0)) : std::nullopt,
             R = Sum ? knownNumber(E->operand(1)) : std::nullopt;
  if (!L || !R)
    return std::nullopt;
  return Plain(E->Text == "*" ? *L * *R : E->Text == "+" ? *L + *R : *L - *R);
}

const Expr *analysis::firstTest(const CountedLoop &L, Builder &B) {
  const Expr *Start = L.Ahead ? B.binary(L.Ahead > 0 ? "+" : "-", L.First,
                                         B.integer(std::abs(L.Ahead)), L.First->Ty)
                              : L.First;
  return B.binary(L.Op, Start, L.Bound, B.M.boolType());
}

bool analysis::mayFail(const Expr *E) {
  bool Fails = false;
  walk(E, [&](const Expr *Sub) {
    Fails |= mayTrap(Sub) || Sub->is(ExprKind::Dereference) || Sub->is(ExprKind::Subscript);
    return !Fails;
  });
  return Fails;
}

std::optional<int64_t> analysis::mostTrips(const Stmt &Loop) {
  const std::optional<CountedLoop> L = countedLoop(Loop);
  const std::optional<int64_t> First = L ? knownNumber(L->First) : std::nullopt,
                               Bound = L ? knownNumber(L->Bound) : std::nullopt;
  if (!First || !Bound)
    return std::nullopt;
  const int64_t Step = std::abs(L->Step), Equal = L->Op == "<=" || L->Op == ">=" ? 1 : 0;
  const int64_t Way =
      (L->Step > 0 ? *Bound - L->Ahead - *First : *First - *Bound + L->Ahead) + Equal;
  return Way > 0 ? (Way + Step - 1) / Step : 0;
}

/// Whether what stands behind S in its block is run only if S, an `if`, was not taken.
static bool jumpsAway(const Stmt &S) {
  const Stmt *Last =
      S.is(StmtKind::If) && S.Else.empty() && !S.Then.empty() ? S.Then.Stmts.back() : nullptr;
  return Last && (Last->is(StmtKind::Break) || Last->is(StmtKind::Continue) ||
                  Last->is(StmtKind::Return) || Last->is(StmtKind::Goto));
}

static void visit(const Block &B, llvm::SmallVectorImpl<const Stmt *> &Loops,
                  llvm::SmallVectorImpl<Branch> &Branches, size_t Asked,
                  llvm::function_ref<void(const Stmt &, const Site &)> F) {
  const size_t Around = Branches.size();
  for (size_t I = 0; I < B.Stmts.size(); ++I) {
    Stmt &S = *B.Stmts[I];
    if (S.is(StmtKind::Label)) // others come there, too
      Branches.truncate(Around);
    F(S, {&B, I, Loops, Branches, Asked});
    // What comes before a loop is run once.
    visit(S.Init, Loops, Branches, Asked, F);
    const bool Asks = S.is(StmtKind::If) || S.is(StmtKind::Switch);
    if (S.is(StmtKind::Loop))
      Loops.push_back(&S);
    forEachBlock(S, [&](Block &Part) {
      if (&Part == &S.Init)
        return;
      if (S.is(StmtKind::If))
        Branches.push_back({&S, &Part == &S.Then});
      visit(Part, Loops, Branches, Asks ? Loops.size() : Asked, F);
      if (S.is(StmtKind::If))
        Branches.pop_back();
    });
    if (S.is(StmtKind::Loop))
      Loops.pop_back();
    if (jumpsAway(S)) {
      Branches.push_back({&S, false});
      Asked = Loops.size();
    }
  }
  Branches.truncate(Around);
}

void analysis::forEachSite(const Block &B, llvm::function_ref<void(const Stmt &, const Site &)> F) {
  llvm::SmallVector<const Stmt *, 4> Loops;
  llvm::SmallVector<Branch, 4> Branches;
  visit(B, Loops, Branches, /*Asked=*/0, F);
}

bool analysis::changesWhole(const Stmt &Loop, const Variable *V) {
  bool Changes = false;
  auto See = [&](const Expr *Place) { Changes |= !Place->Ty->isScalar() && mentions(Place, V); };
  walk(const_cast<Block &>(Loop.Then), [&](Stmt *S) {
    Changes |= S->Var == V || (S->is(StmtKind::Call) && mentions(*S, V));
    if (S->Target)
      See(S->Target);
    if (S->Exchanges)
      llvm::for_each(S->Operands, See);
    llvm::for_each(S->Writes, See);
  });
  return Changes;
}
