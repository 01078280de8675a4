//===- driver/mode_names.h - identifiers inside our attribute ---*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Lets `[[ad::differentiate(forward, reverse)]]` parse although nothing called `reverse` exists.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_MODE_NAMES_H
#define AD_DRIVER_MODE_NAMES_H

namespace clang {
class LookupResult;
class Sema;
} // namespace clang

namespace ad::driver {

/// Called when unqualified look-up found nothing. If the name stands among the arguments of our
/// attribute, adds a stand-in to R and returns true; the attribute's handler judges the name.
bool supplyModeName(clang::Sema &S, clang::LookupResult &R);

} // namespace ad::driver

#endif
