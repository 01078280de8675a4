//===- analysis/read_span.cpp - the elements that a loop reads ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// 1. The least and the greatest of each subscript in the loop: counters give way to their limits,
//    one after the other, which errs on the far side.
// 2. The same for accesses that run in any case, in the loop or in one that stands beside it, where
//    the counters of a nest run independently of each other: these come to both of their ends.
// 3. The elements of 1 exist if they lie between such ends. No copy is made where those loops do
//    not run, so that nothing may be read there, either. A small local array is all there, and a
//    vector says how many it has.
// 4. A subscript that is a choice, `i == 0 ? n - 1 : i - 1`, is one of its sides; `k % n`, of no
//    negative k and positive n, lies between the first and the last remainder.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/read_span.h"
#include "plugin/analysis/loops.h"
#include "plugin/analysis/memory.h"
#include "plugin/analysis/reach.h"
#include "plugin/core/steps.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

namespace {

using LoopNest = llvm::SmallVector<const Stmt *, 4>;

class Span {
public:
  Span(Builder &B, const Block &Around, const Expr *Array);
  std::optional<ReadSpan> of(const Stmt &Loop);

private:
  struct Access {
    std::optional<Polynomial> Index;
    LoopNest Nest;
    bool Always;
    bool Dense;
  };
  void look(const Block &Bl, LoopNest &Nest, bool Always, std::vector<Access> &Out);
  void look(const Expr *E, const LoopNest &Nest, bool Always, std::vector<Access> &Out);
  void access(const Expr *Index, const LoopNest &Nest, bool Always, bool Dense,
              std::vector<Access> &Out);
  const Expr *choice(const Expr *E) const;
  std::optional<Reach> reach(const Access &A) const;
  bool atMost(const Polynomial &P, const Polynomial &Q, const LoopNest &Nest) const;
  static bool isDense(const Polynomial &Index);
  bool isRectangle(const LoopNest &Nest) const;
  bool runWith(const LoopNest &Asked, const LoopNest &Nest) const;
  void fixAhead(const Stmt &Loop);
  const Expr *aheadOf(const Stmt &Loop, const Expr *E) const;
  std::optional<Reach> ends(llvm::ArrayRef<Access> All, const LoopNest &Nest) const;
  bool isSize(const Expr *E, const Stmt &Loop) const;
  Numbers numbers() const { return {IsFixed, DefinitionOf}; }

  Builder &B;
  const Block &Around;
  const Expr *Array;
  llvm::DenseSet<const Variable *> Changes; ///< assigned or declared in Around
  bool Plain = true;                        ///< every statement of Around runs, one by one
  std::function<bool(const Variable *)> IsFixed = [this](const Variable *V) {
    return V->Ty->isInteger() && isScalarVariable(V) && !Changes.contains(V);
  };
  llvm::DenseMap<const Variable *, const Expr *> Definitions; ///< `const int at = i * n + j;`
  std::function<const Expr *(const Variable *)> DefinitionOf = [this](const Variable *V) {
    return Definitions.lookup(V);
  };
};

} // namespace

static bool jumpsOut(const Block &Bl) {
  bool Jumps = false;
  walk(Bl, [&](Stmt *S) {
    Jumps |= S->is(StmtKind::Break) || S->is(StmtKind::Continue) || S->is(StmtKind::Return) ||
             S->is(StmtKind::Goto) || S->NoReturn;
  });
  return Jumps;
}

Span::Span(Builder &B, const Block &Around, const Expr *Array)
    : B(B), Around(Around), Array(Array) {
  assignedVariables(Around, Changes);
  walk(Around, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) && S->Value && S->Value->Ty->isInteger() &&
        isScalarVariable(S->Var) && !Changes.contains(S->Var))
      Definitions[S->Var] = S->Value;
  });
  walk(Around, [&](Stmt *S) {
    if (S->Var)
      Changes.insert(S->Var);
    Plain &= !S->is(StmtKind::Call) && !S->is(StmtKind::Opaque) && !S->OldSize;
  });
  Plain &= !jumpsOut(Around);
  walk(Array, [&](const Expr *E) {
    Plain &= !E->is(ExprKind::Variable) || !Changes.contains(E->Var);
    return true;
  });
}

/// Accesses to elements of the array, with the counted loops around each.
void Span::look(const Block &Bl, LoopNest &Nest, bool Always, std::vector<Access> &Out) {
  for (const Stmt *S : Bl.Stmts) {
    const bool Counted = S->is(StmtKind::Loop) && countedLoop(*S);
    const bool Straight = S->is(StmtKind::Block) || Counted;
    forEachExpr(*S, [&](const Expr *E) { look(E, Nest, Always && !S->is(StmtKind::Loop), Out); });
    look(S->Init, Nest, Always, Out);
    if (Counted)
      Nest.push_back(S);
    for (const Block *Part : {&S->Setup, &S->Then, &S->Else, &S->Step})
      look(*Part, Nest, Always && Straight, Out);
    if (Counted)
      Nest.pop_back();
    for (const SwitchCase &Case : S->Cases)
      look(Case.Body, Nest, false, Out);
  }
}

void Span::look(const Expr *E, const LoopNest &Nest, bool Always, std::vector<Access> &Out) {
  if (E->is(ExprKind::Subscript) && equal(E->operand(), Array)) {
    access(E->operand(1), Nest, Always, false, Out);
    return look(E->operand(1), Nest, Always, Out);
  }
  if (E->is(ExprKind::AddressOf))
    return forEachPartOfAddress(E->operand(),
                                [&](const Expr *Part) { look(Part, Nest, Always, Out); });
  const bool Chooses = E->is(ExprKind::Conditional) ||
                       (E->is(ExprKind::Binary) && (E->Text == "&&" || E->Text == "||"));
  for (size_t I = 0; I < E->Operands.size(); ++I)
    look(E->operand(I), Nest, Always && !(Chooses && I > 0), Out);
}

/// A part of E, a subscript, that is not linear in numbers but stands for one of others: a choice,
/// a remainder, or a variable that is declared as such. Null if there is none.
const Expr *Span::choice(const Expr *E) const {
  const Expr *Found = nullptr;
  walk(E, [&](const Expr *Sub) {
    const bool Remainder = Sub->is(ExprKind::Binary) && Sub->Text == "%";
    const Expr *Is = Sub->is(ExprKind::Variable) ? Definitions.lookup(Sub->Var) : nullptr;
    if (!Found && Sub->Ty->isInteger() &&
        (Sub->is(ExprKind::Conditional) || Remainder || (Is && choice(Is))))
      Found = Sub;
    return !Found && !Sub->is(ExprKind::Subscript);
  });
  return Found;
}

/// Elements of which the subscript is Index, or between what choices in it make of it.
void Span::access(const Expr *Index, const LoopNest &Nest, bool Always, bool Dense,
                  std::vector<Access> &Out) {
  constexpr size_t Many = 64;
  std::optional<Polynomial> P = polynomial(Index, 1, Nest, numbers());
  const Expr *Of = P || Out.size() > Many ? nullptr : choice(Index);
  if (!Of)
    return Out.push_back({P, Nest, Always, Dense || (P && isDense(*P))});
  auto With = [&](const Expr *Value, bool IsDense) {
    const Expr *One = rewrite(B.M, Index, [&](const Expr *E) { return E == Of ? Value : nullptr; });
    access(One, Nest, false, Dense || IsDense, Out);
  };
  if (Of->is(ExprKind::Variable))
    return With(Definitions.lookup(Of->Var), false);
  if (Of->is(ExprKind::Conditional)) {
    With(Of->operand(1), false);
    return With(Of->operand(2), false);
  }
  const std::optional<Polynomial> Left = polynomial(Of->operand(0), 1, Nest, numbers());
  const std::optional<Reach> Ends = Left ? analysis::reach(*Left, Nest, numbers()) : std::nullopt;
  const std::optional<int64_t> Least = Ends ? Ends->Least.asNumber() : std::nullopt;
  const std::optional<Polynomial> Right = polynomial(Of->operand(1), 1, Nest, numbers());
  if (!Least || *Least < 0 || !Right || !atMost(Polynomial::number(1), *Right, Nest))
    return Out.push_back({std::nullopt, Nest, false, false});
  const Type *T = Of->Ty;
  With(B.literal("0", T), isDense(*Left));
  With(B.binary("-", Of->operand(1), B.literal("1", T), T), false);
}

/// Whether P is no more than Q where the loops of the nest run.
bool Span::atMost(const Polynomial &P, const Polynomial &Q, const LoopNest &Nest) const {
  const Polynomial More = Q.plus(P, -1);
  if (const std::optional<int64_t> Number = More.asNumber())
    return *Number >= 0;
  Inequalities Bounds;
  Bounds.addBounds(Nest, 1, numbers());
  if (Bounds.imply(Polynomial(), More, 0))
    return true;
  // A sum of products of numbers of which each is at least one: `2 * n - 1`.
  int64_t Least = 0;
  for (const auto &[Of, C] : More.Terms) {
    if (!Of.empty() && (C < 0 || llvm::any_of(
                                     Of,
                                     [&](const Symbol &S) {
                                       return !Bounds.imply(Polynomial::number(1),
                                                            Polynomial::symbol(S), 0);
                                     })))
      return false;
    Least += C;
  }
  return Least >= 0;
}

/// Whether the loops around it come to a fair part of the elements between its ends: each counter
/// takes part once, and one of them in small steps.
bool Span::isDense(const Polynomial &Index) {
  constexpr int64_t Small = 4;
  bool Steps = false;
  llvm::SmallVector<const Variable *, 4> Seen;
  for (const auto &[Of, C] : Index.Terms)
    for (const Symbol &S : Of) {
      if (!isCounter(S))
        continue;
      if (llvm::is_contained(Seen, S.Var))
        return false;
      Seen.push_back(S.Var);
      Steps |= Of.size() == 1 && std::abs(C) <= Small;
    }
  return Steps;
}

/// What is reached, if all of it is known.
std::optional<Reach> Span::reach(const Access &A) const {
  return A.Index ? analysis::reach(*A.Index, A.Nest, numbers()) : std::nullopt;
}

/// Whether all loops have ends of their own, and come to each number between them.
bool Span::isRectangle(const LoopNest &Nest) const {
  return llvm::all_of(Nest, [&](const Stmt *S) {
    const CountedLoop L = *countedLoop(*S);
    const bool Wraps = L.Counter->Ty->IsUnsigned && L.Step < 0;
    return std::abs(L.Step) == 1 && !Wraps && !jumpsOut(S->Then) &&
           hasFixedEnds(*S, Nest, numbers());
  });
}

/// The ends to which the accesses of this nest come if all of its loops run.
std::optional<Reach> Span::ends(llvm::ArrayRef<Access> All, const LoopNest &Nest) const {
  std::optional<Reach> Found;
  for (const Access &A : All) {
    if (A.Nest != Nest || !A.Always || !A.Index)
      continue;
    // Ends are reached in one and the same iteration if no counter pulls both ways.
    bool Up = true;
    for (const auto &[Of, C] : A.Index->Terms)
      for (const Symbol &S : Of)
        Up &= !isCounter(S) || C > 0;
    std::optional<Reach> R = Up ? reach(A) : std::nullopt;
    if (!R)
      continue;
    if (!Found) {
      Found = R;
      continue;
    }
    if (atMost(R->Least, Found->Least, Nest))
      Found->Least = R->Least;
    if (atMost(Found->Greatest, R->Greatest, Nest))
      Found->Greatest = R->Greatest;
  }
  return Found;
}

/// Whether all of Asked, which have fixed ends, run where all loops of Nest do.
bool Span::runWith(const LoopNest &Asked, const LoopNest &Nest) const {
  Inequalities Bounds;
  Bounds.addBounds(Nest, 1, numbers());
  return llvm::all_of(Asked, [&](const Stmt *S) {
    const CountedLoop L = *countedLoop(*S);
    const Expr *Test = firstTest(L, B);
    if (llvm::any_of(Nest, [&](const Stmt *Each) {
          return Each == S || equal(firstTest(*countedLoop(*Each), B), Test);
        }))
      return true;
    const Polynomial First = *polynomial(L.First, 1, {}, numbers()),
                     Bound = *polynomial(L.Bound, 1, {}, numbers());
    const int64_t Strict = L.Op == "<" || L.Op == ">" ? 1 : 0;
    return L.Step > 0 ? Bounds.imply(First, Bound, -Strict - L.Ahead)
                      : Bounds.imply(Bound, First, L.Ahead - Strict);
  });
}

/// What is declared ahead of Loop with a value that cannot be looked into, `const int n = m.cols;`,
/// is one number for as long as the loop runs.
void Span::fixAhead(const Stmt &Loop) {
  for (const Stmt *S : Around.Stmts) {
    if (S == &Loop)
      return;
    if (S->is(StmtKind::Declare) && Definitions.count(S->Var) &&
        !polynomial(S->Value, 1, {}, numbers()))
      Changes.erase(S->Var);
  }
}

/// E by names that are known ahead of Loop; null if there are none.
const Expr *Span::aheadOf(const Stmt &Loop, const Expr *E) const {
  llvm::DenseSet<const Variable *> Unknown;
  walk(Around, [&](Stmt *S) {
    if (S->Var)
      Unknown.insert(S->Var);
  });
  for (const Stmt *S : llvm::make_range(Around.Stmts.begin(), llvm::find(Around.Stmts, &Loop)))
    if (S->is(StmtKind::Declare) || S->Declares)
      Unknown.erase(S->Var);
  bool Known = true;
  std::function<const Expr *(const Expr *)> Defined = [&](const Expr *Sub) -> const Expr * {
    if (!Sub->is(ExprKind::Variable) || !Unknown.contains(Sub->Var))
      return nullptr;
    const Expr *Is = Definitions.lookup(Sub->Var);
    Known &= Is && Is->Ty == Sub->Ty;
    return Known ? rewrite(B.M, Is, Defined) : nullptr;
  };
  const Expr *Ahead = rewrite(B.M, E, Defined);
  return Known ? Ahead : nullptr;
}

/// Whether E is the number of elements of the vector, which it still has where Loop runs.
bool Span::isSize(const Expr *E, const Stmt &Loop) const {
  const Expr *Is = E->is(ExprKind::Variable) ? Definitions.lookup(E->Var) : nullptr;
  if (!Is || !equal(Is, B.sizeOf(Array)))
    return false;
  const auto From = llvm::find_if(
      Around.Stmts, [&](const Stmt *S) { return S->is(StmtKind::Declare) && S->Var == E->Var; });
  const auto To = llvm::find(Around.Stmts, &Loop);
  Block Since; // it was asked for
  if (From < To)
    Since.Stmts.assign(From, To + 1);
  return From < To && !mayChangeSize(Since, Array);
}

std::optional<ReadSpan> Span::of(const Stmt &Loop) {
  fixAhead(Loop);
  // 1. What the loop reads.
  std::vector<Access> Reads;
  LoopNest Nest;
  Block Alone;
  Alone.add(const_cast<Stmt *>(&Loop));
  look(Alone, Nest, /*Always=*/true, Reads);
  std::optional<Reach> All;
  bool Dense = false, Compared = false; // by what holds only where loops run
  for (const Access &A : Reads) {
    std::optional<Reach> R = reach(A);
    if (!R)
      return std::nullopt;
    Dense |= A.Dense;
    if (!All)
      All = R;
    Compared |= !R->Least.plus(All->Least, -1).asNumber() ||
                !R->Greatest.plus(All->Greatest, -1).asNumber();
    if (atMost(R->Least, All->Least, A.Nest))
      All->Least = R->Least;
    else if (!atMost(All->Least, R->Least, A.Nest))
      return std::nullopt;
    if (atMost(All->Greatest, R->Greatest, A.Nest))
      All->Greatest = R->Greatest;
    else if (!atMost(R->Greatest, All->Greatest, A.Nest))
      return std::nullopt;
  }
  std::optional<int64_t> First = All ? All->Least.asNumber() : std::nullopt;
  const bool Vector = Array->Ty->nonReference()->IsVector;
  if (First && Vector) // a side that is not taken where it would lead ahead of the elements
    First = std::max<int64_t>(*First, 0);
  if (!First || *First < 0 || !Dense)
    return std::nullopt;
  // 2. What exists.
  const Polynomial End = All->Greatest.plus(Polynomial::number(1));
  if (Vector && isSize(written(End, B), Loop))
    return ReadSpan{*First, written(End, B), nullptr};
  std::vector<Access> There = Reads;
  if (Plain)
    look(Around, Nest, /*Always=*/true, There);
  for (const Access &A : There) {
    if (!A.Always || !A.Index || A.Nest.empty() || !isRectangle(A.Nest))
      continue;
    std::optional<Reach> Ends = ends(There, A.Nest);
    if (!Ends)
      continue;
    const auto Below = All->Least.plus(Ends->Least, -1).asNumber(),
               Above = Ends->Greatest.plus(All->Greatest, -1).asNumber();
    if (!Below || !Above || *Below < 0 || *Above < 0)
      continue;
    if (Compared && llvm::any_of(Reads, [&](const Access &R) { return R.Nest != A.Nest; }))
      continue;
    // `for (i = 0; i < n; ++i) ... a[i]`: if it does not run, the end is no more than the start.
    const bool Single =
        !Compared && A.Nest.size() == 1 && *Below == 0 && *Above == 0 && A.Index &&
        reach(A)->Least == Ends->Least && reach(A)->Greatest == Ends->Greatest &&
        llvm::all_of(A.Index->Terms, [](const auto &Term) { return Term.first.size() <= 1; });
    const Expr *Runs = Single ? nullptr : runs(A.Nest, numbers(), B);
    if (Runs && llvm::any_of(Reads, [&](const Access &R) { return !runWith(A.Nest, R.Nest); }))
      continue;
    const Expr *Ahead = Runs ? aheadOf(Loop, Runs) : nullptr;
    if (!Runs == !Ahead)
      return ReadSpan{*First, written(End, B), Ahead};
  }
  // What was compared by the bounds of one nest says nothing where that does not run.
  const bool Differ =
      llvm::any_of(Reads, [&](const Access &R) { return R.Nest != Reads.front().Nest; });
  if (!Vector || (Compared && Differ))
    return std::nullopt;
  const Expr *Less =
      B.opaque("std::min<std::size_t>($0, $1)", B.M.sizeType(), {written(End, B), B.sizeOf(Array)});
  return ReadSpan{*First, Less, nullptr};
}

std::optional<ReadSpan> analysis::readSpan(Builder &B, const Block &Around, const Stmt &Loop,
                                           const Expr *Array) {
  constexpr uint64_t Small = 64;
  const Type *T = Array->is(ExprKind::Variable) ? Array->Var->Ty : Array->Ty;
  const bool Local = Array->is(ExprKind::Variable) && Array->Var->Kind == Storage::Local &&
                     T->isArray() && !T->IsVector;
  if (Local && T->Extent <= Small)
    return ReadSpan{0, B.integer(int64_t(T->Extent)), nullptr};
  return Span(B, Around, Array).of(Loop);
}
