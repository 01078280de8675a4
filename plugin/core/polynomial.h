//===- core/polynomial.h - subscripts as polynomials ---------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_CORE_POLYNOMIAL_H
#define AD_CORE_POLYNOMIAL_H

#include "plugin/core/builder.h"
#include <map>

namespace ad::core {

/// An integer as a polynomial of variables: `i * n + j - 1`. Two that are equal are the same
/// number, as long as nothing that is computed on the way leaves the range of its type.
class Polynomial {
public:
  Polynomial() = default;
  explicit Polynomial(int64_t Constant);
  explicit Polynomial(const Variable *V);

  /// E; a variable that ValueOf gives a value stands for that. None if E is something else.
  static std::optional<Polynomial> of(const Expr *E,
                                      llvm::function_ref<const Expr *(const Variable *)> ValueOf);

  Polynomial operator+(const Polynomial &Other) const;
  Polynomial operator-() const;
  Polynomial operator-(const Polynomial &Other) const;
  Polynomial operator*(const Polynomial &Other) const;
  bool operator==(const Polynomial &Other) const { return Terms == Other.Terms; }

  /// The number that it is whatever its variables are; none if that depends on them.
  std::optional<int64_t> constant() const;
  /// By how much it grows with V; none if that depends on V.
  std::optional<Polynomial> growth(const Variable *V) const;
  /// With Value in the place of V, by which it grows evenly.
  Polynomial with(const Variable *V, const Polynomial &Value) const;

  bool mentions(const Variable *V) const;
  void eachVariable(llvm::function_ref<void(const Variable *)> F) const;

  /// As an expression of type Ty.
  const Expr *expression(Builder &B, const Type *Ty) const;

private:
  /// Products of variables, in the order in which these were made.
  using Product = std::vector<const Variable *>;
  struct HigherFirst {
    bool operator()(const Product &A, const Product &B) const;
  };
  void add(const Product &P, int64_t Times);

  std::map<Product, int64_t, HigherFirst> Terms; ///< without those that are zero
};

} // namespace ad::core

#endif
