//===- driver/custom_rules.h - companions that already exist ----*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_DRIVER_CUSTOM_RULES_H
#define AD_DRIVER_CUSTOM_RULES_H

#include "plugin/core/core.h"

namespace clang {
class FunctionDecl;
class NamedDecl;
class Sema;
} // namespace clang

namespace ad::driver {

/// Fills in F.Companions and F.HandWritten: the companions of FD that the user asked for by
/// attribute, and those that he wrote by hand (a function `f_m` with the companion's signature in
/// f's scope; for a method also a free function `f_m(const S &self, S &self_bar, ...)`). A visible
/// `f_m` that misses the signature is a warning that shows both. Also F.SharesSweeps, and the pair
/// of sweeps written by hand.
void findCompanions(clang::Sema &S, const clang::FunctionDecl *FD, core::Function &F);

/// The qualified name of D as it can be written at the end of the file: without unnamed namespaces.
std::string writableName(const clang::NamedDecl *D);

} // namespace ad::driver

#endif
