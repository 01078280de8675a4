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
#include "plugin/core/liveness.h"
#include "plugin/core/places.h"
#include "plugin/core/simplify.h"
#include "plugin/core/walk.h"

using namespace ad::core;

static bool zeroes(const Stmt &S) { return S.is(StmtKind::Assign) && Builder::isZero(S.Value); }

/// `p = 0; p += e;`: makes of both `p = e;`.
static bool addsToZero(const Stmt &Zero, Stmt &Add, const Places &Known) {
  if (!zeroes(Zero) || !Add.is(StmtKind::Accumulate) || !equal(Zero.Target, Add.Target) ||
      Known.reads(Add.Value, Add.Target))
    return false;
  Add.Kind = StmtKind::Assign;
  return true;
}

/// `t = p; p = 0; q += e(t);`, t used there and perhaps once more: puts `p = 0;` behind that. So
/// too where t is `p + s` and used once.
static bool movesOut(Block &B, size_t At, const Places &Known) {
  const Stmt &Take = *B.Stmts[At];
  Stmt *Zero = B.Stmts[At + 1];
  if (!Take.is(StmtKind::Declare) || !Take.Value || !Take.Var->Temporary || !zeroes(*Zero))
    return false;
  const bool IsPlace = equal(Take.Value, Zero->Target);
  if (!IsPlace && !Known.reads(Take.Value, Zero->Target))
    return false;
  size_t Last = 0;
  unsigned Users = 0;
  for (size_t I = At + 2; I < B.Stmts.size(); ++I)
    if (mentions(*B.Stmts[I], Take.Var)) {
      if (!isStore(*B.Stmts[I]) && (IsPlace || !B.Stmts[I]->is(StmtKind::Declare)))
        return false;
      Last = I;
      ++Users;
    }
  if (Users == 0 || Users > (IsPlace ? 2u : 1u))
    return false;
  for (size_t I = At + 2; I <= Last; ++I) {
    const Stmt &S = *B.Stmts[I];
    if (Known.mayUse(S, Zero->Target) || Known.mayAddTo(S, Zero->Target) ||
        Known.mayChange(S, Zero->Target))
      return false;
  }
  B.Stmts.insert(B.Stmts.begin() + Last + 1, Zero);
  B.Stmts.erase(B.Stmts.begin() + At + 1);
  return true;
}

/// `k[2] = 0;` of a local array, of which nobody reads that element any more.
static bool isDeadPart(const Block &B, size_t At, const Places &Known, const LiveAtEnds &AtEnd) {
  const Stmt &S = *B.Stmts[At];
  if (!isStore(S) || S.OldSize || S.Target->is(ExprKind::Variable))
    return false;
  const Variable *V = rootVariable(S.Target);
  bool Plain = V && isTracked(V, Known.uses()) && (V->Ty->isArray() || V->Ty->isRecord()) &&
               V->Ty->TrivialDestroy && !holdsVector(V->Ty);
  if (!Plain || !removable(S.Target) || !removable(S.Value))
    return false;
  for (size_t I = At + 1; I < B.Stmts.size(); ++I) {
    const Stmt &Later = *B.Stmts[I];
    if (Later.is(StmtKind::Return))
      return !Later.Value || !Known.reads(Later.Value, S.Target);
    if (Known.mayUse(Later, S.Target))
      return false;
  }
  auto Live = AtEnd.find(&B);
  return Live != AtEnd.end() && !Live->second.contains(V);
}

bool ad::core::mergeStores(Function &F) {
  const Places Known(
      F); // stays right: no statement here gains or loses a use of what it asks about
  const LiveAtEnds AtEnd = liveAtEnds(F); // this too
  return changeScopes(F.Body, [&](Block &B) {
    bool Changed = false;
    for (size_t At = B.Stmts.size(); At-- > 0;)
      if (isDeadPart(B, At, Known, AtEnd)) {
        B.Stmts.erase(B.Stmts.begin() + At);
        Changed = true;
      }
    for (size_t At = 0; At + 1 < B.Stmts.size(); ++At) {
      if (addsToZero(*B.Stmts[At], *B.Stmts[At + 1], Known)) {
        B.Stmts.erase(B.Stmts.begin() + At);
        Changed = true;
      } else if (At + 2 < B.Stmts.size() && movesOut(B, At, Known)) {
        Changed = true;
      }
    }
    return Changed;
  });
}
