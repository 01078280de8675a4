//===- analysis/memory_later.cpp - whether what was read is still there ---===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A write spoils a read if it comes later; or shares a loop with it, unless the subscripts tell the
// iterations apart.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/dependence.h"
#include "plugin/analysis/memory.h"
#include "plugin/core/apart_in_loop.h"
#include "plugin/core/steps.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

/// Whether Index takes a different value in each iteration of the counted loop L.
static bool separates(const Expr *Index, const CountedLoop &L, const Stmt &Loop) {
  auto [Base, Off] = asOffset(Index);
  (void)Off;
  if (!Base)
    return false;
  if (Base->is(ExprKind::Variable))
    return Base->Var == L.Counter;
  // Counter plus or minus something that does not change in the loop.
  if (Base->is(ExprKind::Binary) && (Base->Text == "+" || Base->Text == "-")) {
    for (unsigned I : {0u, 1u}) {
      const Expr *C = asOffset(Base->operand(I)).first, *Rest = Base->operand(1 - I);
      if (!C || !isVariable(C, L.Counter))
        continue;
      llvm::DenseSet<const Variable *> Changed;
      assignedVariables(Loop.Then, Changed);
      bool Invariant = true;
      core::walk(Rest, [&](const Expr *E) {
        if (E->is(ExprKind::Variable))
          Invariant &= E->Var->Kind != Storage::Local
                           ? E->Var->Ty->isInteger()
                           : (E->Var->Const && !Changed.contains(E->Var));
        else
          Invariant &= E->is(ExprKind::Literal) || E->is(ExprKind::Binary) || E->is(ExprKind::Cast);
        return true;
      });
      // A const local may still be declared anew in each iteration.
      core::walk(Loop.Then, [&](Stmt *S) {
        if ((S->is(StmtKind::Declare) || S->Declares) && S->Var && mentions(Rest, S->Var))
          Invariant = false;
      });
      return Invariant;
    }
  }
  return false;
}

/// Whether P and Q are parts of one object that stays where it is.
bool Memory::haveOneRoot(const Expr *P, const Expr *Q) const {
  const Variable *RootP = rootVariable(P), *RootQ = rootVariable(Q);
  if (RootP || RootQ)
    return RootP == RootQ;
  const Expr *A = rootPointer(P), *B = rootPointer(Q);
  return A && B && A->is(ExprKind::Variable) && B->is(ExprKind::Variable) && A->Var == B->Var &&
         staysWhereItIs(A->Var);
}

/// All loops around At, outermost first: how many of them are reversed at once?
size_t Memory::loopsAround(const Position &At, llvm::SmallVectorImpl<const Stmt *> &Out) const {
  for (const Stmt *L = At.ReversedWith; L; L = reversedWith(L))
    if (L->is(StmtKind::Loop))
      Out.insert(Out.begin(), L);
  size_t AtOnce = Out.size();
  Out.append(At.Loops.begin(), At.Loops.end());
  return AtOnce;
}

/// Where S stands as seen from At. To what is outside of a loop that is run again, its statements
/// run in the forward sweep, in all the loops around them.
Memory::Position Memory::seenFrom(const Position &At, const Stmt *S) const {
  Position Then = Positions.find(S)->second;
  if (Then.Outer.empty() || within(At.ReversedWith, Then.ReversedWith))
    return Then;
  Then.Loops.insert(Then.Loops.begin(), Then.Outer.begin(), Then.Outer.end());
  Then.ReversedWith = reversedWith(Then.ReversedWith);
  return Then;
}

/// The subscripts of P and Q, which have one root, as far as they go side by side.
static void addSubscripts(const Expr *P, Access &OfP, const Expr *Q, Access &OfQ) {
  llvm::SmallVector<const Expr *, 4> StepsP, StepsQ;
  stepsTo(P, StepsP);
  stepsTo(Q, StepsQ);
  for (size_t I = 0; I < StepsP.size() && I < StepsQ.size(); ++I) {
    if (StepsP[I]->Kind != StepsQ[I]->Kind)
      break;
    if (StepsP[I]->is(ExprKind::Subscript)) {
      OfP.Indices.push_back(StepsP[I]->operand(1));
      OfQ.Indices.push_back(StepsQ[I]->operand(1));
    }
  }
}

/// Calls F with what is known of the function's numbers.
bool Memory::withNumbers(llvm::function_ref<bool(const Numbers &)> F) const {
  auto IsFixed = [&](const Variable *V) {
    return isScalarVariable(V) && !Assigned.contains(V) &&
           (V->Kind == Storage::Parameter || FunctionLevel.contains(V));
  };
  auto DefinitionOf = [&](const Variable *V) -> const Expr * {
    return isScalarVariable(V) && !Assigned.contains(V) ? Definitions.lookup(V) : nullptr;
  };
  return F({IsFixed, DefinitionOf});
}

/// Whether W may run after the read of P by At, Shared loops being around both, and write to it.
/// Itself: it is the statement that reads, and P what it leaves.
bool Memory::mayMeetLater(const Expr *P, const Position &At, const Write &W, const Position &Then,
                          size_t Shared, bool Itself) const {
  bool Behind = Then.Order >= At.Order && !Itself;
  if (!Behind && !Shared)
    return false;
  if (!W.Place || W.Reachable || !P->Ty->isScalar() || !haveOneRoot(P, W.Place))
    return true;
  Access Read, Written;
  size_t Same = loopsAround(At, Read.Loops);
  loopsAround(Then, Written.Loops);
  Read.Branches = At.Branches;
  Written.Branches = Then.Branches;
  addSubscripts(P, Read, W.Place, Written);
  return withNumbers([&](const Numbers &N) {
    return analysis::mayMeetLater(Read, Written, Same, Shared, Behind, N);
  });
}

bool Memory::onlySameIteration(const Expr *P, const Expr *Q,
                               llvm::ArrayRef<const Stmt *> Loops) const {
  if (!P->Ty->isScalar() || !Q->Ty->isScalar() || !haveOneRoot(P, Q))
    return false;
  llvm::SmallVector<const Expr *, 4> StepsP, StepsQ;
  stepsTo(P, StepsP);
  stepsTo(Q, StepsQ);
  for (const Stmt *Loop : Loops) {
    std::optional<CountedLoop> Counted = countedLoop(*Loop);
    if (!Counted)
      return false;
    bool Apart = false;
    for (size_t I = 0; I < StepsP.size() && I < StepsQ.size() && !Apart; ++I) {
      if (StepsP[I]->Kind != StepsQ[I]->Kind)
        return false;
      if (StepsP[I]->is(ExprKind::Subscript) && equal(StepsP[I]->operand(1), StepsQ[I]->operand(1)))
        Apart = separates(StepsP[I]->operand(1), *Counted, *Loop);
    }
    if (!Apart)
      return false;
  }
  return true;
}

/// Whether the elements of Root, an array, a vector or a pointer to them, may come to be others
/// while the loop runs.
static bool isMoved(const Variable *Root, const Stmt &Loop) {
  bool Moved = false;
  auto See = [&](const Stmt &S) {
    Moved |= S.Target && S.Target->is(ExprKind::Variable) && S.Target->Var == Root;
    Moved |= S.Var == Root;
    for (const Expr *W : S.Writes)
      Moved |= rootVariable(W) == Root;
    if (S.is(StmtKind::Call))
      for (const Expr *A : S.Operands)
        Moved |= mentions(A, Root);
  };
  See(Loop);
  forEachBlock(const_cast<Stmt &>(Loop), [&](Block &B) { walk(B, [&](Stmt *S) { See(*S); }); });
  return Moved;
}

/// Whether P, in S, and Q, in T, which have one root, may meet in different iterations of Loop, by
/// the bounds of all loops around them.
bool Memory::mayMeetAcross(const Expr *P, const Stmt *S, const Expr *Q, const Stmt *T,
                           const Stmt *Loop) const {
  Access OfP, OfQ;
  loopsAround(Positions.lookup(S), OfP.Loops);
  loopsAround(Positions.lookup(T), OfQ.Loops);
  const size_t Same = llvm::find(OfP.Loops, Loop) - OfP.Loops.begin();
  if (Same >= OfP.Loops.size() || Same >= OfQ.Loops.size() || OfQ.Loops[Same] != Loop)
    return true;
  OfP.Branches = Positions.lookup(S).Branches;
  OfQ.Branches = Positions.lookup(T).Branches;
  addSubscripts(P, OfP, Q, OfQ);
  return withNumbers([&](const Numbers &N) {
    return analysis::mayMeetLater(OfP, OfQ, Same, 1, /*Behind=*/false, N) ||
           analysis::mayMeetLater(OfQ, OfP, Same, 1, /*Behind=*/false, N);
  });
}

bool Memory::onlySameIteration(const Expr *P, const Stmt *S, const Expr *Q, const Stmt *T,
                               const Stmt *Loop, bool ByBounds) const {
  if (onlySameIteration(P, Q, Loop))
    return true;
  // 1. What the loop leaves alone is fixed while it runs.
  llvm::DenseSet<const Variable *> Changes;
  llvm::DenseMap<const Variable *, const Expr *> Inside;
  assignedVariables(*Loop, Changes);
  walk(Loop->Then, [&](Stmt *Sub) {
    if (!Sub->is(StmtKind::Declare) && !Sub->Declares)
      return;
    Inside[Sub->Var] = Changes.contains(Sub->Var) ? nullptr : Sub->Value;
    Changes.insert(Sub->Var);
  });
  auto IsFixed = [&](const Variable *V) { return isScalarVariable(V) && !Changes.contains(V); };
  auto DefinitionOf = [&](const Variable *V) { return Inside.lookup(V); };
  // 2. One root.
  if (!countedLoop(*Loop) || !P->Ty->isScalar() || !Q->Ty->isScalar())
    return false;
  auto RootOf = [](const Expr *Place) {
    const Variable *Root = rootVariable(Place);
    const Expr *Pointer = Root ? nullptr : rootPointer(Place);
    return Pointer && Pointer->is(ExprKind::Variable) ? Pointer->Var : Root;
  };
  const Variable *Root = RootOf(P);
  if (!Root || Root != RootOf(Q) || Inside.count(Root) || isMoved(Root, *Loop) ||
      (Root->Ty->isPointer() && !isScalarVariable(Root)))
    return false;
  // 3. Neither is where the other was in an earlier iteration.
  if (ByBounds && !mayMeetAcross(P, S, Q, T, Loop))
    return true;
  Access OfP, OfQ;
  loopsAround(Positions.lookup(S), OfP.Loops);
  loopsAround(Positions.lookup(T), OfQ.Loops);
  llvm::SmallVector<const Stmt *, 4> Outer(OfP.Loops.begin(), llvm::find(OfP.Loops, Loop));
  for (Access *A : {&OfP, &OfQ}) {
    A->Loops.erase(A->Loops.begin(), llvm::find(A->Loops, Loop));
    if (A->Loops.empty())
      return false;
  }
  auto InLoop = [&](const Branch &Each) { return isWithin(Each.If, Loop); };
  llvm::copy_if(Positions.lookup(S).Branches, std::back_inserter(OfP.Branches), InLoop);
  llvm::copy_if(Positions.lookup(T).Branches, std::back_inserter(OfQ.Branches), InLoop);
  addSubscripts(P, OfP, Q, OfQ);
  const Numbers N{IsFixed, DefinitionOf};
  if (!analysis::mayMeetLater(OfP, OfQ, 0, 1, false, N) &&
      !analysis::mayMeetLater(OfQ, OfP, 0, 1, false, N))
    return true;
  return ByBounds && apartInIterations(Outer, OfP.Loops, P, OfQ.Loops, Q, IsFixed);
}

void Memory::reversedAtOnce(const Stmt *Loop) {
  for (const Block *Part : {&Loop->Then, &Loop->Else}) {
    walk(*Part, [&](Stmt *S) {
      Position &P = Positions[S];
      P.ReversedWith = Loop;
      auto At = llvm::find(P.Loops, Loop);
      if (At == P.Loops.end())
        return;
      if (At != P.Loops.begin())
        P.Outer.assign(P.Loops.begin(), At + 1);
      P.Loops.erase(P.Loops.begin(), At + 1);
    });
    for (const Stmt *S : Part->Stmts)
      if (S->is(StmtKind::Declare) || (S->is(StmtKind::Call) && S->Declares))
        IterationLevel[S->Var] = Loop;
  }
}

bool Memory::leadsOnlyTo(const Expr *Pointer,
                         const llvm::DenseSet<const Variable *> &Locals) const {
  const Targets T = targets(Pointer);
  return !T.External && !T.Hidden && !T.Locals.empty() &&
         llvm::all_of(T.Locals, [&](const Variable *V) { return Locals.contains(V); });
}

/// Whether what is at P, as read by S, is there for the reverse sweep if nothing writes to it;
/// nothing if it is, or is not, whatever is written.
std::optional<bool> Memory::outlives(const Expr *P, const Stmt *S) const {
  const Variable *Root = rootVariable(P);
  if (Root && Root->Kind == Storage::Global)
    return mayChange(Root) ? std::nullopt : std::optional(true);
  const Expr *Pointer = Root ? nullptr : rootPointer(P);
  if (Pointer && Pointer->is(ExprKind::Variable) && OnTape.contains(Pointer->Var))
    return true;
  bool ByValue = Root && Root->Kind == Storage::Parameter && !Root->Ty->isReference();
  // The reverse sweep of a pair is not given copies of arrays and of objects with constructors.
  if (Detached && ByValue && !Root->Derivative && (Root->Ty->isArray() || !fitsTape(Root->Ty)))
    return false;
  if (ByValue && !Root->AddressTaken && !Assigned.contains(Root))
    return true;
  if (Detached)
    return false;
  if (Root && Root->Kind == Storage::Local && !lives(Root, S))
    return false;
  if (!Root)
    if (const Expr *Ptr = rootPointer(P)) {
      Targets T = targets(Ptr);
      if (T.Hidden)
        return false;
      for (const Variable *L : T.Locals)
        if (!lives(L, S))
          return false;
    }
  return std::nullopt;
}

/// Whether W may change what S, which is at At, reads at P, before the reverse sweep comes to S.
bool Memory::spoils(const Write &W, const Expr *P, const Stmt *S, const Position &At,
                    bool After) const {
  if (!conflicts(W, P, /*SameMoment=*/false))
    return false;
  const Position Then = seenFrom(At, W.S);
  if (At.ReversedWith && !within(Then.ReversedWith, At.ReversedWith))
    return false; // before the iteration, or after its adjoint
  size_t Shared = 0;
  while (Shared < At.Loops.size() && Shared < Then.Loops.size() &&
         At.Loops[Shared] == Then.Loops[Shared])
    ++Shared;
  if (!mayMeetLater(P, At, W, Then, Shared, After && W.S == S))
    return false;
  if (Then.Order >= At.Order && !(After && W.S == S))
    return true;
  return Shared && !(W.Place && !W.Reachable &&
                     onlySameIteration(P, W.Place, llvm::ArrayRef(At.Loops).take_front(Shared)));
}

bool Memory::isWithin(const Stmt *S, const Stmt *Outer) const {
  const Position Of = Positions.lookup(Outer);
  const unsigned At = Positions.lookup(S).Order;
  return S == Outer || (Of.Order < At && At <= Of.Last);
}

bool Memory::mayMeetIn(const Stmt &Loop, const Expr *P, const Stmt *S, const Expr *Q,
                       const Stmt *T) const {
  if (!mayAliasEver(P, Q))
    return false;
  if (!P->Ty->isScalar() || !Q->Ty->isScalar() || !haveOneRoot(P, Q))
    return true;
  Access OfP, OfQ;
  llvm::SmallVector<const Stmt *, 4> Outside;
  loopsAround(Positions.lookup(S), OfP.Loops);
  loopsAround(Positions.lookup(T), OfQ.Loops);
  loopsAround(Positions.lookup(&Loop), Outside);
  for (const Access *A : {&OfP, &OfQ})
    if (A->Loops.size() < Outside.size() ||
        llvm::ArrayRef(A->Loops).take_front(Outside.size()) != llvm::ArrayRef(Outside))
      return true;
  OfP.Branches = Positions.lookup(S).Branches;
  OfQ.Branches = Positions.lookup(T).Branches;
  addSubscripts(P, OfP, Q, OfQ);
  return withNumbers([&](const Numbers &N) {
    return analysis::mayMeetLater(OfP, OfQ, Outside.size(), 0, /*Behind=*/true, N);
  });
}

bool Memory::mayWriteIn(const Stmt &Loop, const Expr *P) const {
  return mayWriteIn(Loop, P, &Loop);
}

bool Memory::mayWriteIn(const Stmt &Loop, const Expr *P, const Stmt *S) const {
  return mayWrite(Loop, P) && llvm::any_of(Writes, [&](const Write &W) {
           return isWithin(W.S, &Loop) && conflicts(W, P, /*SameMoment=*/false) &&
                  (!W.Place || W.Reachable || mayMeetIn(Loop, P, S, W.Place, W.S));
         });
}

/// Whether what W overwrites has been put back, as far as P is concerned, when the reverse sweep
/// comes to S, or to the block In around it.
bool Memory::isUndone(const Write &W, const Expr *P, const Stmt *S, bool After,
                      const Block *In) const {
  const Stmt *With = Undone.lookup(W.S);
  if (!With)
    return false;
  if (In && llvm::any_of(In->Stmts, [&](const Stmt *Part) { return isWithin(With, Part); }))
    return false;
  // Ahead of its own adjoint. Of what holds others, all is asked before they are put back.
  if (With == S)
    return !After && isStore(*S);
  // In a loop, it is as it was ahead of that.
  if (isWithin(S, With))
    return !mayMeetIn(*With, P, S, W.Place, W.S);
  return !isWithin(With, S);
}

bool Memory::stable(const Expr *P, const Stmt *S, bool After, const Block *In) const {
  if (const std::optional<bool> Known = outlives(P, S))
    return *Known;
  if (After && Undone.count(S))
    return false;
  const Position At = Positions.lookup(S);
  return llvm::none_of(Writes, [&](const Write &W) {
    return spoils(W, P, S, At, After) && !isUndone(W, P, S, After, In);
  });
}

bool Memory::spoilers(const Expr *P, const Stmt *S,
                      llvm::SmallVectorImpl<const Stmt *> &Out) const {
  if (outlives(P, S))
    return false;
  const Position At = Positions.lookup(S);
  bool Only = true;
  for (const Write &W : Writes)
    if (spoils(W, P, S, At, /*After=*/false)) {
      Only &= isStore(*W.S);
      Out.push_back(W.S);
    }
  return Only;
}

bool Memory::mayWrite(const Stmt &S, const Expr *P) const {
  if (StoredLast.contains(&S))
    return false;
  llvm::SmallVector<Write, 2> Own;
  collectWrites(&S, Own);
  for (const Write &W : Own)
    if (conflicts(W, P, /*SameMoment=*/false))
      return true;
  if (S.is(StmtKind::If) || S.is(StmtKind::Block) || S.is(StmtKind::Loop) ||
      S.is(StmtKind::Switch)) {
    for (const Block *B : {&S.Then, &S.Else, &S.Init, &S.Setup, &S.Step})
      if (mayWrite(*B, P))
        return true;
    for (const SwitchCase &C : S.Cases)
      if (mayWrite(C.Body, P))
        return true;
  }
  // A variable declared anew.
  if ((S.is(StmtKind::Declare) || S.Declares) && S.Var && rootVariable(P) == S.Var)
    return true;
  return false;
}

bool Memory::mayWrite(const Block &B, const Expr *P) const {
  return llvm::any_of(B.Stmts, [&](const Stmt *S) { return mayWrite(*S, P); });
}
