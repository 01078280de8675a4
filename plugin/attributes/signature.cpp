//===- attributes/signature.cpp - the companion's signature ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Types and names of a companion's parameters, in order.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/signature.h"
#include "plugin/attributes/clang_versions.h"
#include "plugin/attributes/differentiable.h"
#include "plugin/attributes/marks.h"
#include "plugin/driver/diagnostics.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/Sema.h"
#include "llvm/ADT/StringSet.h"

namespace ad::attributes {

using clang::FunctionDecl;
using clang::QualType;

namespace {

/// Hands out names that no parameter has yet.
class FreshNames {
public:
  explicit FreshNames(const FunctionDecl *F) {
    for (const clang::ParmVarDecl *P : F->parameters())
      Taken.insert(P->getName());
  }
  std::string make(const std::string &Wanted) {
    std::string Name = Wanted;
    for (unsigned N = 2; !Taken.insert(Name).second; ++N)
      Name = Wanted + std::to_string(N);
    return Name;
  }

private:
  llvm::StringSet<> Taken;
};

/// The specialisation of the same template whose type arguments lead to mutable storage.
QualType mutableHandle(clang::Sema &S, QualType T,
                       const clang::ClassTemplateSpecializationDecl *Handle) {
  llvm::SmallVector<clang::TemplateArgument, 4> Arguments;
  for (const clang::TemplateArgument &A : Handle->getTemplateArgs().asArray())
    Arguments.push_back(A.getKind() == clang::TemplateArgument::Type
                            ? clang::TemplateArgument(mutableStorage(S, A.getAsType()))
                            : A);
  QualType Mutable = specialise(S, Handle->getSpecializedTemplate(), Arguments);
  return Mutable.isNull() ? T : Mutable;
}

} // namespace

const CompanionParameter *Signature::find(ParameterRole Role, unsigned Primal) const {
  for (const CompanionParameter &P : Parameters)
    if (P.Role == Role && P.Primal == Primal)
      return &P;
  return nullptr;
}

std::string baseName(const FunctionDecl *F) {
  if (F->getOverloadedOperator() == clang::OO_Call)
    return "call";
  return F->getIdentifier() ? F->getName().str() : std::string("result");
}

std::string companionName(const FunctionDecl *F, Mode M) {
  return baseName(F) + "_" + spelling(M).str();
}

llvm::StringRef derivativeSuffix(Mode M) { return M == Mode::Forward ? "_dot" : "_bar"; }

QualType tangentType(clang::Sema &, QualType T) { return T; }

QualType mutableStorage(clang::Sema &S, QualType T) {
  clang::ASTContext &Context = S.Context;
  if (const auto *Pointer = T->getAs<clang::PointerType>()) {
    QualType Inner = mutableStorage(S, Pointer->getPointeeType());
    if (Inner == Pointer->getPointeeType())
      return T; // keeps the user's spelling
    return Context.getQualifiedType(Context.getPointerType(Inner), T.getQualifiers());
  }
  if (T->isArrayType()) {
    clang::Qualifiers Quals;
    QualType Bare = Context.getUnqualifiedArrayType(T, Quals);
    Quals.removeConst();
    return Context.getQualifiedType(Bare, Quals);
  }
  if (const auto *Handle =
          llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(T->getAsCXXRecordDecl());
      Handle && isHandleClass(Handle))
    return Context.getQualifiedType(mutableHandle(S, T.getUnqualifiedType(), Handle),
                                    T.getQualifiers());
  // Local qualifiers first: removing what a typedef holds would lose the typedef's name.
  if (!T.isConstQualified())
    return T;
  clang::Qualifiers Quals = T.getQualifiers();
  Quals.removeConst();
  return Context.getQualifiedType(T.getUnqualifiedType(), Quals);
}

static bool isHandle(QualType T) {
  if (T->isPointerType())
    return true;
  const clang::CXXRecordDecl *Class = T->getAsCXXRecordDecl();
  return Class && isHandleClass(Class);
}

QualType adjointType(clang::Sema &S, QualType T) {
  clang::ASTContext &Context = S.Context;
  if (const auto *Reference = T->getAs<clang::ReferenceType>()) {
    QualType Storage = Reference->getPointeeType();
    // What an argument for `T &&x` says about T says nothing about its adjoint, always an lvalue.
    if (Reference->isRValueReferenceType() && Storage->getAs<clang::TemplateTypeParmType>())
      return Context.getLValueReferenceType(S.BuildUnaryTransformType(
          Storage, clang::UnaryTransformType::RemoveCVRef, clang::SourceLocation()));
    // A reference to a handle stays one; only what the handle leads to becomes mutable.
    return Context.getLValueReferenceType(mutableStorage(S, Storage));
  }
  if (const auto *Decayed = T->getAs<clang::DecayedType>()) {
    // Keep `const double a[3][3]` written as an array, for whoever prints the declaration.
    QualType Original = Decayed->getOriginalType();
    if (Original->isConstantArrayType() || Original->isIncompleteArrayType())
      return Context.getDecayedType(mutableStorage(S, Original));
    T = Decayed->getDecayedType();
  }
  if (isHandle(T)) {
    QualType Mutable = mutableStorage(S, T);
    clang::Qualifiers Quals = Mutable.getLocalQualifiers();
    Quals.removeConst();
    return Context.getQualifiedType(Mutable.getLocalUnqualifiedType(), Quals);
  }
  return Context.getLValueReferenceType(T.getUnqualifiedType());
}

Signature signatureOf(clang::Sema &S, const FunctionDecl *F, Mode M) {
  if (const FunctionDecl *Fixing = annotatedDeclaration(F))
    F = Fixing;
  clang::ASTContext &Context = S.Context;
  std::string Suffix = derivativeSuffix(M).str();
  bool Forward = M == Mode::Forward;
  FreshNames Names(F);

  Signature Sig;
  Sig.Name = companionName(F, M);
  Sig.Result = F->getReturnType();

  const auto *Method = llvm::dyn_cast<clang::CXXMethodDecl>(F);
  if (Method && Method->isInstance()) {
    QualType Object = Method->getThisType()->getPointeeType();
    if (!Forward)
      Object = mutableStorage(S, Object);
    Sig.Parameters.push_back({ParameterRole::ThisDerivative, 0, Names.make("this" + Suffix),
                              Context.getLValueReferenceType(Object)});
  }

  for (unsigned I = 0, E = F->getNumParams(); I != E; ++I) {
    const clang::ParmVarDecl *P = F->getParamDecl(I);
    std::string Name = P->getName().str();
    if (Name.empty())
      Name = Names.make("arg" + std::to_string(I + 1));
    Sig.Parameters.push_back({ParameterRole::Primal, I, Name, P->getType()});
    if (isConstantParameter(F, I) || !isDifferentiable(S, P->getType()))
      continue;
    QualType Type = Forward ? tangentType(S, P->getType()) : adjointType(S, P->getType());
    Sig.Parameters.push_back({ParameterRole::Derivative, I, Names.make(Name + Suffix), Type});
  }

  QualType Result = F->getReturnType().getUnqualifiedType();
  if (isDifferentiable(S, Result)) {
    CompanionParameter P{ParameterRole::ResultDerivative, 0, Names.make(baseName(F) + Suffix),
                         Forward ? Context.getLValueReferenceType(Result) : Result};
    P.DefaultsToOne = !Forward && (Result->isRealFloatingType() || Result->isDependentType());
    Sig.Parameters.push_back(std::move(P));
  }
  return Sig;
}

bool checkSignature(clang::Sema &S, const FunctionDecl *F, llvm::ArrayRef<Mode> Modes) {
  driver::Diagnostics Diags(S.getDiagnostics());
  bool Fine = true;
  bool Adjoints = llvm::any_of(Modes, [](Mode M) { return M != Mode::Forward; });
  auto Check = [&](QualType T, clang::SourceLocation Loc, const std::string &What,
                   llvm::StringRef WayOut) {
    Differentiability Answer = differentiability(S, T, Loc);
    const char *Or = WayOut.empty() ? "" : ", or ";
    const char *Semicolon = WayOut.empty() ? "" : "; ";
    if (Answer.Incomplete) {
      Diags.error(Loc, What + " cannot be differentiated: " + driver::quoted(Answer.Incomplete) +
                           " is incomplete here");
      Diags.note(Answer.Incomplete->getLocation(),
                 "declared here; define it before " + driver::quoted(F) + Or + WayOut.str());
      Fine = false;
    } else if (!Answer.Unsupported.empty()) {
      Diags.error(Loc, What + " of type " + driver::quoted(Answer.Unsupported) +
                           " cannot be differentiated" + Semicolon + WayOut.str());
      Fine = false;
    }
  };
  for (unsigned I = 0, E = F->getNumParams(); I != E; ++I) {
    const clang::ParmVarDecl *P = F->getParamDecl(I);
    if (isConstantParameter(F, I))
      continue;
    std::string What = P->getName().empty() ? std::string("a parameter")
                                            : "parameter " + driver::quoted(P->getName());
    Check(P->getType(), P->getLocation(), What, "mark the parameter [[ad::constant]]");
    if (Adjoints && S.isStdInitializerList(P->getType().getNonReferenceType(), nullptr) &&
        isDifferentiable(S, P->getType())) {
      Diags.error(P->getLocation(), What + " of type " +
                                        driver::quoted(P->getType().getAsString()) +
                                        " has no adjoint: the elements of a list are constant");
      Diags.note(P->getLocation(),
                 "take a std::span or a std::vector, or mark the parameter [[ad::constant]]");
      Fine = false;
    }
  }
  Check(F->getReturnType(), F->getLocation(), "the result", "");
  return Fine;
}

} // namespace ad::attributes
