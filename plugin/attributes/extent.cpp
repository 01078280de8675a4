//===- attributes/extent.cpp - [[ad::extent(n)]] --------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// How many elements there are behind a pointer parameter. A parameter that comes later can be named
// alone, for Clang does not look up a lone identifier; expressions are of parameters before it.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/extent.h"
#include "plugin/attributes/clang_versions.h"
#include "plugin/attributes/spellings.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

namespace ad::attributes {

using clang::Decl;
using clang::ParmVarDecl;
using clang::ParsedAttr;
using clang::Sema;
using clang::SuppressAttr;

namespace {

/// Kept as a SuppressAttr, like the other marks (marks.cpp): one string after this one for each
/// name, number and operator.
constexpr llvm::StringLiteral Tag = "ad.extent";

constexpr llvm::StringLiteral Possible =
    "an extent is a parameter of integer type, a number, or made of such with + - * /";

/// Adds what E consists of, operators last; false if that is more than an extent may be.
bool flatten(const clang::Expr *E, const clang::ASTContext &Context, std::vector<std::string> &To) {
  E = E->IgnoreParenImpCasts();
  clang::Expr::EvalResult Constant;
  if (!E->isValueDependent() && E->getType()->isIntegerType() &&
      E->EvaluateAsInt(Constant, Context)) {
    To.push_back(llvm::toString(Constant.Val.getInt(), 10));
    return !Constant.Val.getInt().isNegative();
  }
  if (const auto *R = llvm::dyn_cast<clang::DeclRefExpr>(E)) {
    const auto *P = llvm::dyn_cast<ParmVarDecl>(R->getDecl());
    if (!P || !P->getType()->isIntegerType())
      return false;
    To.push_back(P->getName().str());
    return true;
  }
  const auto *B = llvm::dyn_cast<clang::BinaryOperator>(E);
  if (!B ||
      !(B->isAdditiveOp() || B->getOpcode() == clang::BO_Mul || B->getOpcode() == clang::BO_Div))
    return false;
  if (!flatten(B->getLHS(), Context, To) || !flatten(B->getRHS(), Context, To))
    return false;
  To.push_back(B->getOpcodeStr().str());
  return true;
}

/// A lone identifier: a parameter that may come later, or a constant, then with its value: "n=100".
std::string named(Sema &S, const clang::IdentifierInfo *Name) {
  clang::LookupResult Found(S, Name, clang::SourceLocation(), Sema::LookupOrdinaryName);
  Found.suppressDiagnostics();
  std::vector<std::string> Value;
  if (S.LookupName(Found, S.getCurScope()) && Found.isSingleResult())
    if (const auto *V = llvm::dyn_cast<clang::VarDecl>(Found.getFoundDecl());
        V && !llvm::isa<ParmVarDecl>(V) && V->getInit() && !V->getType()->isDependentType() &&
        V->isUsableInConstantExpressions(S.Context) && flatten(V->getInit(), S.Context, Value))
      return (Name->getName() + "=" + Value.front()).str();
  return Name->getName().str();
}

class ExtentAttribute : public SpelledAttribute {
public:
  ExtentAttribute() : SpelledAttribute("ad::extent", "extent", "ad_extent") {}

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr, const Decl *D) const override {
    driver::Diagnostics Diags(S.getDiagnostics());
    if (!hasScope(S, Attr))
      return false;
    const auto *P = llvm::dyn_cast<ParmVarDecl>(D);
    if (P && (P->getType()->isPointerType() || P->getType()->isDependentType()))
      return true;
    Diags.error(Attr.getLoc(), "'ad::extent' applies to pointer parameters only");
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &Attr) const override {
    driver::Diagnostics Diags(S.getDiagnostics());
    std::vector<std::string> Parts{Tag.str()};
    bool Fine = Attr.getNumArgs() == 1;
    if (Fine && Attr.isArgIdent(0))
      Parts.push_back(named(S, identifierArgument(Attr, 0)));
    else
      Fine = Fine && flatten(Attr.getArgAsExpr(0), S.Context, Parts);
    if (!Fine) {
      Diags.error(Attr.getLoc(), "'ad::extent' takes the number of elements: " + Possible.str(),
                  Attr.getRange());
      return AttributeNotApplied;
    }
    std::vector<llvm::StringRef> Refs(Parts.begin(), Parts.end());
    D->addAttr(SuppressAttr::CreateImplicit(S.Context, Refs.data(), Refs.size(), Attr.getRange()));
    return AttributeApplied;
  }
};

clang::ParsedAttrInfoRegistry::Add<ExtentAttribute>
    Registration("ad-extent", "says how many elements there are behind a pointer");

} // namespace

llvm::SmallVector<ExtentPart, 4> extentOf(const clang::FunctionDecl *F, unsigned I) {
  for (const clang::FunctionDecl *Redeclaration : F->redecls()) {
    if (I >= Redeclaration->getNumParams())
      continue;
    for (const SuppressAttr *A : Redeclaration->getParamDecl(I)->specific_attrs<SuppressAttr>()) {
      llvm::SmallVector<llvm::StringRef, 4> Parts(A->diagnosticIdentifiers_begin(),
                                                  A->diagnosticIdentifiers_end());
      if (Parts.empty() || Parts.front() != Tag)
        continue;
      // Other declarations may call their parameters otherwise.
      llvm::SmallVector<ExtentPart, 4> Extent;
      for (llvm::StringRef Text : llvm::drop_begin(Parts)) {
        const llvm::StringRef Name = Text.split('=').first, Value = Text.split('=').second;
        auto Named = llvm::find_if(Redeclaration->parameters(), [&](const ParmVarDecl *P) {
          return P->getName() == Name && P->getType()->isIntegerType();
        });
        if (Named != Redeclaration->param_end())
          Extent.push_back({Name, (*Named)->getFunctionScopeIndex()});
        else
          Extent.push_back({Value.empty() ? Name : Value, std::nullopt});
      }
      return Extent;
    }
  }
  return {};
}

} // namespace ad::attributes
