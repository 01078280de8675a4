//===- lower/accessors.cpp - methods that tell a number -------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `int rows() const { return rows_; }` is the member: analyses know what it is.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/names.h"
#include "plugin/lower/operands.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace ad::lower {

/// Whether E is a member of the object, or of an object in it.
static bool isPart(const Expr *E) {
  const auto *M = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
  const auto *F = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
  if (!F || F->isBitField() || F->getType().isVolatileQualified() ||
      F->getType()->isReferenceType() || F->getParent()->isUnion())
    return false;
  return isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts()) ||
         (!M->isArrow() && isPart(M->getBase()));
}

/// Whether E is made of numbers in its object, sizes of vectors there, and constants.
static bool isMadeOfMembers(const Expr *E, unsigned Depth) {
  E = E->IgnoreParens();
  if (const auto *C = dyn_cast<CastExpr>(E))
    return E->getType()->isIntegerType() && isMadeOfMembers(C->getSubExpr(), Depth);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->isMultiplicativeOp()) && isMadeOfMembers(B->getLHS(), Depth) &&
           isMadeOfMembers(B->getRHS(), Depth);
  if (const auto *MC = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *MD = MC->getMethodDecl();
    const Expr *Object = MC->getImplicitObjectArgument();
    if (MD && (isa<CXXThisExpr>(Object->IgnoreParenImpCasts()) || isPart(Object)) && !isLibrary(MD))
      return Depth < 4 && tellsNumber(MD, Depth + 1);
    return MD && MD->getIdentifier() && MD->getName() == "size" && isLibrary(MD) &&
           MC->getNumArgs() == 0 && isPart(Object) &&
           isStdVector(Object->getType()->getAsCXXRecordDecl());
  }
  return E->getType()->isIntegerType() && (isa<IntegerLiteral>(E) || isPart(E));
}

bool tellsNumber(const FunctionDecl *FD, unsigned Depth) {
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  const FunctionDecl *Def = nullptr;
  if (!MD || !MD->isInstance() || MD->isVirtual() || MD->getNumParams() || isLibrary(FD) ||
      !FD->getReturnType()->isIntegerType() || !FD->hasBody(Def))
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(Def->getBody());
  const auto *Return =
      Body && Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  return Return && Return->getRetValue() && isMadeOfMembers(Return->getRetValue(), Depth);
}

} // namespace ad::lower
