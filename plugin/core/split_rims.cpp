//===- core/split_rims.cpp - loops with other ends than middles -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What is asked, in a loop from the number First up to Bound, is brought to two forms: `i >= T`,
// which does not hold at the lower rim, and `i < Bound - c`, which does not hold at the upper one.
// With the greatest T and the greatest c among them the loop becomes
//
//   1. i from First to min(T, Bound):              `i >= T` is false;
//   2. i from T to Bound - c:                      all hold;
//   3. i from max(T, Bound - c) to Bound:          `i >= ...` hold, `i < Bound - c` is false.
//
// Whatever else is asked at a rim stays as it was, so that short loops are right, too: where Bound
// is less than T + c, part 1 takes what there is up to T, and part 3 the rest. A rim of one
// iteration is no loop, but a branch.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/split_rims.h"
#include "plugin/analysis/loops.h"
#include "plugin/core/builder.h"
#include "plugin/core/renaming.h"
#include "plugin/core/steps.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include <limits>

using namespace ad;
using namespace ad::core;

namespace {

/// `i >= By` where Low, else `i < Bound - By`; Holds: that, or its opposite.
struct Edge {
  bool Low;
  int64_t By;
  bool Holds;
};

/// `std::max(i - 1, 0)`, `(i + 1) % n`: what it is where an edge holds, and where it does not;
/// null: as it stands there.
struct Choice {
  Edge Of;
  const Expr *Inside, *Outside;
};

enum class Part { LowRim, Middle, HighRim };

/// What loops around tell of the bounds of others, as they run at all: `n` is at least Least.
struct Told {
  const Expr *Base;
  int64_t Least;
};
constexpr int64_t Unknown = std::numeric_limits<int64_t>::min() / 2; ///< but one may add to it

class Rims {
public:
  Rims(Module &M, Function &F, const Uses &Known) : M(M), F(F), Known(Known), B(M) {}
  bool visit(Block &Bl);

private:
  bool isOwn(const Variable *V) const;
  std::optional<Told> tells(const Stmt &Loop) const;
  bool split(Block &Bl, size_t At, size_t &Middle);
  bool hasRims(const Stmt &Loop);
  bool isPlain(const Stmt &Loop) const;
  std::optional<int64_t> ahead(const Expr *E) const;
  std::optional<int64_t> aheadOfBound(const Expr *E) const;
  std::optional<Edge> edge(const Expr *X, llvm::StringRef Op, const Expr *Y) const;
  std::optional<Edge> edgeOf(const Expr *E) const;
  std::optional<Choice> choice(const Expr *E) const;
  const Expr *moved(int64_t By, const Type *Ty) const;
  void collect(const Block &Bl, bool Innermost);
  std::optional<bool> known(const Edge &E, Part P) const;
  const Expr *inPart(const Expr *E, Part P) const;
  bool asksInMiddle(const Stmt &Loop) const;
  bool asksInMiddle(const Block &Bl, const Rims *Inner) const;
  const Expr *boundLess(int64_t By) const;
  void replaceNamed(Block &Body) const;
  Block copy(const Stmt &Loop, Variable *Counter, Part P);
  std::vector<Stmt *> once(const Stmt &Loop, const Expr *Runs, const Expr *Value, Part P);
  Stmt *loop(const Stmt &Loop, const Expr *From, const Expr *To, Part P);

  Module &M;
  Function &F;
  const Uses &Known;
  Builder B;
  llvm::SmallVector<Told, 4> Around;
  // Of the loop that is looked at.
  analysis::CountedLoop L;
  std::optional<int64_t> First;
  const Expr *Base = nullptr; ///< Bound is this and Offset
  int64_t Offset = 0;
  int64_t Low = 0, High = 0; ///< the greatest T above First and the greatest c; 0: there is none
  int64_t LeastBound = Unknown;
  llvm::DenseMap<const Variable *, const Expr *> Named; ///< constants of the body
};

constexpr int64_t MostAtRim = 4;

} // namespace

static size_t statementsIn(const Block &Bl) {
  size_t Count = 0;
  walk(Bl, [&](Stmt *) { ++Count; });
  return Count;
}

static bool holdsLoop(const Block &Bl) {
  bool Holds = false;
  walk(Bl, [&](Stmt *S) { Holds |= S->is(StmtKind::Loop); });
  return Holds;
}

/// Whether Loop does nothing but arithmetic on numbers, and always goes on to its end.
bool Rims::isPlain(const Stmt &Loop) const {
  bool Plain = Loop.Form == LoopForm::For && Loop.Init.Stmts.size() == 1, Computes = false;
  walk(Loop.Then, [&](Stmt *S) {
    switch (S->Kind) {
    case StmtKind::Declare:
      Plain &= (S->Var->Ty->isScalar() || (S->Var->Ty->isArray() && !S->Var->Ty->IsVector)) &&
               !S->Var->Static && !S->Var->AddressTaken;
      break;
    case StmtKind::Assign:
    case StmtKind::Accumulate:
      Computes |= S->Target->Ty->isReal();
      Plain &= S->Target->Ty->isScalar() && !S->OldSize;
      break;
    case StmtKind::If:
    case StmtKind::Loop:
      break;
    default:
      Plain = false;
    }
    Plain &= !S->Checkpoint;
    if (S->is(StmtKind::Loop))
      Plain &= S->Setup.empty();
  });
  return Plain && Computes;
}

/// Whether E widens an unsigned sum or difference, which may have wrapped: `long(i - 1u)`.
static bool widensWrapped(const Expr *E) {
  bool Found = false;
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::Cast)) {
      const Expr *Of = Sub->operand();
      const bool Widens = Of->Ty->isInteger() && Of->Ty->IsUnsigned && Sub->Ty->Bits > Of->Ty->Bits;
      while (Of->is(ExprKind::Cast))
        Of = Of->operand();
      Found |= Widens && Of->is(ExprKind::Binary);
    }
    return !Found;
  });
  return Found;
}

/// By how much E is ahead of the counter, where it is, exactly, in all iterations.
std::optional<int64_t> Rims::ahead(const Expr *E) const {
  const auto [Of, By] = asOffset(E);
  if (widensWrapped(E) || !Of || !Of->is(ExprKind::Variable) ||
      E->Ty->IsUnsigned != L.Counter->Ty->IsUnsigned)
    return std::nullopt;
  const bool Wraps = E->Ty->IsUnsigned && (By < 0 || By > 1);
  if (Of->Var == L.Counter)
    return Wraps ? std::nullopt : std::optional(By);
  const Expr *Value = Named.lookup(Of->Var);
  const auto More = Value ? ahead(Value) : std::nullopt;
  return More && !E->Ty->IsUnsigned ? std::optional(*More + By) : std::nullopt;
}

/// By how much E is ahead of Bound.
std::optional<int64_t> Rims::aheadOfBound(const Expr *E) const {
  const auto [Of, By] = asOffset(E);
  if (widensWrapped(E) || E->Ty->IsUnsigned != L.Bound->Ty->IsUnsigned || !Of != !Base ||
      (Of && !equal(Of, Base)))
    return std::nullopt;
  if (E->Ty->IsUnsigned && (By != Offset && By != Offset - 1))
    return std::nullopt;
  return By - Offset;
}

/// What `X Op Y` asks.
std::optional<Edge> Rims::edge(const Expr *X, llvm::StringRef Op, const Expr *Y) const {
  if (!X->Ty->isInteger() || !Y->Ty->isInteger() || widensWrapped(X) || widensWrapped(Y))
    return std::nullopt;
  auto By = ahead(X);
  if (!By) {
    By = ahead(Y);
    std::swap(X, Y);
    Op = Op == "<" ? ">" : Op == ">" ? "<" : Op == "<=" ? ">=" : Op == ">=" ? "<=" : Op;
  }
  if (!By)
    return std::nullopt;
  const auto InRange = [](int64_t Count) { return Count > 0 && Count <= MostAtRim; };
  const auto [Of, Number] = asOffset(Y);
  const bool Same = X->Ty->IsUnsigned == Y->Ty->IsUnsigned; // a literal may be as it was written
  if (!Same && (Of || Number < 0))
    return std::nullopt;
  if (!Of && First) { // i Op To
    const int64_t To = Number - *By, Next = To + 1;
    const bool AtFirst = To == *First;
    std::optional<Edge> E;
    if (Op == ">=" || Op == "<")
      E = Edge{true, To, Op == ">="};
    else if (Op == ">" || Op == "<=" || (AtFirst && (Op == "!=" || Op == "==")))
      E = Edge{true, Next, Op == ">" || Op == "!="};
    if (E && InRange(E->By - *First))
      return E;
  }
  const auto FromBound = aheadOfBound(Y);
  if (!FromBound)
    return std::nullopt;
  const int64_t Before = *By - *FromBound; // i Op Bound - Before
  std::optional<Edge> E;
  if (Op == "<" || Op == ">=")
    E = Edge{false, Before, Op == "<"};
  else if (Op == "<=" || Op == ">" || (Before == 1 && (Op == "!=" || Op == "==")))
    E = Edge{false, Op == "<=" || Op == ">" ? Before - 1 : Before, Op == "<=" || Op == "!="};
  return E && InRange(E->By) ? E : std::nullopt;
}

std::optional<Edge> Rims::edgeOf(const Expr *E) const {
  const bool Compares =
      E->is(ExprKind::Binary) && (E->Text == "<" || E->Text == ">" || E->Text == "<=" ||
                                  E->Text == ">=" || E->Text == "==" || E->Text == "!=");
  return Compares ? edge(E->operand(0), E->Text, E->operand(1)) : std::nullopt;
}

/// The counter and By, as a number of type Ty.
const Expr *Rims::moved(int64_t By, const Type *Ty) const {
  Builder B(M);
  const Expr *Sum = B.var(L.Counter);
  if (By)
    Sum = B.binary(By > 0 ? "+" : "-", Sum, B.integer(std::abs(By)), L.Counter->Ty);
  return Sum->Ty == Ty ? Sum : B.cast(Ty, Sum);
}

std::optional<Choice> Rims::choice(const Expr *E) const {
  if (E->is(ExprKind::Opaque) && E->Operands.size() == 2 && E->Ty->isInteger()) {
    const bool Greater = E->Text == "std::max($0, $1)", Less = E->Text == "std::min($0, $1)";
    if (!Greater && !Less)
      return std::nullopt;
    const bool Swapped = !ahead(E->operand(0));
    const Expr *X = E->operand(Swapped ? 1 : 0), *Y = E->operand(Swapped ? 0 : 1);
    const auto At = edge(X, Greater ? ">=" : "<=", Y);
    return At && At->Holds && At->Low == Greater ? std::optional(Choice{*At, X, Y}) : std::nullopt;
  }
  const Expr *Sum = E->is(ExprKind::Binary) && E->Text == "%" ? E->operand(0) : nullptr;
  if (!Sum || aheadOfBound(E->operand(1)) != 0 || Sum->Ty->IsUnsigned != L.Counter->Ty->IsUnsigned)
    return std::nullopt;
  // None of these is below zero, and at a rim of one iteration there is one way around alone.
  if (!(First && *First >= 0) && !L.Counter->CountsUp)
    return std::nullopt;
  Builder B(M);
  const Expr *Counter = B.var(L.Counter);
  const int64_t Most = E->Ty->IsUnsigned ? 1 : MostAtRim;
  if (const auto By = difference(Sum, Counter); By && *By > 0 && *By <= Most)
    return Choice{
        {false, *By, true}, moved(*By, E->Ty), *By == 1 ? B.literal("0", E->Ty) : nullptr};
  const auto Around = difference(Sum, B.binary("+", Counter, L.Bound, Sum->Ty));
  if (Around && First && *Around < 0 && -*Around > *First && *Around >= -Most)
    return Choice{{true, -*Around, true}, moved(*Around, E->Ty), *Around == -1 ? Sum : nullptr};
  // `(i + 1 + n) % n`: once around more than there is a need for.
  const bool Fits = !Sum->Ty->IsUnsigned || Sum->Ty->Bits >= 64;
  if (Around && Fits && *Around > 0 && *Around <= Most)
    return Choice{{false, *Around, true},
                  moved(*Around, E->Ty),
                  *Around == 1 ? B.literal("0", E->Ty) : nullptr};
  return std::nullopt;
}

/// Notes the edges that Bl asks for: at all, where the loop is innermost, else in inner loops.
void Rims::collect(const Block &Bl, bool Innermost) {
  const auto Note = [&](const std::optional<Edge> &E) {
    if (E && E->Low && First)
      Low = std::max(Low, E->By - *First);
    else if (E && !E->Low)
      High = std::max(High, E->By);
  };
  const auto See = [&](const Expr *Whole) {
    walk(Whole, [&](const Expr *E) {
      Note(edgeOf(E));
      if (const auto Of = choice(E))
        Note(Of->Of);
      return true;
    });
  };
  for (const Stmt *S : Bl.Stmts) {
    if (S->is(StmtKind::Loop)) {
      collect(S->Then, /*Innermost=*/!holdsLoop(S->Then));
      continue;
    }
    if (Innermost)
      forEachExpr(*S, See);
    collect(S->Then, Innermost);
    collect(S->Else, Innermost);
  }
}

std::optional<bool> Rims::known(const Edge &E, Part P) const {
  // What nobody counted may be further in than the rims are.
  if (E.Low ? !First || E.By - *First > Low : E.By > High)
    return std::nullopt;
  const bool Greatest = E.Low ? First && E.By - *First == Low : E.By == High;
  const bool AtOther = E.Low ? P == Part::HighRim && Low
                             : P == Part::LowRim && First && *First + Low - 1 < LeastBound - E.By;
  if (P == Part::Middle || AtOther)
    return E.Holds;
  if (P == (E.Low ? Part::LowRim : Part::HighRim) && Greatest)
    return !E.Holds;
  return std::nullopt;
}

/// E as it is in part P of the loop.
const Expr *Rims::inPart(const Expr *Whole, Part P) const {
  Builder B(M);
  return rewrite(M, Whole, [&](const Expr *E) -> const Expr * {
    if (const auto Asked = edgeOf(E))
      if (const auto Is = known(*Asked, P))
        return B.literal(*Is ? "true" : "false", M.boolType());
    const auto Of = choice(E);
    const auto Inside = Of ? known(Of->Of, P) : std::nullopt;
    const Expr *Is = !Inside ? nullptr : *Inside ? Of->Inside : Of->Outside;
    return Is ? inPart(Is, P) : nullptr;
  });
}

/// Whether E is always true, or always false.
static bool isKnown(const Expr *E) {
  if (E->is(ExprKind::Binary) && (E->Text == "&&" || E->Text == "||"))
    return isKnown(E->operand(0)) && isKnown(E->operand(1));
  return E->is(ExprKind::Unary) ? E->Text == "!" && isKnown(E->operand())
                                : E->is(ExprKind::Literal);
}

/// Whether iterations of the middle have branches, so that little is gained: others than those that
/// ask for the rims of an Inner loop.
bool Rims::asksInMiddle(const Block &Bl, const Rims *Inner) const {
  const auto InMiddle = [&](const Expr *E) {
    const Expr *Here = inPart(E, Part::Middle);
    return Inner ? Inner->inPart(Here, Part::Middle) : Here;
  };
  return llvm::any_of(Bl.Stmts, [&](const Stmt *S) {
    if (S->is(StmtKind::If) && !isKnown(InMiddle(S->Value)))
      return true;
    if (!S->is(StmtKind::Loop))
      return asksInMiddle(S->Then, Inner) || asksInMiddle(S->Else, Inner);
    Rims Own(M, F, Known);
    return asksInMiddle(S->Then, !holdsLoop(S->Then) && Own.hasRims(*S) ? &Own : nullptr);
  });
}

bool Rims::asksInMiddle(const Stmt &Loop) const { return asksInMiddle(Loop.Then, nullptr); }

/// Bound - By.
const Expr *Rims::boundLess(int64_t By) const {
  Builder B(M);
  const int64_t To = Offset - By;
  if (!Base || Base->Ty != L.Bound->Ty)
    return B.binary("-", L.Bound, B.integer(By), L.Bound->Ty);
  return To == 0 ? Base : B.binary(To > 0 ? "+" : "-", Base, B.integer(std::abs(To)), L.Bound->Ty);
}

/// Names of what is a few ahead of the counter, or behind it, give way to that: `u[left]` is a
/// neighbour of `u[i]` for those that look at subscripts.
void Rims::replaceNamed(Block &Body) const {
  llvm::DenseMap<const Variable *, const Expr *> Values;
  changeBlocks(Body, [&](Block &Bl) {
    llvm::erase_if(Bl.Stmts, [&](const Stmt *S) {
      const auto By = S->is(StmtKind::Declare) && Named.count(S->Var) && S->Value->Ty == S->Var->Ty
                          ? difference(S->Value, Builder(M).var(L.Counter))
                          : std::nullopt;
      if (By && std::abs(*By) <= MostAtRim && S->Var->Ty == L.Counter->Ty)
        Values[S->Var] = moved(*By, S->Var->Ty);
      return Values.count(S->is(StmtKind::Declare) ? S->Var : nullptr) != 0;
    });
    return false;
  });
  walk(Body, [&](Stmt *S) {
    const auto Value = [&](const Expr *E) {
      return E->is(ExprKind::Variable) ? Values.lookup(E->Var) : nullptr;
    };
    rewrite(M, *S, [&](const Expr *E) -> const Expr * {
      // `row + left` is `row + i - 1`.
      const Expr *By = E->is(ExprKind::Binary) && E->Text == "+" ? Value(E->operand(1)) : nullptr;
      if (By && By->is(ExprKind::Binary) && By->Ty == E->Ty && !E->Ty->IsUnsigned) {
        const Expr *Row = rewrite(M, E->operand(0), Value);
        return Builder(M).binary(By->Text, Builder(M).binary("+", Row, By->operand(0), E->Ty),
                                 By->operand(1), E->Ty);
      }
      return Value(E);
    });
  });
}

/// Whether E, which is asked between the parts, is the same throughout Loop.
static bool staysInLoop(const Expr *E, const Stmt &Loop) {
  llvm::DenseSet<const Variable *> Assigned;
  analysis::assignedVariables(Loop, Assigned);
  bool SetsIntegers = false; // in memory
  walk(Loop.Then, [&](Stmt *S) {
    SetsIntegers |= S->Target && !S->Target->Ty->isReal() &&
                    !(S->Target->is(ExprKind::Variable) && S->Target->Var->Kind == Storage::Local);
  });
  bool Stays = true;
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::Member) && Sub->operand()->Ty->nonReference()->IsVector &&
        Sub->operand()->is(ExprKind::Variable)) // `v.size()`
      return false;
    if (Sub->is(ExprKind::Variable))
      Stays &= !Assigned.contains(Sub->Var) &&
               (!SetsIntegers || (!Sub->Var->Ty->isReference() && !Sub->Var->AddressTaken &&
                                  Sub->Var->Kind != Storage::Global));
    else if (isPlace(Sub) || Sub->is(ExprKind::Opaque))
      Stays &= !SetsIntegers && !Sub->ReadsMemory;
    return Stays;
  });
  return Stays;
}

/// The body of Loop in part P, with variables of its own.
Block Rims::copy(const Stmt &Loop, Variable *Counter, Part P) {
  Block Body = clone(M, Loop.Then);
  const auto InPart = [&](const Expr *E) { return E ? inPart(E, P) : nullptr; };
  walk(Body, [&](Stmt *S) { replaceEach(*S, InPart); });
  replaceNamed(Body);
  rename(M, Body.Stmts, L.Counter, Counter);
  llvm::SmallVector<Variable *, 8> Declared;
  walk(Body, [&](Stmt *S) {
    if (S->is(StmtKind::Declare))
      Declared.push_back(S->Var);
  });
  for (Variable *V : Declared)
    rename(M, Body.Stmts, V, another(F, V));
  return Body;
}

/// A rim of one iteration, in which the counter is Value: where Runs, or always where that is null.
std::vector<Stmt *> Rims::once(const Stmt &Loop, const Expr *Runs, const Expr *Value, Part P) {
  Variable *Counter = another(F, L.Counter);
  Counter->Const = true;
  Block Body;
  Body.add(B.declare(Counter, Value));
  Body.append(copy(Loop, Counter, P));
  if (!Runs)
    return Body.Stmts;
  Stmt *If = B.ifThen(Runs, std::move(Body));
  If->Loc = Loop.Loc;
  return {If};
}

Stmt *Rims::loop(const Stmt &Loop, const Expr *From, const Expr *To, Part P) {
  Variable *Counter = another(F, L.Counter);
  Stmt *S = M.stmt(StmtKind::Loop, Loop.Loc);
  *S = Loop;
  S->Init = {};
  S->Init.add(B.declare(Counter, From));
  S->Value = B.binary("<", B.var(Counter), To, M.boolType());
  S->Step = clone(M, Loop.Step);
  rename(M, S->Step.Stmts, L.Counter, Counter);
  S->Then = copy(Loop, Counter, P);
  return S;
}

/// Looks at Loop: whether it is one that can be cut, and asks for what tells where.
bool Rims::hasRims(const Stmt &Loop) {
  constexpr size_t MostStatements = 24, MostAround = 40;
  constexpr int64_t MostWrittenOut = 16; // by the optimiser
  const auto Counted = analysis::countedLoop(Loop);
  if (!Counted || Counted->Op != "<" || Counted->Ahead || Counted->Step != 1 || !isPlain(Loop) ||
      Counted->Bound->Ty != Counted->Counter->Ty || Counted->Counter->Ty->Bits < 32)
    return false;
  const auto Trips = analysis::mostTrips(Loop);
  const bool Inner = !holdsLoop(Loop.Then);
  if ((Trips && *Trips <= MostWrittenOut) ||
      statementsIn(Loop.Then) > (Inner ? MostStatements : MostAround))
    return false;
  L = *Counted;
  First = analysis::knownNumber(L.First);
  std::tie(Base, Offset) = asOffset(L.Bound);
  Low = High = 0;
  Named.clear();
  walk(Loop.Then, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) && S->Var->Const && S->Value && S->Var->Ty->isInteger())
      Named[S->Var] = S->Value;
  });
  collect(Loop.Then, Inner);
  LeastBound = Unknown;
  for (const Told &By : Around)
    if (Base && !Base->Ty->IsUnsigned && Base->Ty == L.Bound->Ty && equal(By.Base, Base))
      LeastBound = std::max(LeastBound, By.Least + Offset);
  return (Low || High) && (High <= 1 || !L.Counter->Ty->IsUnsigned) && staysInLoop(L.First, Loop) &&
         staysInLoop(L.Bound, Loop);
}

/// Cuts the loop at At; Middle: where its middle is then.
bool Rims::split(Block &Bl, size_t At, size_t &Middle) {
  const Stmt Loop = *Bl.Stmts[At];
  if (!hasRims(Loop) || asksInMiddle(Loop))
    return false;
  const Type *Ty = L.Counter->Ty;
  const bool Unsigned = Ty->IsUnsigned;
  const auto Number = [&](int64_t N) { return B.literal(std::to_string(N), Ty); };
  const Expr *const From = Low ? Number(*First + Low) : L.First;
  std::vector<Stmt *> Parts;
  const auto Once = [&](const Expr *After, int64_t Number, const Expr *Value, Part P) {
    const bool Runs = First && LeastBound > *First + Number;
    llvm::append_range(
        Parts, once(Loop, Runs ? nullptr : B.binary(">", L.Bound, After, M.boolType()), Value, P));
  };
  if (Low == 1)
    Once(L.First, 0, L.First, Part::LowRim);
  else if (Low)
    Parts.push_back(loop(Loop, L.First,
                         B.conditional(B.binary("<", L.Bound, From, M.boolType()), L.Bound, From),
                         Part::LowRim));
  const Expr *const To = High ? boundLess(High) : L.Bound;
  Middle = At + Parts.size();
  Parts.push_back(loop(Loop, From, To, Part::Middle));
  if (Unsigned && High) { // `n - 1` may be below zero: `i + 1 < n`
    const Expr *Counter = Parts.back()->Value->operand(0);
    Parts.back()->Value =
        B.binary("<", B.binary("+", Counter, B.integer(High), Ty), L.Bound, M.boolType());
  }
  if (High == 1)
    Once(From, Low, To, Part::HighRim);
  else if (High)
    Parts.push_back(loop(Loop, B.conditional(B.binary("<", From, To, M.boolType()), To, From),
                         L.Bound, Part::HighRim));
  Bl.Stmts.erase(Bl.Stmts.begin() + At);
  Bl.Stmts.insert(Bl.Stmts.begin() + At, Parts.begin(), Parts.end());
  return true;
}

/// Whether V is changed by nothing but statements that name it.
bool Rims::isOwn(const Variable *V) const {
  const Use &All = Known.of(V);
  return (V->Kind == Storage::Local || V->Kind == Storage::Parameter) && !V->Static &&
         !V->Ty->isReference() && !V->AddressTaken && !All.OtherWrites && !All.Escapes &&
         !Known.isNamedInText(V);
}

/// What Loop tells of a bound, throughout its body.
std::optional<Told> Rims::tells(const Stmt &Loop) const {
  const auto Counted = Loop.is(StmtKind::Loop) ? analysis::countedLoop(Loop) : std::nullopt;
  if (!Counted || Counted->Op != "<" || Counted->Ahead || Counted->Step != 1)
    return std::nullopt;
  const auto From = analysis::knownNumber(Counted->First);
  const auto [Of, By] = asOffset(Counted->Bound);
  if (!From || !Of || !Of->is(ExprKind::Variable) || Of->Ty->IsUnsigned ||
      Of->Ty != Counted->Bound->Ty || Of->Ty != Counted->Counter->Ty || !isOwn(Of->Var))
    return std::nullopt;
  llvm::DenseSet<const Variable *> Assigned;
  analysis::assignedVariables(Loop, Assigned);
  if (Assigned.contains(Of->Var))
    return std::nullopt;
  return Told{Of, *From + 1 - By};
}

/// Outer loops first, so that what these ask for is known in the inner ones of their middles, which
/// are the only ones that are cut then.
bool Rims::visit(Block &Bl) {
  bool Any = false;
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    const size_t Before = Bl.Stmts.size();
    size_t Middle = I;
    Any |= Bl.Stmts[I]->is(StmtKind::Loop) && split(Bl, I, Middle);
    const std::optional<Told> Here = tells(*Bl.Stmts[Middle]);
    if (Here)
      Around.push_back(*Here);
    forEachBlock(*Bl.Stmts[Middle], [&](Block &Part) { Any |= visit(Part); });
    if (Here)
      Around.pop_back();
    I += Bl.Stmts.size() - Before; // the parts are not looked at again
  }
  return Any;
}

bool ad::core::splitRims(Module &M, Function &F) {
  const Uses Known(F); // of what is there already
  return Rims(M, F, Known).visit(F.Body);
}
