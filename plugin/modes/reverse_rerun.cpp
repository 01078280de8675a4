//===- modes/reverse_rerun.cpp - iterations that are run a second time ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop over pairs, or over elements, whose iterations meet only in sums and are cheap, is run as
// it is in the forward sweep, and records nothing. The reverse sweep runs each iteration again and
// reverses it at once: what it computes on its way stays in registers.
//
// 1. Candidates: counted loops in which every loop inside is short, nothing is costly, and
//    variables of the iteration's own would have to be recorded. They write to variables of their
//    own, and to numbers outside that nothing in the loop reads.
// 2. What the iteration reads of memory outside must be there when the reverse sweep comes: it is
//    not overwritten, or held in a copy (reverse_hold.cpp). Other variables are kept like all that
//    the reverse sweep reads.
// 3. To the analyses, such an iteration is what one of a loop that is reversed at once is to them
//    (reverse_fuse.cpp): nothing happens between its run and its reversal.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether the loop runs so few times that the optimiser writes its iterations out.
static bool isWrittenOut(const Stmt &Loop) {
  constexpr int64_t Few = 8;
  return analysis::mostTrips(Loop).value_or(Few + 1) <= Few;
}

/// Whether evaluating E twice costs little.
static bool isCheap(const Expr *E) {
  bool Cheap = true;
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::Primitive))
      Cheap &= Sub->Text == "sqrt" || Sub->Text == "fabs";
    Cheap &= !Sub->is(ExprKind::Opaque);
    return Cheap;
  });
  return Cheap;
}

/// Whether S is `if (volume <= 0) throw ...`: what comes behind it is only run where it did
/// nothing.
static bool isGuard(const Stmt &S) {
  return S.is(StmtKind::If) && S.Else.empty() && !S.Then.empty() && S.Then.Stmts.back()->NoReturn &&
         llvm::all_of(S.Then.Stmts, [](const Stmt *In) { return In->is(StmtKind::Opaque); });
}

/// The statements of an iteration that are run again: all but guards.
static void eachRunAgain(const Block &Bl, llvm::function_ref<void(Stmt *)> F) {
  for (Stmt *S : Bl.Stmts)
    if (!isGuard(*S)) {
      F(S);
      forEachBlock(*S, [&](Block &Part) { eachRunAgain(Part, F); });
    }
}

/// The variables that belong to one iteration.
llvm::DenseSet<const Variable *> Reverse::ownOf(const Stmt *Loop) {
  VariableSet Own;
  for (const Stmt *S : Loop->Init.Stmts)
    Own.insert(S->Var);
  walk(Loop->Then, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) || S->Declares)
      Own.insert(S->Var);
  });
  return Own;
}

/// Calls F on the places outside of the iteration that S reads.
static void forEachReadOutside(const Stmt &S, const llvm::DenseSet<const Variable *> &Own,
                               llvm::function_ref<void(const Expr *)> F) {
  std::function<void(const Expr *, bool)> See = [&](const Expr *E, bool IsTarget) {
    const Variable *Root = isPlace(E) ? rootVariable(E) : nullptr;
    const bool Mine = Root && Own.contains(Root);
    const bool Value = isPlace(E) && !E->Ty->isArray() && !IsTarget && !Mine;
    if (Value)
      F(E);
    for (unsigned I = 0; I < E->Operands.size(); ++I) {
      const Expr *Op = E->operand(I);
      See(Op, /*IsTarget=*/I == 0 && isPlace(E) && isPlace(Op) && !Op->Ty->isPointer());
    }
  };
  forEachExpr(S, [&](const Expr *E) { See(E, E == S.Target); });
}

/// Whether the statement writes to something outside of the iteration.
bool Reverse::writesOutside(const Stmt *S, const VariableSet &Own) const {
  if (!S->Target)
    return false;
  const Variable *V = rootVariable(S->Target);
  if (V)
    return !Own.contains(V) || V->Static;
  const Expr *Pointer = rootPointer(S->Target);
  return !Pointer || !Mem->leadsOnlyTo(Pointer, Own);
}

/// Whether an adjoint may read V, a sum: not where all it is for is a root that can be read where
/// it was stored.
bool Reverse::isRead(const Block &Iteration, const Variable *V) const {
  bool Read = false;
  walk(const_cast<Block &>(Iteration), [&](Stmt *S) {
    const Expr *E = S->Value;
    if (!E || !mentions(E, V))
      return;
    const bool Root = E->is(ExprKind::Primitive) && E->Text == "sqrt" &&
                      E->operand()->is(ExprKind::Variable) && S->is(StmtKind::Assign);
    Read |= !Root || !keepsResult(S);
  });
  return Read;
}

bool Reverse::mayRunAgain(const Stmt *Loop) const {
  if (!analysis::countedLoop(*Loop) || Loop->Init.Stmts.size() != 1 || isWrittenOut(*Loop))
    return false;
  const VariableSet Own = ownOf(Loop);
  bool Ok = true, Saves = false;
  unsigned Costly = 0;
  eachRunAgain(Loop->Then, [&](Stmt *S) {
    Ok &= isQuiet(*S);
    const bool Simple = S->is(StmtKind::Declare) || isStore(*S) || S->is(StmtKind::If) ||
                        S->is(StmtKind::Block) || S->is(StmtKind::Comment) ||
                        (S->is(StmtKind::Loop) && isWrittenOut(*S));
    Ok &= Simple && !Plans.at(S).Again && !(S->Var && S->Var->Static);
    forEachExpr(*S, [&](const Expr *E) { Costly += !isCheap(E); });
    if (S->is(StmtKind::Declare) && Active->active(S->Var))
      Saves |= S->Var->Ty->isArray() ||
               (S->Var->Ty->isReal() && Killed.contains(S->Var) && isRead(Loop->Then, S->Var));
    if (Ok && writesOutside(S, Own)) {
      const Expr *To = S->Target;
      Ok &= To->Ty->isReal() && !S->OldSize;
      if (To->is(ExprKind::Variable)) // a sum: nobody reads what it is by now
        walk(Loop->Then, [&](Stmt *Other) {
          forEachExpr(*Other, [&](const Expr *E) {
            Ok &= (isStore(*Other) && E == Other->Target) || !mentions(E, To->Var);
          });
        });
    }
    forEachReadOutside(*S, Own, [&](const Expr *P) {
      const bool Scalar = P->is(ExprKind::Variable) && analysis::isScalarVariable(P->Var);
      Ok &= Scalar || !Mem->mayWrite(*Loop, P);
    });
  });
  constexpr double Many = 32; // numbers that are written and read in the time of an exponential
  return Ok && Saves && (!Costly || recordsOf(*Loop) > Many * Costly);
}

void Reverse::chooseCandidates(Block &Bl) {
  for (Stmt *S : Bl.Stmts) {
    if (Plans[S].Again)
      continue;
    walk(S->Then, [&](Stmt *Sub) { Plans[Sub]; });
    if (S->is(StmtKind::Loop) && !Fused.contains(S) && mayRunAgain(S)) {
      RunsAgain.insert(S);
      continue;
    }
    for (Block *Part : {&S->Then, &S->Else})
      chooseCandidates(*Part);
    for (SwitchCase &Case : S->Cases)
      chooseCandidates(Case.Body);
  }
}

/// Whether every iteration of Loop surely comes to S, which stands in it.
static bool surelyRunIn(const Block &Bl, const Stmt *S) {
  for (const Stmt *Sub : Bl.Stmts) {
    if (Sub == S)
      return true;
    if (jumps(*Sub))
      return false;
    const auto L = Sub->is(StmtKind::Loop) ? analysis::countedLoop(*Sub) : std::nullopt;
    const auto First = L ? analysis::knownNumber(L->First) : std::nullopt,
               Bound = L ? analysis::knownNumber(L->Bound) : std::nullopt;
    const bool Runs = First && Bound && L->Step > 0 && *First + L->Ahead < *Bound;
    if ((Runs || Sub->is(StmtKind::Block)) && surelyRunIn(Sub->Then, S))
      return true;
  }
  return false;
}

/// Whether S, when it runs, comes to E, whatever its conditions say.
static bool readsInAnyCase(const Stmt &S, const Expr *E) {
  return (S.Target && equal(S.Target, E)) || (S.Value && computes(S.Value, E));
}

/// E, in which numbers of the iteration's own, that are set once, stand as what they are set to.
const Expr *Reverse::inTermsOfCounter(const Expr *E, const Stmt &Loop) {
  llvm::DenseMap<const Variable *, const Expr *> Values;
  for (const Stmt *S : Loop.Then.Stmts)
    if (S->is(StmtKind::Declare) && S->Value && S->Var->Ty->isInteger() && !Killed.contains(S->Var))
      Values[S->Var] = S->Value;
  std::function<const Expr *(const Expr *)> Is = [&](const Expr *Sub) -> const Expr * {
    const Expr *Value = Sub->is(ExprKind::Variable) ? Values.lookup(Sub->Var) : nullptr;
    return Value ? rewrite(M, Value, Is) : nullptr;
  };
  return rewrite(M, E, Is);
}

/// E, which S in Loop reads, will have changed when Loop is run again. Adds the copy of it that is
/// made ahead of the loop, for each iteration; returns whether there can be one.
bool Reverse::copyForAgain(const Expr *E, const Stmt *S, Stmt *Loop, std::vector<Held> &Copied) {
  if (llvm::any_of(Copied, [&](const Held &H) { return equal(H.Array, E); }))
    return true;
  const Expr *Of = inTermsOfCounter(E, *Loop);
  const analysis::CountedLoop L = *analysis::countedLoop(*Loop);
  if (!E->Ty->isReal() || !E->is(ExprKind::Subscript) || !isStraight(*Loop) ||
      !surelyRunIn(Loop->Then, S) || !readsInAnyCase(*S, E) ||
      !differsAlong(Of, S, *Loop, L.Counter))
    return false;
  Copied.push_back(part(Of, {Loop}));
  Copied.back().Array = E;
  return true;
}

bool Reverse::eachReadOfAgain(Stmt *Loop, llvm::function_ref<bool(Stmt *, const Expr *)> Is) const {
  const VariableSet Own = ownOf(Loop);
  bool All = true;
  eachRunAgain(Loop->Then, [&](Stmt *S) {
    forEachReadOutside(*S, Own, [&](const Expr *P) {
      const bool Scalar = P->is(ExprKind::Variable) && analysis::isScalarVariable(P->Var);
      All &= Scalar || Is(S, P);
    });
  });
  return All;
}

/// Leaves out the candidates that read what will not be there. HeldHere: arrays of which the loops
/// around have copies. RowsHere: those that are kept in rows.
void Reverse::settleCandidates(Block &Bl, llvm::SmallVector<const Held *, 4> HeldHere,
                               VariableSet RowsHere) {
  for (Stmt *S : Bl.Stmts) {
    llvm::SmallVector<const Held *, 4> Here = HeldHere;
    if (auto It = Holds.find(S); It != Holds.end())
      for (const Held &H : It->second)
        Here.push_back(&H);
    if (RunsAgain.contains(S)) {
      const VariableSet Own = ownOf(S);
      bool Ok = true;
      eachRunAgain(S->Then, [&](Stmt *Sub) {
        forEachReadOutside(*Sub, Own, [&](const Expr *P) {
          const bool Scalar = P->is(ExprKind::Variable) && analysis::isScalarVariable(P->Var);
          const Variable *Root = rootVariable(P);
          const bool IsKept = isHeld(P, Here) || (Root && RowsHere.contains(Root));
          Ok &= Scalar || IsKept || Mem->stable(P, Sub);
        });
      });
      if (Ok) {
        Mem->reversedAtOnce(S);
        continue;
      }
      RunsAgain.erase(S);
      llvm::SmallVector<const Expr *, 4> Already;
      for (const Held *H : Here)
        Already.push_back(H->Array);
      if (C.enabled("hold"))
        chooseHeld(S->Then, Already);
      continue;
    }
    for (Block *Part : {&S->Then, &S->Else})
      settleCandidates(*Part, Here, RowsHere);
    for (SwitchCase &Case : S->Cases)
      settleCandidates(Case.Body, Here, RowsHere);
    for (const KeptArray &K : KeptArrays)
      if (K.After == S)
        RowsHere.insert(K.Array);
  }
}

/// The scalars that the iterations of Loop read, apart from their own.
void Reverse::readsFromOutside(const Stmt *Loop, VariableSet &Into) const {
  const VariableSet Own = ownOf(Loop);
  VariableSet Reads;
  walk(Loop->Then,
       [&](Stmt *S) { forEachReadOutside(*S, Own, [&](const Expr *P) { readsOf(P, Reads); }); });
  for (const Variable *V : Reads)
    if (!Own.contains(V))
      Into.insert(V);
}

static void erase(Block &Bl, const llvm::DenseSet<const Stmt *> &Gone) {
  llvm::erase_if(Bl.Stmts, [&](const Stmt *S) { return Gone.contains(S); });
  for (Stmt *S : Bl.Stmts)
    forEachBlock(*S, [&](Block &Inner) { erase(Inner, Gone); });
}

void Reverse::sweepAgain(Stmt *S, Block &Fwd, Block &Rev) {
  // 1. Forwards, the loop as it is. Variables that the function declares serve the reverse sweep.
  const VariableSet Own = ownOf(S);
  llvm::DenseMap<const Variable *, Variable *> Same;
  for (const Variable *V : Own)
    if (!Hoisted.contains(V))
      Same[V] = const_cast<Variable *>(V);
  Stmt *F = M.stmt(StmtKind::Loop, S->Loc);
  F->Form = S->Form;
  F->Init = S->Init;
  F->Value = S->Value;
  F->Step = S->Step;
  F->Then = renamed(S->Then, Same);
  Fwd.add(F);
  // 2. Backwards, both sweeps of each iteration, which leaves what is outside alone.
  llvm::DenseSet<const Stmt *> Outside;
  walk(S->Then, [&](Stmt *Sub) {
    if (writesOutside(Sub, Own))
      Outside.insert(Sub);
    if (isGuard(*Sub))
      Outside.insert(Sub->Then.Stmts.begin(), Sub->Then.Stmts.end());
  });
  Block Both, Adjoint;
  sweepOuter(S->Then, Both, Adjoint);
  erase(Both, Outside);
  Both.append(Adjoint);
  reverseLoop(S, std::move(Both), Rev);
}
