//===- attributes/companion.cpp - declaring and finding companions --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Builds the declaration that the user would have written, and finds it again.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/companion.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/signature.h"
#include "plugin/attributes/templates.h"
#include "plugin/driver/diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/Sema.h"
#include "llvm/Support/raw_ostream.h"

namespace ad::attributes {

using clang::ASTContext;
using clang::CXXMethodDecl;
using clang::Expr;
using clang::FunctionDecl;
using clang::ParmVarDecl;
using clang::QualType;
using clang::SourceLocation;

namespace {

/// Tells the overloads of one name in one scope apart. Not the mangled name: computing that would
/// make Clang cache a linkage for F before F is linked to earlier declarations.
std::string overloadKey(const FunctionDecl *F) {
  const ASTContext &Context = F->getASTContext();
  std::string Key;
  llvm::raw_string_ostream Stream(Key);
  for (const ParmVarDecl *P : F->parameters())
    Stream << clang::QualType(Context.getCanonicalParamType(P->getType())).getAsString() << ';';
  if (const auto *Method = llvm::dyn_cast<CXXMethodDecl>(F))
    Stream << Method->getMethodQualifiers().getAsString()
           << static_cast<int>(Method->getRefQualifier());
  if (isPattern(F))
    Stream << ';' << templateKey(F);
  return Stream.str();
}

bool isMember(const FunctionDecl *F) { return llvm::isa<CXXMethodDecl>(F); }

template <typename Predicate>
FunctionDecl *lookUp(clang::DeclContext *Scope, clang::DeclarationName Name, Predicate Matches) {
  for (clang::NamedDecl *Found : Scope->getRedeclContext()->lookup(Name))
    if (FunctionDecl *F = Found->getAsFunction(); F && Matches(F))
      return F;
  return nullptr;
}

/// What is called Name in Scope and leaves no room for a function: a variable, a typedef, a
/// namespace. A class may share its name with one.
clang::NamedDecl *otherKind(clang::DeclContext *Scope, clang::DeclarationName Name) {
  for (clang::NamedDecl *Found : Scope->getRedeclContext()->lookup(Name))
    if (!llvm::isa<FunctionDecl, clang::FunctionTemplateDecl, clang::TagDecl, clang::UsingDecl,
                   clang::UnresolvedUsingValueDecl>(Found->getUnderlyingDecl()))
      return Found;
  return nullptr;
}

/// `1` as a value of floating type T, as Sema would have made it; of a dependent type, Sema will
/// convert it when it instantiates the default argument.
Expr *makeOne(ASTContext &Context, QualType T, SourceLocation Loc) {
  llvm::APInt One(Context.getIntWidth(Context.IntTy), 1);
  Expr *Literal = clang::IntegerLiteral::Create(Context, One, Context.IntTy, Loc);
  if (T->isDependentType())
    return Literal;
  return clang::ImplicitCastExpr::Create(Context, T, clang::CK_IntegralToFloating, Literal, nullptr,
                                         clang::VK_PRValue, clang::FPOptionsOverride());
}

/// Stands for a default argument that Clang has not parsed yet, because the class is not complete:
/// the inside is exchanged by `finishMember`.
Expr *makePlaceholder(ASTContext &Context, QualType T, SourceLocation Loc) {
  clang::ExprValueKind Kind = T->isLValueReferenceType()   ? clang::VK_LValue
                              : T->isRValueReferenceType() ? clang::VK_XValue
                                                           : clang::VK_PRValue;
  auto *Unknown = new (Context) clang::OpaqueValueExpr(Loc, T.getNonReferenceType(), Kind);
  return new (Context) clang::ParenExpr(Loc, Loc, Unknown);
}

bool isPlaceholder(const Expr *E) {
  const auto *Paren = llvm::dyn_cast_or_null<clang::ParenExpr>(E);
  const auto *Unknown =
      Paren ? llvm::dyn_cast<clang::OpaqueValueExpr>(Paren->getSubExpr()) : nullptr;
  return Unknown && !Unknown->getSourceExpr();
}

/// The parameter, of F or of an earlier declaration, that has the default argument of parameter I.
ParmVarDecl *defaultedParameter(FunctionDecl *F, const FunctionDecl *Previous, unsigned I) {
  if (F->getParamDecl(I)->hasDefaultArg())
    return F->getParamDecl(I);
  for (const FunctionDecl *D = Previous; D; D = D->getPreviousDecl())
    if (D->getParamDecl(I)->hasDefaultArg())
      return const_cast<ParmVarDecl *>(D->getParamDecl(I));
  return nullptr;
}

/// Gives the companion those default arguments that are still trailing.
void copyDefaults(ASTContext &Context, FunctionDecl *F, const FunctionDecl *Previous,
                  const Signature &Sig, llvm::ArrayRef<ParmVarDecl *> Parameters) {
  for (size_t N = Sig.Parameters.size(); N-- > 0;) {
    const CompanionParameter &P = Sig.Parameters[N];
    ParmVarDecl *Target = Parameters[N];
    if (P.DefaultsToOne) {
      Target->setDefaultArg(makeOne(Context, P.Type, Target->getLocation()));
      continue;
    }
    ParmVarDecl *Source =
        P.Role == ParameterRole::Primal ? defaultedParameter(F, Previous, P.Primal) : nullptr;
    if (!Source)
      return;
    if (Source->hasUnparsedDefaultArg())
      Target->setDefaultArg(makePlaceholder(Context, P.Type, Target->getLocation()));
    else if (Source->hasUninstantiatedDefaultArg())
      return;
    else
      Target->setDefaultArg(Source->getInit());
  }
}

QualType companionType(ASTContext &Context, const FunctionDecl *F, const Signature &Sig) {
  const auto *Primal = F->getType()->castAs<clang::FunctionProtoType>();
  clang::FunctionProtoType::ExtProtoInfo Info; // never noexcept, whatever F is
  Info.ExtInfo = Primal->getExtInfo().withNoReturn(false);
  Info.TypeQuals = Primal->getMethodQuals();
  Info.RefQualifier = Primal->getRefQualifier();
  llvm::SmallVector<QualType, 8> Types;
  for (const CompanionParameter &P : Sig.Parameters)
    Types.push_back(Context.getAdjustedParameterType(P.Type));
  return Context.getFunctionType(Sig.Result, Types, Info);
}

/// The same parameter types in the same scope: a redeclaration if both were functions.
bool sameParameters(ASTContext &Context, const FunctionDecl *A, QualType Type,
                    const FunctionDecl *F) {
  if (!A->getDescribedFunctionTemplate() != !F->getDescribedFunctionTemplate())
    return false;
  if (isPattern(A) && isCompanion(A))
    return false; // companions of templates differ where their templates do
  const auto *TA = A->getType()->getAs<clang::FunctionProtoType>();
  const auto *TB = Type->getAs<clang::FunctionProtoType>();
  if (!TA || !TB || TA->getNumParams() != TB->getNumParams() ||
      TA->getMethodQuals() != TB->getMethodQuals() ||
      TA->getRefQualifier() != TB->getRefQualifier())
    return false;
  for (unsigned I = 0; I != TA->getNumParams(); ++I)
    if (!Context.hasSameUnqualifiedType(TA->getParamType(I), TB->getParamType(I)))
      return false;
  return true;
}

} // namespace

FunctionDecl *previousDeclaration(const FunctionDecl *F) {
  if (const FunctionDecl *Linked = F->getPreviousDecl())
    return const_cast<FunctionDecl *>(Linked);
  std::string Key = overloadKey(F);
  return lookUp(const_cast<clang::DeclContext *>(F->getDeclContext()), F->getDeclName(),
                [&](FunctionDecl *Other) { return Other != F && overloadKey(Other) == Key; });
}

FunctionDecl *declareCompanion(clang::Sema &S, FunctionDecl *F, const FunctionDecl *Previous,
                               Mode M) {
  ASTContext &Context = S.Context;
  // F is not linked to Previous yet, so signatureOf cannot see what an earlier annotation fixed.
  const FunctionDecl *Fixing = Previous ? annotatedDeclaration(Previous) : nullptr;
  Signature Sig = signatureOf(S, Fixing ? Fixing : F, M);
  QualType Type = companionType(Context, F, Sig);
  SourceLocation Loc = F->getLocation();
  clang::DeclContext *Scope = F->getDeclContext();
  // A redeclaration outside of `extern "C"` is still the C function.
  if (Previous && llvm::isa<clang::LinkageSpecDecl>(Previous->getDeclContext()))
    Scope = const_cast<clang::DeclContext *>(Previous->getDeclContext());
  clang::IdentifierInfo &Identifier = Context.Idents.get(Sig.Name);

  clang::NamedDecl *InTheWay = lookUp(Scope, &Identifier, [&](FunctionDecl *Other) {
    return sameParameters(Context, Other, Type, F);
  });
  bool SameFunction = InTheWay;
  if (!InTheWay)
    InTheWay = otherKind(Scope, &Identifier);
  if (InTheWay) {
    driver::Diagnostics Diags(S.getDiagnostics());
    Diags.error(Loc, "the companion " + driver::quoted(Sig.Name) + " of " + driver::quoted(F) +
                         " is already declared" + (SameFunction ? "" : ", as no function"));
    Diags.note(
        InTheWay->getLocation(),
        SameFunction
            ? "declared here; remove it, or do not annotate the function: a hand-written companion "
              "is used as its derivative rule"
            : "declared here; rename it");
    return nullptr;
  }

  clang::TypeSourceInfo *Written = Context.getTrivialTypeSourceInfo(Type, Loc);
  clang::StorageClass Storage = F->getStorageClass();
  if (Storage == clang::SC_None && Previous)
    Storage = Previous->getStorageClass();
  bool Inline = F->isInlined() || F->isConstexpr() || (Previous && Previous->isInlined());

  FunctionDecl *Companion;
  if (isMember(F))
    Companion = CXXMethodDecl::Create(Context, llvm::cast<clang::CXXRecordDecl>(Scope), Loc,
                                      {&Identifier, Loc}, Type, Written, Storage,
                                      /*UsesFPIntrin=*/false, /*isInline=*/false,
                                      clang::ConstexprSpecKind::Unspecified, Loc);
  else
    Companion = FunctionDecl::Create(Context, Scope, Loc, Loc, &Identifier, Type, Written, Storage,
                                     /*UsesFPIntrin=*/false, F->isInlineSpecified());
  if (Inline)
    Companion->setImplicitlyInline();

  llvm::SmallVector<ParmVarDecl *, 8> Parameters;
  auto WrittenType = Written->getTypeLoc().getAsAdjusted<clang::FunctionProtoTypeLoc>();
  for (const CompanionParameter &P : Sig.Parameters) {
    SourceLocation At = Loc;
    if (P.Role == ParameterRole::Primal || P.Role == ParameterRole::Derivative)
      At = F->getParamDecl(P.Primal)->getLocation();
    QualType T = Context.getAdjustedParameterType(P.Type);
    auto *D = ParmVarDecl::Create(Context, Companion, At, At, &Context.Idents.get(P.Name), T,
                                  Context.getTrivialTypeSourceInfo(T, At), clang::SC_None, nullptr);
    D->setScopeInfo(0, Parameters.size());
    D->setImplicit(false);
    // Substitution into companions of templates reads the parameters from here.
    WrittenType.setParam(Parameters.size(), D);
    Parameters.push_back(D);
  }
  Companion->setParams(Parameters);
  copyDefaults(Context, F, Previous, Sig, Parameters);

  // Inside the class everything may call it; `finishMember` sets the access that F will have.
  if (isMember(F))
    Companion->setAccess(Previous ? Previous->getAccess() : clang::AS_public);
  markCompanion(Companion, M, overloadKey(F));
  // A file need not use every companion that it asks for.
  Companion->addAttr(clang::UnusedAttr::CreateImplicit(Context));
  Companion->setReferenced();
  makeTemplate(S, F, Previous, Companion);
  if (clang::FunctionTemplateDecl *Template = Companion->getDescribedFunctionTemplate()) {
    Template->setAccess(Companion->getAccess());
    Scope->addDecl(Template);
  } else {
    Scope->addDecl(Companion);
  }
  return Companion;
}

FunctionDecl *findCompanion(const FunctionDecl *F, Mode M) {
  if (const FunctionDecl *Fixing = annotatedDeclaration(F, M))
    F = Fixing;
  std::string Key = overloadKey(F);
  clang::DeclarationName Name(&F->getASTContext().Idents.get(companionName(F, M)));
  FunctionDecl *Found = lookUp(const_cast<clang::DeclContext *>(F->getDeclContext()), Name,
                               [&](FunctionDecl *Other) { return isCompanionOf(Other, M, Key); });
  return Found ? Found->getFirstDecl() : nullptr;
}

void finishMember(clang::Sema &S, FunctionDecl *F, FunctionDecl *Companion, Mode M) {
  Companion->setAccess(F->getAccess());
  if (clang::FunctionTemplateDecl *Template = Companion->getDescribedFunctionTemplate())
    Template->setAccess(F->getAccess());
  Signature Sig = signatureOf(S, F, M);
  for (unsigned N = 0; N != Companion->getNumParams(); ++N) {
    ParmVarDecl *Target = Companion->getParamDecl(N);
    if (!isPlaceholder(Target->getInit()))
      continue;
    ParmVarDecl *Source = F->getParamDecl(Sig.Parameters[N].Primal);
    if (!Source->hasDefaultArg() || Source->hasUnparsedDefaultArg())
      continue;
    // Calls inside the class hold on to the placeholder; later ones see the argument itself.
    llvm::cast<clang::ParenExpr>(Target->getInit())->setSubExpr(Source->getDefaultArg());
    Target->setDefaultArg(Source->getInit());
  }
}

} // namespace ad::attributes
