//===- driver/name_capture.h - names must mean what they meant --*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A companion is parsed at the end of the file, where a name of its function may mean something
// else: a later overload may win. That would be a wrong derivative without a word.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_NAME_CAPTURE_H
#define AD_DRIVER_NAME_CAPTURE_H

#include "plugin/attributes/requests.h"

namespace ad::driver {

/// Compares the functions and variables that the parsed companion refers to with those that its
/// primal, and what that calls, refers to. An error if a name that both use means different
/// declarations. True if all is well. Linear in the size of the bodies reached.
bool checkNames(clang::Sema &S, const attributes::Request &R);

} // namespace ad::driver

#endif
