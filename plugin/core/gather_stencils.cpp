//===- core/gather_stencils.cpp - adjoints of stencils, gathered ----------===//
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
// 1. Candidates: a straight loop whose iterations may run in any order (Stmt::AnyOrder), or one
// that
//    does nothing but run such a loop: `at = i * n + j`. Of the additions to one array, those of
//    the same number, but for its sign, go to `at - 1` and `at + 1`, and perhaps to `at - n` and
//    `at + n`: always on both sides.
// 2. Subscripts are compared as polynomials. The loops run over a rectangle; what is kept for what
//    is next to it, but not within, must be zero, as it is where nothing else has that subscript:
//    `n` is at least one more than the inner loop has iterations. No subscript is negative.
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
#include "plugin/core/gather_stencils.h"
#include "plugin/core/builder.h"
#include "plugin/core/polynomial.h"
#include "plugin/core/straight_loop.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

/// `for (int i = First; i < End; ++i)`
struct Range {
  const Variable *Counter = nullptr;
  Polynomial First, End;
  const Expr *FirstValue = nullptr, *EndValue = nullptr;
};

/// `u_bar[at + n] += Number`, or `-=`.
struct Addition {
  Stmt *S;
  const Expr *Number;
  bool Minus;
  Polynomial To;
};

/// Additions of the same number to one array, and what they are made into.
struct Gathering {
  std::vector<Addition> Additions;
  std::vector<bool> Across; ///< of each: to the row before or behind
  std::vector<bool> Before; ///< of each: to the element before, or in the row before
  Polynomial At;            ///< the subscript between them
  const Expr *AtValue = nullptr;
  bool HasAcross = false;
  Variable *Flow = nullptr;
};

/// Statements that are to stand ahead of a loop, and as far out as what they are made of is known.
struct Ahead {
  std::vector<Stmt *> Stmts;
  llvm::DenseSet<const Variable *> MadeOf;
  bool Moves = true;
};

class Gatherer {
public:
  Gatherer(Module &M, Function &F, const ApartPairs &Apart) : M(M), F(F), B(M), Known(F, Apart) {}
  void run(Block &In, const Stmt *Around, std::vector<Ahead> &Out);
  bool Gathers = false; ///< of a loop

private:
  Stmt *attempt(Stmt &Loop, const Stmt *Around, Ahead &Makes);
  bool findAdditions(const StraightLoop &L);
  std::optional<Polynomial> rowOf(const Gathering &G) const;
  bool orient(Gathering &G, const Polynomial &Row) const;
  bool fits(const Gathering &G, const StraightLoop &L) const;
  bool leavesRimZero(const Gathering &G, const Polynomial &Row) const;
  const Expr *centre(const Gathering &G, const StraightLoop &L) const;
  const Expr *kept(const Gathering &G, const Expr *At);
  Stmt *gather(const Gathering &G, const Expr *To, const Expr *From, bool Minus);
  Stmt *atRim(const Gathering &G, size_t I, const Range &Along, bool Last);
  void make(Gathering &G, Ahead &Makes);
  void needs(const Gathering &G, Ahead &Makes) const;
  Polynomial last(const Gathering &G) const;
  const Expr *anyRun();
  bool isFree(const Ahead &Of, const Stmt &Loop) const;

  Module &M;
  Function &F;
  Builder B;
  Places Known;

  // The loop that is looked at.
  Range Outer, Inner; ///< Outer: without counter if there is none
  std::vector<Gathering> Found;
};

} // namespace

static const Expr *noValue(const Variable *) { return nullptr; }

static std::optional<Range> rangeOf(const Stmt &Loop) {
  size_t First;
  Range R;
  R.Counter = counterOf(Loop, First);
  if (!R.Counter || First || !Loop.Value->is(ExprKind::Binary) || Loop.Value->Text != "<" ||
      !isVariable(Loop.Value->operand(0), R.Counter))
    return std::nullopt;
  const Expr *Step = Loop.Step.Stmts.front()->Value;
  if (!Step->is(ExprKind::Literal)) // `--i`
    return std::nullopt;
  R.FirstValue = Loop.Init.Stmts.front()->Value;
  R.EndValue = Loop.Value->operand(1);
  const std::optional<Polynomial> From = R.FirstValue ? Polynomial::of(R.FirstValue, noValue)
                                                      : std::nullopt,
                                  To = Polynomial::of(R.EndValue, noValue);
  if (!From || !To)
    return std::nullopt;
  R.First = *From;
  R.End = *To;
  return R;
}

/// The additions to elements, those of the same number to the same array together.
bool Gatherer::findAdditions(const StraightLoop &L) {
  Found.clear();
  auto ValueOf = [&](const Variable *V) { return L.valueOf(V); };
  for (Stmt *S : L.statements()) {
    const Variable *Leads = isStore(*S) ? leadingVariable(S->Target) : nullptr;
    if (!S->is(StmtKind::Accumulate) || !Leads || !Leads->Derivative ||
        !S->Target->is(ExprKind::Subscript) || !S->Target->operand(0)->is(ExprKind::Variable))
      continue;
    const llvm::StringRef Type = S->Target->Ty->nonReference()->Spelling;
    const std::optional<Polynomial> To = Polynomial::of(S->Target->operand(1), ValueOf);
    if (!To || (Type != "double" && Type != "float" && Type != "long double"))
      continue;
    const bool Minus = S->Value->is(ExprKind::Unary) && S->Value->Text == "-";
    Addition A{S, Minus ? S->Value->operand() : S->Value, Minus, *To};
    auto Same = llvm::find_if(Found, [&](const Gathering &G) {
      return equal(G.Additions[0].Number, A.Number) &&
             equal(G.Additions[0].S->Target->operand(0), S->Target->operand(0));
    });
    if (Same == Found.end())
      Same = Found.insert(Found.end(), Gathering());
    Same->Additions.push_back(A);
  }
  return !Found.empty();
}

/// By how much the subscripts grow from row to row (0 where there is one); none if they do not grow
/// in the same way, or not by one in a row.
std::optional<Polynomial> Gatherer::rowOf(const Gathering &G) const {
  std::optional<Polynomial> Row;
  for (const Addition &A : G.Additions) {
    const std::optional<Polynomial> By = A.To.growth(Inner.Counter),
                                    ByRow = Outer.Counter ? A.To.growth(Outer.Counter)
                                                          : std::optional(Polynomial());
    if (!By || !(*By == Polynomial(1)) || !ByRow || (Row && !(*ByRow == *Row)))
      return std::nullopt;
    Row = ByRow;
  }
  return Row;
}

/// Finds the subscript in the middle, and on which side of it each addition is; false if it is not
/// as 1. says. An addition to the middle itself stays where it is.
bool Gatherer::orient(Gathering &G, const Polynomial &Row) const {
  const Polynomial One(1), Two(2);
  const bool Nested = Outer.Counter;
  bool Unique = false;
  for (const Addition &A : G.Additions)
    for (const Addition &C : G.Additions)
      if (A.To - C.To == Two) {
        if (Unique)
          return false;
        Unique = true;
        G.At = C.To + One;
      }
  if (!Unique)
    return false;
  llvm::erase_if(G.Additions, [&](const Addition &A) { return A.To == G.At; });
  unsigned Seen[2][2] = {};
  for (const Addition &A : G.Additions) {
    const Polynomial By = A.To - G.At, Back = G.At - A.To;
    const bool Next = By == One || Back == One;
    if (!Next && !(Nested && (By == Row || Back == Row)))
      return false;
    G.Across.push_back(!Next);
    G.Before.push_back(Back == (Next ? One : Row));
    ++Seen[G.Across.back()][G.Before.back()];
  }
  G.HasAcross = Seen[1][0];
  return Seen[0][0] == 1 && Seen[0][1] == 1 && Seen[1][0] == Seen[1][1] && Seen[1][0] <= 1;
}

/// 4.
bool Gatherer::fits(const Gathering &G, const StraightLoop &L) const {
  auto Mine = [&](const Stmt *S) {
    return llvm::any_of(G.Additions, [S](const Addition &A) { return A.S == S; });
  };
  bool Begun = false;
  size_t Left = G.Additions.size();
  for (const Stmt *S : L.statements()) {
    const bool Is = Mine(S);
    Begun |= Is;
    Left -= Is;
    for (const Addition &A : G.Additions) {
      if (Known.reads(S->Value, A.S->Target) ||
          (S->Target && Known.addressReads(S->Target, A.S->Target)) ||
          (S->is(StmtKind::Assign) && Known.mayOverlap(S->Target, A.S->Target)))
        return false;
      // What is read under another name, or of another iteration: of this array, nothing.
      const Variable *Leads = leadingVariable(A.S->Target);
      if (mentions(S->Value, Leads) || (S->is(StmtKind::Assign) && mentions(S->Target, Leads)))
        return false;
    }
    if (Begun && Left && !Is && isStore(*S) && Known.reads(G.Additions[0].Number, S->Target))
      return false;
  }
  return true;
}

/// 2.
bool Gatherer::leavesRimZero(const Gathering &G, const Polynomial &Row) const {
  const bool Nested = Outer.Counter;
  if (Nested) {
    const std::optional<int64_t> More =
        (Row - (Inner.End - Inner.First) - Polynomial(1)).constant();
    if (!More || *More < 0)
      return false;
  }
  Polynomial Least = G.At.with(Inner.Counter, Inner.First);
  if (Nested)
    Least = Least.with(Outer.Counter, Outer.First);
  Least = Least - (G.HasAcross ? Row : Polynomial(1));
  // Whole rows ahead of it are no less than none.
  for (int Rows = 0; Rows < (Nested ? 4 : 1); ++Rows, Least = Least - Row)
    if (const std::optional<int64_t> Number = Least.constant(); Number && *Number >= 0)
      return true;
  return false;
}

/// The subscript in the middle as it is written, or as it can be.
const Expr *Gatherer::centre(const Gathering &G, const StraightLoop &L) const {
  const Expr *Written = nullptr;
  auto ValueOf = [&](const Variable *V) { return L.valueOf(V); };
  for (const Stmt *S : L.statements())
    for (const Expr *E : {S->Value, S->Target})
      if (E)
        walk(E, [&](const Expr *Sub) {
          if (!Written && Sub->is(ExprKind::Subscript))
            if (const std::optional<Polynomial> P = Polynomial::of(Sub->operand(1), ValueOf);
                P && *P == G.At)
              Written = Sub->operand(1);
          return !Written;
        });
  return Written;
}

const Expr *Gatherer::kept(const Gathering &G, const Expr *At) {
  return B.subscript(B.var(G.Flow), At);
}

Stmt *Gatherer::gather(const Gathering &G, const Expr *To, const Expr *From, bool Minus) {
  const Expr *Array = G.Additions[0].S->Target->operand(0);
  const Expr *Number = kept(G, From);
  return B.accumulate(B.subscript(Array, To), Minus ? B.neg(Number) : Number);
}

/// What the first iteration of Along adds to the element ahead of it, or the last one to that
/// behind.
Stmt *Gatherer::atRim(const Gathering &G, size_t I, const Range &Along, bool Last) {
  const Polynomial Where = Last ? Along.End - Polynomial(1) : Along.First;
  const Type *Ty = G.AtValue->Ty;
  return gather(G, G.Additions[I].To.with(Along.Counter, Where).expression(B, Ty),
                G.At.with(Along.Counter, Where).expression(B, Ty), G.Additions[I].Minus);
}

/// The greatest subscript of an addition.
Polynomial Gatherer::last(const Gathering &G) const {
  const Polynomial One(1), Most = G.At.with(Inner.Counter, Inner.End - One);
  if (!Outer.Counter)
    return Most + One;
  return Most.with(Outer.Counter, Outer.End - One) +
         (G.HasAcross ? *G.At.growth(Outer.Counter) : One);
}

/// Whether there is an iteration.
const Expr *Gatherer::anyRun() {
  auto Some = [&](const Range &R) { return B.binary("<", R.FirstValue, R.EndValue, M.boolType()); };
  if (!Outer.Counter || (Outer.First == Inner.First && Outer.End == Inner.End))
    return Some(Inner);
  return B.binary("&&", Some(Outer), Some(Inner), M.boolType());
}

/// What the array is made of, and the rectangle.
void Gatherer::needs(const Gathering &G, Ahead &Makes) const {
  auto Need = [&](const Polynomial &P) {
    P.eachVariable([&](const Variable *V) {
      Makes.MadeOf.insert(V);
      Makes.Moves &= !V->Ty->nonReference()->IsUnsigned; // `n - 1` may be large where n is zero
    });
  };
  for (const Polynomial &P : {Inner.First, Inner.End, Outer.First, Outer.End, last(G)})
    Need(P);
  if (Outer.Counter)
    Need(*G.At.growth(Outer.Counter));
}

/// Makes the array.
void Gatherer::make(Gathering &G, Ahead &Makes) {
  const Type *T = G.Additions[0].S->Target->Ty->nonReference();
  G.Flow = F.variable("flow", M.stdVector("std::vector<" + T->Spelling + ">", T));
  G.Flow->Derivative = true;
  Variable *Size = F.variable(G.Flow->Name + "_size", M.sizeType());
  Size->Counts = G.Flow;
  Size->Const = true;
  const Expr *Extent = B.cast(M.sizeType(), (last(G) + Polynomial(1)).expression(B, G.AtValue->Ty));
  Makes.Stmts.push_back(
      B.declare(Size, B.conditional(anyRun(), Extent, B.literal("0", M.sizeType()))));
  Makes.Stmts.push_back(
      B.declare(G.Flow, B.opaque(G.Flow->Ty->Spelling + "($0)", G.Flow->Ty, {B.var(Size)})));
}

/// Whether the statements may stand ahead of Loop.
bool Gatherer::isFree(const Ahead &Of, const Stmt &Loop) const {
  if (!Of.Moves || !Loop.is(StmtKind::Loop) || jumps(Loop))
    return false;
  return llvm::all_of(Of.MadeOf, [&](const Variable *V) {
    const Use &All = Known.uses().of(V);
    if (V->Ty->isReference() || V->Kind == Storage::Global || All.OtherWrites || All.Escapes)
      return false;
    bool Declared = false;
    auto See = [&](const Block &In) {
      walk(In, [&](Stmt *S) { Declared |= S->Var == V; });
      return storesIn(In, V) == 0;
    };
    const bool Same = See(Loop.Init) && See(Loop.Setup) && See(Loop.Then) && See(Loop.Step);
    return Same && !Declared;
  });
}

/// What Loop becomes; null if it stays as it is.
Stmt *Gatherer::attempt(Stmt &Loop, const Stmt *Around, Ahead &Makes) {
  if (!Loop.is(StmtKind::Loop) || !Loop.AnyOrder)
    return nullptr;
  Outer = {};
  Stmt *Within = &Loop;
  if (Loop.Then.Stmts.size() == 1 && Loop.Then.Stmts[0]->is(StmtKind::Loop)) {
    const std::optional<Range> R = rangeOf(Loop);
    if (!R)
      return nullptr;
    Outer = *R;
    Within = Loop.Then.Stmts[0];
  }
  const std::optional<StraightLoop> L = Within->AnyOrder ? StraightLoop::of(*Within) : std::nullopt;
  const std::optional<Range> R = L ? rangeOf(*Within) : std::nullopt;
  if (!R || !findAdditions(*L))
    return nullptr;
  Inner = *R;
  const bool Nested = Outer.Counter;
  if (Nested && (Inner.First.mentions(Outer.Counter) || Inner.End.mentions(Outer.Counter)))
    return nullptr;
  // 1. to 4.
  std::vector<Gathering> All;
  std::swap(All, Found);
  for (Gathering &G : All) {
    const std::optional<Polynomial> Row = rowOf(G);
    if (!Row || !orient(G, *Row))
      continue;
    G.AtValue = centre(G, *L);
    if (G.AtValue && leavesRimZero(G, *Row) && fits(G, *L))
      Found.push_back(std::move(G));
  }
  if (Found.empty())
    return nullptr;
  auto Gathered = [&](const Stmt *S) {
    return llvm::any_of(Found, [&](const Gathering &G) {
      return llvm::any_of(G.Additions, [&](const Addition &A) { return A.S == S; });
    });
  };
  for (const Stmt *S : L->statements())
    for (const Stmt *T : L->statements())
      if (isStore(*S) && isStore(*T) && !Gathered(S) && !Gathered(T) &&
          areNeighbours(S->Target, T->Target))
        return nullptr;
  // The array.
  for (const Gathering &G : Found)
    needs(G, Makes);
  if (!Nested && !(Around && isFree(Makes, *Around)))
    return nullptr;
  for (Gathering &G : Found)
    make(G, Makes);
  // The loop that keeps the numbers.
  Block Body;
  for (Stmt *S : Within->Then.Stmts) {
    if (!Gathered(S)) {
      Body.add(S);
      continue;
    }
    for (const Gathering &G : Found)
      if (G.Additions[0].S == S)
        Body.add(B.assign(kept(G, G.AtValue), G.Additions[0].Number));
  }
  // The loop that gathers them.
  auto Like = [&](const Stmt &Of, Block Then) {
    Stmt *Made = M.stmt(StmtKind::Loop, Of.Loc);
    *Made = Of;
    Made->Note.clear();
    Made->Then = std::move(Then);
    return Made;
  };
  Block Each, RowBody, Whole, RowsBefore, RowsBehind, RimBefore, RimBehind;
  for (Stmt *S : L->statements()) // what subscripts are made of
    if (S->is(StmtKind::Declare) && S->Var->Ty->isInteger())
      Each.add(S);
  for (const Gathering &G : Found) {
    const Expr *Sum = nullptr;
    for (size_t I = 0; I < G.Additions.size(); ++I) {
      // From the element before comes what it adds to the one behind.
      size_t Opposite = 0;
      while (G.Across[Opposite] != G.Across[I] || G.Before[Opposite] == G.Before[I])
        ++Opposite;
      const Expr *Part = kept(G, G.Additions[I].S->Target->operand(1));
      if (G.Additions[Opposite].Minus)
        Part = B.neg(Part);
      Sum = Sum ? B.add(Sum, Part) : Part;
      if (!G.Across[I]) {
        (G.Before[I] ? RimBefore : RimBehind).add(atRim(G, I, Inner, !G.Before[I]));
      } else {
        (G.Before[I] ? RowsBefore : RowsBehind).add(atRim(G, I, Outer, !G.Before[I]));
      }
    }
    Each.add(B.accumulate(B.subscript(G.Additions[0].S->Target->operand(0), G.AtValue), Sum));
  }
  Within->Then = std::move(Body);
  Block Then;
  Stmt *Keeping = M.stmt(StmtKind::Loop, Loop.Loc);
  *Keeping = Loop;
  Then.add(Keeping);
  if (!RowsBefore.empty())
    Then.add(Like(*Within, RowsBefore));
  Block &Rim = Nested ? RowBody : Then;
  Rim.append(RimBefore);
  Rim.add(Like(*Within, Each));
  Rim.append(RimBehind);
  if (Nested)
    Then.add(Like(Loop, RowBody));
  if (!RowsBehind.empty())
    Then.add(Like(*Within, RowsBehind));
  Stmt *Made = B.ifThen(anyRun(), std::move(Then));
  Made->Loc = Loop.Loc;
  return Made;
}

void Gatherer::run(Block &In, const Stmt *Around, std::vector<Ahead> &Out) {
  for (size_t At = 0; At < In.Stmts.size(); ++At) {
    Stmt *S = In.Stmts[At];
    std::vector<Ahead> Mine(1);
    if (Stmt *Made = attempt(*S, Around, Mine[0])) {
      Gathers = true;
      In.Stmts[At] = Made;
    } else {
      Mine.clear();
      forEachBlock(*S, [&](Block &Inside) { run(Inside, S, Mine); });
    }
    for (Ahead &Each : Mine)
      if (Around && isFree(Each, *Around)) {
        Out.push_back(std::move(Each));
      } else {
        In.Stmts.insert(In.Stmts.begin() + At, Each.Stmts.begin(), Each.Stmts.end());
        At += Each.Stmts.size();
      }
  }
}

bool ad::core::gatherStencils(Module &M, Function &F, const ApartPairs &Apart) {
  for (const Stmt *S : F.Body.Stmts)
    if (jumps(*S)) // past what is declared
      return false;
  Gatherer G(M, F, Apart);
  std::vector<Ahead> Ahead;
  G.run(F.Body, nullptr, Ahead);
  if (G.Gathers)
    F.Body = clone(M, F.Body); // what several loops compute stands in each of them
  return G.Gathers;
}
