//===- KinksTest.cpp - the documented choices of the rules ----------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// What the table chooses where a derivative does not exist, the cases of pow, and that an arm that
// is not taken never makes a NaN.
//
//===----------------------------------------------------------------------===//
#include "Interpreter.h"
#include "plugin/core/printer.h"
#include "plugin/rules/rules.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace ad;
using namespace ad::core;
using ad::test::Real;

namespace {

class KinksTest : public ::testing::Test {
protected:
  Module M;
  Builder B{M};
  Function *Fn = M.function("f");
  Variable *X = Fn->variable("x", M.doubleType());
  Variable *Y = Fn->variable("y", M.doubleType());
  Variable *Z = Fn->variable("z", M.doubleType());
  Variable *N = Fn->variable("n", M.intType());

  /// The partial derivative by operand I of the primitive at the given operands.
  Real at(llvm::StringRef Name, unsigned I, std::vector<Real> Values) {
    Variable *const All[] = {X, Y, Z};
    llvm::SmallVector<const Expr *, 3> Args;
    std::map<const Variable *, Real> Point;
    for (unsigned K = 0; K < Values.size(); ++K) {
      Args.push_back(B.var(All[K]));
      Point[All[K]] = Values[K];
    }
    const Expr *Call = B.primitive(Name, Args, M.doubleType());
    const Expr *Partial = rules::partial(B, Call, I, Call);
    return Partial ? test::evaluate(Partial, Point) : 0;
  }

  /// The text of the derivative of pow(Base, Exponent) by its operand I.
  std::string pow(const Expr *Base, const Expr *Exponent, unsigned I = 0) {
    const Expr *Call = B.primitive("pow", {Base, Exponent}, M.doubleType());
    const Expr *Partial = rules::partial(B, Call, I, B.var(result()));
    return Partial ? str(*Partial) : "0";
  }
  Variable *result() {
    if (!R)
      R = Fn->variable("r", M.doubleType());
    return R;
  }
  const Expr *literal(llvm::StringRef Text) {
    if (Text.consume_front("-"))
      return B.unary("-", B.literal(Text, M.doubleType()), M.doubleType());
    return B.literal(Text, M.doubleType());
  }
  Variable *R = nullptr;
};

} // namespace

TEST_F(KinksTest, KinksHaveTheDocumentedSlope) {
  EXPECT_EQ(at("fabs", 0, {0}), 0);
  EXPECT_EQ(at("abs", 0, {-0.0L}), 0);
  EXPECT_EQ(at("copysign", 0, {0, 1}), 0);
  EXPECT_EQ(at("copysign", 0, {-2, 1}), -1);
  EXPECT_EQ(at("floor", 0, {2}), 0);
  EXPECT_EQ(at("fdim", 0, {2, 2}), 0);
  EXPECT_EQ(at("fmod", 0, {6, 2}), 1);
  EXPECT_EQ(at("fmod", 1, {6, 2}), -3);
  EXPECT_EQ(at("fmod", 1, {1, 0.1L}), -9); // 1 / 0.1L rounds to 10
  EXPECT_EQ(at("fmod", 1, {-5.5L, 2}), 2);
}

TEST_F(KinksTest, TiesTakeTheOperandThatIsReturned) {
  for (const char *Name : {"min", "max", "fmin", "fmax"}) {
    EXPECT_EQ(at(Name, 0, {1, 1}), 1) << Name;
    EXPECT_EQ(at(Name, 1, {1, 1}), 0) << Name;
  }
  EXPECT_EQ(at("clamp", 0, {1, 1, 2}), 1);
  EXPECT_EQ(at("clamp", 1, {1, 1, 2}), 0);
  EXPECT_EQ(at("clamp", 0, {2, 1, 2}), 1);
  EXPECT_EQ(at("clamp", 2, {3, 1, 2}), 1);
  EXPECT_EQ(at("clamp", 1, {0, 1, 2}), 1);
}

TEST_F(KinksTest, MissingOperandsAreIgnoredByFminAndFmax) {
  const Real NaN = std::nanl("");
  for (const char *Name : {"fmin", "fmax"}) {
    EXPECT_EQ(at(Name, 0, {1, NaN}), 1) << Name;
    EXPECT_EQ(at(Name, 1, {1, NaN}), 0) << Name;
    EXPECT_EQ(at(Name, 0, {NaN, 1}), 0) << Name;
    EXPECT_EQ(at(Name, 1, {NaN, 1}), 1) << Name;
  }
}

TEST_F(KinksTest, InfiniteSlopesAtFiniteValuesAreZero) {
  EXPECT_EQ(at("sqrt", 0, {0}), 0);
  EXPECT_EQ(at("cbrt", 0, {0}), 0);
  EXPECT_EQ(at("asin", 0, {1}), 0);
  EXPECT_EQ(at("asin", 0, {-1}), 0);
  EXPECT_EQ(at("acos", 0, {1}), 0);
  EXPECT_EQ(at("acosh", 0, {1}), 0);
  EXPECT_EQ(at("hypot", 0, {0, 0}), 0);
  EXPECT_EQ(at("hypot", 2, {0, 0, 0}), 0);
  EXPECT_EQ(at("atan2", 0, {0, 0}), 0);
  EXPECT_EQ(at("atan2", 1, {0, 0}), 0);
  EXPECT_EQ(at("pow", 0, {0, 0.25L}), 0);
}

TEST_F(KinksTest, InfiniteValuesKeepInfiniteSlopes) {
  EXPECT_TRUE(std::isinf(at("log", 0, {0})));
  EXPECT_TRUE(std::isinf(at("atanh", 0, {1})));
  EXPECT_TRUE(std::isinf(at("pow", 0, {0, -1})));
}

TEST_F(KinksTest, PowByItsBase) {
  EXPECT_EQ(at("pow", 0, {0, 0}), 0);
  EXPECT_EQ(at("pow", 0, {0, 1}), 1);
  EXPECT_EQ(at("pow", 0, {0, 2}), 0);
  EXPECT_EQ(at("pow", 0, {-2, 0}), 0);
  EXPECT_EQ(at("pow", 0, {-2, 3}), 12);
  EXPECT_EQ(at("pow", 0, {-2, -1}), -0.25L);
  EXPECT_TRUE(std::isnan(at("pow", 0, {-2, 0.5L}))); // as pow itself
}

TEST_F(KinksTest, PowByItsExponent) {
  EXPECT_NEAR(at("pow", 1, {2, 3}), 8 * std::log(2.0L), 1e-15);
  EXPECT_EQ(at("pow", 1, {0, 2}), 0);
  EXPECT_EQ(at("pow", 1, {0, 0}), 0);
  EXPECT_EQ(at("pow", 1, {0, -1}), 0);
  EXPECT_EQ(at("pow", 1, {-2, 2}), 0);
}

TEST_F(KinksTest, PowFoldsNumbers) {
  const Expr *Base = B.var(X);
  EXPECT_EQ(pow(Base, literal("0")), "0");
  EXPECT_EQ(pow(Base, literal("1")), "1");
  EXPECT_EQ(pow(Base, literal("2")), "2 * x");
  EXPECT_EQ(pow(Base, literal("2.0")), "2 * x");
  EXPECT_EQ(pow(Base, literal("3")), "(3 * x) * x");
  EXPECT_EQ(pow(Base, literal("4")), "((4 * x) * x) * x");
  EXPECT_EQ(pow(Base, literal("0.5")), "(r == 0) ? 0 : (0.5 / r)");
  EXPECT_EQ(pow(Base, literal("1.5")), "1.5 * sqrt(x)");
  EXPECT_EQ(pow(Base, literal("-1")), "-(r * r)");
  EXPECT_EQ(pow(Base, literal("-2")), "-((2 * r) / x)");
  EXPECT_EQ(pow(Base, B.cast(M.doubleType(), B.integer(2))), "2 * x");
  EXPECT_EQ(pow(literal("2"), B.var(Y), 1), "r * log(2)");
  EXPECT_EQ(pow(Base, B.cast(M.doubleType(), B.var(N))),
            "(x == 0) ? ((n == 0) ? 0 : (to<double>(n) * pow(x, to<double>(n) - 1))) : "
            "((to<double>(n) * r) / x)");
  EXPECT_EQ(pow(Base, literal("2.5")), "(x == 0) ? 0 : ((2.5 * r) / x)");
}

TEST_F(KinksTest, DerivativesKeepTheTypeOfTheCall) {
  const Type *Float = M.real("float", 32), *Long = M.real("long double", 128);
  for (const Type *Ty : {Float, Long}) {
    const Expr *Call = B.primitive("erf", {B.var(Fn->variable("t", Ty))}, Ty);
    EXPECT_EQ(rules::partial(B, Call, 0, Call)->Ty, Ty);
  }
  const Expr *Call = B.primitive("exp2", {B.var(Fn->variable("t", Long))}, Long);
  EXPECT_EQ(rules::partial(B, Call, 0, Call)->operand(0)->Text,
            "0.693147180559945309417232121458176568");
}

TEST_F(KinksTest, ScalingAndSummingSelections) {
  const Expr *Call = B.primitive("fmin", {B.var(X), B.var(Y)}, M.doubleType());
  const Expr *DX = rules::scale(B, rules::partial(B, Call, 0, Call), B.var(Z));
  const Expr *DY = rules::scale(B, rules::partial(B, Call, 1, Call), B.var(X));
  EXPECT_EQ(str(*rules::sum(B, DX, DY)), "(fmin(x, y) == x) ? z : x");
}

TEST_F(KinksTest, UnknownIsNotZero) {
  EXPECT_FALSE(rules::known("riemann_zeta", 1));
  EXPECT_FALSE(rules::known("sin", 2));
  EXPECT_TRUE(rules::known("hypot", 2) && rules::known("hypot", 3));
  EXPECT_FALSE(rules::hasPartial("cyl_bessel_j", 2, 0));
  EXPECT_TRUE(rules::hasPartial("cyl_bessel_j", 2, 1));
  EXPECT_TRUE(rules::hasPartial("floor", 1, 0));
}
