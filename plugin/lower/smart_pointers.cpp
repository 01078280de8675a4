//===- lower/smart_pointers.cpp - std::unique_ptr -------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A unique_ptr is the pointer that it holds, and what its members do to that. As an object it has a
// lifetime (lifetimes.cpp), which ends with a `delete`. Inside the user's records it stays what it
// is; emitted code gets at the pointer by ad::pointer_in (Field::Smart).
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;
using core::StmtKind;

bool FunctionLowering::isSmart(QualType T) { return L.followsSmart(T.getNonReferenceType()); }

/// What the smart pointer of type T points to.
static QualType pointee(QualType T) {
  QualType To = heldBy(T);
  const auto *A = To->getAsArrayTypeUnsafe();
  return A ? A->getElementType() : To;
}

bool pointsToArray(QualType Smart) {
  const auto *RD = cast<ClassTemplateSpecializationDecl>(Smart->getAsCXXRecordDecl());
  return RD->getTemplateArgs()[0].getAsType()->isArrayType();
}

void FunctionLowering::deleteSmart(const core::Expr *Pointer, QualType T, SourceLocation Loc) {
  if (isShared(T))
    return; // what is shared lives until the function ends
  deletePointer(Pointer, pointee(T), pointsToArray(T), Loc);
}

/// The pointer P that a smart pointer of type From holds, as one of type To holds it; null where it
/// is none.
const core::Expr *FunctionLowering::asSmart(const core::Expr *P, QualType To, SourceLocation Loc) {
  const core::Type *Ty = type(To);
  if (P->Ty == Ty || P->is(ExprKind::Literal))
    return P->is(ExprKind::Literal) ? literal("nullptr", Ty, Loc) : P;
  const CXXRecordDecl *Derived = L.classOf(P->Ty->Element), *Base = L.classOf(Ty->Element);
  if (P->Ty->Element == Ty->Element) // to a constant
    return convert(Ty, P, false, Loc);
  if (!Derived || !Base || !P->Ty->isPointer())
    return nullptr;
  const core::Expr *Place = asBase(dereference(P, Loc), Derived, Base, Loc);
  return Place ? addressOf(Place, Ty, Loc) : nullptr;
}

/// A variable that holds the pointer of the new smart pointer E; nobody deletes it yet.
const core::Expr *FunctionLowering::makeSmart(const Expr *E, llvm::StringRef Name) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(E->getType());
  auto Declare = [&](const core::Expr *Value) {
    core::Variable *V = declare(Name, Value->Ty, Value, false, Loc);
    Changing.insert(V);
    Declared.insert(V);
    return name(V, Loc);
  };
  auto Refuse = [&]() -> const core::Expr * {
    error(Loc, "cannot differentiate this way of making a '" + L.spelling(E->getType()) + "'",
          "construct it from 'new', std::make_unique or another one of its type");
    return Declare(literal("nullptr", Ty, Loc));
  };
  if (const auto *Call = dyn_cast<CallExpr>(E)) {
    const core::Expr *Made = call(Call);
    return Made->is(ExprKind::Variable) ? Made : F.Failed ? Made : Refuse();
  }
  const auto *C = dyn_cast<CXXConstructExpr>(E);
  if (!C)
    return Refuse();
  const Expr *Arg =
      C->getNumArgs() && !isa<CXXDefaultArgExpr>(C->getArg(0)) ? C->getArg(0) : nullptr;
  if (!Arg || Arg->IgnoreParenImpCasts()->getType()->isNullPtrType())
    return Declare(literal("nullptr", Ty, Loc));
  if (const Expr *New = allocation(Arg->IgnoreParenImpCasts()); New && type(New->getType()) == Ty) {
    core::Variable *V = F.variable(Name, Ty);
    V->Loc = Loc.getRawEncoding();
    Changing.insert(V);
    Declared.insert(V);
    return allocate(New, V);
  }
  if (Arg->getType()->isPointerType())
    return Declare(value(Arg));
  if (!isSmart(Arg->getType()))
    return Refuse();
  const Expr *From = Arg->IgnoreParens();
  auto Converted = [&](const core::Expr *Held) -> const core::Expr * {
    if (Held->Ty == Ty)
      return Held;
    const core::Expr *P = asSmart(Held, E->getType(), Loc);
    return P ? Declare(P) : Refuse();
  };
  if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(From))
    return Converted(makeOwner(T->getSubExpr(), Name));
  const core::Expr *Place = checkWritten(freezePlace(expr(From), Loc), Loc);
  const core::Expr *Made = Declare(Place);
  assign(Place, literal("nullptr", Place->Ty, Loc), Loc);
  return Converted(Made);
}

/// The members and operators of std::unique_ptr.
const core::Expr *FunctionLowering::smartMember(const CallExpr *E, const FunctionDecl *FD,
                                                bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(E);
  const auto *Member = dyn_cast<CXXMemberCallExpr>(E);
  const core::Expr *Nothing = literal("0", M.intType(), Loc);
  llvm::SmallVector<const Expr *, 3> Args(E->arg_begin(), E->arg_end());
  if (!isa<CXXMethodDecl>(FD)) {
    // Comparisons.
    if (const core::Expr *R = sharedCall(E, FD, Known); Known)
      return R;
    if (!Operator || Args.size() != 2 ||
        !(isSmart(Args[0]->getType()) || isSmart(Args[1]->getType())) || !isLibrary(FD))
      return nullptr;
    Known = true;
    OverloadedOperatorKind Kind = Operator->getOperator();
    if (Kind != OO_EqualEqual && Kind != OO_ExclaimEqual) {
      error(Loc, "cannot differentiate this comparison of smart pointers", "use '==' or '!='");
      return poison(E);
    }
    const core::Type *Ty = type(Args[isSmart(Args[0]->getType()) ? 0 : 1]->getType());
    std::vector<Part> Parts;
    for (const Expr *A : Args)
      Parts.push_back({[this, A, Ty, Loc] {
                         return isSmart(A->getType()) ? value(A) : literal("nullptr", Ty, Loc);
                       },
                       false});
    auto Sides = inOrder(Parts);
    return binary(getOperatorSpelling(Kind), Sides[0], Sides[1], M.boolType(), Loc);
  }
  const Expr *Object = Operator ? Args[0] : Member ? Member->getImplicitObjectArgument() : nullptr;
  while (const auto *C = dyn_cast_or_null<ImplicitCastExpr>(Object)) { // members of its bases
    if (C->getCastKind() != CK_UncheckedDerivedToBase && C->getCastKind() != CK_DerivedToBase &&
        C->getCastKind() != CK_NoOp)
      break;
    Object = C->getSubExpr();
  }
  if (!Object || !isSmart(Object->getType()->isPointerType() ? Object->getType()->getPointeeType()
                                                             : Object->getType()))
    return nullptr;
  Known = true;
  if (Operator)
    Args.erase(Args.begin());
  if (isShared(Object->getType()->isPointerType() ? Object->getType()->getPointeeType()
                                                  : Object->getType()))
    return sharedMember(E, Object, Args);
  QualType T = Object->getType();
  auto Whole = [this, Object, Loc]() -> const core::Expr * {
    return Object->getType()->isPointerType() ? dereference(value(Object), Loc) : expr(Object);
  };
  if (T->isPointerType())
    T = T->getPointeeType();
  std::string Name = FD->getNameAsString();
  const core::Type *Ty = type(T);
  const core::Expr *Null = literal("nullptr", Ty, Loc);
  auto Replace = [&](const core::Expr *Place, const core::Expr *By) {
    const core::Expr *Old = name(declare("old", Ty, Place, true, Loc), Loc);
    assign(Place, By, Loc);
    deleteSmart(Old, T, Loc);
  };
  if (Name == "get" || Name == "operator->")
    return Whole();
  if (Name == "operator*")
    return dereference(Whole(), Loc);
  if (Name == "operator bool")
    return binary("!=", Whole(), Null, M.boolType(), Loc);
  if (Name == "operator[]") {
    const Expr *Index = Args[0];
    auto Parts = inOrder({Part{Whole, false}, Part{[=] { return value(Index); }, false}});
    return subscript(Parts[0], Parts[1], Loc);
  }
  if (Name == "release") {
    const core::Expr *Place = checkWritten(freezePlace(Whole(), Loc), Loc);
    const core::Expr *Old = name(declare("released", Ty, Place, true, Loc), Loc);
    assign(Place, Null, Loc);
    return Old;
  }
  if (Name == "reset") {
    const Expr *New = Args.empty() || isa<CXXDefaultArgExpr>(Args[0]) ? nullptr : Args[0];
    auto Parts = inOrder({Part{Whole, true}, Part{[=] { return New ? value(New) : Null; }, false}});
    const core::Expr *By = Parts[1];
    Replace(checkWritten(freezePlace(Parts[0], Loc), Loc),
            By->is(ExprKind::Literal) ? Null : freeze(By, Loc));
    return Nothing;
  }
  if (Name == "swap") {
    const Expr *Other = Args[0];
    auto Parts = inOrder({Part{Whole, true}, Part{[=] { return expr(Other); }, true}});
    swap(checkWritten(Parts[0], Loc), checkWritten(Parts[1], Loc), Loc);
    return Nothing;
  }
  if (Name == "operator=") {
    const Expr *Right = Args[0];
    const core::Expr *By = Null;
    if (isSmart(Right->getType())) {
      const Expr *From = Right->IgnoreParens();
      const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(From);
      const core::Expr *Given = nullptr;
      if (Temporary) {
        Given = makeOwner(Temporary->getSubExpr(), "made");
      } else {
        const core::Expr *Place = checkWritten(freezePlace(expr(From), Loc), Loc);
        Given = name(declare("moved", Place->Ty, Place, true, Loc), Loc);
        assign(Place, literal("nullptr", Place->Ty, Loc), Loc);
      }
      By = asSmart(Given, T, Loc);
      if (!By) {
        error(Loc, "cannot differentiate this assignment to a '" + L.spelling(T) + "'",
              "assign a pointer of the same type");
        By = Null;
      }
    }
    const core::Expr *Target = checkWritten(freezePlace(Whole(), Loc), Loc);
    Replace(Target, By);
    return Target;
  }
  error(Loc, "cannot differentiate a call to 'std::unique_ptr::" + Name + "'",
        "use get, reset, release or assignment");
  return poison(E);
}

/// The caller's smart pointers may be followed, but not changed.
void FunctionLowering::refuseChangedParameters() {
  core::walk(F.Body, [&](core::Stmt *S) {
    if (S->is(StmtKind::Assign) && S->Target->is(ExprKind::Member) &&
        S->Target->Text == PointerHeld)
      error(SourceLocation::getFromRawEncoding(S->Loc),
            "cannot differentiate: this may change a smart pointer of the caller's",
            "work on objects that the function makes itself");
  });
}

} // namespace ad::lower
