//===- core/scopes.cpp - uses of variables out of their scopes ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/scopes.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"

using namespace ad::core;

namespace {
class Scopes {
public:
  void block(const Block &B);
  OutOfScope Found;

private:
  void look(const Stmt &S);
  void statement(const Stmt &S);
  /// B, whose variables end with it.
  void scoped(const Block &B) {
    const size_t Mark = Declared.size();
    block(B);
    leave(Mark);
  }
  void leave(size_t Mark) {
    for (; Declared.size() > Mark; Declared.pop_back())
      Visible.erase(Declared.back());
  }

  llvm::DenseSet<const Variable *> Visible;
  std::vector<const Variable *> Declared; ///< those in Visible, innermost last
};
} // namespace

/// The uses in S itself, and what it declares, which its value may name: `Node n{&n}`.
void Scopes::look(const Stmt &S) {
  auto Use = [&](const Variable *V) {
    if (V->Kind == Storage::Local && !Visible.contains(V) && !Found.At)
      Found = {&S, V};
  };
  const bool Declares = S.is(StmtKind::Declare) || S.Declares;
  if (S.Var && Declares && Visible.insert(S.Var).second)
    Declared.push_back(S.Var);
  else if (S.Var && !Declares)
    Use(S.Var);
  forEachExpr(S, [&](const Expr *E) {
    walk(E, [&](const Expr *Sub) {
      if (Sub->is(ExprKind::Variable))
        Use(Sub->Var);
      return !Found.At;
    });
  });
}

void Scopes::statement(const Stmt &S) {
  if (!S.is(StmtKind::Loop)) {
    look(S);
    scoped(S.Then);
    scoped(S.Else);
    for (const SwitchCase &Case : S.Cases)
      scoped(Case.Body);
    return;
  }
  const size_t Mark = Declared.size();
  block(S.Init);
  if (S.Form == LoopForm::DoWhile) {
    scoped(S.body());
    scoped(S.Step);
    block(S.Setup);
    look(S);
  } else {
    block(S.Setup);
    look(S);
    scoped(S.body());
    scoped(S.Step);
  }
  leave(Mark);
}

void Scopes::block(const Block &B) {
  for (const Stmt *S : B.Stmts)
    if (!Found.At)
      statement(*S);
}

OutOfScope ad::core::usedOutOfScope(const Function &F) {
  Scopes S;
  S.block(F.Body);
  return S.Found;
}
