//===- clang-ad/open_classes.cpp - private members of classes -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "open_classes.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace {

class Uses : public RecursiveASTVisitor<Uses> {
public:
  llvm::SetVector<const CXXRecordDecl *> Classes;
  const CXXRecordDecl *Inside = nullptr; ///< of which what is looked at is a member

  bool VisitMemberExpr(MemberExpr *E) { return note(E->getMemberDecl()); }
  bool VisitDeclRefExpr(DeclRefExpr *E) { return note(E->getDecl()); }
  bool VisitCXXConstructExpr(CXXConstructExpr *E) { return note(E->getConstructor()); }
  bool VisitTagTypeLoc(TagTypeLoc T) { return note(T.getDecl()); }
  bool VisitTypedefTypeLoc(TypedefTypeLoc T) { return note(T.getTypePtr()->getDecl()); }

private:
  bool note(const NamedDecl *D) {
    const auto *Class = dyn_cast<CXXRecordDecl>(D->getDeclContext());
    const bool Closed = D->getAccess() == AS_private || D->getAccess() == AS_protected;
    if (!Class || !Closed || Class == Inside || Class->isLambda())
      return true;
    if (const CXXRecordDecl *Pattern = Class->getTemplateInstantiationPattern())
      Class = Pattern;
    if (const CXXRecordDecl *Definition = Class->getDefinition())
      Classes.insert(Definition);
    return true;
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
    Found.TraverseDecl(D);
  }
}

llvm::SetVector<const CXXRecordDecl *> ad::tools::classesToOpen(ASTContext &Context) {
  Uses Found;
  visit(Context.getTranslationUnitDecl(), Context.getSourceManager(), Found);
  return Found.Classes;
}
