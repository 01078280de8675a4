//===- core/renaming.cpp - one variable in the place of another -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/renaming.h"
#include "plugin/core/builder.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"

using namespace ad::core;

Variable *ad::core::another(Function &F, const Variable *V) {
  Variable *Mine = F.variable(V->Wanted.empty() ? V->Name : V->Wanted, V->Ty);
  std::string Name = std::move(Mine->Name), Wanted = std::move(Mine->Wanted);
  *Mine = *V;
  Mine->Name = std::move(Name);
  Mine->Wanted = std::move(Wanted);
  Mine->Kind = Storage::Local;
  return Mine;
}

void ad::core::rename(Module &M, llvm::ArrayRef<Stmt *> In, const Variable *From, Variable *To) {
  Block All;
  All.Stmts.assign(In.begin(), In.end());
  walk(All, [&](Stmt *S) {
    if (S->Var == From)
      S->Var = To;
    rewrite(M, *S, [&](const Expr *E) -> const Expr * {
      return isVariable(E, From) ? Builder(M).var(To) : nullptr;
    });
  });
}
