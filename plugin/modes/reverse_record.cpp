//===- modes/reverse_record.cpp - to-be-recorded analysis -----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// TBR (Hascoet, Naumann and Pascual, "To be recorded" analysis in reverse-mode automatic
// differentiation, 2005), on the scalars that the reverse sweep reads:
//
// 1. Flow forward through the body with the set T of variables whose present version the adjoint of
//    an earlier statement will read.
// 2. A statement that overwrites a variable in T must save the version it destroys; the reverse
//    sweep takes it back at the mirror point, so that there every variable in T holds its value.
// 3. How a version is kept: undone by arithmetic (++i), in a copy outside of loops, in an array
//    indexed by the iteration of a counted loop, or on the tape.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/steps.h"
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether versions of V are followed one by one.
bool Reverse::tracked(const Variable *V) const {
  return V->Kind == Storage::Local && Required.contains(V) && !Adjoints.contains(V) &&
         !Recomputed.contains(V) && !Slotted.contains(V) && !Counters.contains(V) &&
         !Copies.contains(V) &&
         (analysis::isScalarVariable(V) ||
          (V->Ty->isRecord() && V->Const && !V->AddressTaken && !Killed.contains(V)));
}

void Reverse::need(const Expr *E, VariableSet &T) const {
  VariableSet Reads;
  readsOf(E, Reads);
  std::vector<const Variable *> Work(Reads.begin(), Reads.end());
  VariableSet Seen;
  while (!Work.empty()) {
    const Variable *V = Work.back();
    Work.pop_back();
    if (!Seen.insert(V).second)
      continue;
    if (tracked(V))
      T.insert(V);
    // Computed again from what its initialiser reads, which has not changed in between.
    if (Recomputed.contains(V))
      if (auto It = DeclaredBy.find(V); It != DeclaredBy.end() && It->second->Value) {
        VariableSet Inner;
        readsOf(It->second->Value, Inner);
        Work.insert(Work.end(), Inner.begin(), Inner.end());
      }
  }
}

static void unite(llvm::DenseSet<const Variable *> &Into,
                  const llvm::DenseSet<const Variable *> &From) {
  Into.insert(From.begin(), From.end());
}

/// `i += 2`, `--p`: the old version can be had back from the new one.
static bool invertible(const Stmt *S) {
  const Type *T = S->Target ? S->Target->Ty : nullptr;
  return S->is(StmtKind::Accumulate) && (T->isInteger() || T->isPointer()) && !T->IsBool &&
         (S->Value->is(ExprKind::Literal) ||
          (S->Value->is(ExprKind::Unary) && S->Value->operand()->is(ExprKind::Literal)));
}

void Reverse::kill(Stmt *S, const Variable *V, VariableSet &T) {
  if (!tracked(V))
    return;
  if (invertible(S) && C.enabled("invert")) { // ... which stays required for that
    if (T.contains(V))
      Plans[S].How = Keep::Inverse;
    return;
  }
  if (T.contains(V) && Plans[S].How == Keep::Nothing)
    Plans[S].How = Keep::Push;
  T.erase(V);
}

void Reverse::flow(Block &Bl, VariableSet &T) {
  for (Stmt *S : Bl.Stmts) {
    flow(S, T);
    // The reverse sweep makes a vector's adjoint first of all, with the size that it had last.
    const Variable *V = S->Var                                           ? S->Var
                        : S->Target && S->Target->is(ExprKind::Variable) ? S->Target->Var
                                                                         : nullptr;
    if (V && V->Counts && Required.contains(V))
      need(B.var(const_cast<Variable *>(V)), T); // or what it is computed again from
  }
}

/// Whether a jump of this kind inside of S leaves S.
static bool leavesBy(Stmt &S, StmtKind Jump) {
  bool Found = false;
  forEachBlock(S, [&](Block &Bl) {
    for (Stmt *Inner : Bl.Stmts) {
      bool Catches =
          Jump != StmtKind::Return &&
          (Inner->is(StmtKind::Loop) || (Jump == StmtKind::Break && Inner->is(StmtKind::Switch)));
      Found |= Inner->is(Jump) || (!Catches && leavesBy(*Inner, Jump));
    }
  });
  return Found;
}

void Reverse::flow(Stmt *S, VariableSet &T) {
  Plan &P = Plans[S];
  // What its reversal asks for is there where it ends, and where a jump out of it leads.
  auto WhereItEnds = [&](llvm::function_ref<void(VariableSet &)> Ask) {
    Ask(T);
    if (leavesBy(*S, StmtKind::Return))
      Ask(FlowAtReturn);
    if (!S->is(StmtKind::Loop) && !ContinueTargets.empty() && leavesBy(*S, StmtKind::Continue))
      Ask(FlowAtContinue[ContinueTargets.back()]);
    if (!BreakTargets.empty() && S->is(StmtKind::If) && leavesBy(*S, StmtKind::Break))
      Ask(FlowAtBreak[BreakTargets.back()]);
  };
  auto NeedTest = [&] {
    if (P.Needed)
      WhereItEnds([&](VariableSet &At) { need(P.Test, At); });
  };
  // How often a loop ran, and how it or a switch was left.
  auto NeedWays = [&] {
    WhereItEnds([&](VariableSet &At) {
      for (Variable *V : {P.Trips, P.Left})
        if (V && tracked(V))
          At.insert(V);
      if (S->is(StmtKind::Loop) && P.Counted && P.Needed) {
        need(P.Counted->Bound, At);
        need(P.Counted->First, At);
      }
    });
  };
  auto NeedAdjoint = [&] {
    walk(P.Adjoint, [&](Stmt *A) { forEachExpr(*A, [&](const Expr *E) { need(E, T); }); });
  };
  switch (S->Kind) {
  case StmtKind::Declare:
    kill(S, S->Var, T);
    NeedAdjoint();
    return;
  case StmtKind::Assign:
  case StmtKind::Accumulate:
    NeedAdjoint();
    if (S->Target->is(ExprKind::Variable))
      kill(S, S->Target->Var, T);
    return;
  case StmtKind::Comment:
    NeedAdjoint();
    return;
  case StmtKind::RecordArray:
    kill(S, S->Var, T);
    T.insert(S->Var); // to be released
    return;
  case StmtKind::Call:
    NeedAdjoint();
    if (S->Var)
      kill(S, S->Var, T);
    if (S->Declares)
      NeedAdjoint();
    return;
  case StmtKind::Opaque:
    NeedAdjoint();
    for (const Expr *W : S->Writes)
      if (W->is(ExprKind::Variable))
        kill(S, W->Var, T);
    if (S->NoReturn)
      T.clear();
    return;
  case StmtKind::Return:
    NeedAdjoint();
    unite(FlowAtReturn, T);
    T.clear();
    return;
  case StmtKind::Break:
    unite(FlowAtBreak[BreakTargets.back()], T);
    T.clear();
    return;
  case StmtKind::Continue:
    unite(FlowAtContinue[ContinueTargets.back()], T);
    T.clear();
    return;
  case StmtKind::Block:
    P.Again ? flowRegion(S, T) : flow(S->Then, T);
    return;
  case StmtKind::If: {
    if (Fused.contains(S)) { // what it leaves, nobody has read before
      VariableSet Then, Else;
      flow(S->Then, Then);
      return flow(S->Else, Else);
    }
    VariableSet Else = T;
    flow(S->Then, T);
    flow(S->Else, Else);
    unite(T, Else);
    NeedTest();
    return;
  }
  case StmtKind::Switch: {
    BreakTargets.push_back(S);
    VariableSet Entry = T;
    for (SwitchCase &Case : S->Cases) {
      VariableSet Here = Entry;
      flow(Case.Body, Here);
      unite(T, Here);
    }
    unite(T, FlowAtBreak[S]);
    BreakTargets.pop_back();
    NeedTest();
    NeedWays();
    return;
  }
  case StmtKind::Loop: {
    if (isReversedAtOnce(S)) { // what an iteration leaves, its own adjoint has read already
      VariableSet Iteration, Outside;
      flow(S->Then, Iteration);
      if (RunsAgain.contains(S)) {
        readsFromOutside(S, Outside);
        for (const Variable *V : Iteration) // the way to adjoints
          if (V->Ty->isPointer() && !ownOf(S).contains(V))
            Outside.insert(V);
      }
      for (const Variable *V : Outside)
        need(B.var(const_cast<Variable *>(V)), T);
      if (P.Counted && P.Needed) {
        need(P.Counted->Bound, T);
        need(P.Counted->First, T);
      }
      return;
    }
    if (!P.Counted)
      flow(S->Init, T);
    if (P.Again) {
      flowCheckpoint(S, T);
      NeedWays();
      if (P.Counted) {
        need(P.Counted->Bound, T);
        need(P.Counted->First, T);
      }
      return;
    }
    BreakTargets.push_back(S);
    ContinueTargets.push_back(S);
    VariableSet Entry = T, Exit;
    for (;;) {
      VariableSet Here = Entry;
      if (S->Form == LoopForm::DoWhile) {
        flow(S->Then, Here);
        unite(Here, FlowAtContinue[S]);
        if (P.Skipped && tracked(P.Skipped))
          Here.insert(P.Skipped); // of the last iteration, too
        flow(S->Setup, Here);
        Exit = Here;
      } else {
        flow(S->Setup, Here);
        Exit = Here;
        flow(S->Then, Here);
        unite(Here, FlowAtContinue[S]);
        if (P.Skipped && tracked(P.Skipped))
          Here.insert(P.Skipped);
        if (!P.Counted)
          flow(S->Step, Here);
      }
      if (P.Skipped && tracked(P.Skipped))
        Here.insert(P.Skipped);
      size_t Before = Entry.size();
      unite(Entry, Here);
      if (Entry.size() == Before)
        break;
    }
    BreakTargets.pop_back();
    ContinueTargets.pop_back();
    T = Exit;
    unite(T, FlowAtBreak[S]);
    NeedWays();
    return;
  }
  default:
    return;
  }
}

bool Reverse::isRecordedByIteration(const Stmt *S) const {
  return S->is(StmtKind::Loop) && !Fused.contains(S);
}

/// Whether Asks compares the counter of Loop, or what is made of it, with a number near its first
/// or its last: `i >= 2`, `i < n - 1`.
static bool asksForRim(const Expr *Asks, const Stmt &Loop) {
  constexpr int64_t Near = 8;
  const std::optional<analysis::CountedLoop> L = analysis::countedLoop(Loop);
  const bool Orders =
      Asks->Text == "<" || Asks->Text == "<=" || Asks->Text == ">" || Asks->Text == ">=";
  if (!L || !Orders)
    return false;
  auto IsNear = [&](const Expr *To, const Expr *End) {
    const auto [Base, Number] = asOffset(To);
    const auto [EndBase, EndNumber] = asOffset(End);
    const bool Same = Base && EndBase ? equal(Base, EndBase) : !Base && !EndBase;
    return Same && std::abs(Number - EndNumber) <= Near;
  };
  for (unsigned I : {0u, 1u}) {
    const Expr *Counter = asOffset(Asks->operand(I)).first, *To = Asks->operand(1 - I);
    if (Counter && isVariable(Counter, L->Counter) &&
        (IsNear(To, L->First) || IsNear(To, L->Bound)))
      return true;
  }
  return false;
}

/// The loop by whose iterations the branch Part of S keeps its values, if one is: Loop, around S,
/// where that skips few of them (`if (i != j)`, `if (i >= 2)`), or whichever it skips (Any).
static Stmt *loopAroundBranch(const Stmt &S, const Block &Part, Stmt *Loop, bool Any) {
  if (Any && S.is(StmtKind::If))
    return Loop;
  const bool Compares = S.is(StmtKind::If) && S.Value->is(ExprKind::Binary) &&
                        S.Value->operand(0)->Ty->isInteger() &&
                        S.Value->operand(1)->Ty->isInteger();
  const bool Then = &Part == &S.Then;
  const bool Usual = Compares && (S.Value->Text == (Then ? "!=" : "==") ||
                                  (Then && S.Else.empty() && Loop && asksForRim(S.Value, *Loop)));
  return Usual ? Loop : nullptr;
}

/// Values declared once in each iteration of a counted loop get an array, not a hoisted variable.
void Reverse::chooseSlots(Block &Bl, Stmt *Loop) {
  for (Stmt *S : Bl.Stmts) {
    bool Declares =
        S->is(StmtKind::Declare) ? S->Value != nullptr : S->is(StmtKind::Call) && S->Declares;
    if (Declares && Loop && Plans[Loop].Counted && tracked(S->Var) && !Killed.contains(S->Var) &&
        fitsTape(S->Var->Ty)) {
      Plan &P = Plans[S];
      P.How = Keep::Slot;
      P.SaveAfter = true;
      P.SlotLoop = Loop;
      Slotted.insert(S->Var);
    }
    if (Plans[S].Again)
      continue;
    Stmt *InLoop =
        isRecordedByIteration(S) && !RunsAgain.contains(S) && !wastesRoom(S) ? S : nullptr;
    const bool InPlace = Loop && isKeptInPlace(Loop); // there is room for what is left out
    chooseSlots(S->Then, InLoop ? InLoop : loopAroundBranch(*S, S->Then, Loop, InPlace));
    chooseSlots(S->Else, loopAroundBranch(*S, S->Else, Loop, InPlace));
    for (Block *Part : {&S->Setup, &S->Step})
      chooseSlots(*Part, nullptr);
    for (SwitchCase &Case : S->Cases)
      chooseSlots(Case.Body, nullptr);
  }
}

/// Whether E is made of numbers of elements that there are.
static bool isMadeOfSizes(const Expr *E) {
  bool Sizes = true;
  walk(E, [&](const Expr *Sub) {
    const bool Size = Sub->is(ExprKind::Member) && Sub->operand()->Ty->nonReference()->IsVector;
    Sizes &=
        Size || Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Cast) || Sub->is(ExprKind::Binary);
    return Sizes && !Size;
  });
  return Sizes;
}

/// Whether arrays by the iterations of Loop may stay all but empty: it may end long before its
/// bound, which is large, or they would be kept for every iteration of another loop, or every call.
/// Or there cannot be such arrays: where arrays of the caller overlap, which costs time anyway, no
/// bound is relied upon but sizes.
bool Reverse::wastesRoom(const Stmt *Loop) const {
  constexpr int64_t Little = 64, Much = 4096;
  const auto Found = Plans.find(Loop);
  if (Found == Plans.end() || !Found->second.Trips)
    return false;
  const std::optional<int64_t> Most = analysis::mostTrips(*Loop);
  bool Breaks = false; // a return leaves the loops around it, too
  for (const Stmt *S : Loop->Then.Stmts)
    for (int J : jumpsIn(S))
      Breaks |= Jumps[J].S->is(StmtKind::Break);
  const bool Often = Detached || (Breaks && Mem->loopDepth(Loop) > 0);
  const std::optional<analysis::CountedLoop> &L = Found->second.Counted;
  const bool Relies = Forward.Kind != Variant::Overlapping || (L && isMadeOfSizes(L->Bound));
  if (L && !Most && (!Relies || mayBeEndless(*L)))
    return true;
  return Most ? *Most > (Often ? Little : Much) : Often;
}

/// A variable that each iteration of a counted loop declares anew, and whose last version alone is
/// read by the adjoints of the iteration, is kept when the iteration ends.
void Reverse::chooseLastVersions(Block &Bl) {
  for (Stmt *Loop : Bl.Stmts) {
    if (Plans[Loop].Again)
      continue;
    for (Block *Part : {&Loop->Then, &Loop->Else, &Loop->Setup, &Loop->Step})
      chooseLastVersions(*Part);
    for (SwitchCase &Case : Loop->Cases)
      chooseLastVersions(Case.Body);
    if (!Loop->is(StmtKind::Loop) || !Plans[Loop].Counted || Plans[Loop].Trips)
      continue;
    bool Jumps = !jumpsIn(Loop).empty();
    for (const Stmt *S : Loop->Then.Stmts)
      Jumps |= !jumpsIn(S).empty();
    if (Jumps)
      continue;
    for (Stmt *S : Loop->Then.Stmts) {
      if (!S->is(StmtKind::Declare) || !S->Value || Plans[S].How != Keep::Push ||
          !S->Var->Ty->isScalar() || S->Var->Counts)
        continue;
      bool Single = true; // no other version is kept
      walk(Loop->Then, [&](Stmt *Other) {
        bool Writes =
            Other->Var == S->Var || (Other->Target && rootVariable(Other->Target) == S->Var) ||
            llvm::any_of(Other->Writes, [&](const Expr *W) { return rootVariable(W) == S->Var; });
        Single &= Other == S || !Writes || Plans[Other].How == Keep::Nothing;
      });
      if (!Single)
        continue;
      Plan &P = Plans[S];
      P.How = Keep::Slot;
      P.SaveAtEnd = true;
      P.SlotLoop = Loop;
      Slotted.insert(S->Var);
      RequiredAtEnd.erase(S->Var);
    }
  }
}

/// Turns pushes into something better where the place of the statement allows it.
void Reverse::chooseKeep(Block &Bl, Stmt *Loop) {
  for (Stmt *S : Bl.Stmts) {
    Plan &P = Plans[S];
    if (P.How == Keep::Push) {
      if (Loop && Plans[Loop].Counted && !S->is(StmtKind::Opaque) &&
          fitsTape((S->Var ? S->Var : S->Target->Var)->Ty)) {
        P.How = Keep::Slot;
        P.SlotLoop = Loop;
      } else if (!Detached && Mem->loopDepth(S) == 0 && !S->is(StmtKind::Opaque) &&
                 (S->Var ? S->Var : S->Target->Var)->Ty->isScalar()) {
        const Variable *V = S->Var ? S->Var : S->Target->Var;
        P.How = Keep::Copy;
        P.Slots = local(V->Name + "_before", V->Ty);
        P.Slots->Temporary = true;
        P.Slots->Derivative = V->Derivative;
        if (isTopLevel(S) && !NeedsGoto)
          P.Slots->Const = true;
        else
          Hoisted.insert(P.Slots);
      }
    }
    if (P.How == Keep::Slot) {
      const Variable *V = S->Var ? S->Var : S->Target->Var;
      P.Nest = nestOf(P.SlotLoop);
      const Type *T = V->Ty;
      const bool InPlace =
          P.Nest.size() == 1 && (T->isReal() || T->isInteger()) && isKeptInPlace(P.SlotLoop);
      T = InPlace ? M.array(T, uint64_t(*analysis::mostTrips(*P.SlotLoop))) : slotsType(T, P.Nest);
      P.Slots = local(V->Name + "_at", T);
      for (const Type *Level = T; Level != V->Ty; Level = Level->Element)
        ++P.Slots->Subscripts;
      P.Slots->Derivative = V->Derivative;
      const Stmt *Outermost = P.Nest.front();
      SlotArrays[Outermost].push_back(S);
      if (Mem->loopDepth(Outermost) > 0 || Detached || NeedsGoto || !isTopLevel(Outermost))
        Hoisted.insert(P.Slots);
      if (Detached)
        RequiredAtEnd.insert(P.Slots);
    }
    if (P.Again) {
      chooseKeep(S->Init, nullptr);
      continue;
    }
    Stmt *InLoop =
        isRecordedByIteration(S) && !RunsAgain.contains(S) && !wastesRoom(S) ? S : nullptr;
    const bool InPlace = Loop && isKeptInPlace(Loop);
    chooseKeep(S->Then, InLoop ? InLoop : loopAroundBranch(*S, S->Then, Loop, InPlace));
    chooseKeep(S->Else, loopAroundBranch(*S, S->Else, Loop, InPlace));
    for (Block *Part : {&S->Setup, &S->Step, &S->Init})
      chooseKeep(*Part, nullptr);
    for (SwitchCase &Case : S->Cases)
      chooseKeep(Case.Body, nullptr);
  }
}

/// What leads to an array on the tape of one T for each iteration of the loops of Nest. In a
/// function that is called often, inner loops of a known length need no pointers to their rows.
const Type *Reverse::slotsType(const Type *T, llvm::ArrayRef<Stmt *> Nest) {
  constexpr int64_t Few = 64;
  bool Known = Detached && !T->IsBool;
  for (const Stmt *Loop : llvm::reverse(Nest)) {
    const std::optional<int64_t> Trips = analysis::mostTrips(*Loop);
    Known &= Loop != Nest.front() && Trips && *Trips > 0 && *Trips <= Few;
    T = Known ? M.array(T, uint64_t(*Trips)) : M.pointer(T, false);
  }
  return T;
}

/// The loops around Loop, and itself, outermost first, that make a rectangle which is known before
/// the first of them runs: one array, lent there, serves all their iterations.
llvm::SmallVector<Stmt *, 2> Reverse::nestOf(Stmt *Loop) {
  constexpr size_t Deep = 3; // as many subscripts as tape::array has
  llvm::SmallVector<Stmt *, 2> Alone{Loop};
  if (NeedsGoto || isTopLevel(Loop))
    return Alone;
  // 1. The way down: each loop stands in the body of the next one out.
  llvm::SmallVector<Stmt *, 2> Nest;
  std::function<bool(const Block &)> Find = [&](const Block &Bl) {
    for (Stmt *S : Bl.Stmts) {
      if (!S->is(StmtKind::Loop))
        continue;
      Nest.push_back(S);
      if (S == Loop || Find(S->Then))
        return true;
      Nest.pop_back();
    }
    return false;
  };
  if (!Find(outerOf(Loop)))
    return Alone;
  if (Nest.size() > Deep)
    Nest.erase(Nest.begin(), Nest.end() - Deep);
  while (Nest.size() > 1 && !isRectangle(Nest))
    Nest.erase(Nest.begin());
  return Nest;
}

/// Whether all iterations of the loops in Nest, each in the body of the one before, run to their
/// end, and the bounds of all of them can be told before the first one runs.
bool Reverse::isRectangle(llvm::ArrayRef<Stmt *> Nest) const {
  for (const Stmt *S : Nest) {
    const auto Leaves = [&](const Stmt *Sub) { return !jumpsIn(Sub).empty(); };
    const auto Planned = Plans.find(S);
    if (Leaves(S) || llvm::any_of(S->Then.Stmts, Leaves) || Planned == Plans.end() ||
        !Planned->second.Counted || Planned->second.Trips)
      return false;
  }
  VariableSet Assigned;
  analysis::assignedVariables(*Nest.front(), Assigned);
  walk(Nest.front()->Then, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) || S->Declares)
      Assigned.insert(S->Var);
  });
  auto IsKnown = [&](const Expr *E) {
    bool Known = true;
    walk(E, [&](const Expr *Sub) {
      if (Sub->is(ExprKind::Member) && Sub->operand()->is(ExprKind::Variable) &&
          Sub->operand()->Ty->nonReference()->IsVector) { // `v.size()`
        const Variable *V = Sub->operand()->Var;
        Known &= (V->Kind == Storage::Parameter || Mem->lives(V, Nest.front())) &&
                 !analysis::mayChangeSize(Nest.front()->Then, Sub->operand());
        return false;
      }
      const bool Sum = Sub->is(ExprKind::Binary) && (Sub->Text == "+" || Sub->Text == "-");
      const bool Number =
          Sub->is(ExprKind::Variable) &&
          ((Sub->Ty->isInteger() && analysis::isScalarVariable(Sub->Var)) || Sub->Var->Number) &&
          !Assigned.contains(Sub->Var);
      Known &= Sum || Number || Sub->is(ExprKind::Literal) || Sub->is(ExprKind::Cast);
      return Known;
    });
    return Known;
  };
  return llvm::all_of(llvm::drop_begin(Nest), [&](const Stmt *S) {
    const analysis::CountedLoop &L = *Plans.at(S).Counted;
    return IsKnown(L.First) && IsKnown(L.Bound);
  });
}

/// The body of the function, or of the loop or branch around S that is reversed at once.
const Block &Reverse::outerOf(const Stmt *S) const {
  const Stmt *Around = Mem->reversedWith(S);
  bool InElse = false;
  if (Around)
    walk(Around->Else, [&](const Stmt *Other) { InElse |= Other == S; });
  return !Around ? Body : InElse ? Around->Else : Around->Then;
}

bool Reverse::isTopLevel(const Stmt *S) const { return llvm::is_contained(outerOf(S).Stmts, S); }

/// Variables of inner blocks that the reverse sweep reads move to the function's own block.
void Reverse::hoist(Block &Bl, bool Top) {
  for (Stmt *S : Bl.Stmts) {
    bool Declares = S->Var && (S->is(StmtKind::Declare) || S->Declares);
    if (Declares && !Top && tracked(S->Var)) {
      Hoisted.insert(S->Var);
      S->Var->Shadow |= S->Var->Ty->isRecord() && !S->Var->Ty->ZeroByBraces;
    }
    if (!(S->is(StmtKind::Loop) && (Plans[S].Counted || Fused.contains(S))))
      hoist(S->Init, false);
    if (Plans[S].Again)
      continue;
    hoist(S->Then, isReversedAtOnce(S));
    hoist(S->Else, isReversedAtOnce(S));
    for (Block *Part : {&S->Setup, &S->Step})
      hoist(*Part, false);
    for (SwitchCase &Case : S->Cases)
      hoist(Case.Body, false);
  }
}

void Reverse::record() {
  chooseSlots(Body, nullptr);
  VariableSet T;
  flow(Body, T);
  unite(T, FlowAtReturn);
  unite(RequiredAtEnd, T);
  if (Returned && tracked(Returned))
    RequiredAtEnd.insert(Returned);
  chooseLastVersions(Body);
  hoist(Body, /*Top=*/!NeedsGoto);
  chooseKeep(Body, nullptr);
  placeRows();
}
