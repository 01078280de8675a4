//===- modes/reverse_moved.cpp - vectors moved to where pointers lead -----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `Node(std::vector<double> v) : values(std::move(v))` for an object on the heap: the adjoint of a
// vector behind a pointer cannot be exchanged with that of a variable, as each has its own place
// from which it is made. What is moved is copied, and what it came from is cleared: nobody sees the
// difference where no pointers lead into it.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

/// Whether the vector at Place, behind a pointer, has just been cleared when the statement at At
/// of Bl is reached: variables alone are declared in between.
static bool isCleared(const Expr *Place, const Block &Bl, size_t At) {
  const Expr *Pointer = rootPointer(Place);
  while (At-- > 0) {
    const Stmt &S = *Bl.Stmts[At];
    if (S.is(StmtKind::Opaque) && S.OldSize && S.Text == "$0.clear()" && equal(S.Target, Place))
      return true;
    const bool Other = S.is(StmtKind::Declare) && Pointer->is(ExprKind::Variable) &&
                       S.Var != Pointer->Var && !(S.Value && mentions(S.Value, Pointer->Var));
    if (!Other)
      return false;
  }
  return false;
}

/// The local vector of numbers that the statement at At of Bl moves to where a pointer leads; null
/// if it does nothing of the kind.
static const Variable *movedBehindPointer(const Block &Bl, size_t At) {
  const Stmt &S = *Bl.Stmts[At];
  if (!S.Exchanges || !S.Operands[1]->is(ExprKind::Variable) || rootVariable(S.Operands[0]))
    return nullptr;
  const Variable *V = S.Operands[1]->Var;
  const bool Own = V->Kind == Storage::Local && !V->Ty->isReference() && !V->AddressTaken;
  const bool Numbers = V->Ty->IsVector && V->Ty->Element->isReal();
  return Own && Numbers && isCleared(S.Operands[0], Bl, At) ? V : nullptr;
}

/// Whether a pointer may lead into the vector V: somebody takes the address of an element.
static bool mayLeadInto(Block &Body, const Variable *V) {
  bool May = false;
  walk(Body, [&](Stmt *S) {
    if (S->is(StmtKind::Call))
      May |= llvm::any_of(S->Operands, [&](const Expr *E) { return mentions(E, V); });
    forEachExpr(*S, [&](const Expr *Whole) {
      walk(Whole, [&](const Expr *E) {
        May |= E->is(ExprKind::AddressOf) && mentions(E, V);
        return !May;
      });
    });
  });
  return May;
}

void Reverse::copyMoved() {
  // A statement that changes the size of Vector.
  auto Resizing = [&](StmtKind Kind, const Expr *Vector, Location Loc, Block &To) {
    Variable *OldSize = local("old_size", M.sizeType(), /*Const=*/true);
    To.add(B.declare(OldSize, B.sizeOf(Vector)));
    Stmt *S = M.stmt(Kind, Loc);
    S->Target = Vector;
    S->OldSize = B.var(OldSize);
    To.add(S);
    return S;
  };
  changeBlocks(Body, [&](Block &Bl) {
    Block Result;
    for (size_t I = 0; I < Bl.Stmts.size(); ++I) {
      Stmt *S = Bl.Stmts[I];
      const Variable *V = movedBehindPointer(Bl, I);
      if (!V || mayLeadInto(Body, V)) {
        Result.add(S);
        continue;
      }
      Resizing(StmtKind::Assign, S->Operands[0], S->Loc, Result)->Value = S->Operands[1];
      Stmt *Clear = Resizing(StmtKind::Opaque, S->Operands[1], S->Loc, Result);
      Clear->Text = "$0.clear()";
      Clear->Operands = {S->Operands[1]};
      Clear->Writes = {S->Operands[1]};
    }
    const bool Changed = Result.Stmts.size() != Bl.Stmts.size();
    Bl = std::move(Result);
    return Changed;
  });
}
