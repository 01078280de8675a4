//===- modes/gather_stencils.cpp - adjoints of stencils, gathered ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The adjoint of a stencil scatters: each iteration loads, adds to and stores an element and all of
// its neighbours. Where all get the same number, these numbers are kept in an array, and each
// element gathers those of its neighbours: one loads as much, and stores once. No iteration waits
// for what another one has stored, either.
//
//   for (int t = steps; t-- > 0;)            const std::size_t flow_size = 1 < n - 1 ? n : 0;
//     for (int i = 1; i < n - 1; ++i) {      std::vector<double> flow(flow_size);
//       u_bar[i] += a * v_bar[i];            for (int t = steps; t-- > 0;)
//       u_bar[i - 1] += b * v_bar[i];          if (1 < n - 1) {
//       u_bar[i + 1] += b * v_bar[i];            for (int i = 1; i < n - 1; ++i) {
//       v_bar[i] = 0;                              u_bar[i] += a * v_bar[i];
//     }                                            flow[i] = b * v_bar[i];
//                                                  v_bar[i] = 0;
//                                                }
//                                                u_bar[0] += flow[1];
//                                                for (int i = 1; i < n - 1; ++i)
//                                                  u_bar[i] += flow[i - 1] + flow[i + 1];
//                                                u_bar[n - 1] += flow[n - 2];
//                                              }
//
// 1. Candidates: a straight loop whose iterations may run in any order (Stmt::AnyOrder), or a loop
//    that does nothing but run such a loop: `at = i * n + j`. Of the additions to one array, those
//    of the same number, but for its sign, go to `at - 1` and `at + 1`, and perhaps to `at - n` and
//    `at + n`: always on both sides. What a single loop adds to other rows stays as it is.
// 2. The loops run over a rectangle. What is kept for what is next to it, but not within, must be
//    zero, as it is where nothing else has that subscript: `n` is at least one more than the inner
//    loop has iterations. No subscript is negative; that of a single loop is its counter's where
//    this is not known.
// 3. What the rectangle's rim adds to elements outside of it, statements of its own add.
// 4. Nothing else in the loops may read these elements, or set them; and no store between the
//    additions may change the number.
// 5. The array is made ahead of all loops that do not change what it is made of; where there are
//    none, a straight loop by itself stays as it is.
//
// Source: the adjoints of stencils as gathers, J. Hueckelheim et al., "Automatic Differentiation
// for Adjoint Stencil Loops", ICPP 2019, where the loops are split at the rim; that sums commute is
// taken as known.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/gather_stencils.h"
#include "plugin/analysis/loops.h"
#include "plugin/analysis/subscripts.h"
#include "plugin/core/builder.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"
#include "plugin/modes/ahead_of_loops.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;
using analysis::Polynomial;

namespace {

/// A loop that counts in steps of one.
struct Range {
  analysis::CountedLoop Loop;
  Polynomial First, End; ///< its counter is less than End
};

/// `u_bar[at + n] += Number`, or `-=`.
struct Addition {
  Stmt *S;
  const Expr *Number;
  bool Minus;
  Polynomial To;
  bool Across = false; ///< to the row before or behind; else to an element of the same row
  bool Before = false;
};

/// Additions of the same number to one array, and what they are made into.
struct Gathering {
  std::vector<Addition> Additions;
  Polynomial At; ///< the subscript between them
  const Expr *AtValue = nullptr;
  Polynomial Row;  ///< by how much subscripts grow from row to row
  Polynomial Kept; ///< where the number is kept
  Variable *Flow = nullptr;

  const Expr *array() const { return Additions[0].S->Target->operand(0); }
  const Expr *number() const { return Additions[0].Number; }
  bool has(const Stmt *S) const {
    return llvm::any_of(Additions, [S](const Addition &A) { return A.S == S; });
  }
  /// Those of the same kind on the other side.
  const Addition &opposite(const Addition &A) const {
    return *llvm::find_if(Additions, [&](const Addition &Other) {
      return Other.Across == A.Across && Other.Before != A.Before;
    });
  }
  bool hasAcross() const {
    return llvm::any_of(Additions, [](const Addition &A) { return A.Across; });
  }
};

class Gatherer {
public:
  Gatherer(Module &M, Function &F, const ApartPairs &Apart) : M(M), F(F), B(M), Known(F, Apart) {}
  bool run();

private:
  bool look(Stmt &Loop);
  std::optional<Polynomial> polynomial(const Expr *E) const;
  std::optional<Range> range(const Stmt &Loop) const;
  std::vector<Gathering> additions() const;
  bool findRow(Gathering &G) const;
  bool orient(Gathering &G) const;
  bool findCentre(Gathering &G) const;
  bool leavesRimZero(const Gathering &G) const;
  bool place(Gathering &G) const;
  bool fits(const Gathering &G) const;
  bool choose();

  Stmt *attempt(Stmt &Loop, const Stmt *Around, Ahead &Makes);
  void needs(const Gathering &G, Ahead &Makes) const;
  Polynomial last(const Gathering &G) const;
  const Expr *kept(const Gathering &G, const Expr *At, const Polynomial &By) const;
  const Expr *anyRun();
  Block keeping();
  Block gathering(const Gathering &G);
  Stmt *atRim(const Gathering &G, const Addition &A, const Range &Along);
  Stmt *like(const Stmt &Loop, Block Body);

  Module &M;
  Function &F;
  Builder B;
  Places Known;

  // The loop that is looked at.
  Stmt *Within = nullptr; ///< itself, or the one that it runs
  std::optional<StraightLoop> L;
  std::optional<Range> Outer, Inner;
  std::vector<Gathering> Found;
};

} // namespace

static Polynomial symbol(const Variable *V) { return Polynomial::symbol({V}); }
static Polynomial one() { return Polynomial::number(1); }

/// By how much P grows with V; none if that depends on V.
static std::optional<Polynomial> growth(const Polynomial &P, const Variable *V) {
  const std::optional<Polynomial> Next = P.with({V}, symbol(V).plus(one()));
  return Next ? std::optional(Next->plus(P, -1)) : std::nullopt;
}

/// P, which grows evenly with the counter, at a place in the range.
static Polynomial at(const Polynomial &P, const Range &R, const Polynomial &Where) {
  return *P.with({R.Loop.Counter}, Where);
}
static Polynomial atFirst(const Polynomial &P, const Range &R) { return at(P, R, R.First); }
static Polynomial atLast(const Polynomial &P, const Range &R) {
  return at(P, R, R.End.plus(one(), -1));
}

static void eachVariable(const Polynomial &P, llvm::function_ref<void(const Variable *)> F) {
  for (const auto &[Product, Times] : P.Terms)
    for (const analysis::Symbol &S : Product)
      F(S.Var);
}

//===-- What can be gathered ----------------------------------------------===//

/// In the loops nothing changes but counters, and what the inner one declares.
std::optional<Polynomial> Gatherer::polynomial(const Expr *E) const {
  auto IsFixed = [&](const Variable *V) { return !L->declares(V); };
  auto DefinitionOf = [&](const Variable *V) { return L->valueOf(V); };
  return analysis::polynomial(E, 0, {}, {IsFixed, DefinitionOf});
}

std::optional<Range> Gatherer::range(const Stmt &Loop) const {
  const std::optional<analysis::CountedLoop> C = analysis::countedLoop(Loop);
  if (!C || C->Step != 1 || (C->Op != "<" && C->Op != "<=") || !analysis::usableBound(C->First) ||
      !analysis::usableBound(C->Bound))
    return std::nullopt;
  const std::optional<Polynomial> First = polynomial(C->First), Bound = polynomial(C->Bound);
  if (!First || !Bound)
    return std::nullopt;
  return Range{*C, *First, Bound->plus(one(), (C->Op == "<=" ? 1 : 0) - C->Ahead)};
}

/// Whether Loop is one of 1., of which nothing is known but its shape.
bool Gatherer::look(Stmt &Loop) {
  if (!Loop.is(StmtKind::Loop) || !Loop.AnyOrder)
    return false;
  const bool Nested = Loop.Then.Stmts.size() == 1 && Loop.Then.Stmts[0]->is(StmtKind::Loop);
  Within = Nested ? Loop.Then.Stmts[0] : &Loop;
  L = Within->AnyOrder ? StraightLoop::of(*Within) : std::nullopt;
  if (!L)
    return false;
  Inner = range(*Within);
  Outer = Nested ? range(Loop) : std::nullopt;
  if (!Inner || (Nested && !Outer))
    return false;
  bool Rectangle = true;
  for (const Polynomial &P : {Inner->First, Inner->End})
    eachVariable(P, [&](const Variable *V) { Rectangle &= !Outer || V != Outer->Loop.Counter; });
  return Rectangle;
}

/// The additions to elements, those of the same number to the same array together.
std::vector<Gathering> Gatherer::additions() const {
  std::vector<Gathering> All;
  for (Stmt *S : L->statements()) {
    const Variable *Leads = isStore(*S) ? leadingVariable(S->Target) : nullptr;
    if (!S->is(StmtKind::Accumulate) || !Leads || !Leads->Derivative ||
        !S->Target->is(ExprKind::Subscript) || !S->Target->operand(0)->is(ExprKind::Variable))
      continue;
    const llvm::StringRef Type = S->Target->Ty->nonReference()->Spelling;
    const std::optional<Polynomial> To = polynomial(S->Target->operand(1));
    if (!To || (Type != "double" && Type != "float" && Type != "long double"))
      continue;
    const bool Minus = S->Value->is(ExprKind::Unary) && S->Value->Text == "-";
    const Addition A{S, Minus ? S->Value->operand() : S->Value, Minus, *To};
    auto Same = llvm::find_if(All, [&](const Gathering &G) {
      return equal(G.number(), A.Number) && equal(G.array(), S->Target->operand(0));
    });
    if (Same == All.end())
      Same = All.insert(All.end(), Gathering());
    Same->Additions.push_back(A);
  }
  return All;
}

/// False if the subscripts do not grow by one in a row, or not in the same way from row to row.
bool Gatherer::findRow(Gathering &G) const {
  std::optional<Polynomial> Row;
  for (const Addition &A : G.Additions) {
    const std::optional<Polynomial> By = growth(A.To, Inner->Loop.Counter),
                                    ByRow = Outer ? growth(A.To, Outer->Loop.Counter)
                                                  : std::optional(Polynomial());
    if (!By || !(*By == one()) || !ByRow || (Row && !(*ByRow == *Row)))
      return false;
    Row = ByRow;
  }
  G.Row = *Row;
  return true;
}

/// Finds the subscript in the middle, and on which side of it each addition is; false if it is not
/// as 1. says. An addition to the middle itself stays where it is, as do those of a single loop to
/// other rows: nothing waits for these.
bool Gatherer::orient(Gathering &G) const {
  bool Unique = false;
  for (const Addition &A : G.Additions)
    for (const Addition &C : G.Additions)
      if (A.To.plus(C.To, -1).asNumber() == 2) {
        if (Unique)
          return false;
        Unique = true;
        G.At = C.To.plus(one());
      }
  if (!Unique)
    return false;
  llvm::erase_if(G.Additions, [&](const Addition &A) {
    const std::optional<int64_t> By = A.To.plus(G.At, -1).asNumber();
    return By == 0 || (!Outer && By != 1 && By != -1);
  });
  unsigned Seen[2][2] = {};
  for (Addition &A : G.Additions) {
    const Polynomial By = A.To.plus(G.At, -1);
    const bool Next = By == one() || By == Polynomial::number(-1);
    if (!Next && !(Outer && (By == G.Row || By == Polynomial().plus(G.Row, -1))))
      return false;
    A.Across = !Next;
    A.Before = !(By == (Next ? one() : G.Row));
    ++Seen[A.Across][A.Before];
  }
  return Seen[0][0] == 1 && Seen[0][1] == 1 && Seen[1][0] == Seen[1][1] && Seen[1][0] <= 1;
}

/// The subscript in the middle as it is written somewhere in the loop.
bool Gatherer::findCentre(Gathering &G) const {
  for (const Stmt *S : L->statements())
    for (const Expr *E : {S->Value, S->Target})
      if (E)
        walk(E, [&](const Expr *Sub) {
          if (!G.AtValue && Sub->is(ExprKind::Subscript))
            if (const std::optional<Polynomial> P = polynomial(Sub->operand(1)); P && *P == G.At)
              G.AtValue = Sub->operand(1);
          return !G.AtValue;
        });
  return G.AtValue;
}

/// 2.
bool Gatherer::place(Gathering &G) const {
  G.Kept = G.At;
  if (leavesRimZero(G) || Outer)
    return leavesRimZero(G);
  // A row of the loop's own, from the counter on.
  const std::optional<int64_t> First = Inner->First.asNumber();
  const Polynomial Shift =
      First ? Polynomial::number(std::max<int64_t>(0, 1 - *First)) : one().plus(Inner->First, -1);
  G.Kept = symbol(Inner->Loop.Counter).plus(Shift);
  return !First || *First >= 0;
}

bool Gatherer::leavesRimZero(const Gathering &G) const {
  if (Outer) {
    const Polynomial Iterations = Inner->End.plus(Inner->First, -1);
    const std::optional<int64_t> More = G.Row.plus(Iterations, -1).plus(one(), -1).asNumber();
    if (!More || *More < 0)
      return false;
  }
  Polynomial Least = atFirst(G.Kept, *Inner);
  if (Outer)
    Least = atFirst(Least, *Outer);
  Least = Least.plus(G.hasAcross() ? G.Row : one(), -1);
  // Whole rows ahead of it are no less than none.
  constexpr int MostRows = 4;
  for (int Rows = 0; Rows < (Outer ? MostRows : 1); ++Rows, Least = Least.plus(G.Row, -1))
    if (const std::optional<int64_t> Number = Least.asNumber(); Number && *Number >= 0)
      return true;
  return false;
}

/// 4.
bool Gatherer::fits(const Gathering &G) const {
  const Variable *Leads = leadingVariable(G.Additions[0].S->Target);
  size_t Left = G.Additions.size();
  for (const Stmt *S : L->statements()) {
    const bool Mine = G.has(S), Sets = S->is(StmtKind::Assign);
    Left -= Mine;
    // Of this array, no element of any iteration; under another name, none that may be one of
    // these.
    if (mentions(S->Value, Leads) || (Sets && mentions(S->Target, Leads)))
      return false;
    for (const Addition &A : G.Additions)
      if (Known.reads(S->Value, A.S->Target) ||
          (S->Target && Known.addressReads(S->Target, A.S->Target)) ||
          (Sets && Known.mayOverlap(S->Target, A.S->Target)))
        return false;
    const bool Between = Left > 0 && Left < G.Additions.size() && !Mine;
    if (Between && isStore(*S) && Known.reads(G.number(), S->Target))
      return false;
  }
  return true;
}

/// Finds what can be gathered; false if that is nothing, or if what is left would still have to
/// wait for stores of other iterations.
bool Gatherer::choose() {
  Found.clear();
  for (Gathering &G : additions())
    if (findRow(G) && orient(G) && findCentre(G) && place(G) && fits(G))
      Found.push_back(std::move(G));
  auto Stays = [&](const Stmt *S) {
    return isStore(*S) && llvm::none_of(Found, [S](const Gathering &G) { return G.has(S); });
  };
  for (const Stmt *S : L->statements())
    for (const Stmt *T : L->statements())
      if (Stays(S) && Stays(T) && areNeighbours(S->Target, T->Target))
        return false;
  return !Found.empty();
}

//===-- What it becomes ---------------------------------------------------===//

/// The greatest subscript of an addition.
Polynomial Gatherer::last(const Gathering &G) const {
  const Polynomial Most = atLast(G.Kept, *Inner);
  return (Outer ? atLast(Most, *Outer) : Most).plus(G.hasAcross() ? G.Row : one());
}

/// Where a number is kept that is By from At, as an expression for that of the array.
const Expr *Gatherer::kept(const Gathering &G, const Expr *At, const Polynomial &By) const {
  Builder B(M);
  return G.Kept == G.At ? At : written(G.Kept.plus(By), B);
}

/// Whether there is an iteration.
const Expr *Gatherer::anyRun() {
  const Expr *Some = analysis::firstTest(Inner->Loop, B);
  if (!Outer || (Outer->First == Inner->First && Outer->End == Inner->End))
    return Some;
  return B.binary("&&", analysis::firstTest(Outer->Loop, B), Some, M.boolType());
}

/// What the array is made of, and the rectangle.
void Gatherer::needs(const Gathering &G, Ahead &Makes) const {
  auto Need = [&](const Polynomial &P) {
    eachVariable(P, [&](const Variable *V) { Makes.MadeOf.insert(V); });
  };
  for (const std::optional<Range> &R : {Inner, Outer})
    if (R) {
      Need(R->First);
      Need(R->End);
    }
  Need(G.Row);
  Need(last(G));
}

/// The body of the loop that keeps the numbers.
Block Gatherer::keeping() {
  Block Body;
  for (Stmt *S : Within->Then.Stmts) {
    const auto G = llvm::find_if(Found, [S](const Gathering &Of) { return Of.has(S); });
    if (G == Found.end())
      Body.add(S);
    else if (G->Additions[0].S == S)
      Body.add(B.assign(B.subscript(B.var(G->Flow), kept(*G, G->AtValue, {})), G->number()));
  }
  return Body;
}

/// What the loop that gathers them does for one of them: from the element before comes what that
/// adds to the one behind.
Block Gatherer::gathering(const Gathering &G) {
  const Expr *Sum = nullptr;
  for (const Addition &A : G.Additions) {
    const Expr *Part =
        B.subscript(B.var(G.Flow), kept(G, A.S->Target->operand(1), A.To.plus(G.At, -1)));
    if (G.opposite(A).Minus)
      Part = B.neg(Part);
    Sum = Sum ? B.add(Sum, Part) : Part;
  }
  Block Body;
  Body.add(B.accumulate(B.subscript(G.array(), G.AtValue), Sum));
  return Body;
}

/// What the first iteration of Along adds to the element ahead of it, or the last one to that
/// behind.
Stmt *Gatherer::atRim(const Gathering &G, const Addition &A, const Range &Along) {
  auto There = [&](const Polynomial &P) {
    return written(A.Before ? atFirst(P, Along) : atLast(P, Along), B);
  };
  const Expr *Number = B.subscript(B.var(G.Flow), There(G.Kept));
  return B.accumulate(B.subscript(G.array(), There(A.To)), A.Minus ? B.neg(Number) : Number);
}

Stmt *Gatherer::like(const Stmt &Loop, Block Body) {
  Stmt *Made = M.stmt(StmtKind::Loop, Loop.Loc);
  *Made = Loop;
  Made->Note.clear();
  Made->Then = std::move(Body);
  return Made;
}

/// What Loop becomes; null if it stays as it is.
Stmt *Gatherer::attempt(Stmt &Loop, const Stmt *Around, Ahead &Makes) {
  if (!look(Loop) || !choose())
    return nullptr;
  for (const Gathering &G : Found)
    needs(G, Makes);
  if (!Outer && !(Around && mayStandAhead(Makes, *Around, Known.uses())))
    return nullptr;
  for (Gathering &G : Found)
    G.Flow = declareFlow(M, F, G.Additions[0].S->Target->Ty->nonReference(), anyRun(),
                         written(last(G).plus(one()), B), Makes);
  Block Elements, Rows[2], Rim[2]; // behind, before
  for (Stmt *S : L->statements())  // what subscripts are made of
    if (S->is(StmtKind::Declare) && S->Var->Ty->isInteger())
      Elements.add(S);
  for (const Gathering &G : Found) {
    Elements.append(gathering(G));
    for (const Addition &A : G.Additions)
      (A.Across ? Rows : Rim)[A.Before].add(atRim(G, A, A.Across ? *Outer : *Inner));
  }
  Stmt *Keeping =
      Within == &Loop ? like(Loop, keeping()) : like(Loop, {{like(*Within, keeping())}});
  Keeping->Note = Loop.Note;
  Block Row = Rim[true];
  Row.add(like(*Within, Elements));
  Row.append(Rim[false]);
  Block Then;
  Then.add(Keeping);
  if (!Rows[true].empty())
    Then.add(like(*Within, Rows[true]));
  if (Outer)
    Then.add(like(Loop, Row));
  else
    Then.append(Row);
  if (!Rows[false].empty())
    Then.add(like(*Within, Rows[false]));
  Stmt *Made = B.ifThen(anyRun(), std::move(Then));
  Made->Loc = Loop.Loc;
  return Made;
}

bool Gatherer::run() {
  std::vector<Ahead> None;
  const auto Each = [&](Stmt &Loop, const Stmt *Around, Ahead &Makes) {
    Stmt *Made = attempt(Loop, Around, Makes);
    return Made ? std::vector{Made} : std::vector<Stmt *>();
  };
  return replaceLoops(F.Body, nullptr, None, Known.uses(), Each);
}

bool modes::gatherStencils(Module &M, Function &F, const ApartPairs &Apart) {
  if (llvm::any_of(F.Body.Stmts, [](const Stmt *S) { return jumps(*S); })) // past what is declared
    return false;
  if (!Gatherer(M, F, Apart).run())
    return false;
  F.Body = clone(M, F.Body); // what several loops compute stands in each of them
  return true;
}
