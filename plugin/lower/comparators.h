//===- lower/comparators.h - what orders the elements of a container -*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_COMPARATORS_H
#define AD_LOWER_COMPARATORS_H

#include "plugin/lower/usage.h"
#include "clang/Sema/Sema.h"

namespace ad::lower {

/// What compares the elements of the std::priority_queue or set of type T that Init makes: an
/// object of the class that the type names, or what the variable was made with. Null where that is
/// not known.
clang::Expr *comparator(clang::Sema &S, const Usage &Uses, clang::QualType T,
                        const clang::Expr *Init, clang::SourceLocation Loc);

} // namespace ad::lower

#endif
