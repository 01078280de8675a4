//===- modes/resizing.h - sizes of vectors that calls change --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_RESIZING_H
#define AD_MODES_RESIZING_H

#include "plugin/modes/modes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SetVector.h"

namespace ad::modes {

/// What may happen to a vector in a call: its number of elements changes; it changes in other ways
/// than by elements that are appended; it gets other storage, by an assignment of the whole or an
/// exchange.
enum class Change { Size, MoreThanGrowth, Storage };

/// Whether a call of F may do that to a vector that it reaches through P.
bool mayChange(Context &C, const core::Function &F, const core::Variable *P, Change How);

/// Whether the callee of S may change V in this way.
bool changedByCall(Context &C, const core::Stmt *S, const core::Variable *V, Change How);

/// The same, of its number of elements.
inline bool resizedByCall(Context &C, const core::Stmt *S, const core::Variable *V) {
  return changedByCall(C, S, V, Change::Size);
}

/// The classes as which a call of F may see the object to which P leads where it changes the sizes
/// of vectors in it. None if that is not known.
std::optional<llvm::SetVector<const core::Type *>>
classesResized(Context &C, const core::Function &F, const core::Variable *P);

/// Whether a call of F may change the sizes of vectors in other objects: in those to which pointers
/// lead that are reached through P. Its forward sweep gives their adjoints the shapes.
bool resizesDeeper(Context &C, const core::Function &F, const core::Variable *P);

/// Whether the object that is given to a call has no name there, and is none that a caller gave.
bool behindOwnPointer(const core::Expr *Argument);

} // namespace ad::modes

#endif
