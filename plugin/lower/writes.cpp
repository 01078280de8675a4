//===- lower/writes.cpp - does a function write through pointers? ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A function that is called as it stands ([[ad::constant]]) may write more than what it is given by
// name: memory to which a pointer leads, its own parameter or one in an object. A visible body says
// whether it does.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;

/// Whether a T leads to memory that may be written.
static bool leadsToWritable(const core::Type *T, unsigned Depth = 0) {
  if (T->isPointer())
    return !T->ElementConst || Depth == 4 || leadsToWritable(T->Element, Depth + 1);
  if (T->isReference() || T->isArray())
    return leadsToWritable(T->Element, Depth);
  return core::anyPart(T, [&](const core::Type *Part) { return leadsToWritable(Part, Depth); });
}

namespace {
struct WriteCheck {
  Lowering &L;
  Lowering::WritesOf Found;

  /// Whose the place is: the function's own, its parameter's or object's, or one behind a pointer.
  enum class Of { Own, Given, Behind };

  static bool isThis(const Expr *E) { return isa<CXXThisExpr>(E->IgnoreParenImpCasts()); }

  static Of of(const Expr *E) {
    E = read(E)->IgnoreParenImpCasts();
    if (const auto *R = dyn_cast<DeclRefExpr>(E)) {
      const auto *V = dyn_cast<VarDecl>(R->getDecl());
      if (!V || !V->getType()->isReferenceType())
        return Of::Own;
      return isa<ParmVarDecl>(V) ? Of::Given : V->getInit() ? of(V->getInit()) : Of::Behind;
    }
    if (const auto *M = dyn_cast<MemberExpr>(E);
        M && M->getMemberDecl()->getType()->isReferenceType())
      return Of::Behind;
    if (const auto *M = dyn_cast<MemberExpr>(E))
      return !M->isArrow() ? of(M->getBase()) : isThis(M->getBase()) ? Of::Given : Of::Behind;
    if (const auto *S = dyn_cast<ArraySubscriptExpr>(E))
      if (const auto *C = dyn_cast<ImplicitCastExpr>(S->getBase()->IgnoreParens());
          C && C->getCastKind() == CK_ArrayToPointerDecay)
        return of(C->getSubExpr());
    if (const auto *C = dyn_cast<CXXOperatorCallExpr>(E); C && C->getOperator() == OO_Subscript)
      if (const auto *RD = C->getArg(0)->getType()->getAsCXXRecordDecl();
          RD && (isStdVector(RD) || isStdArray(RD)))
        return of(C->getArg(0));
    return E->isGLValue() ? Of::Behind : Of::Own;
  }

  void written(const Expr *Place) {
    Found.Behind |= of(Place) == Of::Behind;
    Found.Parameters |= of(Place) == Of::Given;
  }

  /// What a call of FD may do to A, which it is given as a P.
  void given(const Lowering::WritesOf &Callee, QualType P, const Expr *A) {
    const core::Type *T = L.type(A->getType());
    if (T->nonReference()->is(core::TypeKind::Opaque))
      return; // a stream, a string
    Found.Behind |= Callee.Behind && leadsToWritable(T);
    if (P->isReferenceType() && !P->getPointeeType().isConstQualified() &&
        (Callee.Parameters || Callee.Behind))
      written(A);
  }

  void call(const FunctionDecl *FD, const Expr *Object, llvm::ArrayRef<const Expr *> Args) {
    if (!FD) {
      Found = {true, true};
      return;
    }
    const auto *MD = dyn_cast<CXXMethodDecl>(FD);
    Lowering::WritesOf Callee = L.writesOf(FD);
    for (size_t I = 0; I < Args.size(); ++I)
      given(Callee, I < FD->getNumParams() ? FD->getParamDecl(I)->getType() : Args[I]->getType(),
            Args[I]);
    if (!Object || !MD || !MD->isInstance())
      return;
    const core::Type *T = L.type(Object->getType());
    Found.Behind |= Callee.Behind && leadsToWritable(T->isPointer() ? T->Element : T);
    if (MD->isConst() || !Callee.Parameters || T->is(core::TypeKind::Opaque))
      return;
    if (isThis(Object))
      Found.Parameters = true;
    else if (Object->getType()->isPointerType())
      Found.Behind = true;
    else
      written(Object);
  }

  /// A T is destroyed, which may write wherever it leads.
  void ends(QualType T) {
    if (!L.endsPurely(T))
      Found = {true, true};
  }

  void scan(const Stmt *S) {
    if (!S || (Found.Parameters && Found.Behind))
      return;
    if (const auto *U = dyn_cast<UnaryOperator>(S); U && U->isIncrementDecrementOp())
      written(U->getSubExpr());
    if (const auto *B = dyn_cast<BinaryOperator>(S); B && B->isAssignmentOp())
      written(B->getLHS());
    if (isa<AsmStmt, AtomicExpr, CXXDeleteExpr>(S))
      Found = {true, true};
    if (const auto *E = dyn_cast<CallExpr>(S)) {
      const FunctionDecl *FD = E->getDirectCallee();
      llvm::SmallVector<const Expr *, 4> Args(E->arg_begin(), E->arg_end());
      const Expr *Object = nullptr;
      if (const auto *MC = dyn_cast<CXXMemberCallExpr>(E)) {
        Object = MC->getImplicitObjectArgument();
      } else if (const auto *MD = dyn_cast_or_null<CXXMethodDecl>(FD);
                 MD && MD->isInstance() && isa<CXXOperatorCallExpr>(E)) {
        Object = Args.front();
        Args.erase(Args.begin());
      }
      if (!(FD && (L.isPure(FD) || isPrinting(FD))))
        call(L.callsVirtually(E) ? nullptr : FD, Object, Args);
    }
    if (const auto *C = dyn_cast<CXXConstructExpr>(S))
      call(C->getConstructor(), nullptr,
           llvm::SmallVector<const Expr *, 4>(C->arg_begin(), C->arg_end()));
    if (const auto *D = dyn_cast<DeclStmt>(S))
      for (const Decl *X : D->decls())
        if (const auto *V = dyn_cast<VarDecl>(X)) {
          scan(V->getInit());
          ends(V->getType());
        }
    if (const auto *T = dyn_cast<CXXBindTemporaryExpr>(S))
      ends(T->getType());
    if (const auto *Lambda = dyn_cast<LambdaExpr>(S))
      scan(Lambda->getBody());
    for (const Stmt *C : S->children())
      scan(C);
  }
};
} // namespace

/// What a call of FD may write. Without a body: all that its parameters' types allow.
Lowering::WritesOf Lowering::writesOf(const FunctionDecl *FD) {
  FD = FD->getCanonicalDecl();
  return Writes.ask(FD, WritesOf{}, [&] { return findWrites(FD); });
}

Lowering::WritesOf Lowering::findWrites(const FunctionDecl *FD) {
  WriteCheck Check{*this, {}};
  const FunctionDecl *Def = nullptr;
  if (FD->hasBody(Def) && !Def->isDependentContext()) {
    Check.scan(Def->getBody());
    if (const auto *CD = dyn_cast<CXXConstructorDecl>(Def))
      for (const CXXCtorInitializer *I : CD->inits())
        Check.scan(I->getInit());
  } else if (!FD->isTrivial() && !FD->isDefaulted()) {
    Check.Found = {true, true};
  }
  return Check.Found;
}

/// A call of FD may write all to which the handles in Place lead.
void FunctionLowering::noteHandles(const FunctionDecl *FD, const core::Expr *Place, OpaqueText &T,
                                   unsigned Depth) {
  const core::Type *Ty = Place->Ty->nonReference();
  SourceLocation Loc = SourceLocation::getFromRawEncoding(Place->Loc);
  if (!core::holdsHandle(Ty))
    return;
  if (Place->is(ExprKind::Braces)) {
    for (const core::Expr *O : Place->Operands)
      noteHandles(FD, O, T, Depth);
  } else if (Ty->isPointer() && Ty->ElementConst && Depth < 4) {
    noteHandles(FD, dereference(Place, Loc), T, Depth + 1);
  } else if (Ty->isPointer()) {
    core::Expr *Anything = M.expr(ExprKind::Subscript, Ty->Element, Place->Loc);
    Anything->Operands = {Place, nullptr};
    noteWrite(FD, Anything, T);
  } else if (Ty->isArray()) {
    noteHandles(FD, subscript(Place, literal("0", M.intType(), Loc), Loc), T, Depth);
  } else {
    for (const core::Field &Fd : Ty->Fields)
      if (Fd.Ty->Differentiable && !Fd.Constant)
        noteHandles(FD, part(Place, Fd), T, Depth);
  }
}

} // namespace ad::lower
