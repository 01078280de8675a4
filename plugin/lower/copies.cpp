//===- lower/copies.cpp - copies that do nothing else ---------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A copy constructor or assignment that is written by hand is recognised if all that it does is
// `f = other.f` for every member f, element by element or as a whole.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/copies.h"
#include "plugin/attributes/clang_versions.h"
#include "plugin/lower/eigen.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace ad::lower {

namespace {

/// One such function, which copies from its parameter.
class Copy {
public:
  explicit Copy(const CXXMethodDecl *MD) : From(MD->getParamDecl(0)) {}

  /// The members that MD copies; false where it does something else.
  bool read(const CXXMethodDecl *MD) {
    if (const auto *CD = dyn_cast<CXXConstructorDecl>(MD))
      for (const CXXCtorInitializer *I : CD->inits())
        if (!initialiser(I))
          return false;
    return statement(MD->getBody());
  }

  /// F has been copied, all of it.
  bool copies(const FieldDecl *F) const { return Copied.lookup(F) == elements(F); }

  llvm::SmallPtrSet<const CXXRecordDecl *, 2> Bases;

private:
  /// E without what changes nothing about which object it names.
  static const Expr *named(const Expr *E) {
    for (;;) {
      E = E->IgnoreParenImpCasts();
      if (const auto *Cast = dyn_cast<CXXStaticCastExpr>(E))
        E = Cast->getSubExpr();
      else if (const auto *Call = dyn_cast<CallExpr>(E); Call && Call->isCallToStdMove())
        E = Call->getArg(0);
      else if (const auto *C = dyn_cast<CXXConstructExpr>(E);
               C && C->getNumArgs() == 1 && C->getConstructor()->isCopyOrMoveConstructor())
        E = C->getArg(0);
      else if (const auto *L = dyn_cast<InitListExpr>(E); L && L->getNumInits() == 1)
        E = L->getInit(0);
      else if (const auto *P = dyn_cast<ParenListExpr>(E); P && P->getNumExprs() == 1)
        E = P->getExpr(0); // in a template
      else
        return E;
    }
  }
  bool isOther(const Expr *E) const {
    const auto *R = dyn_cast<DeclRefExpr>(named(E));
    return R && R->getDecl() == From;
  }
  static bool isThis(const Expr *E) {
    E = named(E);
    if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->getOpcode() == UO_Deref)
      E = named(U->getSubExpr());
    return isa<CXXThisExpr>(E);
  }

  /// A is a part of this object, B the same part of the other one: the member to which it belongs;
  /// Count: how many elements of it the loops around copy so.
  const FieldDecl *samePart(const Expr *A, const Expr *B, uint64_t &Count) const {
    A = named(A), B = named(B);
    if (const auto *X = dyn_cast<MemberExpr>(A)) {
      const auto *Y = dyn_cast<MemberExpr>(B);
      const auto *F = dyn_cast<FieldDecl>(X->getMemberDecl());
      bool Same = F && Y && Y->getMemberDecl() == F && !F->getType()->isReferenceType() &&
                  isThis(X->getBase()) && isOther(Y->getBase());
      return Same ? F : nullptr;
    }
    // An array of the object's own: what a pointer leads to is no part of it.
    const auto *X = dyn_cast<ArraySubscriptExpr>(A);
    const auto *Y = dyn_cast<ArraySubscriptExpr>(B);
    const ArrayType *Array = X ? named(X->getBase())->getType()->getAsArrayTypeUnsafe() : nullptr;
    const auto *I = X ? dyn_cast<DeclRefExpr>(named(X->getIdx())) : nullptr;
    const auto *J = Y ? dyn_cast<DeclRefExpr>(named(Y->getIdx())) : nullptr;
    const auto *First = X ? dyn_cast<IntegerLiteral>(named(X->getIdx())) : nullptr;
    const auto *Second = Y ? dyn_cast<IntegerLiteral>(named(Y->getIdx())) : nullptr;
    if (!Array || !Y)
      return nullptr;
    if (I && J && I->getDecl() == J->getDecl() && covers(Ends.lookup(I->getDecl()), Array))
      Count *= extent(Array);
    else if (!First || !Second || First->getValue() != Second->getValue())
      return nullptr;
    return samePart(X->getBase(), Y->getBase(), Count);
  }

  bool initialiser(const CXXCtorInitializer *I) {
    if (I->isBaseInitializer()) {
      Bases.insert(I->getBaseClass()->getAsCXXRecordDecl());
      return isOther(I->getInit());
    }
    if (!I->isMemberInitializer())
      return false;
    if (!I->isWritten())
      return true; // assigned in the body, or not copied
    const auto *Y = dyn_cast<MemberExpr>(named(I->getInit()));
    Copied[I->getMember()] += elements(I->getMember());
    return Y && Y->getMemberDecl() == I->getMember() && isOther(Y->getBase());
  }

  /// `this != &other`
  bool comparesObjects(const Expr *E) const {
    const auto *B = dyn_cast<BinaryOperator>(named(E));
    auto IsAddress = [&](const Expr *Side) {
      const auto *U = dyn_cast<UnaryOperator>(named(Side));
      return U && U->getOpcode() == UO_AddrOf && isOther(U->getSubExpr());
    };
    return B && B->isEqualityOp() &&
           ((isa<CXXThisExpr>(named(B->getLHS())) && IsAddress(B->getRHS())) ||
            (isa<CXXThisExpr>(named(B->getRHS())) && IsAddress(B->getLHS())));
  }

  bool assignment(const Expr *Target, const Expr *Value) {
    uint64_t Count = 1;
    const FieldDecl *F = samePart(Target, Value, Count);
    if (F && !named(Target)->getType()->isArrayType())
      Copied[F] += isa<MemberExpr>(named(Target)) ? elements(F) : Count;
    return F;
  }

  /// `for (int i = 0; i < 8; ++i)`
  bool loop(const ForStmt *S) {
    const auto *D = dyn_cast_or_null<DeclStmt>(S->getInit());
    const auto *I = D && D->isSingleDecl() ? dyn_cast<VarDecl>(D->getSingleDecl()) : nullptr;
    const auto *From = I && I->getInit() ? dyn_cast<IntegerLiteral>(named(I->getInit())) : nullptr;
    const auto *Test = dyn_cast_or_null<BinaryOperator>(S->getCond());
    const auto *Step = dyn_cast_or_null<UnaryOperator>(S->getInc());
    auto IsCounter = [&](const Expr *E) {
      const auto *R = dyn_cast<DeclRefExpr>(named(E));
      return R && R->getDecl() == I;
    };
    if (!From || From->getValue() != 0 || !Test || !Step || !Step->isIncrementOp() ||
        !IsCounter(Step->getSubExpr()) || !IsCounter(Test->getLHS()) ||
        (Test->getOpcode() != BO_LT && Test->getOpcode() != BO_NE))
      return false;
    Ends[I] = Test->getRHS();
    return statement(S->getBody());
  }

  bool statement(const Stmt *S) {
    if (!S)
      return false;
    if (const auto *C = dyn_cast<CompoundStmt>(S))
      return llvm::all_of(C->body(), [this](const Stmt *Each) { return statement(Each); });
    if (const auto *R = dyn_cast<ReturnStmt>(S))
      return !R->getRetValue() || isThis(R->getRetValue());
    if (const auto *I = dyn_cast<IfStmt>(S))
      return comparesObjects(I->getCond()) && statement(I->getThen()) &&
             (!I->getElse() || statement(I->getElse()));
    if (const auto *F = dyn_cast<ForStmt>(S))
      return loop(F);
    const auto *E = dyn_cast<Expr>(S);
    if (!E)
      return isa<NullStmt>(S);
    E = E->IgnoreImplicit();
    if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isCommaOp())
      return statement(B->getLHS()) && statement(B->getRHS());
    if (const auto *B = dyn_cast<BinaryOperator>(E))
      return B->getOpcode() == BO_Assign && assignment(B->getLHS(), B->getRHS());
    const auto *O = dyn_cast<CXXOperatorCallExpr>(E);
    return O && O->getOperator() == OO_Equal && O->getNumArgs() == 2 &&
           assignment(O->getArg(0), O->getArg(1));
  }

  /// How many elements an array has; 1 where a template parameter says so.
  static uint64_t extent(const ArrayType *A) {
    const auto *Constant = dyn_cast<ConstantArrayType>(A);
    return Constant ? Constant->getSize().getZExtValue() : 1;
  }
  /// Whether a loop from 0 to End goes through all of A.
  bool covers(const Expr *End, const ArrayType *A) const {
    if (const auto *Template = dyn_cast<DependentSizedArrayType>(A)) {
      const auto *N = dyn_cast_or_null<DeclRefExpr>(End ? named(End) : nullptr);
      const auto *Size = dyn_cast_or_null<DeclRefExpr>(Template->getSizeExpr());
      return N && Size && N->getDecl() == Size->getDecl();
    }
    Expr::EvalResult Value;
    return End && isa<ConstantArrayType>(A) && !End->isValueDependent() &&
           End->EvaluateAsInt(Value, From->getASTContext()) &&
           Value.Val.getInt().getZExtValue() == extent(A);
  }
  /// How many numbers, or objects, F is.
  static uint64_t elements(const FieldDecl *F) {
    uint64_t Count = 1;
    for (const ArrayType *A = F->getType()->getAsArrayTypeUnsafe(); A;
         A = A->getElementType()->getAsArrayTypeUnsafe())
      Count *= extent(A);
    return Count;
  }

  const ParmVarDecl *From;
  llvm::DenseMap<const ValueDecl *, const Expr *> Ends; ///< of loops, by counter
  llvm::DenseMap<const FieldDecl *, uint64_t> Copied;
};

/// Whether MD, written by hand, copies everything that its class holds, and does nothing else. A
/// member of a template that nobody has used is read as it stands in the template.
bool copiesMembers(const CXXMethodDecl *MD) {
  const FunctionDecl *Def = nullptr;
  if (!MD->hasBody(Def)) {
    const FunctionDecl *Pattern = MD->getTemplateInstantiationPattern();
    if (!Pattern || !Pattern->hasBody(Def))
      return false;
  }
  const auto *Body = cast<CXXMethodDecl>(Def);
  const CXXRecordDecl *RD = Body->getParent();
  Copy C(Body);
  if (!C.read(Body))
    return false;
  return llvm::all_of(RD->fields(),
                      [&](const FieldDecl *F) { return F->isUnnamedBitField() || C.copies(F); }) &&
         (isa<CXXConstructorDecl>(MD)
              ? llvm::all_of(RD->bases(),
                             [&](const CXXBaseSpecifier &B) {
                               return C.Bases.contains(B.getType()->getAsCXXRecordDecl());
                             })
              : RD->getNumBases() == 0);
}

} // namespace

const CXXMethodDecl *ownCopy(const CXXRecordDecl *RD) {
  RD = RD ? RD->getDefinition() : nullptr;
  if (!RD || RD->isInStdNamespace() || RD->isLambda() ||
      isOfEigen(attributes::typeOf(RD->getASTContext(), RD)))
    return nullptr;
  for (const CXXMethodDecl *MD : RD->methods()) {
    const auto *CD = dyn_cast<CXXConstructorDecl>(MD);
    bool Copies = CD ? CD->isCopyOrMoveConstructor()
                     : MD->isCopyAssignmentOperator() || MD->isMoveAssignmentOperator();
    if (Copies && MD->isUserProvided() && !copiesMembers(MD))
      return MD;
  }
  for (const CXXBaseSpecifier &B : RD->bases())
    if (const CXXMethodDecl *Own = ownCopy(B.getType()->getAsCXXRecordDecl()))
      return Own;
  for (const FieldDecl *F : RD->fields())
    if (const CXXMethodDecl *Own =
            ownCopy(F->getType()->getBaseElementTypeUnsafe()->getAsCXXRecordDecl()))
      return Own;
  return nullptr;
}

} // namespace ad::lower
