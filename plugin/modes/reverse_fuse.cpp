//===- modes/reverse_fuse.cpp - iterations that are reversed at once ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Iterations that meet only in sums can be reversed in any order, each right after it has run: then
// nothing is kept from one to the next, and nothing is computed twice.
//
// 1. Candidates: counted loops at the top of the function whose iterations write to variables of
//    their own, add to sums (`s += e`) that nothing in the loop reads, and write to elements that
//    no other iteration uses and nothing behind the loop. An array outside of the loop that each
//    iteration fills before it reads it is its own (analysis/scratch.h).
// 2. The reverse sweep leaves a marker where such a loop was reversed; the loop itself, with the
//    adjoint of each iteration behind it, stands in the forward sweep.
// 3. What gives the sums' adjoints their values moves from the reverse sweep to the front of the
//    loop, with the constants that it reads (`placeFused`).
// 4. Where that is impossible (the adjoint of the sum depends on the sum, say), the loop is none of
//    these. A trial run of the mode finds out which are.
//
// A loop after which something may throw is left alone: by then adjoints would have been touched.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/scratch.h"
#include "plugin/core/steps.h"
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

//===-- Candidates ----------------------------------------------------------===//

/// Whether S may read V.
static bool reads(const Stmt &S, const Variable *V) {
  bool Reads = false;
  auto See = [&](const Stmt &T) {
    forEachExpr(T, [&](const Expr *E) {
      bool Sum = T.is(StmtKind::Accumulate) && E == T.Target && isVariable(E, V);
      Reads |= !Sum && mentions(E, V);
    });
  };
  See(S);
  for (const Block *Part : {&S.Init, &S.Setup, &S.Then, &S.Else, &S.Step})
    walk(*Part, [&](Stmt *Sub) { See(*Sub); });
  for (const SwitchCase &Case : S.Cases)
    walk(Case.Body, [&](Stmt *Sub) { See(*Sub); });
  return Reads;
}

/// Whether what stands behind Outer[At] may read or write Place, an element: where it goes by the
/// same name. Other names are looked at when both sweeps are there (`placeFused`).
bool Reverse::isUsedBehind(const Expr *Place, const Block &Outer, size_t At) const {
  const Variable *Root = rootVariable(Place);
  const Expr *Pointer = Root ? nullptr : rootPointer(Place);
  if (Pointer && Pointer->is(ExprKind::Variable))
    Root = Pointer->Var;
  bool Used = !Root;
  Block Behind;
  Behind.Stmts.assign(Outer.Stmts.begin() + At + 1, Outer.Stmts.end());
  walk(Behind,
       [&](Stmt *S) { forEachExpr(*S, [&](const Expr *E) { Used |= mentions(E, Root); }); });
  return Used;
}

/// Whether V is an array that each iteration of Loop fills before it reads it, and so do loops that
/// come after it: Rest is Loop and what follows.
bool Reverse::isScratch(const Variable *V, const Stmt *Loop, const Block &Rest) const {
  if (!Mem->lives(V, Loop) || !C.enabled("scratch"))
    return false;
  return llvm::all_of(Rest.Stmts, [&](Stmt *S) {
    Block Alone;
    Alone.add(S);
    bool Mentions = false;
    walk(Alone,
         [&](Stmt *In) { forEachExpr(*In, [&](const Expr *E) { Mentions |= mentions(E, V); }); });
    return !Mentions || (S->is(StmtKind::Loop) && analysis::isScratch(V, *S, Body, M));
  });
}

/// Whether the iterations of Loop, which stands at At in Outer, meet only in sums.
/// Scratch: becomes true if they share arrays that each fills anew.
bool Reverse::meetsInSumsOnly(const Stmt *Loop, const Block &Outer, size_t At,
                              bool &Scratch) const {
  if (!analysis::countedLoop(*Loop) || Loop->Init.Stmts.size() != 1)
    return false;
  Block Rest;
  Rest.Stmts.assign(Outer.Stmts.begin() + At, Outer.Stmts.end());
  if (!isQuietWithCalls(Rest))
    return false;
  VariableSet Own = handedOn(Loop);
  Own.insert(analysis::countedLoop(*Loop)->Counter);
  walk(Loop->Then, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) || S->Declares)
      Own.insert(S->Var);
  });
  // Arrays outside that each iteration fills anew are as good as its own.
  walk(Loop->Then, [&](Stmt *S) {
    const Variable *V = S->Target ? rootVariable(S->Target) : nullptr;
    if (V && !Own.contains(V) && isScratch(V, Loop, Rest)) {
      Own.insert(V);
      Scratch = true;
    }
  });
  bool Adds = false, Ok = true;
  llvm::SmallVector<const Expr *, 4> Elements;
  walk(Loop->Then, [&](Stmt *S) {
    // Jumps out of it; those of inner loops and switches are found with these.
    for (int J : jumpsIn(S))
      Ok &= !Jumps[J].S->is(StmtKind::Return);
    Ok &= !S->is(StmtKind::Call) || !S->Var || Own.contains(S->Var);
    if (!S->Target)
      return;
    const Variable *V = rootVariable(S->Target);
    if (V && Own.contains(V) && !V->Static)
      return;
    bool Sum = S->is(StmtKind::Accumulate) && S->Target->is(ExprKind::Variable) &&
               V->Ty->isReal() && V->Kind == Storage::Local && analysis::isScalarVariable(V) &&
               Mem->lives(V, Loop) && !reads(*Loop, V) && Active->active(V);
    for (size_t I = 0; I < At && Sum; ++I)
      Sum &= !reads(*Outer.Stmts[I], V);
    // `a[0] = e` where a is the iteration's own, reached by a pointer.
    const Expr *Pointer = V ? nullptr : rootPointer(S->Target);
    const bool Mine = Pointer && Mem->leadsOnlyTo(Pointer, Own);
    const bool Element = S->Target->is(ExprKind::Subscript) || S->Target->is(ExprKind::Member);
    Adds |= Sum;
    Ok &= Sum || Mine || Element;
    if (!Sum && !Mine)
      Elements.push_back(S->Target);
  });
  for (const Stmt *S : Loop->Then.Stmts)
    Ok &= jumpsIn(S).empty();
  if (!Ok || Elements.empty())
    return Ok && Adds;
  return handsNothingOn(Loop, Own, /*MayCall=*/true) &&
         llvm::none_of(Elements, [&](const Expr *Place) { return isUsedBehind(Place, Outer, At); });
}

/// Whether nothing speaks against it so far.
bool Reverse::mayBeAtOnce(const Stmt *S) const {
  const bool Call = S->is(StmtKind::Call);
  if (Apart.contains(Numbers.lookup(S)) || !C.enabled(Call ? "calls-at-once" : "fuse"))
    return false;
  const Decisions *Follows = C.follows();
  return !Follows || (Call ? Follows->AtOnce : Follows->Fused).contains(S->Origin);
}

/// S is reversed at once, and what is in it may be.
void Reverse::fuse(const Stmt *S) {
  Fused.insert(S);
  Mem->reversedAtOnce(S);
  const size_t Before = Fused.size() + AtOnce.size();
  chooseFused(S->Then);
  chooseFused(S->Else);
  if (S->is(StmtKind::If) && Fused.size() + AtOnce.size() == Before) // it need not be, then
    Refused.insert(Numbers.lookup(S));
}

/// Looks for what can be reversed at once in Outer, the body or that of such a loop or branch, from
/// a certain statement on.
void Reverse::chooseFused(const Block &Outer, size_t From) {
  for (size_t I = From; I < Outer.Stmts.size(); ++I) {
    const Stmt *S = Outer.Stmts[I];
    bool Scratch = false;
    if (!mayBeAtOnce(S))
      continue;
    if (S->is(StmtKind::Call) && mayBeCalledAtOnce(S, Outer, I)) {
      AtOnce.insert(S);
    } else if (S->is(StmtKind::If) && isFusible(S, Outer, I)) {
      fuse(S);
    } else if (S->is(StmtKind::Loop) && meetsInSumsOnly(S, Outer, I, Scratch)) {
      if (Scratch)
        ShareScratch.insert(S);
      Counters.insert(analysis::countedLoop(*S)->Counter);
      fuse(S);
    }
  }
}

void Reverse::chooseFused() {
  if (Detached || Forward.Kind == Variant::Joint || NeedsGoto)
    return;
  // Adjoints of parameters that change their shape get theirs where it does not change any more.
  findShaped();
  size_t First = 0;
  for (size_t I = 0; I < Body.Stmts.size(); ++I)
    if (llvm::any_of(Shaped, [&](auto &Each) { return Each.second == Body.Stmts[I]; }))
      First = I + 1;
  for (const Variable *P : Forward.Primal)
    if ((resized(P) && !Shaped.contains(P)) || changesKeys(P))
      return;
  chooseFused(Body, First);
  for (const auto &Named : HandedOn) // for nothing
    if (!Fused.contains(Named.first))
      Refused.insert(Numbers.lookup(Named.first));
}

bool Reverse::isOuter(const Block &Bl) const {
  auto IsBody = [&](const Stmt *S) { return &S->Then == &Bl || &S->Else == &Bl; };
  return &Bl == &Body || llvm::any_of(Fused, IsBody) || llvm::any_of(RunsAgain, IsBody);
}

//===-- Into the forward sweep ------------------------------------------------===//

static size_t indexOf(const Block &Bl, const Stmt *S) {
  return llvm::find(Bl.Stmts, S) - Bl.Stmts.begin();
}

/// Whether the primal value E, which the reverse sweep reads after the loop Fwd[At], can be had in
/// front of it. Adds to Before the declarations behind the loop that have to come along.
bool Reverse::knownBefore(const Expr *E, const Block &Fwd, size_t At, const Stmt *Loop,
                          llvm::SmallVectorImpl<Stmt *> &Before) const {
  const Block &Outer = outerOf(Loop);
  VariableSet Assigned; // from the loop on
  for (size_t I = At; I < Fwd.Stmts.size(); ++I)
    analysis::assignedVariables(*Fwd.Stmts[I], Assigned);
  // How many elements a vector has that was there before, and keeps them.
  auto IsSize = [&](const Expr *Sub) {
    if (!Sub->is(ExprKind::Member) || !Sub->operand()->is(ExprKind::Variable) ||
        !Sub->operand()->Ty->nonReference()->IsVector)
      return false;
    Block Rest;
    Rest.Stmts.assign(Outer.Stmts.begin() + indexOf(Outer, Loop), Outer.Stmts.end());
    return !analysis::mayChangeSize(Rest, Sub->operand());
  };
  // Pointers to adjoints that are there, and do not move.
  auto StaysPut = [&](const Variable *V) {
    return !Assigned.contains(V) && llvm::none_of(llvm::ArrayRef(Fwd.Stmts).drop_front(At),
                                                  [&](const Stmt *S) { return S->Var == V; });
  };
  bool Known = removable(E);
  walk(E, [&](const Expr *Sub) {
    if (IsSize(Sub))
      return false;
    if (Sub->is(ExprKind::Variable) && Handles.contains(Sub->Var))
      Known &= StaysPut(Sub->Var);
    const bool Root =
        Sub->is(ExprKind::Variable) && (Adjoints.contains(Sub->Var) || Handles.contains(Sub->Var));
    if (Root || (isPlace(Sub) && isAdjointPlace(Sub)))
      return !Root; // its subscripts are primal values
    Known &= !Sub->is(ExprKind::Opaque);
    if (Sub->is(ExprKind::Variable) && Sub->Var->Kind == Storage::Local) {
      Known &= !Assigned.contains(Sub->Var);
      for (size_t I = At; I < Fwd.Stmts.size() && Known; ++I) {
        Stmt *S = Fwd.Stmts[I];
        if (S->Var != Sub->Var || llvm::is_contained(Before, S))
          continue;
        Known &= S->is(StmtKind::Declare) && S->Value && S->Var->Ty->isScalar() &&
                 knownBefore(S->Value, Fwd, At, Loop, Before);
        Before.push_back(S);
      }
    }
    if (isPlace(Sub) && !(Sub->is(ExprKind::Variable) && analysis::isScalarVariable(Sub->Var)))
      for (size_t I = indexOf(Outer, Loop); I < Outer.Stmts.size() && Known; ++I)
        Known &= !Mem->mayWrite(*Outer.Stmts[I], Sub);
    return Known;
  });
  return Known;
}

/// Moves what gives the adjoints that the loop F reads their values in front of it, together with
/// the declarations of those to which it adds.
bool Reverse::placeFused(const FusedPart &L, Block &Fwd, Block &Rev) const {
  const size_t At = indexOf(Fwd, L.Forward.front()), End = indexOf(Rev, L.Marker);
  auto Touches = [&](const Stmt *S) {
    for (const FusedPart &Other : FusedParts)
      if (S == Other.Marker)
        return touches(Other.Forward);
    return touches({const_cast<Stmt *>(S)});
  };
  std::vector<Touched> Of;
  VariableSet Declared;
  for (size_t I = 0; I < End; ++I) {
    const Stmt *S = Rev.Stmts[I];
    Of.push_back(Touches(S));
    if (S->is(StmtKind::Declare))
      Declared.insert(S->Var);
  }
  // 1. What moves: declarations of all adjoints in the loop, whatever changes those it reads, and
  // what must stay in front of the loop, or of what moves.
  const Touched Inside = touches(L.Forward);
  VariableSet Mentioned, Read;
  auto Need = [&](const Touched &T) {
    for (const VariableSet *Set : {&T.Reads, &T.Adds, &T.Sets})
      for (const Variable *V : *Set)
        if (V && Declared.contains(V))
          Mentioned.insert(V);
    for (const Variable *V : T.Reads)
      if (V && Declared.contains(V))
        Read.insert(V);
  };
  Need(Inside);
  std::vector<bool> Moves(End);
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (size_t I = 0; I < End; ++I) {
      const Stmt *S = Rev.Stmts[I];
      bool Declares = S->is(StmtKind::Declare) && Mentioned.contains(S->Var);
      auto MustStayBefore = [&] {
        for (size_t J = I + 1; J < End; ++J)
          if (Moves[J] && conflict(Of[I], Of[J]))
            return true;
        return conflict(Of[I], Inside);
      };
      if (Moves[I] ||
          !(Declares || meet(Of[I].Adds, Read) || meet(Of[I].Sets, Read) || MustStayBefore()))
        continue;
      Moves[I] = Changed = true;
      Need(Of[I]);
    }
  }
  // 2. All of it must be known there.
  llvm::SmallVector<Stmt *, 4> Before;
  for (size_t I = 0; I < End; ++I) {
    if (!Moves[I])
      continue;
    Block Alone;
    Alone.add(Rev.Stmts[I]);
    bool Known = true;
    walk(Alone, [&](Stmt *S) {
      Known &= S->is(StmtKind::Declare) || isStore(*S);
      // `std::vector<double> v_bar(v.size())`
      const bool Sized = VectorOf.count(S->Var) && S->Value && S->Value->is(ExprKind::Opaque);
      forEachExpr(*S, [&](const Expr *E) {
        for (const Expr *Part : Sized ? llvm::ArrayRef<const Expr *>(E->Operands) : E)
          Known &= knownBefore(Part, Fwd, At, L.Primal, Before);
      });
      if (S->Target)
        Known &= isAdjointPlace(S->Target);
    });
    if (!Known)
      return false;
  }
  // 3. The move.
  std::vector<Stmt *> Moved, Stays;
  for (Stmt *S : Fwd.Stmts)
    if (llvm::is_contained(Before, S))
      Moved.push_back(S);
  for (size_t I = 0; I < Rev.Stmts.size(); ++I)
    (I < End && Moves[I] ? Moved : Stays).push_back(Rev.Stmts[I]);
  Rev.Stmts = std::move(Stays);
  llvm::erase_if(Fwd.Stmts, [&](Stmt *S) { return llvm::is_contained(Before, S); });
  Fwd.Stmts.insert(Fwd.Stmts.begin() + At, Moved.begin(), Moved.end());
  return true;
}

/// Whether an array in the loop L has a Size that can be asked for where L does not run: if L
/// counts to n, that is `n` or, with a sign, `n - 1`, which are at most zero then. So can that of a
/// vector.
static bool isAlwaysSane(const Expr *Size, const analysis::CountedLoop &L) {
  const bool FromZero =
      L.First->is(ExprKind::Literal) && L.First->Text == "0" && L.Ahead == 0 && L.Op == "<";
  const auto [Base, Offset] = asOffset(Size);
  const bool Less = Base && Offset < 0 && equal(Base, L.Bound) && !Size->Ty->IsUnsigned;
  const bool Runs = L.Bound->is(ExprKind::Literal) && L.Bound->Text != "0";
  return Size->is(ExprKind::Literal) || Size->is(ExprKind::Member) ||
         (FromZero && (Runs || Less || equal(Size, L.Bound)));
}

/// Takes the arrays on the tape that each iteration of Loop fills anew, all of one size, out of it:
/// what lends them, and what gives them back. Where it does not run, their size may be anything.
/// Stays: whether a vector, which exists in front of it, keeps its size in it.
static std::pair<Block, Block> takeArrays(Stmt &Loop, const analysis::CountedLoop &Counted,
                                          Builder &B,
                                          llvm::function_ref<bool(const Expr *)> Stays) {
  auto IfItRuns = [&](const Expr *Size) {
    return isAlwaysSane(Size, Counted)
               ? Size
               : B.conditional(analysis::firstTest(Counted, B), Size, B.literal("0", Size->Ty));
  };
  llvm::DenseSet<const Variable *> Changes;
  analysis::assignedVariables(Loop, Changes);
  Block Alone;
  Alone.add(&Loop);
  walk(Alone, [&](Stmt *S) {
    if (S->Var)
      Changes.insert(S->Var);
  });
  auto IsFixed = [&](const Expr *Size) {
    bool Fixed = true;
    walk(Size, [&](const Expr *E) {
      if (E->is(ExprKind::Member) && E->operand()->is(ExprKind::Variable) &&
          E->operand()->Ty->nonReference()->IsVector) { // `v.size()`
        Fixed &= Stays(E->operand());
        return false;
      }
      Fixed &=
          E->is(ExprKind::Literal) || E->is(ExprKind::Binary) || E->is(ExprKind::Cast) ||
          (E->is(ExprKind::Variable) &&
           (E->Var->Number || (analysis::isScalarVariable(E->Var) && !Changes.contains(E->Var))));
      return Fixed;
    });
    return Fixed;
  };
  auto GivesBack = [&](const Variable *Array) {
    return llvm::any_of(Loop.Then.Stmts, [&](const Stmt *S) {
      return S->is(StmtKind::ReleaseArray) && S->Var == Array;
    });
  };
  Block Lends, Releases;
  llvm::DenseSet<const Variable *> Taken;
  llvm::erase_if(Loop.Then.Stmts, [&](Stmt *S) {
    if (S->is(StmtKind::ReleaseArray) && Taken.contains(S->Var)) {
      Releases.add(S);
      return true;
    }
    if (!S->is(StmtKind::RecordArray) || !S->Declares || !IsFixed(S->Value) ||
        !llvm::all_of(S->Operands, IsFixed) || !GivesBack(S->Var))
      return false;
    S->Value = IfItRuns(S->Value);
    for (const Expr *&Inner : S->Operands)
      Inner = IfItRuns(Inner);
    Lends.add(S);
    Taken.insert(S->Var);
    return true;
  });
  return {std::move(Lends), std::move(Releases)};
}

static bool callsIn(Stmt &S) {
  bool Calls = S.is(StmtKind::Call);
  forEachBlock(
      S, [&](Block &Inner) { walk(Inner, [&](Stmt *In) { Calls |= In->is(StmtKind::Call); }); });
  return Calls;
}

/// The sweeps of a loop whose iterations are reversed at once: all in the forward sweep.
void Reverse::sweepFused(Stmt *S, Block &Fwd, Block &Rev) {
  Stmt *F = M.stmt(StmtKind::Loop, S->Loc);
  F->Form = S->Form;
  F->Init = S->Init;
  F->Value = S->Value;
  F->Step = S->Step;
  F->Note = "each iteration is reversed at once";
  F->Origin = S->Origin;
  if (core::Decisions *Notes = C.notes()) {
    Notes->Fused.insert(S->Origin);
    Notes->Ascending.insert(S->Origin);
  }
  Block Iteration;
  sweepOuter(S->Then, F->Then, Iteration);
  F->Then.append(Iteration);
  const bool Calls = llvm::any_of(S->Then.Stmts, [&](Stmt *In) { return callsIn(*In); });
  F->AnyOrder =
      !ShareScratch.contains(S) && !HandedOn.count(S) && !Calls && ownsAdjoints(S, F->Then);
  auto [Lends, Releases] = takeArrays(*F, *analysis::countedLoop(*S), B, [&](const Expr *Vector) {
    const Variable *V = Vector->Var;
    return (V->Kind == Storage::Parameter || Mem->lives(V, S)) &&
           !analysis::mayChangeSize(S->Then, Vector);
  });
  Fwd.append(Lends);
  placedAtOnce(S, {F}, Fwd, Rev);
  Fwd.append(Releases);
}

/// Both sweeps of S stand in the forward sweep.
void Reverse::placedAtOnce(const Stmt *S, std::vector<Stmt *> Both, Block &Fwd, Block &Rev) {
  for (Stmt *Part : Both)
    Fwd.add(Part);
  Stmt *Marker = M.stmt(StmtKind::Block, S->Loc);
  Rev.add(Marker);
  FusedParts.push_back({S, std::move(Both), Marker});
}

/// Both sweeps of the body, or of that of a loop whose iterations are reversed at once.
void Reverse::sweepOuter(Block &Outer, Block &Fwd, Block &Rev) {
  std::vector<FusedPart> Around = std::move(FusedParts);
  FusedParts.clear();
  sweep(Outer, Fwd, Rev);
  for (const FusedPart &L : FusedParts)
    if (!placeFused(L, Fwd, Rev))
      Refused.insert(Numbers.lookup(L.Primal));
  for (const FusedPart &L : FusedParts)
    llvm::erase(Rev.Stmts, L.Marker);
  FusedParts = std::move(Around);
}
