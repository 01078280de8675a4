//===- core/names.h - names of variables that are read well ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_NAMES_H
#define AD_CORE_NAMES_H

#include "plugin/core/core.h"

namespace ad::core {

/// Variables that got a number because another one has the name they were to have lose it where
/// that one is not around: two loops one after the other both count with `i`. What is named after
/// such a variable (`s_1_bar`) goes with it. Nothing is hidden by it: no variable gets the name of
/// one in whose scope it is declared. From here on names are not unique in the function.
void shortenNames(Function &F);

} // namespace ad::core

#endif
