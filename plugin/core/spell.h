//===- core/spell.h - C++ spelling of types -------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Core's types as C++ text, in C's inside-out syntax.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_SPELL_H
#define AD_CORE_SPELL_H

#include "plugin/core/type.h"

namespace ad::core {

struct Function;

/// `const double *x`, `double (*a)[3]`, `double (&a)[3]`, `int n`: Name declared as a T; of type
/// `const T` where Const. An empty Name gives the type alone.
std::string declarator(const Type *T, llvm::StringRef Name, bool Const = false);

/// `const double *`: the type alone.
inline std::string spell(const Type *T) { return declarator(T, ""); }

/// What the user calls F in messages: the dispatching function of a virtual one goes by its name.
llvm::StringRef shownName(const Function &F);

} // namespace ad::core

#endif
