//===- BuilderTest.cpp - what folds as it is built ------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "Fixture.h"
#include "plugin/core/walk.h"

using namespace ad::core;

namespace {

class Folding : public ad::test::CoreTest {
protected:
  const Expr *Zero = number(0), *One = number(1), *MinusOne = number(-1), *Two = number(2);
};

TEST_F(Folding, Numbers) {
  EXPECT_EQ(str(*number(0)), "0");
  EXPECT_EQ(str(*number(0.5)), "0.5");
  EXPECT_EQ(str(*number(-2)), "-2");
  EXPECT_EQ(str(*number(1e30)), "1e+30");
  EXPECT_EQ(str(*B.integer(-7)), "-7");
}

TEST_F(Folding, ZeroAndOne) {
  EXPECT_EQ(B.add(Zero, x), x);
  EXPECT_EQ(B.add(x, Zero), x);
  EXPECT_EQ(B.sub(x, Zero), x);
  EXPECT_EQ(str(*B.sub(Zero, x)), "-x");
  EXPECT_TRUE(B.isZero(B.mul(Zero, x)));
  EXPECT_TRUE(B.isZero(B.div(Zero, x)));
  EXPECT_EQ(B.mul(One, x), x);
  EXPECT_EQ(B.mul(x, One), x);
  EXPECT_EQ(B.div(x, One), x);
  EXPECT_EQ(str(*B.mul(x, MinusOne)), "-x");
}

TEST_F(Folding, LiteralsAsUsersWriteThem) {
  EXPECT_TRUE(B.isZero(B.literal("0.0f", Float)));
  EXPECT_TRUE(B.isZero(B.cast(Double, B.integer(0))));
  EXPECT_TRUE(B.isOne(B.literal("1.", Double)));
  EXPECT_FALSE(B.isOne(B.literal("0x1p0", Double)));
}

TEST_F(Folding, Signs) {
  EXPECT_EQ(B.neg(B.neg(x)), x);
  EXPECT_EQ(str(*B.add(x, B.neg(y))), "x - y");
  EXPECT_EQ(str(*B.add(B.neg(x), y)), "y - x");
  EXPECT_EQ(str(*B.add(B.neg(x), B.neg(y))), "-(x + y)");
  EXPECT_EQ(str(*B.sub(x, B.neg(y))), "x + y");
  EXPECT_EQ(str(*B.mul(B.neg(x), y)), "-(x * y)");
  EXPECT_EQ(str(*B.mul(B.neg(x), B.neg(y))), "x * y");
  EXPECT_EQ(str(*B.div(x, B.neg(y))), "-(x / y)");
}

TEST_F(Folding, NumbersMeet) {
  EXPECT_EQ(str(*B.mul(Two, number(3))), "6");
  EXPECT_EQ(str(*B.add(Two, number(-3))), "-1");
  EXPECT_EQ(str(*B.div(One, Two)), "0.5");
  EXPECT_EQ(str(*B.div(One, number(3))), "1 / 3") << "not exact";
  EXPECT_EQ(str(*B.add(number(0.1), number(0.2))), "0.1 + 0.2") << "not exact";
  EXPECT_EQ(str(*B.mul(B.number(3, Float), B.number(16777217, Float))), "3 * 16777217")
      << "no float holds it";
}

TEST_F(Folding, NumbersLead) {
  EXPECT_EQ(str(*B.mul(x, Two)), "2 * x");
  EXPECT_EQ(str(*B.mul(Two, B.mul(number(3), x))), "6 * x");
  EXPECT_EQ(str(*B.mul(x, B.mul(Two, y))), "(2 * x) * y");
  EXPECT_EQ(str(*B.mul(Two, op(x, "*", y))), "(2 * x) * y");
  EXPECT_EQ(str(*B.mul(number(0.1), B.mul(number(0.3), x))), "(0.1 * 0.3) * x");
}

TEST_F(Folding, NumbersCancel) {
  const Expr *Product = B.mul(B.mul(Two, x), y);
  EXPECT_EQ(str(*B.div(Product, Two)), "x * y");
  EXPECT_EQ(str(*B.div(Product, number(4))), "(0.5 * x) * y");
  EXPECT_EQ(str(*B.div(Product, number(3))), "((2 * x) * y) / 3") << "not exact";
  EXPECT_EQ(str(*B.mul(Two, op(x, "/", Two))), "x");
  EXPECT_EQ(str(*B.div(Two, Product)), "1 / (x * y)");
  EXPECT_EQ(str(*B.mul(Two, op(number(3), "/", x))), "6 / x");
  EXPECT_EQ(str(*B.mul(number(3), op(x, "/", Two))), "1.5 * x");
  EXPECT_EQ(str(*B.mul(number(2), op(x, "/", number(3)))), "2 * (x / 3)");
}

TEST_F(Folding, ProductsGroupFromTheLeft) {
  EXPECT_EQ(str(*B.mul(x, B.mul(y, B.mul(x, y)))), "((x * y) * x) * y");
}

TEST_F(Folding, Reciprocals) {
  EXPECT_EQ(str(*B.mul(B.div(One, x), y)), "y / x");
  EXPECT_EQ(str(*B.mul(y, B.div(One, x))), "y / x");
  EXPECT_EQ(str(*B.div(y, B.div(One, x))), "y * x");
  EXPECT_EQ(str(*B.div(y, op(number(2), "/", x))), "y / (2 / x)");
}

TEST_F(Folding, FactorsCancel) {
  EXPECT_EQ(str(*B.div(x, B.mul(x, y))), "1 / y");
  EXPECT_EQ(str(*B.div(x, B.mul(y, x))), "1 / y");
  EXPECT_EQ(str(*B.div(B.mul(x, y), B.mul(y, y))), "x / y");
  EXPECT_EQ(str(*B.div(x, B.div(x, y))), "y");
  EXPECT_EQ(str(*B.div(B.mul(y, x), B.mul(y, y))), "(y * x) / (y * y)") << "not the last factor";
}

TEST_F(Folding, WiderTypeWins) {
  EXPECT_EQ(B.mul(x, s)->Ty, Double);
  EXPECT_EQ(B.add(Zero, s)->Ty, Double);
  EXPECT_EQ(B.mul(s, s)->Ty, Float);
}

TEST_F(Folding, Selections) {
  EXPECT_EQ(B.select(op(n, "<", i), x, x), x);
  EXPECT_EQ(B.select(B.literal("true", Bool), x, y), x);
  EXPECT_EQ(str(*B.select(op(n, "<", i), x, y)), "(n < i) ? x : y");
}

TEST_F(Folding, Places) {
  EXPECT_EQ(B.dereference(B.addressOf(x)), x);
  EXPECT_EQ(B.addressOf(B.dereference(p)), p);
  EXPECT_EQ(B.addressOf(B.subscript(p, i))->Ty, M.pointer(Double, false));
  const Expr *c = parameter("c", M.pointer(Double, true));
  EXPECT_EQ(B.addressOf(B.subscript(c, i))->Ty, M.pointer(Double, true));
}

TEST_F(Folding, MembersOfBases) {
  Type *Base = M.record("Base"), *Derived = M.record("Derived");
  Base->Fields.push_back({"weight", Double, false, false});
  Derived->Fields.push_back({"", Base, false, true});
  EXPECT_EQ(str(*B.member(local("d", Derived), "weight")), "base<Base>(d).weight");
}

TEST_F(Folding, Walking) {
  const Expr *E = op(op(x, "+", y), "*", B.subscript(p, i));
  EXPECT_TRUE(mentions(E, i->Var));
  EXPECT_FALSE(mentions(E, n->Var));
  const Expr *Changed = rewrite(M, E, [&](const Expr *Sub) { return Sub == x ? n : nullptr; });
  EXPECT_EQ(str(*Changed), "(n + y) * p[i]");
  EXPECT_EQ(Changed->operand(1), E->operand(1)) << "what did not change is shared";
  const Expr *Pointed = rewrite(M, B.subscript(p, i), [&](const Expr *Sub) {
    return Sub == p ? B.addressOf(B.subscript(local("a", M.array(Double, 3)), B.integer(0)))
                    : nullptr;
  });
  EXPECT_EQ(str(*Pointed), "a[i]");
  EXPECT_EQ(rootVariable(B.subscript(p, i)), nullptr);
  EXPECT_EQ(rootPointer(B.subscript(p, i)), p);
}

} // namespace
