//===- ScopesTest.cpp - uses of variables out of their scopes -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/scopes.h"
#include "Fixture.h"

using namespace ad::core;

namespace {

class Scopes : public ad::test::CoreTest {
protected:
  /// The name of the variable that is used out of its scope; empty if there is none.
  std::string lost() {
    OutOfScope Found = usedOutOfScope(*F);
    return Found.At ? Found.Used->Name : "";
  }
  const Expr *a = local("a", Double), *k = local("k", Int);
};

TEST_F(Scopes, Declared) {
  add(B.declare(a->Var, x));
  Block Then;
  Then.add(B.assign(a, y));
  add(B.ifThen(op(i, "<", n), Then));
  add(B.assign(B.subscript(p, n), a));
  EXPECT_EQ(lost(), "");
}

TEST_F(Scopes, EndsWithItsBranch) {
  Block Then;
  Then.add(B.declare(a->Var, x));
  add(B.ifThen(op(i, "<", n), Then));
  add(B.assign(B.subscript(p, n), a));
  EXPECT_EQ(lost(), "a");
}

TEST_F(Scopes, EndsWithItsLoop) {
  Stmt *Loop = M.stmt(StmtKind::Loop);
  Loop->Init.add(B.declare(k->Var, B.integer(0)));
  Loop->Value = op(k, "<", n);
  Loop->Step.add(B.accumulate(k, B.integer(1)));
  Loop->Then.add(B.assign(B.subscript(p, k), x));
  add(Loop);
  EXPECT_EQ(lost(), "");
  add(B.assign(B.subscript(p, k), x));
  EXPECT_EQ(lost(), "k");
}

TEST_F(Scopes, DeclaredInEachBranch) {
  Stmt *If = M.stmt(StmtKind::If);
  If->Value = op(i, "<", n);
  for (Block *Each : {&If->Then, &If->Else}) {
    Each->add(B.declare(a->Var, x));
    Each->add(B.assign(B.subscript(p, n), a));
  }
  add(If);
  EXPECT_EQ(lost(), "");
}

} // namespace
