//===- core/steps.h - telling places apart by how they are reached -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What all analyses of overlap agree on: the kinds of scalars, and the members and subscripts that
// lead to a place.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_STEPS_H
#define AD_CORE_STEPS_H

#include "plugin/core/core.h"

namespace ad::core {

/// The scalar of which an array or a reference is made; T itself if it is neither.
const Type *scalarIn(const Type *T);

/// Whether no object may be both an A and a B, by the language's own aliasing rule.
bool distinctScalars(const Type *A, const Type *B);
/// Whether Place is a part of a union, in which scalars of different types share their memory.
bool isInUnion(const Expr *Place);

/// The members, subscripts and dereference that lead to Place from its variable or pointer, first
/// one first.
void stepsTo(const Expr *Place, llvm::SmallVectorImpl<const Expr *> &Out);

/// Calls F for what is evaluated to find where Place is: subscripts and pointers.
void forEachPartOfAddress(const Expr *Place, llvm::function_ref<void(const Expr *)> F);

/// Index as something (null: nothing) plus a literal.
std::pair<const Expr *, int64_t> asOffset(const Expr *Index);

/// A - B, two subscripts evaluated at the same moment, where that is a number whatever the values
/// of their variables.
std::optional<int64_t> difference(const Expr *A, const Expr *B);

/// Whether two subscripts can never be equal. SameMoment: their variables have the same values.
bool distinctIndices(const Expr *A, const Expr *B, bool SameMoment);

} // namespace ad::core

#endif
