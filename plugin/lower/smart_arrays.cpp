//===- lower/smart_arrays.cpp - arrays of smart pointers ------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A local C array or std::array of smart pointers is an array of pointers, each deleted where its
// lifetime ends; a member of a record stays what it is (Type::Smart). Its elements are made and
// moved one by one: arrays of them are no values (fence.cpp).
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

/// Calls Do with the elements of the array at Place.
static void forEachElement(const core::Type *Ty, llvm::function_ref<void(uint64_t)> Do) {
  for (uint64_t I = 0; I < Ty->Extent; ++I)
    Do(I);
}

/// Declares D, if it is such an array.
bool FunctionLowering::declareSmartArray(const VarDecl *D) {
  if (!L.localSmartArray(D->getType()))
    return false;
  SourceLocation Loc = D->getLocation();
  core::Variable *V = newVariable(D);
  V->Const = false;
  Changing.insert(V);
  declare(V, zero(V->Ty, Loc), Loc);
  const core::Expr *Place = name(V, Loc);
  if (D->getInit())
    makeSmartArray(Place, D->getInit());
  destroyLater(Place, D->getType());
  return true;
}

/// The elements of the array at Target are those that Init makes. Those of a variable are null.
void FunctionLowering::makeSmartArray(const core::Expr *Target, const Expr *Init) {
  SourceLocation Loc = Init->getExprLoc();
  const Expr *E = Init->IgnoreImplicit();
  auto At = [&](const core::Expr *Array, uint64_t I) {
    return subscript(Array, literal(std::to_string(I), M.intType(), Loc), Loc);
  };
  const auto *Braces = dyn_cast<InitListExpr>(E);
  if (Braces && Braces->getNumInits() == 1 && L.followsSmartArray(Braces->getInit(0)->getType()))
    return makeSmartArray(Target, Braces->getInit(0)); // std::array
  const unsigned Given = Braces ? Braces->getNumInits() : 0;
  auto Clear = [&] {
    if (!Target->is(core::ExprKind::Variable))
      for (uint64_t I = Given; I < Target->Ty->Extent; ++I)
        assign(At(Target, I), literal("nullptr", Target->Ty->Element, Loc), Loc);
  };
  if (Braces) {
    for (unsigned I = 0; I < Given; ++I) {
      beginLifetime();
      makeOwner(Braces->getInit(I), "made", At(Target, I));
      endLifetime();
    }
    return Clear();
  }
  const auto *C = dyn_cast<CXXConstructExpr>(E);
  if (isa<ImplicitValueInitExpr>(E) || (C && C->getNumArgs() == 0))
    return Clear();
  const auto *Loop = dyn_cast<ArrayInitLoopExpr>(E); // of a constructor that is defaulted
  const Expr *From = Loop ? Loop->getCommonExpr()->getSourceExpr() : C ? C->getArg(0) : nullptr;
  if (!From || !From->isGLValue())
    return error(Loc, "cannot differentiate this way of making an array of smart pointers",
                 "move its elements one by one");
  const core::Expr *Other = freezePlace(expr(From), Loc);
  const bool Moves = !From->isLValue();
  if (Moves)
    checkWritten(Other, Loc);
  forEachElement(Target->Ty, [&](uint64_t I) {
    const core::Expr *Element = At(Other, I);
    assign(At(Target, I), Element, Loc);
    if (Moves)
      assign(Element, literal("nullptr", Element->Ty, Loc), Loc);
  });
}

/// The elements of the array at Place, last first.
void FunctionLowering::destroySmartArray(const core::Expr *Place, QualType T, SourceLocation Loc) {
  forEachElement(Place->Ty, [&](uint64_t I) {
    const core::Expr *Index = literal(std::to_string(Place->Ty->Extent - 1 - I), M.intType(), Loc);
    deleteSmart(subscript(Place, Index, Loc), smartElement(T), Loc);
  });
}

} // namespace ad::lower
