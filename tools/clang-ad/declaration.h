//===- clang-ad/declaration.h - printing a companion's declaration -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What the user would have written to declare a companion.
//
//===----------------------------------------------------------------------===//
#ifndef AD_TOOLS_DECLARATION_H
#define AD_TOOLS_DECLARATION_H

#include "clang/AST/PrettyPrinter.h"
#include <string>

namespace clang {
class FunctionDecl;
} // namespace clang

namespace ad::tools {

/// `static double f_reverse(double x, double &x_bar, double f_bar = 1);`, to stand in the scope of
/// the companion, which inherits `extern "C"` from a braceless linkage specification if CPrefix.
std::string declarationText(const clang::FunctionDecl *Companion, bool CPrefix);

/// `(double x, double &x_bar, double f_bar = 1) const`.
std::string parameterText(const clang::FunctionDecl *Companion, bool Defaults);

/// How types are printed where the companion stands.
clang::PrintingPolicy policyOf(const clang::FunctionDecl *Companion);

/// `namespace a { namespace b {` and the closing braces for the scope of the companion, for use at
/// the outermost level. Empty for the global namespace. Innermost: of so many namespaces only.
std::string openScopes(const clang::FunctionDecl *Companion, size_t Innermost = -1);
std::string closeScopes(const clang::FunctionDecl *Companion, size_t Innermost = -1);

} // namespace ad::tools

#endif
