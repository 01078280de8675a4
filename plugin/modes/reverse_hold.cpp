//===- modes/reverse_hold.cpp - arrays that are copied before a loop ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop may read elements of an array again and again that are overwritten only after it: the
// state of a recurrence, the buffer that the next step fills. One copy of the array, made before
// the loop, holds all that recording each read would.
//
// 1. Candidates: arrays, vectors and pointers of which the loop reads elements and changes none,
//    and whose elements adjoints in the loop will read after they were overwritten.
// 2. How many elements there are must be known (analysis/read_span.h).
// 3. From then on the loop, in both sweeps, reads the copy. It lies on the tape: one for each time
//    that the forward sweep comes to the loop.
//
//===----------------------------------------------------------------------===//
#include "plugin/analysis/read_span.h"
#include "plugin/modes/reverse.h"

using namespace ad;
using namespace ad::core;
using namespace ad::modes;

static bool isElementOf(const Expr *E, const Variable *Array) {
  return E->is(ExprKind::Subscript) && E->operand()->is(ExprKind::Variable) &&
         E->operand()->Var == Array;
}

/// Calls F on the elements of Array that S itself reads; returns whether it does nothing else with
/// the array.
static bool forEachElement(const Stmt &S, const Variable *Array,
                           llvm::function_ref<void(const Expr *)> F) {
  bool Only = S.Var != Array;
  std::function<void(const Expr *)> See = [&](const Expr *E) {
    if (E->is(ExprKind::Variable))
      Only &= E->Var != Array;
    if (E->is(ExprKind::AddressOf) && mentions(E, Array))
      Only = false;
    const bool Element = isElementOf(E, Array);
    if (Element && E != S.Target)
      F(E);
    for (const Expr *Op : llvm::drop_begin(E->Operands, Element ? 1 : 0))
      See(Op);
  };
  forEachExpr(S, See);
  for (const Expr *W : S.Writes)
    Only &= !mentions(W, Array);
  return Only;
}

/// Whether the adjoint of a sum of products reads Place.
bool Reverse::adjointReads(const Expr *E, const Expr *Place) const {
  auto Contains = [&](const Expr *In) {
    bool Found = false;
    walk(In, [&](const Expr *Sub) { return !(Found |= equal(Sub, Place)); });
    return Found;
  };
  auto IsActive = [&](const Expr *In) {
    bool Found = false;
    walk(In, [&](const Expr *Sub) {
      Found |= isPlace(Sub) && Sub->Ty->isScalar() && Active->active(Sub);
      return !Found;
    });
    return Found;
  };
  if (!Contains(E) || equal(E, Place))
    return false;
  switch (E->Kind) {
  case ExprKind::Unary:
  case ExprKind::Cast:
    return adjointReads(E->operand(), Place);
  case ExprKind::Conditional:
    return adjointReads(E->operand(1), Place) || adjointReads(E->operand(2), Place);
  case ExprKind::Binary: {
    const Expr *L = E->operand(0), *R = E->operand(1);
    if (E->Text == "+" || E->Text == "-")
      return adjointReads(L, Place) || adjointReads(R, Place);
    if (E->Text == "*" || E->Text == "/")
      return (Contains(L) && (IsActive(R) || adjointReads(L, Place))) ||
             (Contains(R) && (E->Text == "/" || IsActive(L) || adjointReads(R, Place)));
    return true;
  }
  default:
    return true;
  }
}

/// Holds Array for Loop, a statement of Around, if that is possible and saves records.
bool Reverse::hold(Stmt *Loop, const Block &Around, Variable *Array) {
  bool Only = true, Gone = false;
  unsigned Deepest = 0;
  llvm::SmallVector<const Expr *, 4> Needed;
  // All that an iteration reads that is to be run again must be there; else what adjoints read.
  std::function<void(const Block &, unsigned, bool)> Look = [&](const Block &Bl, unsigned Depth,
                                                                bool All) {
    for (const Stmt *S : Bl.Stmts) {
      const bool Adjoint =
          S->Value && S->Value->Ty->isReal() &&
          ((S->Target && Active->active(S->Target)) || (S->Var && Active->active(S->Var)));
      Only &= forEachElement(*S, Array, [&](const Expr *E) {
        Only &= E->Ty->isReal() && !Mem->mayWrite(*Loop, E);
        if (!Only || !(All || (Adjoint && adjointReads(S->Value, E))) || Mem->stable(E, S))
          return;
        Gone = true;
        Deepest = std::max(Deepest, Depth);
        if (llvm::none_of(Needed, [&](const Expr *Known) { return equal(Known, E); }))
          Needed.push_back(E);
      });
      const unsigned Inner = Depth + S->is(StmtKind::Loop);
      const bool AllInner = All || RunsAgain.contains(S);
      for (const Block *Part : {&S->Init, &S->Setup, &S->Then, &S->Else, &S->Step})
        Look(*Part, Inner, AllInner);
      for (const SwitchCase &Case : S->Cases)
        Look(Case.Body, Inner, AllInner);
    }
  };
  Block Alone;
  Alone.add(Loop);
  Look(Alone, 0, false);
  const bool Saves = Needed.size() > 1 || Deepest > 1;
  if (!Only || !Gone || !Saves)
    return false;
  std::optional<analysis::ReadSpan> Span = analysis::readSpan(B, Around, *Loop, Array);
  if (!Span)
    return false;
  Variable *Copy = local(Array->Name + "_then", M.pointer(Needed.front()->Ty, false));
  Copy->Subscripts = 1;
  if (Mem->loopDepth(Loop) > 0 || NeedsGoto || !isTopLevel(Loop))
    Hoisted.insert(Copy);
  Copies.insert(Copy);
  Holds[Loop].push_back({Array, Copy, *Span});
  return true;
}

void Reverse::chooseHeld(Block &Around, VariableSet Already) {
  for (Stmt *S : Around.Stmts) {
    if (Plans[S].Again)
      continue;
    VariableSet Here = Already;
    if (S->is(StmtKind::Loop) && !Fused.contains(S)) {
      llvm::SmallVector<Variable *, 4> Found;
      VariableSet Inside;
      walk(S->Then, [&](Stmt *Sub) {
        if (Sub->Var)
          Inside.insert(Sub->Var);
        forEachExpr(*Sub, [&](const Expr *E) {
          walk(E, [&](const Expr *Place) {
            if (Place->is(ExprKind::Subscript) && Place->operand()->is(ExprKind::Variable) &&
                !llvm::is_contained(Found, Place->operand()->Var))
              Found.push_back(Place->operand()->Var);
            return true;
          });
        });
      });
      for (Variable *V : Found)
        if (!Inside.contains(V) && !Here.contains(V) && !Adjoints.contains(V) &&
            !Handles.contains(V) && !readsRows(S, V) && V->Kind != Storage::Global &&
            hold(S, Around, V))
          Here.insert(V);
    }
    for (Block *Part : {&S->Then, &S->Else})
      chooseHeld(*Part, Here);
    for (SwitchCase &Case : S->Cases)
      chooseHeld(Case.Body, Here);
  }
}

/// S, and its adjoint, read the copies of the arrays that are held for the loops around it.
void Reverse::readCopies(Stmt *S, Block &Adjoint) {
  auto Copied = [&](const Expr *E) -> const Expr * {
    for (const Held *H : Holding)
      if (isElementOf(E, H->Array))
        return B.subscript(B.var(H->Copy), E->operand(1));
    return nullptr;
  };
  if (Holding.empty())
    return;
  rewrite(M, *S, Copied);
  walk(Adjoint, [&](Stmt *A) { rewrite(M, *A, Copied); });
}

void Reverse::makeCopies(const Stmt *Loop, Block &Fwd) {
  auto It = Holds.find(Loop);
  if (It == Holds.end())
    return;
  const bool Repeated = Mem->loopDepth(Loop) > 0;
  UsesStack |= Repeated || Mem->reversedWith(Loop);
  UsesTape = true;
  for (const Held &H : It->second) {
    const Expr *End = H.Span.End;
    if (Repeated)
      Fwd.add(B.record(B.var(H.Copy)));
    Stmt *Array = M.stmt(StmtKind::RecordArray, Loop->Loc);
    Array->Var = H.Copy;
    Array->Value = End;
    Array->Declares = !Hoisted.contains(H.Copy);
    Fwd.add(Array);
    Variable *K = local("k", End->Ty);
    Stmt *Each = M.stmt(StmtKind::Loop, Loop->Loc);
    Each->Init.add(B.declare(K, B.literal(std::to_string(H.Span.First), K->Ty)));
    Each->Value = B.binary("<", B.var(K), End, M.boolType());
    Each->Step.add(B.accumulate(B.var(K), B.integer(1)));
    Each->Then.add(
        B.assign(B.subscript(B.var(H.Copy), B.var(K)), B.subscript(B.var(H.Array), B.var(K))));
    Block Copying;
    Copying.add(Each);
    if (H.Span.Runs)
      Fwd.add(B.ifThen(H.Span.Runs, std::move(Copying)));
    else
      Fwd.append(Copying);
  }
}

void Reverse::dropCopies(const Stmt *Loop, Block &Rev) {
  auto It = Holds.find(Loop);
  if (It == Holds.end())
    return;
  for (const Held &H : llvm::reverse(It->second)) {
    Stmt *Release = M.stmt(StmtKind::ReleaseArray, Loop->Loc);
    Release->Var = H.Copy;
    Rev.add(Release);
    if (Mem->loopDepth(Loop) > 0)
      Rev.add(B.restore(B.var(H.Copy)));
  }
}
