//===- core/steps.cpp - telling places apart by how they are reached ------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/steps.h"
#include "plugin/core/walk.h"

using namespace ad;
using namespace ad::core;

const Type *core::scalarIn(const Type *T) {
  while (T->isArray() || T->isReference())
    T = T->Element;
  return T;
}

bool core::isInUnion(const Expr *Place) {
  for (; Place && (Place->is(ExprKind::Member) || Place->is(ExprKind::Subscript) ||
                   Place->is(ExprKind::BaseOf));
       Place = Place->operand())
    if (Place->is(ExprKind::Member) && Place->operand()->Ty->nonReference()->IsUnion)
      return true;
  return false;
}

bool core::distinctScalars(const Type *A, const Type *B) {
  if (A->Kind != B->Kind)
    return true;
  if (A->isReal())
    return A->Bits != B->Bits;
  return A->isInteger() && A->Bits != B->Bits && A->Bits != 8 && B->Bits != 8;
}

void core::stepsTo(const Expr *Place, llvm::SmallVectorImpl<const Expr *> &Out) {
  while (!Place->is(ExprKind::Variable)) {
    if (!Place->is(ExprKind::BaseOf))
      Out.push_back(Place);
    if (Place->is(ExprKind::Dereference) || Place->operand()->Ty->isPointer() ||
        !isPlace(Place->operand()))
      break;
    Place = Place->operand();
  }
  std::reverse(Out.begin(), Out.end());
}

static std::optional<int64_t> literal(const Expr *E) {
  int64_t V = 0;
  if (!E->is(ExprKind::Literal) || llvm::StringRef(E->Text).rtrim("uUlL").getAsInteger(0, V))
    return std::nullopt;
  if (E->Ty && E->Ty->IsUnsigned && E->Ty->Bits == 32 && V >= int64_t(1) << 31)
    V -= int64_t(1) << 32; // `i + 4294967295u` is `i - 1`
  return V;
}

void core::forEachPartOfAddress(const Expr *Place, llvm::function_ref<void(const Expr *)> F) {
  for (unsigned I = 0; I < Place->Operands.size(); ++I) {
    const Expr *Op = Place->Operands[I];
    if (I == 0 && isPlace(Op) && !Op->Ty->isPointer())
      forEachPartOfAddress(Op, F);
    else
      F(Op);
  }
}

std::pair<const Expr *, int64_t> core::asOffset(const Expr *E) {
  // A narrower type would wrap: its values may meet again.
  while (E->is(ExprKind::Cast) && E->Ty->isInteger() && E->operand()->Ty->isInteger() &&
         E->Ty->Bits >= E->operand()->Ty->Bits)
    E = E->operand();
  if (std::optional<int64_t> V = literal(E))
    return {nullptr, *V};
  if (E->is(ExprKind::Binary) && (E->Text == "+" || E->Text == "-")) {
    if (std::optional<int64_t> V = literal(E->operand(1))) {
      auto [Base, Rest] = asOffset(E->operand(0));
      return {Base, E->Text == "+" ? Rest + *V : Rest - *V};
    }
    if (std::optional<int64_t> V = literal(E->operand(0)); V && E->Text == "+") {
      auto [Base, Rest] = asOffset(E->operand(1));
      return {Base, Rest + *V};
    }
  }
  return {E, 0};
}

namespace {
/// A sum of terms, each added or subtracted, and a number.
struct Sum {
  llvm::SmallVector<std::pair<const Expr *, bool>, 4> Terms; ///< true: subtracted
  int64_t Number = 0;

  void add(const Expr *E, bool Minus) {
    const std::pair<const Expr *, int64_t> Parts = asOffset(E);
    const Expr *Base = Parts.first;
    Number += Minus ? -Parts.second : Parts.second;
    if (!Base)
      return;
    if (Base->is(ExprKind::Binary) && (Base->Text == "+" || Base->Text == "-")) {
      add(Base->operand(0), Minus);
      return add(Base->operand(1), Minus != (Base->Text == "-"));
    }
    auto Other = llvm::find_if(
        Terms, [&](const auto &T) { return T.second != Minus && equal(T.first, Base); });
    if (Other != Terms.end())
      Terms.erase(Other);
    else
      Terms.push_back({Base, Minus});
  }
};
} // namespace

std::optional<int64_t> core::difference(const Expr *A, const Expr *B) {
  Sum Of;
  Of.add(A, false);
  Of.add(B, true);
  return Of.Terms.empty() ? std::optional(Of.Number) : std::nullopt;
}

bool core::distinctIndices(const Expr *A, const Expr *B, bool SameMoment) {
  if (!A || !B || difference(A, B).value_or(0) == 0)
    return false;
  return SameMoment || (!asOffset(A).first && !asOffset(B).first); // two literals always differ
}
