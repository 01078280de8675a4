//===- lower/caught_members.cpp - numbers that exceptions carry -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `struct OutOfRange : std::runtime_error { double at; ... }` has virtual functions and parts of
// the library's, so it is kept in a std::exception_ptr and only asked (caught.cpp). The floating
// values that its handler reads are variables beside it, one for each member. Where a throw is a
// jump to the handler (throws.cpp), it sets them to what the constructor would:
//
//     e_at = x;
//     caught = 1;
//   ...
//   if (caught == 1)
//     y = -e_at * e_at;
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/effects.h"
#include "plugin/lower/exceptions.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/usage.h"

using namespace clang;

namespace ad::lower {

/// The floating member of its object that E, `e.at` or `e.at()`, reads. Null: it does something
/// else. Object: the variable e.
static const FieldDecl *readMember(const Expr *E, const ValueDecl *&Object) {
  const Expr *Of = nullptr;
  const FieldDecl *FD = nullptr;
  if (const auto *Call = dyn_cast<CXXMemberCallExpr>(E)) {
    const CXXMethodDecl *MD = Call->getMethodDecl();
    const FunctionDecl *Def = nullptr;
    if (!MD || MD->isVirtual() || !MD->isConst() || MD->getReturnType()->isReferenceType() ||
        !MD->hasBody(Def))
      return nullptr;
    const auto *Body = dyn_cast<CompoundStmt>(Def->getBody());
    const auto *Return =
        Body && Body->size() == 1 ? dyn_cast<ReturnStmt>(Body->body_front()) : nullptr;
    const auto *Member = Return && Return->getRetValue()
                             ? dyn_cast<MemberExpr>(Return->getRetValue()->IgnoreParenImpCasts())
                             : nullptr;
    if (!Member || !isa<CXXThisExpr>(Member->getBase()->IgnoreParenImpCasts()))
      return nullptr;
    FD = dyn_cast<FieldDecl>(Member->getMemberDecl());
    Of = Call->getImplicitObjectArgument();
    if (FD && !FD->getASTContext().hasSameUnqualifiedType(FD->getType(), E->getType()))
      return nullptr;
  } else if (const auto *Member = dyn_cast<MemberExpr>(E); Member && !Member->isArrow()) {
    FD = dyn_cast<FieldDecl>(Member->getMemberDecl());
    Of = Member->getBase();
  }
  const auto *R = Of ? dyn_cast<DeclRefExpr>(Of->IgnoreParenImpCasts()) : nullptr;
  if (!R || !FD || !FD->getType()->isRealFloatingType() || FD->getType().isVolatileQualified())
    return nullptr;
  Object = R->getDecl();
  return FD;
}

namespace {
/// What a handler does with its exception D.
struct Readings {
  const VarDecl *D;
  llvm::SmallVector<const FieldDecl *, 2> Members{}; ///< the floating ones that it reads
  bool Asks = false;                                 ///< it asks it for something else
  bool Changes = false;                              ///< it may change it

  void look(const Stmt *S) {
    if (!S)
      return;
    const ValueDecl *Object = nullptr;
    if (const auto *C = dyn_cast<ImplicitCastExpr>(S);
        C && C->getCastKind() == CK_LValueToRValue && !isa<CallExpr>(C->getSubExpr()))
      if (const FieldDecl *FD = readMember(C->getSubExpr()->IgnoreParens(), Object);
          FD && Object == D)
        return read(FD);
    if (const auto *Call = dyn_cast<CXXMemberCallExpr>(S)) {
      if (const FieldDecl *FD = readMember(Call, Object); FD && Object == D)
        return read(FD);
      const auto *MD = Call->getMethodDecl();
      Changes |= (!MD || !MD->isConst()) && countMentions(Call->getImplicitObjectArgument(), D);
    }
    const auto *R = dyn_cast<DeclRefExpr>(S);
    Asks |= R && R->getDecl() == D;
    for (const Stmt *C : S->children())
      look(C);
  }

  void read(const FieldDecl *FD) {
    if (!llvm::is_contained(Members, FD))
      Members.push_back(FD);
  }
};
} // namespace

CaughtMembers FunctionLowering::declareCaughtMembers(const CXXCatchStmt *Handler) {
  const VarDecl *D = Handler->getExceptionDecl();
  CaughtMembers Parts;
  if (!D || !L.differentiable(D->getType()))
    return Parts;
  Readings R{D};
  R.look(Handler->getHandlerBlock());
  if (R.Changes || throwsAgain(Handler->getHandlerBlock()))
    return Parts;
  for (const FieldDecl *FD : R.Members) {
    const core::Type *Ty = type(FD->getType().getUnqualifiedType());
    core::Variable *V = declare((D->getName() + "_" + FD->getName()).str(), Ty,
                                zero(Ty, D->getLocation()), false, D->getLocation());
    Changing.insert(V);
    Parts.Members.push_back({FD, V});
    Carried[{D, FD}] = V;
  }
  Parts.Only = !R.Members.empty() && !R.Asks;
  return Parts;
}

const core::Expr *FunctionLowering::caughtMember(const Expr *E) {
  const ValueDecl *Object = nullptr;
  const FieldDecl *FD = Carried.empty() ? nullptr : readMember(E, Object);
  core::Variable *V = FD ? Carried.lookup({Object, FD}) : nullptr;
  return V ? name(V, E->getExprLoc()) : nullptr;
}

/// Whether S mentions the object that is being made.
static bool mentionsThis(const Stmt *S) {
  return S && (isa<CXXThisExpr>(S) || llvm::any_of(S->children(), mentionsThis));
}

/// What the constructor of Made sets the member FD to; null where that is not known here. The
/// parameters that it needs are bound.
const Expr *FunctionLowering::memberSetBy(const CXXConstructExpr *Made, const FieldDecl *FD) {
  const FunctionDecl *Def = nullptr;
  const CXXConstructorDecl *CD = Made->getConstructor();
  if (!CD->hasBody(Def) || !Def->getBody() || !isa<CompoundStmt>(Def->getBody()) ||
      !cast<CompoundStmt>(Def->getBody())->body_empty())
    return nullptr;
  CD = cast<CXXConstructorDecl>(Def);
  for (const CXXCtorInitializer *I : CD->inits()) {
    const Expr *Init = I->getInit()->IgnoreImplicit();
    const auto *Base = I->isBaseInitializer() || I->isDelegatingInitializer()
                           ? dyn_cast<CXXConstructExpr>(Init)
                           : nullptr;
    const auto *RD = Base ? Base->getType()->getAsCXXRecordDecl() : nullptr;
    const auto *Owner = cast<CXXRecordDecl>(FD->getParent());
    const bool Inside =
        RD && (RD->getCanonicalDecl() == Owner->getCanonicalDecl() || RD->isDerivedFrom(Owner));
    if (!Inside && (!I->isMemberInitializer() || I->getMember() != FD))
      continue;
    if (const auto *Default = dyn_cast<CXXDefaultInitExpr>(I->getInit()))
      return mentionsThis(Default->getExpr()) ? nullptr : Default->getExpr();
    if (mentionsThis(I->getInit()))
      return nullptr;
    for (auto [P, Given] : llvm::zip(CD->parameters(), Made->arguments())) {
      if (!countMentions(I->getInit(), P))
        continue;
      forget(P);
      if (!P->getType().getNonReferenceType()->isArithmeticType())
        return nullptr;
      const Expr *Argument = Given;
      if (const auto *Default = dyn_cast<CXXDefaultArgExpr>(Given))
        Argument = Default->getExpr();
      core::Variable *V = declare(P->getName(), type(P->getType().getNonReferenceType()),
                                  value(Argument), true, Given->getExprLoc());
      Bindings[P] = name(V, Given->getExprLoc());
    }
    return Inside ? memberSetBy(Base, FD) : I->getInit();
  }
  return nullptr;
}

void FunctionLowering::handMembersOver(const Expr *Thrown, const CaughtMembers &Parts,
                                       const CXXCatchStmt *Handler, SourceLocation Loc) {
  QualType T = Handler->getCaughtType().getNonReferenceType().getUnqualifiedType();
  const Expr *Inner = Thrown;
  for (;;) {
    Inner = Inner->IgnoreImplicit()->IgnoreParens();
    const auto *C = dyn_cast<CXXConstructExpr>(Inner);
    if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(Inner))
      Inner = Cast->getSubExpr();
    else if (C && C->isElidable() && C->getNumArgs() >= 1 && !C->getArg(0)->isLValue())
      Inner = C->getArg(0);
    else
      break;
  }
  const auto *Made = dyn_cast<CXXConstructExpr>(Inner);
  for (auto [FD, V] : Parts.Members) {
    const Expr *Set =
        Made && Ctx.hasSameUnqualifiedType(T, Thrown->getType()) ? memberSetBy(Made, FD) : nullptr;
    if (!Set)
      return error(Loc,
                   "cannot differentiate this throw: its handler reads '" + FD->getNameAsString() +
                       "', and what that is set to here is not known",
                   "throw an object of type '" + L.spelling(T) +
                       "' that is made here, by a constructor with an empty body that sets the "
                       "member from its parameters");
    assign(name(V, Loc), convert(V->Ty, value(Set), false, Loc), Loc);
  }
}

} // namespace ad::lower
