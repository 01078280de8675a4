//===- attributes/tree_visitor.h - visits a part of Clang's tree -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ATTRIBUTES_TREE_VISITOR_H
#define AD_ATTRIBUTES_TREE_VISITOR_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"

namespace ad::attributes {

/// clang::RecursiveASTVisitor with virtual functions instead of a template parameter: each use of
/// the template takes a compiler a quarter of a minute. Nodes are visited before what is below
/// them; a visit that gives false ends the traversal.
class TreeVisitor {
public:
  virtual ~TreeVisitor();

  /// False where a visit ended it.
  bool traverse(const clang::Decl *D);
  bool traverse(const clang::Stmt *S);
  bool traverse(clang::QualType T);

  /// Whether D and what is below it is visited.
  virtual bool enters(const clang::Decl *) const { return true; }
  virtual bool visitDecl(const clang::Decl *) { return true; }
  virtual bool visitStmt(const clang::Stmt *) { return true; }
  virtual bool visitType(const clang::Type *) { return true; }
  virtual bool visitTypeLoc(clang::TypeLoc) { return true; } ///< a type where it is written

protected:
  /// What the source does not say: instantiations of templates, and what is implicit.
  enum Unwritten { None, Instantiations, All };
  explicit TreeVisitor(Unwritten Also = None) : Also(Also) {}

private:
  class Traversal;
  Unwritten Also;
};

} // namespace ad::attributes

#endif
