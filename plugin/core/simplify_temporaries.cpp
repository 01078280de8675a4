//===- core/simplify_temporaries.cpp - names that nobody needs ------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/builder.h"
#include "plugin/core/places.h"
#include "plugin/core/simplify.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

class Substitution {
public:
  Substitution(Module &M, Function &F) : M(M), F(F), Near(F) {}
  bool run();

private:
  const Expr *valueOf(const Stmt &Declaration);
  void replaceIn(Stmt &S, const Variable *V, const Expr *By);
  const Expr *source(const Block &B, size_t At, const Expr *Value) const;
  void replaceAfter(Block &B, size_t At, const Variable *V, const Expr *By);
  bool isUnchanging(const Expr *E) const;
  bool tryOnce(Block &B, size_t At);
  bool tryInSlot(Block &B, size_t At);

  Module &M;
  Function &F;
  Places Near;
  const Uses &Known = Near.uses();
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

static unsigned countReads(const Expr *E, const Variable *V) {
  unsigned Count = 0;
  walk(E, [&](const Expr *Sub) {
    Count += isVariable(Sub, V);
    return true;
  });
  return Count;
}

/// How often S itself, and what is nested in it, mentions V.
static unsigned countReads(const Stmt &S, const Variable *V, bool Nested) {
  unsigned Count = 0;
  forEachExpr(S, [&](const Expr *E) { Count += countReads(E, V); });
  if (Nested)
    forEachBlock(const_cast<Stmt &>(S), [&](Block &B) {
      for (const Stmt *Inner : B.Stmts)
        Count += countReads(*Inner, V, true);
    });
  return Count;
}

void Substitution::replaceAfter(Block &B, size_t At, const Variable *V, const Expr *By) {
  for (size_t I = At + 1; I < B.Stmts.size(); ++I) {
    replaceIn(*B.Stmts[I], V, By);
    forEachBlock(*B.Stmts[I],
                 [&](Block &Inner) { walk(Inner, [&](Stmt *S) { replaceIn(*S, V, By); }); });
  }
}

/// What the variable Value was last set to before At, if that keeps its value for life; else Value.
const Expr *Substitution::source(const Block &B, size_t At, const Expr *Value) const {
  if (!Value->is(ExprKind::Variable) || !Known.isPrivate(Value->Var))
    return Value;
  while (At-- > 0) {
    const Stmt &S = *B.Stmts[At];
    bool Sets = (S.is(StmtKind::Declare) && S.Var == Value->Var) ||
                (S.is(StmtKind::Assign) && isVariable(S.Target, Value->Var));
    if (Sets)
      return S.Value && S.Value->Ty == Value->Ty && isUnchanging(S.Value) ? S.Value : Value;
    if (Near.mayChange(S, Value))
      return Value;
  }
  return Value;
}

/// Only the block of a declaration, behind it, can mention its variable: another declaration of the
/// same variable has a scope of its own.
bool Substitution::tryOnce(Block &B, size_t At) {
  Stmt &Declaration = *B.Stmts[At];
  const Variable *V = Declaration.Var;
  if (!Declaration.is(StmtKind::Declare) || !Declaration.Value || !V->Ty->isScalar() ||
      !(V->Temporary || Near.isSlot(Declaration.Value)) || !Known.isPrivate(V) ||
      Known.of(V).written())
    return false;
  const Expr *Value = valueOf(Declaration);
  const Expr *Source = V->Temporary ? source(B, At, Value) : Value;
  // Opaque code may take a reference: to another integer of the same type, then.
  const bool Lends = Known.of(V).Lent;
  if (Lends && !(V->Ty->isInteger() && Source->is(ExprKind::Variable) && Source->Ty == V->Ty))
    return false;
  if (V->Temporary && isUnchanging(Source)) {
    replaceAfter(B, At, V, Source);
    B.Stmts.erase(B.Stmts.begin() + At);
    return true;
  }
  if (Lends)
    return false;
  unsigned Reads = 0;
  for (size_t I = At + 1; I < B.Stmts.size(); ++I)
    Reads += countReads(*B.Stmts[I], V, /*Nested=*/true);
  // What goes to the tape is read twice already, by the statement as the user wrote it; elsewhere
  // reading memory twice is no worse than giving it a name.
  bool IsKept = At + 1 < B.Stmts.size() && B.Stmts[At + 1]->is(StmtKind::Assign) &&
                Near.isSlot(B.Stmts[At + 1]->Target) && isVariable(B.Stmts[At + 1]->Value, V);
  bool MayRepeat = V->Temporary && isPlace(Value) && cost(Value) <= (IsKept ? 5u : 2u);
  if (Reads == 0 || Reads > (!MayRepeat ? 1u : IsKept ? 5u : 2u))
    return false;
  size_t Last = At;
  for (unsigned Seen = 0; Seen < Reads;) {
    if (++Last == B.Stmts.size())
      return false;
    Stmt &S = *B.Stmts[Last];
    unsigned Here = countReads(S, V, /*Nested=*/false);
    if (Here != countReads(S, V, /*Nested=*/true))
      return false;
    // A parameter of reference type would see what becomes of the place.
    if (Here && (!evaluatesFirst(S) || (S.is(StmtKind::Call) && isPlace(Value))))
      return false;
    Seen += Here;
    if (Seen < Reads && Near.mayChange(S, Value))
      return false;
  }
  replaceAfter(B, At, V, Value);
  B.Stmts.erase(B.Stmts.begin() + At);
  return true;
}

/// `t = e; slot = t;` becomes `slot = e;`: what else reads t reads the slot.
bool Substitution::tryInSlot(Block &B, size_t At) {
  Stmt &Declaration = *B.Stmts[At];
  const Variable *V = Declaration.Var;
  if (!Declaration.is(StmtKind::Declare) || !Declaration.Value || !V->Temporary ||
      !V->Ty->isReal() || !Known.isPrivate(V) || Known.of(V).written() || Known.of(V).Lent ||
      At + 1 == B.Stmts.size())
    return false;
  Stmt &Store = *B.Stmts[At + 1];
  if (!Store.is(StmtKind::Assign) || !isVariable(Store.Value, V) || !Near.isSlot(Store.Target) ||
      Store.Target->Ty != V->Ty || mentions(Store.Target, V))
    return false;
  unsigned Reads = 0;
  for (size_t I = At + 2; I < B.Stmts.size(); ++I) {
    unsigned Here = countReads(*B.Stmts[I], V, /*Nested=*/true);
    if (Here && B.Stmts[I]->is(StmtKind::Call))
      return false;
    Reads += Here;
  }
  if (Reads > 2)
    return false;
  for (size_t I = At + 2; I < B.Stmts.size(); ++I)
    if (Near.mayChange(*B.Stmts[I], Store.Target))
      return false;
  Store.Value = valueOf(Declaration);
  replaceAfter(B, At + 1, V, Store.Target);
  B.Stmts.erase(B.Stmts.begin() + At);
  return true;
}

bool Substitution::run() {
  return changeScopes(F.Body, [&](Block &B) {
    bool Changed = false;
    for (size_t At = 0; At < B.Stmts.size();) {
      if (!tryOnce(B, At) && !tryInSlot(B, At)) {
        ++At;
        continue;
      }
      Near = Places(F);
      Changed = true;
    }
    return Changed;
  });
}

bool ad::core::substituteTemporaries(Module &M, Function &F) { return Substitution(M, F).run(); }
