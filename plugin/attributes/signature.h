//===- attributes/signature.h - the companion's signature -------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The one rule: the derivative of a T is a T; every differentiable parameter is followed by its
// derivative; the result's derivative comes last. Everybody who needs to know what a companion
// looks like asks here, so that declaration, definition and calls cannot disagree.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ATTRIBUTES_SIGNATURE_H
#define AD_ATTRIBUTES_SIGNATURE_H

#include "plugin/attributes/modes.h"
#include "clang/AST/Type.h"
#include <string>
#include <vector>

namespace clang {
class FunctionDecl;
class Sema;
} // namespace clang

namespace ad::attributes {

/// What a parameter of a companion stands for.
enum class ParameterRole {
  Primal,          ///< parameter `Primal` of the function itself
  Derivative,      ///< x_dot, x_bar of parameter `Primal`
  ThisDerivative,  ///< this_dot, this_bar; comes first
  ResultDerivative ///< f_dot, f_bar; comes last
};

struct CompanionParameter {
  ParameterRole Role;
  unsigned Primal = 0; ///< index among the function's parameters, for Primal and Derivative
  std::string Name;    ///< unique among the companion's parameters, never empty
  clang::QualType Type;
  bool DefaultsToOne = false; ///< `f_bar = 1`
};

struct Signature {
  std::string Name; ///< f_reverse
  clang::QualType Result;
  std::vector<CompanionParameter> Parameters;

  /// The parameter with this role, or null.
  const CompanionParameter *find(ParameterRole Role, unsigned Primal = 0) const;
};

/// f_reverse; `operator()` counts as `call`.
std::string companionName(const clang::FunctionDecl *F, Mode M);

/// "f" as it stands in f_dot and f_bar.
std::string baseName(const clang::FunctionDecl *F);

/// "dot" for tangents, "bar" for adjoints.
llvm::StringRef derivativeSuffix(Mode M);

/// The signature of F's companion in mode M (Forward or Reverse). F need not be annotated.
/// Parameter names are those of the first annotated declaration; [[ad::constant]] ones have no
/// derivative. F must have passed `checkSignature`.
Signature signatureOf(clang::Sema &S, const clang::FunctionDecl *F, Mode M);

/// Reports what stands in the way of a signature in these modes (incomplete types, types that are
/// not supported or cannot hold adjoints) at F's parameters. True if nothing does.
bool checkSignature(clang::Sema &S, const clang::FunctionDecl *F, llvm::ArrayRef<Mode> Modes);

/// The type of the tangent of a parameter of type T: T itself.
clang::QualType tangentType(clang::Sema &S, clang::QualType T);

/// The type of the adjoint of a parameter of type T: a handle to mutable storage. `double` gives
/// `double &`, `const S &` gives `S &`, `const double *` gives `double *`, `const double *const *`
/// gives `double *const *`, `std::span<const double>` gives `std::span<double>`.
clang::QualType adjointType(clang::Sema &S, clang::QualType T);

/// What T leads to, with `const` removed from the storage at the end of the handles, not from the
/// handles themselves: `const double` gives `double`, `const double *const` gives `double *const`.
clang::QualType mutableStorage(clang::Sema &S, clang::QualType T);

} // namespace ad::attributes

#endif
