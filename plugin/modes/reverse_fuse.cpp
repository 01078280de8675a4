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
  if (!isQuiet(Rest))
    return false;
  VariableSet Own{analysis::countedLoop(*Loop)->Counter};
  walk(Loop->Then, [&](Stmt *S) {
    if (S->is(StmtKind::Declare))
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
  return handsNothingOn(Loop, Own) &&
         llvm::none_of(Elements, [&](const Expr *Place) { return isUsedBehind(Place, Outer, At); });
}

/// Looks for such loops in Outer, the body or that of such a loop, from a certain statement on.
void Reverse::chooseFused(const Block &Outer, size_t From) {
  for (size_t I = From; I < Outer.Stmts.size(); ++I) {
    const Stmt *S = Outer.Stmts[I];
    bool Scratch = false;
    if (!S->is(StmtKind::Loop) || Apart.contains(LoopNumbers.lookup(S)) ||
        (C.follows() && !C.follows()->Fused.contains(S->Origin)) ||
        !meetsInSumsOnly(S, Outer, I, Scratch))
      continue;
    Fused.insert(S);
    if (Scratch)
      ShareScratch.insert(S);
    Mem->reversedAtOnce(S);
    Counters.insert(analysis::countedLoop(*S)->Counter);
    chooseFused(S->Then);
  }
}

void Reverse::chooseFused() {
  if (Detached || Forward.Kind == Variant::Joint || NeedsGoto || !C.enabled("fuse"))
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
  walk(Body, [&](Stmt *S) {
    if (S->is(StmtKind::Loop))
      LoopNumbers[S] = LoopNumbers.size();
  });
  chooseFused(Body, First);
}

bool Reverse::isOuter(const Block &Bl) const {
  auto IsBody = [&](const Stmt *Loop) { return &Loop->Then == &Bl; };
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
bool Reverse::placeFused(const FusedLoop &L, Block &Fwd, Block &Rev) const {
  const size_t At = indexOf(Fwd, L.Forward), End = indexOf(Rev, L.Marker);
  auto Touches = [&](const Stmt *S) {
    for (const FusedLoop &Other : FusedLoops)
      if (S == Other.Marker)
        return touches(*Other.Forward);
    return touches(*S);
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
  const Touched Inside = touches(*L.Forward);
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
static std::pair<Block, Block> takeArrays(Stmt &Loop, Builder &B,
                                          llvm::function_ref<bool(const Expr *)> Stays) {
  const analysis::CountedLoop Counted = *analysis::countedLoop(Loop);
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
      Fixed &= E->is(ExprKind::Literal) || E->is(ExprKind::Binary) || E->is(ExprKind::Cast) ||
               (E->is(ExprKind::Variable) && analysis::isScalarVariable(E->Var) &&
                !Changes.contains(E->Var));
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
  F->AnyOrder = !ShareScratch.contains(S) && ownsAdjoints(S, F->Then);
  auto [Lends, Releases] = takeArrays(*F, B, [&](const Expr *Vector) {
    const Variable *V = Vector->Var;
    return (V->Kind == Storage::Parameter || Mem->lives(V, S)) &&
           !analysis::mayChangeSize(S->Then, Vector);
  });
  Fwd.append(Lends);
  Fwd.add(F);
  Fwd.append(Releases);
  Stmt *Marker = M.stmt(StmtKind::Block, S->Loc);
  Rev.add(Marker);
  FusedLoops.push_back({S, F, Marker});
}

/// Both sweeps of the body, or of that of a loop whose iterations are reversed at once.
void Reverse::sweepOuter(Block &Outer, Block &Fwd, Block &Rev) {
  std::vector<FusedLoop> Around = std::move(FusedLoops);
  FusedLoops.clear();
  sweep(Outer, Fwd, Rev);
  for (const FusedLoop &L : FusedLoops)
    if (!placeFused(L, Fwd, Rev))
      Refused.insert(LoopNumbers.lookup(L.Primal));
  for (const FusedLoop &L : FusedLoops)
    llvm::erase(Rev.Stmts, L.Marker);
  FusedLoops = std::move(Around);
}

//===-- The trial runs ---------------------------------------------------------===//

namespace {
/// Passes requests on, and keeps what is said to itself.
class Trial : public Context {
  Context &C;

public:
  explicit Trial(Context &C) : Context(C.M), C(C) {}
  Companion *companion(Function *Callee, Variant V, Location Caller) override {
    return C.companion(Callee, V, Caller);
  }
  bool bodyOf(Function *Callee) override { return C.bodyOf(Callee); }
  const Expr *extentOf(const Function &F, unsigned I) override { return C.extentOf(F, I); }
  void error(Location, llvm::StringRef, llvm::StringRef) override {}
  bool enabled(llvm::StringRef Name) override { return C.enabled(Name); }
  bool checkpointsAll() override { return C.checkpointsAll(); }
  const Decisions *follows() override { return C.follows(); }
};
} // namespace

void modes::reverse(Context &C, Function &F, Companion &Out) {
  llvm::DenseSet<unsigned> Apart;
  if (llvm::any_of(F.Body.Stmts, [](const Stmt *S) { return S->is(StmtKind::Loop); }) &&
      C.enabled("fuse")) {
    Function &Fn = *Out.Fn;
    const std::vector<Variable> Locals(Fn.Locals.begin(), Fn.Locals.end());
    const llvm::StringMap<unsigned> Names = Fn.Names;
    for (bool Changed = true; Changed;) {
      Trial Quiet(C);
      Reverse R(Quiet, F, Out, Out, Apart);
      R.prepare();
      if (R.fuses())
        R.make();
      Changed = !R.refused().empty();
      Apart.insert(R.refused().begin(), R.refused().end());
      Fn.Body = Block();
      while (Fn.Locals.size() > Locals.size())
        Fn.Locals.pop_back();
      for (size_t I = 0; I < Locals.size(); ++I)
        Fn.Locals[I] = Locals[I];
      Fn.Names = Names;
    }
  }
  Reverse R(C, F, Out, Out, Apart);
  R.run();
  if (!R.refused().empty()) { // the trials should have found out
    C.error(F.Loc, "internal error of clang-ad: a loop cannot be reversed at once",
            "compile with -fplugin-arg-ad-no-fuse, and report this");
    Out.Fn->Failed = true;
  }
}
