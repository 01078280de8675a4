//===- core/known_numbers.h - what numbers in objects are -------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// An object that is made with `n` rows and `n` columns has as many of one as of the other, which
// `matrix.rows` and `matrix.columns` do not say.
//
//   A.rows = n;                                A.rows = n;
//   A.columns = n;                             A.columns = n;
//   Matrix U = A;                              Matrix U = A;
//   for (int i = 0; i < U.rows; ++i)           for (int i = 0; i < n; ++i)
//     s += U.data[i * U.columns + i];            s += U.data[i * n + i];
//
// Pointers to numbers alike: memory that is made for an object has a name, which the object's
// operators do not say, and of which no pointer has to be kept for each of their calls.
//
//   double *const memory = new double[n];      double *const A_data = new double[n];
//   A.data = memory;                           A.data = A_data;
//   double *const data = A.data;               A_data[i] = x;
//   data[i] = x;
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_KNOWN_NUMBERS_H
#define AD_CORE_KNOWN_NUMBERS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal, before anything is made of it. Integers, and pointers to numbers, in the function's
/// own objects give way to what they were set to, a number or a variable that stays as it is, where
/// nothing may have changed them in between.
void replaceKnownNumbers(Module &M, Function &F);

} // namespace ad::core

#endif
