//===- lower/shared_pointers.cpp - std::shared_ptr ------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A shared_ptr is the pointer that it holds. Nobody counts its owners: what the function shares
// lives until it ends, in an ad::shared_objects, or on the tape. Emitted code gets at the pointers
// in the user's records and vectors by ad::pointer_in (Field::Shared, Type::Shared); what it stores
// there owns nothing. Modes refuse to store it where the caller finds it.
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

bool FunctionLowering::isShared(QualType T) {
  T = T.getNonReferenceType();
  return isSharedPtr(T->getAsCXXRecordDecl()) && L.followsSmart(T);
}

core::Variable *FunctionLowering::sharedObjects(SourceLocation Loc) {
  if (!Shared) {
    Shared = F.variable("shared", M.opaque("ad::shared_objects"));
    Shared->Loc = Loc.getRawEncoding();
  }
  return Shared;
}

bool holdsShared(const core::Variable *V) {
  return V->Ty->nonReference()->Spelling == "ad::shared_objects";
}

/// What the function shares lives until its caller ends; for those that can be given one more
/// parameter.
void FunctionLowering::shareWithCaller() {
  if (!Shared)
    return;
  Shared->Kind = core::Storage::Parameter;
  Shared->Ty = M.reference(Shared->Ty, /*ElementConst=*/false);
  F.Params.push_back(Shared);
  core::walk(F.Body, [&](core::Stmt *S) { // its calls of itself
    if (S->is(StmtKind::Call) && S->Callee == &F && S->Operands.size() < F.Params.size())
      S->Operands.push_back(name(Shared, SourceLocation::getFromRawEncoding(S->Loc)));
  });
}

/// The object of class T at Pointer, which is new, lives until the function ends.
void FunctionLowering::share(const core::Expr *Pointer, QualType T, SourceLocation Loc) {
  if (type(T)->Owns || T->isArrayType())
    return error(Loc,
                 "cannot differentiate a std::shared_ptr to an object of type '" + L.spelling(T) +
                     "', " + (T->isArrayType() ? "an array" : "which owns other objects"),
                 T->isArrayType() ? "share a std::vector" : "let it share them, too");
  core::Stmt *S = stmt(StmtKind::Opaque, Loc);
  S->Text = "$0.delete_at_end($1)";
  S->Operands = {name(sharedObjects(Loc), Loc), Pointer};
  S->Frees = true;
  emit(S);
}

/// What the shared_ptr at Place holds, which is empty afterwards if it Moves.
const core::Expr *FunctionLowering::shareValue(const core::Expr *Place, bool Moves,
                                               SourceLocation Loc) {
  if (!Moves || !core::isPlace(Place))
    return Place;
  Place = checkWritten(freezePlace(Place, Loc), Loc);
  const core::Expr *Held = name(declare("moved", Place->Ty, Place, true, Loc), Loc);
  assign(Place, literal("nullptr", Place->Ty, Loc), Loc);
  return Held;
}

/// The pointer that a shared_ptr of type To gets from E.
const core::Expr *FunctionLowering::sharedFrom(const Expr *E, QualType To) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(To);
  auto Converted = [&](const core::Expr *P) {
    if (const core::Expr *Held = asSmart(P, To, Loc))
      return Held;
    error(Loc, "cannot differentiate this way of making a '" + L.spelling(To) + "'",
          "construct it with std::make_shared or from another one");
    return literal("nullptr", Ty, Loc);
  };
  const Expr *Given = read(E);
  if (Given->IgnoreParenImpCasts()->getType()->isNullPtrType())
    return literal("nullptr", Ty, Loc);
  if (isShared(Given->getType()))
    return Converted(shareValue(value(Given), givesUp(E->IgnoreParens()), Loc));
  if (isSmart(Given->getType())) { // a unique_ptr gives its object up
    QualType Of = heldBy(Given->getType());
    const core::Expr *P = nullptr;
    if (Given->isPRValue())
      P = makeOwner(Given, "made");
    else
      P = shareValue(expr(Given), true, Loc);
    if (const auto *RD = Of->getAsCXXRecordDecl(); RD && RD->isPolymorphic())
      error(Loc,
            "cannot differentiate how a std::unique_ptr to an object with virtual functions "
            "becomes a std::shared_ptr",
            "make the object with std::make_shared");
    else
      share(P, Of, Loc);
    return Converted(P);
  }
  if (!Given->getType()->isPointerType())
    return Converted(poison(E));
  const core::Expr *P = nullptr;
  if (const Expr *New = allocation(Given->IgnoreParenImpCasts()))
    P = allocate(New, nullptr);
  else
    P = freeze(value(Given), Loc, "shared_object");
  share(P, Given->IgnoreParenImpCasts()->getType()->getPointeeType(), Loc);
  return Converted(P);
}

const core::Expr *FunctionLowering::constructShared(const CXXConstructExpr *E) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(E->getType());
  llvm::SmallVector<const Expr *, 2> Args;
  for (const Expr *A : E->arguments())
    if (!isa<CXXDefaultArgExpr>(A))
      Args.push_back(A);
  if (Args.empty())
    return literal("nullptr", Ty, Loc);
  if (Args.size() == 1)
    return sharedFrom(Args[0], E->getType());
  error(Loc, "cannot differentiate this way of making a '" + L.spelling(E->getType()) + "'",
        "construct it with std::make_shared or from another one");
  return literal("nullptr", Ty, Loc);
}

/// `new T(args)`, as std::make_shared makes it.
const core::Expr *FunctionLowering::makeShared(const CallExpr *E, QualType T) {
  SourceLocation Loc = E->getExprLoc();
  const core::Type *Ty = type(E->getType());
  llvm::SmallVector<Expr *, 4> Args;
  for (const Expr *A : E->arguments())
    Args.push_back(const_cast<Expr *>(A));
  ExprResult New = ExprError();
  if (!T->isArrayType())
    New = L.S.BuildCXXNew(SourceRange(Loc), /*UseGlobal=*/false, Loc, {}, Loc, SourceRange(), T,
                          Ctx.getTrivialTypeSourceInfo(T, Loc), std::nullopt, SourceRange(Loc, Loc),
                          ParenListExpr::Create(Ctx, Loc, Args, Loc));
  if (New.isInvalid()) {
    error(Loc, "cannot differentiate this call of 'std::make_shared'",
          "make one object by one of its constructors");
    return literal("nullptr", Ty, Loc);
  }
  const core::Expr *At = allocate(New.get(), nullptr);
  if (!F.Failed)
    share(At, T, Loc);
  return convert(Ty, At, false, Loc);
}

/// The members of std::shared_ptr.
const core::Expr *FunctionLowering::sharedMember(const CallExpr *E, const Expr *Object,
                                                 llvm::ArrayRef<const Expr *> Args) {
  SourceLocation Loc = E->getExprLoc();
  bool Arrow = Object->getType()->isPointerType();
  QualType T = Arrow ? Object->getType()->getPointeeType() : Object->getType();
  const core::Type *Ty = type(T);
  const core::Expr *Null = literal("nullptr", Ty, Loc), *Nothing = literal("0", M.intType(), Loc);
  auto Whole = [this, Object, Arrow, Loc]() -> const core::Expr * {
    return Arrow ? dereference(value(Object), Loc) : expr(Object);
  };
  std::string Name = E->getDirectCallee()->getNameAsString();
  if (Name == "get" || Name == "operator->")
    return Whole();
  if (Name == "operator*")
    return dereference(Whole(), Loc);
  if (Name == "operator bool")
    return binary("!=", Whole(), Null, M.boolType(), Loc);
  if (Name == "reset" || Name == "operator=") {
    const Expr *Given = Args.empty() || isa<CXXDefaultArgExpr>(Args[0]) ? nullptr : Args[0];
    auto From = [&] { return Given ? sharedFrom(Given, T) : Null; };
    auto Parts = inOrder({Part{From, false}, Part{Whole, true}});
    const core::Expr *Place = checkWritten(freezePlace(Parts[1], Loc), Loc);
    assign(Place, Parts[0], Loc);
    return Name == "reset" ? Nothing : Place;
  }
  if (Name == "swap") {
    const Expr *Other = Args[0];
    auto Parts = inOrder({Part{Whole, true}, Part{[=] { return expr(Other); }, true}});
    swap(checkWritten(Parts[0], Loc), checkWritten(Parts[1], Loc), Loc);
    return Nothing;
  }
  error(Loc, "cannot differentiate a call to 'std::shared_ptr::" + Name + "'",
        "its owners are not counted: use get, reset or assignment");
  return poison(E);
}

/// std::make_shared and casts.
const core::Expr *FunctionLowering::sharedCall(const CallExpr *E, const FunctionDecl *FD,
                                               bool &Known) {
  SourceLocation Loc = E->getExprLoc();
  if (!isShared(E->getType()) || !isLibrary(FD) || !FD->getIdentifier())
    return nullptr;
  if (FD->getName() == "make_shared") {
    Known = true;
    return makeShared(E, heldBy(E->getType()).getUnqualifiedType());
  }
  if (FD->getName() == "static_pointer_cast" || FD->getName() == "const_pointer_cast") {
    Known = true;
    return downcast(value(read(E->getArg(0))), type(E->getType()), Loc);
  }
  if (FD->getName() == "dynamic_pointer_cast") {
    Known = true;
    return dynamicCast(value(read(E->getArg(0))), heldBy(E->getArg(0)->getType()),
                       heldBy(E->getType()), /*Pointer=*/true, E);
  }
  return nullptr;
}

} // namespace ad::lower
