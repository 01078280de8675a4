//===- emit/outside.h - containers that users see ------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Where a parameter or result of what users call is another container than Core has (a std::list,
// which is the deque of its elements), the text takes the elements in and gives them back
// (ad/elements.h). A map that is returned is made in a local variable.
//
//===----------------------------------------------------------------------===//
#ifndef AD_EMIT_OUTSIDE_H
#define AD_EMIT_OUTSIDE_H

#include "plugin/core/core.h"

namespace ad::emit {

/// V declared as what users see, called Name.
std::string outsideParameter(const core::Variable &V, llvm::StringRef Name);
/// What the container is called whose elements are V in F.
std::string outsideName(const core::Function &F, const core::Variable &V);
/// Whether F takes or gives containers of users.
bool meetsOutside(const core::Function &F);
/// Argument, given to the parameter P.
std::string outsideArgument(const core::Variable &P, llvm::StringRef Argument);

} // namespace ad::emit

#endif
