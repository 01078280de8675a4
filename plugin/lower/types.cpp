//===- lower/types.cpp - Clang's types -> Core's --------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Makes the interned types of Core and answers what is differentiable (DESIGN, section 1).
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/clang_versions.h"
#include "plugin/attributes/differentiable.h"
#include "plugin/core/spell.h"
#include "plugin/core/unique.h"
#include "plugin/lower/eigen.h"
#include "plugin/lower/lower.h"
#include "plugin/lower/names.h"
#include "plugin/lower/overloads.h"
#include "plugin/lower/questions.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclTemplate.h"

using namespace clang;

namespace ad::lower {

/// The question that the signature rule asks, so that both always agree.
bool Lowering::differentiable(QualType T) {
  if (T.isNull())
    return false;
  T = T.getCanonicalType().getUnqualifiedType();
  auto [Known, New] = Differentiable.try_emplace(T.getAsOpaquePtr(), false);
  if (New) {
    bool Answer = attributes::isDifferentiable(S, T);
    Differentiable[T.getAsOpaquePtr()] = Answer;
    return Answer;
  }
  return Known->second;
}

/// Integer types keep a name such as std::size_t that everybody can write.
static bool keepsTypedefName(const TypedefNameDecl *D, const SourceManager &SM) {
  const DeclContext *C = D->getDeclContext()->getRedeclContext();
  return SM.isInSystemHeader(D->getLocation()) && (C->isTranslationUnit() || C->isStdNamespace()) &&
         !D->getName().starts_with("_");
}

/// A type that Core does not look into, by the short name that the library gives it, if it is
/// written so where it is met first.
const core::Type *Lowering::opaqueType(QualType T, QualType Written) {
  const core::Type *&Known = Opaques[T.getAsOpaquePtr()];
  if (!Known) {
    const auto *Name = Written.getUnqualifiedType()->getAs<TypedefType>();
    bool Short = Name && T->isRecordType() &&
                 keepsTypedefName(Name->getDecl(), Ctx.getSourceManager()) &&
                 Name->getDecl()->getDeclContext()->isStdNamespace();
    Known = M.opaque(Short ? qualifiedName(Name->getDecl()) : spelling(T));
  }
  return Known;
}

/// Whether a T is an array of smart pointers, not a vector, or one of such arrays.
static bool holdsSmartArray(const core::Type *T) {
  return T->isArray() && !T->IsVector && (T->Smart || holdsSmartArray(T->Element));
}

const core::Type *Lowering::type(QualType Written) {
  QualType T = Written.getCanonicalType().getUnqualifiedType();
  const core::Type *Unknown = T.isNull() ? M.opaque("void") : opaqueType(T, Written);
  if (T.isNull() || T->isDependentType())
    return Unknown;
  if (T->isVoidType())
    return M.voidType();
  if (const auto *B = T->getAs<BuiltinType>()) {
    if (B->getKind() == BuiltinType::Float || B->getKind() == BuiltinType::Double ||
        B->getKind() == BuiltinType::LongDouble)
      return M.real(spelling(T), Ctx.getTypeSize(T));
    if (B->isNullPtrType())
      return M.integer("std::nullptr_t", 64, false);
    if (!B->isInteger())
      return Unknown;
  }
  if (T->isIntegralOrEnumerationType()) {
    std::string Name = spelling(T);
    QualType Sugar = Written.getUnqualifiedType();
    if (const auto *TD = Sugar->getAs<TypedefType>();
        TD && keepsTypedefName(TD->getDecl(), Ctx.getSourceManager()))
      Name = qualifiedName(TD->getDecl());
    if (const auto *E = T->getAs<EnumType>(); E && !E->getDecl()->getDefinition())
      return Unknown;
    // An enumeration that has no name, or none outside its function, is its integers.
    if (const auto *E = T->getAs<EnumType>()) {
      const EnumDecl *ED = E->getDecl();
      bool Nameless = !ED->getIdentifier() && !ED->getTypedefNameForAnonDecl();
      if (Nameless || ED->getParentFunctionOrMethod())
        Name = spelling(ED->getIntegerType());
      else
        return M.enumeration(Name, Ctx.getTypeSize(T), T->isUnsignedIntegerOrEnumerationType());
    }
    return M.integer(Name, Ctx.getTypeSize(T), T->isUnsignedIntegerOrEnumerationType());
  }
  if (T->isReferenceType()) {
    QualType To = T->getPointeeType();
    return To->isFunctionType() ? Unknown : M.reference(type(To), To.isConstQualified());
  }
  if (T->isPointerType()) {
    QualType To = T->getPointeeType();
    // A pointer to a function is a value like an integer.
    if (To->isFunctionType())
      return M.integer(spelling(T), Ctx.getTypeSize(T), true);
    bool Restrict = Written.isRestrictQualified();
    const core::Type *Element = type(To);
    if (const core::Type *Rows = Element->Mutable ? rowsType(Element) : nullptr)
      Element = Rows->Element; // into a list of lists
    return M.pointer(Element, To.isConstQualified(), Restrict);
  }
  if (T->isMemberPointerType())
    return M.integer(spelling(T), Ctx.getTypeSize(T), true);
  if (const auto *A = Ctx.getAsConstantArrayType(T)) {
    QualType E = A->getElementType();
    if (followsSmartArray(T)) {
      bool Followed = isUniquePtr(E->getAsRecordDecl());
      return Followed ? M.smartArray(spelling(E.getUnqualifiedType()), type(E),
                                     A->getSize().getZExtValue(), /*IsStd=*/false, false)
                      : Unknown;
    }
    if (isOwnTagged(type(E)) || holdsSmartArray(type(E)))
      return Unknown;
    return M.array(type(E), A->getSize().getZExtValue(), E.isConstQualified());
  }
  const RecordDecl *RD = T->getAsRecordDecl();
  if (!RD || !(RD = RD->getDefinition()) || RD->isInvalidDecl())
    return Unknown;
  return recordType(RD, T);
}

/// Whether values of type T hold pointers to floating values.
bool leadsElsewhere(const core::Type *T) {
  if (T->isPointer())
    return T->Differentiable;
  if (T->isArray())
    return leadsElsewhere(T->Element);
  return core::anyPart(T, leadsElsewhere);
}

const core::Type *Lowering::localSmartArray(QualType T) {
  if (!followsSmartArray(T))
    return nullptr;
  const core::Type *Pointer = type(smartElement(T));
  if (const ConstantArrayType *A = Ctx.getAsConstantArrayType(T))
    return M.array(Pointer, A->getSize().getZExtValue(), /*ElementConst=*/false);
  const auto *RD = T->getAsRecordDecl();
  if (!RD)
    return nullptr;
  const auto &Args = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs();
  uint64_t Extent = Args[1].getAsIntegral().getZExtValue();
  std::string Name = "std::array<" + core::spell(Pointer) + ", " + std::to_string(Extent) + ">";
  return M.stdArray(Name, Pointer, Extent);
}

/// Whether objects of the library of type RD hold smart pointers by value: in an object of the
/// library these are no pointers that emitted code could read.
static bool holdsSmart(const RecordDecl *RD) {
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !Spec->isInStdNamespace() || isSmartPtr(Spec))
    return false;
  std::function<bool(const TemplateArgument &)> Smart = [&](const TemplateArgument &A) {
    if (A.getKind() == TemplateArgument::Pack)
      return llvm::any_of(A.getPackAsArray(), Smart);
    if (A.getKind() != TemplateArgument::Type)
      return false;
    const CXXRecordDecl *Class = A.getAsType()->getAsCXXRecordDecl();
    return (Class && isSmartPtr(Class)) || isSmartArray(A.getAsType());
  };
  return llvm::any_of(Spec->getTemplateArgs().asArray(), Smart);
}

/// T as companions write it, who name the stand-ins of classes.
std::string Lowering::spellingHere(QualType T) {
  return standsIn(T->getAsCXXRecordDecl()) ? core::spell(type(T)) : spelling(T);
}

/// The class of smart pointers of which RD is a vector; null if it is none.
static const CXXRecordDecl *smartElement(const RecordDecl *RD) {
  if (!isStdVector(RD))
    return nullptr;
  const auto &Args = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs();
  const CXXRecordDecl *Class = Args[0].getAsType()->getAsCXXRecordDecl();
  return Class && isSmartPtr(Class) ? Class : nullptr;
}

/// Whether destroying a T only frees the memory of vectors. Asked: classes that are being looked
/// at.
static bool destroysQuietly(Lowering &L, QualType T,
                            llvm::SmallPtrSetImpl<const CXXRecordDecl *> &Asked) {
  const auto *RD = T.getCanonicalType()->getAsCXXRecordDecl();
  if (RD && (plainMatrix(RD) || isDecomposition(T)))
    return true;
  if (L.followsSmartArray(T))
    return destroysQuietly(L, smartElement(T), Asked);
  if (RD && (isSharedPtr(RD) || (isUniquePtr(RD) && !L.followsSmart(T))))
    return true;
  if (RD && isStdVector(RD)) {
    const auto &Args = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs();
    const auto *Element = Args[0].getAsType()->getAsCXXRecordDecl();
    if (Element && isUniquePtr(Element))
      return !L.differentiable(T);
    return !Element || destroysQuietly(L, Args[0].getAsType(), Asked);
  }
  if (RD && isStdMap(RD)) {
    const QualType Held =
        cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs()[1].getAsType();
    return !isUniquePtr(Held->getAsRecordDecl()) || !L.followsSmart(Held);
  }
  if (T->isScalarType() || !RD || RD->hasTrivialDestructor() || !Asked.insert(RD).second ||
      (RD->isInStdNamespace() && !isUniquePtr(RD)))
    return !RD || RD->hasDefinition();
  const CXXDestructorDecl *D = RD->getDestructor();
  const FunctionDecl *Def = nullptr;
  bool Nothing = D && D->hasBody(Def) && isa<CompoundStmt>(Def->getBody()) &&
                 cast<CompoundStmt>(Def->getBody())->body_empty();
  return (!D || !D->isUserProvided() || Nothing) &&
         llvm::all_of(
             RD->fields(),
             [&](const FieldDecl *F) { return destroysQuietly(L, F->getType(), Asked); }) &&
         llvm::all_of(RD->bases(), [&](const CXXBaseSpecifier &B) {
           return destroysQuietly(L, B.getType(), Asked);
         });
}

/// Whether the destructor of a T, or of what it holds, only frees memory. Asked: classes that are
/// being looked at.
static bool endsQuietly(ASTContext &Ctx, QualType T,
                        llvm::SmallPtrSetImpl<const CXXRecordDecl *> &Asked) {
  const auto *RD = Ctx.getBaseElementType(T.getCanonicalType())->getAsCXXRecordDecl();
  RD = RD ? RD->getDefinition() : nullptr;
  if (!RD || plainMatrix(RD) || isDecomposition(T) || !Asked.insert(RD).second)
    return true;
  if (const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD); RD->isInStdNamespace())
    return !Spec || llvm::all_of(partTypes(Spec),
                                 [&](QualType Part) { return endsQuietly(Ctx, Part, Asked); });
  const CXXDestructorDecl *D = RD->getDestructor();
  const FunctionDecl *Def = nullptr;
  const bool Nothing = D && D->hasBody(Def) && isa<CompoundStmt>(Def->getBody()) &&
                       cast<CompoundStmt>(Def->getBody())->body_empty();
  return (!D || !D->isUserProvided() || Nothing) &&
         llvm::all_of(RD->fields(),
                      [&](const FieldDecl *F) { return endsQuietly(Ctx, F->getType(), Asked); }) &&
         llvm::all_of(RD->bases(), [&](const CXXBaseSpecifier &B) {
           return endsQuietly(Ctx, B.getType(), Asked);
         });
}

bool Lowering::followsSmart(QualType T) {
  const CXXRecordDecl *RD = T->getAsCXXRecordDecl();
  if (!RD || !isSmartPtr(RD))
    return false;
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Asked;
  return differentiable(T) || !endsQuietly(Ctx, heldBy(T), Asked);
}

bool Lowering::followsSmartArray(QualType T) {
  return isSmartArray(T) && followsSmart(smartElement(T));
}

/// Whether Core knows the pointers in the smart pointers that objects of the library of type RD
/// hold: the values of a map, those in its entries, and those that are shared in pairs and the
/// like.
bool Lowering::followsSmartParts(const RecordDecl *RD) {
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD);
  if (!Spec)
    return false;
  if (isStdMap(RD))
    return followsSmart(Spec->getTemplateArgs()[1].getAsType());
  if (!isLibraryRecord(RD))
    return false;
  const llvm::SmallVector<QualType, 4> Types = partTypes(Spec);
  const bool Entry = RD->getName() == "pair" && Types[0].isConstQualified();
  return llvm::all_of(Types, [&](QualType Part) {
    const CXXRecordDecl *Class = Part->getAsCXXRecordDecl();
    return !Class || !isSmartPtr(Class) || (followsSmart(Part) && (isSharedPtr(Class) || Entry));
  });
}

bool holdsUnfollowedUnique(const core::Type *T) { return core::movesOnly(T); }

static const core::Type *leafOf(const core::Type *T) {
  while (T->isArray())
    T = T->Element;
  return T;
}

/// The deque of such elements; null where it is not followed.
static const core::Type *dequeOf(core::Module &M, const core::Type *Element) {
  bool Plain =
      Element->isReal() || (Element->isRecord() && Element->TrivialCopy && Element->ZeroByBraces &&
                            !core::holdsVector(Element) && !leadsElsewhere(Element));
  return Plain && Element->Differentiable
             ? M.stdVector("std::deque<" + core::spell(Element) + ">", Element)
             : nullptr;
}

/// Whether a T is a plain record with vectors among its parts, which can be exchanged one by one.
static bool isPlainWithVectors(const core::Type *T) {
  return T->isRecord() && T->Differentiable && T->TrivialCopy && T->ZeroByBraces && T->Assignable &&
         !T->Owns && !T->IsTagged && !T->HasMutable && core::holdsVector(T) &&
         !core::holdsHandle(T) && !core::holdsMap(T) && !core::holdsDeque(T) && !leadsElsewhere(T);
}

/// A deque or list of vectors of numbers, or of plain records with vectors: the vector of these
/// that stands for it; null if it is none.
static const core::Type *rowsOf(core::Module &M, const core::Type *Element) {
  const bool Row = Element->IsVector && Element->Element->isReal() &&
                   llvm::StringRef(Element->Spelling).starts_with("std::vector<");
  return Row || isPlainWithVectors(Element)
             ? M.stdVector("std::vector<" + core::spell(Element) + ">", Element)
             : nullptr;
}

const core::Type *Lowering::smartRecord(QualType T) {
  T = T.getNonReferenceType().getUnqualifiedType();
  const core::Type *&Known = SmartRecords[T->getAsRecordDecl()];
  if (Known)
    return Known;
  core::Type *R = M.record(spelling(T));
  core::Field F;
  F.Name = PointerHeld.str();
  F.Ty = type(T);
  R->Differentiable = F.Ty->Differentiable;
  R->Fields.push_back(F);
  R->TrivialDestroy = false;
  return Known = R;
}

const core::Type *Lowering::adaptedDeque(QualType T) {
  T = T.getNonReferenceType();
  const auto *RD =
      T->isPointerType() ? T->getPointeeType()->getAsCXXRecordDecl() : T->getAsCXXRecordDecl();
  if (!RD || !(isDequeAdaptor(RD) || isStdDeque(RD)))
    return nullptr;
  const auto &Args = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs();
  if (isStdDeque(RD))
    return rowsOf(M, type(Args[0].getAsType()));
  if (llvm::is_contained({"list", "forward_list"}, RD->getName())) {
    const core::Type *Rows =
        RD->getName() == "list" ? rowsOf(M, type(Args[0].getAsType())) : nullptr;
    return Rows ? Rows : dequeOf(M, type(Args[0].getAsType()));
  }
  if (isOrderedSet(RD)) {
    const core::Type *Element = type(Args[0].getAsType());
    return dequeOf(M, Element) ? M.stdVector("std::vector<" + core::spell(Element) + ">", Element)
                               : nullptr;
  }
  const core::Type *Deque = adaptedDeque(Args[1].getAsType());
  Deque = Deque ? Deque : type(Args[1].getAsType());
  return Deque->IsVector ? Deque : nullptr;
}

bool holdsItself(ASTContext &Ctx, const CXXRecordDecl *RD) {
  llvm::SmallPtrSet<const CXXRecordDecl *, 8> Seen;
  std::function<bool(const CXXRecordDecl *)> Parts;
  auto Part = [&](QualType T) {
    const CXXRecordDecl *Class = Ctx.getBaseElementType(T)->getAsCXXRecordDecl();
    Class = Class ? Class->getDefinition() : nullptr;
    return Class && (Class == RD->getDefinition() || (Seen.insert(Class).second && Parts(Class)));
  };
  std::function<bool(const TemplateArgument &)> Argument = [&](const TemplateArgument &A) {
    return A.getKind() == TemplateArgument::Pack
               ? llvm::any_of(A.pack_elements(), Argument)
               : A.getKind() == TemplateArgument::Type && Part(A.getAsType());
  };
  Parts = [&](const CXXRecordDecl *Class) {
    if (const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(Class);
        Spec && Class->isInStdNamespace())
      return !isSmartPtr(Class) && Class->getName() != "weak_ptr" &&
             llvm::any_of(Spec->getTemplateArgs().asArray(), Argument);
    return llvm::any_of(Class->fields(), [&](const FieldDecl *F) { return Part(F->getType()); }) ||
           llvm::any_of(Class->bases(),
                        [&](const CXXBaseSpecifier &B) { return Part(B.getType()); });
  };
  return RD->hasDefinition() && Parts(RD->getDefinition());
}

/// Whether RD is the type of an anonymous member.
static bool isAnonymousMember(const RecordDecl *RD) {
  return RD->isAnonymousStructOrUnion() && RD->getDeclContext()->isRecord();
}

/// Whether Core looks into a vector of such elements.
static bool keepsFollowed(const core::Type *Element, const Lowering &L) {
  return !Element->is(core::TypeKind::Opaque) && !L.isOwnTagged(Element) &&
         !(Element->IsMap && Element->Owns);
}

/// Whether objects of class RD are copied, moved and assigned as the compiler does it.
static bool copiesByMembers(const CXXRecordDecl *RD) {
  if ((RD->hasUserDeclaredMoveConstructor() && !RD->hasUserDeclaredCopyConstructor()) ||
      ((RD->hasUserDeclaredMoveConstructor() || RD->hasUserDeclaredMoveAssignment()) &&
       !RD->hasUserDeclaredCopyAssignment()))
    return false; // the others are deleted
  return llvm::none_of(RD->methods(), [](const CXXMethodDecl *MD) {
    const auto *CD = dyn_cast<CXXConstructorDecl>(MD);
    const bool Copies = CD ? CD->isCopyOrMoveConstructor()
                           : MD->isCopyAssignmentOperator() || MD->isMoveAssignmentOperator();
    return Copies && !MD->isImplicit() &&
           (MD->isUserProvided() || MD->isDeleted() || MD->getAccess() != AS_public);
  });
}

/// Whether RD is a class of the library that is derived from std::exception.
static bool isLibraryException(const CXXRecordDecl *RD) {
  return RD && RD->hasDefinition() && RD->isInStdNamespace() &&
         llvm::any_of(RD->bases(), [](const CXXBaseSpecifier &B) {
           const auto *Base = B.getType()->getAsCXXRecordDecl();
           return Base && (isLibraryException(Base) ||
                           (Base->isInStdNamespace() && Base->getName() == "exception"));
         });
}

bool Lowering::isPlainException(const RecordDecl *Record) {
  const auto *RD = dyn_cast_or_null<CXXRecordDecl>(Record);
  if (!RD || !RD->hasDefinition() || RD->isInStdNamespace() || RD->getNumBases() != 1)
    return false;
  const auto *Base = RD->bases_begin()->getType()->getAsCXXRecordDecl();
  return (isLibraryException(Base) || isPlainException(Base)) &&
         llvm::none_of(RD->fields(),
                       [&](const FieldDecl *F) { return differentiable(F->getType()); }) &&
         llvm::all_of(RD->methods(), [](const CXXMethodDecl *MD) {
           return !MD->isVirtual() || MD->size_overridden_methods();
         });
}

const core::Type *Lowering::recordType(const RecordDecl *RD, QualType T) {
  if (const core::Type *Done = Records.lookup(RD))
    return Done;
  const auto *CRD = dyn_cast<CXXRecordDecl>(RD);
  if (const CXXRecordDecl *Held = smartElement(RD); Held && differentiable(T)) {
    const core::Type *Pointer = type(attributes::typeOf(Ctx, Held));
    QualType To = cast<ClassTemplateSpecializationDecl>(Held)->getTemplateArgs()[0].getAsType();
    const std::string Name =
        "std::vector<std::" + Held->getNameAsString() + "<" + spellingHere(To) + ">>";
    return Records[RD] = M.smartVector(Name, Pointer, isSharedPtr(Held));
  }
  if (followsSmartArray(T))
    return Records[RD] = M.smartArray(spelling(T), type(heldBy(T)),
                                      cast<ClassTemplateSpecializationDecl>(RD)
                                          ->getTemplateArgs()[1]
                                          .getAsIntegral()
                                          .getZExtValue(),
                                      /*IsStd=*/true, isSharedPtr(heldBy(T)->getAsRecordDecl()));
  if (holdsSmart(RD) && !(isSmartArray(T) && !followsSmartArray(T)) && !followsSmartParts(RD))
    return Records[RD] = opaqueType(T.getCanonicalType(), T);
  if (isStdArray(RD)) {
    const auto &Args = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs();
    const core::Type *Element = partType(RD, Args[0].getAsType());
    if (isOwnTagged(Element) || holdsSmartArray(Element) || (Element->IsMap && Element->Owns))
      return Records[RD] = opaqueType(T.getCanonicalType(), T);
    const uint64_t Extent = Args[1].getAsIntegral().getZExtValue();
    const bool Local = holdsMatrix(T) || llvm::any_of(LocalRecords, [&](const LocalRecord &Known) {
                         return core::involves(Element, Known.Ty); // under the name it has here
                       });
    const std::string Spelling =
        Local || core::holdsMap(Element)
            ? "std::array<" + core::spell(Element) + ", " + std::to_string(Extent) + ">"
            : spelling(T);
    return Records[RD] = M.stdArray(Spelling, Element, Extent);
  }
  if (std::optional<PlainMatrix> P = plainMatrix(T)) {
    std::optional<uint64_t> Extent;
    if (P->isFixed())
      Extent = uint64_t(P->Rows) * uint64_t(P->Cols);
    return Records[RD] = M.eigenMatrix(eigenSpelling(*P, isArrayClass(T), spelling(T)),
                                       type(P->Scalar), Extent, !P->isVector());
  }
  if (isStdComplex(RD)) {
    const auto &Args = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs();
    return Records[RD] = M.complex(spelling(T), type(Args[0].getAsType()));
  }
  if (isReverseIterator(RD)) {
    const core::Type *Held =
        type(cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs()[0].getAsType());
    return Records[RD] =
               Held->is(core::TypeKind::Opaque) ? opaqueType(T.getCanonicalType(), T) : Held;
  }
  if (isSequenceIterator(RD)) {
    const auto &Args = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs();
    return Records[RD] =
               dequeOf(M, type(Args[0].getAsType())) || rowsOf(M, type(Args[0].getAsType()))
                   ? M.sizeType()
                   : opaqueType(T.getCanonicalType(), T);
  }
  if (isReferenceWrapper(RD)) {
    QualType To = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs()[0].getAsType();
    return Records[RD] = differentiable(T) ? M.pointer(type(To), To.isConstQualified())
                                           : opaqueType(T.getCanonicalType(), T);
  }
  if (isSmartPtr(RD) && !followsSmart(T)) // what it holds is no business of derivatives
    return Records[RD] = opaqueType(T.getCanonicalType(), T);
  if (isSmartPtr(RD)) {
    QualType To = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs()[0].getAsType();
    if (const auto *A = To->getAsArrayTypeUnsafe())
      To = A->getElementType();
    return Records[RD] = M.pointer(type(To), To.isConstQualified());
  }
  if (isVectorIterator(RD)) {
    const auto &Args = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs();
    const QualType To = Args[0].getAsType();
    // libc++ does not name the container.
    const core::Type *Of = Args.size() == 2 ? type(Args[1].getAsType()) : nullptr;
    if (Of && Of->IsVector && plainMatrix(To->getPointeeType())) // in an own container
      return Records[RD] = M.pointer(Of->Element, To->getPointeeType().isConstQualified());
    const bool Leads =
        Of ? Of->IsVector || Of->Mutable : keepsFollowed(type(To->getPointeeType()), *this);
    return Records[RD] = Leads ? type(To) : opaqueType(T.getCanonicalType(), T);
  }
  if (RD->getIdentifier() &&
      (RD->getName() == "__normal_iterator" || RD->getName() == "__wrap_iter")) // of a std::string
    return Records[RD] = opaqueType(T.getCanonicalType(), T);
  // A type that is a part of itself has no end.
  if (CRD && (isStdVector(RD) || isStdDeque(RD) || isDequeAdaptor(RD) || isStdMap(RD)) &&
      holdsItself(Ctx, CRD))
    return Records[RD] = opaqueType(T.getCanonicalType(), T);
  if (isStdVector(RD)) {
    const auto &Args = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs();
    const core::Type *Element = partType(RD, Args[0].getAsType());
    if (const auto *Class = Args[0].getAsType()->getAsCXXRecordDecl(); Class && isSmartPtr(Class))
      return Records[RD] = opaqueType(T.getCanonicalType(), T); // without derivatives
    return Records[RD] = keepsFollowed(Element, *this)
                             ? M.stdVector("std::vector<" + core::spell(Element) + ">", Element)
                             : opaqueType(T.getCanonicalType(), T);
  }
  if (isStdDeque(RD)) {
    const core::Type *Element =
        type(cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs()[0].getAsType());
    const core::Type *Deque = dequeOf(M, Element);
    return Records[RD] = Deque ? Deque : opaqueType(T.getCanonicalType(), T);
  }
  if (isStdValarray(RD)) {
    const core::Type *Element =
        type(cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs()[0].getAsType());
    return Records[RD] = Element->isReal() && !Element->IsComplex
                             ? M.stdVector("std::valarray<" + Element->Spelling + ">", Element)
                             : opaqueType(T.getCanonicalType(), T);
  }
  if (isStdMap(RD))
    return Records[RD] = mapType(cast<ClassTemplateSpecializationDecl>(RD), T);
  if (isMapIterator(RD))
    return Records[RD] = mapIterator(cast<ClassTemplateSpecializationDecl>(RD));
  if (isHandleRecord(RD))
    return Records[RD] = handleType(cast<ClassTemplateSpecializationDecl>(RD), T);
  if (isLibraryRecord(RD))
    return Records[RD] = libraryRecord(cast<ClassTemplateSpecializationDecl>(RD), T);
  // Library classes are known by rules on their members, not by their fields.
  if (isPlainException(RD))
    return Records[RD] = opaqueType(T.getCanonicalType(), T);
  if (CRD && ((CRD->isInStdNamespace() && !isPlainLibraryRecord(CRD) && !isFunctionPair(CRD)) ||
              attributes::isOfChrono(CRD)))
    return Records[RD] = opaqueType(T.getCanonicalType(), T);

  std::string Spelling = spelling(T);
  // Iterators are pointers here, those in a pair, too.
  bool Pair = CRD && CRD->isInStdNamespace() && CRD->getName() == "pair";
  auto IsIterator = [](const TemplateArgument &A) {
    const CXXRecordDecl *Class =
        A.getKind() == TemplateArgument::Type ? A.getAsType()->getAsCXXRecordDecl() : nullptr;
    return Class && (isVectorIterator(Class) || isReverseIterator(Class));
  };
  if (Pair) {
    const auto &Args = cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs();
    if (IsIterator(Args[0]) || IsIterator(Args[1]))
      Spelling = "std::pair<" + core::spell(type(Args[0].getAsType())) + ", " +
                 core::spell(type(Args[1].getAsType())) + ">";
  }
  // What std::ranges::minmax_element returns.
  if (const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD);
      Spec && Spec->getIdentifier() && Spec->getName() == "min_max_result" &&
      IsIterator(Spec->getTemplateArgs()[0]))
    Spelling = "std::ranges::min_max_result<" +
               core::spell(type(Spec->getTemplateArgs()[0].getAsType())) + ">";
  bool StandIn = standsIn(RD);
  if (const core::Type *Done = Records.lookup(RD)) // by way of its members
    return Done;
  bool Local = isLocalClass(RD) || StandIn;
  if (Local) {
    // Nobody outside the function can name it: functions that need it declare it themselves.
    std::string Wanted = RD->getIdentifier() ? RD->getName().str() : "Local";
    if (StandIn)
      Wanted += "_members";
    unsigned &N = LocalNames[Wanted];
    Spelling = N++ ? Wanted + "_" + std::to_string(N) : Wanted;
  }
  core::Type *R = M.record(Spelling);
  Records[RD] = R;
  RecordOf[R] = RD;
  R->Kind = core::TypeKind::Record;
  R->Differentiable = differentiable(T);
  R->IsUnion = RD->isUnion();
  if (CRD)
    R->HiddenNames = hiddenNames(CRD);
  R->TrivialCopy = !CRD || isFunctionPair(CRD) || copiesByMembers(CRD);
  R->NamedBraces = CRD && llvm::any_of(CRD->ctors(), [](const CXXConstructorDecl *C) {
                     return C->isExplicit() && C->getNumParams() > 0;
                   });
  R->Polymorphic = CRD && CRD->isPolymorphic() && !CRD->isEffectivelyFinal();
  R->TrivialDestroy = !CRD || CRD->hasTrivialDestructor();
  const CXXDestructorDecl *Destroys = CRD ? CRD->getDestructor() : nullptr;
  R->Assignable = !R->IsUnion && !(Destroys && Destroys->isUserProvided()) &&
                  llvm::none_of(RD->fields(), [](const FieldDecl *FD) {
                    return FD->getType()->isReferenceType() || FD->getType().isConstQualified();
                  });
  R->IsBytes = T.isTriviallyCopyableType(Ctx);
  llvm::SmallPtrSet<const CXXRecordDecl *, 4> Asked;
  R->Owns = CRD && !destroysQuietly(*this, T, Asked);
  R->ZeroByBraces =
      !R->IsUnion && !R->Owns &&
      (!CRD || (!CRD->isPolymorphic() && !CRD->getNumVBases() && !CRD->isLambda() &&
                CRD->hasDefaultConstructor() && !CRD->hasUserProvidedDefaultConstructor() &&
                llvm::none_of(CRD->ctors(),
                              [](const CXXConstructorDecl *C) {
                                return C->isExplicit() && C->isDefaultConstructor();
                              }) &&
                (CRD->isAggregate() || !CRD->hasUserDeclaredConstructor() ||
                 CRD->needsImplicitDefaultConstructor() || defaultedOnFirstDeclaration(CRD))));
  R->BracesConstruct = CRD && !CRD->isAggregate();
  R->StartsNonZero =
      R->Differentiable && CRD && CRD->hasUserProvidedDefaultConstructor() && !isFunctionPair(CRD);
  auto Inherit = [&](const core::Type *Part) {
    if (!Part->isRecord())
      return;
    R->TrivialCopy = R->TrivialCopy && Part->TrivialCopy;
    R->StartsNonZero |= Part->StartsNonZero;
    R->ZeroByBraces = R->ZeroByBraces && Part->ZeroByBraces;
    R->IsBytes = R->IsBytes && Part->IsBytes;
  };
  if (CRD && !isFunctionPair(CRD)) // that has one without members
    for (const CXXBaseSpecifier &B : CRD->bases()) {
      core::Field F;
      F.Ty = type(B.getType());
      F.IsBase = true;
      F.Constant = !F.Ty->Differentiable;
      Inherit(F.Ty);
      R->Fields.push_back(F);
    }
  for (const FieldDecl *FD : RD->fields()) {
    if (FD->isUnnamedBitField() || isFollowed(FD))
      continue;
    core::Field F;
    F.Name = FD->isAnonymousStructOrUnion() ? anonymousName(FD) : FD->getName().str();
    F.Ty = StandIn ? memberType(FD) : type(FD->getType());
    if (refersByPointer(FD)) {
      F.Ty = referringType(FD);
      F.Reference = true;
      R->TrivialCopy = false; // a copy is bound, never assigned
      F.Offset = Ctx.toCharUnitsFromBits(Ctx.getFieldOffset(FD)).getQuantity();
    }
    if (isOwnTagged(F.Ty) && !StandIn)
      F.Ty = opaqueType(FD->getType().getCanonicalType(), FD->getType());
    F.Constant = isConstant(FD);
    F.Const = FD->getType().isConstQualified();
    F.Mutable = FD->isMutable();
    F.Bits = FD->isBitField();
    R->IsBytes = R->IsBytes && !F.Const; // no element of an array can be assigned
    R->HasMutable |= FD->isMutable();
    if (const auto *Class = FD->getType()->getAsCXXRecordDecl())
      if (followsSmart(FD->getType()))
        F.Shared = isSharedPtr(Class), F.Smart = true;
    if (holdsUnfollowedUnique(F.Ty) || (F.Smart && !F.Shared) ||
        (F.Ty->Smart && !F.Ty->Shared)) // a move leaves nothing behind
      R->TrivialCopy = false;
    Inherit(leafOf(F.Ty));
    // `T{}` runs default member initialisers, which need not be zero.
    if (FD->hasInClassInitializer() && F.Ty->Differentiable && !isZeroInitialiser(FD, Ctx))
      R->ZeroByBraces = false;
    R->StartsNonZero |= FD->hasInClassInitializer() && F.Ty->Differentiable && !F.Constant &&
                        !isZeroInitialiser(FD, Ctx);
    if (FD->getType()->isReferenceType() || FD->getType().isConstQualified())
      R->ZeroByBraces &= !FD->getType()->isReferenceType() && !F.Ty->Differentiable &&
                         FD->hasInClassInitializer(); // else it is not made without arguments
    R->Fields.push_back(F);
  }
  if (const FieldDecl *Largest = R->IsUnion ? largestMember(RD) : nullptr)
    R->Fields = {R->Fields[Largest->getFieldIndex()]};
  if (Local && !(CRD && CRD->isLambda())) {
    // What stands for it elsewhere has no constructors of its own; its parts do.
    R->ZeroByBraces = !R->IsUnion && !R->Owns && !(CRD && CRD->isPolymorphic()) &&
                      !R->StartsNonZero && llvm::all_of(R->Fields, [](const core::Field &F) {
                        return !leafOf(F.Ty)->isRecord() || leafOf(F.Ty)->ZeroByBraces;
                      });
    if (StandIn) {
      HasStandIns = true;
      R->Differentiable = llvm::any_of(
          R->Fields, [](const core::Field &F) { return F.Ty->Differentiable && !F.Constant; });
    }
    if (!isAnonymousMember(RD)) // defined where it is a member
      LocalRecords.push_back({R, localDefinition(RD, R->Spelling) + ";", startsPlainly(RD)});
  }
  return R;
}

} // namespace ad::lower
