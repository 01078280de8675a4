//===- modes/reverse_region.cpp - regions that are run again ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A region (ad::checkpoint) is recorded by the state ahead of it, whatever it does inside. The
// reverse sweep
//
// 1. puts that state back,
// 2. runs the forward sweep of the region, which records,
// 3. and its reverse sweep, and leaves memory as it was found.
//
// 2 and 3 are made by an object of class Reverse of their own, as for one iteration of a loop
// (reverse_checkpoint.cpp); regions in the region are such regions again. The state lies on the
// tape, so regions may stand in branches and in loops. This is the handler of Listing 5.2 in
// "Effect handlers for automatic differentiation" (section 5.2), written out: `evaluatet` is the
// forward sweep, `reversesec` the second run.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/output.h"
#include "plugin/core/spell.h"
#include "plugin/modes/reverse.h"
#include "llvm/ADT/Twine.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// A scalar that is followed by its name: it is recorded like any other.
static Variable *scalarOf(const analysis::StatePart &P) {
  const bool Scalar = P.Place->is(ExprKind::Variable) && analysis::isScalarVariable(P.Place->Var);
  return Scalar && !P.Count ? P.Place->Var : nullptr;
}

//===-- What a region needs -----------------------------------------------------===//

namespace {
enum class First { Neither, Read, Written };
}

static First firstUse(const Block &Bl, const Variable *V);

/// Whether S reads V before it gives it a new value for certain.
static First firstUse(const Stmt &S, const Variable *V) {
  bool Reads = false;
  forEachExpr(S, [&](const Expr *E) {
    const bool Target = E == S.Target && S.is(StmtKind::Assign) && E->is(ExprKind::Variable);
    Reads |= !Target && mentions(E, V);
  });
  for (const Expr *W : S.Writes)
    Reads |= mentions(W, V);
  if (Reads)
    return First::Read;
  switch (S.Kind) {
  case StmtKind::Assign:
    return S.Target->is(ExprKind::Variable) && S.Target->Var == V ? First::Written : First::Neither;
  case StmtKind::Call:
    return S.Var == V ? First::Written : First::Neither;
  case StmtKind::Block:
    return firstUse(S.Then, V);
  case StmtKind::If: {
    const First Then = firstUse(S.Then, V), Else = firstUse(S.Else, V);
    if (Then == First::Read || Else == First::Read)
      return First::Read;
    return Then == Else ? Then : First::Neither;
  }
  default: {
    bool Used = false;
    forEachBlock(const_cast<Stmt &>(S),
                 [&](Block &Part) { Used |= firstUse(Part, V) == First::Read; });
    return Used ? First::Read : First::Neither;
  }
  }
}

static First firstUse(const Block &Bl, const Variable *V) {
  for (const Stmt *S : Bl.Stmts)
    if (First Use = firstUse(*S, V); Use != First::Neither)
      return Use;
  return First::Neither;
}

/// Decides whether Region is run again, and makes its sweeps. One that nobody has marked is a call,
/// or the surroundings of a loop: those are run again if the loop is checkpointed then.
bool Reverse::tryRegion(Stmt *Region) {
  const bool Marked = Region->Checkpoint;
  const bool Calls = !Marked && Region->Then.Stmts[0]->is(StmtKind::Call);
  const std::string Callee =
      Calls ? "'" + shownName(*Region->Then.Stmts[0]->Callee).str() + "'" : "";
  auto Stays = [&](const llvm::Twine &Why) {
    if (!Marked && !Calls)
      staysRecorded(Region->Then.Stmts[0], Why);
    else
      C.remark(Region->Loc, (Marked ? "this region is recorded, not run again: "
                                    : Callee + " is called in two halves, not run again: ") +
                                Why.str());
    return false;
  };
  if (Detached)
    return Stays("'" + Primal.Name + "' is called in two halves");
  // 1. Its state.
  analysis::CarriedState State =
      analysis::carriedState(M, Body, *Region, /*Counted=*/false, *Mem, surroundings());
  // The first run does not follow the shapes of adjoints on the tape.
  for (const analysis::StatePart &P : State.Parts)
    if (State.Obstacle.empty() && holdsVector(P.Place->Ty->nonReference()) && !P.Count &&
        onTape(P.Place) && resized(rootVariable(P.Place), Region->Then)) {
      State.Obstacle = "pointers lead into '" + nameOf(P) + "', whose size changes";
      walk(Region->Then, [&](Stmt *S) {
        if (!State.Where && (S->OldSize || S->Exchanges))
          State.Where = S->Loc;
      });
    }
  for (const analysis::StatePart &P : State.Parts)
    if (State.Obstacle.empty() && !P.Count && holdsVectorsInObjects(P.Place->Ty->nonReference()))
      State.Obstacle = "the elements of '" + nameOf(P) + "' hold vectors";
  if (!State.Obstacle.empty() && !Marked)
    return Stays(State.Obstacle);
  if (!State.Obstacle.empty()) {
    C.error(State.Where ? State.Where : Region->Loc,
            "cannot run this region again in reverse mode: " + State.Obstacle,
            "leave this out of the region that is given to ad::checkpoint");
    Failed = true;
    return false;
  }
  // 2. Its sweeps.
  Block Copy = clone(M, Region->Then);
  copyMarks(Region->Then, Copy);
  analysis::dropOutput(Copy, *Region);
  auto Again = std::make_unique<Checkpoint>();
  Reverse Turn(*this, std::move(Copy));
  Turn.InLoops = InLoops;
  if (Calls)
    Turn.JointCall = Turn.Body.Stmts[0];
  const bool Straight = Turn.turn(*Again);
  TapeVar = Turn.TapeVar;
  Failed |= Turn.Failed;
  if (Failed || !Straight || Again->Reversal.empty())
    return false;
  if (!Marked && !Calls &&
      llvm::none_of(Turn.Body.Stmts, [&](Stmt *S) { return Turn.Plans[S].Again != nullptr; }))
    return Turn.WhyRecorded.empty() ? false : Stays(Turn.WhyRecorded);
  adoptTurn(Turn);
  // 3. What is recorded of it.
  Again->Parts = std::move(State.Parts);
  std::string Names, Memory;
  for (const analysis::StatePart &P : Again->Parts) {
    Variable *V = scalarOf(P);
    if (V && firstUse(Region->Then, V) != First::Read)
      continue;
    if (V)
      Again->Recorded.insert(V);
    else if (Memory.empty())
      Memory = nameOf(P);
    if (std::string Name = "'" + nameOf(P) + "'"; Names.find(Name) == std::string::npos)
      Names += (Names.empty() ? "" : ", ") + Name;
  }
  if (!Memory.empty())
    Again->Variable = local(Memory + "_before", M.opaque("ad::recorded_state"));
  C.remark(Region->Loc,
           (Marked  ? "this region is run again in the reverse sweep, from "
            : Calls ? Callee + " is called again in the reverse sweep, with both its sweeps, from "
                    : "this loop is inside of a branch or loop: it is run again from ") +
               (Names.empty() ? std::string("what it reads") : "a record of " + Names));
  Plans[Region].Again = std::move(Again);
  return true;
}

/// A loop that stands in a branch or in a loop that is recorded is checkpointed in a region of its
/// own.
void Reverse::tryInRegion(Stmt *&Loop) {
  const bool All = C.checkpointsAll();
  if (!(Checkpoints || All) || Detached || (!All && isShort(*Loop)))
    return;
  bool Returns = false;
  walk(Loop->Then, [&](Stmt *S) { Returns |= S->is(StmtKind::Return); });
  if (Returns)
    return handsNothingOn(Loop) ? void()
                                : staysRecorded(Loop, "the function returns from inside of it");
  Stmt *Region = M.stmt(StmtKind::Block, Loop->Loc), *Alone = Loop;
  Region->Then.add(Alone);
  Mem->insertedBefore(Region, Alone);
  Loop = Region;
  if (!tryRegion(Region))
    Loop = Alone;
}

/// How often, at most, Bl calls F on one way through it; 2 stands for more, too.
static unsigned callsOf(const Function &F, const Block &Bl) {
  unsigned Sum = 0;
  for (const Stmt *S : llvm::reverse(Bl.Stmts)) {
    unsigned Most = S->is(StmtKind::Call) && S->Callee == &F;
    forEachBlock(const_cast<Stmt &>(*S),
                 [&](Block &Part) { Most = std::max(Most, callsOf(F, Part)); });
    const bool Leaves =
        S->is(StmtKind::If) && !S->Then.empty() && S->Then.Stmts.back()->is(StmtKind::Return);
    if (Leaves) // or goes on
      Sum = std::max(callsOf(F, S->Then), callsOf(F, S->Else) + Sum);
    else
      Sum += S->is(StmtKind::Loop) ? 2 * Most : Most;
  }
  return std::min(Sum, 2u);
}

/// Whether what Callee records may be much: it has loops that are long, calls itself, or the user
/// wants it checkpointed. In an iteration that is run again, loops of loops. A function that calls
/// itself once, and goes through arrays at most, is not large: all its levels are open at the same
/// time, so that the state of each would be recorded in any case, and to run what lies below again
/// from each of them would take the square of the time.
bool Reverse::isLarge(Function &Callee) const {
  const bool All = C.checkpointsAll();
  auto CallsItselfOnce = [&](const Function &F) { return !All && callsOf(F, F.Body) == 1; };
  llvm::SmallPtrSet<Function *, 8> Around, Done;
  bool Large = false;
  std::function<void(Function &)> Look = [&](Function &F) {
    if (Done.contains(&F))
      return;
    Large |= !Around.insert(&F).second || F.Companions.count("checkpointed");
    if (Large || !C.bodyOf(&F))
      return;
    const bool Once = CallsItselfOnce(F);
    walk(F.Body, [&](Stmt *S) {
      Large |= S->is(StmtKind::Loop) && (All || !isShort(*S)) && !isRecordedInIteration(*S, Once);
      if (S->is(StmtKind::Call) && !Large && !(Once && S->Callee == &F))
        Look(*S->Callee);
    });
    Around.erase(&F);
    Done.insert(&F);
  };
  Look(Callee);
  return Large;
}

/// Joint mode: a call with a large record is made as it is, and again in the reverse sweep, this
/// time with both its sweeps. Returns the declaration of its result, which stands ahead of it then.
Stmt *Reverse::tryCall(Stmt *&Call) {
  if (!(Checkpoints || C.checkpointsAll()) || Detached || Call == JointCall)
    return nullptr;
  Function &Callee = *Call->Callee;
  const Type *Result = Call->Var ? Call->Var->Ty : nullptr;
  const bool Plain = !Result || Result->isReal() || Result->isInteger() ||
                     (Result->isRecord() && Result->IsBytes && !holdsHandle(Result));
  if (!Callee.HandWritten.empty() || !C.bodyOf(&Callee) || !Plain || !Active->leaves(Call) ||
      !isLarge(Callee))
    return nullptr;
  Stmt *Alone = Call, *Region = M.stmt(StmtKind::Block, Call->Loc), *Ahead = nullptr;
  Region->Then.add(Alone);
  Mem->insertedBefore(Region, Alone);
  if (Alone->Declares) {
    Ahead = B.declare(Alone->Var);
    Mem->insertedBefore(Ahead, Alone);
    Alone->Declares = false;
  }
  Call = Region;
  if (tryRegion(Region)) {
    if (Ahead) {
      Ahead->Var->Const = false;
      Ahead->Var->Shadow |= Result->isRecord() && !Result->ZeroByBraces; // bytes, as seen above
      Killed.insert(Ahead->Var);
    }
    return Ahead;
  }
  Alone->Declares = Ahead != nullptr;
  Call = Alone;
  return nullptr;
}

/// Scalars that the region overwrites are recorded where somebody reads them as they were before;
/// what it reads must be as it is now.
void Reverse::flowRegion(Stmt *Region, VariableSet &T) {
  Checkpoint &Again = *Plans[Region].Again;
  VariableSet State, Reads;
  for (const analysis::StatePart &P : Again.Parts)
    if (Variable *V = scalarOf(P)) {
      State.insert(V);
      if (T.erase(V)) {
        Again.Recorded.insert(V);
        Again.Wanted.insert(V);
      }
      Restored.insert(V);
    }
  readsOf(Region, Reads);
  for (const Variable *V : Reads)
    if (!State.contains(V))
      need(B.var(const_cast<Variable *>(V)), T);
}

//===-- The two runs --------------------------------------------------------------===//

/// Other variables for those that Bl declares itself: the first run may stand in the block around
/// the second.
llvm::DenseMap<const Variable *, Variable *> Reverse::otherNames(const Block &Bl) {
  llvm::DenseMap<const Variable *, Variable *> Map;
  std::function<void(const Block &)> Look = [&](const Block &Inner) {
    for (const Stmt *S : Inner.Stmts) {
      if (S->is(StmtKind::Block))
        Look(S->Then);
      if (!S->Var || !(S->is(StmtKind::Declare) || S->Declares))
        continue;
      Map[S->Var] = another(S->Var);
    }
  };
  Look(Bl);
  return Map;
}

void Reverse::sweepRegion(Stmt *Region, Block &Fwd, Block &Rev) {
  const Checkpoint &Again = *Plans[Region].Again;
  // 1. The state of its memory: `tape, ad::range(u, n), a`.
  std::vector<const Expr *> Operands{tape()}, Writes;
  std::string Arguments = "($0";
  for (const analysis::StatePart &P : Again.Parts) {
    if (scalarOf(P))
      continue;
    auto Hole = [&](const Expr *E) {
      Operands.push_back(E);
      return "$" + std::to_string(Operands.size() - 1);
    };
    std::string Mine = Hole(P.Place);
    if (P.Count)
      Mine = "ad::range(" + Mine + ", " + Hole(P.Count) + ")";
    Arguments += ", " + Mine;
    Writes.push_back(P.Count ? B.dereference(P.Place) : P.Place);
  }
  Arguments += ")";
  // 2. The forward sweep records it, and runs the region as it is.
  if (Again.Variable)
    Fwd.add(B.effect("ad::record_state" + Arguments, Operands, {}));
  for (Variable *V : Again.Recorded)
    Fwd.add(B.record(B.var(V)));
  const bool Records = Again.Variable || !Again.Recorded.empty();
  UsesTape |= Records;
  UsesStack |= Records;
  Stmt *Once = M.stmt(StmtKind::Block, Region->Loc);
  endMemory(Region->Then, Once->Then);
  Once->Then.append(substituted(Region->Then, otherNames(Region->Then)));
  Fwd.add(Once);
  // 3. The reverse sweep runs it again; on copies of the scalars that others want.
  Stmt *Twice = M.stmt(StmtKind::Block, Region->Loc);
  Block &To = Twice->Then;
  endMemory(Region->Then, To);
  for (Variable *V : llvm::reverse(Again.Recorded))
    To.add(B.restore(B.var(V)));
  auto OnRecord = [&](llvm::StringRef Text) {
    if (Again.Variable)
      To.add(B.effect(Text, {B.var(Again.Variable)}, Writes));
  };
  if (Again.Variable)
    To.add(B.declare(Again.Variable,
                     B.opaque("ad::recorded_state" + Arguments, Again.Variable->Ty, Operands)));
  OnRecord("$0.restore()");
  llvm::DenseMap<const Variable *, Variable *> Copies;
  for (Variable *V : Again.Wanted) {
    Variable *Mine = local(V->Name, V->Ty);
    Mine->Derivative = V->Derivative; // a pointer to adjoints
    Copies[V] = Mine;
    To.add(B.declare(Mine, B.var(V)));
  }
  To.append(substituted(Again.Turn, Copies));
  To.append(substituted(Again.Reversal, Copies));
  OnRecord("$0.leave()");
  Rev.add(Twice);
}
