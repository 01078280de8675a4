//===- lower/visit.cpp - std::visit and std::apply ------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What the library does behind tables of functions is written out: `std::visit(f, v)` is a branch
// on `v.index()` with a call of f in each arm, `std::apply(f, t)` a call of f with the parts of t.
// Sema builds these calls, so that overloads and generic lambdas are chosen as they would be in
// C++.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

/// The call of Callable with the parts of Whole that are numbered I; null after an error.
const CallExpr *FunctionLowering::callWithParts(const Expr *Callable, const core::Expr *Whole,
                                                const Expr *WholeExpr,
                                                llvm::ArrayRef<unsigned> Indices,
                                                SourceLocation Loc) {
  QualType Held = WholeExpr->getType().getNonReferenceType();
  llvm::SmallVector<QualType, 4> Types =
      partTypes(cast<ClassTemplateSpecializationDecl>(Held->getAsCXXRecordDecl()));
  llvm::SmallVector<Expr *, 4> Args;
  for (unsigned I : Indices) {
    QualType T = Types[I];
    if (Held.isConstQualified())
      T.addConst();
    auto *Value = new (Ctx) OpaqueValueExpr(Loc, T, WholeExpr->isLValue() ? VK_LValue : VK_XValue);
    OpaqueValues[Value] = part(Whole, I);
    Args.push_back(Value);
  }
  Expr *Callee = const_cast<Expr *>(Callable);
  ExprResult Made = Callee->getType()->isRecordType()
                        ? L.S.BuildCallToObjectOfClassType(nullptr, Callee, Loc, Args, Loc)
                        : L.S.BuildCallExpr(nullptr, Callee, Loc, Args, Loc);
  const Expr *Call = Made.isInvalid() ? nullptr : Made.get();
  if (const auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(Call))
    Call = Cleanups->getSubExpr();
  if (const auto *Bound = dyn_cast_or_null<CXXBindTemporaryExpr>(Call))
    Call = Bound->getSubExpr();
  const auto *Result = dyn_cast_or_null<CallExpr>(Call);
  const FunctionDecl *FD = Result ? Result->getDirectCallee() : nullptr;
  if (!FD) {
    error(Loc, "cannot differentiate this call of a function object",
          "call it with the parts, one by one");
    return nullptr;
  }
  if (!FD->hasBody() && FD->isTemplateInstantiation())
    L.S.InstantiateFunctionDefinition(Loc, const_cast<FunctionDecl *>(FD));
  return Result;
}

/// std::visit(f, v) and std::apply(f, t).
const core::Expr *FunctionLowering::visitCall(const CallExpr *E, const FunctionDecl *FD,
                                              bool &Known) {
  bool Visits = isStd(FD, "visit");
  if (Visits && E->getNumArgs() > 2 && L.differentiable(E->getArg(1)->getType())) {
    Known = true;
    error(E->getExprLoc(), "cannot differentiate a visit of several variants at once",
          "visit one of them, and the next one inside");
    return poison(E);
  }
  if ((!Visits && !isStd(FD, "apply")) || E->getNumArgs() != 2)
    return nullptr;
  SourceLocation Loc = E->getExprLoc();
  const Expr *Callable = E->getArg(0), *Of = E->getArg(1);
  for (;;) {
    if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(Callable->IgnoreParens()))
      Callable = T->getSubExpr();
    else if (const auto *C = dyn_cast<ExprWithCleanups>(Callable->IgnoreParens()))
      Callable = C->getSubExpr();
    else
      break;
  }
  const core::Type *Ty = type(Of->getType())->nonReference();
  if (!Ty->isRecord() || Ty->IsTagged != Visits ||
      (!Visits && !isLibraryRecord(Of->getType().getNonReferenceType()->getAsRecordDecl())))
    return nullptr;
  Known = true;
  const core::Expr *Whole = expr(Of);
  Whole = core::isPlace(Whole) ? freezePlace(Whole, Loc) : freeze(Whole, Loc, "object");
  unsigned Count = Ty->Fields.size() - (Visits ? 1 : 0);
  auto Invoke = [&](llvm::ArrayRef<unsigned> Indices) -> const core::Expr * {
    const CallExpr *Call = callWithParts(Callable, Whole, Of, Indices, Loc);
    return Call ? value(Call) : poison(E);
  };
  if (!Visits) {
    llvm::SmallVector<unsigned, 4> All;
    for (unsigned I = 0; I < Count; ++I)
      All.push_back(I);
    return Invoke(All);
  }
  if (E->isGLValue()) {
    error(Loc, "cannot differentiate a call of 'std::visit' that returns a reference",
          "return the value");
    return poison(E);
  }
  bool Void = E->getType()->isVoidType();
  std::function<const core::Expr *(unsigned)> From = [&](unsigned I) -> const core::Expr * {
    if (I + 1 == Count)
      return Invoke({I});
    const core::Expr *Is = isAlternative(Whole, I, Loc), *A = nullptr, *B = nullptr;
    const Expr *Saved = std::exchange(Waiting, nullptr);
    core::Block Then = capture([&] { A = Invoke({I}); });
    core::Block Else = capture([&] { B = From(I + 1); });
    Waiting = Saved;
    if (!Void)
      return branches(Is, Then, A, Else, B, type(E->getType()), "visited", Loc);
    core::Stmt *If = stmt(StmtKind::If, Loc);
    If->Value = Is;
    If->Then = Then;
    If->Else = Else;
    emit(If);
    return literal("0", M.intType(), Loc);
  };
  return From(0);
}

/// A pointer from std::get_if that is not assigned: a condition, and the part itself.
bool FunctionLowering::bindPart(const VarDecl *D, const Expr *Init) {
  const auto *Call = dyn_cast<CallExpr>(Init->IgnoreParenImpCasts());
  if (!Call || !isStd(Call->getDirectCallee(), "get_if") || Uses.Modified.count(D) ||
      Uses.Escaping.count(D))
    return false;
  const core::Expr *Found = expr(Call);
  if (!Found->is(ExprKind::Conditional))
    return false;
  SourceLocation Loc = D->getLocation();
  core::Expr *Bound = M.expr(ExprKind::Conditional, Found->Ty, Loc.getRawEncoding());
  core::Expr *At = M.expr(ExprKind::AddressOf, Found->Ty, Loc.getRawEncoding());
  At->Operands.push_back(freezePlace(Found->operand(1)->operand(), Loc));
  Bound->Operands = {freeze(Found->operand(0), Loc, (D->getName() + "_held").str()), At,
                     Found->operand(2)};
  Bindings[D] = Bound;
  return true;
}

/// The alternative that a variant holds may change under a pointer, and its derivative with it.
void FunctionLowering::refusePointersIntoVariants() {
  core::walk(F.Body, [&](core::Stmt *S) {
    if (!S->Value || S->is(StmtKind::If) || S->is(StmtKind::Loop))
      return;
    core::walk(S->Value, [&](const core::Expr *E) {
      if (!E->is(ExprKind::AddressOf))
        return true;
      for (const core::Expr *P = E->operand();
           P->is(ExprKind::Member) || P->is(ExprKind::BaseOf) || P->is(ExprKind::Subscript);
           P = P->operand())
        if (const core::Type *T = P->operand()->Ty; T->IsTagged && !T->Fields[0].Ty->IsBool)
          error(SourceLocation::getFromRawEncoding(E->Loc),
                "cannot differentiate a pointer into a variant",
                "use std::get, a reference, or std::get_if in the declaration of a pointer that is "
                "not assigned again");
      return true;
    });
  });
}

} // namespace ad::lower
