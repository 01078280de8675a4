//===- emit/emit.h - Core -> C++ text -------------------------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// The text that users read and that the compiler compiles. Layout follows LLVM's style; only the
// breaking of long lines is left to driver/format.h.
//
//===----------------------------------------------------------------------===//
#ifndef AD_EMIT_EMIT_H
#define AD_EMIT_EMIT_H

#include "plugin/core/core.h"
#include "plugin/core/spell.h"
#include <set>

namespace ad::emit {

/// The whole definition: enclosing namespaces reopened, header comment, signature, body.
std::string definition(const core::Function &);

/// `double energy_reverse(const double *x, ..., double energy_bar = 1)`, without the semicolon, as
/// it is written within its class or namespace: for the declaration beside the primal's.
std::string declaration(const core::Function &);

/// The first line of the definition, `double S::f(double x, int /*n*/) const`: parameters that the
/// body does not use have their names in comments.
std::string signature(const core::Function &);

/// `{ ... }`, each statement on its own line.
std::string body(const core::Function &);

/// Text within the namespaces (not the class) of S.
std::string enclosed(const core::Scope &S, llvm::StringRef Text);

/// `static`, `inline`, `extern "C"` as the definition of F carries them, each followed by a space.
std::string specifiers(const core::Function &);

std::string expression(const core::Expr *);
inline std::string type(const core::Type *T) { return core::spell(T); }
using core::declarator;

/// The headers that the definition needs beside the user's own: "ad/tape.h", "ad/shadow.h",
/// "cmath", "algorithm", "limits".
std::set<std::string> headers(const core::Function &);

} // namespace ad::emit

#endif
