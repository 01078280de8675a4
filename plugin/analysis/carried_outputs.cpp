//===- analysis/carried_outputs.cpp - what iterations only write to --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `trace[i] = s;`, where no iteration reads what any of them has written, and each writes to
// elements of its own, is no part of the state: an iteration that is run again writes there what is
// there already. Snapshots of such an array would be as large as all that the loop writes.
//
// 1. Candidates: elements that a counted loop assigns to (isWrittenOnly). No other access in the
//    loop may be to the same memory, but for assignments to it in the same iteration.
// 2. What comes after the loop must leave them as they are, and where they are: an iteration that
//    is run again would put back what it wrote itself. The others are held (holdChangedOutputs).
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/carried_walk.h"

using namespace ad;
using namespace ad::core;
using namespace ad::analysis;

/// Whether E reads what Place may hold, at any moment, or gives it away.
static bool mayRead(const Memory &Mem, const Expr *E, const Expr *Place) {
  bool Reads = false;
  walk(E, [&](const Expr *Sub) {
    if (Sub->is(ExprKind::Opaque) || Sub->is(ExprKind::AddressOf))
      Reads |= llvm::any_of(Sub->Operands, [](const Expr *Op) { return !Op->Ty->isScalar(); });
    if (isPlace(Sub) && Sub->Ty->nonReference()->isScalar())
      Reads |= Mem.mayAliasEver(Place, Sub);
    return !Reads;
  });
  return Reads || (isPlace(E) && !E->Ty->nonReference()->isScalar());
}

bool Carried::isWrittenOnly(const Expr *Place, const Stmt &S) const {
  if (!Loop.is(StmtKind::Loop) || !countedLoop(Loop) || !S.is(StmtKind::Assign) ||
      S.Target != Place || !Place->is(ExprKind::Subscript) || !Place->Ty->isScalar() ||
      Place->Ty->isPointer())
    return false;
  // Where it lies: with the caller, or in a variable that is still there.
  const Variable *Root = rootVariable(Place);
  llvm::SmallPtrSet<const Variable *, 4> Locals;
  if (Root)
    Locals.insert(Root);
  else if (const Expr *Pointer = rootPointer(Place))
    Mem.leadsTo(Pointer, Locals);
  else
    return false;
  for (const Expr *E = Place; !Root && isPlace(E) && !E->Operands.empty(); E = E->operand())
    if (E->is(ExprKind::Subscript) && E->operand()->Ty->nonReference()->IsVector)
      return false;
  for (const Variable *V : Locals)
    if (Inside.contains(V) || V->Kind == Storage::Global || V->Name.empty() || !isThere(V))
      return false;
  bool Only = Mem.onlySameIteration(Place, &S, Place, &S, &Loop);
  auto Look = [&](Stmt *In) {
    if (!Only)
      return;
    const bool Store = In->is(StmtKind::Assign) || In->is(StmtKind::Accumulate);
    const bool Plain = Store || In->is(StmtKind::Declare) || In->is(StmtKind::If) ||
                       In->is(StmtKind::Loop) || In->is(StmtKind::Block) ||
                       In->is(StmtKind::Switch) || In->is(StmtKind::Break) ||
                       In->is(StmtKind::Continue) || In->is(StmtKind::Comment);
    Only &= Plain && !In->OldSize && !In->Exchanges && !In->Mirrors;
    if (Store && Mem.mayAliasEver(Place, In->Target))
      Only &= In->is(StmtKind::Assign) && In->Target->Ty->isScalar() &&
              Mem.onlySameIteration(Place, &S, In->Target, In, &Loop);
    forEachExpr(*In, [&](const Expr *E) {
      if (E != In->Target)
        Only &= !mayRead(Mem, E, Place);
      else // its address
        for (const Expr *Op = E; isPlace(Op) && !Op->Operands.empty(); Op = Op->operand())
          for (size_t I = 1; I < Op->Operands.size(); ++I)
            Only &= !mayRead(Mem, Op->operand(I), Place);
    });
  };
  for (const Block *Part : {&Loop.Init, &Loop.Setup, &Loop.Then, &Loop.Step})
    walk(*Part, Look);
  return Only && !(Loop.Value && mayRead(Mem, Loop.Value, Place));
}

void Carried::holdChangedOutputs() {
  std::vector<const Stmt *> After;
  const Stmt *Outermost = nullptr;
  runsLater(Body, Loop, Outermost, After);
  for (const Access &A : Outputs) {
    llvm::SmallPtrSet<const Variable *, 4> Locals;
    if (const Variable *Root = rootVariable(A.Place))
      Locals.insert(Root);
    else
      Mem.leadsTo(rootPointer(A.Place), Locals);
    const bool Stays = llvm::none_of(Locals, [&](const Variable *V) {
      return llvm::any_of(After, [&](const Stmt *S) { return mayResize(*S, V); });
    });
    if (!Stays || mayOverwrite(After, A.Place))
      hold(A.Place, *A.S, A.Always, std::nullopt);
  }
}
