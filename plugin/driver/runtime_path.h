//===- driver/runtime_path.h - where the runtime headers are ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Finds the runtime headers from the place that this code was loaded from.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_RUNTIME_PATH_H
#define AD_DRIVER_RUNTIME_PATH_H

#include <string>

namespace ad::driver {

/// The directory to search for `<ad/tape.h>`: include/clang-ad beside the directory of the plugin
/// (or of the program), as in the build tree and in an installed one. Empty if there is none.
std::string runtimeIncludeDirectory();

} // namespace ad::driver

#endif
