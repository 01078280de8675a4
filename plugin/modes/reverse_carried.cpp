//===- modes/reverse_carried.cpp - what an iteration starts from ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An iteration often computes from the state that it is handed, and changes that at its end:
//
//   const double k = f(u);
//   u += h * k;
//
// What was computed can be had again only from the state as it was. That gets a name where it is
// first read, `const double u_before = u;`: a number that never changes, of which the analyses of
// what to record and what to compute again know all that they need. It is recorded once, in place
// of everything that was made of it.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/uses.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether E is a number by name: a local variable, or a member of a local record.
static bool isNumberByName(const Expr *E) {
  if (!isPlace(E) || !E->Ty->isReal())
    return false;
  const Expr *Root = E;
  while (Root->is(ExprKind::Member))
    Root = Root->operand();
  const Variable *V = Root->is(ExprKind::Variable) ? Root->Var : nullptr;
  return V && V->Kind == Storage::Local && !V->AddressTaken && !V->Static && !V->Const &&
         !V->Ty->isReference() && (V->Ty->isReal() || (V->Ty->isRecord() && V->Ty->IsBytes));
}

/// Whether S may change Place, a number by name.
static bool mayChange(Stmt &S, const Expr *Place) {
  const Variable *Root = rootVariable(Place);
  bool Changes = false;
  Block Alone;
  Alone.add(&S);
  walk(Alone, [&](Stmt *In) {
    auto Meets = [&](const Expr *Target) {
      if (!Target || !isPlace(Target) || rootVariable(Target) != Root)
        return false;
      const bool Member = Target->is(ExprKind::Member) && Place->is(ExprKind::Member) &&
                          Target->operand()->is(ExprKind::Variable) &&
                          Place->operand()->is(ExprKind::Variable);
      return !Member || Target->Text == Place->Text;
    };
    Changes |= In->Var == Root || Meets(In->Target);
    for (const Expr *W : In->Writes)
      Changes |= Meets(W);
    if (!isStore(*In) && !In->is(StmtKind::Declare) && !In->is(StmtKind::If) &&
        !In->is(StmtKind::Loop) && !In->is(StmtKind::Block) && !In->is(StmtKind::Switch))
      forEachExpr(*In, [&](const Expr *E) { Changes |= mentions(E, Root); });
  });
  return Changes;
}

/// Whether the value of V may be needed again: it stands in a product, a quotient or a function.
static bool isFactor(const Block &Body, const Variable *V) {
  bool Is = false;
  walk(const_cast<Block &>(Body), [&](Stmt *S) {
    if (!isStore(*S) && !S->is(StmtKind::Declare))
      return;
    forEachExpr(*S, [&](const Expr *E) {
      walk(E, [&](const Expr *Sub) {
        const bool Product = Sub->is(ExprKind::Binary) && (Sub->Text == "*" || Sub->Text == "/");
        Is |= (Product || Sub->is(ExprKind::Primitive)) && mentions(Sub, V);
        return !Is;
      });
    });
  });
  return Is;
}

/// Gives a name to what the declarations in Body, that of a loop, make their values of before it
/// changes. Assigned: variables that are not constants.
void Reverse::nameCarried(Block &Body, const VariableSet &Assigned) {
  constexpr unsigned Apart = 1u << 25; // from the numbers of the user's statements
  VariableSet Own;
  walk(Body, [&](Stmt *S) {
    if (S->is(StmtKind::Declare) || S->Declares)
      Own.insert(S->Var);
  });
  for (size_t At = 0; At < Body.Stmts.size(); ++At) {
    Stmt *S = Body.Stmts[At];
    if (!S->is(StmtKind::Declare) || !S->Value || !S->Var->Ty->isReal() ||
        Assigned.contains(S->Var) || isNumberByName(S->Value) || !isFactor(Body, S->Var))
      continue;
    llvm::SmallVector<const Expr *, 4> Places;
    walk(S->Value, [&](const Expr *E) {
      const bool Named = isNumberByName(E) && !Own.contains(rootVariable(E));
      if (Named && llvm::none_of(Places, [&](const Expr *Other) { return equal(Other, E); }))
        Places.push_back(E);
      return !Named;
    });
    for (const Expr *Place : Places) {
      size_t End = At;
      while (End < Body.Stmts.size() && !mayChange(*Body.Stmts[End], Place))
        ++End;
      if (End == Body.Stmts.size())
        continue;
      Variable *Before = local(nameFor(Place) + "_before", Place->Ty, /*Const=*/true);
      Before->Temporary = true;
      Stmt *D = B.declare(Before, Place);
      D->Loc = S->Loc;
      D->Origin = S->Origin ? Apart + 16 * ++CarriedNames : 0;
      auto Name = [&](const Expr *E) -> const Expr * {
        return equal(E, Place) ? B.var(Before) : mayAskWhere(E) ? E : nullptr;
      };
      for (size_t I = At; I < End; ++I) {
        Block Alone;
        Alone.add(Body.Stmts[I]);
        walk(Alone, [&](Stmt *In) {
          if (!In->is(StmtKind::Call) && !In->is(StmtKind::Opaque)) // which may ask where it lies
            rewriteValues(M, *In, Name);
        });
      }
      if (isStore(*Body.Stmts[End]))
        Body.Stmts[End]->Value = rewriteValues(M, Body.Stmts[End]->Value, Name);
      Body.Stmts.insert(Body.Stmts.begin() + At, D);
      ++At;
    }
  }
}

void Reverse::nameCarried() {
  VariableSet Assigned;
  analysis::assignedVariables(Body, Assigned);
  walk(Body, [&](Stmt *S) {
    if (S->is(StmtKind::Loop))
      nameCarried(S->Then, Assigned);
  });
}
