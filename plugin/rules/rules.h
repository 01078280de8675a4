//===- rules/rules.h - the derivatives of the primitives ------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What modes ask of the rules table (rules.def). A partial derivative is an expression over the
// operands and the result of the call; it shares the operands' nodes, so a mode that must not
// evaluate them twice binds them to names first.
//
//===----------------------------------------------------------------------===//
#ifndef AD_RULES_RULES_H
#define AD_RULES_RULES_H

#include "plugin/core/builder.h"

namespace ad::rules {

/// One line of the table, as text: for documentation.
struct Row {
  llvm::StringRef Name;
  unsigned Arity;
  llvm::SmallVector<llvm::StringRef, 3> Partials; ///< as written in rules.def
  llvm::StringRef Choices;
};

/// Every line of the table, in its order.
llvm::ArrayRef<Row> table();

/// Whether Name is a primitive that takes Arity operands.
bool known(llvm::StringRef Name, unsigned Arity);

/// Whether the primitive can be differentiated by operand Index: false where no closed form is
/// known (the order of a Bessel function). A derivative that is zero is known.
bool hasPartial(llvm::StringRef Name, unsigned Arity, unsigned Index);
bool hasPartial(const core::Expr *Call, unsigned Index);

/// The partial derivative of Call, a Primitive, by its operand Index. Result is an expression that
/// holds the value of the call (or the call itself, which is then evaluated again). Null if the
/// derivative is identically zero.
const core::Expr *partial(core::Builder &B, const core::Expr *Call, unsigned Index,
                          const core::Expr *Result);

/// Whether partial(Call, Index) mentions the result: then it pays to bind the call to a name.
bool usesResult(const core::Expr *Call, unsigned Index);

/// What operand Index adds to the tangent of Call when its own tangent is Dot, and what it gets
/// when the adjoint of Call is Seed. Null for zero.
const core::Expr *push(core::Builder &B, const core::Expr *Call, unsigned Index,
                       const core::Expr *Result, const core::Expr *Dot);
const core::Expr *pull(core::Builder &B, const core::Expr *Call, unsigned Index,
                       const core::Expr *Result, const core::Expr *Seed);

/// Whether Call, a Primitive, takes or gives a complex number.
bool isComplex(const core::Expr *Call);
/// Whether Name is a function of Arity operands, one of them complex, or a complex one.
bool knownComplex(llvm::StringRef Name, unsigned Arity);
/// The partial derivatives that complex numbers have for themselves; null: that of the table.
const core::Expr *complexPartial(core::Builder &B, const core::Expr *Call, unsigned Index,
                                 const core::Expr *Result);
/// conj(E); E itself where it is real.
const core::Expr *conjugate(core::Builder &B, const core::Expr *E);
/// Value as a tangent or adjoint of what has the type Ty: its real part where that is real.
const core::Expr *project(core::Builder &B, const core::Expr *Value, const core::Type *Ty);

/// Partial * Factor. A Partial that is a selection is distributed over its arms, `c ? 0 : s` gives
/// `c ? 0 : s * Factor`: an infinite Factor meets no zero, and selections of a factor read well.
const core::Expr *scale(core::Builder &B, const core::Expr *Partial, const core::Expr *Factor);

/// A + B, where selections by the same condition become one: (c ? a : 0) + (c ? 0 : b) is
/// c ? a : b.
const core::Expr *sum(core::Builder &B, const core::Expr *A, const core::Expr *C);

/// How the function is called in C++: "std::sin", "ad::digamma", "::j0".
std::string spelling(llvm::StringRef Name);

/// The header that declares it, without brackets: "cmath", "ad/special.h".
llvm::StringRef header(llvm::StringRef Name);
llvm::StringRef header(const core::Expr *Call);

} // namespace ad::rules

#endif
