//===- lower/called.cpp - text calls what the program calls ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In text a function has its name, and its arguments are what Core knows them as: objects as they
// are declared. So template arguments are said again, a function that a value led to has its type
// where there are others of its name, and an object that the program sees as one of a base, or as
// constant, is cast to that where another function would take it as it is.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "plugin/core/walk.h"
#include "plugin/lower/function.h"
#include "plugin/lower/names.h"
#include "plugin/lower/overloads.h"

using namespace clang;

namespace ad::lower {

using core::ExprKind;

/// D, which a look-up has found, as a function; null if it is none.
static const FunctionDecl *asFunction(const NamedDecl *D) {
  D = D->getUnderlyingDecl();
  if (const auto *Template = dyn_cast<FunctionTemplateDecl>(D))
    return Template->getTemplatedDecl();
  return dyn_cast<FunctionDecl>(D);
}

/// FD, or the function that its template declares.
static const FunctionDecl *declaredAs(const FunctionDecl *FD) {
  const FunctionTemplateDecl *Template = FD->getPrimaryTemplate();
  return (Template ? Template->getTemplatedDecl() : FD)->getCanonicalDecl();
}

/// The other functions of FD's name in Space.
static llvm::SmallVector<const FunctionDecl *, 4> othersIn(const DeclContext *Space,
                                                           const FunctionDecl *FD) {
  llvm::SmallVector<const FunctionDecl *, 4> Others;
  const FunctionDecl *Own = declaredAs(FD);
  for (const NamedDecl *D : Space->getRedeclContext()->lookup(FD->getDeclName()))
    if (const FunctionDecl *Other = asFunction(D); Other && Other->getCanonicalDecl() != Own)
      Others.push_back(Other);
  return Others;
}

bool isOverloaded(const FunctionDecl *FD) {
  return llvm::any_of(othersIn(FD->getDeclContext(), FD), [](const FunctionDecl *Other) {
    const auto *CD = dyn_cast<CXXConstructorDecl>(Other);
    return !CD || !CD->isCopyOrMoveConstructor();
  });
}

bool isChosenByConst(const FunctionDecl *FD) {
  const auto Others = othersIn(FD->getDeclContext(), FD);
  return llvm::any_of(FD->parameters(), [&](const ParmVarDecl *P) {
    const QualType To = P->getType()->getPointeeType();
    return !To.isNull() && To.isConstQualified() && To->isRecordType() &&
           llvm::any_of(Others, [&](const FunctionDecl *Other) {
             const unsigned I = P->getFunctionScopeIndex();
             const QualType Q = I < Other->getNumParams()
                                    ? Other->getParamDecl(I)->getType()->getPointeeType()
                                    : QualType();
             return !Q.isNull() && !Q.isConstQualified() &&
                    Q->getCanonicalTypeUnqualified() == To->getCanonicalTypeUnqualified();
           });
  });
}

//===-- Names that classes hide -------------------------------------------===//

/// Whether no other function than the compiler's own copies may be meant by MD's name.
static bool onlyCopies(const CXXMethodDecl *MD) {
  return (MD->isCopyAssignmentOperator() || MD->isMoveAssignmentOperator()) &&
         !MD->isUserProvided();
}

/// The methods that RD itself declares.
static llvm::SmallVector<const CXXMethodDecl *, 8> methodsOf(const CXXRecordDecl *RD) {
  llvm::SmallVector<const CXXMethodDecl *, 8> Methods;
  for (const Decl *D : RD->decls()) {
    const auto *Named = dyn_cast<NamedDecl>(D);
    const auto *MD = Named ? dyn_cast_or_null<CXXMethodDecl>(asFunction(Named)) : nullptr;
    if (MD && !isa<CXXConstructorDecl, CXXDestructorDecl>(MD) && !onlyCopies(MD))
      Methods.push_back(MD);
  }
  return Methods;
}

/// Adds to Out the methods of RD and of its bases.
static void collectMethods(const CXXRecordDecl *RD,
                           llvm::SmallVectorImpl<const CXXMethodDecl *> &Out) {
  RD = RD ? RD->getDefinition() : nullptr;
  if (!RD || RD->isInStdNamespace())
    return;
  llvm::append_range(Out, methodsOf(RD));
  for (const CXXBaseSpecifier &B : RD->bases())
    collectMethods(B.getType()->getAsCXXRecordDecl(), Out);
}

/// Whether a method that RD declares overrides MD: where both are called alike, one is.
static bool overrides(const CXXRecordDecl *RD, const CXXMethodDecl *MD) {
  return MD->isVirtual() && llvm::any_of(RD->methods(), [&](const CXXMethodDecl *Own) {
           return llvm::is_contained(Own->overridden_methods(), MD->getCanonicalDecl());
         });
}

std::vector<std::string> hiddenNames(const CXXRecordDecl *RD) {
  std::vector<std::string> Names;
  RD = RD->getDefinition();
  if (!RD || RD->isInStdNamespace() || RD->isLambda())
    return Names;
  auto Hide = [&](const CXXMethodDecl *MD) {
    const std::string Name = MD->getIdentifier() ? MD->getName().str() : "operator";
    if (!llvm::is_contained(Names, Name))
      Names.push_back(Name);
  };
  llvm::DenseMap<DeclarationName, const CXXRecordDecl *> FoundIn;
  for (const CXXBaseSpecifier &B : RD->bases()) {
    const auto *Base = B.getType()->getAsCXXRecordDecl();
    llvm::SmallVector<const CXXMethodDecl *, 8> Inherited;
    collectMethods(Base, Inherited);
    for (const CXXMethodDecl *MD : Inherited) {
      const DeclarationName Name = MD->getDeclName();
      const bool Assigns = MD->getOverloadedOperator() == OO_Equal; // each class has its own
      const bool Twice = FoundIn.insert({Name, Base}).first->second != Base;
      if (Assigns || Twice || (!RD->lookup(Name).empty() && !overrides(RD, MD)))
        Hide(MD);
    }
  }
  return Names;
}

//===-- Template arguments ------------------------------------------------===//

bool hasNoName(const TemplateArgument &A) {
  if (A.getKind() != TemplateArgument::Type)
    return false;
  QualType T = A.getAsType().getNonReferenceType();
  while (!T->getPointeeType().isNull())
    T = T->getPointeeType();
  const auto *RD = T->getAsCXXRecordDecl();
  if (!RD)
    return false;
  const auto *Spec = dyn_cast<ClassTemplateSpecializationDecl>(RD);
  return RD->isLambda() || isLocalClass(RD) ||
         (Spec && llvm::any_of(Spec->getTemplateArgs().asArray(), hasNoName));
}

std::string Lowering::templateArguments(const FunctionDecl *FD,
                                        std::optional<unsigned> Written) const {
  const TemplateArgumentList *Own = FD->getTemplateSpecializationArgs();
  if (!Own)
    return "";
  llvm::SmallVector<TemplateArgument, 4> Args;
  bool MoreFollow = false; // a pack would take what follows it
  for (const TemplateArgument &A : Own->asArray()) {
    MoreFollow |= A.getKind() == TemplateArgument::Pack && &A != &Own->asArray().back();
    if (A.getKind() == TemplateArgument::Pack)
      llvm::append_range(Args, A.pack_elements());
    else
      Args.push_back(A);
  }
  // A longer list may fit another template; braces are given to what a pack says that they make.
  const auto All = Own->asArray();
  const bool EndsInPack = !All.empty() && All.back().getKind() == TemplateArgument::Pack;
  if (Written && (MoreFollow || (isOverloaded(FD) && !EndsInPack)))
    Args.truncate(std::min<size_t>(*Written, Args.size()));
  if (!Written && llvm::any_of(Args, hasNoName))
    return "";
  const PrintingPolicy Whole = namingPolicy(FD);
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  auto IsInstance = [](const TemplateArgument &A) { // of which Clang prints the name alone
    const auto *Of = A.getKind() == TemplateArgument::Declaration
                         ? dyn_cast<FunctionDecl>(A.getAsDecl())
                         : nullptr;
    return Of && Of->getTemplateSpecializationArgs();
  };
  if (llvm::none_of(Args, IsInstance)) {
    printTemplateArgumentList(OS, Args, Whole);
    return Text;
  }
  for (const TemplateArgument &A : Args) {
    OS << (Text.empty() ? "<" : ", ");
    if (IsInstance(A))
      OS << '&' << qualifiedName(A.getAsDecl(), false)
         << templateArguments(cast<FunctionDecl>(A.getAsDecl()));
    else
      A.print(Whole, OS, /*IncludeType=*/false);
  }
  OS << '>';
  return Text;
}

/// What E calls, without parentheses and conversions of functions to pointers.
static const Expr *callee(const CallExpr *E) {
  const Expr *Callee = E->getCallee()->IgnoreParens();
  while (const auto *C = dyn_cast<ImplicitCastExpr>(Callee))
    Callee = C->getSubExpr()->IgnoreParens();
  return Callee;
}

/// The name by which text calls FD where the program makes Call.
std::string FunctionLowering::calledName(const CallExpr *Call, const FunctionDecl *FD) {
  const Expr *Named = callee(Call);
  const auto *Member = dyn_cast<MemberExpr>(Named);
  if (Member && isa<CXXMemberCallExpr>(Call))
    return FD->getNameAsString() + (Member->hasExplicitTemplateArgs()
                                        ? L.templateArguments(FD, Member->getNumTemplateArgs())
                                        : "");
  if (Member && Member->getMemberDecl()->getCanonicalDecl() == FD->getCanonicalDecl())
    return L.qualifiedName(FD, false) + (Member->hasExplicitTemplateArgs()
                                             ? L.templateArguments(FD, Member->getNumTemplateArgs())
                                             : "");
  const auto *Ref = dyn_cast<DeclRefExpr>(Named);
  if (isa<UserDefinedLiteral>(Call)) // `90min`
    return L.qualifiedName(FD, false) + L.templateArguments(FD);
  // A friend that only its class declares is found by its arguments alone.
  const unsigned Spaces = FD->getIdentifierNamespace();
  if (Ref && !FD->getPrimaryTemplate() && (Spaces & Decl::IDNS_OrdinaryFriend) &&
      !(Spaces & Decl::IDNS_Ordinary))
    return FD->getNameAsString();
  // Arguments that Clang deduced are deduced again.
  if (Ref && Ref->getDecl()->getCanonicalDecl() == FD->getCanonicalDecl())
    return L.qualifiedName(FD, false) + (Ref->hasExplicitTemplateArgs()
                                             ? L.templateArguments(FD, Ref->getNumTemplateArgs())
                                             : "");
  const std::string Name = L.qualifiedName(FD, false) + L.templateArguments(FD);
  return isOverloaded(FD)
             ? "static_cast<" + L.spelling(Ctx.getPointerType(FD->getType().getCanonicalType())) +
                   ">(" + Name + ")"
             : Name;
}

/// A function or variable that is named without being called, as text.
std::string FunctionLowering::functionText(const DeclRefExpr *Ref) {
  const auto *FD = dyn_cast<FunctionDecl>(Ref->getDecl());
  if (!FD)
    return L.qualifiedName(Ref->getDecl(), Ref->hasExplicitTemplateArgs());
  const std::string Name =
      L.qualifiedName(FD, false) +
      (isLibrary(FD) && !Ref->hasExplicitTemplateArgs() ? "" : L.templateArguments(FD));
  return isOverloaded(FD) && !isLibrary(FD)
             ? "static_cast<" + L.spelling(Ctx.getPointerType(FD->getType().getCanonicalType())) +
                   ">(" + Name + ")"
             : Name;
}

//===-- Objects -----------------------------------------------------------===//

/// The object of `this`, as the base to which Object casts it.
const core::Expr *FunctionLowering::thisAs(const Expr *Object) {
  Object = Object->IgnoreParens();
  const auto *C = dyn_cast<ImplicitCastExpr>(Object);
  const core::Expr *Place = C ? thisAs(C->getSubExpr()) : thisPlace(Object->getExprLoc());
  if (C && (C->getCastKind() == CK_DerivedToBase || C->getCastKind() == CK_UncheckedDerivedToBase))
    for (const CXXBaseSpecifier *B : C->path())
      Place = baseOf(Place, B->getType(), Object->getExprLoc());
  return Place;
}

namespace {
/// An object of a call: what the program sees it as, and what it is declared as in the companion.
struct View {
  const CXXRecordDecl *Meant, *Shown;
  bool OtherClass, Const; ///< it is another one; what is meant may not change
};
} // namespace

/// Whether B is a base of A, or is A.
static bool isOrDerives(const CXXRecordDecl *A, const CXXRecordDecl *B) {
  return A->getCanonicalDecl() == B->getCanonicalDecl() ||
         (A->hasDefinition() && A->isDerivedFrom(B));
}

/// Whether Other takes the object as its parameter I and FD is better only for what the program
/// sees.
static bool takes(const FunctionDecl *Other, unsigned I, const View &V) {
  if (I >= Other->getNumParams())
    return false;
  const QualType P = Other->getParamDecl(I)->getType();
  if (P->isDependentType())
    return true;
  const QualType To = P->isPointerType() || P->isReferenceType() ? P->getPointeeType() : P;
  const auto *RD = To->getAsCXXRecordDecl();
  if (!RD)
    return false;
  if (V.OtherClass && isOrDerives(V.Shown, RD) && !isOrDerives(V.Meant, RD))
    return true;
  const bool Handle = P->isPointerType() || P->isReferenceType();
  return Handle && V.Const != To.isConstQualified() && isOrDerives(V.Shown, RD);
}

/// Whether FD, an instance of a template, is another instance where its parameter I is given what
/// is declared.
static bool deducesOtherwise(const FunctionDecl *FD, unsigned I, const View &V) {
  const FunctionDecl *Pattern = declaredAs(FD);
  if (!FD->getPrimaryTemplate() || I >= Pattern->getNumParams())
    return false;
  const QualType P = Pattern->getParamDecl(I)->getType();
  const QualType To = P->isPointerType() || P->isReferenceType() ? P->getPointeeType() : P;
  if (!To->isTemplateTypeParmType())
    return false;
  const bool Handle = P->isPointerType() || P->isReferenceType();
  return V.OtherClass || (Handle && !To.isConstQualified() && !isLibrary(FD));
}

/// Calls Found for the namespaces in which operators of an RD may be declared.
static void eachNamespace(const CXXRecordDecl *RD,
                          llvm::function_ref<void(const DeclContext *)> Found) {
  Found(RD->getEnclosingNamespaceContext());
  if (RD->hasDefinition())
    for (const CXXBaseSpecifier &B : RD->bases())
      if (const auto *Base = B.getType()->getAsCXXRecordDecl())
        eachNamespace(Base, Found);
}

/// Whether Name, of a method that a base of T has, finds another one in T, or in another base.
static bool hides(const core::Type *T, const std::string &Name) {
  return llvm::is_contained(T->HiddenNames, Name) ||
         llvm::any_of(T->Fields,
                      [&](const core::Field &F) { return F.IsBase && hides(F.Ty, Name); });
}

/// Whether a call of FD by its name may call another function where the object is given as it is
/// declared: as the parameter, or as the object of a method.
static bool mayCallAnother(const FunctionDecl *FD, std::optional<unsigned> Parameter,
                           const View &V) {
  if (!Parameter && !isLibrary(FD))
    for (const FunctionDecl *Other : othersIn(FD->getDeclContext(), FD)) {
      const auto *MD = dyn_cast<CXXMethodDecl>(Other);
      if (MD && MD->isConst() != V.Const && !MD->isStatic() &&
          MD->getMinRequiredArguments() <= FD->getNumParams() &&
          (MD->isTemplated() || FD->getMinRequiredArguments() <= MD->getNumParams()))
        return true;
    }
  if (Parameter && deducesOtherwise(FD, *Parameter, V))
    return true;
  if (isLibrary(FD))
    return false;
  llvm::SmallVector<const FunctionDecl *, 8> Others;
  if (Parameter)
    Others = othersIn(FD->getDeclContext(), FD);
  // Those are found wherever the classes of their operands are.
  const bool Anywhere =
      FD->isOverloadedOperator() ||
      (!isa<CXXMethodDecl>(FD) && FD->getDeclContext()->getRedeclContext()->isTranslationUnit());
  if (Anywhere)
    eachNamespace(V.Shown, [&](const DeclContext *Space) {
      llvm::append_range(Others, othersIn(Space, FD));
    });
  return llvm::any_of(
      Others, [&](const FunctionDecl *Other) { return takes(Other, Parameter.value_or(0), V); });
}

/// Casts the hole for Shown that T ends with, from Start on, to what the program sees E as, where
/// FD would not be called otherwise: as its Parameter, or the object of a method.
void FunctionLowering::seenAs(const Expr *E, const core::Expr *Shown, const FunctionDecl *FD,
                              std::optional<unsigned> Parameter, size_t Start, OpaqueText &T) {
  // A copy that a parameter is.
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(withoutTemporary(E)->IgnoreImplicit());
      Copy && Parameter && Copy->getNumArgs() == 1 &&
      Copy->getConstructor()->isCopyOrMoveConstructor())
    E = Copy->getArg(0);
  const bool Pointer = E->getType()->isPointerType();
  if (!Shown || (!Pointer && !E->isGLValue()))
    return;
  const QualType Meant = Pointer ? E->getType()->getPointeeType() : E->getType();
  const core::Expr *Whole = Shown;
  if (Pointer && Shown->is(ExprKind::AddressOf))
    Whole = Shown->operand();
  else if (Pointer && Shown->Ty->nonReference()->isPointer())
    Whole = dereference(Shown, E->getExprLoc());
  else if (Pointer)
    return;
  bool Through = false;
  for (; Whole->is(ExprKind::BaseOf); Whole = Whole->operand())
    Through = true;
  View V;
  V.Meant = Meant->getAsCXXRecordDecl();
  V.Shown = L.classOf(Whole->Ty->nonReference());
  if (!V.Meant || !V.Shown || !core::isPlace(Whole))
    return;
  V.OtherClass = V.Meant->getCanonicalDecl() != V.Shown->getCanonicalDecl();
  V.Const = Meant.isConstQualified();
  const std::string Name = FD->getIdentifier() ? FD->getName().str() : "operator";
  const bool Hidden =
      V.OtherClass && !Parameter && !Through && hides(Whole->Ty->nonReference(), Name);
  if (!isOrDerives(V.Shown, V.Meant) || !(Hidden || mayCallAnother(FD, Parameter, V)))
    return;
  if (Through && !Pointer && !T.Operands.empty() && T.Operands.back() == Shown)
    T.Operands.back() = Whole;
  std::string Object = T.Text.substr(Start);
  // What takes its place in the companion may be constant.
  if (!V.Const)
    Object = "const_cast<" + core::spell(Whole->Ty->nonReference()) + (Pointer ? " *>(" : " &>(") +
             Object + ")";
  if (V.OtherClass || V.Const)
    Object = std::string("static_cast<") + (V.Const ? "const " : "") + core::spell(type(Meant)) +
             (Pointer         ? " *>("
              : E->isXValue() ? " &&>("
                              : " &>(") +
             Object + ")";
  T.Text = T.Text.substr(0, Start) + Object;
}

} // namespace ad::lower
