//===- core/split_rims.h - loops with other ends than middles --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A loop that asks in each iteration whether it is the first or the last one is three: only the
// ends have to ask, and the middle, where nothing is asked, can be hoisted from, gathered and
// vectorised, as can its adjoint.
//
//   for (int i = 0; i < n; ++i) {        if (n > 0) {
//     double flow = 0;                     const int i = 0;
//     if (i > 0)                           ... // asks for the right neighbour
//       flow += u[i - 1] - u[i];         }
//     if (i < n - 1)                     for (int i = 1; i < n - 1; ++i) {
//       flow += u[i + 1] - u[i];           double flow = 0;
//     v[i] = u[i] + c * flow;              flow += u[i - 1] - u[i];
//   }                                      flow += u[i + 1] - u[i];
//                                          v[i] = u[i] + c * flow;
//                                        }
//                                        if (n > 1) {
//                                          const int i = n - 1;
//                                          ...
//
// So are loops that ask by `std::max(i - 1, 0)`, or go around by `(i + 1) % n`.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_SPLIT_RIMS_H
#define AD_CORE_SPLIT_RIMS_H

#include "plugin/core/core.h"

namespace ad::core {

/// Of a primal, before anything is made of it: innermost loops of a few statements, and loops
/// around them whose ends these ask for. Returns whether there were any: branches may be known now.
bool splitRims(Module &M, Function &F);

} // namespace ad::core

#endif
