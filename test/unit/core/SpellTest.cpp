//===- SpellTest.cpp - declarators, inside out ----------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/spell.h"
#include "Fixture.h"

using namespace ad::core;

namespace {

class Spell : public ad::test::CoreTest {};

TEST_F(Spell, NamedTypes) {
  EXPECT_EQ(declarator(Double, "x"), "double x");
  EXPECT_EQ(declarator(Double, "x", true), "const double x");
  EXPECT_EQ(spell(Double), "double");
  EXPECT_EQ(declarator(M.stdArray("std::array<double, 3>", Double, 3), "a"),
            "std::array<double, 3> a");
}

TEST_F(Spell, Pointers) {
  EXPECT_EQ(declarator(M.pointer(Double, false), "p"), "double *p");
  EXPECT_EQ(declarator(M.pointer(Double, true), "p"), "const double *p");
  EXPECT_EQ(declarator(M.pointer(Double, true), "p", true), "const double *const p");
  EXPECT_EQ(declarator(M.pointer(Double, false, true), "p"), "double *__restrict p");
  EXPECT_EQ(declarator(M.pointer(M.pointer(Double, true), true), "p"), "const double *const *p");
  EXPECT_EQ(spell(M.pointer(Double, true)), "const double *");
}

TEST_F(Spell, Arrays) {
  const Type *Three = M.array(Double, 3);
  EXPECT_EQ(declarator(Three, "a"), "double a[3]");
  EXPECT_EQ(declarator(Three, "a", true), "const double a[3]");
  EXPECT_EQ(declarator(M.array(Three, 2), "a"), "double a[2][3]");
  EXPECT_EQ(spell(M.array(Three, 2)), "double[2][3]");
  EXPECT_EQ(declarator(M.array(Double, 3, true), "a"), "const double a[3]");
}

TEST_F(Spell, PointersAndArrays) {
  const Type *Three = M.array(Double, 3);
  EXPECT_EQ(declarator(M.array(M.pointer(Double, false), 3), "a"), "double *a[3]");
  EXPECT_EQ(declarator(M.array(M.pointer(Double, false), 3), "a", true), "double *const a[3]");
  EXPECT_EQ(declarator(M.pointer(Three, false), "a"), "double (*a)[3]");
  EXPECT_EQ(declarator(M.pointer(Three, true), "a"), "const double (*a)[3]");
  EXPECT_EQ(spell(M.pointer(Three, false)), "double (*)[3]");
}

TEST_F(Spell, References) {
  EXPECT_EQ(declarator(M.reference(Double, false), "x"), "double &x");
  EXPECT_EQ(declarator(M.reference(Double, true), "x"), "const double &x");
  EXPECT_EQ(declarator(M.reference(M.array(Double, 3), true), "a"), "const double (&a)[3]");
  EXPECT_EQ(declarator(M.reference(M.pointer(Double, true), false), "p"), "const double *&p");
}

TEST_F(Spell, OpaqueHandles) {
  EXPECT_EQ(declarator(M.opaque("std::FILE *"), "file", true), "std::FILE *const file");
  EXPECT_EQ(declarator(M.opaque("double (*)(double)"), "g"), "double (*g)(double)");
}

} // namespace
