//===- lower/unions.cpp - unions of floating values of one type -----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A union is a record whose members overlap; the analyses know that (Type::IsUnion). Its derivative
// is a union, too, all of whose bytes are zero where it begins. Where all that it holds are
// floating values of one type, any member may be read: bytes that are a number in one are a number
// in the others. As a whole it is its largest member, the only one that is a field in Core.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/lower/lower.h"

using namespace clang;

namespace ad::lower {

/// Adds the scalars in a T to Found; false where it holds pointers that lead to derivatives, or is
/// no plain data.
static bool collectScalars(Lowering &L, QualType T, llvm::DenseSet<QualType> &Found) {
  const ASTContext &Ctx = L.Ctx;
  T = Ctx.getBaseElementType(T).getCanonicalType().getUnqualifiedType();
  if (T->isScalarType()) {
    Found.insert(T);
    return T->isRealFloatingType() || !L.differentiable(T);
  }
  const auto *RD = T->getAsCXXRecordDecl();
  return RD && RD->hasDefinition() && !RD->isInStdNamespace() && !RD->isPolymorphic() &&
         RD->getNumBases() == 0 && T.isTriviallyCopyableType(Ctx) &&
         llvm::all_of(RD->fields(),
                      [&](const FieldDecl *F) { return collectScalars(L, F->getType(), Found); });
}

bool Lowering::holdsOthers(const RecordDecl *RD) {
  llvm::DenseSet<QualType> Scalars;
  collectScalars(*this, attributes::typeOf(Ctx, RD), Scalars);
  return llvm::any_of(Scalars, [](QualType T) { return !T->isRealFloatingType(); });
}

const FieldDecl *Lowering::largestMember(const RecordDecl *RD) {
  llvm::DenseSet<QualType> Scalars;
  if (!RD->isUnion() || !collectScalars(*this, attributes::typeOf(Ctx, RD), Scalars) ||
      llvm::count_if(Scalars, [](QualType T) { return T->isRealFloatingType(); }) != 1)
    return nullptr;
  const FieldDecl *Largest =
      *llvm::max_element(RD->fields(), [&](const FieldDecl *A, const FieldDecl *B) {
        const bool First = differentiable(A->getType()), Second = differentiable(B->getType());
        return First != Second ? Second
                               : Ctx.getTypeSize(A->getType()) < Ctx.getTypeSize(B->getType());
      });
  // It stands for the whole, and is nothing but numbers where there is something else beside it.
  if (Scalars.size() == 1)
    return Largest;
  const QualType T = Largest->getType();
  const bool Whole = Ctx.getTypeSize(T) == Ctx.getTypeSize(attributes::typeOf(Ctx, RD));
  return Whole && Ctx.getBaseElementType(T)->isRealFloatingType() &&
                 Ctx.getTypeSize(Ctx.getBaseElementType(T)) <= 64
             ? Largest
             : nullptr;
}

} // namespace ad::lower
