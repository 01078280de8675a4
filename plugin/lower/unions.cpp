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

/// Adds the scalars in a T to Found; false where it holds something else.
static bool collectScalars(const ASTContext &Ctx, QualType T, llvm::DenseSet<QualType> &Found) {
  T = Ctx.getBaseElementType(T).getCanonicalType().getUnqualifiedType();
  if (T->isRealFloatingType()) {
    Found.insert(T);
    return true;
  }
  const auto *RD = T->getAsCXXRecordDecl();
  return RD && RD->hasDefinition() && !RD->isInStdNamespace() && !RD->isPolymorphic() &&
         RD->getNumBases() == 0 && T.isTriviallyCopyableType(Ctx) &&
         llvm::all_of(RD->fields(),
                      [&](const FieldDecl *F) { return collectScalars(Ctx, F->getType(), Found); });
}

const FieldDecl *Lowering::largestMember(const RecordDecl *RD) const {
  llvm::DenseSet<QualType> Scalars;
  if (!RD->isUnion() || !collectScalars(Ctx, attributes::typeOf(Ctx, RD), Scalars) ||
      Scalars.size() != 1)
    return nullptr;
  return *llvm::max_element(RD->fields(), [&](const FieldDecl *A, const FieldDecl *B) {
    return Ctx.getTypeSize(A->getType()) < Ctx.getTypeSize(B->getType());
  });
}

} // namespace ad::lower
