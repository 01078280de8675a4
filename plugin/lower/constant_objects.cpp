//===- lower/constant_objects.cpp - what constants do not promise ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A function that is given an object as a constant may change what the object's pointers lead to,
// which Core's types tell, but for those of a class derived from the one that is seen
// (Type::DerivedLeads); and members that are mutable, which is refused: everything after takes it
// that a constant stays what it is.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// Whether objects that the function is given as constants may hold pointers of their own class.
void FunctionLowering::lookAtDerived() {
  for (const core::Variable *P : F.Params) {
    const core::Type *T = P->Ty->isReference() || P->Ty->isPointer() ? P->Ty->Element : P->Ty;
    const CXXRecordDecl *RD = T->Polymorphic && !T->DerivedLeads ? L.classOf(T) : nullptr;
    if (RD && llvm::any_of(L.concrete(RD), [&](const CXXRecordDecl *Class) {
          return core::holdsHandle(type(attributes::typeOf(Ctx, Class)));
        }))
      const_cast<core::Type *>(T)->DerivedLeads = true;
  }
}

/// Whether Place is, or lies in, a mutable member of an object that the function is given as a
/// constant.
static bool isMutableOfConstant(const core::Expr *Place) {
  bool Mutable = false;
  for (; core::isPlace(Place) && !Place->Operands.empty(); Place = Place->operand()) {
    const core::Expr *Of = Place->operand();
    if (Place->is(ExprKind::Member)) {
      const core::Field *Fd = core::findField(Of->Ty->nonReference(), Place->Text);
      Mutable |= Fd && Fd->Mutable && !Fd->Constant && Fd->Ty->Differentiable;
    }
    if (Of->Ty->isPointer())
      return Mutable && Of->Ty->ElementConst;
  }
  return Mutable && Place->is(ExprKind::Variable) && Place->Var->Ty->isReference() &&
         Place->Var->Ty->ElementConst;
}

/// Callers take it that what they give as a constant stays what it is.
void FunctionLowering::refuseChangedConstants() {
  core::walk(F.Body, [&](core::Stmt *S) {
    bool Changes = S->Target && isMutableOfConstant(S->Target);
    for (const core::Expr *W : S->Writes)
      Changes |= isMutableOfConstant(W);
    const size_t Given =
        S->is(StmtKind::Call) ? std::min(S->Operands.size(), S->Callee->Params.size()) : 0;
    for (size_t I = 0; I < Given; ++I) {
      const core::Type *T = S->Callee->Params[I]->Ty;
      Changes |= T->isReference() && !T->ElementConst && isMutableOfConstant(S->Operands[I]);
    }
    core::forEachExpr(*S, [&](const core::Expr *Whole) {
      core::walk(Whole, [&](const core::Expr *E) {
        Changes |=
            E->is(ExprKind::AddressOf) && !E->Ty->ElementConst && isMutableOfConstant(E->operand());
        return !Changes;
      });
    });
    if (Changes)
      error(SourceLocation::getFromRawEncoding(S->Loc ? S->Loc : F.Loc),
            "cannot differentiate a change of a mutable member in an object that is given as a "
            "constant",
            "take the object by a reference to what may change, or mark the member "
            "[[ad::constant]]");
  });
}

} // namespace ad::lower
