//===- core/walk.h - visiting, comparing and rewriting Core ---*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_WALK_H
#define AD_CORE_WALK_H

#include "plugin/core/core.h"

namespace ad::core {

/// Calls F on E and all its operands, parents first. F returns false to skip the operands.
void walk(const Expr *E, llvm::function_ref<bool(const Expr *)> F);

/// Calls F on every expression that S itself holds (not those of nested statements), whole trees
/// not split: targets, values, operands, case labels. Not on Opaque's Writes.
void forEachExpr(const Stmt &S, llvm::function_ref<void(const Expr *)> F);

/// Calls F on every statement of B, nested ones too, in program order, parents first (Init, Setup,
/// body, Step for loops).
void walk(const Block &B, llvm::function_ref<void(Stmt *)> F);

/// Calls F on the blocks that S itself holds, in the order in which they run.
void forEachBlock(Stmt &S, llvm::function_ref<void(Block &)> F);

/// Calls Change on every block in and under B, inner ones first. Returns whether one returned true.
bool changeBlocks(Block &B, llvm::function_ref<bool(Block &)> Change);

/// The same for those blocks alone in which a variable is used where it is declared: not a loop's
/// Init and Setup, whose variables are used outside of them.
bool changeScopes(Block &B, llvm::function_ref<bool(Block &)> Change);

/// Structural equality.
bool equal(const Expr *A, const Expr *B);

/// `p + n - p` as n, `p - p` as 0 and `p + n - (p + m)` as n - m, of type Ty; null if A - B is none
/// of these.
const Expr *pointerDifference(Module &M, const Expr *A, const Expr *B, const Type *Ty,
                              Location Loc);

/// E with every subexpression for which F returns non-null replaced (parents first, replacements
/// are not visited again). Nodes are shared where nothing changed. Where a replacement makes them,
/// `*&x`, `&*p` and `(&a[0])[i]` become `x`, `p` and `a[i]`, and differences of pointers indices.
const Expr *rewrite(Module &M, const Expr *E, llvm::function_ref<const Expr *(const Expr *)> F);

/// Replaces every expression that S itself holds (Opaque's Writes too), or null, by what Of gives
/// for it.
void replaceEach(Stmt &S, llvm::function_ref<const Expr *(const Expr *)> Of);

/// `rewrite`, in place, for every expression that S itself holds.
void rewrite(Module &M, Stmt &S, llvm::function_ref<const Expr *(const Expr *)> F);

/// The same for an F that replaces places by others with the same value: what `&` stands in front
/// of stays where it is, with its subscripts and pointers replaced.
const Expr *rewriteValues(Module &M, const Expr *E,
                          llvm::function_ref<const Expr *(const Expr *)> F);
void rewriteValues(Module &M, Stmt &S, llvm::function_ref<const Expr *(const Expr *)> F);

/// A deep copy of statements, sharing expressions.
Block clone(Module &M, const Block &B);

/// Whether the operation E, its operands aside, may have no value: a division of integers, or a
/// shift, by anything but a literal or a constant, or by zero.
bool mayTrap(const Expr *E);

/// Whether E mentions V.
bool mentions(const Expr *E, const Variable *V);

/// Whether E is a place (see core.h, invariant 4).
bool isPlace(const Expr *E);

/// The variable that the place E is a part of, if it is reached by Member/BaseOf/Subscript of
/// arrays only (no pointer in between); else null. For reference parameters: the parameter.
Variable *rootVariable(const Expr *Place);

/// Whether the element Index of Array, reached by a pointer to the first one, is surely one of
/// Array's own: a walk over a row of an array of arrays may go on into the next row.
bool staysWithin(const Expr *Array, const Expr *Index);

/// The pointer value through which the place E is reached, if there is one (the last one
/// followed: of `p->q[i].x` it is `p->q`).
const Expr *rootPointer(const Expr *Place);

/// Rough number of machine operations to evaluate E (calls to primitives count 20, divisions 5).
unsigned cost(const Expr *E);

} // namespace ad::core

#endif
