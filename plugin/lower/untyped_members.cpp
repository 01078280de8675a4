//===- lower/untyped_members.cpp - void pointers in objects ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `struct Function { double (*function)(double, void *); void *params; };`: a member that is set
// from pointers to what carries derivatives is followed by what it is set to, a pointer with a type
// (held_members.cpp), and so are the pointers beside it to functions that take one. So each object
// may have a context of a type of its own.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/tree_visitor.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

/// Whether T is a pointer to functions that take void pointers.
static bool takesContext(QualType T) {
  const auto *Of =
      T->isFunctionPointerType() ? T->getPointeeType()->getAs<FunctionProtoType>() : nullptr;
  return Of && llvm::any_of(Of->param_types(), [](QualType P) { return P->isVoidPointerType(); });
}

namespace {

/// Finds the members of the program's classes that are set from, or cast to, pointers to what
/// carries derivatives.
class ContextScan : public attributes::TreeVisitor {
public:
  ContextScan(Lowering &L, llvm::DenseSet<const FieldDecl *> &Found)
      : TreeVisitor(All), L(L), Found(Found) {}

  /// What a parameter is given is not known here, but that somebody casts it back is.
  void finish() {
    if (CastsBack)
      Found.insert(Handed.begin(), Handed.end());
  }

private:
  bool enters(const Decl *D) const override {
    return !L.Ctx.getSourceManager().isInSystemHeader(D->getLocation());
  }

  bool visitDecl(const Decl *D) override {
    if (const auto *CD = dyn_cast<CXXConstructorDecl>(D))
      for (const CXXCtorInitializer *I : CD->inits())
        if (const FieldDecl *FD = I->getMember())
          set(FD, I->getInit());
    return true;
  }

  bool visitStmt(const Stmt *S) override {
    if (const auto *E = dyn_cast<BinaryOperator>(S); E && E->getOpcode() == BO_Assign)
      set(fieldOf(E->getLHS()), E->getRHS());
    else if (const auto *List = dyn_cast<InitListExpr>(S))
      elements(List);
    else if (const auto *Cast = dyn_cast<CastExpr>(S))
      cast(Cast);
    return true;
  }

  void elements(const InitListExpr *E) {
    const RecordDecl *Class = E->getType()->getAsRecordDecl();
    if (!E->isSemanticForm() || !Class || Class->isUnion())
      return;
    const auto *CRD = dyn_cast<CXXRecordDecl>(Class);
    unsigned I = CRD ? CRD->getNumBases() : 0;
    for (const FieldDecl *FD : Class->fields())
      if (!FD->isUnnamedBitField() && I < E->getNumInits())
        set(FD, E->getInit(I++));
  }

  void cast(const CastExpr *E) {
    if (E->getCastKind() != CK_BitCast || !E->getSubExpr()->getType()->isVoidPointerType() ||
        !leads(E->getType()))
      return;
    CastsBack = true;
    if (const FieldDecl *FD = fieldOf(E->getSubExpr()))
      Found.insert(FD);
  }

  static const FieldDecl *fieldOf(const Expr *E) {
    const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
    const auto *FD = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
    return FD && FD->getType()->isVoidPointerType() ? FD : nullptr;
  }

  bool leads(QualType T) const {
    return T->isPointerType() && !T->isVoidPointerType() && !T->isDependentType() &&
           L.differentiable(T);
  }

  void set(const FieldDecl *FD, const Expr *To) {
    if (!FD || !To || !FD->getType()->isVoidPointerType())
      return;
    To = To->IgnoreParenCasts();
    if (To->getType().isNull()) // `pointer(&x)` in a template: the instantiations say what it is
      return;
    const QualType Decayed =
        To->getType()->isArrayType() ? L.Ctx.getArrayDecayedType(To->getType()) : To->getType();
    const auto *R = dyn_cast<DeclRefExpr>(To);
    if (leads(Decayed))
      Found.insert(FD);
    else if (R && isa<ParmVarDecl>(R->getDecl()) && Decayed->isVoidPointerType() &&
             llvm::any_of(FD->getParent()->fields(),
                          [](const FieldDecl *Each) { return takesContext(Each->getType()); }))
      Handed.insert(FD);
  }

  Lowering &L;
  llvm::DenseSet<const FieldDecl *> &Found;
  llvm::DenseSet<const FieldDecl *> Handed; ///< set from parameters, and given to functions
  bool CastsBack = false;                   ///< somewhere
};

} // namespace

/// Whether FD is a void pointer that is followed by what it is set to, or a pointer to functions
/// that are given one.
bool Lowering::isContext(const FieldDecl *FD) {
  const QualType T = FD->getType();
  const auto *Class = dyn_cast<CXXRecordDecl>(FD->getParent());
  if ((!T->isVoidPointerType() && !takesContext(T)) || !Class || Class->isInStdNamespace() ||
      isConstant(FD))
    return false;
  if (!std::exchange(ContextsKnown, true)) {
    ContextScan Scan(*this, Contexts);
    Scan.traverse(Ctx.getTranslationUnitDecl());
    Scan.finish();
  }
  return T->isVoidPointerType()
             ? Contexts.contains(FD)
             : llvm::any_of(FD->getParent()->fields(),
                            [this](const FieldDecl *Each) { return Contexts.contains(Each); });
}

/// The member FD of the object at Place, a void pointer, is set to Init.
void FunctionLowering::holdContext(const core::Expr *Place, const FieldDecl *FD, const Expr *Init) {
  const SourceLocation Loc = Init->getExprLoc();
  HeldMember New;
  New.Field = FD;
  New.As = untypedAs(Init);
  auto *Outer = std::exchange(Frozen, nullptr); // for as long as the object is there
  const core::Expr *To = New.As.isNull() ? value(Init) : typedPointer(Init);
  const bool Fixed = To->is(core::ExprKind::Literal) ||
                     (To->is(core::ExprKind::AddressOf) && core::fieldPath(To->operand()) &&
                      core::rootVariable(To->operand())->Kind == core::Storage::Local);
  New.Place = Fixed ? To : name(declare(FD->getName(), To->Ty, To, /*Const=*/true, Loc), Loc);
  Frozen = Outer;
  note(Place, New, Loc);
}

/// What is known of E, a member that is such a void pointer; null where nothing is.
const HeldMember *FunctionLowering::heldContext(const Expr *E) {
  const auto *Member = dyn_cast<MemberExpr>(E->IgnoreParenImpCasts());
  const auto *FD = Member ? dyn_cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  return FD && FD->getType()->isVoidPointerType() && L.isFollowed(FD) &&
                 isNamedObject(Member->getBase())
             ? noteAt(objectOf(Member), FD)
             : nullptr;
}

/// `object.params = &p`, `object.function = f`. Null: E sets something else.
const core::Expr *FunctionLowering::setContext(const BinaryOperator *E) {
  const MemberExpr *Member = followedMember(E->getLHS());
  const auto *FD = Member ? cast<FieldDecl>(Member->getMemberDecl()) : nullptr;
  if (!FD || !L.isContext(FD))
    return nullptr;
  holdMember(objectOf(Member), FD, E->getRHS());
  if (F.Failed)
    return poison(E);
  return FD->getType()->isVoidPointerType() ? heldMember(Member)->Place
                                            : literal("0", M.intType(), E->getExprLoc());
}

} // namespace ad::lower
