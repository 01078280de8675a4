//===- attributes/differentiable.h - which types have derivatives -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The predicate behind the signature rule: a type is differentiable if it holds a floating value
// somewhere, directly or behind a handle.
//
//===----------------------------------------------------------------------===//
#ifndef AD_ATTRIBUTES_DIFFERENTIABLE_H
#define AD_ATTRIBUTES_DIFFERENTIABLE_H

#include "clang/AST/Type.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <string>

namespace clang {
class CXXRecordDecl;
class RecordDecl;
class Sema;
class TagDecl;
} // namespace clang

namespace ad::attributes {

/// The answer of `differentiability`.
struct Differentiability {
  bool Differentiable = false;
  /// An incomplete class that hides the answer, or null. Reached through a pointer or reference of
  /// the asked type, or through a field of a class of the user's.
  const clang::TagDecl *Incomplete = nullptr;
  /// A type that cannot be differentiated yet although it holds floating values ('__float128',
  /// vectors, ...), spelled; or empty.
  std::string Unsupported;
};

/// Asks about T (any sugar, references included). Completes class template specialisations where
/// the answer needs it.
///
/// - `float`, `double`, `long double`: yes. Integers, `bool`, enumerations, `void`, functions,
///   member pointers: no.
/// - Pointers, references, arrays: as what they lead to.
/// - Class templates of namespace std: if a type argument is, and the class is not empty.
/// - Other classes: if a base or a field is that is not [[ad::constant]]; a class that is still
///   being defined: always; a polymorphic class of the user's: always, since a derived class may
///   hold what it does not.
///
/// Linear in the number of distinct classes reached.
Differentiability differentiability(clang::Sema &S, clang::QualType T, clang::SourceLocation Loc);

/// The same for those who are past all errors.
bool isDifferentiable(clang::Sema &S, clang::QualType T);

/// A class of std::chrono: it has no derivative, whatever its numbers are.
bool isOfChrono(const clang::RecordDecl *Record);

/// Whether a parameter of by-value class type is followed by a handle by value (std::span,
/// std::reference_wrapper, iterators), not by a reference.
bool isHandleClass(const clang::CXXRecordDecl *Class);

} // namespace ad::attributes

#endif
