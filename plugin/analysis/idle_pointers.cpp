//===- analysis/idle_pointers.cpp - pointers without derivatives ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// All local pointers are idle at first. Those that occur where a number or an address goes
// elsewhere are not: in values, other than conditions and integers; in places that are written to;
// in arguments; in text. A pointer that such a pointer is made from is not, either.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/idle_pointers.h"
#include "plugin/analysis/activity.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/SetVector.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

namespace {

class Idle {
public:
  explicit Idle(Function &F) {
    for (Variable &V : F.Locals)
      if (V.Kind == Storage::Local && V.Ty->isPointer() && V.Ty->Differentiable &&
          !V.AddressTaken && !V.Constant && !V.Static)
        Left.insert(&V);
    if (Left.empty())
      return;
    walk(F.Body, [&](Stmt *S) { see(*S); });
    while (!Gone.empty()) {
      const Variable *V = Gone.pop_back_val();
      for (const auto &[To, From] : Made)
        if (To == V)
          lose(From);
    }
    for (Variable *V : Left)
      V->Constant = true;
  }

private:
  llvm::SmallSetVector<Variable *, 8> Left;
  llvm::SmallVector<const Variable *, 8> Gone; ///< not idle, and not followed yet
  /// What a pointer is made from.
  llvm::SmallVector<std::pair<const Variable *, const Variable *>, 8> Made;

  void lose(const Variable *V) {
    if (Left.remove(const_cast<Variable *>(V)))
      Gone.push_back(V);
  }

  void loseIn(const Expr *E) {
    llvm::SmallVector<const Variable *, 4> Roots;
    carriers(E, Roots);
    llvm::for_each(Roots, [&](const Variable *V) { lose(V); });
  }

  /// The value or place E goes somewhere.
  void seeExpr(const Expr *E) {
    if (!E->Ty || E->Ty->Differentiable)
      loseIn(E);
    walk(E, [&](const Expr *Sub) {
      if (Sub->is(ExprKind::Opaque)) // nobody knows what becomes of it
        for (const Expr *Op : Sub->Operands)
          if (!Op->Ty || Op->Ty->nonReference()->Differentiable)
            loseIn(Op);
      return true;
    });
  }

  void see(Stmt &S) {
    if (S.is(StmtKind::Call) && S.Var) // what comes back leads where the callee says
      lose(S.Var);
    const Variable *To = S.is(StmtKind::Declare) ? S.Var
                         : S.Target && S.Target->is(ExprKind::Variable) &&
                                 (S.is(StmtKind::Assign) || S.is(StmtKind::Accumulate))
                             ? S.Target->Var
                             : nullptr;
    if (!To || !Left.contains(const_cast<Variable *>(To)))
      return forEachExpr(S, [&](const Expr *E) { seeExpr(E); });
    if (!S.Value || !S.Value->Ty || !S.Value->Ty->isPointer())
      return;
    llvm::SmallVector<const Variable *, 4> Roots;
    carriers(S.Value, Roots);
    for (const Variable *From : Roots)
      if (From != To)
        Made.push_back({To, From});
    walk(S.Value, [&](const Expr *Sub) {
      if (!Sub->is(ExprKind::Opaque))
        return true;
      lose(To); // what makes it may do more: find or make an element of a map
      seeExpr(Sub);
      return true;
    });
  }
};

} // namespace

void analysis::markIdlePointers(Function &F) { Idle Marked(F); }
