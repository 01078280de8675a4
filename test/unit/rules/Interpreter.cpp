//===- Interpreter.cpp - evaluates Core expressions in tests --------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "Interpreter.h"
#include "ad/special.h"
#include "llvm/ADT/StringMap.h"
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <math.h>

using namespace ad::core;
using namespace ad::test;

namespace {

using Unary = Real (*)(Real);
using Binary = Real (*)(Real, Real);
using Ternary = Real (*)(Real, Real, Real);

#define AD_UNARY(Name) {#Name, [](Real X) -> Real { return std::Name(X); }},
#define AD_BINARY(Name) {#Name, [](Real X, Real Y) -> Real { return std::Name(X, Y); }},
#define AD_TERNARY(Name) {#Name, [](Real X, Real Y, Real Z) -> Real { return std::Name(X, Y, Z); }},
/// Functions whose first operand is an integer.
#define AD_INDEXED(Name, Function, Integer)                                                        \
  {#Name, [](Real X, Real Y) -> Real { return Function(static_cast<Integer>(X), Y); }},

const llvm::StringMap<Unary> UnaryFunctions = {
    AD_UNARY(sin) AD_UNARY(cos) AD_UNARY(tan) AD_UNARY(asin) AD_UNARY(acos) AD_UNARY(atan) AD_UNARY(
        sinh) AD_UNARY(cosh) AD_UNARY(tanh) AD_UNARY(asinh) AD_UNARY(acosh) AD_UNARY(atanh)
        AD_UNARY(exp) AD_UNARY(exp2) AD_UNARY(expm1) AD_UNARY(log) AD_UNARY(log2) AD_UNARY(log10)
            AD_UNARY(log1p) AD_UNARY(logb) AD_UNARY(sqrt) AD_UNARY(cbrt) AD_UNARY(abs)
                AD_UNARY(fabs) AD_UNARY(floor) AD_UNARY(ceil) AD_UNARY(trunc) AD_UNARY(round)
                    AD_UNARY(nearbyint) AD_UNARY(rint) AD_UNARY(erf) AD_UNARY(erfc) AD_UNARY(tgamma)
                        AD_UNARY(lgamma) AD_UNARY(comp_ellint_1) AD_UNARY(comp_ellint_2)
                            AD_UNARY(expint){"digamma", [](Real X) { return ad::digamma(X); }},
    {"exp10", [](Real X) { return ::exp10l(X); }},
    {"roundeven", [](Real X) { return std::nearbyint(X); }},
    {"j0", [](Real X) { return ::j0l(X); }},
    {"j1", [](Real X) { return ::j1l(X); }},
    {"y0", [](Real X) { return ::y0l(X); }},
    {"y1", [](Real X) { return ::y1l(X); }},
};

const llvm::StringMap<Binary> BinaryFunctions = {
    AD_BINARY(pow) AD_BINARY(atan2) AD_BINARY(hypot) AD_BINARY(copysign) AD_BINARY(min) AD_BINARY(
        max) AD_BINARY(fmin) AD_BINARY(fmax) AD_BINARY(fdim) AD_BINARY(fmod) AD_BINARY(remainder)
        AD_BINARY(nextafter) AD_BINARY(nexttoward) AD_BINARY(beta) AD_BINARY(ellint_1) AD_BINARY(
            ellint_2) AD_BINARY(cyl_bessel_i) AD_BINARY(cyl_bessel_j) AD_BINARY(cyl_bessel_k)
            AD_BINARY(cyl_neumann) AD_INDEXED(polygamma, ad::polygamma, int) AD_INDEXED(jn, ::jnl,
                                                                                        int)
                AD_INDEXED(yn, ::ynl, int) AD_INDEXED(hermite, std::hermite, unsigned) AD_INDEXED(
                    laguerre, std::laguerre, unsigned) AD_INDEXED(legendre, std::legendre, unsigned)
                    AD_INDEXED(sph_bessel, std::sph_bessel,
                               unsigned) AD_INDEXED(sph_neumann, std::sph_neumann, unsigned){
                        "ldexp", [](Real X, Real N) { return std::ldexp(X, static_cast<int>(N)); }},
    {"midpoint", [](Real X, Real Y) { return X / 2 + Y / 2; }},
    {"scalbn", [](Real X, Real N) { return std::scalbn(X, static_cast<int>(N)); }},
    {"scalbln", [](Real X, Real N) { return std::scalbln(X, static_cast<long>(N)); }},
};

const llvm::StringMap<Ternary> TernaryFunctions = {
    AD_TERNARY(fma) AD_TERNARY(hypot) AD_TERNARY(clamp)
        AD_TERNARY(ellint_3){"lerp", [](Real A, Real B, Real T) { return A + T * (B - A); }},
    {"assoc_laguerre",
     [](Real N, Real M, Real X) {
       return std::assoc_laguerre(static_cast<unsigned>(N), static_cast<unsigned>(M), X);
     }},
    {"assoc_legendre",
     [](Real N, Real M, Real X) {
       return std::assoc_legendre(static_cast<unsigned>(N), static_cast<unsigned>(M), X);
     }},
};

} // namespace

Real ad::test::call(llvm::StringRef Name, llvm::ArrayRef<Real> Args) {
  if (Args.size() == 1)
    if (Unary F = UnaryFunctions.lookup(Name))
      return F(Args[0]);
  if (Args.size() == 2)
    if (Binary F = BinaryFunctions.lookup(Name))
      return F(Args[0], Args[1]);
  if (Args.size() == 3)
    if (Ternary F = TernaryFunctions.lookup(Name))
      return F(Args[0], Args[1], Args[2]);
  ADD_FAILURE() << "the interpreter does not know " << Name.str() << "/" << Args.size();
  return 0;
}

static Real binary(llvm::StringRef Op, Real L, Real R) {
  if (Op == "+")
    return L + R;
  if (Op == "-")
    return L - R;
  if (Op == "*")
    return L * R;
  if (Op == "/")
    return L / R;
  if (Op == "<")
    return L < R;
  if (Op == "<=")
    return L <= R;
  if (Op == ">")
    return L > R;
  if (Op == ">=")
    return L >= R;
  if (Op == "==")
    return L == R;
  if (Op == "!=")
    return L != R;
  ADD_FAILURE() << "the interpreter does not know operator " << Op.str();
  return 0;
}

Real ad::test::evaluate(const Expr *E, const std::map<const Variable *, Real> &Values) {
  auto operand = [&](unsigned I) { return evaluate(E->operand(I), Values); };
  switch (E->Kind) {
  case ExprKind::Literal:
    return std::strtold(E->Text.c_str(), nullptr);
  case ExprKind::Variable:
    return Values.at(E->Var);
  case ExprKind::Unary:
    return E->Text == "-" ? -operand(0) : !operand(0);
  case ExprKind::Binary:
    if (E->Text == "&&")
      return operand(0) && operand(1);
    if (E->Text == "||")
      return operand(0) || operand(1);
    return binary(E->Text, operand(0), operand(1));
  case ExprKind::Conditional:
    return operand(0) ? operand(1) : operand(2);
  case ExprKind::Cast:
    return operand(0);
  case ExprKind::Primitive: {
    llvm::SmallVector<Real, 3> Args;
    for (unsigned I = 0; I < E->Operands.size(); ++I)
      Args.push_back(operand(I));
    return call(E->Text, Args);
  }
  default:
    ADD_FAILURE() << "the interpreter does not know this kind of expression";
    return 0;
  }
}
