//===- clang-ad/rewrite.h - the source with its companions ------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Turns a compiled file and what was generated for it into one source text.
//
//===----------------------------------------------------------------------===//
#ifndef AD_TOOLS_REWRITE_H
#define AD_TOOLS_REWRITE_H

#include "plugin/driver/end_of_file.h"
#include <string>

namespace clang {
class Preprocessor;
} // namespace clang

namespace ad::tools {

/// The main file of PP without our attributes, with the companions' declarations after those of
/// their functions and their definitions at the end. False after an error was reported: a companion
/// would have to be declared in a class that stands in a header.
bool rewrite(clang::Preprocessor &PP, const driver::Outcome &Generated, std::string &Out);

} // namespace ad::tools

#endif
