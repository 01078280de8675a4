//===- lower/reference_wrappers.cpp - std::reference_wrapper --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A reference_wrapper is the pointer that it holds, in variables, arguments and vectors. To get or
// convert it is to follow the pointer, to call it is to call what it leads to.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

bool FunctionLowering::isWrapper(QualType T) {
  const RecordDecl *RD = T.getNonReferenceType()->getAsRecordDecl();
  return RD && isReferenceWrapper(RD) && type(T.getNonReferenceType())->isPointer();
}

/// The pointer that a wrapper of E holds; E may be a wrapper itself.
const core::Expr *FunctionLowering::wrapped(const Expr *E) {
  if (isWrapper(E->getType()))
    return value(read(E));
  SourceLocation Loc = E->getExprLoc();
  const core::Expr *Place = expr(E);
  if (!core::isPlace(Place)) {
    error(Loc, "cannot differentiate a reference to this value", "give it a name");
    return poison(E);
  }
  if (core::Variable *V = core::rootVariable(Place))
    V->AddressTaken = true;
  return addressOf(Place, M.pointer(Place->Ty, E->getType().isConstQualified()), Loc);
}

/// std::ref, std::cref, and the members of a wrapper.
const core::Expr *FunctionLowering::wrapperCall(const CallExpr *E, const FunctionDecl *FD,
                                                bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  if ((isStd(FD, "ref") || isStd(FD, "cref")) && E->getNumArgs() == 1 && isWrapper(E->getType())) {
    Known = true;
    return wrapped(E->getArg(0));
  }
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  if (!MD || !isReferenceWrapper(MD->getParent()))
    return nullptr;
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const Expr *Object = Member ? Member->getImplicitObjectArgument() : E->getArg(0);
  bool Calls = MD->getOverloadedOperator() == OO_Call;
  bool Arrow = Object->getType()->isPointerType();
  QualType Wrapper = Arrow ? Object->getType()->getPointeeType() : Object->getType();
  if (!isWrapper(Wrapper) ||
      !(Calls || isa<CXXConversionDecl>(MD) || (MD->getIdentifier() && MD->getName() == "get")))
    return nullptr;
  Known = true;
  const core::Expr *Pointer = Arrow ? dereference(value(Object), Loc) : value(read(Object));
  const core::Expr *Held = dereference(Pointer, Loc);
  if (!Calls)
    return Held;
  QualType T = heldBy(Wrapper);
  llvm::SmallVector<Expr *, 4> Given;
  for (const Expr *A : llvm::drop_begin(E->arguments(), 1))
    Given.push_back(const_cast<Expr *>(A));
  Sema::SFINAETrap Quiet(L.S);
  const Expr *Called = standsFor(freezePlace(Held, Loc), T, Loc);
  ExprResult Call = L.S.BuildCallExpr(nullptr, const_cast<Expr *>(Called), Loc, Given, Loc);
  if (Call.isUsable())
    return expr(Call.get());
  error(Loc, "cannot differentiate this call through a reference", "call the object itself");
  return poison(E);
}

} // namespace ad::lower
