//===- modes/only_read.h - pointers that nothing is written by -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// `__restrict` says that what is written by one pointer is not read by another one. Of pointers by
// which nothing is written it says nothing: two of them may lead to the same elements, as two
// `const double *` may, and then their adjoints are one.
//
//===----------------------------------------------------------------------===//
#ifndef AD_MODES_ONLY_READ_H
#define AD_MODES_ONLY_READ_H

#include "plugin/modes/modes.h"

namespace ad::modes {

/// Marks the `__restrict` parameters of Made by which Body surely writes nothing; their adjoints
/// are not `__restrict`.
void dropIdlePromises(core::Module &M, core::Block &Body, Companion &Made);

} // namespace ad::modes

#endif
