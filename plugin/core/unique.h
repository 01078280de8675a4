//===- core/unique.h - what can only be moved ------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_UNIQUE_H
#define AD_CORE_UNIQUE_H

#include "plugin/core/core.h"

namespace ad::core {

/// Whether a T is or holds a std::unique_ptr that Core does not look into.
inline bool movesOnly(const Type *T) {
  if (T->isArray())
    return !T->IsVector && movesOnly(T->Element);
  if (T->is(TypeKind::Opaque))
    return llvm::StringRef(T->Spelling).starts_with("std::unique_ptr<");
  return llvm::any_of(T->Fields, [](const Field &F) { return movesOnly(F.Ty); });
}

} // namespace ad::core

#endif
