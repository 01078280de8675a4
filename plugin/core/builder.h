//===- core/builder.h - folding constructors for Core ---------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Makes nodes, folding as it goes: 0 + x, 1 * x, 0 * x (derivative factors only ever meet exact
// zeros and ones), -(-x), c1 * c2 vanish as they are built, so modes need no clean-up pass for
// them. Only the arithmetic of derivatives is built through the folding functions (add, sub, mul,
// div, neg); the user's own expressions are copied node by node and never folded.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_BUILDER_H
#define AD_CORE_BUILDER_H

#include "plugin/core/core.h"

namespace ad::core {

class Builder {
public:
  explicit Builder(Module &M) : M(M) {}
  Module &M;

  // Leaves.
  const Expr *literal(llvm::StringRef Text, const Type *Ty);
  const Expr *number(double Value,
                     const Type *Ty); ///< 0 -> "0", 0.5 -> "0.5", 2 -> "2" (in Real context)
  const Expr *integer(int64_t Value); ///< of type int
  const Expr *var(Variable *V);       ///< type: non-reference type of V

  // Places. The result type is derived from the base.
  const Expr *member(const Expr *Base, llvm::StringRef Field); ///< looks through bases
  const Expr *member(const Expr *Base, const Field &F);        ///< BaseOf when F.IsBase
  const Expr *shadowMember(const Expr *Base, const Field &F);  ///< the same of a derivative
  const Expr *subscript(const Expr *Base, const Expr *Index);
  const Expr *dereference(const Expr *Pointer); ///< folds *&x
  const Expr *addressOf(const Expr *Place);     ///< folds &*p

  // Plain (non-folding) nodes.
  const Expr *unary(llvm::StringRef Op, const Expr *A, const Type *Ty);
  const Expr *binary(llvm::StringRef Op, const Expr *A, const Expr *B, const Type *Ty);
  const Expr *conditional(const Expr *C, const Expr *A, const Expr *B);
  const Expr *cast(const Type *Ty, const Expr *A, bool Explicit = false);
  const Expr *primitive(llvm::StringRef Name, llvm::ArrayRef<const Expr *> Args, const Type *Ty);
  const Expr *sizeOf(const Expr *Array); ///< `v.size()`, or the extent of an array
  const Expr *opaque(llvm::StringRef Text, const Type *Ty, llvm::ArrayRef<const Expr *> Args = {});

  // Folding arithmetic of derivatives. Result type: that of the wider real operand.
  const Expr *add(const Expr *A, const Expr *B);
  const Expr *sub(const Expr *A, const Expr *B);
  const Expr *mul(const Expr *A, const Expr *B);
  const Expr *div(const Expr *A, const Expr *B);
  const Expr *neg(const Expr *A);
  const Expr *select(const Expr *C, const Expr *A, const Expr *B); ///< folds equal arms
  static bool isZero(const Expr *E);
  static bool isOne(const Expr *E);

  // Statements.
  Stmt *declare(Variable *V, const Expr *Value = nullptr);
  Stmt *assign(const Expr *Target, const Expr *Value);
  Stmt *accumulate(const Expr *Target,
                   const Expr *Value); ///< null result never; caller skips zeros
  Stmt *comment(llvm::StringRef Text);
  Stmt *ifThen(const Expr *Cond, Block Then, Block Else = {});
  Stmt *record(const Expr *Value);
  Stmt *restore(const Expr *Target);
  Stmt *effect(llvm::StringRef Text, llvm::ArrayRef<const Expr *> Operands,
               llvm::ArrayRef<const Expr *> Writes); ///< Opaque
  Stmt *exchange(const Expr *A, const Expr *B);      ///< of vectors
  /// `for (k = 0; k < ...; ++k) Body(k)` over the elements of an array or vector; the counter is a
  /// new variable of F.
  Stmt *overElements(Function &F, const Expr *Array,
                     llvm::function_ref<void(const Expr *, Block &)> Body);
};

} // namespace ad::core

#endif
