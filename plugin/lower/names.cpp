//===- lower/names.cpp - recognising and naming declarations --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/lower/names.h"
#include "plugin/attributes/clang_versions.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/tree_visitor.h"
#include "plugin/lower/lower.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/QualTypeNames.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/Sema.h"

using namespace clang;

namespace ad::lower {

bool isStdArray(const RecordDecl *RD) {
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !Spec->isInStdNamespace() || Spec->getName() != "array")
    return false;
  const auto &Args = Spec->getTemplateArgs();
  return Args.size() == 2 && Args[0].getKind() == TemplateArgument::Type &&
         Args[1].getKind() == TemplateArgument::Integral;
}

bool isAllocator(QualType T) {
  const CXXRecordDecl *RD = T.getNonReferenceType()->getAsCXXRecordDecl();
  return RD && RD->isInStdNamespace() && RD->getIdentifier() && RD->getName() == "allocator";
}

static bool isStdSequence(const RecordDecl *RD, llvm::StringRef Name) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !Spec->isInStdNamespace() || Spec->getName() != Name)
    return false;
  const auto &Args = Spec->getTemplateArgs();
  if (Args.size() != 2 || Args[0].getKind() != TemplateArgument::Type ||
      Args[0].getAsType()->isBooleanType())
    return false;
  return isAllocator(Args[1].getAsType());
}

bool isStdValarray(const RecordDecl *RD) {
  return RD && RD->isInStdNamespace() && RD->getIdentifier() && RD->getName() == "valarray";
}

bool isStdMap(const RecordDecl *RD) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !Spec->isInStdNamespace() ||
      !llvm::is_contained({"map", "unordered_map"}, Spec->getName()))
    return false;
  return isAllocator(Spec->getTemplateArgs().asArray().back().getAsType());
}

const ClassTemplateSpecializationDecl *reversedIterator(const RecordDecl *RD) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  const bool Is = Spec && Spec->isInStdNamespace() && Spec->getName() == "reverse_iterator";
  return Is ? dyn_cast_or_null<ClassTemplateSpecializationDecl>(
                  Spec->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl())
            : nullptr;
}

bool isMapIterator(const RecordDecl *RD) {
  if (const ClassTemplateSpecializationDecl *Forwards = reversedIterator(RD))
    return isMapIterator(Forwards);
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !llvm::is_contained({"_Rb_tree_iterator", "_Rb_tree_const_iterator",
                                    "_Node_iterator", "_Node_const_iterator"},
                                   Spec->getName()))
    return false;
  const auto *Pair = Spec->getTemplateArgs()[0].getAsType()->getAsCXXRecordDecl();
  return Pair && Pair->isInStdNamespace() && Pair->getName() == "pair" &&
         cast<ClassTemplateSpecializationDecl>(Pair)
             ->getTemplateArgs()[0]
             .getAsType()
             .isConstQualified(); // else of a std::set
}

bool isStdVector(const RecordDecl *RD) { return isStdSequence(RD, "vector"); }

bool isStdDeque(const RecordDecl *RD) { return isStdSequence(RD, "deque"); }

bool isDequeAdaptor(const RecordDecl *RD) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !Spec->isInStdNamespace() ||
      !llvm::is_contained(
          {"queue", "stack", "list", "forward_list", "priority_queue", "set", "multiset"},
          Spec->getName()))
    return false;
  const auto &Args = Spec->getTemplateArgs();
  if (Spec->getName() == "priority_queue")
    return isStdVector(Args[1].getAsType()->getAsCXXRecordDecl());
  if (!llvm::is_contained({"queue", "stack"}, Spec->getName()))
    return true;
  const auto *Of = Args.size() == 2 ? Args[1].getAsType()->getAsCXXRecordDecl() : nullptr;
  return isStdDeque(Of) || (Spec->getName() == "stack" && isStdVector(Of));
}

bool isOrderedSet(const RecordDecl *RD) {
  return RD && isDequeAdaptor(RD) && (RD->getName() == "set" || RD->getName() == "multiset");
}

bool isNodeContainer(QualType T) {
  const RecordDecl *RD = T.getNonReferenceType()->getAsRecordDecl();
  return RD && isDequeAdaptor(RD) && (RD->getName() == "list" || RD->getName() == "forward_list");
}

bool isSequenceIterator(const RecordDecl *RD) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !Spec->getIdentifier())
    return false;
  if (Spec->isInStdNamespace())
    return llvm::is_contained({"_Deque_iterator", "_List_iterator", "_List_const_iterator",
                               "_Fwd_list_iterator", "_Fwd_list_const_iterator"},
                              Spec->getName()) ||
           (Spec->getName() == "_Rb_tree_const_iterator" && !isMapIterator(Spec));
  const auto *Space = dyn_cast<NamespaceDecl>(Spec->getDeclContext()); // ad::algorithms
  return Space && Space->getName() == "algorithms" && Spec->getName() == "place";
}

bool isReverseIterator(const RecordDecl *RD) {
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || Spec->getName() != "reverse_iterator" || !Spec->isInStdNamespace())
    return false;
  QualType Held = Spec->getTemplateArgs()[0].getAsType();
  const auto *Iterator = Held->getAsCXXRecordDecl();
  return Held->isPointerType() ||
         (Iterator && (isVectorIterator(Iterator) || isSequenceIterator(Iterator)));
}

bool isStdComplex(const RecordDecl *RD) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !Spec->isInStdNamespace() || Spec->getName() != "complex")
    return false;
  QualType Part = Spec->getTemplateArgs()[0].getAsType();
  return Part->isSpecificBuiltinType(BuiltinType::Float) ||
         Part->isSpecificBuiltinType(BuiltinType::Double) ||
         Part->isSpecificBuiltinType(BuiltinType::LongDouble);
}

bool isLibraryRecord(const RecordDecl *RD) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  return Spec && Spec->isInStdNamespace() &&
         llvm::is_contained({"pair", "tuple", "optional", "variant"}, Spec->getName()) &&
         !isFunctionPair(Spec);
}

bool isHandleRecord(const RecordDecl *RD) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  return Spec && Spec->isInStdNamespace() &&
         (Spec->getName() == "span" || Spec->getName() == "initializer_list");
}

bool isReferenceWrapper(const RecordDecl *RD) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !Spec->isInStdNamespace() || Spec->getName() != "reference_wrapper")
    return false;
  QualType Held = Spec->getTemplateArgs()[0].getAsType();
  return !Held->isFunctionType() && !isClosureObject(Held);
}

bool holdsWrappers(QualType T) {
  const RecordDecl *RD = T.getNonReferenceType()->getAsRecordDecl();
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !Spec->isInStdNamespace())
    return false;
  return isReferenceWrapper(RD) || llvm::any_of(partTypes(Spec), holdsWrappers);
}

bool isMutable(const LambdaExpr *E) {
  const CXXMethodDecl *Operator = E->getCallOperator();
  return Operator && !Operator->isConst();
}

bool isVectorIterator(const RecordDecl *RD) {
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !Spec->getIdentifier())
    return false;
  const auto &Args = Spec->getTemplateArgs();
  if (Spec->getName() == "__wrap_iter" &&
      Spec->isInStdNamespace()) { // libc++; those of strings, too
    const QualType To = Args[0].getAsType()->getPointeeType();
    return !To.isNull() && !To->isAnyCharacterType();
  }
  if (Spec->getName() != "__normal_iterator")
    return false;
  if (Args.size() != 2 || Args[1].getKind() != TemplateArgument::Type)
    return false;
  const auto *Container = Args[1].getAsType()->getAsCXXRecordDecl();
  return Container && (isStdVector(Container) || isHandleRecord(Container));
}

std::string anonymousName(const FieldDecl *FD) {
  unsigned Number = 1;
  for (const FieldDecl *Other : FD->getParent()->fields()) {
    if (Other == FD)
      break;
    Number += Other->isAnonymousStructOrUnion();
  }
  return std::string(Number, '$');
}

bool isOverloadSet(const CXXRecordDecl *RD) {
  return RD && RD->hasDefinition() && RD->getNumBases() && RD->field_empty() &&
         llvm::all_of(RD->bases(), [](const CXXBaseSpecifier &B) {
           const auto *Base = B.getType()->getAsCXXRecordDecl();
           return Base && Base->isLambda();
         });
}

bool isUniquePtr(const RecordDecl *RD) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || !Spec->isInStdNamespace() || Spec->getName() != "unique_ptr")
    return false;
  const auto &Args = Spec->getTemplateArgs();
  if (Args.size() != 2 || Args[1].getKind() != TemplateArgument::Type)
    return false;
  const auto *Deleter = Args[1].getAsType()->getAsCXXRecordDecl();
  return Deleter && Deleter->isInStdNamespace() && Deleter->getName() == "default_delete";
}

bool isSharedPtr(const RecordDecl *RD) {
  const auto *Spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(RD);
  return Spec && Spec->isInStdNamespace() && Spec->getName() == "shared_ptr";
}

bool isSmartPtr(const RecordDecl *RD) { return RD && (isUniquePtr(RD) || isSharedPtr(RD)); }

QualType smartElement(QualType T) {
  T = T.getNonReferenceType();
  if (const ArrayType *A = T->getAsArrayTypeUnsafe())
    return A->getElementType();
  const RecordDecl *RD = T->getAsRecordDecl();
  return RD && isStdArray(RD) ? heldBy(T) : QualType();
}

bool isSmartArray(QualType T) {
  QualType Element = smartElement(T);
  return !Element.isNull() && isSmartPtr(Element->getAsRecordDecl());
}

/// Whether Scope is namespace ad::algorithms.
static bool isOfAlgorithms(const DeclContext *Scope) {
  const auto *Space = dyn_cast<NamespaceDecl>(Scope);
  const auto *Outer = Space ? dyn_cast<NamespaceDecl>(Space->getDeclContext()) : nullptr;
  return Outer && Space->getName() == "algorithms" && Outer->getName() == "ad";
}

bool isOwnAlgorithm(const FunctionDecl *FD) {
  return FD->getIdentifier() && isOfAlgorithms(FD->getDeclContext());
}

bool isWithinAlgorithms(const FunctionDecl *FD) {
  for (const DeclContext *Scope = FD->getDeclContext(); Scope; Scope = Scope->getParent())
    if (isOfAlgorithms(Scope))
      return true;
  return false;
}

QualType heldBy(QualType T) {
  const RecordDecl *RD = T.getNonReferenceType()->getAsRecordDecl();
  return cast<ClassTemplateSpecializationDecl>(RD)->getTemplateArgs()[0].getAsType();
}

bool isLocalClass(const RecordDecl *RD) {
  if (RD->getParentFunctionOrMethod())
    return true;
  if (const auto *Outer = dyn_cast<RecordDecl>(RD->getDeclContext()))
    return isLocalClass(Outer);
  // `Solver<decltype(lambda)>`
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD);
  if (!Spec || Spec->isInStdNamespace())
    return false;
  return llvm::any_of(Spec->getTemplateArgs().asArray(), [](const TemplateArgument &A) {
    if (A.getKind() != TemplateArgument::Type)
      return false;
    QualType T = A.getAsType().getNonReferenceType();
    while (T->isPointerType())
      T = T->getPointeeType();
    const RecordDecl *Of = T->getAsRecordDecl();
    return Of && isLocalClass(Of);
  });
}

bool isPlainLibraryRecord(const CXXRecordDecl *RD) {
  // Function objects of the library have no fields, and operators that can be read.
  return RD->getIdentifier() &&
         llvm::is_contained({"plus", "minus", "multiplies", "divides", "negate", "less", "greater",
                             "less_equal", "greater_equal", "equal_to", "identity"},
                            RD->getName());
}

bool defaultedOnFirstDeclaration(const CXXRecordDecl *RD) {
  for (const CXXConstructorDecl *C : RD->ctors())
    if (C->isDefaultConstructor())
      return !C->isUserProvided() && !C->isDeleted();
  return false;
}

bool isZeroInitialiser(const FieldDecl *F, const ASTContext &Ctx) {
  const Expr *E = F->getInClassInitializer();
  if (!E || E->isValueDependent())
    return false;
  E = E->IgnoreImplicit();
  if (const auto *L = dyn_cast<InitListExpr>(E))
    return L->getNumInits() == 0 ||
           (L->getNumInits() == 1 && isa<ImplicitValueInitExpr>(L->getInit(0)));
  Expr::EvalResult R;
  if (!E->EvaluateAsRValue(R, Ctx))
    return false;
  return (R.Val.isFloat() && R.Val.getFloat().isPosZero()) || (R.Val.isInt() && !R.Val.getInt()) ||
         (R.Val.isLValue() && R.Val.isNullPointer());
}

std::optional<int64_t> constantNumber(const VarDecl *D, const ASTContext &Ctx) {
  const VarDecl *Initialised = nullptr;
  const Expr *Init = D->getAnyInitializer(Initialised);
  const QualType T = D->getType();
  if (!Init || Init->isValueDependent() || !T->isIntegerType() || T->isBooleanType() ||
      T->isEnumeralType() || T.isVolatileQualified() ||
      !Initialised->mightBeUsableInConstantExpressions(Ctx))
    return std::nullopt;
  const APValue *Value = Initialised->evaluateValue();
  if (!Value || !Value->isInt() || Value->getInt().getSignificantBits() > 64)
    return std::nullopt;
  return Value->getInt().getExtValue();
}

bool isStd(const FunctionDecl *FD, llvm::StringRef Name) {
  return FD && FD->getIdentifier() && FD->getName() == Name && FD->isInStdNamespace();
}

bool isOfStdMath(const FunctionDecl *FD) {
  const auto *Space = dyn_cast<NamespaceDecl>(FD->getDeclContext());
  return Space && Space->getName() == "__math" && Space->getParent()->isStdNamespace();
}

llvm::StringRef plainName(const NamedDecl *D, llvm::StringRef Otherwise) {
  if (!D->getIdentifier())
    return Otherwise;
  llvm::StringRef Plain = D->getName().starts_with("__") ? D->getName().ltrim('_') : D->getName();
  return Plain.empty() || llvm::isDigit(Plain[0]) ? D->getName() : Plain;
}

bool isLibrary(const FunctionDecl *FD) {
  if (FD->getBuiltinID())
    return true;
  // Members and inner namespaces too.
  for (const DeclContext *D = FD->getDeclContext(); D; D = D->getParent()) {
    const auto *N = dyn_cast<NamespaceDecl>(D);
    if (D->isStdNamespace() || (N && N->getName() == "__gnu_cxx"))
      return true;
  }
  // Libraries of others may be installed as system headers: their C++ is code like any other.
  const SourceManager &SM = FD->getASTContext().getSourceManager();
  return FD->isExternC() && SM.isInSystemHeader(FD->getLocation());
}

const Expr *withoutTemporary(const Expr *E) {
  for (;;) {
    E = E->IgnoreParens();
    if (const auto *C = dyn_cast<ExprWithCleanups>(E))
      E = C->getSubExpr();
    else if (const auto *T = dyn_cast<MaterializeTemporaryExpr>(E))
      E = T->getSubExpr();
    else
      return E;
  }
}

const Expr *read(const Expr *E) {
  for (;;) {
    E = withoutTemporary(E);
    if (const auto *B = dyn_cast<CXXBindTemporaryExpr>(E))
      E = B->getSubExpr();
    else if (const auto *C = dyn_cast<ImplicitCastExpr>(E); C && C->getCastKind() == CK_NoOp)
      E = C->getSubExpr();
    else
      return E;
  }
}

llvm::SmallVector<const Expr *, 4> given(CallExpr::const_arg_range Arguments) {
  llvm::SmallVector<const Expr *, 4> Args(Arguments.begin(), Arguments.end());
  while (!Args.empty() && isa<CXXDefaultArgExpr>(Args.back()))
    Args.pop_back();
  return Args;
}

llvm::SmallVector<QualType, 4> partTypes(const ClassTemplateSpecializationDecl *RD) {
  llvm::SmallVector<QualType, 4> Types;
  for (const TemplateArgument &A : RD->getTemplateArgs().asArray()) {
    if (A.getKind() == TemplateArgument::Type)
      Types.push_back(A.getAsType());
    else if (A.getKind() == TemplateArgument::Pack)
      for (const TemplateArgument &P : A.getPackAsArray())
        if (P.getKind() == TemplateArgument::Type)
          Types.push_back(P.getAsType());
  }
  return Types;
}

llvm::StringRef libraryName(const FunctionDecl *FD) {
  if (!FD->getIdentifier())
    return {};
  llvm::StringRef Name = FD->getName();
  Name.consume_front("__builtin_");
  return Name;
}

bool Lowering::isConstant(const Decl *D) const {
  if (const auto *P = dyn_cast<ParmVarDecl>(D))
    if (const auto *FD = dyn_cast_or_null<FunctionDecl>(P->getParentFunctionOrMethod());
        FD && P->getFunctionScopeIndex() < FD->getNumParams())
      return attributes::isConstantParameter(FD, P->getFunctionScopeIndex());
  const auto *FD = dyn_cast<FunctionDecl>(D);
  return attributes::isConstant(D) || (FD && const_cast<Lowering *>(this)->keepsState(FD));
}

/// Whether A is, or has as arguments, a class that is an explicit specialization: Clang prints its
/// arguments as they were written there, `Rule<detail::Order>`.
static bool isWrittenElsewhere(const TemplateArgument &A) {
  if (A.getKind() == TemplateArgument::Pack)
    return llvm::any_of(A.pack_elements(), isWrittenElsewhere);
  if (A.getKind() != TemplateArgument::Type)
    return false;
  QualType T = A.getAsType().getCanonicalType();
  while (!T->getPointeeType().isNull())
    T = T->getPointeeType();
  const auto *RD = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  return RD && ((RD->isExplicitSpecialization() && !RD->isInStdNamespace()) ||
                llvm::any_of(RD->getTemplateArgs().asArray(), isWrittenElsewhere));
}

PrintingPolicy Lowering::namingPolicy(const NamedDecl *D) const {
  // Where the class was written, its arguments may have had shorter names.
  PrintingPolicy Whole = Policy;
  const auto *Template = dyn_cast<FunctionDecl>(D);
  bool Elsewhere = false;
  if (const auto *Args = Template ? Template->getTemplateSpecializationArgs() : nullptr)
    Elsewhere = llvm::any_of(Args->asArray(), isWrittenElsewhere);
  for (const DeclContext *C = D->getDeclContext(); C; C = C->getParent())
    if (const auto *Class = dyn_cast<ClassTemplateSpecializationDecl>(C))
      Elsewhere |= llvm::any_of(Class->getTemplateArgs().asArray(), isWrittenElsewhere);
  attributes::printCanonically(Whole, Elsewhere);
  return Whole;
}

std::string Lowering::qualifiedName(const NamedDecl *D, bool TemplateArguments) const {
  std::string Name;
  llvm::raw_string_ostream Out(Name);
  const PrintingPolicy Whole = namingPolicy(D);
  if (const auto *FD = dyn_cast<FunctionDecl>(D); FD && FD->isExternC() && !FD->isInStdNamespace())
    D->printName(Out, Policy);
  else
    D->printQualifiedName(Out, Whole);
  if (const auto *FD = dyn_cast<FunctionDecl>(D); FD && TemplateArguments)
    if (const auto *Args = FD->getTemplateSpecializationArgs(); Args && FD->getIdentifier())
      printTemplateArgumentList(Out, Args->asArray(), Whole);
  if (const auto *V = dyn_cast<VarTemplateSpecializationDecl>(D); V && TemplateArguments)
    printTemplateArgumentList(Out, V->getTemplateArgs().asArray(), Policy);
  return Name;
}

/// Whether T, or what it points or refers to, has template arguments in which Clang qualifies no
/// names: function types and packs, `std::function<double(const V &)>`, `std::tuple<int, V>`.
static bool takesUnqualified(QualType T) {
  while (!T->getPointeeType().isNull())
    T = T->getPointeeType();
  if (T->isFunctionType())
    return true;
  const auto *RD = dyn_cast_or_null<ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
  return RD && (llvm::any_of(RD->getTemplateArgs().asArray(),
                             [](const TemplateArgument &A) {
                               return A.getKind() == TemplateArgument::Pack;
                             }) ||
                llvm::any_of(partTypes(RD), [](QualType Part) {
                  return Part->isFunctionType() || takesUnqualified(Part);
                }));
}

namespace {
/// Looks in a type for names that mean nothing outside of a function or a class.
struct OwnNames : attributes::TreeVisitor {
  bool Found = false;
  bool visitType(const Type *T) override {
    const auto *Named = dyn_cast<TypedefType>(T);
    const TypedefNameDecl *D = Named ? Named->getDecl() : nullptr;
    Found |= D && (D->getParentFunctionOrMethod() || D->getAccess() == AS_private ||
                   D->getAccess() == AS_protected);
    return !Found;
  }
};
} // namespace

static bool hasOwnNames(QualType T) {
  OwnNames Names;
  Names.traverse(T);
  return Names.Found;
}

/// `std::unique_ptr<T>` for `std::unique_ptr<T, std::default_delete<T>>`.
static void dropDeleters(std::string &Name) {
  constexpr llvm::StringLiteral Pointer("std::unique_ptr<");
  for (size_t At = 0; (At = Name.find(Pointer, At)) != std::string::npos;) {
    At += Pointer.size();
    size_t End = At;
    for (int Depth = 0; End < Name.size() && (Depth || (Name[End] != ',' && Name[End] != '>'));
         ++End)
      Depth += Name[End] == '<' || Name[End] == '('   ? 1
               : Name[End] == '>' || Name[End] == ')' ? -1
                                                      : 0;
    const std::string Deleter = ", std::default_delete<" + Name.substr(At, End - At) + ">";
    if (llvm::StringRef(Name).drop_front(End).starts_with(Deleter))
      Name.erase(End, Deleter.size());
  }
}

std::string Lowering::spelling(QualType T) const {
  // Canonical types have all the names that they need.
  PrintingPolicy Whole = Policy;
  const bool Elsewhere = isWrittenElsewhere(TemplateArgument(T));
  attributes::printCanonically(Whole, Elsewhere);
  std::string Name = Elsewhere || takesUnqualified(T) || hasOwnNames(T)
                         ? T.getCanonicalType().getAsString(Whole)
                         : TypeName::getFullyQualifiedName(T, Ctx, Policy);
  constexpr llvm::StringLiteral String(
      "std::basic_string<char, std::char_traits<char>, std::allocator<char>>");
  for (size_t At; (At = Name.find(String)) != std::string::npos;)
    Name.replace(At, String.size(), "std::string");
  dropDeleters(Name);
  return Name;
}

bool startsByDefault(Sema &S, const CXXRecordDecl *RD) {
  const CXXConstructorDecl *C = S.LookupDefaultConstructor(const_cast<CXXRecordDecl *>(RD));
  return C && !C->isDeleted() && C->getAccess() == AS_public;
}

} // namespace ad::lower
