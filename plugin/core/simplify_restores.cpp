//===- core/simplify_restores.cpp - versions that are only read back ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The reverse sweep takes an old version of a variable back, `v = v_at[i];`, before adjoints read
// it. Where only one of them does, it may as well read the array itself; and where the version has
// a name that keeps its value, `v = v_before;`, all of them read that.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/liveness.h"
#include "plugin/core/places.h"
#include "plugin/core/simplify.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

class Restores {
public:
  Restores(Module &M, Function &F) : M(M), F(F), Known(F), AtEnd(liveAtEnds(F)) {}
  bool run();

private:
  bool keepsValue(const Expr *E, const Block &Bl) const;
  bool tryOnce(Block &B, size_t At);

  Module &M;
  Function &F;
  Places Known;
  LiveAtEnds AtEnd;
};

} // namespace

/// Whether S, or what is nested in it, may give V another value.
static bool writes(const Stmt &S, const Variable *V) {
  bool Writes = false;
  auto Visit = [&](const Stmt &T) {
    bool Unclear = T.is(StmtKind::Call) || T.is(StmtKind::Opaque) || jumps(T);
    Writes |=
        T.Var == V || (T.Target && rootVariable(T.Target) == V) || (Unclear && mentions(T, V));
  };
  Visit(S);
  forEachBlock(const_cast<Stmt &>(S), [&](Block &B) { walk(B, [&](Stmt *T) { Visit(*T); }); });
  return Writes;
}

static unsigned countReads(const Stmt &S, const Variable *V) {
  unsigned Count = 0;
  forEachExpr(S, [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      Count += isVariable(Sub, V);
      return true;
    });
  });
  return Count;
}

/// A local that is given its value once, at the top of the function or of the block itself.
bool Restores::keepsValue(const Expr *E, const Block &Bl) const {
  if (!E->is(ExprKind::Variable) || !Known.uses().isPrivate(E->Var))
    return false;
  const Use &Of = Known.uses().of(E->Var);
  auto Declares = [&](const Stmt *S) {
    return S->is(StmtKind::Declare) && S->Var == E->Var && S->Value;
  };
  return Of.Declarations == 1 && !Of.written() &&
         (llvm::any_of(F.Body.Stmts, Declares) || llvm::any_of(Bl.Stmts, Declares));
}

bool Restores::tryOnce(Block &B, size_t At) {
  Stmt &Restore = *B.Stmts[At];
  if (!Restore.is(StmtKind::Assign) || !Restore.Target->is(ExprKind::Variable))
    return false;
  const Variable *V = Restore.Target->Var;
  const Expr *Value = Restore.Value;
  if (!V->Ty->isScalar() || !Known.uses().isPrivate(V) || Value->Ty != V->Ty)
    return false;
  bool IsName = keepsValue(Value, B);
  if (!IsName && !Known.isSlot(Value))
    return false;
  // 1. The statements that see this version: up to the next one, or to the end of the block.
  size_t End = At + 1;
  bool Overwritten = false;
  for (; End < B.Stmts.size() && !Overwritten; ++End) {
    const Stmt &S = *B.Stmts[End];
    if (S.is(StmtKind::Assign) && isVariable(S.Target, V))
      Overwritten = true; // its value still reads the old version
    else if (writes(S, V))
      return false;
  }
  auto Live = AtEnd.find(&B);
  if (!Overwritten && (Live == AtEnd.end() || Live->second.contains(V)))
    return false;
  // 2. What reads it.
  for (size_t I = At + 1; I < End; ++I)
    if (!B.Stmts[I]->is(StmtKind::Return) && Known.mayChange(*B.Stmts[I], Value))
      return false;
  if (!IsName) {
    unsigned Reads = 0;
    for (size_t I = At + 1; I < End; ++I) {
      Stmt &S = *B.Stmts[I];
      unsigned Here = countReads(S, V);
      if (isStore(S) && isVariable(S.Target, V))
        --Here; // written, not read
      bool Plain = isStore(S) || S.is(StmtKind::Declare) || S.is(StmtKind::Record);
      if ((Here == 0 && !isStore(S) && mentions(S, V)) || (Here && !Plain))
        return false;
      Reads += Here;
    }
    if (Reads != 1)
      return false;
  }
  for (size_t I = At + 1; I < End; ++I) {
    Stmt &S = *B.Stmts[I];
    auto Replace = [&](Stmt &T) {
      const Expr *Target = T.Target;
      bool Stores = Target && isVariable(Target, V);
      rewrite(M, T, [&](const Expr *E) { return isVariable(E, V) ? Value : nullptr; });
      if (Stores)
        T.Target = Target;
    };
    Replace(S);
    forEachBlock(S, [&](Block &Inner) { walk(Inner, [&](Stmt *T) { Replace(*T); }); });
  }
  B.Stmts.erase(B.Stmts.begin() + At);
  return true;
}

bool Restores::run() {
  return changeScopes(F.Body, [&](Block &B) {
    bool Changed = false;
    for (size_t At = 0; At < B.Stmts.size();) {
      if (!tryOnce(B, At)) {
        ++At;
        continue;
      }
      Known = Places(F);
      Changed = true;
    }
    return Changed;
  });
}

bool ad::core::readVersionsInPlace(Module &M, Function &F) { return Restores(M, F).run(); }
