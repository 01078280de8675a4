//===- modes/own_arrays.cpp - arrays that iterations fill anew ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/own_arrays.h"
#include "plugin/analysis/scratch.h"
#include "plugin/core/builder.h"
#include "plugin/core/renaming.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;

namespace {

struct Mover {
  Module &M;
  Function &F;
  Block &Body;
  llvm::function_ref<bool(const Variable *)> Reached;

  /// Whether V is a small array: adjoints begin as zeros, all of their elements.
  bool isArray(const Variable *V) const {
    constexpr uint64_t Small = 64;
    uint64_t Count = 1;
    const Type *T = V->Ty;
    for (; T->isArray() && !T->IsVector && !T->IsStdArray; T = T->Element)
      Count *= T->Extent;
    return Count <= Small && V->Kind == Storage::Local && V->Ty->isArray() && T->isReal() &&
           !V->AddressTaken && !V->Static && !V->Constant && !Reached(V);
  }

  bool move(Block &Bl, size_t At);
  void moveAll(Block &Bl);
};

} // namespace

/// Moves the declaration Bl[At]; returns whether it did.
bool Mover::move(Block &Bl, size_t At) {
  Stmt *D = Bl.Stmts[At];
  llvm::SmallVector<Stmt *, 4> Users;
  for (Stmt *S : llvm::ArrayRef(Bl.Stmts).drop_front(At + 1))
    if (mentions(*S, D->Var))
      Users.push_back(S);
  if (Users.empty() || !llvm::all_of(Users, [&](Stmt *S) {
        return S->is(StmtKind::Loop) && analysis::isScratch(D->Var, *S, Body, M);
      }))
    return false;
  Bl.Stmts.erase(Bl.Stmts.begin() + At);
  for (Stmt *Loop : Users) {
    Stmt *Mine = D;
    if (Loop != Users.front()) {
      Mine = Builder(M).declare(another(F, D->Var), nullptr);
      Mine->Loc = D->Loc;
      rename(M, {Loop}, D->Var, Mine->Var);
    }
    Loop->Then.Stmts.insert(Loop->Then.Stmts.begin(), Mine);
  }
  return true;
}

void Mover::moveAll(Block &Bl) {
  for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
    Stmt *S = Bl.Stmts[I];
    if (S->is(StmtKind::Declare) && !S->Value && isArray(S->Var) && move(Bl, I))
      --I;
  }
  for (Stmt *S : Bl.Stmts)
    forEachBlock(*S, [&](Block &Part) { moveAll(Part); });
}

void modes::moveIntoLoops(Module &M, Function &F, Block &Body,
                          llvm::function_ref<bool(const Variable *)> Reached) {
  Mover{M, F, Body, Reached}.moveAll(Body);
}
