//===- core/simplify_declarations.cpp - declarations meet their first values ===//
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

/// Moves one declaration of a block towards its first use.
class DeclarationMover {
public:
  DeclarationMover(const Uses &Known, Block &B) : Known(Known), B(B) {}
  bool run();

private:
  bool moveDown(size_t At);
  bool merge(Stmt &Declaration, Stmt &First) const;
  bool sink(Stmt *Declaration, Stmt &First) const;

  const Uses &Known;
  Block &B;
};

} // namespace

/// `T v = 0;`, or false, or nullptr: a value that the mode gave it for want of another.
static bool isBlank(const Expr *E) {
  bool Word = E->is(ExprKind::Literal) && (E->Text == "false" || E->Text == "nullptr");
  return Word || Builder::isZero(E);
}

/// Makes First the declaration, if it gives the variable its first value.
bool DeclarationMover::merge(Stmt &Declaration, Stmt &First) const {
  Variable *V = Declaration.Var;
  bool Stores = isStore(First) && isVariable(First.Target, V) && !mentions(First.Value, V);
  if (V->Shadow) // zero by where it lives, not by its value
    return false;
  bool Adds = Declaration.Value && (V->Ty->isReal() || V->Ty->isInteger()) && !V->Ty->IsBool;
  if (Stores && (First.is(StmtKind::Assign) || Adds)) {
    First.Kind = StmtKind::Declare;
    First.Var = V;
    First.Target = nullptr;
    return true;
  }
  if (First.is(StmtKind::RecordArray) && First.Var == V && !First.Declares) {
    First.Declares = true;
    return true;
  }
  if (Declaration.Value || First.Declares)
    return false;
  bool Pops = First.is(StmtKind::Restore) && isVariable(First.Target, V);
  bool Calls = First.is(StmtKind::Call) && First.Var == V &&
               llvm::none_of(First.Operands, [&](const Expr *E) { return mentions(E, V); });
  if (!Pops && !Calls)
    return false;
  First.Var = V;
  First.Target = nullptr;
  First.Declares = true;
  return true;
}

/// Whether B gives V a value before anything in it reads V.
static bool setsFirst(const Block &B, const Variable *V) {
  auto Mentions = [&](const Stmt *S) { return mentions(*S, V); };
  auto Use = llvm::find_if(B.Stmts, Mentions);
  if (Use == B.Stmts.end())
    return false;
  const Stmt &S = **Use;
  if (S.is(StmtKind::Assign) && isVariable(S.Target, V))
    return !mentions(S.Value, V);
  if (S.is(StmtKind::Restore))
    return isVariable(S.Target, V);
  const bool Nests = S.is(StmtKind::If) || S.is(StmtKind::Loop);
  if (!Nests || (S.Value && mentions(S.Value, V)) || std::any_of(Use + 1, B.Stmts.end(), Mentions))
    return false;
  auto Sets = [&](const Block &In) {
    return llvm::none_of(In.Stmts, Mentions) || setsFirst(In, V);
  };
  auto None = [&](const Block &In) { return llvm::none_of(In.Stmts, Mentions); };
  return Sets(S.Then) && Sets(S.Else) && None(S.Init) && None(S.Setup) && None(S.Step);
}

/// Puts the declaration into the one block of First that mentions its variable.
bool DeclarationMover::sink(Stmt *Declaration, Stmt &First) const {
  const Variable *V = Declaration->Var;
  auto Mentions = [&](const Block &In) {
    return llvm::any_of(In.Stmts, [&](const Stmt *S) { return mentions(*S, V); });
  };
  if (jumps(First) || (First.Value && mentions(First.Value, V)))
    return false;
  Block *Into = nullptr;
  if (First.is(StmtKind::If) && Mentions(First.Then) != Mentions(First.Else))
    Into = Mentions(First.Then) ? &First.Then : &First.Else;
  if (First.is(StmtKind::Block))
    Into = &First.Then;
  // Each iteration must make its own value before anything reads it.
  if (First.is(StmtKind::Loop) && !Mentions(First.Init) && !Mentions(First.Setup) &&
      !Mentions(First.Step) && setsFirst(First.Then, V))
    Into = &First.Then;
  if (!Into)
    return false;
  Into->Stmts.insert(Into->Stmts.begin(), Declaration);
  return true;
}

bool DeclarationMover::moveDown(size_t At) {
  Stmt *Declaration = B.Stmts[At];
  const Variable *V = Declaration->Var;
  if (!Declaration->is(StmtKind::Declare) || !Known.isPrivate(V) || !V->Ty->TrivialDestroy ||
      V->Ty->is(TypeKind::Opaque) || (Declaration->Value && !isBlank(Declaration->Value)))
    return false;
  auto Mentions = [&](const Stmt *S) { return mentions(*S, V); };
  auto Here = B.Stmts.begin() + At;
  auto First = std::find_if(Here + 1, B.Stmts.end(), Mentions);
  // A jump out of the range would enter the variable's scope past its declaration.
  if (First == B.Stmts.end() || std::any_of(Here, First, [](Stmt *S) { return jumps(*S); }))
    return false;
  bool Alone = std::none_of(First + 1, B.Stmts.end(), Mentions);
  if (merge(*Declaration, **First) || (Alone && sink(Declaration, **First))) {
    B.Stmts.erase(Here);
    return true;
  }
  // Declarations keep their order among themselves.
  bool Passes = std::any_of(Here + 1, First, [](const Stmt *S) {
    return !S->is(StmtKind::Declare) && !S->is(StmtKind::Comment) && !S->is(StmtKind::RecordArray);
  });
  if (!Passes)
    return false;
  std::rotate(Here, Here + 1, First);
  return true;
}

bool DeclarationMover::run() {
  bool Changed = false;
  for (size_t At = B.Stmts.size(); At-- > 0;)
    Changed |= moveDown(At);
  return Changed;
}

bool ad::core::mergeDeclarations(Function &F) {
  Uses Known(F);
  bool Jumps = llvm::any_of(F.Body.Stmts, [](const Stmt *S) { return jumps(*S); });
  return changeScopes(F.Body, [&](Block &B) {
    bool Fixed = Jumps && llvm::any_of(B.Stmts, [](const Stmt *S) { return jumps(*S); });
    return !Fixed && DeclarationMover(Known, B).run();
  });
}
