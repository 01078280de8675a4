//===- core/names.cpp - names of variables that are read well -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/names.h"
#include "plugin/core/uses.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace ad::core;

namespace {

class Shortener {
public:
  explicit Shortener(Function &F) : F(F), Known(F) {}
  void run();

private:
  void declare(Variable *V);
  void block(Block &B);
  void statement(Stmt &S);
  bool rename(llvm::ArrayRef<Variable *> Family, llvm::StringRef From, llvm::StringRef To);

  Function &F;
  Uses Known;
  std::vector<Variable *> Visible;  ///< outermost first
  std::vector<Variable *> Declared; ///< in order
  /// The variables in whose scope one is declared, and those that are declared in its own.
  llvm::DenseMap<const Variable *, llvm::SmallPtrSet<Variable *, 8>> Meets;
};

} // namespace

void Shortener::declare(Variable *V) {
  if (Meets.try_emplace(V).second)
    Declared.push_back(V);
  for (Variable *Outer : Visible) {
    Meets[V].insert(Outer);
    Meets[Outer].insert(V);
  }
  Visible.push_back(V);
}

void Shortener::block(Block &B) {
  const size_t Before = Visible.size();
  for (Stmt *S : B.Stmts)
    statement(*S);
  Visible.resize(Before);
}

void Shortener::statement(Stmt &S) {
  if (!S.is(StmtKind::Loop)) {
    forEachBlock(S, [&](Block &B) { block(B); });
    if (S.Var && (S.is(StmtKind::Declare) || S.Declares))
      declare(S.Var);
    return;
  }
  // What does not fit the head of a `for` is declared ahead of it; all the rest may be in one
  // scope.
  const bool InHead = S.Form != LoopForm::DoWhile && S.Init.Stmts.size() == 1 &&
                      S.Init.Stmts[0]->Var && !S.Init.Stmts[0]->Var->Shadow;
  const size_t Before = Visible.size();
  for (Stmt *Each : S.Init.Stmts)
    statement(*Each);
  const size_t AfterInit = Visible.size();
  for (Block *B : {&S.Setup, &S.Then, &S.Step})
    for (Stmt *Each : B->Stmts)
      statement(*Each);
  Visible.resize(InHead ? Before : AfterInit);
}

/// Gives each of Family, whose names begin with From, one that begins with To. False: one of them
/// would be another's.
bool Shortener::rename(llvm::ArrayRef<Variable *> Family, llvm::StringRef From,
                       llvm::StringRef To) {
  auto Renamed = [&](const Variable *V) { return To.str() + V->Name.substr(From.size()); };
  for (const Variable *V : Family) {
    const std::string Name = Renamed(V);
    if (F.Taken.contains(Name) || Known.isNamedInText(Name) ||
        llvm::any_of(Meets[V], [&](const Variable *Other) { return Other->Name == Name; }))
      return false;
  }
  for (Variable *V : Family)
    V->Name = Renamed(V);
  return true;
}

void Shortener::run() {
  for (Variable *P : F.Params)
    declare(P);
  block(F.Body);
  for (Variable *V : Declared) {
    if (V->Wanted.empty() || llvm::is_contained(F.Params, V))
      continue;
    const std::string Old = V->Name;
    llvm::SmallVector<Variable *, 4> Family;
    for (Variable *Each : Declared)
      if (Each == V || llvm::StringRef(Each->Name).starts_with(Old + "_"))
        Family.push_back(Each);
    if (llvm::any_of(Family, [&](Variable *Each) {
          return llvm::is_contained(F.Params, Each) || Known.isNamedInText(Each);
        }))
      continue;
    for (unsigned I = 0;; ++I)
      if (const std::string New = I ? V->Wanted + "_" + std::to_string(I) : V->Wanted;
          New == Old || rename(Family, Old, New))
        break;
  }
}

void ad::core::shortenNames(Function &F) { Shortener(F).run(); }
