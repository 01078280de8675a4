//===- core/simplify_last_clears.cpp - adjoints that are done with --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What has handed on the adjoint of an element clears it, for the time that the element is used
// again. Where that does not come, there is nothing to clear.
//
// 1. Candidates: local arrays and vectors, and the last statement to mention one in the block that
//    declares it, if that is a loop whose iterations may run in any order, or each use elements of
//    their own, those that the loop's counter tells.
//    A vector of a local object gets no size where nothing mentions the object any more.
// 2. A statement of the loop, or of loops of that kind inside of it, clears an element that nothing
//    behind it in the loop mentions. No other iteration reads or sets it, and nothing else comes.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/places.h"
#include "plugin/core/simplify.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

/// Where the last statement of B to mention V is, if one from Begin on does.
static std::optional<size_t> lastMention(const Block &B, const Variable *V, size_t Begin = 0) {
  for (size_t At = B.Stmts.size(); At-- > Begin;)
    if (mentions(*B.Stmts[At], V))
      return At;
  return std::nullopt;
}

/// Whether Loop counts, and each of its iterations uses the elements V[counter] alone.
static bool usesOwnElements(const Stmt &Loop, const Variable *V) {
  if (Loop.Form != LoopForm::For || !Loop.Setup.empty() || Loop.Init.Stmts.size() != 1 ||
      mentions(*Loop.Init.Stmts[0], V) || (Loop.Value && mentions(Loop.Value, V)) ||
      !Loop.Init.Stmts[0]->is(StmtKind::Declare) || !Loop.Init.Stmts[0]->Var->Ty->isInteger())
    return false;
  const Variable *Counter = Loop.Init.Stmts[0]->Var;
  auto Steps = [&](const Block &In) {
    return !In.empty() && In.Stmts[0]->is(StmtKind::Accumulate) &&
           isVariable(In.Stmts[0]->Target, Counter) &&
           (In.Stmts[0]->Value->is(ExprKind::Unary) ? In.Stmts[0]->Value->operand()
                                                    : In.Stmts[0]->Value)
               ->is(ExprKind::Literal);
  };
  const bool Counts = Loop.Step.empty() ? Steps(Loop.Then) : Loop.Step.Stmts.size() == 1;
  bool Own = Counts && (Loop.Step.empty() || Steps(Loop.Step));
  Block Body = Loop.Then;
  if (Own && Loop.Step.empty())
    Body.Stmts.erase(Body.Stmts.begin());
  std::function<void(const Expr *)> See = [&](const Expr *E) {
    if (!E) // any element of what is written
      return;
    if (E->is(ExprKind::Subscript) && isVariable(E->operand(0), V)) {
      Own &= isVariable(E->operand(1), Counter);
      return;
    }
    Own &= !isVariable(E, V);
    llvm::for_each(E->Operands, See);
  };
  walk(Body, [&](Stmt *S) {
    Own &= !(S->Target && isVariable(S->Target, Counter)) && S->Var != V;
    forEachExpr(*S, See);
    llvm::for_each(S->Writes, See);
    for (const Expr *W : S->Writes)
      Own &= !mentions(W, Counter);
    Own &= !(S->is(StmtKind::Call) && mentions(*S, Counter));
  });
  return Own;
}

/// Takes out what clears V at the end of the iterations of Loop.
static bool dropIn(Stmt &Loop, const Variable *V, const Places &Known) {
  if (!Loop.is(StmtKind::Loop) || !(Loop.AnyOrder || usesOwnElements(Loop, V)))
    return false;
  const std::optional<size_t> Last = lastMention(Loop.Then, V);
  if (!Last)
    return false;
  std::vector<Stmt *> &Stmts = Loop.Then.Stmts;
  bool Any = false;
  for (size_t At = *Last + 1; At-- > 0;) {
    const Stmt &S = *Stmts[At];
    const bool Clears = S.is(StmtKind::Assign) && S.Target->Ty->isReal() && !S.OldSize &&
                        rootVariable(S.Target) == V && Builder::isZero(S.Value);
    if (!Clears)
      continue;
    const bool Done = llvm::none_of(llvm::drop_begin(Stmts, At + 1), [&](const Stmt *Later) {
      return mentions(*Later, V) &&
             (Known.mayUse(*Later, S.Target) || Known.mayAddTo(*Later, S.Target) ||
              Known.mayChange(*Later, S.Target));
    });
    if (Done) {
      Stmts.erase(Stmts.begin() + At);
      Any = true;
    }
  }
  return Any || dropIn(*Stmts[*Last], V, Known);
}

/// Whether S gives a vector in V another size, and does nothing else.
static bool sizes(const Stmt &S, const Variable *V) {
  const bool Text = S.is(StmtKind::Opaque) && (S.Text == "$0.resize($1)" || S.Text == "$0.clear()");
  return Text && rootVariable(S.Operands[0]) == V && S.Operands[0]->Ty->IsVector &&
         !S.Operands[0]->Ty->Owns &&
         llvm::all_of(llvm::drop_begin(S.Operands), [](const Expr *E) { return removable(E); });
}

/// Takes out what gives vectors in V, which B declares ahead of Begin, their last sizes.
static bool dropSizes(Block &B, size_t Begin, const Variable *V) {
  bool Any = false;
  if (llvm::any_of(B.Stmts, [](const Stmt *S) { return jumps(*S); })) // it may be come back to
    return false;
  for (std::optional<size_t> Last; (Last = lastMention(B, V, Begin)); Any = true) {
    if (!sizes(*B.Stmts[*Last], V))
      break;
    B.Stmts.erase(B.Stmts.begin() + *Last);
  }
  return Any;
}

static bool dropFrom(Block &B, const Places &Known) {
  bool Any = false;
  for (size_t At = 0; At < B.Stmts.size(); ++At) {
    const Stmt &S = *B.Stmts[At];
    const Type *T = S.is(StmtKind::Declare) ? S.Var->Ty : nullptr;
    if (T && holdsVector(T) && !S.Var->Static && Known.uses().isPrivate(S.Var))
      Any |= dropSizes(B, At + 1, S.Var);
    if (T && (T->isArray() || T->IsVector) && !S.Var->Shadow && Known.uses().isPrivate(S.Var))
      if (const std::optional<size_t> Last = lastMention(B, S.Var, At + 1))
        Any |= dropIn(*B.Stmts[*Last], S.Var, Known);
    forEachBlock(*B.Stmts[At], [&](Block &Inner) { Any |= dropFrom(Inner, Known); });
  }
  return Any;
}

bool ad::core::dropLastClears(Function &F) { return dropFrom(F.Body, Places(F)); }
