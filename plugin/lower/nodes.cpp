//===- lower/nodes.cpp - making Core nodes with types and places ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Each node gets the type that Clang gave the expression and the location it stands at. Nothing is
// folded here: the user's own expressions are kept as written.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;

const core::Expr *Nodes::literal(llvm::StringRef Text, const core::Type *Ty, SourceLocation Loc) {
  core::Expr *E = M.expr(ExprKind::Literal, Ty, Loc.getRawEncoding());
  E->Text = Text.str();
  return E;
}

const core::Expr *Nodes::name(core::Variable *V, SourceLocation Loc) {
  core::Expr *E = M.expr(ExprKind::Variable, V->Ty->nonReference(), Loc.getRawEncoding());
  E->Var = V;
  return E;
}

const core::Expr *FunctionLowering::member(const core::Expr *Base, const FieldDecl *FD,
                                           SourceLocation Loc) {
  if (L.isOwnTagged(type(FD->getType())) && !L.standsIn(FD->getParent()))
    error(Loc,
          "cannot differentiate the member '" + FD->getNameAsString() + "' of type '" +
              L.spelling(FD->getType()) + "'",
          "hold the vector, and whether there is one");
  if (Base->Ty->is(core::TypeKind::Opaque)) // an exception that is only asked
    return askOnce(opaque("$0." + FD->getName().str(), type(FD->getType()), {Base}, Loc),
                   FD->getName(), Loc);
  const core::Type *Ty = L.standsIn(FD->getParent()) ? L.memberType(FD)
                         : isLibraryRecord(FD->getParent())
                             ? L.partType(FD->getParent(), FD->getType()) // of a pair
                             : type(FD->getType());
  core::Expr *E = M.expr(ExprKind::Member, Ty->nonReference(), Loc.getRawEncoding());
  E->Text = FD->isAnonymousStructOrUnion() ? anonymousName(FD) : FD->getName().str();
  E->Operands.push_back(Base);
  const core::Expr *Passed = memberApart(E);
  if (!Passed && L.refersByPointer(FD)) {
    E->Ty = L.referringType(FD);
    return dereference(E, Loc);
  }
  return Passed ? Passed : E;
}

const core::Expr *FunctionLowering::baseOf(const core::Expr *Place, QualType Base,
                                           SourceLocation Loc) {
  const core::Type *Ty = type(Base);
  if (Place->Ty == Ty)
    return Place;
  core::Expr *E = M.expr(ExprKind::BaseOf, Ty, Loc.getRawEncoding());
  E->Operands.push_back(Place);
  return E;
}

/// Folds (&a[0])[i] to a[i] and (p + i)[j] stays as written.
const core::Expr *Nodes::subscript(const core::Expr *Base, const core::Expr *Index,
                                   SourceLocation Loc) {
  if (Base->is(ExprKind::AddressOf) && Base->operand()->is(ExprKind::Subscript) &&
      Base->operand()->operand(1)->is(ExprKind::Literal) &&
      Base->operand()->operand(1)->Text == "0" &&
      core::staysWithin(Base->operand()->operand(), Index))
    Base = Base->operand()->operand();
  // `(v.data() + 1)[k]`
  if (Base->is(ExprKind::Binary) && Base->Text == "+" &&
      Base->operand(0)->is(ExprKind::AddressOf) &&
      Base->operand(0)->operand()->is(ExprKind::Subscript))
    return subscript(Base->operand(0), binary("+", Index, Base->operand(1), Index->Ty, Loc), Loc);
  core::Expr *E = M.expr(ExprKind::Subscript, Base->Ty->Element, Loc.getRawEncoding());
  E->Operands.push_back(Base);
  E->Operands.push_back(Index);
  return E;
}

const core::Expr *Nodes::dereference(const core::Expr *Pointer, SourceLocation Loc) {
  if (Pointer->is(ExprKind::AddressOf))
    return Pointer->operand();
  // What std::get_if found: a null pointer is not followed.
  if (Pointer->is(ExprKind::Conditional) && Pointer->operand(1)->is(ExprKind::AddressOf) &&
      Pointer->operand(2)->is(ExprKind::Literal))
    return Pointer->operand(1)->operand();
  if (Pointer->is(ExprKind::Binary) && Pointer->Text == "+") {
    if (Pointer->operand(0)->Ty->isPointer())
      return subscript(Pointer->operand(0), Pointer->operand(1), Loc);
    return subscript(Pointer->operand(1), Pointer->operand(0), Loc);
  }
  core::Expr *E = M.expr(ExprKind::Dereference, Pointer->Ty->Element, Loc.getRawEncoding());
  E->Operands.push_back(Pointer);
  return E;
}

const core::Expr *FunctionLowering::addressOf(const core::Expr *Place, const core::Type *Ty,
                                              SourceLocation Loc) {
  if (Place->is(ExprKind::Dereference))
    return Place->operand();
  if (core::Variable *V = core::rootVariable(Place)) {
    V->AddressTaken = true;
    // Constant is only what the user, or nobody, writes through a pointer.
    if (V->Const && V->Kind == core::Storage::Local && !Ty->ElementConst && !UserConst.count(V))
      V->Const = false;
  }
  return pointerTo(Place, Ty, usersLine(Loc));
}

const core::Expr *Nodes::pointerTo(const core::Expr *Place, const core::Type *Ty,
                                   SourceLocation Loc) {
  core::Expr *E = M.expr(ExprKind::AddressOf, Ty, Loc.getRawEncoding());
  E->Operands.push_back(Place);
  return E;
}

const core::Expr *Nodes::unary(llvm::StringRef Op, const core::Expr *A, const core::Type *Ty,
                               SourceLocation Loc) {
  core::Expr *E = M.expr(ExprKind::Unary, Ty, Loc.getRawEncoding());
  E->Text = Op.str();
  E->Operands.push_back(A);
  return E;
}

const core::Expr *Nodes::binary(llvm::StringRef Op, const core::Expr *A, const core::Expr *B,
                                const core::Type *Ty, SourceLocation Loc) {
  if (Op == "-")
    if (const core::Expr *Known = core::pointerDifference(M, A, B, Ty, Loc.getRawEncoding()))
      return Known;
  core::Expr *E = M.expr(ExprKind::Binary, Ty, Loc.getRawEncoding());
  E->Text = Op.str();
  E->Operands.push_back(A);
  E->Operands.push_back(B);
  return E;
}

const core::Expr *Nodes::convert(const core::Type *Ty, const core::Expr *A, bool Explicit,
                                 SourceLocation Loc) {
  if (A->Ty == Ty && !Explicit)
    return A;
  core::Expr *E = M.expr(ExprKind::Cast, Ty, Loc.getRawEncoding());
  E->Explicit = Explicit;
  E->Operands.push_back(A);
  return E;
}

const core::Expr *Nodes::opaque(llvm::StringRef Text, const core::Type *Ty,
                                llvm::ArrayRef<const core::Expr *> Operands, SourceLocation Loc) {
  core::Expr *E = M.expr(ExprKind::Opaque, Ty, Loc.getRawEncoding());
  E->Text = Text.str();
  E->Operands.append(Operands.begin(), Operands.end());
  return E;
}

const core::Expr *Nodes::negate(const core::Expr *E, SourceLocation Loc) {
  if (E->is(ExprKind::Unary) && E->Text == "!")
    return E->operand();
  return unary("!", E, M.boolType(), Loc);
}

const core::Expr *Nodes::zero(const core::Type *Ty, SourceLocation Loc) {
  if (Ty->isRecord() || Ty->isArray())
    return M.expr(ExprKind::Braces, Ty, Loc.getRawEncoding());
  return literal(Ty->isPointer() ? "nullptr" : Ty->IsBool ? "false" : "0", Ty, Loc);
}

} // namespace ad::lower
