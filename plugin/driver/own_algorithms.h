//===- driver/own_algorithms.h - the library's algorithms as loops -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_OWN_ALGORITHMS_H
#define AD_DRIVER_OWN_ALGORITHMS_H

namespace clang {
class Sema;
}

namespace ad::driver {

/// Parses namespace ad::algorithms, where the program knows the library's: to be called once, when
/// a function that is lowered calls one of them.
void supplyAlgorithms(clang::Sema &S);

} // namespace ad::driver

#endif
