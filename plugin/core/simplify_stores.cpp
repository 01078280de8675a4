//===- core/simplify_stores.cpp - stores that meet ------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The adjoint of an assignment takes the adjoint of its target, zeroes that, and adds to others:
// `t = p_bar; p_bar = 0; q_bar += t;`. Where the places are known to be distinct this is
// `q_bar += p_bar; p_bar = 0;`, and where they are one, `p_bar = t;` ends it.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/simplify.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad::core;

static bool zeroes(const Stmt &S) { return S.is(StmtKind::Assign) && Builder::isZero(S.Value); }

/// Whether the value of E can depend on what the place P holds.
static bool dependsOn(const Expr *E, const Expr *P, const Uses &Known) {
  const Variable *Root = rootVariable(P);
  if (Root && Known.isPrivate(Root))
    return mentions(E, Root);
  return Known.readsMemory(E);
}

/// `p = 0; p += e;`: makes of both `p = e;`.
static bool addsToZero(const Stmt &Zero, Stmt &Add, const Uses &Known) {
  if (!zeroes(Zero) || !Add.is(StmtKind::Accumulate) || !equal(Zero.Target, Add.Target) ||
      dependsOn(Add.Value, Add.Target, Known))
    return false;
  Add.Kind = StmtKind::Assign;
  return true;
}

/// `t = p; p = 0; q += e(t);`, t used nowhere else: makes of them `q += e(p); p = 0;`.
static bool movesOut(Module &M, Block &B, size_t At, const Uses &Known) {
  Stmt &Take = *B.Stmts[At], &Zero = *B.Stmts[At + 1], &Add = *B.Stmts[At + 2];
  if (!Take.is(StmtKind::Declare) || !Take.Value || !Take.Var->Temporary ||
      !Known.isPrivate(Take.Var) || Known.of(Take.Var).written() || Known.of(Take.Var).Reads != 1 ||
      Known.of(Take.Var).Declarations != 1)
    return false;
  if (!zeroes(Zero) || !equal(Take.Value, Zero.Target) || !isStore(Add) ||
      !mentions(Add.Value, Take.Var))
    return false;
  const Variable *From = rootVariable(Zero.Target), *To = rootVariable(Add.Target);
  bool Distinct = From && Known.isPrivate(From) && From != To && !mentions(Add.Target, From) &&
                  !mentions(Add.Value, From) && (!To || !mentions(Zero.Target, To));
  if (!Distinct)
    return false;
  Add.Value = rewrite(
      M, Add.Value, [&](const Expr *E) { return isVariable(E, Take.Var) ? Take.Value : nullptr; });
  std::swap(B.Stmts[At + 1], B.Stmts[At + 2]);
  B.Stmts.erase(B.Stmts.begin() + At);
  return true;
}

bool ad::core::mergeStores(Module &M, Function &F) {
  const Uses Known(F); // stays right: no statement here gains or loses a use of what it asks about
  return changeScopes(F.Body, [&](Block &B) {
    bool Changed = false;
    for (size_t At = 0; At + 1 < B.Stmts.size(); ++At) {
      if (addsToZero(*B.Stmts[At], *B.Stmts[At + 1], Known)) {
        B.Stmts.erase(B.Stmts.begin() + At);
        Changed = true;
      } else if (At + 2 < B.Stmts.size() && movesOut(M, B, At, Known)) {
        Changed = true;
      }
    }
    return Changed;
  });
}
