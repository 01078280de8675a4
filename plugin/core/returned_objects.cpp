//===- core/returned_objects.cpp - what functions return by value ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/returned_objects.h"
#include "plugin/core/builder.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

namespace {

class Joining {
public:
  Joining(Module &M, Function &F) : M(M), F(F), Known(F), B(M) {}
  bool run();

private:
  bool isOwn(const Variable *V) const;
  bool ends(const Block &Bl, size_t At, const Variable *V) const;
  void replace(const Variable *V, Variable *By);

  Module &M;
  Function &F;
  const Uses Known;
  Builder B;
  llvm::DenseSet<const Variable *> Led; ///< text may have made pointers or iterators into these
};

} // namespace

/// Whether V is an object to which its name alone leads.
bool Joining::isOwn(const Variable *V) const {
  const Type *T = V->Ty;
  const auto IsVector = [](const Type *T) {
    return T->IsVector && llvm::StringRef(T->Spelling).starts_with("std::vector<");
  };
  const bool Rows = IsVector(T) && IsVector(T->Element) && T->Element->Element->isReal();
  const bool Vector = Rows || (IsVector(T) && !holdsVector(T->Element));
  const bool Plain = (T->isRecord() || T->IsStdArray) && T->TrivialCopy && !holdsVector(T);
  return (Vector || Plain) && !T->Owns && !holdsMap(T) && V->Kind == Storage::Local &&
         !V->AddressTaken && !V->Static && !V->Shadow && !Known.of(V).Escapes && !Led.contains(V) &&
         !Known.isNamedInText(V) && Known.of(V).Declarations == 1;
}

/// Whether V is declared in the block Bl ahead of the statement At, and not mentioned behind it.
bool Joining::ends(const Block &Bl, size_t At, const Variable *V) const {
  const auto *Begin = Bl.Stmts.data();
  const bool Here = llvm::any_of(llvm::ArrayRef(Begin, At), [&](const Stmt *S) {
    return S->is(StmtKind::Declare) && S->Var == V;
  });
  return Here && llvm::none_of(llvm::ArrayRef(Begin + At + 1, Bl.Stmts.size() - At - 1),
                               [&](const Stmt *S) { return mentions(*S, V); });
}

void Joining::replace(const Variable *V, Variable *By) {
  By->Const &= V->Const;
  walk(F.Body, [&](Stmt *S) {
    rewrite(M, *S, [&](const Expr *E) { return isVariable(E, V) ? B.var(By) : nullptr; });
    if (S->Var == V && !S->is(StmtKind::Declare))
      S->Var = By;
  });
}

static void exchangeNames(Variable &A, Variable &B) {
  std::swap(A.Name, B.Name);
  std::swap(A.Wanted, B.Wanted);
}

bool Joining::run() {
  llvm::DenseMap<const Variable *, Variable *> Counters;
  walk(F.Body, [&](Stmt *S) {
    forEachExpr(*S, [&](const Expr *Whole) {
      walk(Whole, [&](const Expr *E) {
        if (E->is(ExprKind::Opaque) && !E->Ty->isReal() && !E->Ty->isInteger())
          walk(E, [&](const Expr *Sub) {
            if (Sub->is(ExprKind::Variable))
              Led.insert(Sub->Var);
            return true;
          });
        return true;
      });
    });
    if (S->is(StmtKind::Declare) && S->Var->Counts && S->Var->CountsPath.empty())
      Counters[S->Var->Counts] = S->Var;
  });
  return changeBlocks(F.Body, [&](Block &Bl) {
    bool Changed = false;
    for (size_t At = 0; At < Bl.Stmts.size(); ++At) {
      const Stmt &S = *Bl.Stmts[At];
      const bool Copies = S.is(StmtKind::Declare) && S.Value && S.Value->is(ExprKind::Variable) &&
                          S.Value->Ty == S.Var->Ty;
      if (!Copies || !isOwn(S.Var) || !isOwn(S.Value->Var) ||
          S.Var->Constant != S.Value->Var->Constant || !ends(Bl, At, S.Value->Var))
        continue;
      Variable *V = S.Var, *Of = S.Value->Var, *Counter = Counters.lookup(V),
               *Mine = Counters.lookup(Of);
      if (!Counter != !Mine || (Counter && Known.of(Counter).Declarations != 1))
        continue;
      Bl.Stmts.erase(Bl.Stmts.begin() + At--);
      replace(V, Of);
      Of->Loc = V->Loc;
      exchangeNames(*V, *Of);
      Changed = true;
      if (!Counter)
        continue;
      llvm::erase_if(Bl.Stmts, [&](const Stmt *Each) {
        return Each->is(StmtKind::Declare) && Each->Var == Counter;
      });
      replace(Counter, Mine);
      exchangeNames(*Counter, *Mine);
      --At;
    }
    return Changed;
  });
}

void ad::core::joinCopies(Module &M, Function &F) { Joining(M, F).run(); }
