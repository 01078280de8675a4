//===- lower/nodes.h - making Core nodes ----------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Expressions of Core from their parts, at a place in the user's source. They know nothing of the
// function that is being lowered.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_NODES_H
#define AD_LOWER_NODES_H

#include "plugin/core/core.h"
#include "clang/Basic/SourceLocation.h"

namespace ad::lower {

class Nodes {
protected:
  explicit Nodes(core::Module &M) : M(M) {}

  const core::Expr *literal(llvm::StringRef Text, const core::Type *Ty, clang::SourceLocation Loc);
  const core::Expr *name(core::Variable *V, clang::SourceLocation Loc);
  /// Base[Index]
  const core::Expr *subscript(const core::Expr *Base, const core::Expr *Index,
                              clang::SourceLocation Loc);
  /// *Pointer
  const core::Expr *dereference(const core::Expr *Pointer, clang::SourceLocation Loc);
  /// The address of Place, which is followed at once and kept nowhere.
  const core::Expr *pointerTo(const core::Expr *Place, const core::Type *Ty,
                              clang::SourceLocation Loc);
  const core::Expr *unary(llvm::StringRef Op, const core::Expr *A, const core::Type *Ty,
                          clang::SourceLocation Loc);
  const core::Expr *binary(llvm::StringRef Op, const core::Expr *A, const core::Expr *B,
                           const core::Type *Ty, clang::SourceLocation Loc);
  /// A as a Ty; A itself if it is one, unless the cast is Explicit.
  const core::Expr *convert(const core::Type *Ty, const core::Expr *A, bool Explicit,
                            clang::SourceLocation Loc);
  /// C++ text with a $ for each of the Operands.
  const core::Expr *opaque(llvm::StringRef Text, const core::Type *Ty,
                           llvm::ArrayRef<const core::Expr *> Operands, clang::SourceLocation Loc);
  /// !E
  const core::Expr *negate(const core::Expr *E, clang::SourceLocation Loc);
  /// What a Ty holds that is initialised by `{}`.
  const core::Expr *zero(const core::Type *Ty, clang::SourceLocation Loc);

  core::Module &M;
};

} // namespace ad::lower

#endif
