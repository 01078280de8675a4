//===- core/object_numbers.h - sizes that objects hold --------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// In a loop that fills arrays anew in each of its iterations, `grid.n` becomes `grid_n`, declared
// ahead of it: how far subscripts go can then be told, and what is to be kept of the arrays.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_OBJECT_NUMBERS_H
#define AD_CORE_OBJECT_NUMBERS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal, before anything is made of it. Integers in objects that a loop leaves alone get
/// names.
void nameObjectNumbers(Module &M, Function &F);

/// The variable that is or leads to the object in which E, `object.part.n`, is a number: an object
/// of the function's own, a reference, or `this`. Null: E is nothing of the kind.
const Variable *objectOfNumber(const Expr *E);

/// The same for a pointer in it.
const Variable *objectOfPointer(const Expr *E);

/// How a variable that stands for such a number or pointer is called: `grid_n`.
std::string partName(const Expr *E);

/// Whether S, with all that is nested in it, leaves Number alone, a number or pointer in an object,
/// and nobody gets hold of it.
bool leavesNumberAlone(Stmt &S, const Expr *Number);

} // namespace ad::core

#endif
