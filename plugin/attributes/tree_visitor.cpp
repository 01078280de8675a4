//===- attributes/tree_visitor.cpp - visits a part of Clang's tree --------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/attributes/tree_visitor.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace ad::attributes {

class TreeVisitor::Traversal : public clang::RecursiveASTVisitor<Traversal> {
public:
  explicit Traversal(TreeVisitor &V) : V(V) {}

  bool shouldVisitTemplateInstantiations() const { return V.Also != None; }
  bool shouldVisitImplicitCode() const { return V.Also == All; }

  bool TraverseDecl(clang::Decl *D) {
    return !D || !V.enters(D) || RecursiveASTVisitor::TraverseDecl(D);
  }
  bool VisitDecl(clang::Decl *D) { return V.visitDecl(D); }
  bool VisitStmt(clang::Stmt *S) { return V.visitStmt(S); }
  bool VisitType(clang::Type *T) { return V.visitType(T); }
  bool VisitTypeLoc(clang::TypeLoc T) { return V.visitTypeLoc(T); }

private:
  TreeVisitor &V;
};

TreeVisitor::~TreeVisitor() = default;

bool TreeVisitor::traverse(const clang::Decl *D) {
  return Traversal(*this).TraverseDecl(const_cast<clang::Decl *>(D));
}

bool TreeVisitor::traverse(const clang::Stmt *S) {
  return Traversal(*this).TraverseStmt(const_cast<clang::Stmt *>(S));
}

bool TreeVisitor::traverse(clang::QualType T) { return Traversal(*this).TraverseType(T); }

} // namespace ad::attributes
