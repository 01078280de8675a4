//===- core/simplify_branches.cpp - branches that follow each other -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A branch of an iteration that is reversed at once, and its adjoint, ask the same:
//
//   if (c) { a; }
//   if (c) { b; }          if (c) { a; b; }
//
// They become one if nothing in the first changes the condition, or leaves.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/places.h"
#include "plugin/core/simplify.h"
#include "plugin/core/walk.h"

using namespace ad::core;

/// The declaration of V among the statements of B, not of blocks in it.
static const Stmt *declarationOf(const Variable *V, const Block &B) {
  for (const Stmt *S : B.Stmts)
    if (S->Var == V && (S->is(StmtKind::Declare) || S->Declares))
      return S;
  return nullptr;
}

/// Appends More to B. What both declare (a value that the adjoint computes again) must be the same
/// constant, and is declared once; false if that is not so.
static bool append(Block &B, const Block &More, const Places &Known) {
  llvm::SmallVector<Stmt *, 8> Rest;
  for (Stmt *S : More.Stmts) {
    const Variable *V = S->is(StmtKind::Declare) || S->Declares ? S->Var : nullptr;
    const Stmt *First = V ? declarationOf(V, B) : nullptr;
    if (!First) {
      Rest.push_back(S);
      continue;
    }
    const bool Same = First->is(StmtKind::Declare) && S->is(StmtKind::Declare) && First->Value &&
                      S->Value && equal(First->Value, S->Value) && storesIn(B, V) == 1 &&
                      storesIn(More, V) == 1;
    if (!Same)
      return false;
    bool Behind = false;
    for (const Stmt *In : B.Stmts) {
      if (Behind && Known.mayChange(*In, First->Value))
        return false;
      Behind |= In == First;
    }
    for (const Stmt *In : More.Stmts) {
      if (In == S)
        break;
      if (Known.mayChange(*In, First->Value))
        return false;
    }
  }
  B.Stmts.insert(B.Stmts.end(), Rest.begin(), Rest.end());
  return true;
}

static bool mergeIn(Block &B, const Places &Known) {
  bool Any = false;
  for (size_t At = 0; At < B.Stmts.size(); ++At) {
    Stmt *S = B.Stmts[At];
    while (S->is(StmtKind::If) && At + 1 < B.Stmts.size()) {
      Stmt *Next = B.Stmts[At + 1];
      if (!Next->is(StmtKind::If) || !equal(S->Value, Next->Value) ||
          Known.mayChange(*S, S->Value) || jumps(*S) || jumps(*Next))
        break;
      Block Then = S->Then, Else = S->Else;
      if (!append(Then, Next->Then, Known) || !append(Else, Next->Else, Known))
        break;
      S->Then = std::move(Then);
      S->Else = std::move(Else);
      B.Stmts.erase(B.Stmts.begin() + At + 1);
      Any = true;
    }
    forEachBlock(*S, [&](Block &Inner) { Any |= mergeIn(Inner, Known); });
  }
  return Any;
}

bool ad::core::mergeBranches(Function &F) { return mergeIn(F.Body, Places(F)); }
