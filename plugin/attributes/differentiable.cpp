//===- attributes/differentiable.cpp - which types have derivatives -------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// One walk over a type and the classes that it reaches, each visited once.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/differentiable.h"
#include "plugin/attributes/clang_versions.h"
#include "plugin/attributes/marks.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/STLExtras.h"

namespace ad::attributes {

using clang::CXXRecordDecl;
using clang::QualType;

namespace {

class Walk {
public:
  Walk(clang::Sema &S, clang::SourceLocation Loc) : S(S), Loc(Loc) {}

  Differentiability Answer;

  /// `Mine`: an incomplete class here is worth a complaint (see Differentiability::Incomplete).
  bool visit(QualType T, bool Mine) {
    T = T.getCanonicalType().getUnqualifiedType();
    const clang::Type *Ty = T.getTypePtr();
    if (const auto *Reference = llvm::dyn_cast<clang::ReferenceType>(Ty))
      return visit(Reference->getPointeeType(), Mine);
    if (const auto *Pointer = llvm::dyn_cast<clang::PointerType>(Ty))
      return visit(Pointer->getPointeeType(), Mine);
    if (const auto *Array = llvm::dyn_cast<clang::ArrayType>(Ty))
      return visit(Array->getElementType(), Mine);
    if (const auto *Builtin = llvm::dyn_cast<clang::BuiltinType>(Ty))
      return visitBuiltin(Builtin);
    if (T->isDependentType())
      return true;
    if (const auto *Record = llvm::dyn_cast<clang::RecordType>(Ty))
      return visitRecord(Record->getDecl(), Mine);
    if (const auto *Complex = llvm::dyn_cast<clang::ComplexType>(Ty))
      return Complex->getElementType()->isRealFloatingType() && unsupported(T);
    if (const auto *Vector = llvm::dyn_cast<clang::VectorType>(Ty))
      return Vector->getElementType()->isRealFloatingType() && unsupported(T);
    if (const auto *Atomic = llvm::dyn_cast<clang::AtomicType>(Ty))
      return visit(Atomic->getValueType(), Mine) && unsupported(T);
    return false;
  }

private:
  bool visitBuiltin(const clang::BuiltinType *T) {
    switch (T->getKind()) {
    case clang::BuiltinType::Float:
    case clang::BuiltinType::Double:
    case clang::BuiltinType::LongDouble:
      return true;
    default:
      return T->isFloatingPoint() && unsupported(QualType(T, 0));
    }
  }

  bool unsupported(QualType T) {
    if (Answer.Unsupported.empty())
      Answer.Unsupported = T.getAsString(S.getPrintingPolicy());
    return true;
  }

  bool visitRecord(const clang::RecordDecl *Record, bool Mine) {
    if (const clang::RecordDecl *Definition = Record->getDefinition())
      Record = Definition;
    if (Record->isBeingDefined())
      return true;
    if (!Visited.insert(Record->getCanonicalDecl()).second)
      return false; // already counted where it was met first
    const auto *Class = llvm::dyn_cast<CXXRecordDecl>(Record);
    const auto *Specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(Record);
    if (!Record->isCompleteDefinition() && Specialisation) {
      S.isCompleteType(Loc, typeOf(S.Context, Record));
      if (const clang::RecordDecl *Definition = Record->getDefinition())
        Record = Definition;
      Class = llvm::cast<CXXRecordDecl>(Record);
    }
    if (!Record->isCompleteDefinition()) {
      if (Mine && !Answer.Incomplete)
        Answer.Incomplete = Record;
      return false;
    }
    if (holdsNoValue(Record))
      return false;
    if (Specialisation && Record->isInStdNamespace())
      return !Class->isEmpty() && visitArguments(Specialisation->getTemplateArgs().asArray());

    // Classes of the implementation hold pointers to what nobody may see: FILE, std::locale.
    bool Users = !S.getSourceManager().isInSystemHeader(Record->getLocation());
    bool Any = Users && Class && Class->isPolymorphic();
    if (Class)
      for (const clang::CXXBaseSpecifier &Base : Class->bases())
        Any |= visit(Base.getType(), Mine && Users);
    for (const clang::FieldDecl *Field : Record->fields())
      if (!isConstant(Field))
        Any |= visit(Field->getType(), Mine && Users);
    return Any;
  }

  /// Clocks and distributions of random numbers have floating types as arguments, not as values.
  static bool holdsNoValue(const clang::RecordDecl *Record) {
    return isOfChrono(Record) || (Record->isInStdNamespace() && Record->getIdentifier() &&
                                  Record->getName().ends_with("_distribution"));
  }

  bool visitArguments(llvm::ArrayRef<clang::TemplateArgument> Arguments) {
    bool Any = false;
    for (const clang::TemplateArgument &A : Arguments) {
      if (A.getKind() == clang::TemplateArgument::Type)
        Any |= visit(A.getAsType(), /*Mine=*/false);
      else if (A.getKind() == clang::TemplateArgument::Pack)
        Any |= visitArguments(A.getPackAsArray());
    }
    return Any;
  }

  clang::Sema &S;
  clang::SourceLocation Loc;
  llvm::SmallPtrSet<const clang::Decl *, 16> Visited;
};

} // namespace

Differentiability differentiability(clang::Sema &S, QualType T, clang::SourceLocation Loc) {
  Walk W(S, Loc);
  W.Answer.Differentiable = W.visit(T, /*Mine=*/true);
  return W.Answer;
}

bool isDifferentiable(clang::Sema &S, QualType T) {
  return differentiability(S, T, clang::SourceLocation()).Differentiable;
}

bool isOfChrono(const clang::RecordDecl *Record) {
  for (const clang::DeclContext *D = Record->getDeclContext(); D; D = D->getParent())
    if (const auto *N = llvm::dyn_cast<clang::NamespaceDecl>(D);
        N && N->getName() == "chrono" && N->getParent()->getRedeclContext()->isStdNamespace())
      return true;
  return false;
}

bool isHandleClass(const CXXRecordDecl *Class) {
  if (!llvm::isa<clang::ClassTemplateSpecializationDecl>(Class) || !Class->getIdentifier())
    return false;
  const auto *Scope =
      llvm::dyn_cast<clang::NamespaceDecl>(Class->getDeclContext()->getEnclosingNamespaceContext());
  if (Scope && Scope->getName() == "__gnu_cxx")
    return Class->getName() == "__normal_iterator";
  static constexpr llvm::StringLiteral Handles[] = {"span", "reference_wrapper", "__wrap_iter"};
  return Class->isInStdNamespace() && llvm::is_contained(Handles, Class->getName());
}

} // namespace ad::attributes
