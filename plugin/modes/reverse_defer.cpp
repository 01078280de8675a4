//===- modes/reverse_defer.cpp - results that are stored last -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `*out = e;` at the end of a function may change what was read before: *out may lie in an array of
// the caller's. As the value that a function returns does, the store waits for the end of the
// reverse sweep, which finds all that was read where it was.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// A number to which a parameter leads.
static bool isResult(const Expr *Place) {
  auto IsParameter = [](const Expr *E) {
    return E->is(ExprKind::Variable) && E->Var->Kind == Storage::Parameter;
  };
  if (!Place->Ty->nonReference()->isReal())
    return false;
  if (IsParameter(Place))
    return Place->Var->Ty->isReference();
  const bool Element = Place->is(ExprKind::Subscript) && Place->operand(1)->is(ExprKind::Literal);
  return (Element || Place->is(ExprKind::Dereference)) && IsParameter(Place->operand()) &&
         Place->operand()->Ty->isPointer();
}

/// Whether E reads what pointers or references lead to.
static bool readsMemory(const Expr *E) {
  bool Reads = false;
  walk(E, [&](const Expr *Sub) {
    Reads |= Sub->is(ExprKind::Opaque) ||
             (isPlace(Sub) && (!Sub->is(ExprKind::Variable) || Sub->Var->Ty->isReference()));
    return !Reads;
  });
  return Reads;
}

/// Gives what S stores a name: the declaration.
Stmt *Reverse::nameResult(Stmt &S) {
  const Variable *Root = rootVariable(S.Target);
  Variable *V = local((Root ? Root : S.Target->operand()->Var)->Name + "_value",
                      S.Target->Ty->nonReference(), /*Const=*/true);
  V->Temporary = true;
  Stmt *Declare = B.declare(V, S.Value);
  Declare->Loc = S.Loc;
  S.Value = B.var(V);
  return Declare;
}

/// Finds the stores at the end of the body that can wait. What they store gets a name where they
/// stand, if it has none.
void Reverse::deferResults() {
  if (Detached || NeedsGoto || !hasLoop(Body) || Forward.Kind == Variant::Joint ||
      !C.enabled("defer"))
    return;
  size_t I = Body.Stmts.size();
  if (I && Body.Stmts[I - 1]->is(StmtKind::Return)) {
    --I;
    if (Body.Stmts[I]->Value && readsMemory(Body.Stmts[I]->Value))
      return;
  }
  while (I-- > 0) {
    Stmt *S = Body.Stmts[I];
    if (!S->is(StmtKind::Assign) || S->OldSize || !isResult(S->Target))
      return;
    const bool Last = readsMemory(S->Value); // what stores before it leave
    if (!S->Value->is(ExprKind::Variable) || !analysis::isScalarVariable(S->Value->Var) ||
        S->Value->Ty != S->Target->Ty)
      Body.Stmts.insert(Body.Stmts.begin() + I, nameResult(*S));
    Deferred.insert(Deferred.begin(), S);
    if (Last)
      return;
  }
}

/// What To, the whole companion, has left in Value; that loses its name where it needs none.
const Expr *Reverse::unnamed(Variable *Value, Block &To) {
  for (size_t I = 0; I < To.Stmts.size() && !Hoisted.contains(Value); ++I) {
    Stmt *S = To.Stmts[I];
    const Expr *Is = S->is(StmtKind::Declare) && S->Var == Value ? S->Value : nullptr;
    if (!Is)
      continue;
    Block Behind;
    Behind.Stmts.assign(To.Stmts.begin() + I + 1, To.Stmts.end());
    // A value that is left alone from here on needs no second name.
    const bool Named = Is->is(ExprKind::Variable) && Is->Ty == Value->Ty &&
                       (Is->Var->Kind == Storage::Local || !Is->Var->Ty->isReference()) &&
                       analysis::isScalarVariable(Is->Var) && storesIn(Behind, Is->Var) == 0;
    const bool Read =
        llvm::any_of(Behind.Stmts, [&](const Stmt *Each) { return mentions(*Each, Value); });
    if ((!Named && !Is->is(ExprKind::Literal)) || Read || storesIn(Behind, Value) != 0)
      break;
    To.Stmts.erase(To.Stmts.begin() + I);
    return Is;
  }
  return B.var(Value);
}

/// To is the forward sweep: what the reverse sweep overwrites gets a name of its own.
void Reverse::keepResults(Block &To) {
  for (Stmt *S : Deferred)
    if (Restored.contains(S->Value->Var) || Hoisted.contains(S->Value->Var))
      To.add(nameResult(*S));
}

/// Stores the results, at the end of To.
void Reverse::finishResults(Block &To) {
  for (Stmt *S : Deferred) {
    Stmt *Store = B.assign(S->Target, unnamed(S->Value->Var, To));
    Store->Loc = S->Loc;
    To.add(Store);
  }
}
