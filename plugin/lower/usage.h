//===- lower/usage.h - how a body uses its variables ----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A look ahead over a body, before it is lowered: which variables are assigned after their
// declaration, and to which a pointer or reference may exist.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_USAGE_H
#define AD_LOWER_USAGE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include <memory>

namespace ad::lower {

struct Usage;
/// What visible callees do with their parameters, by definition.
using UsageCache = llvm::DenseMap<const clang::FunctionDecl *, std::unique_ptr<Usage>>;

struct Usage {
  llvm::DenseSet<const clang::ValueDecl *> Modified; ///< assigned, or reachable for writing
  llvm::DenseSet<const clang::ValueDecl *> Escaping; ///< a pointer or reference may exist
  llvm::DenseSet<const clang::ValueDecl *> Returned; ///< the result is a reference to (part of) it
  llvm::DenseSet<const clang::NamedDecl *> Named;    ///< functions and globals that are mentioned

  bool ThisModified = false, ThisEscapes = false, ThisReturned = false;

  /// Adds what S does. Known remembers callees between calls.
  void scan(const clang::Stmt *S, UsageCache &Known);
};

/// How often E mentions D.
unsigned countMentions(const clang::Stmt *E, const clang::ValueDecl *D);

/// Whether Last is the last that Body says about a local variable of its own: nothing mentions it
/// later, and nothing may have kept a pointer or a reference to it.
bool isLastMention(const clang::Stmt *Body, const clang::DeclRefExpr *Last);

/// Whether S only ever writes D: `++calls;`, `last = x;`. Discarded: nobody looks at the value of
/// S.
bool onlyWrites(const clang::Stmt *S, const clang::VarDecl *D, bool Discarded = false);

/// Two unsequenced operands of an operator: a modification in one of a variable that the other
/// mentions. Returns that variable.
const clang::ValueDecl *unsequenced(const clang::Expr *A, const clang::Expr *B);

} // namespace ad::lower

#endif
