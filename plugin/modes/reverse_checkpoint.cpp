//===- modes/reverse_checkpoint.cpp - loops that are run again ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop that carries a state keeps snapshots of it (ad/checkpoint.h) instead of a record of every
// iteration. The reverse sweep goes through the iterations backwards; for each it
//
// 1. restores the nearest snapshot, and runs the iterations from there again,
// 2. runs the forward sweep of the one iteration, which records,
// 3. and its reverse sweep.
//
// 2 and 3 are made by an object of class Reverse of their own, for which the body of the loop is
// the whole body: what an iteration leaves in its variables, its reverse sweep finds there.
//
// To the analyses of the function around it, the loop is as it was: memory that it writes to is
// never read in the reverse sweep of what comes before it. Memory of the caller is put back as it
// was found when the loop is done (ad::kept); scalars as they were before the loop.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/output.h"
#include "plugin/analysis/scratch.h"
#include "plugin/core/places.h"
#include "plugin/modes/reverse.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/Twine.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// One iteration of a loop of Around: shares its variables, and takes its decisions alone.
Reverse::Reverse(Reverse &Around, Block Iteration)
    : C(Around.C), M(Around.M), B(Around.M), Primal(Around.Primal), Forward(Around.Forward),
      Backward(Around.Backward), Out(Around.Out), Detached(false), Checkpoints(Around.Checkpoints),
      Depth(Around.Depth + 1), InLoops(Around.InLoops + 1), Shadow(Around.Shadow),
      Body(std::move(Iteration)), Active(Around.Active), Adjoints(Around.Adjoints),
      Handles(Around.Handles), Temporaries(Around.Temporaries), Killed(Around.Killed),
      Addressed(Around.Addressed), OnTape(Around.OnTape), VectorOf(Around.VectorOf),
      SizeOf(Around.SizeOf), PointedInto(Around.PointedInto), Mirrored(Around.Mirrored),
      Follows(Around.Follows), Early(Around.Early), Allocations(Around.Allocations),
      AssignedAnywhere(Around.AssignedAnywhere), TapeVar(Around.TapeVar),
      BlocksVar(Around.BlocksVar) {
  straighten(Body, StmtKind::Return); // first: what it moves into a branch is not the body's own
  Mem = std::make_unique<analysis::Memory>(*Around.Mem, Body);
  findResized();
}

//===-- Which loops ---------------------------------------------------------===//

/// Loops of so few iterations are recorded.
bool Reverse::isShort(const Stmt &Loop) {
  constexpr int64_t Few = 100;
  return analysis::mostTrips(Loop).value_or(Few + 1) <= Few;
}

bool Reverse::hasLoop(const Block &Bl) {
  bool Found = false;
  walk(Bl, [&](Stmt *S) { Found |= S->is(StmtKind::Loop); });
  return Found;
}

/// Whether E is an element of an array that Counters tell, each its own: `a[i][j]`, `a[i * n + j]`.
static bool isToldBy(const Expr *E, llvm::ArrayRef<const Variable *> Counters) {
  if (!E->is(ExprKind::Subscript) || !E->Ty->isReal())
    return false;
  bool Plain = true, Scaled = E->operand()->is(ExprKind::Subscript);
  for (const Expr *Level = E; Level->is(ExprKind::Subscript); Level = Level->operand())
    walk(Level->operand(1), [&](const Expr *I) {
      Plain &= !I->is(ExprKind::Binary) || I->Text == "+" || I->Text == "-" || I->Text == "*";
      Scaled |= I->is(ExprKind::Binary) && I->Text == "*";
      return Plain;
    });
  return Plain && (Scaled || Counters.size() == 1) &&
         llvm::all_of(Counters, [&](const Variable *V) { return mentions(E, V); });
}

/// Whether Loop goes through a map: `it != m.end()`.
static bool isOverMap(const Stmt &Loop) {
  const Expr *While = Loop.Value;
  return While && While->is(ExprKind::Opaque) && While->Operands.size() > 1 &&
         isMapIterator(While->operand()->Ty) &&
         llvm::any_of(While->Operands, [](const Expr *E) { return E->Ty->nonReference()->IsMap; });
}

/// Whether Loop, with the loops in it, goes through the elements of an array, or of a map: it has
/// no more iterations then than there are elements. Around: the counters of loops that do that with
/// it.
bool Reverse::goesThroughArray(const Stmt &Loop, llvm::SmallVector<const Variable *, 4> Around) {
  const std::optional<analysis::CountedLoop> Counted = analysis::countedLoop(Loop);
  if (!Counted && !isOverMap(Loop))
    return false;
  if (Counted)
    Around.push_back(Counted->Counter);
  bool Inner = false, All = true;
  std::function<void(const Block &)> Look = [&](const Block &Bl) {
    for (const Stmt *S : Bl.Stmts)
      if (S->is(StmtKind::Loop) && !isShort(*S)) {
        Inner = true;
        All &= goesThroughArray(*S, Around);
      } else {
        forEachBlock(*const_cast<Stmt *>(S), [&](Block &Part) { Look(Part); });
      }
  };
  Look(Loop.Then);
  if (Inner || !Counted)
    return All;
  bool Found = false;
  walk(Loop.Then, [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) { return !(Found |= isToldBy(Sub, Around)); });
    });
  });
  return Found;
}

/// Whether an iteration that is run again, or a level of a recursion, may record Loop: what that
/// takes is no more than arrays of the state take, and one snapshot of them for each of its
/// iterations would take far longer.
bool Reverse::isRecordedInIteration(const Stmt &Loop, bool OfRecursion) const {
  if (C.checkpointsAll() || (InLoops == 0 && !OfRecursion))
    return false;
  return (InLoops > 0 && !hasLoop(Loop.Then)) || goesThroughArray(Loop, {});
}

/// Whether a loop with this body has a break.
static bool breaks(const Block &Bl) {
  return llvm::any_of(Bl.Stmts, [](const Stmt *S) {
    bool Own = !S->is(StmtKind::Loop) && !S->is(StmtKind::Switch);
    return S->is(StmtKind::Break) || (Own && (breaks(S->Then) || breaks(S->Else)));
  });
}

/// Break and Continue of the loop itself end the iteration.
static void endIteration(Module &M, Block &Bl, bool Breaks) {
  for (Stmt *&S : Bl.Stmts) {
    if ((S->is(StmtKind::Break) && Breaks) || S->is(StmtKind::Continue)) {
      S = M.stmt(StmtKind::Return, S->Loc);
      continue;
    }
    if (S->is(StmtKind::Loop))
      continue;
    endIteration(M, S->Then, Breaks);
    endIteration(M, S->Else, Breaks);
    for (SwitchCase &Case : S->Cases)
      endIteration(M, Case.Body, false);
  }
}

/// What is remembered of statements is remembered of their copies.
void Reverse::copyMarks(const Block &From, const Block &To) {
  std::vector<Stmt *> Originals, Copies;
  walk(From, [&](Stmt *S) { Originals.push_back(S); });
  walk(To, [&](Stmt *S) { Copies.push_back(S); });
  for (size_t I = 0; I < Originals.size(); ++I) {
    if (Follows.contains(Originals[I]))
      Follows.insert(Copies[I]);
    if (const Companion *Made = OnlyAdds.lookup(Originals[I]))
      OnlyAdds[Copies[I]] = Made;
  }
}

/// What the values that Turn reads depend on, through the statements of Turn.
static llvm::DenseSet<const Variable *> influences(const Block &Turn,
                                                   llvm::DenseSet<const Variable *> Needed) {
  auto Add = [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      if (Sub->is(ExprKind::Variable))
        Needed.insert(Sub->Var);
      return true;
    });
  };
  for (size_t Before = ~size_t(0); Before != Needed.size();) {
    Before = Needed.size();
    walk(Turn, [&](Stmt *S) {
      bool Control = S->is(StmtKind::If) || S->is(StmtKind::Switch) || S->is(StmtKind::Loop);
      const Variable *To = S->Target ? leadingVariable(S->Target) : S->Var;
      bool Matters =
          Control || S->is(StmtKind::Call) || S->is(StmtKind::Opaque) || !To || Needed.contains(To);
      if (Matters)
        forEachExpr(*S, Add);
    });
  }
  return Needed;
}

/// The variable that a part of the state is, or that leads to it.
static const Variable *variableOf(const analysis::StatePart &P) {
  const bool Offset = P.Count && P.Place->is(ExprKind::Binary); // `u + 1`
  return leadingVariable(Offset ? P.Place->operand() : P.Place);
}

/// Decides for the outermost loops and regions, and those in loops that are recorded. Long: one of
/// these has many iterations.
void Reverse::chooseCheckpoints(Block &Bl, bool Long) {
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    Stmt *&S = Bl.Stmts[I];
    const bool Loops = S->is(StmtKind::Loop) && !Fused.contains(S) && !Mem->reversedWith(S);
    if (S->is(StmtKind::Call)) {
      const bool AtOnceAnyway = AtOnce.contains(S) || Mem->reversedWith(S);
      if (Stmt *Ahead = AtOnceAnyway ? nullptr : tryCall(S))
        Bl.Stmts.insert(Bl.Stmts.begin() + I++, Ahead);
      continue;
    }
    if (S->Checkpoint)
      tryRegion(S);
    else if (Loops && isTopLevel(S) && !NeedsGoto)
      tryCheckpoint(S);
    else if (Loops && (!Long || hasLoop(S->Then)) && !isRecordedInIteration(*S))
      tryInRegion(S);
    if (Plans[S].Again)
      continue;
    const bool Many = Long || (S->is(StmtKind::Loop) && !isShort(*S));
    chooseCheckpoints(S->Then, Many);
    chooseCheckpoints(S->Else, Many);
    for (SwitchCase &Case : S->Cases)
      chooseCheckpoints(Case.Body, Many);
  }
}

/// What carriedState asks.
analysis::Surroundings Reverse::surroundings() {
  auto ExtentOf = [this](const Variable *V) -> const Expr * {
    auto At = llvm::find(Forward.Primal, V);
    const Expr *Count =
        At == Forward.Primal.end() ? nullptr : C.extentOf(Primal, At - Forward.Primal.begin());
    return Count ? rewrite(M, Count,
                           [&](const Expr *E) -> const Expr * {
                             auto Of = E->is(ExprKind::Variable) ? llvm::find(Primal.Params, E->Var)
                                                                 : Primal.Params.end();
                             return Of == Primal.Params.end()
                                        ? nullptr
                                        : B.var(Forward.Primal[Of - Primal.Params.begin()]);
                           })
                 : nullptr;
  };
  return {[this](Function *F) { return C.bodyOf(F); }, ExtentOf,
          [this](const Function &F, unsigned I) { return C.extentOf(F, I); },
          [this](const Variable *Site) { return allocated(Site); }};
}

/// How a part of the state is called in names and remarks.
std::string Reverse::nameOf(const analysis::StatePart &P) {
  const Variable *V = variableOf(P);
  if (!V || V->Kind == Storage::This)
    return P.Place->is(ExprKind::Member) ? fieldLabel(P.Place->Text).str() : "object";
  return V->Name;
}

/// Whether Loop only frees memory, or gives adjoints their shapes, of which there is nothing to
/// record; or has an iteration for each element of a map, or for each piece of memory that it
/// frees.
bool Reverse::recordsLittle(const Stmt *Loop) const {
  bool Nothing = true, Allocates = false;
  walk(Loop->Then, [&](Stmt *S) {
    Allocates |= S->Value && S->Value->Allocates;
    const bool Part = S->is(StmtKind::Loop) || S->is(StmtKind::If) || S->is(StmtKind::Block) ||
                      S->is(StmtKind::Comment);
    Nothing &= Part || S->Frees || Follows.contains(S);
  });
  const bool FreesOne = !Allocates && !hasLoop(Loop->Then) &&
                        llvm::any_of(Loop->Then.Stmts, [](const Stmt *S) { return S->Frees; });
  return Nothing || FreesOne || (isOverMap(*Loop) && goesThroughArray(*Loop, {}));
}

/// Why Loop is recorded as in reverse mode. Who asked for bounded memory is warned.
void Reverse::staysRecorded(const Stmt *Loop, const llvm::Twine &Why) {
  if (Checkpoints && !C.checkpointsAll() && Depth == 0 && !handsNothingOn(Loop) &&
      !recordsLittle(Loop))
    C.warning(Loop->Loc, "'" + Out.Name + "' records this loop, in memory that grows with its " +
                             "iterations: " + Why.str());
  else
    C.remark(Loop->Loc, "this loop is recorded, not checkpointed: " + Why.str());
  WhyRecorded = Why.str();
}

/// Whether running Bl once may record more than a few numbers.
bool Reverse::computesMuch(const Block &Bl) {
  bool Much = hasLoop(Bl);
  walk(Bl, [&](Stmt *S) {
    Much |= S->is(StmtKind::Call) &&
            (!C.bodyOf(S->Callee) || hasLoop(S->Callee->Body) || S->Callee == &Primal);
  });
  return Much;
}

/// Decides whether Loop is run again from snapshots, and makes the reversal of one iteration.
void Reverse::tryCheckpoint(Stmt *Loop) {
  bool All = C.checkpointsAll();
  if (!(Checkpoints || All) || Detached)
    return;
  if ((!All && isShort(*Loop)) || isRecordedInIteration(*Loop))
    return;
  auto Stays = [&](const llvm::Twine &Why) { staysRecorded(Loop, Why); };
  if (handsNothingOn(Loop)) // and its adjoint may run forwards
    return;
  // 1. What the loop carries.
  const bool Counted = counts(*Loop);
  analysis::Surroundings Known = surroundings();
  Known.Logs = Known.Copies = true;
  Known.Blocks = Depth == 0 && !Forward.Tape;
  Known.InStore = [this](const Variable *Site) { return InStore.contains(Site); };
  Known.MayBeInStore = [this, Loop](const Variable *Site) { return isAhead(Site, *Loop); };
  analysis::CarriedState State = analysis::carriedState(M, Body, *Loop, Counted, *Mem, Known);
  const bool HandsOn = State.HandsOn && State.Obstacle.empty();
  const std::vector<BlockUse> Replaced =
      HandsOn ? useBlocks(*Loop, State.Ahead) : std::vector<BlockUse>();
  auto Undo = llvm::make_scope_exit([&] { undoBlocks(Replaced); });
  // 2. One iteration, and its reversal.
  auto Plan = std::make_unique<Checkpoint>();
  Block Iteration = clone(M, Loop->Then);
  copyMarks(Loop->Then, Iteration);
  analysis::dropOutput(Iteration, *Loop);
  Plan->Exits = breaks(Iteration);
  endIteration(M, Iteration, /*Breaks=*/true);
  if (!Counted) {
    Block Step = clone(M, Loop->Step);
    copyMarks(Loop->Step, Step);
    analysis::dropOutput(Step, *Loop);
    Iteration.append(Step);
  }
  if (!State.Obstacle.empty())
    return Stays(State.Obstacle);
  // A snapshot holds all nodes, a record of this one for each of them.
  if (HandsOn && !All && freesNodes(*Loop))
    return Stays("it has an iteration for each object that it frees");
  // What each iteration fills before it reads it is handed on by none of them. An iteration around
  // this loop that is run again leaves it as it is.
  if (InLoops == 0 && C.enabled("scratch"))
    llvm::erase_if(State.Parts, [&](const analysis::StatePart &P) {
      return P.Place->is(ExprKind::Variable) && !P.Count &&
             !analysis::isScalarVariable(P.Place->Var) &&
             analysis::isScratch(P.Place->Var, *Loop, Body, M);
    });
  // What each iteration leaves behind for good is there when it is run again. Snapshots of arrays
  // that have an element for each iteration take more than a record of the loop.
  VariableSet Settled;
  auto ArrayOf = [this](const analysis::StatePart &P) {
    const Variable *V = P.Count ? variableOf(P) : nullptr;
    return V                                                    ? B.var(const_cast<Variable *>(V))
           : P.Place->Ty->nonReference()->isArray() && !P.Count ? P.Place
                                                                : nullptr;
  };
  if (State.Logged.empty())
    llvm::erase_if(State.Parts, [&](const analysis::StatePart &P) {
      const Expr *Array = ArrayOf(P);
      return Array && analysis::isSettled(Array, *Loop, *Mem) &&
             Settled.insert(leadingVariable(Array)).second;
    });
  if (InLoops == 0 && C.enabled("appended"))
    for (analysis::StatePart &P : State.Parts)
      P.Appended = !P.Count && !P.Callers && analysis::isAppended(P.Place, *Loop, Body);
  if (!All && !computesMuch(Loop->Then))
    for (const analysis::StatePart &P : State.Parts)
      if (const Expr *Array = P.Appended ? nullptr : ArrayOf(P);
          Array && analysis::isAsLongAs(Array, *Loop))
        return C.remark(Loop->Loc, "this loop is recorded, not checkpointed: '" + nameOf(P) +
                                       "' has an element for each iteration, so that snapshots "
                                       "would take more");
  // The first run does not follow the shapes of adjoints on the tape.
  for (const analysis::StatePart &P : State.Parts)
    if (holdsVector(P.Place->Ty->nonReference()) && !P.Count && onTape(P.Place) &&
        resized(rootVariable(P.Place), Loop->Then))
      return Stays("pointers lead into '" + nameOf(P) + "', whose size changes");
  Reverse Turn(*this, std::move(Iteration));
  const bool Straight = Turn.turn(*Plan);
  TapeVar = Turn.TapeVar;
  if (!Straight)
    return Stays("an iteration may end in the middle of an inner loop");
  if (Plan->Reversal.empty())
    return;
  // 3. Whether the reversal reads anything that iterations hand on.
  llvm::DenseSet<const Variable *> Read;
  walk(Plan->Reversal, [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        if (Sub->is(ExprKind::Variable) && !Adjoints.contains(Sub->Var))
          Read.insert(Sub->Var);
        return true;
      });
    });
  });
  Read = influences(Plan->Turn, std::move(Read));
  bool Carries = HandsOn || !State.Logged.empty() ||
                 llvm::any_of(Settled, [&](const Variable *V) { return Read.contains(V); });
  for (const analysis::StatePart &P : State.Parts) {
    const Variable *V = variableOf(P);
    Carries |= !V || Read.contains(V);
  }
  if (!Carries)
    return;
  Undo.release();
  adoptTurn(Turn);
  Plan->Parts = std::move(State.Parts);
  Plan->Blocks = HandsOn ? BlocksVar : nullptr;
  for (const BlockUse &Use : Replaced)
    if (const Variable *Site = Use.first->Value ? Mem->siteOf(Use.first->Value) : nullptr)
      InStore.insert(Site);
  // The iteration around this loop leaves its memory as it is when it ends: options::verify.
  for (analysis::StatePart &P : Plan->Parts)
    P.Callers |= InLoops > 0 && (P.Count || !P.Place->is(ExprKind::Variable) ||
                                 !analysis::isScalarVariable(P.Place->Var));
  Plan->Logged = std::move(State.Logged);
  const bool Logs = !Plan->Logged.empty();
  Plan->Variable =
      local(Plan->Parts.size() == 1 && !Logs && !HandsOn ? nameOf(Plan->Parts[0]) + "_snapshots"
                                                         : "snapshots",
            M.opaque("ad::checkpoints"));
  std::string Names = HandsOn ? "the memory that they hand on" : "";
  for (const analysis::StatePart &P : Plan->Parts)
    if (std::string Name = "'" + nameOf(P) + "'"; Names.find(Name) == std::string::npos)
      Names += (Names.empty() ? "" : ", ") + Name;
  if (Plan->Parts.empty() && !Logs && !HandsOn)
    Plan->Variable = nullptr;
  if (!Plan->Variable)
    C.remark(Loop->Loc, "this loop is checkpointed: each iteration is run again by itself, since "
                        "it reads what no other overwrites");
  else
    C.remark(Loop->Loc,
             "this loop is checkpointed: its iterations are run again from snapshots of " + Names +
                 (!Logs           ? ""
                  : Names.empty() ? ""
                                  : ", and ") +
                 (Logs ? "what it writes behind pointers, logged as it is first written" : ""));
  if (Logs) // first: what a log gives back may be older than what other parts hold
    Plan->Writes = local("writes", M.opaque("ad::first_writes"));
  Plans[Loop].Again = std::move(Plan);
}

/// The variables that the reversal of an iteration has made are this function's.
void Reverse::adoptTurn(Reverse &Turn) {
  Early.insert(Turn.Early.begin(), Turn.Early.end());
  Adjoints.insert(Turn.Adjoints.begin(), Turn.Adjoints.end());
  Temporaries.insert(Turn.Temporaries.begin(), Turn.Temporaries.end());
  OnlyAdds.insert(Turn.OnlyAdds.begin(), Turn.OnlyAdds.end());
  UsesTape |= Turn.UsesTape || Turn.UsesStack;
  UsesStack |= Turn.UsesTape || Turn.UsesStack; // what one iteration records, it releases
  Failed |= Turn.Failed;
  Lent.insert(Turn.Lent.begin(), Turn.Lent.end());
}

/// Both sweeps of the iteration, one after the other. False: it has jumps that its structure does
/// not express.
bool Reverse::turn(Checkpoint &Into) {
  flagJumps(Body, {}, /*Tail=*/true);
  if (NeedsGoto)
    return false;
  analysis::assignedVariables(Body, Killed);
  decide();
  Block Fwd;
  sweep(Body, Fwd, Into.Reversal);
  for (Variable &V : Out.Locals)
    if (Hoisted.contains(&V)) {
      V.Const = false;
      Into.Turn.add(declareEmpty(&V));
    }
  Into.Turn.append(Fwd);
  return true;
}

//===-- What the function around it must know ---------------------------------===//

/// The variables from outside of the loop that its reversal reads.
void Reverse::readsOf(const Stmt *Loop, VariableSet &Into) const {
  const Checkpoint &Again = *Plans.at(Loop).Again;
  VariableSet All, Inside;
  for (const Block *Part : {&Again.Turn, &Again.Reversal, &Loop->Then, &Loop->Step}) {
    readsOf(*Part, All);
    walk(*Part, [&](Stmt *S) {
      if (S->Var && (S->is(StmtKind::Declare) || S->Declares))
        Inside.insert(S->Var);
    });
  }
  for (const Stmt *S : Loop->Init.Stmts)
    if (counts(*Loop) && S->Var)
      Inside.insert(S->Var);
  for (const analysis::StatePart &P : Again.Parts) {
    readsOf(P.Place, All);
    if (P.Count)
      readsOf(P.Count, All);
  }
  for (const Variable *V : All)
    if (!Inside.contains(V))
      Into.insert(V);
}

/// Scalars that the loop overwrites are put back as they were before it; the others must be as they
/// are now.
void Reverse::flowCheckpoint(Stmt *Loop, VariableSet &T) {
  Checkpoint &Again = *Plans[Loop].Again;
  VariableSet State, Reads;
  for (const analysis::StatePart &P : Again.Parts)
    if (P.Place->is(ExprKind::Variable))
      State.insert(P.Place->Var);
  for (const Variable *V : State) {
    Again.Rewinds |= T.contains(V);
    T.erase(V);
    Restored.insert(V);
  }
  readsOf(Loop, Reads);
  for (const Variable *V : Reads)
    if (!State.contains(V))
      need(B.var(const_cast<Variable *>(V)), T);
}

//===-- The two loops -----------------------------------------------------------===//

/// A copy of Bl in which the variables in Map are others.
Block Reverse::substituted(const Block &Bl,
                           const llvm::DenseMap<const Variable *, Variable *> &Map) {
  Block Copy = clone(M, Bl);
  copyMarks(Bl, Copy);
  walk(Copy, [&](Stmt *S) {
    rewrite(M, *S, [&](const Expr *E) -> const Expr * {
      Variable *Mine = E->is(ExprKind::Variable) ? Map.lookup(E->Var) : nullptr;
      return Mine ? B.var(Mine) : nullptr;
    });
    if (Variable *Mine = Map.lookup(S->Var))
      S->Var = Mine;
  });
  return Copy;
}

/// A variable like V, of another name.
Variable *Reverse::another(const Variable *V) {
  Variable *Mine = Out.variable(V->Name, V->Ty);
  std::string Name = Mine->Name;
  *Mine = *V;
  Mine->Name = std::move(Name);
  return Mine;
}

/// A copy of Bl in which the variables that it declares, and those in Map, are others.
Block Reverse::renamed(const Block &Bl, llvm::DenseMap<const Variable *, Variable *> Map) {
  Block Copy = clone(M, Bl);
  walk(Copy, [&](Stmt *S) {
    if (!S->Var || !(S->is(StmtKind::Declare) || S->Declares) || Map.count(S->Var))
      return;
    Map[S->Var] = another(S->Var);
  });
  return substituted(Copy, Map);
}

/// `ad::checkpoints s_snapshots(n, s);`
Stmt *Reverse::makeSnapshots(const Plan &P) {
  const Checkpoint &Again = *P.Again;
  std::vector<const Expr *> Operands;
  auto Hole = [&](const Expr *E) {
    Operands.push_back(E);
    return "$" + std::to_string(Operands.size() - 1);
  };
  const bool Known = P.Counted && !Again.Exits;
  std::string Text = Again.Variable->Ty->Spelling + "(" +
                     (Known ? Hole(tripCount(*P.Counted)) : std::string("ad::unknown_steps"));
  if (Again.Writes)
    Text += ", " + Hole(B.var(Again.Writes));
  if (Again.Blocks)
    Text += ", " + Hole(B.var(Again.Blocks));
  for (const analysis::StatePart &Part : Again.Parts) {
    // One object that is more than bytes is copied as what it is.
    const bool Object = Part.Count && !analysis::canBeHeld(Part.Place->Ty->Element, false);
    std::string Mine = Hole(Object ? B.dereference(Part.Place) : Part.Place);
    if (Part.Count && !Object)
      Mine = "ad::range(" + Mine + ", " + Hole(Part.Count) + ")";
    const char *Kind = Part.Callers ? "ad::kept(" : Part.Appended ? "ad::appended(" : nullptr;
    Text += ", " + (Kind ? Kind + Mine + ")" : Mine);
  }
  return B.declare(Again.Variable, B.opaque(Text + ")", Again.Variable->Ty, Operands));
}

/// A call of a member function of the snapshots, which reads or writes the state.
Stmt *Reverse::onSnapshots(const Checkpoint &Again, llvm::StringRef Text, const Expr *Argument,
                           bool Writes) {
  Stmt *S = M.stmt(StmtKind::Opaque);
  S->Text = Text.str();
  S->Operands = {B.var(Again.Variable)};
  if (Argument)
    S->Operands.push_back(Argument);
  for (const analysis::StatePart &P : Again.Parts)
    if (Writes)
      S->Writes.push_back(P.Count ? B.dereference(P.Place) : P.Place);
    else if (P.Place->is(ExprKind::Variable))
      S->Operands.push_back(P.Place);
  return S;
}

/// Drops from Bl, a run of the primal, the pointers to adjoints of elements of maps, which only the
/// reverse sweep follows. Makes: elements that are not there are to be made.
static void dropLookUps(Builder B, Block &Whole, Block &Bl, bool Makes) {
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    Stmt *S = Bl.Stmts[I];
    forEachBlock(*S, [&](Block &Part) { dropLookUps(B, Whole, Part, Makes); });
    if (!S->is(StmtKind::Declare) || !S->Var->Derivative || !S->Value || S->Value->Followed.empty())
      continue;
    bool Used = false;
    walk(Whole, [&](Stmt *In) {
      forEachExpr(*In, [&](const Expr *E) { Used |= mentions(E, S->Var); });
      for (const Expr *W : In->Writes)
        Used |= W && mentions(W, S->Var);
    });
    if (Used)
      continue;
    if (Makes && inserts(S->Value)) {
      const auto &Of = S->Value->Operands;
      Bl.Stmts[I] =
          B.effect("static_cast<void>(" + S->Value->Text + ")", {Of.begin(), Of.end()}, {Of[0]});
    } else {
      Bl.Stmts.erase(Bl.Stmts.begin() + I--);
    }
  }
}

/// A copy of Body in which what is to be logged is, ahead of each store.
Block Reverse::logging(const Block &Body, const Checkpoint &Again) {
  Block Copy = clone(M, Body);
  if (!Again.Writes) {
    dropLookUps(B, Copy, Copy, /*Makes=*/true);
    return Copy;
  }
  std::vector<const Stmt *> Originals;
  llvm::DenseMap<const Stmt *, Stmt *> Keep;
  walk(Body, [&](Stmt *S) { Originals.push_back(S); });
  size_t Next = 0;
  walk(Copy, [&](Stmt *S) {
    if (!Again.Logged.contains(Originals[Next++]))
      return;
    Stmt *K = Keep[S] = M.stmt(StmtKind::Opaque);
    K->Text = "$0.keep($1)";
    K->Operands = {B.var(Again.Writes), B.addressOf(analysis::loggedFor(S->Target)),
                   S->Target}; // which it reads
  });
  std::function<void(Block &)> Insert = [&](Block &Bl) {
    for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
      forEachBlock(*Bl.Stmts[I], [&](Block &Part) { Insert(Part); });
      if (Stmt *K = Keep.lookup(Bl.Stmts[I]))
        Bl.Stmts.insert(Bl.Stmts.begin() + I++, K);
    }
  };
  Insert(Copy);
  dropLookUps(B, Copy, Copy, /*Makes=*/true);
  return Copy;
}

/// Restores the nearest snapshot and runs the iterations of the loop S from there up to number Now.
Stmt *Reverse::replay(Stmt *S, const Expr *Index, const Expr *Now) {
  const Plan &P = Plans[S];
  const Checkpoint &Again = *P.Again;
  const Type *T = Index->Ty;
  Stmt *Replay = M.stmt(StmtKind::Loop, S->Loc);
  Variable *K = local("k", T);
  Stmt *Start = B.declare(K, B.opaque("$0.restore($1)", T, {B.var(Again.Variable), Now}));
  Replay->Init.add(Start);
  Replay->Value = B.binary("<", B.var(K), Now, M.boolType());
  Replay->Step.add(B.accumulate(B.var(K), B.integer(1)));
  Replay->Then.add(onSnapshots(Again, "$0.pass($1)", B.var(K), /*Writes=*/false));
  llvm::DenseMap<const Variable *, Variable *> Map;
  if (P.Counted && !P.Trips) {
    Map[P.Counted->Counter] = K;
  } else if (P.Counted) {
    Variable *I = local(P.Counted->Counter->Name, P.Counted->Counter->Ty, /*Const=*/true);
    Replay->Then.add(B.declare(I, counterAt(*P.Counted, B.var(K))));
    Map[P.Counted->Counter] = I;
  }
  Block Once = clone(M, S->Then);
  if (!P.Counted)
    Once.append(clone(M, S->Step));
  analysis::dropOutput(Once, *S);
  dropLookUps(B, Once, Once, /*Makes=*/false);
  beginBlocks(Again, Replay->Then);
  endMemory(Once, Replay->Then);
  Replay->Then.append(renamed(Once, Map));
  const_cast<Expr *>(Start->Value)->ReadsMemory = true;
  return Replay;
}

/// Adds to To, which is to run once more what Body does, that what the tape keeps of memory that it
/// allocates ends with To.
void Reverse::endMemory(const Block &Body, Block &To) {
  bool Allocates = false;
  walk(Body, [&](Stmt *S) { Allocates |= S->Value && S->Value->Allocates; });
  if (!Allocates)
    return;
  if (usesBlocks(Body))
    return;
  const Type *T = M.opaque("ad::iteration_memory");
  const Expr *Begin = B.opaque("ad::iteration_memory($0)", T, {tape()});
  const_cast<Expr *>(Begin)->ReadsMemory = true;
  UsesTape = true;
  To.add(B.declare(local("memory", T), Begin));
}

void Reverse::sweepCheckpoint(Stmt *S, Block &Fwd, Block &Rev) {
  Plan &P = Plans[S];
  const Checkpoint &Again = *P.Again;
  // 1. The forward sweep passes by.
  Block RevInit, InitDecls;
  Stmt *F = M.stmt(StmtKind::Loop, S->Loc);
  F->Form = S->Form;
  F->Value = S->Value;
  F->Step = S->Step;
  sweepInit(P, S->Init, F->Init, RevInit, InitDecls);
  const Expr *Index = B.var(P.Trips ? P.Trips : P.Counted->Counter);
  if (Again.Rewinds && !P.Counted) { // what it sets is part of the state
    Fwd.append(F->Init);
    F->Init = {};
  }
  if (Again.Writes)
    Fwd.add(B.declare(Again.Writes, nullptr));
  if (Again.Variable)
    Fwd.add(makeSnapshots(P));
  if (Again.Rewinds) // to, also where no iteration is run
    Fwd.add(onSnapshots(Again, "$0.pass($1)", B.number(0, Index->Ty), /*Writes=*/false));
  if (Again.Variable)
    F->Then.add(onSnapshots(Again, "$0.pass($1)", Index, /*Writes=*/false));
  if (P.Trips)
    F->Then.add(B.accumulate(B.var(P.Trips), B.integer(1)));
  beginBlocks(Again, F->Then);
  endMemory(S->Then, F->Then);
  F->Then.append(logging(S->Then, Again));
  Fwd.add(F);

  // 2. The reverse sweep runs the iterations ahead of each again.
  Block Iteration;
  const Type *T = Index->Ty;
  endMemory(S->Then, Iteration);
  const Expr *Now = P.Trips ? B.binary("-", Index, B.integer(1), T) : Index;
  if (Again.Variable)
    Iteration.add(replay(S, Index, Now));
  beginBlocks(Again, Iteration);
  // 3. ... and reverses it, on copies of the scalars: others see those that snapshots lead to.
  llvm::DenseMap<const Variable *, Variable *> Copies;
  Block Leave;
  for (const analysis::StatePart &Part : Again.Parts) {
    Variable *V = Part.Place->is(ExprKind::Variable) ? Part.Place->Var : nullptr;
    if (!V || Part.Count || !analysis::isScalarVariable(V))
      continue;
    Variable *Mine = local(V->Name, V->Ty);
    Mine->Derivative = V->Derivative; // a pointer to adjoints
    Copies[V] = Mine;
    Iteration.add(B.declare(Mine, B.var(V)));
    Leave.add(B.assign(B.var(V), B.var(Mine)));
  }
  Iteration.append(substituted(Again.Turn, Copies));
  Iteration.append(Leave);
  Iteration.append(substituted(Again.Reversal, Copies));
  if (Again.Blocks)
    Iteration.add(B.effect("$0.end_reversal()", {B.var(BlocksVar)}, {B.var(BlocksVar)}));
  Rev.append(InitDecls);
  reverseLoop(S, std::move(Iteration), Rev);
  bool Finishes = Again.Rewinds || Again.Writes ||
                  llvm::any_of(Again.Parts, [](const analysis::StatePart &Q) { return Q.Callers; });
  if (Finishes)
    Rev.add(onSnapshots(Again, "$0.rewind()", nullptr, /*Writes=*/true));
  Rev.append(RevInit);
  // The snapshots lead to the state from now on.
  if (Again.Writes)
    Lent.insert(Again.Writes);
  for (const analysis::StatePart &Part : Again.Parts)
    if (Part.Place->is(ExprKind::Variable))
      Lent.insert(Part.Place->Var);
}
