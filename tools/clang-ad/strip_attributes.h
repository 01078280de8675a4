//===- clang-ad/strip_attributes.h - removing our attributes ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Finds what has to go from a source file so that no compiler meets an attribute of ours.
//
//===----------------------------------------------------------------------===//
#ifndef AD_TOOLS_STRIP_ATTRIBUTES_H
#define AD_TOOLS_STRIP_ATTRIBUTES_H

#include "clang/Basic/LangOptions.h"
#include "llvm/ADT/StringRef.h"
#include <vector>

namespace ad::tools {

/// Characters [Begin, End) of the source.
struct Piece {
  size_t Begin;
  size_t End;
};

/// The pieces to remove: whole attribute lists that hold nothing but our attributes, with the white
/// space after them, or our attributes with one comma where others share the list. Also in macro
/// definitions and in parts that are not compiled. In order, not overlapping. Linear.
std::vector<Piece> findOwnAttributes(llvm::StringRef Source, const clang::LangOptions &Language);

} // namespace ad::tools

#endif
