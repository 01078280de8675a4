//===- core/first_values.cpp - variables begin with their values ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/first_values.h"
#include "plugin/core/liveness.h"
#include "plugin/core/renaming.h"
#include "plugin/core/walk.h"
#include "llvm/ADT/STLExtras.h"

using namespace ad::core;

namespace {

/// One variable that is declared without a value.
class FirstValues {
public:
  FirstValues(Module &M, Function &F, Variable *V) : M(M), F(F), V(V) {}
  /// Gives each use of V in B, from Start on, a variable of its own; whether that can be done.
  bool split(Block &B, size_t Start);

private:
  using Uses = llvm::SmallVector<Stmt *, 8>;

  bool sets(const Stmt &S) const {
    return (S.is(StmtKind::Assign) && isVariable(S.Target, V)) ||
           (S.is(StmtKind::Call) && S.Var == V && !S.Declares);
  }
  /// Reads: perhaps. MaySet: and does not read it where it does not.
  enum class First { Nothing, Sets, MaySet, Reads };
  First first(const Stmt &S) const;
  First first(const Block &B) const;
  void own(llvm::ArrayRef<Stmt *> Part);

  Module &M;
  Function &F;
  Variable *V;
};

} // namespace

static bool isIn(const Block &B, const Variable *V) {
  return llvm::any_of(B.Stmts, [V](const Stmt *S) { return mentions(*S, V); });
}

/// The first thing that B does to V.
FirstValues::First FirstValues::first(const Block &B) const {
  First All = First::Nothing;
  for (const Stmt *S : B.Stmts)
    if (const First Next = first(*S); Next == First::Sets || Next == First::Reads)
      return Next;
    else if (Next == First::MaySet)
      All = First::MaySet;
  return All;
}

FirstValues::First FirstValues::first(const Stmt &S) const {
  if (!mentions(S, V))
    return First::Nothing;
  if (sets(S)) {
    const bool Reads = S.is(StmtKind::Call)
                           ? llvm::any_of(S.Operands, [&](const Expr *E) { return mentions(E, V); })
                           : mentions(S.Value, V);
    return Reads ? First::Reads : First::Sets;
  }
  if (S.is(StmtKind::Block))
    return first(S.Then);
  if (S.is(StmtKind::If) && !mentions(S.Value, V)) {
    const First Then = first(S.Then), Else = first(S.Else);
    if (Then == First::Reads || Else == First::Reads)
      return First::Reads;
    return Then == Else ? Then : First::MaySet;
  }
  const bool InHead =
      (S.Value && mentions(S.Value, V)) || isIn(S.Init, V) || isIn(S.Setup, V) || isIn(S.Step, V);
  if (S.is(StmtKind::Loop) && !InHead) // perhaps it runs no iteration
    return first(S.Then) == First::Reads ? First::Reads : First::MaySet;
  return First::Reads;
}

/// Part, which begins with an assignment, declares its own.
void FirstValues::own(llvm::ArrayRef<Stmt *> Part) {
  Variable *New = another(F, V);
  rename(M, Part, V, New);
  Stmt &First = *Part.front();
  if (First.is(StmtKind::Call)) {
    First.Declares = true;
    return;
  }
  First.Kind = StmtKind::Declare;
  First.Var = New;
  First.Target = nullptr;
}

bool FirstValues::split(Block &B, size_t Start) {
  // Each use begins where V is set whatever it was, and goes on up to the next.
  std::vector<Uses> Parts;
  for (Stmt *S : llvm::ArrayRef(B.Stmts).drop_front(Start)) {
    if (!mentions(*S, V))
      continue;
    if (first(*S) != First::Reads)
      Parts.emplace_back();
    if (Parts.empty())
      return false;
    Parts.back().push_back(S);
  }
  // One that does not begin with an assignment must be done with where that statement ends.
  if (llvm::any_of(Parts, [&](const Uses &Part) { return !sets(*Part[0]) && Part.size() > 1; }))
    return false;
  for (const Uses &Part : Parts) {
    if (sets(*Part[0])) {
      own(Part);
      continue;
    }
    forEachBlock(*Part[0], [&](Block &Inner) {
      if (isIn(Inner, V))
        split(Inner, 0);
    });
  }
  return true;
}

void ad::core::declareWithFirstValues(Module &M, Function &F) {
  if (llvm::any_of(F.Body.Stmts, [](const Stmt *S) { return jumps(*S); }))
    return;
  const ad::core::Uses Known(F);
  changeScopes(F.Body, [&](Block &B) { // what a loop's Setup sets is for its head
    for (size_t I = B.Stmts.size(); I-- > 0;) {
      Stmt *S = B.Stmts[I];
      const bool Open = S->is(StmtKind::Declare) && !S->Value && S->Var->Ty->isScalar() &&
                        !S->Var->Static && !S->Var->Shadow && isTracked(S->Var, Known);
      if (Open && FirstValues(M, F, S->Var).split(B, I + 1) && !isIn(B, S->Var))
        B.Stmts.erase(B.Stmts.begin() + I);
    }
    return false;
  });
}
