//===- lower/own_statics.cpp - static variables as local ones -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Static variables of functions that a local variable can stand for, since nothing in them comes
// from an earlier call that this one would not compute again:
//  - tables, and the flag that says that they are filled: `if (!ready) { ...; ready = true; }`, or
//    `if (table.empty())`, which uses constants alone. They are filled where the companion begins;
//  - scratch memory, each element of which is written before it is read. That is asked when the
//    function has been lowered (analysis/scratch.h).
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/closedness.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

namespace {

/// `if (Guard) Fill`, which is run once.
struct Table {
  const IfStmt *If = nullptr;
  const VarDecl *Flag = nullptr; ///< null where a vector tells whether it is filled
  const Stmt *Sets = nullptr;    ///< the assignment to Flag
};

} // namespace

static const VarDecl *staticNamed(const Expr *E) {
  const auto *R = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
  const auto *V = R ? dyn_cast<VarDecl>(R->getDecl()) : nullptr;
  return V && V->isStaticLocal() && !V->getType().isConstQualified() ? V : nullptr;
}

static bool isZero(const Expr *E, const ASTContext &Ctx) {
  Expr::EvalResult R;
  return E && !E->isValueDependent() && E->EvaluateAsInt(R, Ctx) && R.Val.getInt().isZero();
}

/// The flag that If asks not to be set; null if it asks something else.
static const VarDecl *flagOf(const Expr *Condition, const ASTContext &Ctx) {
  Condition = Condition->IgnoreParenImpCasts();
  const VarDecl *V = nullptr;
  if (const auto *U = dyn_cast<UnaryOperator>(Condition); U && U->getOpcode() == UO_LNot)
    V = staticNamed(U->getSubExpr());
  if (const auto *B = dyn_cast<BinaryOperator>(Condition); B && B->getOpcode() == BO_EQ)
    V = isZero(B->getRHS(), Ctx) ? staticNamed(B->getLHS()) : nullptr;
  const bool Flag = V && V->getType()->isIntegralOrEnumerationType() &&
                    (!V->getInit() || isZero(V->getInit(), Ctx));
  return Flag ? V : nullptr;
}

/// The vector that If asks to be empty.
static const VarDecl *emptyVector(const Expr *Condition, const ASTContext &Ctx) {
  Condition = Condition->IgnoreParenImpCasts();
  llvm::StringRef Wanted = "empty";
  if (const auto *B = dyn_cast<BinaryOperator>(Condition);
      B && B->getOpcode() == BO_EQ && isZero(B->getRHS(), Ctx)) {
    Wanted = "size";
    Condition = B->getLHS()->IgnoreParenImpCasts();
  }
  const auto *Call = dyn_cast<CXXMemberCallExpr>(Condition);
  const CXXMethodDecl *MD = Call ? Call->getMethodDecl() : nullptr;
  const VarDecl *V = MD && MD->getIdentifier() && MD->getName() == Wanted
                         ? staticNamed(Call->getImplicitObjectArgument())
                         : nullptr;
  return V && isStdVector(V->getType()->getAsRecordDecl()) ? V : nullptr;
}

static const CompoundStmt *bodyAround(const VarDecl *D) {
  const auto *FD = dyn_cast_or_null<FunctionDecl>(D->getParentFunctionOrMethod());
  return FD ? dyn_cast_or_null<CompoundStmt>(FD->getBody()) : nullptr;
}

static void collectStatics(const Stmt *S, llvm::SetVector<const VarDecl *> &Found) {
  if (!S || isa<LambdaExpr>(S))
    return;
  if (const auto *D = dyn_cast<DeclStmt>(S))
    for (const Decl *Each : D->decls())
      if (const auto *V = dyn_cast<VarDecl>(Each))
        if (V->isStaticLocal() && !V->getType().isConstQualified())
          Found.insert(V);
  for (const Stmt *C : S->children())
    collectStatics(C, Found);
}

static bool namesThis(const Stmt *S) {
  return S && (isa<CXXThisExpr>(S) || llvm::any_of(S->children(), namesThis));
}

/// A local variable of D's name and type; its value is the one that D begins with.
bool FunctionLowering::declareAsLocal(const VarDecl *D) {
  const SourceLocation Loc = D->getLocation();
  auto *Local = VarDecl::Create(Ctx, const_cast<DeclContext *>(D->getDeclContext()), Loc, Loc,
                                D->getIdentifier(), D->getType(),
                                Ctx.getTrivialTypeSourceInfo(D->getType(), Loc), SC_None);
  if (D->getInit())
    Local->setInit(const_cast<Expr *>(D->getInit()));
  if (Uses.Modified.count(D))
    Uses.Modified.insert(Local);
  if (Uses.Escaping.count(D))
    Uses.Escaping.insert(Local);
  variableDecl(Local);
  const core::Expr *Made = Bindings.lookup(Local);
  if (!Made || !Made->is(core::ExprKind::Variable))
    return false;
  Bindings[D] = Made;
  OwnStatics[D] = Made->Var;
  return true;
}

/// Declares the static variable D, and those that are filled with it, where the function begins.
bool FunctionLowering::declareTable(const VarDecl *D) {
  if (OwnStatics.count(D))
    return true; // by another call of its function
  const CompoundStmt *Body = bodyAround(D);
  if (!Body)
    return false;
  // 1. What is filled once, if D is part of it.
  llvm::SetVector<const VarDecl *> Statics;
  collectStatics(Body, Statics);
  Table Of;
  llvm::SetVector<const VarDecl *> Filled;
  for (const Stmt *S : Body->body()) {
    const auto *If = dyn_cast<IfStmt>(S);
    if (!If || If->getElse() || If->getInit() || If->getConditionVariable())
      continue;
    const VarDecl *Flag = flagOf(If->getCond(), Ctx);
    const VarDecl *Vector = Flag ? nullptr : emptyVector(If->getCond(), Ctx);
    Usage Inside;
    Inside.scan(If->getThen(), L.Usages);
    if ((!Flag && !Vector) || !Inside.Modified.count(Flag ? Flag : Vector) ||
        !Inside.Modified.count(D))
      continue;
    Of = {If, Flag, nullptr};
    for (const VarDecl *V : Statics)
      if (Inside.Modified.count(V))
        Filled.insert(V);
  }
  if (!Of.If)
    return false;
  llvm::SmallVector<const Stmt *, 8> Fill;
  if (const auto *Block = dyn_cast<CompoundStmt>(Of.If->getThen()))
    Fill.assign(Block->body_begin(), Block->body_end());
  else
    Fill.push_back(Of.If->getThen());
  if (Of.Flag) {
    for (const Stmt *S : Fill)
      if (const auto *B = dyn_cast<BinaryOperator>(S);
          B && B->getOpcode() == BO_Assign && staticNamed(B->getLHS()) == Of.Flag) {
        Expr::EvalResult R;
        if (B->getRHS()->EvaluateAsInt(R, Ctx) && !R.Val.getInt().isZero())
          Of.Sets = S;
      }
    if (!Of.Sets)
      return false;
    llvm::erase(Fill, Of.Sets);
  }
  // 2. It is made of constants, and nobody else writes it.
  Closedness Closed{L, {}, {}, 0};
  Closed.Own.insert(Filled.begin(), Filled.end());
  if (!Closed.closed(Of.If->getThen()) || namesThis(Of.If->getThen()) ||
      returnsInside(Of.If->getThen()))
    return false;
  Usage Else;
  for (const Stmt *S : Body->body())
    if (S != Of.If)
      Else.scan(S, L.Usages);
  for (const VarDecl *V : Filled)
    if (Else.Modified.count(V) || Else.Returned.count(V) || V->getType()->isPointerType() ||
        (V != Of.Flag && V->getInit() && !isa<CXXConstructExpr>(V->getInit()->IgnoreImplicit()) &&
         !V->getInit()->isConstantInitializer(Ctx, false)))
      return false;
  if (Of.Flag && (countMentions(Body, Of.Flag) != 2 || Else.Modified.count(Of.Flag)))
    return false;
  // 3. So it is filled ahead of everything.
  core::Block *Saved = std::exchange(Out, &AtStart);
  bool Made = true;
  for (const VarDecl *V : Filled)
    if (V != Of.Flag)
      Made &= declareAsLocal(V);
    else
      OwnStatics[V] = nullptr;
  sequence(Fill);
  Out = Saved;
  FilledAhead.insert(Of.If);
  return Made;
}

/// Puts what is filled ahead where the function begins.
void FunctionLowering::startStatics() {
  F.Body.Stmts.insert(F.Body.Stmts.begin(), AtStart.Stmts.begin(), AtStart.Stmts.end());
  AtStart = {};
}

/// Declares the static variable D as a local one that must be written before it is read.
bool FunctionLowering::declareScratch(const VarDecl *D) {
  const auto *FD = dyn_cast_or_null<FunctionDecl>(D->getParentFunctionOrMethod());
  const QualType T = D->getType(), Element = Ctx.getBaseElementType(T);
  if (!FD || L.isRecursive(FD) || !Element->isArithmeticType() || T.isVolatileQualified() ||
      Element.isVolatileQualified() || Ctx.getTypeSizeInChars(T).getQuantity() > (1 << 16))
    return false;
  auto *Local = VarDecl::Create(Ctx, const_cast<DeclContext *>(D->getDeclContext()),
                                D->getLocation(), D->getLocation(), D->getIdentifier(), T,
                                Ctx.getTrivialTypeSourceInfo(T, D->getLocation()), SC_None);
  if (Uses.Modified.count(D))
    Uses.Modified.insert(Local);
  if (Uses.Escaping.count(D))
    Uses.Escaping.insert(Local);
  variableDecl(Local);
  const core::Expr *Made = Bindings.lookup(Local);
  if (!Made || !Made->is(core::ExprKind::Variable))
    return false;
  Bindings[D] = Made;
  L.OwnStatics[&F].push_back({Made->Var, D->getLocation()});
  return true;
}

} // namespace ad::lower
