//===- lower/bound_functions.cpp - std::bind ------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What std::bind, std::bind_front and std::mem_fn return is a function that is known as a value,
// with copies of what it was given; a call of it is a call of the function that was bound. A copy
// that such a call would change is refused: it would be another one at the next call.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

/// N, if T is the type of std::placeholders::_N; else 0.
static unsigned placeholder(QualType T) {
  const auto *RD = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      T.getNonReferenceType()->getAsCXXRecordDecl());
  return RD && RD->isInStdNamespace() && RD->getName() == "_Placeholder"
             ? RD->getTemplateArgs()[0].getAsIntegral().getZExtValue()
             : 0;
}

/// A copy of what E is, made here, to be handed to calls. Null where that is not followed.
const Expr *FunctionLowering::boundCopy(const Expr *E) {
  SourceLocation Loc = E->getExprLoc();
  QualType T = E->getType().getNonReferenceType().getUnqualifiedType();
  if (isWrapper(T)) {
    const core::Expr *Pointer = freeze(wrapped(read(E)), Loc, "bound");
    return standsFor(dereference(Pointer, Loc), heldBy(T), Loc);
  }
  if (isa<StringLiteral>(read(E)->IgnoreParenImpCasts()))
    return read(E)->IgnoreParenImpCasts();
  if (withoutTemporary(E)->isXValue() && T->isRecordType()) // is moved
    return nullptr;
  const core::Type *Ty = type(T);
  if (isOwner(T) || T->isArrayType() || Ty->Mutable || Ty->IsMap || isSequenceIterator(T) ||
      !(Ty->isScalar() || Ty->isRecord() || Ty->IsStdArray || isOpaqueObject(T)))
    return nullptr;
  core::Variable *Copy = F.variable("bound", Ty);
  Copy->Const = true;
  Copy->Loc = Loc.getRawEncoding();
  initialise(Copy, read(E), Loc);
  return standsFor(name(Copy, Loc), T.withConst(), Loc);
}

/// What a call of the bound function E calls. Null where that is not followed.
const Expr *FunctionLowering::boundCallee(const Expr *E) {
  const Expr *Inner = read(E)->IgnoreParenImpCasts();
  QualType T = Inner->getType();
  if (T->isMemberPointerType()) // one that is named
    return isa<UnaryOperator>(Inner) ? Inner : nullptr;
  if (isCallable(T)) {
    const Closure *C = closure(E);
    return C && !C->isObject() && !(C->Lambda && isMutable(C->Lambda))
               ? asVariable(copyOf(C, E->getExprLoc()), E->getExprLoc())
               : nullptr;
  }
  return T->isRecordType() ? boundCopy(E) : nullptr;
}

/// The function that E, a call of std::bind or of one of its like, returns.
const Closure *FunctionLowering::boundFunction(const Expr *E) {
  const auto *Call = cast<CallExpr>(E);
  const FunctionDecl *FD = Call->getDirectCallee();
  const bool Plain = isStd(FD, "bind"), Front = isStd(FD, "bind_front") || isStd(FD, "mem_fn");
  if (!Plain && !Front)
    return nullptr;
  auto Made = std::make_unique<Closure>();
  Made->BoundTo = boundCallee(Call->getArg(0));
  if (!Made->BoundTo)
    return nullptr;
  for (const Expr *A : llvm::drop_begin(Call->arguments(), 1)) {
    BoundArgument B;
    B.Placeholder = Plain ? placeholder(A->getType()) : 0;
    if (!B.Placeholder && isBoundFunction(A->getType())) // std::bind calls it
      return nullptr;
    if (!B.Placeholder)
      B.Given = isCallable(A->getType().getNonReferenceType()) ? boundCallee(A) : boundCopy(A);
    if (!B.Placeholder && !B.Given)
      return nullptr;
    Made->Bound.push_back(B);
  }
  if (Front)
    Made->Bound.push_back({});
  OwnedClosures.push_back(std::move(Made));
  return OwnedClosures.back().get();
}

/// The call E of C, which std::bind has made.
const core::Expr *FunctionLowering::callBound(const CallExpr *E, const Closure *C,
                                              llvm::ArrayRef<const Expr *> Args) {
  SourceLocation Loc = E->getExprLoc();
  // The arguments are evaluated once, in order, whatever becomes of them.
  std::vector<Part> Parts;
  for (const Expr *A : Args) {
    const Expr *Given = withoutTemporary(A);
    if (Given->isXValue() && Given->getType()->isRecordType()) {
      error(Loc, "cannot differentiate this move of an argument of a bound function",
            "call the function itself");
      return poison(E);
    }
    if (!isCallable(Given->getType()))
      Parts.push_back(
          {[=] { return Given->isGLValue() ? expr(Given) : freeze(value(Given), Loc, "given"); },
           Given->isGLValue()});
  }
  std::vector<const core::Expr *> Values = inOrder(Parts);
  llvm::SmallVector<const Expr *, 4> Passed;
  auto Value = Values.begin();
  for (const Expr *A : Args) {
    const Expr *Given = withoutTemporary(A);
    QualType T = Given->getType();
    Passed.push_back(isCallable(T)        ? Given
                     : Given->isGLValue() ? standsFor(freezePlace(*Value++, Loc), T, Loc)
                                          : standsFor(*Value++, T.withConst(), Loc));
  }
  llvm::SmallVector<const Expr *, 4> All{C->BoundTo};
  for (const BoundArgument &B : C->Bound)
    if (B.Given)
      All.push_back(B.Given);
    else if (!B.Placeholder)
      All.append(Passed.begin(), Passed.end());
    else if (B.Placeholder <= Passed.size())
      All.push_back(Passed[B.Placeholder - 1]);
  return callBuilt(E, invoked(L.S, All, Loc));
}

} // namespace ad::lower
