//===- attributes/differentiate.cpp - [[ad::differentiate(...)]] ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The attribute itself: spellings, arguments, and what happens the moment it is met.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/appertain.h"
#include "plugin/attributes/clang_versions.h"
#include "plugin/attributes/companion.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/requests.h"
#include "plugin/attributes/signature.h"
#include "plugin/attributes/spellings.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

namespace ad::attributes {

using clang::Decl;
using clang::FunctionDecl;
using clang::ParsedAttr;
using clang::Sema;

namespace {

/// The name that an argument consists of, or an empty one.
///
/// Only the first argument arrives as an identifier. Later ones were parsed as expressions: they
/// name whatever is visible (`std::reverse` after `using namespace std`), or the stand-in that
/// `ModeNames` supplies for an unknown name.
llvm::StringRef argumentName(const ParsedAttr &Attr, unsigned I) {
  if (Attr.isArgIdent(I))
    return identifierArgument(Attr, I)->getName();
  const clang::Expr *E = Attr.getArgAsExpr(I)->IgnoreImpCasts();
  clang::DeclarationName Name;
  if (const auto *Reference = llvm::dyn_cast<clang::DeclRefExpr>(E))
    Name = Reference->getDecl()->getDeclName();
  else if (const auto *Overloads = llvm::dyn_cast<clang::OverloadExpr>(E))
    Name = Overloads->getName();
  else if (const auto *Member = llvm::dyn_cast<clang::MemberExpr>(E))
    Name = Member->getMemberDecl()->getDeclName();
  return Name.isIdentifier() && Name.getAsIdentifierInfo() ? Name.getAsIdentifierInfo()->getName()
                                                           : llvm::StringRef();
}

clang::SourceLocation argumentLocation(const ParsedAttr &Attr, unsigned I) {
  return Attr.isArgIdent(I) ? identifierLocation(Attr, I) : Attr.getArgAsExpr(I)->getBeginLoc();
}

/// The modes that the arguments name. False after an error.
bool parseModes(Sema &S, const ParsedAttr &Attr, llvm::SmallVectorImpl<Mode> &Modes) {
  driver::Diagnostics Diags(S.getDiagnostics());
  std::string Supported = "supported: " + supportedModes();
  if (Attr.getNumArgs() == 0) {
    Diags.error(Attr.getLoc(), "'ad::differentiate' needs a mode; " + Supported, Attr.getRange());
    return false;
  }
  bool Fine = true;
  for (unsigned I = 0; I != Attr.getNumArgs(); ++I) {
    llvm::StringRef Name = argumentName(Attr, I);
    clang::SourceLocation Loc = argumentLocation(Attr, I);
    std::optional<Mode> M = parseMode(Name);
    if (M && isSupported(*M)) {
      if (!llvm::is_contained(Modes, *M))
        Modes.push_back(*M);
      continue;
    }
    Fine = false;
    if (M) {
      Diags.error(Loc, "mode " + driver::quoted(Name) + " is not supported yet; " + Supported);
    } else if (Name.empty()) {
      Diags.error(Loc, "argument of 'ad::differentiate' is not the name of a mode; " + Supported);
    } else if (std::optional<Mode> Meant = closestMode(Name)) {
      Diags.error(Loc, "unknown mode " + driver::quoted(Name) + "; did you mean " +
                           driver::quoted(spelling(*Meant)) + "? " + Supported);
    } else {
      Diags.error(Loc, "unknown mode " + driver::quoted(Name) + "; " + Supported);
    }
  }
  return Fine;
}

/// Later annotated declarations must agree with the first one on what is constant.
bool sameConstants(Sema &S, const FunctionDecl *F, const FunctionDecl *Fixing) {
  for (unsigned I = 0; I != F->getNumParams(); ++I) {
    bool Here = isConstant(F->getParamDecl(I));
    if (Here == isConstant(Fixing->getParamDecl(I)))
      continue;
    driver::Diagnostics Diags(S.getDiagnostics());
    Diags.error(F->getParamDecl(I)->getLocation(),
                std::string("parameter is ") + (Here ? "" : "not ") +
                    "[[ad::constant]] here, but " + (Here ? "not " : "") + "where " +
                    driver::quoted(F) + " was first annotated");
    Diags.note(Fixing->getLocation(), "first annotated here");
    return false;
  }
  return true;
}

/// Declares the companions of F that do not exist yet.
void requestAll(Sema &S, FunctionDecl *F, llvm::ArrayRef<Mode> Modes, clang::SourceRange Where) {
  FunctionDecl *Previous = previousDeclaration(F);
  if (Previous)
    admitMarks(Previous);
  const FunctionDecl *Fixing = Previous ? annotatedDeclaration(Previous) : nullptr;
  if (Fixing ? !sameConstants(S, F, Fixing) : !checkSignature(S, F, Modes))
    return;
  for (Mode M : Modes) {
    if (isRequested(F, M) || (Previous && isRequested(Previous, M)))
      continue;
    FunctionDecl *Companion = declareCompanion(S, F, Previous, M);
    if (!Companion)
      continue;
    markDifferentiate(F, M, Where);
    // Whoever calls only the companion has used the function.
    if (!F->hasAttr<clang::UnusedAttr>())
      F->addAttr(clang::UnusedAttr::CreateImplicit(S.Context));
    recordRequest(S, F, Companion, M);
  }
}

class DifferentiateAttribute : public SpelledAttribute {
public:
  DifferentiateAttribute()
      : SpelledAttribute("ad::differentiate", "differentiate", "ad_differentiate") {}

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr, const Decl *D) const override {
    if (!S.getLangOpts().CPlusPlus) {
      driver::Diagnostics(S.getDiagnostics())
          .error(Attr.getLoc(), "'ad::differentiate' is supported in C++ only");
      return false;
    }
    if (!hasScope(S, Attr))
      return false;
    if (llvm::isa<FunctionDecl, clang::FunctionTemplateDecl>(D))
      return true;
    driver::Diagnostics(S.getDiagnostics())
        .error(Attr.getLoc(), "'ad::differentiate' applies to functions and methods only");
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &Attr) const override {
    FunctionDecl *F = D->getAsFunction();
    // From LLVM 22 the handler also sees instantiated members, whose pattern it has seen already.
    if (!F || F->isInvalidDecl() || F->getTemplateInstantiationPattern())
      return AttributeNotApplied;
    llvm::SmallVector<Mode, 4> Modes;
    if (!parseModes(S, Attr, Modes) || !checkPlace(S, F, Attr.getLoc()))
      return AttributeNotApplied;
    const FunctionDecl *Previous = previousDeclaration(F);
    if (isConstant(F) || (Previous && isConstant(Previous))) {
      driver::Diagnostics(S.getDiagnostics())
          .error(Attr.getLoc(), driver::quoted(F) + " is [[ad::constant]]: it has no derivative");
      return AttributeNotApplied;
    }
    requestAll(S, F, Modes, Attr.getRange());
    return AttributeApplied;
  }
};

clang::ParsedAttrInfoRegistry::Add<DifferentiateAttribute>
    Registration("ad-differentiate", "asks for derivatives of a function");

} // namespace

} // namespace ad::attributes
