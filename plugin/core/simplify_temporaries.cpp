//===- core/simplify_temporaries.cpp - names that nobody needs ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/simplify.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

class Substitution {
public:
  Substitution(Module &M, Function &F) : M(M), F(F), Known(F) {}
  bool run();

private:
  const Expr *valueOf(const Stmt &Declaration);
  void replaceIn(Stmt &S, const Variable *V, const Expr *By);
  bool isUnchanging(const Expr *E) const;
  bool leaves(const Stmt &S, const Expr *Value) const;
  bool tryOnce(Block &B, size_t At);

  Module &M;
  Function &F;
  Uses Known;
};

} // namespace

/// What stands for the variable: its value, converted as the declaration converts it.
const Expr *Substitution::valueOf(const Stmt &Declaration) {
  return Builder(M).cast(Declaration.Var->Ty, Declaration.Value);
}

void Substitution::replaceIn(Stmt &S, const Variable *V, const Expr *By) {
  rewrite(M, S, [&](const Expr *E) { return isVariable(E, V) ? By : nullptr; });
  // The value may bring its sign along.
  auto IsNegated = [](const Expr *E) { return E->is(ExprKind::Unary) && E->Text == "-"; };
  if (isStore(S) && IsNegated(S.Value) && IsNegated(S.Value->operand()))
    S.Value = S.Value->operand()->operand();
}

/// A literal, or a variable that keeps its value for life.
bool Substitution::isUnchanging(const Expr *E) const {
  if (E->is(ExprKind::Literal))
    return true;
  if (!E->is(ExprKind::Variable) || !E->Ty->isScalar())
    return false;
  const Variable *V = E->Var;
  if (V->Kind == Storage::Parameter)
    return !V->Ty->isReference() && !V->AddressTaken && !Known.of(V).Escapes &&
           !Known.of(V).written();
  return Known.isPrivate(V) && Known.of(V).Declarations == 1 && !Known.of(V).written();
}

/// Whether Value is the same before and after S.
bool Substitution::leaves(const Stmt &S, const Expr *Value) const {
  switch (S.Kind) {
  case StmtKind::Declare:
  case StmtKind::Comment:
  case StmtKind::Record:
    return true;
  case StmtKind::Assign:
  case StmtKind::Accumulate: {
    const Variable *Root = rootVariable(S.Target);
    if (Root && Known.isPrivate(Root))
      return !mentions(Value, Root);
    return !Known.readsMemory(Value) && (!Root || !mentions(Value, Root));
  }
  default:
    return false;
  }
}

/// Whether S evaluates what it holds exactly once, before it changes anything.
static bool evaluatesFirst(const Stmt &S) {
  switch (S.Kind) {
  case StmtKind::Declare:
  case StmtKind::Assign:
  case StmtKind::Accumulate:
  case StmtKind::Call:
  case StmtKind::If:
  case StmtKind::Switch:
  case StmtKind::Return:
  case StmtKind::Record:
  case StmtKind::RecordArray:
    return true;
  default:
    return false;
  }
}

bool Substitution::tryOnce(Block &B, size_t At) {
  Stmt &Declaration = *B.Stmts[At];
  const Variable *V = Declaration.Var;
  if (!Declaration.is(StmtKind::Declare) || !V->Temporary || !Declaration.Value ||
      !V->Ty->isScalar() || !Known.isPrivate(V) || Known.of(V).written() || Known.of(V).Lent ||
      Known.of(V).Declarations != 1)
    return false;
  const Expr *Value = valueOf(Declaration);
  if (isUnchanging(Value)) {
    walk(F.Body, [&](Stmt *S) { replaceIn(*S, V, Value); });
  } else {
    if (Known.of(V).Reads != 1)
      return false;
    size_t User = At + 1;
    auto Mentions = [&](const Stmt &S) {
      bool Found = false;
      forEachExpr(S, [&](const Expr *E) { Found |= mentions(E, V); });
      return Found;
    };
    while (User < B.Stmts.size() && !Mentions(*B.Stmts[User]) && leaves(*B.Stmts[User], Value))
      ++User;
    if (User == B.Stmts.size() || !evaluatesFirst(*B.Stmts[User]) || !Mentions(*B.Stmts[User]))
      return false;
    replaceIn(*B.Stmts[User], V, Value);
  }
  B.Stmts.erase(B.Stmts.begin() + At);
  return true;
}

bool Substitution::run() {
  return changeScopes(F.Body, [&](Block &B) {
    bool Changed = false;
    for (size_t At = 0; At < B.Stmts.size();) {
      if (!tryOnce(B, At)) {
        ++At;
        continue;
      }
      Known = Uses(F);
      Changed = true;
    }
    return Changed;
  });
}

bool ad::core::substituteTemporaries(Module &M, Function &F) { return Substitution(M, F).run(); }
