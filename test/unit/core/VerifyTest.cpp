//===- VerifyTest.cpp - each invariant, broken once -----------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/verify.h"
#include "Fixture.h"

using namespace ad::core;

namespace {

class Verify : public ad::test::CoreTest {
protected:
  /// The first violation; empty if there is none.
  std::string first() {
    std::vector<std::string> Messages = verify(*F);
    return Messages.empty() ? "" : Messages[0];
  }
  void returnX() {
    Stmt *Return = M.stmt(StmtKind::Return);
    Return->Value = x;
    add(Return);
  }
  const Expr *a = local("a", Double);
};

TEST_F(Verify, Sound) {
  add(B.declare(a->Var, op(x, "*", y)));
  add(B.accumulate(a, B.subscript(p, i)));
  Block Then;
  Then.add(B.assign(B.subscript(p, n), a));
  add(B.ifThen(op(i, "<", n), Then));
  returnX();
  EXPECT_EQ(first(), "");
}

TEST_F(Verify, DeclaredBeforeUse) {
  add(B.assign(a, x));
  add(B.declare(a->Var));
  EXPECT_EQ(first(), "variable 'a' is used where it is not declared in `a = x`");
}

TEST_F(Verify, DeclaredInScope) {
  Block Then;
  Then.add(B.declare(a->Var, x));
  add(B.ifThen(op(i, "<", n), Then));
  add(B.assign(a, x));
  EXPECT_EQ(first(), "variable 'a' is used where it is not declared in `a = x`");
}

TEST_F(Verify, LoopVariablesEndWithTheLoop) {
  Stmt *Loop = M.stmt(StmtKind::Loop);
  Loop->Init.add(B.declare(a->Var, x));
  Loop->Then.add(M.stmt(StmtKind::Break));
  Loop->Step.add(B.accumulate(a, x));
  add(Loop);
  EXPECT_EQ(first(), "");
  add(B.assign(a, x));
  EXPECT_EQ(first(), "variable 'a' is used where it is not declared in `a = x`");
}

TEST_F(Verify, NamesAreUnique) {
  Variable Other = *a->Var;
  add(B.declare(a->Var));
  add(B.declare(&Other));
  EXPECT_EQ(first(), "two variables are named 'a' in `a: double`");
}

TEST_F(Verify, OneDeclarationForEachScope) {
  Block Then, Else;
  Then.add(B.declare(a->Var, x));
  Else.add(B.declare(a->Var, y));
  add(B.ifThen(op(i, "<", n), Then, Else));
  EXPECT_EQ(first(), "");
  add(B.declare(a->Var));
  EXPECT_EQ(first(), "");
  add(B.declare(a->Var));
  EXPECT_EQ(first(), "variable 'a' is declared twice in `a: double`");
}

TEST_F(Verify, NoLocalReferences) {
  add(B.declare(F->variable("r", M.reference(Double, false))));
  EXPECT_EQ(first(), "local variable 'r' is a reference in `r: double &`");
}

TEST_F(Verify, Constants) {
  a->Var->Const = true;
  add(B.declare(a->Var, x));
  add(B.assign(a, y));
  EXPECT_EQ(first(), "constant 'a' is assigned in `a = y`");
}

TEST_F(Verify, Parameters) {
  add(B.assign(x, y));
  EXPECT_EQ(first(), "parameter 'x' is assigned in `x = y`");
}

TEST_F(Verify, Places) {
  add(B.declare(a->Var));
  add(B.assign(op(a, "+", x), y));
  EXPECT_EQ(first(), "`a + x` is assigned but is no place in `a + x = y`");
}

TEST_F(Verify, Types) {
  Expr *Bad = M.expr(ExprKind::Subscript, Double);
  Bad->Operands = {x, i};
  add(B.declare(a->Var, Bad));
  EXPECT_EQ(first(), "`x[i]` is a subscript of neither array nor pointer in `a: double = x[i]`");
}

TEST_F(Verify, OperandCounts) {
  Expr *Bad = M.expr(ExprKind::Binary, Double);
  Bad->Text = "+";
  Bad->Operands = {x, y, x};
  add(B.declare(a->Var, Bad));
  EXPECT_EQ(first(), "`x + y` has 3 operands in `a: double = x + y`");
}

TEST_F(Verify, Jumps) {
  add(M.stmt(StmtKind::Break));
  EXPECT_EQ(first(), "a break outside of loops and switches in `break`");
  F->Body = {};
  add(M.stmt(StmtKind::Goto));
  F->Body.Stmts[0]->Text = "end";
  EXPECT_EQ(first(), "there is no label 'end' in `goto end`");
}

TEST_F(Verify, NothingAfterReturn) {
  returnX();
  returnX();
  EXPECT_EQ(first(), "statements follow one that leaves the block in `return x`");
}

TEST_F(Verify, Arguments) {
  Function *G = M.function("g");
  G->Params = {G->variable("v", M.reference(Double, false), Storage::Parameter)};
  Stmt *Call = M.stmt(StmtKind::Call);
  Call->Callee = G;
  Call->Operands = {op(x, "+", y)};
  add(Call);
  EXPECT_EQ(first(), "parameter 'v' is a reference and its argument no place in `call g(x + y)`");
}

} // namespace
