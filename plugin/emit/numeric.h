//===- emit/numeric.h - the arithmetic type of printed text ---*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Core's conversions are explicit nodes; C++ performs most of them unasked. Emission leaves out
// those, and therefore has to know in which type C++ evaluates the text that it prints.
//
//===----------------------------------------------------------------------===//
#ifndef AD_EMIT_NUMERIC_H
#define AD_EMIT_NUMERIC_H

#include "plugin/core/core.h"

namespace ad::emit {

/// What decides how C++ converts an operand. Not numeric: pointers, records, the rest.
struct Numeric {
  enum { None, Integer, Real, Complex } Kind = None;
  unsigned Bits = 0;
  bool Unsigned = false;

  explicit operator bool() const { return Kind != None; }
  bool operator==(const Numeric &Other) const {
    return Kind == Other.Kind && Bits == Other.Bits && Unsigned == Other.Unsigned;
  }
  bool operator!=(const Numeric &Other) const { return !(*this == Other); }
};

Numeric numeric(const core::Type *T);
inline Numeric numericInt() { return {Numeric::Integer, 32, false}; }

/// C++'s integral promotion.
Numeric promoted(Numeric N);
/// C++'s usual arithmetic conversions ([expr.arith.conv]); for complex numbers, whose operators are
/// templates, the operands that these accept.
Numeric usual(Numeric A, Numeric B);
/// Whether every value of From is a value of To.
bool preserves(Numeric From, Numeric To);

/// A literal without point and exponent: in C++ an integer, whatever Core's type for it.
bool hasIntegerText(const core::Expr *E);
/// The text of a real literal with what makes C++ give it the type T: "2" -> "2.0", "0.5" ->
/// "0.5F".
std::string realText(llvm::StringRef Text, const core::Type *T);
/// The same where an integer does as well: "2" stays.
std::string shortRealText(llvm::StringRef Text, const core::Type *T);

} // namespace ad::emit

#endif
