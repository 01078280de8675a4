//===- attributes/extent.h - [[ad::extent(n)]] ----------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ATTRIBUTES_EXTENT_H
#define AD_ATTRIBUTES_EXTENT_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace ad::attributes {

/// A parameter, an integer, or one of + - * / behind its two operands: "rows columns *".
struct ExtentPart {
  llvm::StringRef Text;
  std::optional<unsigned> Parameter; ///< its number
};

/// What [[ad::extent(...)]] says about parameter I, on any declaration of F. Empty where it says
/// nothing.
llvm::SmallVector<ExtentPart, 4> extentOf(const clang::FunctionDecl *F, unsigned I);

} // namespace ad::attributes

#endif
