//===- lower/views.h - pipelines of std::views ------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_LOWER_VIEWS_H
#define AD_LOWER_VIEWS_H

#include "plugin/core/core.h"
#include "clang/AST/Type.h"

namespace clang {
class CXXRecordDecl;
class Expr;
} // namespace clang

namespace ad::lower {

/// What an adaptor does to each element.
struct Stage {
  enum { Transform, Filter, TakeWhile, Take, Drop, Part } Kind;
  unsigned Number = 0;                 ///< Part: which one of a pair
  const clang::Expr *Called = nullptr; ///< what is called with the element
  const core::Expr *Count = nullptr;   ///< how many are taken or dropped
  core::Variable *Counter = nullptr;   ///< how many have been
};

/// The indices from First to Past, of the elements of Range or by themselves, and what is done to
/// them.
struct Pipeline {
  const core::Expr *Range = nullptr;
  clang::QualType Element;
  const core::Type *Index = nullptr;
  const core::Expr *First = nullptr, *Past = nullptr; ///< no Past: there is no end
  bool Backwards = false;
  bool Skips = false;         ///< not every index is an element
  bool IsMap = false;         ///< Range is a map, which has no indices
  clang::QualType Iterator{}; ///< ... but these
  std::vector<Stage> Stages{};
};

/// Whether RD is a class of views.
bool isView(const clang::CXXRecordDecl *RD);
bool isView(clang::QualType T);

} // namespace ad::lower

#endif
