//===- lower/aggregates.cpp - values in braces -----------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Objects and arrays that are made of the values of their parts.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/questions.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;

bool FunctionLowering::readsOwnMembers(llvm::ArrayRef<Expr *> Inits) {
  return llvm::any_of(
      Inits, [](const Expr *Init) { return isa<CXXDefaultInitExpr>(Init) && usesThis(Init); });
}

/// What a member starts as by default: it may be made of those before it, which Members holds.
const core::Expr *FunctionLowering::defaultInit(const Expr *Init) {
  const auto *Outer = std::exchange(Defaults, Members);
  const core::Expr *V = expr(Init);
  Defaults = Outer;
  return V;
}

/// An aggregate, whose members are made in their order: `double r = base * scale;` reads others.
const core::Expr *FunctionLowering::madeInOrder(const CXXRecordDecl *Class,
                                                llvm::ArrayRef<Expr *> Inits, const core::Type *Ty,
                                                SourceLocation Loc) {
  core::Expr *B = M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
  MadeMembers Made;
  const unsigned Bases = Class->getNumBases();
  for (unsigned I = 0; I < Inits.size(); ++I) {
    const auto *Outer = std::exchange(Members, &Made);
    const core::Expr *V = value(Inits[I]);
    Members = Outer;
    const auto FD = I < Bases ? Class->field_end() : std::next(Class->field_begin(), I - Bases);
    if (FD != Class->field_end()) {
      if (!V->is(ExprKind::Literal) && !(V->is(ExprKind::Variable) && V->Var->Const))
        V = name(declare(FD->getName(), V->Ty, V, /*Const=*/true, Loc), Loc);
      Made[*FD] = V;
    }
    B->Operands.push_back(V);
  }
  return B;
}

/// Whether all elements of E are made without arguments: `std::array<T, 2> a{};`.
static bool startsWithoutValues(const InitListExpr *E) {
  return llvm::all_of(E->inits(), [](const Expr *Init) {
    Init = Init->IgnoreImplicit();
    if (const auto *Inner = dyn_cast<InitListExpr>(Init))
      return startsWithoutValues(Inner);
    const auto *C = dyn_cast<CXXConstructExpr>(Init);
    return (C && !C->getNumArgs()) || isa<ImplicitValueInitExpr>(Init);
  });
}

/// The field that the I-th element of a list for a Class gives its value; null for a base.
static const FieldDecl *fieldAt(const CXXRecordDecl *Class, unsigned I) {
  const unsigned Bases = Class->getNumBases(),
                 Fields = std::distance(Class->field_begin(), Class->field_end());
  return I < Bases || I - Bases >= Fields ? nullptr : *std::next(Class->field_begin(), I - Bases);
}

/// What Init gives the I-th part of an aggregate, which is a Class if it is no array.
Part FunctionLowering::aggregatePart(const CXXRecordDecl *Class, unsigned I, const Expr *Init) {
  const FieldDecl *FD = Class ? fieldAt(Class, I) : nullptr;
  if (FD && L.refersByPointer(FD))
    return {[this, FD, Init] { return boundBy(FD, Init); }, false};
  return {[this, Init] { return value(Init); }, false};
}

/// C++20: an aggregate whose members are given in parentheses.
const core::Expr *FunctionLowering::parenList(const CXXParenListInitExpr *E) {
  SourceLocation Loc = E->getBeginLoc();
  const core::Type *Ty = type(E->getType());
  const auto *Class = E->getType()->getAsCXXRecordDecl();
  auto Given = const_cast<CXXParenListInitExpr *>(E)->getInitExprs();
  unsigned At = Class ? Class->getNumBases() : 0;
  const bool InPlace = Class && llvm::any_of(Class->fields(), [&](const FieldDecl *FD) {
                         return At < Given.size() && madeInPlace(FD, Given[At++]);
                       });
  if (Ty->isRecord() && (L.standsIn(Class) || InPlace)) {
    auto *Braces = new (Ctx) InitListExpr(
        Ctx, Loc, const_cast<CXXParenListInitExpr *>(E)->getInitExprs(), E->getEndLoc());
    Braces->setType(E->getType());
    return initList(Braces);
  }
  if (!Ty->isRecord() || !Class || E->getInitializedFieldInUnion() || isLibraryRecord(Class)) {
    error(Loc, "cannot differentiate an aggregate that is initialised in parentheses",
          "write its members in braces");
    return poison(E);
  }
  checkReferences(Ty, Loc);
  auto Inits = const_cast<CXXParenListInitExpr *>(E)->getInitExprs();
  if (readsOwnMembers(Inits))
    return madeInOrder(Class, Inits, Ty, Loc);
  core::Expr *B = M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
  std::vector<Part> Parts;
  for (unsigned I = 0; I < Inits.size(); ++I)
    Parts.push_back(aggregatePart(Class, I, read(Inits[I])));
  for (const core::Expr *V : inOrder(Parts))
    B->Operands.push_back(V);
  return B;
}

/// Appends E's elements to B; std::array has one level of braces less in Core.
const core::Expr *FunctionLowering::initList(const InitListExpr *E) {
  if (!E->isSemanticForm() && E->getSemanticForm())
    E = E->getSemanticForm();
  if (E->isTransparent() || (E->getNumInits() == 1 && E->getType()->isScalarType()))
    return value(E->getInit(0));
  SourceLocation Loc = E->getBeginLoc();
  const core::Type *Ty = type(E->getType());
  if (Ty->isScalar())
    return zero(Ty, Loc);
  if (E->isStringLiteralInit())
    return literalExpr(E->getInit(0)->IgnoreParens());
  if (L.standsIn(E->getType()->getAsCXXRecordDecl()))
    return makeAggregate(E, nullptr);
  if (Ty->isRecord() && madeInPlace(E)) {
    if (madeInPlace(E, /*Leads=*/true)) // it is copied to where it belongs
      error(Loc,
            "cannot differentiate an object of type '" + L.spelling(E->getType()) +
                "' without a name, of which members start as what may lead to it",
            "declare it as a variable");
    return makeAggregate(E, nullptr);
  }
  checkReferences(Ty, Loc);
  if (Ty->IsStdArray && L.startsFilled(Ty) && startsWithoutValues(E))
    return startedObject(Ty, nullptr, Loc);
  if (Ty->IsStdArray) {
    const core::Expr *Inner = E->getNumInits() ? expr(E->getInit(0)) : nullptr;
    core::Expr *B = M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
    if (Inner && Inner->is(ExprKind::Braces))
      B->Operands = Inner->Operands;
    return B;
  }
  // An object of the library without members, a tag, has bases without members at most.
  const auto *Class = E->getType()->getAsCXXRecordDecl();
  if (isOpaqueObject(E->getType()) && (E->getNumInits() == 0 || (Class && Class->isEmpty())))
    return opaque(Ty->Spelling + "{}", Ty, {}, Loc);
  if (!Ty->isRecord() && !Ty->isArray()) {
    error(Loc, "cannot differentiate a value of type '" + L.spelling(E->getType()) + "'");
    return poison(E);
  }
  if (const FieldDecl *FD = E->getInitializedFieldInUnion(); FD && Ty->Differentiable) {
    if (E->getNumInits() == 0 || isa<ImplicitValueInitExpr>(E->getInit(0)))
      return zero(Ty, Loc);
    const FieldDecl *Largest = L.largestMember(FD->getParent());
    if (FD == Largest && FD == *FD->getParent()->field_begin() && FD->getType()->isScalarType()) {
      core::Expr *B = M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
      B->Operands = {value(E->getInit(0))};
      return B;
    }
    if (!Largest || !FD->getParent()->getIdentifier()) {
      error(Loc, "cannot differentiate this initialiser of a union", "assign to its member");
      return poison(E);
    }
    const core::Expr *Whole = name(declare("object", Ty, nullptr, false, Loc), Loc);
    Changing.insert(Whole->Var);
    initialiseMember(member(Whole, FD, Loc), E->getInit(0));
    return Whole;
  }
  if (Class && readsOwnMembers(E->inits()))
    return madeInOrder(Class, E->inits(), Ty, Loc);
  std::vector<Part> Parts;
  for (unsigned I = 0; I < E->getNumInits(); ++I)
    Parts.push_back(aggregatePart(Class, I, E->getInit(I)));
  // A trailing element that is zero anyway is left to the braces.
  while (!Parts.empty() && isa<ImplicitValueInitExpr>(E->getInit(Parts.size() - 1)))
    Parts.pop_back();
  core::Expr *B = M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
  for (const core::Expr *V : inOrder(Parts))
    B->Operands.push_back(V);
  return B;
}

} // namespace ad::lower
