//===- lower/returned_functions.h - results that are functions -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Which functions return functions that are followed by what they are: std::function objects, and
// pointers to functions where a lambda is among what they return.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_RETURNED_FUNCTIONS_H
#define AD_LOWER_RETURNED_FUNCTIONS_H

#include "clang/AST/Decl.h"

namespace ad::lower {

bool returnsFunction(const clang::FunctionDecl *FD);

} // namespace ad::lower

#endif
