//===- modes/reverse_finish.cpp - the bodies of the companions -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Puts the sweeps into one function, or into the two of a detached pair, with what they share: the
// tape, hoisted variables, the label to which early returns go.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/unique.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

static bool mentionsVariable(const Block &Bl, const Variable *V) {
  bool Found = false;
  walk(Bl, [&](Stmt *S) {
    Found |= S->Var == V;
    forEachExpr(*S, [&](const Expr *E) { Found |= mentions(E, V); });
  });
  return Found;
}

/// Result, which is returned: a reference to it is moved from where nothing else can be done.
static const Expr *movedOut(Builder &B, const Expr *Result) {
  const bool Refers = Result->is(ExprKind::Variable) && Result->Var->Shadow;
  return Refers && movesOnly(Result->Ty) ? B.opaque("std::move($0)", Result->Ty, {Result}) : Result;
}

static void dropReleases(Block &Bl) {
  llvm::erase_if(Bl.Stmts, [](const Stmt *S) { return S->is(StmtKind::ReleaseArray); });
  for (Stmt *S : Bl.Stmts) {
    dropReleases(S->Then);
    dropReleases(S->Else);
    for (SwitchCase &Case : S->Cases)
      dropReleases(Case.Body);
  }
}

/// Takes the definitions of local classes from Fwd.
static Block takeDefinitions(Block &Fwd) {
  Block Definitions;
  llvm::erase_if(Fwd.Stmts, [&](Stmt *S) {
    if (S->Defines)
      Definitions.add(S);
    return S->Defines != nullptr;
  });
  return Definitions;
}

/// `bool up;`, which the first iteration sets, is recorded before it does: it gets a value.
static void startFlags(Builder &B, Block &Fwd) {
  llvm::DenseSet<const Variable *> Recorded;
  walk(Fwd, [&](Stmt *S) {
    if (S->is(StmtKind::Record) && S->Value->is(ExprKind::Variable) && S->Value->Ty->IsBool)
      Recorded.insert(S->Value->Var);
  });
  walk(Fwd, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) && !S->Value && Recorded.contains(S->Var))
      S->Value = B.literal("false", S->Var->Ty);
  });
}

void Reverse::finish(Block Fwd, Block Rev) {
  startFlags(B, Fwd);
  Block &To = Out.Body;
  To.append(takeDefinitions(Fwd));
  // The tape first: it outlives what is on it.
  if (TapeVar &&
      (UsesTape || UsesStack || mentionsVariable(Fwd, TapeVar) || mentionsVariable(Rev, TapeVar)))
    To.add(B.declare(TapeVar));
  if (BlocksVar && (mentionsVariable(Fwd, BlocksVar) || mentionsVariable(Rev, BlocksVar)))
    To.add(B.declare(BlocksVar));
  if (!UsesStack && !Forward.Tape)
    dropReleases(Rev); // the tape frees its arrays when it goes
  std::vector<Variable *> Locals;
  for (Variable &V : Out.Locals)
    Locals.push_back(&V);
  for (Variable *V : Locals)
    if (Hoisted.contains(V) && (mentionsVariable(Fwd, V) || mentionsVariable(Rev, V))) {
      V->Const = false;
      To.add(declareEmpty(V));
    }
  for (Variable *V : Locals)
    if (Early.contains(V) && V->Kind == Storage::Local && !VectorOf.count(V))
      declareBar(V, To);
  for (Variable *V : Locals)
    V->AddressTaken |= Lent.contains(V);
  Block Checks, ChecksAfter;
  matchParameters(/*Writable=*/false, Checks);
  matchParameters(/*Writable=*/true, ChecksAfter);
  Block End;
  followKeys(Checks, ChecksAfter, End);
  To.append(Checks);
  bool Headings = hasLoop(Fwd) || hasLoop(Rev);
  if (Headings)
    To.add(B.comment("forward sweep"));
  if (NeedsGoto) {
    Stmt *Region = M.stmt(StmtKind::Block), *Label = M.stmt(StmtKind::Label);
    // Storage that the reverse sweep reads, by its name or through a pointer.
    auto ReadLater = [&](const Variable *V) {
      return mentionsVariable(Rev, V) || Addressed.contains(V) || PointedInto.contains(V);
    };
    for (Stmt *S : Fwd.Stmts)
      (S->is(StmtKind::Declare) && (!S->Value || S->Var->Static) && ReadLater(S->Var)
           ? To
           : Region->Then)
          .add(S);
    Label->Text = "reverse_sweep";
    To.add(Region);
    To.add(Label);
  } else {
    To.append(Fwd);
  }
  keepResults(To);
  Block PutsBack;
  keepEndValues(To, PutsBack);
  To.append(ChecksAfter);
  if (Headings && !Rev.empty())
    To.add(B.comment("reverse sweep"));
  if (NeedsGoto) { // jumps must not cross initialisations
    Stmt *Region = M.stmt(StmtKind::Block);
    Region->Then = std::move(Rev);
    To.add(Region);
  } else {
    To.append(Rev);
  }
  To.append(PutsBack);
  To.append(End);
  finishResults(To);
  if (Result) {
    Stmt *Return = M.stmt(StmtKind::Return);
    Return->Value = movedOut(B, unnamed(Result, To));
    To.add(Return);
  }
}

/// Where arrays overlap that were taken to be apart, another companion does the work.
void Reverse::guard() {
  if (Assumed && C.notes())
    C.notes()->Apart.insert(Assumed->all().begin(), Assumed->all().end());
  Block Guard;
  const Expr *Overlap = Assumed ? Assumed->overlap(B, Out, Guard) : nullptr;
  if (!Overlap || Failed)
    return;
  Companion *General = C.companion(&Primal, Variant::Overlapping, Primal.Loc);
  if (!General) {
    Failed = true;
    return;
  }
  std::vector<const Expr *> Args;
  auto Pass = [&](Variable *Takes, Variable *Given) {
    const bool Receiver = Takes && Takes->Ty->isReference() && Given->Ty->isPointer();
    if (Takes)
      Args.push_back(Receiver ? B.dereference(B.var(Given)) : B.var(Given));
  };
  for (size_t I = 0; I < Forward.Primal.size(); ++I) {
    Pass(General->Primal[I], Forward.Primal[I]);
    Pass(General->Derivative[I], Backward.Derivative[I]);
  }
  Pass(General->ResultDerivative, Backward.ResultDerivative);
  std::string Text;
  for (size_t I = 0; I < Args.size(); ++I)
    Text += (I ? ", $" : "$") + std::to_string(I);
  Stmt *Return = M.stmt(StmtKind::Return);
  Return->Value = B.opaque(General->Fn->Name + "(" + Text + ")", Primal.Result, Args);
  Return->Callee = General->Fn;
  Block Then;
  Then.add(Return);
  Guard.add(B.ifThen(Overlap, std::move(Then)));
  Forward.Guard = std::move(Guard);
  C.remark(Primal.Loc,
           "takes parameters to lead to memory that does not overlap; where they do, '" +
               General->Fn->Name + "' is called");
}

/// The pair: what the reverse sweep reads of the forward sweep's locals travels on the tape.
void Reverse::finishPair(Block Fwd, Block Rev) {
  startFlags(B, Fwd);
  Function &F = *Forward.Fn, &R = *Backward.Fn;
  std::vector<Variable *> Locals, Carried;
  for (Variable &V : Out.Locals)
    if (V.Kind == Storage::Local)
      Locals.push_back(&V);
  Block FwdDecls, RevDecls, Save, Take;
  const Block Definitions = takeDefinitions(Fwd);
  F.Body.append(Definitions);
  for (Variable *V : Locals) {
    if (Hoisted.contains(V)) {
      V->Const = false;
      if (mentionsVariable(Fwd, V))
        FwdDecls.add(declareEmpty(V));
    }
    if (!tracked(V) && !RequiredAtEnd.contains(V))
      continue;
    if (RequiredAtEnd.contains(V) && mentionsVariable(Fwd, V)) {
      Carried.push_back(V);
      continue;
    }
    if (mentionsVariable(Rev, V))
      RevDecls.add(B.declare(V, defaultValue(V->Ty)));
  }
  for (Variable *V : Carried) {
    Save.add(B.record(B.var(V)));
    Stmt *T = M.stmt(StmtKind::Restore);
    T->Target = B.var(V);
    T->Var = V;
    T->Declares = true;
    Take.Stmts.insert(Take.Stmts.begin(), T);
  }
  F.Body.append(FwdDecls);
  if (NeedsGoto) {
    Stmt *Region = M.stmt(StmtKind::Block), *Label = M.stmt(StmtKind::Label);
    // Variables that are saved at the end must be declared outside the region.
    Block Outside, Inside;
    for (Stmt *S : Fwd.Stmts) {
      if (S->is(StmtKind::Declare) && llvm::is_contained(Carried, S->Var)) {
        Outside.add(B.declare(S->Var, defaultValue(S->Var->Ty)));
        S->Var->Const = false;
        if (S->Value)
          Inside.add(B.assign(B.var(S->Var), S->Value));
        continue;
      }
      if (S->Declares && S->Var && llvm::is_contained(Carried, S->Var)) {
        Outside.add(B.declare(S->Var, defaultValue(S->Var->Ty)));
        S->Var->Const = false;
        S->Declares = false;
      }
      Inside.add(S);
    }
    F.Body.append(Outside);
    Region->Then = std::move(Inside);
    Label->Text = "reverse_sweep";
    F.Body.add(Region);
    F.Body.add(Label);
  } else {
    F.Body.append(Fwd);
  }
  F.Body.append(Save);
  if (Result) {
    Stmt *Return = M.stmt(StmtKind::Return);
    Return->Value = movedOut(B, B.var(Result));
    F.Body.add(Return);
  }
  for (Stmt *S : Definitions.Stmts)
    if (llvm::any_of(Locals, [&](const Variable *V) {
          return involves(V->Ty, S->Defines) &&
                 (mentionsVariable(Rev, V) || llvm::is_contained(Carried, V));
        }))
      R.Body.add(S);
  R.Body.append(Take);
  R.Body.append(RevDecls);
  R.Body.append(Rev);

  for (size_t I = 0; I < Forward.Derivative.size(); ++I)
    if (const Variable *D = Backward.Derivative[I]; D && !Forward.Derivative[I])
      if (mentionsVariable(F.Body, D) && !Failed) {
        C.error(Primal.Loc,
                "cannot differentiate '" + Primal.Name +
                    "' in reverse mode: it keeps pointers into '" + Forward.Primal[I]->Name + "'",
                "use indices instead");
        Failed = true;
      }
  // Each half has parameters of its own.
  llvm::DenseMap<const Variable *, Variable *> ToForward, ToReverse;
  for (size_t I = 0; I < Forward.Primal.size(); ++I) {
    ToReverse[Forward.Primal[I]] = Backward.Primal[I];
    if (Backward.Derivative[I] && Forward.Derivative[I])
      ToForward[Backward.Derivative[I]] = Forward.Derivative[I];
  }
  ToReverse[Forward.Tape] = Backward.Tape;
  for (Variable *V : Locals)
    if (mentionsVariable(R.Body, V)) {
      R.Names.erase(V->Name); // reserved so that the halves share it
      Variable *Own = R.variable(V->Name, V->Ty);
      std::string Name = Own->Name;
      *Own = *V;
      Own->Name = Name;
      ToReverse[V] = Own;
    }
  auto Rename = [&](Block &Bl, llvm::DenseMap<const Variable *, Variable *> &Map) {
    walk(Bl, [&](Stmt *S) {
      auto Fix = [&](const Expr *E) -> const Expr * {
        return E ? rewrite(M, E,
                           [&](const Expr *Sub) -> const Expr * {
                             if (!Sub->is(ExprKind::Variable))
                               return nullptr;
                             auto It = Map.find(Sub->Var);
                             return It == Map.end() ? Sub : B.var(It->second);
                           })
                 : nullptr;
      };
      S->Target = Fix(S->Target);
      S->Value = Fix(S->Value);
      for (const Expr *&E : S->Operands)
        E = Fix(E);
      for (const Expr *&E : S->Writes)
        E = Fix(E);
      if (S->Var)
        if (auto It = Map.find(S->Var); It != Map.end())
          S->Var = It->second;
    });
  };
  // Statements may be shared between the halves (recomputed declarations are not, adjoints are
  // made once): copy before renaming.
  F.Body = clone(M, F.Body);
  R.Body = clone(M, R.Body);
  Rename(F.Body, ToForward);
  Rename(R.Body, ToReverse);
}
