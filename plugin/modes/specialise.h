//===- modes/specialise.h - functions with constant parameters -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Copies of functions: a mode works on a copy of the primal's body, and a call whose argument
// carries no derivative, at an address whose extent nobody knows, is a call of the callee in which
// that parameter is constant.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_SPECIALISE_H
#define AD_MODES_SPECIALISE_H

#include "plugin/modes/modes.h"
#include "llvm/ADT/DenseMap.h"

namespace ad::modes {

/// The body of From for use in To: a copy whose variables are To's. Adopted says what stands for
/// From's parameters; locals are made in To and entered there.
core::Block adopt(core::Module &M, const core::Function &From, core::Function &To,
                  llvm::DenseMap<const core::Variable *, core::Variable *> &Adopted);

/// F with the parameters of the set bits marked constant; the same one for the same set. Its
/// companions are helpers. Null if the body of F is not visible.
core::Function *specialise(Context &C, core::Function &F, const std::vector<bool> &Constant);

/// Whether the object that Arg is, or points to, may be of a class derived from the one it is seen
/// as: zero storage of that type would be too small for its derivative.
bool mayBeDerived(const core::Expr *Arg);

} // namespace ad::modes

#endif
