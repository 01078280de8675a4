//===- lower/accessors.cpp - functions that tell a number -----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `int rows() const { return rows_; }` is the member, `int at(int i, int j) const { return i * n +
// j; }` is the sum: analyses know what they are.
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

/// Whether R names a number that is given to the function by value, or that never changes.
static bool isNumber(const DeclRefExpr *R) {
  if (isa<EnumConstantDecl>(R->getDecl()))
    return true;
  const auto *V = dyn_cast<VarDecl>(R->getDecl());
  if (!V || !V->getType().getNonReferenceType()->isIntegerType() ||
      V->getType().isVolatileQualified())
    return false;
  return isa<ParmVarDecl>(V) ? !V->getType()->isReferenceType()
                             : V->isUsableInConstantExpressions(V->getASTContext());
}

/// Whether E is made of numbers in its object, sizes of vectors there, parameters and constants.
static bool isMadeOfNumbers(const Expr *E, unsigned Depth) {
  E = E->IgnoreParens();
  auto AreMade = [&](auto &&Operands) {
    return llvm::all_of(Operands, [&](const Expr *Op) { return isMadeOfNumbers(Op, Depth); });
  };
  if (!E->getType()->isIntegerType())
    return false;
  if (const auto *C = dyn_cast<CastExpr>(E))
    return isMadeOfNumbers(C->getSubExpr(), Depth);
  if (const auto *B = dyn_cast<BinaryOperator>(E))
    return (B->isAdditiveOp() || B->isMultiplicativeOp() || B->isComparisonOp() ||
            B->isLogicalOp()) &&
           isMadeOfNumbers(B->getLHS(), Depth) && isMadeOfNumbers(B->getRHS(), Depth);
  if (const auto *U = dyn_cast<UnaryOperator>(E))
    return (U->getOpcode() == UO_Minus || U->getOpcode() == UO_Plus || U->getOpcode() == UO_LNot) &&
           isMadeOfNumbers(U->getSubExpr(), Depth);
  if (const auto *C = dyn_cast<ConditionalOperator>(E))
    return isMadeOfNumbers(C->getCond(), Depth) && isMadeOfNumbers(C->getTrueExpr(), Depth) &&
           isMadeOfNumbers(C->getFalseExpr(), Depth);
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const FunctionDecl *FD = Call->getDirectCallee();
    const auto *MC = dyn_cast<CXXMemberCallExpr>(Call);
    const Expr *Object = MC ? MC->getImplicitObjectArgument() : nullptr;
    if (!FD || isa<CXXOperatorCallExpr>(Call))
      return false;
    const bool Known = !Object || isa<CXXThisExpr>(Object->IgnoreParenImpCasts()) || isPart(Object);
    if (Known && !isLibrary(FD))
      return Depth < 4 && AreMade(Call->arguments()) && tellsNumber(FD, Depth + 1);
    return Object && FD->getIdentifier() && FD->getName() == "size" && isLibrary(FD) &&
           Call->getNumArgs() == 0 && isPart(Object) &&
           isStdVector(Object->getType()->getAsCXXRecordDecl());
  }
  if (const auto *R = dyn_cast<DeclRefExpr>(E))
    return isNumber(R);
  return isa<IntegerLiteral, CXXBoolLiteralExpr>(E) || isPart(E);
}

bool tellsNumber(const FunctionDecl *FD, unsigned Depth) {
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  const FunctionDecl *Def = nullptr;
  if ((MD && MD->isVirtual()) || isLibrary(FD) || FD->isVariadic() ||
      (FD->isOverloadedOperator() && FD->getOverloadedOperator() != OO_Call) ||
      !FD->getReturnType()->isIntegerType() || !FD->hasBody(Def) || Def->isDependentContext())
    return false;
  const auto *Body = dyn_cast<CompoundStmt>(Def->getBody());
  const auto *Return =
      Body && Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
  return Return && Return->getRetValue() && isMadeOfNumbers(Return->getRetValue(), Depth);
}

} // namespace ad::lower
