//===- modes/reverse_rows.cpp - arrays that each iteration keeps ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A small array that each iteration of a loop fills, and then reads in loops of its own, is kept as
// a whole, in a row of an array on the tape, when its last element is there. Recording what each
// statement reads would keep an element as often as it is read, in arrays that are lent anew for
// each of the inner loops.
//
//   for (int t = 0; t < n; ++t) {            double **gain_at = tape.array<double>(n, 8);
//     double gain[4][2];                     for (int t = 0; t < n; ++t) {
//     ... // fills it                          double gain[4][2];
//     ... // reads it                          ... // fills it
//   }                                          double *gain_then = gain_at[t];
//                                              ... // copies it, and reads it
//
// 1. Candidates: local arrays of numbers, of up to 256 elements, that the iteration uses element by
//    element. Behind the statement of the loop's body that is the last to write to the array,
//    adjoints read the row.
// 2. The loop counts, and is not left early: its counter tells the row in both sweeps.
// 3. It must save something: the adjoints read elements at least as often as there are any.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

uint64_t modes::elementsOf(const Type *T) {
  uint64_t Count = 1;
  for (; T->isArray() && !T->IsVector; T = T->Element)
    Count *= T->Extent;
  return T->isReal() ? Count : 0;
}

/// Whether E is a single number of Array.
static bool isNumberOf(const Expr *E, const Variable *Array) {
  if (!E->is(ExprKind::Subscript) || !E->Ty->isReal())
    return false;
  while (E->is(ExprKind::Subscript))
    E = E->operand();
  return isVariable(E, Array);
}

/// Calls F on the numbers of Array in E; returns whether E does nothing else with the array.
static bool forEachNumber(const Expr *E, const Variable *Array,
                          llvm::function_ref<void(const Expr *)> F) {
  if (isVariable(E, Array))
    return false;
  const bool Number = isNumberOf(E, Array);
  if (Number)
    F(E);
  bool Only = !(E->is(ExprKind::AddressOf) && mentions(E, Array));
  if (Number) { // and what its subscripts read
    for (const Expr *Level = E; Level->is(ExprKind::Subscript); Level = Level->operand())
      Only &= forEachNumber(Level->operand(1), Array, F);
    return Only;
  }
  for (const Expr *Op : E->Operands)
    Only &= forEachNumber(Op, Array, F);
  return Only;
}

/// Whether all that S does with Array, at any depth, is to read and to assign single numbers, or to
/// declare it.
static bool usesNumbersOnly(Stmt &S, const Variable *Array) {
  Block Alone;
  Alone.add(&S);
  bool Only = true;
  walk(Alone, [&](Stmt *Sub) {
    const bool Plain = Sub->is(StmtKind::Declare) && Sub->Var == Array;
    Only &= Plain || Sub->Var != Array;
    forEachExpr(*Sub, [&](const Expr *E) { Only &= forEachNumber(E, Array, [](const Expr *) {}); });
    for (const Expr *W : Sub->Writes)
      Only &= !mentions(W, Array);
  });
  return Only;
}

/// Whether S, at any depth, may give Array, which is used by its numbers only, other values.
static bool sets(Stmt &S, const Variable *Array) {
  llvm::DenseSet<const Variable *> Assigned;
  analysis::assignedVariables(S, Assigned);
  bool Sets = Assigned.contains(Array);
  Block Alone;
  Alone.add(&S);
  walk(Alone, [&](Stmt *Sub) { Sets |= Sub->is(StmtKind::Declare) && Sub->Var == Array; });
  return Sets;
}

/// How many numbers of Array the adjoint of S, which runs Times times in an iteration, reads from
/// memory that will have changed by then. All: the reverse sweep runs S itself.
uint64_t Reverse::readsGone(Stmt &S, Variable *Array, bool All, uint64_t Times, unsigned &Deepest,
                            unsigned Depth) {
  uint64_t Count = 0;
  const Expr *To = S.Target;
  if (S.Value && (All || (To && Active->active(To)) || (S.Var && Active->active(S.Var))))
    forEachNumber(S.Value, Array, [&](const Expr *E) {
      const bool Names = S.is(StmtKind::Declare) && E == S.Value; // is read by that name
      const bool Reads = All || Names || !S.Value->Ty->isReal() || adjointReads(S.Value, E);
      if (!Reads || Mem->stable(E, &S))
        return;
      Count += Times;
      Deepest = std::max(Deepest, Depth);
    });
  if (S.is(StmtKind::Loop)) {
    constexpr int64_t Some = 32;
    Times *= analysis::mostTrips(S).value_or(Some);
    ++Depth;
    All |= RunsAgain.contains(&S);
  }
  forEachBlock(S, [&](Block &Part) {
    for (Stmt *Sub : Part.Stmts)
      Count += readsGone(*Sub, Array, All, Times, Deepest, Depth);
  });
  return Count;
}

/// Whether all iterations of Loop run to their end, and its counter tells which one it is.
bool Reverse::runsThrough(const Stmt *Loop) const {
  bool Leaves = !jumpsIn(Loop).empty();
  for (const Stmt *S : Loop->Then.Stmts)
    Leaves |= !jumpsIn(S).empty();
  return !Leaves && counts(*Loop) && Loop->Init.Stmts.size() == 1;
}

void Reverse::chooseRows(Block &Bl) {
  constexpr uint64_t Small = 256;
  for (Stmt *S : Bl.Stmts) {
    if (Plans[S].Again || RunsAgain.contains(S))
      continue;
    if (S->is(StmtKind::Loop) && !Fused.contains(S) && !isKeptInPlace(S) && runsThrough(S)) {
      llvm::SetVector<Variable *> Found;
      walk(S->Then, [&](Stmt *Sub) {
        forEachExpr(*Sub, [&](const Expr *E) {
          walk(E, [&](const Expr *Part) {
            if (Part->is(ExprKind::Variable) && Part->Var->Kind == Storage::Local)
              Found.insert(Part->Var);
            return true;
          });
        });
      });
      for (Variable *V : Found) {
        const uint64_t Count = elementsOf(V->Ty);
        if (V->Ty->isArray() && Count > 1 && Count <= Small && !V->AddressTaken && !V->Static &&
            !Adjoints.contains(V) && !Handles.contains(V) && !Addressed.contains(V))
          keepRows(S, V, Count);
      }
    }
    for (Block *Part : {&S->Then, &S->Else})
      chooseRows(*Part);
    for (SwitchCase &Case : S->Cases)
      chooseRows(Case.Body);
  }
}

/// Keeps Array, which has Count numbers, in each iteration of Loop, if that is possible and saves
/// records.
void Reverse::keepRows(Stmt *Loop, Variable *Array, uint64_t Count) {
  std::vector<Stmt *> &Body = Loop->Then.Stmts;
  size_t Behind = 0;
  for (size_t I = 0; I < Body.size(); ++I) {
    if (!usesNumbersOnly(*Body[I], Array))
      return;
    if (sets(*Body[I], Array))
      Behind = I + 1;
  }
  if (!Behind)
    return;
  uint64_t Reads = 0;
  unsigned Deepest = 0;
  for (size_t I = Behind; I < Body.size(); ++I)
    Reads += readsGone(*Body[I], Array, /*All=*/false, 1, Deepest, 0);
  if (Reads < Count || !Deepest)
    return;
  const Type *T = Array->Ty;
  while (T->isArray())
    T = T->Element;
  Variable *Row = local(Array->Name + "_then", M.pointer(T, false));
  Row->Subscripts = 1;
  Copies.insert(Row);
  KeptArrays.push_back({Array, Row, nullptr, Loop, Body[Behind - 1], Count, {}});
}

/// The number of Place among all numbers of the array of type T that it is an element of.
const Expr *Reverse::flat(const Expr *Place, const Type *T) {
  const Expr *At = nullptr;
  llvm::SmallVector<const Expr *, 4> Subscripts;
  for (const Expr *E = Place; E->is(ExprKind::Subscript); E = E->operand())
    Subscripts.push_back(E->operand(1));
  for (const Expr *I : llvm::reverse(Subscripts)) {
    if (I->Ty != M.intType())
      I = B.cast(M.intType(), I, /*Explicit=*/true);
    const bool First = I->is(ExprKind::Literal) && I->Text == "0";
    if (At)
      At = B.binary("*", At, B.integer(int64_t(T->Extent)), M.intType());
    At = !At ? I : First ? At : B.binary("+", At, I, M.intType());
    T = T->Element;
  }
  return At;
}

/// The number of the row of K that Place, a number of its array, is.
const Expr *Reverse::inRow(const KeptArray &K, const Expr *Place) {
  return B.subscript(B.var(K.Row), flat(Place, K.Array->Ty));
}

bool Reverse::keepsRows(const Variable *Array) const {
  return llvm::any_of(KeptArrays, [&](const KeptArray &K) { return K.Array == Array; });
}

/// Whether Loop stands where rows of Array are read: behind what fills them.
bool Reverse::readsRows(const Stmt *Loop, const Variable *Array) const {
  return llvm::any_of(KeptArrays, [&](const KeptArray &K) {
    Block Behind;
    const std::vector<Stmt *> &Body = K.Loop->Then.Stmts;
    Behind.Stmts.assign(llvm::find(Body, K.After), Body.end());
    bool Found = false;
    walk(Behind, [&](Stmt *S) { Found |= S == Loop; });
    return K.Array == Array && Found;
  });
}

/// What adjoints read from the statement behind S on.
void Reverse::openRows(const Stmt *S) {
  for (const KeptArray &K : KeptArrays)
    if (K.After == S)
      OpenRows.push_back(&K);
}

/// The adjoint of S, and S itself where the reverse sweep runs that, too, read the rows.
void Reverse::readRows(Stmt *S, Block &Adjoint) {
  if (OpenRows.empty())
    return;
  auto InRow = [&](const Expr *E) -> const Expr * {
    for (const KeptArray *K : OpenRows)
      if (isNumberOf(E, K->Array))
        return inRow(*K, E);
    return nullptr;
  };
  walk(Adjoint, [&](Stmt *A) { rewrite(M, *A, InRow); });
  const bool Declares =
      S->is(StmtKind::Declare) && S->Value && S->Var->Ty->isScalar() && !Killed.contains(S->Var);
  const Stmt *Loop = Mem->reversedWith(S);
  if (Declares || (Loop && RunsAgain.contains(Loop)))
    rewrite(M, *S, InRow);
}

/// Copies of a known size that each iteration of Loop makes for a loop in it (reverse_hold.cpp) lie
/// in rows, too, which are lent once.
void Reverse::keepCopiesInRows(Block &Bl) {
  constexpr int64_t Small = 256;
  for (Stmt *Loop : Bl.Stmts) {
    for (Block *Part : {&Loop->Then, &Loop->Else})
      keepCopiesInRows(*Part);
    const auto Planned = Plans.find(Loop);
    if (!Loop->is(StmtKind::Loop) || Planned == Plans.end() || !Planned->second.Needed ||
        !Planned->second.Counted || Planned->second.Trips || Planned->second.Again ||
        RunsAgain.contains(Loop) || Fused.contains(Loop) || isKeptInPlace(Loop) ||
        !runsThrough(Loop))
      continue;
    for (const Stmt *Inner : Loop->Then.Stmts) {
      const auto Found = Holds.find(Inner);
      if (Found == Holds.end())
        continue;
      for (Held &H : Found->second) {
        const std::optional<int64_t> Count = knownInteger(H.Span.End);
        if (!Count || *Count <= 0 || *Count > Small || H.Row)
          continue;
        KeptArrays.push_back({nullptr, H.Copy, nullptr, Loop, nullptr, uint64_t(*Count), {}});
        H.Row = B.var(H.Copy); // until it is placed
        Hoisted.erase(H.Copy);
      }
    }
  }
}

/// The arrays on the tape in which the rows lie.
void Reverse::placeRows() {
  if (!Detached && !NeedsGoto && C.enabled("hold"))
    keepCopiesInRows(Body);
  for (KeptArray &K : KeptArrays) {
    K.Nest = nestOf(K.Loop);
    const Type *T = K.Row->Ty;
    for (size_t I = 0; I < K.Nest.size(); ++I)
      T = M.pointer(T, false);
    llvm::StringRef Name = K.Array ? K.Array->Name : K.Row->Name;
    Name.consume_back("_then");
    K.Rows = local(Name.str() + "_at", T);
    K.Rows->Subscripts = K.Nest.size() + 1;
    Copies.insert(K.Rows);
    const Stmt *Outermost = K.Nest.front();
    if (Mem->loopDepth(Outermost) > 0 || !isTopLevel(Outermost))
      Hoisted.insert(K.Rows);
    for (auto &[Loop, Copies] : Holds)
      for (Held &H : Copies)
        if (H.Copy == K.Row)
          H.Row = slot(K.Rows, K.Nest);
  }
}

/// In front of Loop: lends the arrays of rows that its iterations fill.
void Reverse::lendRows(const Stmt *Loop, Block &Fwd) {
  for (const KeptArray &K : KeptArrays)
    if (K.Nest.front() == Loop)
      lend(K.Rows, K.Nest, Fwd)->Operands.push_back(B.integer(int64_t(K.Count)));
}

void Reverse::releaseRows(const Stmt *Loop, Block &Rev) {
  for (const KeptArray &K : llvm::reverse(KeptArrays))
    if (K.Nest.front() == Loop)
      release(K.Rows, Loop, Rev);
}

/// Behind S: fills the rows of the arrays that are complete now. Decls: of the reverse sweep.
void Reverse::fillRows(const Stmt *S, Block &Fwd, Block &Decls) {
  for (const KeptArray &K : KeptArrays) {
    if (K.After != S || !Plans[K.Loop].Needed)
      continue;
    const Expr *Row = slot(K.Rows, K.Nest);
    Fwd.add(B.declare(K.Row, Row));
    Decls.add(B.declare(K.Row, Row));
    const Expr *Place = B.var(K.Array);
    Block *Into = &Fwd;
    for (const Type *T = K.Array->Ty; T->isArray(); T = T->Element) {
      Variable *I = local("k", M.intType());
      Stmt *Each = M.stmt(StmtKind::Loop, S->Loc);
      Each->Init.add(B.declare(I, B.literal("0", I->Ty)));
      Each->Value = B.binary("<", B.var(I), B.integer(int64_t(T->Extent)), M.boolType());
      Each->Step.add(B.accumulate(B.var(I), B.integer(1)));
      Into->add(Each);
      Into = &Each->Then;
      Place = B.subscript(Place, B.var(I));
    }
    Into->add(B.assign(inRow(K, Place), Place));
    UsesTape = true;
  }
}
