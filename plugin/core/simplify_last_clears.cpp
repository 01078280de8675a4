//===- core/simplify_last_clears.cpp - adjoints that are done with --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What has handed on the adjoint of an element clears it, for the time that the element is used
// again. Where that does not come, there is nothing to clear.
//
// 1. Candidates: local arrays and vectors, and the last statement to mention one in the block that
//    declares it, if that is a loop whose iterations may run in any order.
// 2. The last statement to mention it in the loop, or in loops of that kind inside of it, clears an
//    element. No other iteration reads or sets it (Stmt::AnyOrder), and nothing else comes.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/simplify.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad::core;

/// Where the last statement of B to mention V is, if one from Begin on does.
static std::optional<size_t> lastMention(const Block &B, const Variable *V, size_t Begin = 0) {
  for (size_t At = B.Stmts.size(); At-- > Begin;)
    if (mentions(*B.Stmts[At], V))
      return At;
  return std::nullopt;
}

/// Takes out what clears V at the end of the iterations of Loop.
static bool dropIn(Stmt &Loop, const Variable *V) {
  if (!Loop.is(StmtKind::Loop) || !Loop.AnyOrder)
    return false;
  const std::optional<size_t> Last = lastMention(Loop.Then, V);
  if (!Last)
    return false;
  Stmt *S = Loop.Then.Stmts[*Last];
  const bool Clears = S->is(StmtKind::Assign) && S->Target->Ty->isReal() && !S->OldSize &&
                      rootVariable(S->Target) == V && Builder::isZero(S->Value);
  if (!Clears)
    return dropIn(*S, V);
  Loop.Then.Stmts.erase(Loop.Then.Stmts.begin() + *Last);
  return true;
}

static bool dropFrom(Block &B, const Uses &Known) {
  bool Any = false;
  for (size_t At = 0; At < B.Stmts.size(); ++At) {
    const Stmt &S = *B.Stmts[At];
    const Type *T = S.is(StmtKind::Declare) ? S.Var->Ty : nullptr;
    if (T && (T->isArray() || T->IsVector) && !S.Var->Shadow && Known.isPrivate(S.Var))
      if (const std::optional<size_t> Last = lastMention(B, S.Var, At + 1))
        Any |= dropIn(*B.Stmts[*Last], S.Var);
    forEachBlock(*B.Stmts[At], [&](Block &Inner) { Any |= dropFrom(Inner, Known); });
  }
  return Any;
}

bool ad::core::dropLastClears(Function &F) { return dropFrom(F.Body, Uses(F)); }
