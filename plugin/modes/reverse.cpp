//===- modes/reverse.cpp - reverse mode, in one screen --------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"
#include "plugin/core/printer.h"
#include "plugin/modes/array_names.h"
#include "plugin/modes/only_read.h"
#include "plugin/modes/own_arrays.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

Reverse::Reverse(Context &C, Function &Primal, Companion &Forward, Companion &Backward,
                 llvm::DenseSet<unsigned> Apart)
    : C(C), M(C.M), B(C.M), Primal(Primal), Forward(Forward), Backward(Backward), Out(*Forward.Fn),
      Detached(Forward.Fn != Backward.Fn),
      Checkpoints(Forward.Kind == Variant::Checkpointed || Forward.Kind == Variant::Joint),
      Shadow(C.M, *Forward.Fn, "bar"), Apart(std::move(Apart)) {}

Variable *Reverse::local(llvm::StringRef Name, const Type *Ty, bool Const) {
  Variable *V = Out.variable(Name, Ty);
  V->Const = Const;
  return V;
}

const Expr *Reverse::tape() {
  if (Forward.Tape)
    return B.var(Forward.Tape);
  if (!TapeVar)
    TapeVar = local("tape", M.opaque("ad::tape"));
  return B.var(TapeVar);
}

void Reverse::markEarly(const Expr *E) {
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::Variable) && Adjoints.contains(Sub->Var) &&
        Sub->Var->Kind == Storage::Local)
      Early.insert(Sub->Var);
    return true;
  });
}

/// `(b ? x : k)[0]`, where one of them has no adjoint.
void Reverse::refuseMixedPlaces() {
  walk(Body, [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *E) {
      const bool Read = E == S->Value && !S->is(StmtKind::Call);
      walk(E, [&](const Expr *Sub) {
        if (Sub->is(ExprKind::AddressOf)) // refused where a pointer is set to it
          return false;
        const bool Number = Read && Sub->Ty->isReal() && Shadow.distributed(Sub);
        if (isPlace(Sub) && Sub->Ty->Differentiable && !Number && Shadow.mixes(Sub)) {
          C.error(Sub->Loc ? Sub->Loc : S->Loc,
                  "cannot differentiate: this may be storage that carries no derivative",
                  "copy what is constant into a local variable first");
          Failed = true;
        }
        return !Number;
      });
    });
  });
}

/// The adjoint of every statement, the values that it reads, and what must be recorded for it.
void Reverse::decide() {
  if (!Allocations)
    findAllocations();
  chooseCheckpoints(Body);
  if (BlocksVar && Depth == 0)
    freeBlocksAtEnd(Body);
  if (!Detached && !NeedsGoto && C.enabled("rerun"))
    chooseCandidates(Body);
  if (!Detached && !NeedsGoto && C.enabled("hold"))
    chooseRows(Body);
  if (C.enabled("hold"))
    chooseHeld(Body, {});
  chooseUndone();
  settleCandidates(Body, {}, {});
  makeAdjoints(Body);
  if (!Failed)
    refuseMixedPlaces();
  walk(Body, [&](Stmt *S) {
    if (S->Var && (S->is(StmtKind::Declare) || S->Declares))
      DeclaredBy[S->Var] = S;
  });
  if (Failed)
    return;
  if (C.enabled("recompute"))
    chooseRecomputed(Body, readByAdjoints());
  for (auto [Bar, V] : VectorOf)
    if (Adjoints.contains(Bar) && !(!Detached && Mem->atFunctionLevel(V)))
      forEachVector(M, B.var(const_cast<Variable *>(V)), [&](const Expr *Part) {
        if (Variable *Counter = counterOf(Part))
          Required.insert(Counter);
      });
  for (size_t Before = ~size_t(0); Before != Required.size();) {
    Before = Required.size();
    markNeeded(Body);
  }
  prepareControl(Body);
  for (size_t Before = ~size_t(0); Before != Required.size();) {
    Before = Required.size();
    markNeeded(Body);
  }
  record();
}

void Reverse::lookAtMemory() {
  Mem = std::make_unique<analysis::Memory>(
      Out, Body, Detached, NeedsGoto, nullptr, Assumed.get(),
      [this](const Variable *V) { return Shadow.of(V); },
      [this](Function &Callee) { return setsPointers(C, Callee); });
  for (const Stmt *S : Deferred)
    Mem->storedLast(S);
}

void Reverse::prepare() {
  if (Detached) // both halves share the names
    for (const Variable &V : Backward.Fn->Locals)
      Out.Names.try_emplace(V.Name, 0);

  // 1. The body made ready.
  adoptBody();
  dropIdlePromises(M, Body, Forward);
  copyMoved();
  for (Variable *Array : nameArrays(M, Body))
    Array->AddressTaken = false; // unless it is found to be, below
  namePartsOfRecords();
  storeParts();
  findAddressed();
  copyChangedParameters();
  markAddressed();
  if (C.enabled("scratch"))
    moveIntoLoops(M, Out, Body, [this](const Variable *V) { return Addressed.contains(V); });
  if (C.enabled("counters"))
    countStrides();
  moveConditions();
  straighten(Body, StmtKind::Return);
  straightenLoops(Body);
  nameCarried();
  Active = std::make_shared<analysis::Activity>(Out, Body);
  bool Branches = branchExtremes(Body);
  Branches |= C.enabled("choices") && branchChoices(Body);
  if (Branches)
    Active = std::make_shared<analysis::Activity>(Out, Body);
  const bool Searches = C.enabled("search") && runFoundAgain(Body);
  flagJumps(Body, {}, /*Tail=*/true);
  if (NeedsGoto)
    splitInitialisers(Body);
  if (NeedsGoto || Searches)
    Active = std::make_shared<analysis::Activity>(Out, Body);
  if (llvm::raw_ostream *OS = C.dump("activity"))
    Active->print(*OS, Out);
  if (const Stmt *S = Active->notUnderstood(Body)) {
    C.error(S->Loc ? S->Loc : Primal.Loc, "cannot differentiate how this vector is made",
            "make it with its size and set the elements in a loop");
    Failed = true;
    return;
  }
  if (const Stmt *S = Active->variedKey(Body)) {
    C.error(S->Loc ? S->Loc : Primal.Loc, VariedKey, VariedKeyWayOut);
    Failed = true;
    return;
  }
  deferResults();
  // f_checkpointed, which gives the same bits, takes it that arrays may overlap.
  if (Forward.Kind == Variant::Reverse && C.enabled("overlap") &&
      !Primal.Companions.count("checkpointed"))
    Assumed = std::make_unique<analysis::Apart>(M, Out, Body, Strided);
  if (Assumed && C.follows())
    Assumed->assume(C.follows()->Apart);
  lookAtMemory();
  findMirrored();
  checkResizedBehindPointers();
  bindShadows();
  if (Forward.Kind == Variant::Joint) // which names what the two halves of the call name
    Halves = std::make_unique<analysis::Memory>(Out, Body, /*Detached=*/true, NeedsGoto);
  namePointerLoads(Body);
  Mem->forgetNamed();
  Halves.reset();
  nameHandedOn(Body);
  Active = std::make_shared<analysis::Activity>(Out, Body);
  bindShadows();
  checkOutliving();
  dropSharedObjects(Body);
  followHandles(Body);
  lookAtMemory();
  chooseFused();

  for (const Variable &V : Out.Locals)
    if (const Type *E = elementsNotZero(V.Kind == Storage::This ? V.Ty->Element : V.Ty);
        E && (Active->active(&V) || V.Kind != Storage::Local)) {
      C.error(V.Loc ? V.Loc : Primal.Loc,
              "cannot differentiate '" + V.Name + "': in its vector, a '" + E->Spelling +
                  "' that is made without arguments is not zero",
              "remove the default member initialisers or the default constructor of the class");
      Failed = true;
      return;
    }
}

void Reverse::make() {
  if (Failed)
    return;

  // 2. The adjoint of every statement, the values that it reads, what must be recorded.
  analysis::assignedVariables(Body, Killed);
  decide();
  if (Failed)
    return;
  report(Body);

  // 3. Both sweeps.
  Block Fwd, Rev;
  sweepOuter(Body, Fwd, Rev);
  if (!Refused.empty())
    return;
  shareOnTape(Fwd);
  shareOnTape(Rev);
  if (UsesTape || UsesStack)
    tape();
  if (Detached)
    finishPair(std::move(Fwd), std::move(Rev));
  else
    finish(std::move(Fwd), std::move(Rev));
  noteApart();
  guard();
}

void modes::sweeps(Context &C, Function &F, Companion &ForwardSweep, Companion &ReverseSweep) {
  Reverse R(C, F, ForwardSweep, ReverseSweep);
  R.run();
}
