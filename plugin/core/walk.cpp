//===- core/walk.cpp - visiting, comparing and rewriting Core -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"

using namespace ad::core;

void ad::core::walk(const Expr *E, llvm::function_ref<bool(const Expr *)> F) {
  if (!E || !F(E))
    return;
  for (const Expr *Operand : E->Operands)
    walk(Operand, F);
}

void ad::core::forEachExpr(const Stmt &S, llvm::function_ref<void(const Expr *)> F) {
  if (S.Target)
    F(S.Target);
  if (S.Value)
    F(S.Value);
  if (S.OldSize)
    F(S.OldSize);
  for (const Expr *Operand : S.Operands)
    if (Operand)
      F(Operand);
  for (const Stmt::End &End : S.Ends)
    F(End.Place);
  for (const SwitchCase &Case : S.Cases)
    for (const Expr *Label : Case.Labels)
      F(Label);
}

void ad::core::forEachBlock(Stmt &S, llvm::function_ref<void(Block &)> F) {
  F(S.Init);
  F(S.Setup);
  F(S.Then);
  F(S.Else);
  F(S.Step);
  for (SwitchCase &Case : S.Cases)
    F(Case.Body);
}

void ad::core::walk(const Block &B, llvm::function_ref<void(Stmt *)> F) {
  for (Stmt *S : B.Stmts) {
    F(S);
    forEachBlock(*S, [&](Block &Inner) { walk(Inner, F); });
  }
}

bool ad::core::changeBlocks(Block &B, llvm::function_ref<bool(Block &)> Change) {
  bool Changed = false;
  for (Stmt *S : B.Stmts)
    forEachBlock(*S, [&](Block &Inner) { Changed |= changeBlocks(Inner, Change); });
  return Change(B) || Changed;
}

bool ad::core::changeScopes(Block &B, llvm::function_ref<bool(Block &)> Change) {
  bool Changed = false;
  for (Stmt *S : B.Stmts) {
    for (Block *Inner : {&S->Then, &S->Else, &S->Step})
      Changed |= changeScopes(*Inner, Change);
    for (SwitchCase &Case : S->Cases)
      Changed |= changeScopes(Case.Body, Change);
  }
  return Change(B) || Changed;
}

bool ad::core::equal(const Expr *A, const Expr *B) {
  if (A == B)
    return true;
  if (!A || !B)
    return false;
  if (A->Kind != B->Kind || A->Ty != B->Ty || A->Text != B->Text || A->Var != B->Var ||
      A->Operands.size() != B->Operands.size())
    return false;
  for (auto [OfA, OfB] : llvm::zip(A->Operands, B->Operands))
    if (!equal(OfA, OfB))
      return false;
  return true;
}

/// The pointer E without casts that only add `const`.
static const Expr *withoutConst(const Expr *E) {
  while (E->is(ExprKind::Cast) && E->operand()->Ty->isPointer() &&
         E->operand()->Ty->Element == E->Ty->Element)
    E = E->operand();
  return E;
}

/// Whether A and B are written as the same address.
static bool sameAddress(const Expr *A, const Expr *B) {
  return equal(A, B) || (A->is(ExprKind::AddressOf) && B->is(ExprKind::AddressOf) &&
                         equal(A->operand(), B->operand()));
}

const Expr *ad::core::pointerDifference(Module &M, const Expr *A, const Expr *B, const Type *Ty,
                                        Location Loc) {
  if (!A->Ty->isPointer() || !B->Ty->isPointer())
    return nullptr;
  // The base, and what is added to it.
  auto Split = [](const Expr *E) -> std::pair<const Expr *, const Expr *> {
    E = withoutConst(E);
    if (E->is(ExprKind::Binary) && E->Text == "+" && E->operand(0)->Ty->isPointer())
      return {withoutConst(E->operand(0)), E->operand(1)};
    return {E, nullptr};
  };
  auto As = [&](const Expr *Index) -> const Expr * {
    if (Index->Ty == Ty)
      return Index;
    Expr *Cast = M.expr(Index->is(ExprKind::Literal) ? ExprKind::Literal : ExprKind::Cast, Ty, Loc);
    if (Cast->is(ExprKind::Literal)) {
      Cast->Text = Index->Text;
      return Cast;
    }
    Cast->Explicit = true;
    Cast->Operands = {Index};
    return Cast;
  };
  auto [BaseA, PlusA] = Split(A);
  auto [BaseB, PlusB] = Split(B);
  if (!sameAddress(BaseA, BaseB) || (PlusB && !PlusA))
    return nullptr;
  if (PlusA && !PlusB)
    return As(PlusA);
  Expr *E = M.expr(PlusA ? ExprKind::Binary : ExprKind::Literal, Ty, Loc);
  E->Text = PlusA ? "-" : "0";
  if (PlusA)
    E->Operands = {As(PlusA), As(PlusB)};
  return E;
}

/// What `*&x`, `&*p` and `(&a[0])[i]` are instead, should E with these operands be one of them.
static const Expr *foldedPlace(Module &M, const Expr &E, llvm::ArrayRef<const Expr *> Operands) {
  if (Operands.empty() || !Operands[0])
    return nullptr;
  const Expr &Of = *Operands[0];
  if (E.is(ExprKind::Dereference) && Of.is(ExprKind::AddressOf))
    return Of.operand();
  if (E.is(ExprKind::AddressOf) && Of.is(ExprKind::Dereference))
    return Of.operand();
  if (E.is(ExprKind::Binary) && E.Text == "-" && Operands[1])
    return pointerDifference(M, Operands[0], Operands[1], E.Ty, E.Loc);
  if (!E.is(ExprKind::Subscript) || !Operands[1] || !Of.is(ExprKind::AddressOf))
    return nullptr;
  auto IsZero = [](const Expr *Index) {
    return Index && Index->is(ExprKind::Literal) && Index->Text == "0";
  };
  const Expr *Element = Of.operand();
  if (Element->is(ExprKind::Subscript) && IsZero(Element->operand(1)) &&
      staysWithin(Element->operand(0), Operands[1])) {
    Expr *Result = M.expr(ExprKind::Subscript, E.Ty, E.Loc);
    Result->Operands = {Element->operand(0), Operands[1]};
    return Result;
  }
  return IsZero(Operands[1]) ? Element : nullptr; // (&x)[0]
}

/// E with these operands, folded where it is a place that has become another.
static const Expr *withOperands(Module &M, const Expr *E,
                                llvm::SmallVector<const Expr *, 2> Operands) {
  if (llvm::equal(E->Operands, Operands))
    return E;
  if (const Expr *Folded = foldedPlace(M, *E, Operands))
    return Folded;
  Expr *Copy = M.expr(E->Kind, E->Ty, E->Loc);
  *Copy = *E;
  Copy->Operands = std::move(Operands);
  return Copy;
}

void ad::core::replaceEach(Stmt &S, llvm::function_ref<const Expr *(const Expr *)> Of) {
  for (const Expr **Part : {&S.Target, &S.Value, &S.OldSize})
    *Part = Of(*Part);
  for (const Expr *&Operand : S.Operands)
    Operand = Of(Operand);
  for (const Expr *&Place : S.Writes)
    Place = Of(Place);
  for (Stmt::End &End : S.Ends)
    End.Place = Of(End.Place);
  for (SwitchCase &Case : S.Cases)
    for (const Expr *&Label : Case.Labels)
      Label = Of(Label);
}

const Expr *ad::core::rewrite(Module &M, const Expr *E,
                              llvm::function_ref<const Expr *(const Expr *)> F) {
  if (!E)
    return nullptr;
  if (const Expr *Replacement = F(E))
    return Replacement;
  llvm::SmallVector<const Expr *, 2> Operands;
  for (const Expr *Operand : E->Operands)
    Operands.push_back(rewrite(M, Operand, F));
  return withOperands(M, E, std::move(Operands));
}

void ad::core::rewrite(Module &M, Stmt &S, llvm::function_ref<const Expr *(const Expr *)> F) {
  replaceEach(S, [&](const Expr *E) { return rewrite(M, E, F); });
}

/// Place with what its address is made of replaced by F: not itself, nor what it is a part of.
static const Expr *rewriteAddress(Module &M, const Expr *Place,
                                  llvm::function_ref<const Expr *(const Expr *)> F) {
  if (Place->is(ExprKind::Variable) || Place->Operands.empty())
    return Place;
  const Expr *Whole = Place->operand();
  const bool Part = isPlace(Whole) && !Whole->Ty->isPointer();
  llvm::SmallVector<const Expr *, 2> Operands{Part ? rewriteAddress(M, Whole, F)
                                                   : rewriteValues(M, Whole, F)};
  for (const Expr *Index : llvm::drop_begin(Place->Operands))
    Operands.push_back(rewriteValues(M, Index, F));
  return withOperands(M, Place, std::move(Operands));
}

const Expr *ad::core::rewriteValues(Module &M, const Expr *E,
                                    llvm::function_ref<const Expr *(const Expr *)> F) {
  return rewrite(M, E, [&](const Expr *Sub) -> const Expr * {
    return Sub->is(ExprKind::AddressOf)
               ? withOperands(M, Sub, {rewriteAddress(M, Sub->operand(), F)})
               : F(Sub);
  });
}

void ad::core::rewriteValues(Module &M, Stmt &S, llvm::function_ref<const Expr *(const Expr *)> F) {
  replaceEach(S, [&](const Expr *E) { return rewriteValues(M, E, F); });
}

Block ad::core::clone(Module &M, const Block &B) {
  Block Result;
  for (const Stmt *S : B.Stmts) {
    Stmt *Copy = M.stmt(S->Kind, S->Loc);
    *Copy = *S;
    forEachBlock(*Copy, [&](Block &Inner) { Inner = clone(M, Inner); });
    Result.add(Copy);
  }
  return Result;
}

bool ad::core::mayTrap(const Expr *E) {
  if (!E->is(ExprKind::Binary) || !E->Ty->isInteger() ||
      (E->Text != "/" && E->Text != "%" && E->Text != "<<" && E->Text != ">>"))
    return false;
  const Expr *By = E->operand(1);
  while (By->is(ExprKind::Cast))
    By = By->operand();
  if (By->is(ExprKind::Variable))
    return By->Var->Number.value_or(0) == 0;
  return !By->is(ExprKind::Literal) ||
         llvm::StringRef(By->Text).find_first_of("123456789") == llvm::StringRef::npos;
}

bool ad::core::mentions(const Expr *E, const Variable *V) {
  bool Found = false;
  walk(E, [&](const Expr *Sub) {
    Found |= Sub->is(ExprKind::Variable) && Sub->Var == V;
    return !Found;
  });
  return Found;
}

bool ad::core::isPlace(const Expr *E) {
  switch (E->Kind) {
  case ExprKind::Variable:
  case ExprKind::Dereference:
    return true;
  case ExprKind::Member:
  case ExprKind::BaseOf:
    return isPlace(E->operand());
  case ExprKind::Subscript:
    return E->operand()->Ty->isPointer() || isPlace(E->operand());
  default:
    return false;
  }
}

Variable *ad::core::rootVariable(const Expr *Place) {
  switch (Place->Kind) {
  case ExprKind::Variable:
    return Place->Var;
  case ExprKind::Member:
  case ExprKind::BaseOf:
    return rootVariable(Place->operand());
  case ExprKind::Subscript:
    return Place->operand()->Ty->isPointer() ? nullptr : rootVariable(Place->operand());
  default:
    return nullptr;
  }
}

bool ad::core::staysWithin(const Expr *Array, const Expr *Index) {
  if (!Array->Ty->isArray() ||
      !(Array->is(ExprKind::Subscript) || Array->is(ExprKind::Dereference)))
    return true;
  uint64_t I = 0;
  return Index->is(ExprKind::Literal) && !llvm::StringRef(Index->Text).getAsInteger(0, I) &&
         I < Array->Ty->Extent;
}

const Expr *ad::core::rootPointer(const Expr *Place) {
  switch (Place->Kind) {
  case ExprKind::Member:
  case ExprKind::BaseOf:
    return rootPointer(Place->operand());
  case ExprKind::Subscript:
    return Place->operand()->Ty->isPointer() ? Place->operand() : rootPointer(Place->operand());
  case ExprKind::Dereference:
    return Place->operand();
  default:
    return nullptr;
  }
}

/// Whether Text chooses between numbers by an instruction or two.
static bool isComparison(llvm::StringRef Text) {
  return Text == "std::max($0, $1)" || Text == "std::min($0, $1)" || Text == "std::abs($0)" ||
         Text == "std::clamp($0, $1, $2)";
}

unsigned ad::core::cost(const Expr *E) {
  unsigned Sum = 0;
  walk(E, [&](const Expr *Sub) {
    switch (Sub->Kind) {
    case ExprKind::Literal:
    case ExprKind::Variable:
    case ExprKind::Member:
    case ExprKind::BaseOf:
    case ExprKind::AddressOf:
    case ExprKind::Braces:
      break;
    case ExprKind::Binary:
      Sum += Sub->Text == "/" || Sub->Text == "%" ? 5 : 1;
      break;
    case ExprKind::Primitive:
      Sum += Sub->Text == "fabs" ? 1 : 20; // one clears a bit, the others are calls
      break;
    case ExprKind::Opaque: // text with parentheses is most likely a call
      Sum += isComparison(Sub->Text) || !llvm::StringRef(Sub->Text).contains('(') ? 1 : 20;
      break;
    default:
      Sum += 1;
    }
    return true;
  });
  return Sum;
}
