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

/// Whether E is made of numbers in its object, sizes of vectors there, and constants.
static bool isMadeOfMembers(const Expr *E, unsigned Depth) {
  E = E->IgnoreParens();
  const auto IsField = [](const Expr *Of) {
    const auto *M = dyn_cast<MemberExpr>(Of->IgnoreParenImpCasts());
    const auto *F = M ? dyn_cast<FieldDecl>(M->getMemberDecl()) : nullptr;
    return F && !F->isBitField() && !F->getType().isVolatileQualified() &&
           !F->getType()->isReferenceType() &&
           isa<CXXThisExpr>(M->getBase()->IgnoreParenImpCasts());
  };
  if (const auto *C = dyn_cast<CastExpr>(E))
    return E->getType()->isIntegerType() && isMadeOfMembers(C->getSubExpr(), Depth);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->isMultiplicativeOp()) && isMadeOfMembers(B->getLHS(), Depth) &&
           isMadeOfMembers(B->getRHS(), Depth);
  if (const auto *MC = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *MD = MC->getMethodDecl();
    const Expr *Object = MC->getImplicitObjectArgument();
    if (MD && isa<CXXThisExpr>(Object->IgnoreParenImpCasts()))
      return Depth < 4 && tellsNumber(MD, Depth + 1);
    return MD && MD->getIdentifier() && MD->getName() == "size" && isLibrary(MD) &&
           MC->getNumArgs() == 0 && IsField(Object) &&
           isStdVector(Object->getType()->getAsCXXRecordDecl());
  }
  return E->getType()->isIntegerType() && (isa<IntegerLiteral>(E) || IsField(E));
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
