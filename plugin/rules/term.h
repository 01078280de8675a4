//===- rules/term.h - the notation of the rules table ---------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// A Term is a Core expression that C++ operators build, so that a line of the table is an
// expression in the field's notation: `1 - r * r`. Everything goes through the folding builder.
//
//===----------------------------------------------------------------------===//
#ifndef AD_RULES_TERM_H
#define AD_RULES_TERM_H

#include "plugin/core/builder.h"

namespace ad::rules {

/// A mathematical constant, with more digits than a double holds.
struct Constant {
  const char *Digits;
};

inline constexpr Constant Ln2{"0.693147180559945309417232121458176568"};
inline constexpr Constant Ln10{"2.30258509299404568401799145468436421"};
inline constexpr Constant TwoOverSqrtPi{"1.12837916709551257389615890312154517"};

/// A truth value in a rule.
class Condition {
public:
  Condition(core::Builder &B, const core::Expr *E) : B(&B), E(E) {}
  core::Builder *B;
  const core::Expr *E;
};

/// A value in a rule: an operand, the result, a number, or what was made of them. A number gets
/// its type when it meets an expression.
class Term {
public:
  Term(double Value) : Value(Value) {}
  Term(Constant C) : Digits(C.Digits) {}
  /// Real: the type in which the primitive is evaluated.
  Term(core::Builder &B, const core::Expr *E, const core::Type *Real) : B(&B), Real(Real), E(E) {}

  /// A rule that the table does not have: no closed form.
  static Term none() {
    Term T(0.0);
    T.IsNone = true;
    return T;
  }
  bool isNone() const { return IsNone; }

  /// The expression; numbers become literals of type Ty.
  const core::Expr *expr(core::Builder &B, const core::Type *Ty) const;
  /// The expression as an operand that stands beside Other.
  const core::Expr *beside(const Term &Other) const;

  core::Builder *B = nullptr;
  const core::Type *Real = nullptr;
  const core::Expr *E = nullptr;
  double Value = 0;
  const char *Digits = nullptr;

private:
  bool IsNone = false;
};

inline Term none() { return Term::none(); }

Term operator+(const Term &L, const Term &R);
Term operator-(const Term &L, const Term &R);
Term operator*(const Term &L, const Term &R);
Term operator/(const Term &L, const Term &R);
Term operator-(const Term &T);

Condition operator<(const Term &L, const Term &R);
Condition operator<=(const Term &L, const Term &R);
Condition operator>(const Term &L, const Term &R);
Condition operator>=(const Term &L, const Term &R);
Condition operator==(const Term &L, const Term &R);
Condition operator&&(const Condition &L, const Condition &R);
Condition operator||(const Condition &L, const Condition &R);

/// C ? A : B. Both arms are pure, only one is evaluated.
Term select(const Condition &C, const Term &A, const Term &B);

/// The primitive Name applied to Args.
Term apply(llvm::StringRef Name, llvm::ArrayRef<Term> Args);

/// The number that E is, if it is one (through signs and conversions).
std::optional<double> number(const core::Expr *E);
inline std::optional<double> number(const Term &T) { return number(T.E); }

/// pow(x, y) and its partial derivatives, by the full case table (pow.cpp).
Term powBase(const Term &X, const Term &Y, const Term &R);
bool powBaseUsesResult(const core::Expr *X, std::optional<double> Exponent);
Term powExponent(const Term &X, const Term &Y, const Term &R);

// The primitives that rules mention.
#define AD_UNARY(Name)                                                                             \
  inline Term Name(const Term &X) { return apply(#Name, {X}); }
#define AD_BINARY(Name)                                                                            \
  inline Term Name(const Term &X, const Term &Y) { return apply(#Name, {X, Y}); }
#define AD_TERNARY(Name)                                                                           \
  inline Term Name(const Term &X, const Term &Y, const Term &Z) { return apply(#Name, {X, Y, Z}); }
AD_UNARY(sin)
AD_UNARY(cos)
AD_UNARY(exp)
AD_UNARY(log)
AD_UNARY(sinh)
AD_UNARY(cosh)
AD_UNARY(sqrt)
AD_UNARY(round)
AD_UNARY(digamma)
AD_UNARY(comp_ellint_1)
AD_UNARY(comp_ellint_2)
AD_UNARY(j0)
AD_UNARY(j1)
AD_UNARY(y0)
AD_UNARY(y1)
AD_BINARY(jn)
AD_BINARY(yn)
AD_BINARY(ldexp)
AD_BINARY(pow)
AD_BINARY(polygamma)
AD_BINARY(cyl_bessel_i)
AD_BINARY(cyl_bessel_j)
AD_BINARY(cyl_bessel_k)
AD_BINARY(cyl_neumann)
AD_BINARY(sph_bessel)
AD_BINARY(sph_neumann)
AD_BINARY(hermite)
AD_BINARY(legendre)
AD_BINARY(ellint_1)
AD_BINARY(ellint_2)
AD_TERNARY(assoc_laguerre)
AD_TERNARY(assoc_legendre)
#undef AD_UNARY
#undef AD_BINARY
#undef AD_TERNARY

} // namespace ad::rules

#endif
