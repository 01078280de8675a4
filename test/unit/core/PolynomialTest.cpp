//===- PolynomialTest.cpp - subscripts as polynomials ---------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/polynomial.h"
#include "Fixture.h"

using namespace ad::core;

namespace {

class Subscripts : public ad::test::CoreTest {
protected:
  /// at is i * n + j.
  std::optional<Polynomial> of(const Expr *E) {
    return Polynomial::of(
        E, [&](const Variable *V) { return V == at->Var ? op(op(i, "*", n), "+", j) : nullptr; });
  }
  std::string text(const Polynomial &P) { return str(*P.expression(B, Int)); }
  const Expr *one() { return B.integer(1); }

  const Expr *j = local("j", Int), *at = local("at", Int);
};

TEST_F(Subscripts, AreTheSameHoweverTheyAreWritten) {
  const Expr *Below = op(op(op(i, "+", one()), "*", n), "+", j);
  EXPECT_TRUE(*of(Below) == *of(op(at, "+", n)));
  EXPECT_TRUE(*of(Below) - *of(at) == *of(n));
  EXPECT_FALSE(*of(Below) == *of(op(at, "+", one())));
  EXPECT_EQ((*of(op(at, "+", one())) - *of(op(at, "-", one()))).constant(), 2);
  EXPECT_EQ((*of(at) - *of(at)).constant(), 0);
  EXPECT_EQ((*of(at) - *of(n)).constant(), std::nullopt);
}

TEST_F(Subscripts, Grow) {
  EXPECT_EQ(of(at)->growth(j->Var)->constant(), 1);
  EXPECT_TRUE(*of(at)->growth(i->Var) == *of(n));
  EXPECT_EQ(of(at)->growth(p->Var)->constant(), 0);
  EXPECT_EQ(of(op(i, "*", i))->growth(i->Var), std::nullopt);
  EXPECT_TRUE(of(at)->mentions(n->Var));
  EXPECT_FALSE((*of(at) - *of(j)).mentions(j->Var));
}

TEST_F(Subscripts, AreWrittenOut) {
  const Polynomial Last = *of(op(n, "-", one()));
  EXPECT_EQ(text(of(at)->with(j->Var, Last)), "((n * i) + n) - 1");
  EXPECT_EQ(text(of(at)->with(i->Var, Last).with(j->Var, Last)), "(n * n) - 1");
  EXPECT_EQ(text(*of(op(B.integer(5), "-", n))), "-n + 5");
  EXPECT_EQ(text(*of(op(op(n, "+", n), "-", n))), "n");
  EXPECT_EQ(text(*of(op(B.integer(3), "*", op(n, "-", i)))), "(3 * n) - (3 * i)");
  EXPECT_EQ(text(Polynomial()), "0");
}

TEST_F(Subscripts, AreWholeNumbersWithRoomForThem) {
  EXPECT_FALSE(of(x));
  EXPECT_FALSE(of(op(i, "/", n)));
  EXPECT_FALSE(of(op(i, "%", n)));
  EXPECT_FALSE(of(B.literal("4000000000", Long)));
  EXPECT_TRUE(*of(B.cast(Long, at)) == *of(at));
  EXPECT_FALSE(of(B.cast(Int, B.var(F->variable("far", Long)))));
  EXPECT_EQ(of(B.literal("12UL", UnsignedLong))->constant(), 12);
}

} // namespace
