//===- modes/reverse_handed.cpp - numbers that iterations hand on ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//   for (int j = 0; j < n; ++j) {
//     sum += sign * a[j] * minor(j);
//     sign = -sign;
//   }
//
// The iterations hand on a number that carries no derivative. Their order is what it is in the
// primal when each is reversed at once; but its adjoint reads the number as it was, and must not
// put it back. So that gets a name where it is first read, `const double sign_before = sign;`, and
// nobody asks for the number itself any more.
//
// This is done for loops with calls, where the alternative costs much; in the block that holds all
// that mentions the number; and if that reads it before it sets it.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether all that reads V in Bl does so before it is set. Set: whether it has been.
static bool readsFirst(const Block &Bl, const Variable *V, bool &Set) {
  for (Stmt *S : Bl.Stmts) {
    const bool Stores = isStore(*S) && isVariable(S->Target, V);
    bool Reads = false;
    forEachExpr(*S, [&](const Expr *E) { Reads |= !(Stores && E == S->Target) && mentions(E, V); });
    if (Set && Reads)
      return false;
    if (Stores) {
      Set = true;
    } else if (S->is(StmtKind::If)) {
      bool Then = Set, Else = Set;
      if (!readsFirst(S->Then, V, Then) || !readsFirst(S->Else, V, Else))
        return false;
      Set = Then || Else;
    } else {
      bool Inside = false, Inner = false;
      forEachBlock(*S, [&](Block &Part) {
        Inside |= llvm::any_of(Part.Stmts, [&](const Stmt *T) { return mentions(*T, V); });
        Inner |= storesIn(Part, V) > 0;
      });
      if (Inner || (Inside && Set) || S->Var == V)
        return false;
    }
  }
  return true;
}

/// The innermost block of branches in Bl that holds all that mentions V.
static Block &blockOf(Block &Bl, const Variable *V) {
  Stmt *Only = nullptr;
  for (Stmt *S : Bl.Stmts)
    if (mentions(*S, V)) {
      if (Only || !S->is(StmtKind::If) || mentions(S->Value, V))
        return Bl;
      Only = S;
    }
  auto Mentions = [&](const Block &Part) {
    return llvm::any_of(Part.Stmts, [&](const Stmt *S) { return mentions(*S, V); });
  };
  if (!Only || (Mentions(Only->Then) && Mentions(Only->Else)))
    return Bl;
  return blockOf(Mentions(Only->Then) ? Only->Then : Only->Else, V);
}

/// Names them in Loop, which stands at At in Outer.
void Reverse::nameHandedOn(Stmt *Loop, const Block &Outer, size_t At) {
  VariableSet Assigned;
  analysis::assignedVariables(Loop->Then, Assigned);
  const auto Before = llvm::ArrayRef(Outer.Stmts).take_front(At);
  const auto Behind = llvm::ArrayRef(Outer.Stmts).drop_front(At + 1);
  for (const Stmt *D : Before) {
    Variable *V = D->is(StmtKind::Declare) ? D->Var : nullptr;
    const bool Number = V && D->Value && (V->Ty->isReal() || V->Ty->isInteger());
    if (!Number || !analysis::isScalarVariable(V) || V->Static || V->Counts || Active->active(V) ||
        !Assigned.contains(V) || analysis::countedLoop(*Loop)->Counter == V)
      continue;
    // An adjoint that asks for it as it was before the loop, or behind it.
    auto Asks = [&](const Stmt *S) { return S != D && mentions(*S, V); };
    bool Set = false;
    if (llvm::any_of(Before, Asks) || llvm::any_of(Behind, Asks) || !readsFirst(Loop->Then, V, Set))
      continue;
    Block &Bl = blockOf(Loop->Then, V);
    Variable *Was = local(V->Name + "_before", V->Ty, /*Const=*/true);
    Was->Temporary = true;
    auto First = llvm::find_if(Bl.Stmts, [&](const Stmt *S) { return mentions(*S, V); });
    Stmt *Name = B.declare(Was, B.var(V));
    Name->Loc = (*First)->Loc;
    walk(Bl, [&](Stmt *S) {
      const bool Stores = isStore(*S) && isVariable(S->Target, V);
      const Expr *Target = S->Target;
      rewrite(M, *S, [&](const Expr *E) { return isVariable(E, V) ? B.var(Was) : nullptr; });
      if (Stores)
        S->Target = Target;
    });
    Bl.Stmts.insert(First, Name);
    HandedOn[Loop].insert(V);
  }
}

/// Gives the result of a call that may be made at once, `total = g(x)`, a name of its own.
Stmt *Reverse::nameOfResult(Stmt *Call) {
  constexpr unsigned Apart = 512; // from the numbers of the call's own additions
  if (!Call->Var || Call->Declares || !Call->Var->Ty->isReal() || !Active->active(Call->Var) ||
      !onlyComputes(Call))
    return nullptr;
  Stmt *Store = B.assign(B.var(Call->Var), nullptr);
  Call->Var = local(Call->Callee->Name + "_value", Call->Var->Ty, /*Const=*/true);
  Call->Var->Temporary = true;
  Call->Declares = true;
  Store->Value = B.var(Call->Var);
  Store->Loc = Call->Loc;
  Store->Origin = Call->Origin ? Call->Origin + Apart : 0;
  return Store;
}

/// Does so in the loops of Outer that may be reversed at once.
void Reverse::nameHandedOn(Block &Outer) {
  if (&Outer == &Body) {
    walk(Body, [&](Stmt *S) {
      if (S->is(StmtKind::Loop) || S->is(StmtKind::If) || S->is(StmtKind::Call)) {
        const unsigned Number = Numbers.size() + 1;
        Numbers[S] = Number;
      }
    });
    if (Detached || NeedsGoto || Forward.Kind == Variant::Joint || !C.enabled("calls-at-once") ||
        Primal.Companions.count("checkpointed"))
      return;
  }
  for (size_t At = 0; At < Outer.Stmts.size(); ++At) {
    Stmt *S = Outer.Stmts[At];
    if (S->is(StmtKind::Call) && mayBeAtOnce(S))
      if (Stmt *Store = nameOfResult(S))
        Outer.Stmts.insert(Outer.Stmts.begin() + ++At, Store);
    bool Calls = false;
    walk(S->Then, [&](Stmt *In) { Calls |= In->is(StmtKind::Call) && onlyComputes(In); });
    walk(S->Else, [&](Stmt *In) { Calls |= In->is(StmtKind::Call) && onlyComputes(In); });
    const bool Counts = S->is(StmtKind::Loop) && analysis::countedLoop(*S);
    if (!Calls || !mayBeAtOnce(S) || !(S->is(StmtKind::If) || Counts))
      continue;
    if (Counts)
      nameHandedOn(S, Outer, At);
    nameHandedOn(S->Then);
    nameHandedOn(S->Else);
  }
}

/// The numbers that the iterations of Loop hand on, and that have names in each of them.
Reverse::VariableSet Reverse::handedOn(const Stmt *Loop) const { return HandedOn.lookup(Loop); }
