//===- lower/comparators.cpp - what orders the elements of a container ----===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/comparators.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

/// Whether E, an object that compares, is the same wherever it is lowered: a closure, a variable
/// that nobody changes, or one that is made of constants.
static bool comparesAlways(const Stmt *E, const Usage &Uses) {
  if (const auto *R = dyn_cast_or_null<DeclRefExpr>(E)) {
    const ValueDecl *D = R->getDecl();
    const auto *Class = D->getType().getNonReferenceType()->getAsCXXRecordDecl();
    return isa<VarDecl>(D) && !D->getType()->isReferenceType() &&
           ((Class && Class->isLambda()) || (!Uses.Modified.count(D) && !Uses.Escaping.count(D)));
  }
  return !E || llvm::all_of(E->children(), [&](const Stmt *C) { return comparesAlways(C, Uses); });
}

/// What compares the elements of the std::priority_queue or set of type T that Init makes: an
/// object of the class that the type names, or what the variable was made with. Null where that is
/// not known.
Expr *comparator(Sema &S, const Usage &Uses, QualType T, const Expr *Init, SourceLocation Loc) {
  const auto *RD = cast<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  T = RD->getTemplateArgs()[isOrderedSet(RD) ? 1 : 2].getAsType();
  Init = Init ? Init->IgnoreImplicit() : nullptr;
  if (const auto *List = dyn_cast_or_null<InitListExpr>(Init); List && List->getNumInits() == 1)
    Init = List->getInit(0)->IgnoreImplicit();
  const auto *Class = T->getAsCXXRecordDecl();
  const bool Empty = Class && Class->isEmpty() && !Class->isLambda();
  if (const auto *C = dyn_cast_or_null<CXXConstructExpr>(Init); C && !Empty)
    for (const Expr *Given : given(C->arguments())) {
      if (S.Context.hasSameUnqualifiedType(Given->getType(), T))
        return comparesAlways(Given, Uses) ? const_cast<Expr *>(Given) : nullptr;
      const auto *Ref = dyn_cast<DeclRefExpr>(read(Given)->IgnoreParenImpCasts());
      const auto *V = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
      if (V && C->getConstructor()->isCopyOrMoveConstructor())
        return comparator(S, Uses, V->getType(), V->getInit(), Loc);
    }
  if (!Empty)
    return nullptr;
  ExprResult Made = S.BuildCXXTypeConstructExpr(S.Context.getTrivialTypeSourceInfo(T, Loc), Loc, {},
                                                Loc, /*ListInitialization=*/false);
  return Made.isUsable() ? Made.get() : nullptr;
}

} // namespace ad::lower
