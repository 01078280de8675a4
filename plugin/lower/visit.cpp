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

/// A name for the part I of what WholeExpr is.
static OpaqueValueExpr *namePart(ASTContext &Ctx, const Expr *WholeExpr, unsigned I,
                                 SourceLocation Loc) {
  QualType Held = WholeExpr->getType().getNonReferenceType();
  QualType T = partTypes(cast<ClassTemplateSpecializationDecl>(Held->getAsCXXRecordDecl()))[I];
  if (Held.isConstQualified())
    T.addConst();
  ExprValueKind Kind = WholeExpr->isLValue() ? VK_LValue : VK_XValue;
  return new (Ctx) OpaqueValueExpr(Loc, T, Kind);
}

/// The call of Callable with Args; null where there is none.
static const CallExpr *callOf(Sema &S, const Expr *Callable, llvm::MutableArrayRef<Expr *> Args,
                              SourceLocation Loc) {
  if (Callable->getType()->isMemberPointerType())
    return nullptr;
  Expr *Callee = const_cast<Expr *>(Callable);
  ExprResult Made = Callee->getType()->isRecordType()
                        ? S.BuildCallToObjectOfClassType(nullptr, Callee, Loc, Args, Loc)
                        : S.BuildCallExpr(nullptr, Callee, Loc, Args, Loc);
  const Expr *Call = Made.isInvalid() ? nullptr : Made.get();
  if (const auto *Cleanups = dyn_cast_or_null<ExprWithCleanups>(Call))
    Call = Cleanups->getSubExpr();
  if (const auto *Bound = dyn_cast_or_null<CXXBindTemporaryExpr>(Call))
    Call = Bound->getSubExpr();
  const auto *Result = dyn_cast_or_null<CallExpr>(Call);
  const FunctionDecl *FD = Result ? Result->getDirectCallee() : nullptr;
  if (FD && !FD->hasBody() && FD->isTemplateInstantiation())
    S.InstantiateFunctionDefinition(Loc, const_cast<FunctionDecl *>(FD));
  return FD ? Result : nullptr;
}

/// The call of Callable with the parts of Whole that are numbered I; null after an error.
const CallExpr *FunctionLowering::callWithParts(const Expr *Callable, const core::Expr *Whole,
                                                const Expr *WholeExpr,
                                                llvm::ArrayRef<unsigned> Indices,
                                                SourceLocation Loc) {
  llvm::SmallVector<Expr *, 4> Args;
  for (unsigned I : Indices) {
    OpaqueValueExpr *Name = namePart(Ctx, WholeExpr, I, Loc);
    OpaqueValues[Name] = part(Whole, I);
    Args.push_back(Name);
  }
  const CallExpr *Call = callOf(L.S, Callable, Args, Loc);
  if (!Call)
    error(Loc, "cannot differentiate this call of a function object",
          "call it with the parts, one by one");
  return Call;
}

/// std::visit(f, v) and std::apply(f, t).
const core::Expr *FunctionLowering::visitCall(const CallExpr *E, const FunctionDecl *FD,
                                              bool &Known) {
  bool Visits = isStd(FD, "visit");
  if ((!Visits && !isStd(FD, "apply")) || E->getNumArgs() < 2 || (!Visits && E->getNumArgs() != 2))
    return nullptr;
  SourceLocation Loc = E->getExprLoc();
  const Expr *Callable = E->getArg(0);
  for (;;) {
    if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(Callable->IgnoreParens()))
      Callable = T->getSubExpr();
    else if (const auto *C = dyn_cast<ExprWithCleanups>(Callable->IgnoreParens()))
      Callable = C->getSubExpr();
    else
      break;
  }
  llvm::SmallVector<const Expr *, 2> Of(std::next(E->arg_begin()), E->arg_end());
  std::vector<Part> Parts;
  for (const Expr *A : Of) {
    const core::Type *Ty = type(A->getType())->nonReference();
    if (!Ty->isRecord() || L.isTagged(Ty) != Visits ||
        (!Visits && !isLibraryRecord(A->getType().getNonReferenceType()->getAsRecordDecl())))
      return nullptr;
    Parts.push_back({[this, A, Loc] {
                       const core::Expr *V = expr(A);
                       return core::isPlace(V) ? freezePlace(V, Loc) : freeze(V, Loc, "object");
                     },
                     true});
  }
  Known = true;
  std::vector<const core::Expr *> Wholes = inOrder(Parts);
  if (!Visits) {
    llvm::SmallVector<unsigned, 4> All;
    for (unsigned I = 0; I < Wholes[0]->Ty->nonReference()->Fields.size(); ++I)
      All.push_back(I);
    const CallExpr *Call = callWithParts(Callable, Wholes[0], Of[0], All, Loc);
    return Call ? value(Call) : poison(E);
  }
  if (E->isGLValue()) {
    error(Loc, "cannot differentiate a call of 'std::visit' that returns a reference",
          "return the value");
    return poison(E);
  }
  // One variant after the other, one alternative after the other.
  llvm::SmallVector<unsigned, 2> Held;
  std::function<const core::Expr *()> Next;
  auto Is = [&](unsigned I) { return isAlternative(Wholes[Held.size()], I, Loc); };
  auto With = [&](unsigned I) {
    Held.push_back(I);
    const core::Expr *V = Next();
    Held.pop_back();
    return V;
  };
  Next = [&]() -> const core::Expr * {
    if (Held.size() < Wholes.size()) {
      unsigned Alternatives = Wholes[Held.size()]->Ty->nonReference()->Fields.size() - 1;
      return oneOf(0, Alternatives, Is, With, E->getType(), "visited", Loc);
    }
    llvm::SmallVector<Expr *, 2> Args;
    for (size_t K = 0; K < Held.size(); ++K) {
      OpaqueValueExpr *Name = namePart(Ctx, Of[K], Held[K], Loc);
      OpaqueValues[Name] = part(Wholes[K], Held[K]);
      Args.push_back(Name);
    }
    const CallExpr *Call = callOf(L.S, Callable, Args, Loc);
    if (Call)
      return value(Call);
    error(Loc, "cannot differentiate this call of a function object",
          "call it with the parts, one by one");
    return poison(E);
  };
  return Next();
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
