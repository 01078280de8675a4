//===- clang-ad/open_classes.cpp - private members of classes -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "open_classes.h"
#include "plugin/attributes/tree_visitor.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace {

class Uses : public ad::attributes::TreeVisitor {
public:
  llvm::SetVector<const CXXRecordDecl *> Classes;
  const CXXRecordDecl *Inside = nullptr; ///< of which what is looked at is a member

private:
  bool visitStmt(const Stmt *S) override {
    if (const auto *E = dyn_cast<MemberExpr>(S))
      note(E->getMemberDecl());
    else if (const auto *E = dyn_cast<DeclRefExpr>(S))
      note(E->getDecl());
    else if (const auto *E = dyn_cast<CXXConstructExpr>(S))
      note(E->getConstructor());
    return true;
  }
  bool visitTypeLoc(TypeLoc T) override {
    if (const auto Tag = T.getAs<TagTypeLoc>())
      note(Tag.getDecl());
    else if (const auto Named = T.getAs<TypedefTypeLoc>())
      note(Named.getTypePtr()->getDecl());
    return true;
  }
  void note(const NamedDecl *D) {
    const auto *Class = dyn_cast<CXXRecordDecl>(D->getDeclContext());
    const bool Closed = D->getAccess() == AS_private || D->getAccess() == AS_protected;
    if (!Class || !Closed || Class == Inside || Class->isLambda())
      return;
    if (const CXXRecordDecl *Pattern = Class->getTemplateInstantiationPattern())
      Class = Pattern;
    if (const CXXRecordDecl *Definition = Class->getDefinition())
      Classes.insert(Definition);
  }
};

} // namespace

/// Looks into the functions in In, and in its namespaces, that stand in generated text.
static void visit(const DeclContext *In, const SourceManager &SM, Uses &Found) {
  for (Decl *D : In->decls()) {
    if (isa<NamespaceDecl, LinkageSpecDecl>(D)) {
      visit(cast<DeclContext>(D), SM, Found);
      continue;
    }
    const auto *F = dyn_cast<FunctionDecl>(D);
    if (!F || !F->doesThisDeclarationHaveABody() ||
        !SM.getBufferName(SM.getExpansionLoc(F->getLocation())).starts_with("<ad companions"))
      continue;
    const auto *Method = dyn_cast<CXXMethodDecl>(F);
    Found.Inside = Method ? Method->getParent() : nullptr;
    Found.traverse(D);
  }
}

llvm::SetVector<const CXXRecordDecl *> ad::tools::classesToOpen(ASTContext &Context) {
  Uses Found;
  visit(Context.getTranslationUnitDecl(), Context.getSourceManager(), Found);
  return Found.Classes;
}
