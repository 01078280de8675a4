//===- driver/format.h - long lines, broken LLVM's way ----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_FORMAT_H
#define AD_DRIVER_FORMAT_H

#include "llvm/ADT/StringRef.h"
#include <string>

namespace ad::driver {

/// Text as clang-format prints it in LLVM's style with 100 columns. About a millisecond for each
/// kilobyte and a half.
std::string formatted(llvm::StringRef Text);

} // namespace ad::driver

#endif
