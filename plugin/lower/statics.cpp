//===- lower/statics.cpp - variables that outlive the call ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Static variables of functions. A companion has none of them at hand, so
//  - a function that is given nothing with derivatives and has such variables, which it fills when
//    it first runs or changes from call to call, is called as it stands: tables, caches, counters;
//  - a constant that is made of nothing but constants is made again, as a local one;
//  - what a local variable can stand for is one (own_statics.cpp);
//  - a variable that nobody reads, a counter of calls, is left out.
// Anything else would carry derivatives out of the call, or into it.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/marks.h"
#include "plugin/core/walk.h"
#include "plugin/lower/closedness.h"
#include "plugin/lower/effects.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::StmtKind;

/// Whether the compiler makes the value of D, a constant.
static bool isStaticConstant(const VarDecl *D, ASTContext &Ctx) {
  const bool Const =
      D->getType().isConstQualified() || Ctx.getBaseElementType(D->getType()).isConstQualified();
  return Const && D->getTLSKind() == VarDecl::TLS_None && D->getInit() &&
         !D->getType()->isReferenceType() && !isClosureObject(D->getType()) &&
         D->getInit()->isConstantInitializer(Ctx, false);
}

/// Whether S, or a function of the user's that it calls, declares static variables that are made or
/// changed while the program runs.
static bool hasState(const Stmt *S, ASTContext &Ctx,
                     llvm::SmallPtrSetImpl<const FunctionDecl *> &Asked) {
  if (!S)
    return false;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each);
          V && (V->isStaticLocal() || V->getTLSKind() != VarDecl::TLS_None) &&
          !isStaticConstant(V, Ctx))
        return true;
  if (const auto *Call = dyn_cast<CallExpr>(S)) {
    const FunctionDecl *FD = Call->getDirectCallee(), *Def = nullptr;
    if (FD && !isLibrary(FD) && FD->hasBody(Def) && Asked.insert(Def).second &&
        hasState(Def->getBody(), Ctx, Asked))
      return true;
  }
  return llvm::any_of(S->children(), [&](const Stmt *C) { return hasState(C, Ctx, Asked); });
}

/// Whether objects of RD are not assigned: the program says so.
static bool forbidsAssignment(const CXXRecordDecl *RD) {
  return llvm::any_of(RD->methods(), [](const CXXMethodDecl *M) {
    return M->isCopyAssignmentOperator() && M->isDeleted();
  });
}

/// Whether values with derivatives can get into an object of class RD that a function shows: by
/// its members, by methods that are not constant, or by those that make objects, which may then be
/// assigned to it.
static bool takesValues(Lowering &L, const CXXRecordDecl *RD) {
  for (const FieldDecl *F : RD->fields())
    if (F->getAccess() != AS_private && !F->getType().isConstQualified() &&
        L.differentiable(F->getType()))
      return true;
  const bool Assigned = !forbidsAssignment(RD);
  auto IsGiven = [&](const ParmVarDecl *P) {
    const QualType T = P->getType().getNonReferenceType();
    return L.differentiable(T) && T->getAsCXXRecordDecl() != RD;
  };
  for (const CXXMethodDecl *M : RD->methods()) {
    const bool Changes = !M->isConst() && !M->isStatic() && !isa<CXXConstructorDecl>(M);
    if (M->isImplicit() || M->isDeleted() || isa<CXXDestructorDecl>(M) || !(Changes || Assigned))
      continue;
    if ((Changes && L.differentiable(M->getReturnType())) || llvm::any_of(M->parameters(), IsGiven))
      return true;
  }
  return (Assigned && RD->hasFriends()) ||
         llvm::any_of(RD->decls(), [](const Decl *D) { return isa<FunctionTemplateDecl>(D); }) ||
         llvm::any_of(RD->bases(), [&](const CXXBaseSpecifier &B) {
           const auto *Base = B.getType()->getAsCXXRecordDecl();
           return !Base || takesValues(L, Base);
         });
}

bool Lowering::keepsState(const FunctionDecl *FD) {
  const FunctionDecl *Def = nullptr;
  const auto *MD = dyn_cast<CXXMethodDecl>(FD);
  if (isLibrary(FD) || (MD && (MD->isInstance() || MD->getParent()->isLambda())) ||
      FD->getParentFunctionOrMethod() || !FD->hasBody(Def) || Def->isDependentContext())
    return false;
  if (auto Found = Stateful.find(Def); Found != Stateful.end())
    return Found->second;
  Stateful[Def] = false;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Asked;
  bool Keeps = hasState(Def->getBody(), Ctx, Asked);
  for (const ParmVarDecl *P : FD->parameters()) {
    QualType T = P->getType().getNonReferenceType();
    Keeps = Keeps && !differentiable(T) && !isCallable(T) && !isClosureObject(T);
  }
  QualType R = FD->getReturnType();
  if (Keeps && (R->isReferenceType() || R->isPointerType()) && differentiable(R) &&
      !R->getPointeeType().isConstQualified()) {
    const auto *RD = R->getPointeeType()->getAsCXXRecordDecl();
    Keeps = RD && RD->hasDefinition() && !isLibraryRecord(RD) && !takesValues(*this, RD);
  }
  return Stateful[Def] = Keeps;
}

bool FunctionLowering::isUnreadStatic(const ValueDecl *D) const {
  const auto *V = dyn_cast<VarDecl>(D);
  const auto *FD =
      V && V->isStaticLocal() ? dyn_cast<FunctionDecl>(V->getParentFunctionOrMethod()) : nullptr;
  return FD && V->getType()->isArithmeticType() && !V->getType().isVolatileQualified() &&
         FD->getBody() && onlyWrites(FD->getBody(), V);
}

/// Whether E is a write to a variable that nobody reads, and no more than that.
bool FunctionLowering::writesUnread(const Expr *E) {
  E = E->IgnoreParens();
  const Expr *Written = nullptr;
  if (const auto *U = dyn_cast<UnaryOperator>(E); U && U->isIncrementDecrementOp())
    Written = U->getSubExpr();
  if (const auto *B = dyn_cast<BinaryOperator>(E); B && B->isAssignmentOp()) {
    if (B->getRHS()->HasSideEffects(Ctx))
      return false;
    Written = B->getLHS();
  }
  const auto *R = Written ? dyn_cast<DeclRefExpr>(Written->IgnoreParens()) : nullptr;
  return R && isUnreadStatic(R->getDecl());
}

/// Declares the static variable D; false: it is to be declared like a local constant.
bool FunctionLowering::staticDecl(const VarDecl *D) {
  SourceLocation Loc = D->getLocation();
  bool Const =
      D->getType().isConstQualified() || Ctx.getBaseElementType(D->getType()).isConstQualified();
  if (declareFunctionTable(D) || (Const && declareFunctionList(D)))
    return true;
  if (isUnreadStatic(D))
    return true;
  // What nobody changes is a constant, too, unless others are shown it.
  const auto *In = dyn_cast<FunctionDecl>(D->getParentFunctionOrMethod());
  const QualType R = In ? In->getReturnType() : QualType();
  const bool Shown = !R.isNull() && (R->isReferenceType() || R->isPointerType()) &&
                     !R->getPointeeType().isConstQualified();
  const bool Kept = D->getType()->isRecordType() || D->getType()->isArithmeticType() ||
                    (D->getType()->isPointerType() && !L.differentiable(D->getType()));
  if (!Const && !Shown && Kept && D->getInit() && !Uses.Modified.count(D) &&
      !Uses.Escaping.count(D))
    Const = true;
  Closedness Initialiser{L, {}, {}, 0};
  const bool AtRunTime =
      Const && D->getTLSKind() == VarDecl::TLS_None && D->getInit() && !isStaticConstant(D, Ctx);
  if (AtRunTime && Initialiser.closed(D->getInit()))
    return false;
  if (!Const && (declareTable(D) || (!Shown && declareScratch(D))))
    return true;
  core::Variable *V = newVariable(D);
  if (!Const || D->getTLSKind() != VarDecl::TLS_None) {
    error(Loc,
          "cannot differentiate a function with the mutable static variable '" + D->getName() + "'",
          "make it a local variable, a parameter, or const; what only reads it may be marked "
          "[[ad::constant]]");
    return true;
  }
  if (!isStaticConstant(D, Ctx)) {
    error(Loc,
          "cannot differentiate a function with the static constant '" + D->getName() +
              "', which is computed when the function first runs",
          "make it a plain local constant, or constexpr");
    return true;
  }
  V->Static = true;
  core::Stmt *S = stmt(StmtKind::Declare, Loc);
  S->Var = V;
  S->Value = value(D->getInit());
  emit(S);
  return true;
}

} // namespace ad::lower
