//===- attributes/constant.cpp - [[ad::constant]] -------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Takes a parameter, variable, field or function out of differentiation.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/companion.h"
#include "plugin/attributes/marks.h"
#include "plugin/attributes/spellings.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/Sema/ParsedAttr.h"
#include "clang/Sema/Sema.h"

namespace ad::attributes {

using clang::Decl;
using clang::FunctionDecl;
using clang::ParsedAttr;
using clang::Sema;

namespace {

class ConstantAttribute : public SpelledAttribute {
public:
  ConstantAttribute() : SpelledAttribute("ad::constant", "constant", "ad_constant") {}

  bool diagAppertainsToDecl(Sema &S, const ParsedAttr &Attr, const Decl *D) const override {
    driver::Diagnostics Diags(S.getDiagnostics());
    if (!hasScope(S, Attr))
      return false;
    if (Attr.getNumArgs() != 0) {
      Diags.error(Attr.getLoc(), "'ad::constant' takes no arguments", Attr.getRange());
      return false;
    }
    if (llvm::isa<clang::VarDecl, clang::FieldDecl, clang::FunctionDecl, clang::BindingDecl,
                  clang::FunctionTemplateDecl>(D))
      return true;
    Diags.error(Attr.getLoc(),
                "'ad::constant' applies to parameters, variables, fields and functions only");
    return false;
  }

  AttrHandling handleDeclAttribute(Sema &S, Decl *D, const ParsedAttr &Attr) const override {
    const FunctionDecl *F = D->getAsFunction();
    FunctionDecl *Previous = F ? previousDeclaration(F) : nullptr;
    if (Previous)
      admitMarks(Previous);
    if (F && !(requestedModes(F).empty() && (!Previous || requestedModes(Previous).empty()))) {
      driver::Diagnostics(S.getDiagnostics())
          .error(Attr.getLoc(), driver::quoted(F) + " is [[ad::differentiate]]: it cannot be "
                                                    "constant");
      return AttributeNotApplied;
    }
    markConstant(D, Attr.getRange());
    return AttributeApplied;
  }
};

clang::ParsedAttrInfoRegistry::Add<ConstantAttribute>
    Registration("ad-constant", "takes a declaration out of differentiation");

} // namespace

} // namespace ad::attributes
