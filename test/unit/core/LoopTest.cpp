//===- LoopTest.cpp - control flow as C++ ---------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "Fixture.h"

using namespace ad::core;

namespace {

class ControlFlow : public ad::test::CoreTest {
protected:
  Stmt *simple(StmtKind K) { return M.stmt(K); }
  Block block(std::vector<Stmt *> Stmts) {
    Block Result;
    Result.Stmts = std::move(Stmts);
    return Result;
  }
  Stmt *loop(LoopForm Form, const Expr *Test, std::vector<Stmt *> Body) {
    Stmt *S = M.stmt(StmtKind::Loop);
    S->Form = Form;
    S->Value = Test;
    S->Then = block(std::move(Body));
    return S;
  }
  Stmt *counted(std::vector<Stmt *> Body) {
    Stmt *S = loop(LoopForm::For, op(k, "<", n), std::move(Body));
    S->Init.add(B.declare(k->Var, B.integer(0)));
    S->Step.add(B.accumulate(k, B.integer(1)));
    return S;
  }
  const Expr *k = local("k", Int);
  Stmt *Add = B.accumulate(x, B.subscript(p, k)), *Double2 = B.assign(y, op(number(2), "*", x));
};

TEST_F(ControlFlow, For) {
  add(counted({Add}));
  add(counted({Add, Double2}));
  EXPECT_EQ(body(), "  for (int k = 0; k < n; ++k)\n"
                    "    x += p[k];\n"
                    "  for (int k = 0; k < n; ++k) {\n"
                    "    x += p[k];\n"
                    "    y = 2 * x;\n"
                    "  }\n");
}

TEST_F(ControlFlow, ForForever) {
  add(loop(LoopForm::For, nullptr, {simple(StmtKind::Break)}));
  add(loop(LoopForm::While, nullptr, {simple(StmtKind::Break)}));
  EXPECT_EQ(body(), "  for (;;)\n    break;\n  while (true)\n    break;\n");
}

TEST_F(ControlFlow, ForWithTwoVariables) {
  Stmt *S = counted({Add});
  Variable *m = F->variable("m", Int);
  S->Init.add(B.declare(m, n));
  S->Step.add(B.accumulate(B.var(m), B.integer(-1)));
  add(S);
  EXPECT_EQ(body(), "  for (int k = 0, m = n; k < n; ++k, --m)\n    x += p[k];\n");
}

TEST_F(ControlFlow, InitThatDoesNotFit) {
  Stmt *S = counted({Add});
  S->Init.add(B.declare(F->variable("z", Double), x));
  add(S);
  EXPECT_EQ(body(), "  int k = 0;\n"
                    "  double z = x;\n"
                    "  for (; k < n; ++k)\n"
                    "    x += p[k];\n");
}

TEST_F(ControlFlow, CountingDown) {
  Stmt *S =
      loop(LoopForm::For, op(k, ">", B.integer(0)), {B.accumulate(k, B.integer(-1)), Add, Double2});
  S->Init.add(B.declare(k->Var, n));
  add(S);
  EXPECT_EQ(body(), "  for (int k = n; k-- > 0;) {\n    x += p[k];\n    y = 2 * x;\n  }\n");
}

TEST_F(ControlFlow, WhileAndDo) {
  add(loop(LoopForm::While, op(x, "<", y), {Add}));
  add(loop(LoopForm::DoWhile, op(x, "<", y), {Add}));
  EXPECT_EQ(body(), "  while (x < y)\n"
                    "    x += p[k];\n"
                    "  do {\n"
                    "    x += p[k];\n"
                    "  } while (x < y);\n");
}

TEST_F(ControlFlow, SetupBeforeTheTest) {
  Stmt *S = counted({simple(StmtKind::Continue)});
  const Expr *z = local("z", Double);
  S->Setup.add(B.declare(z->Var, B.subscript(p, k)));
  S->Value = op(z, "<", y);
  add(S);
  EXPECT_EQ(body(), "  for (int k = 0;; ++k) {\n"
                    "    double z = p[k];\n"
                    "    if (!(z < y))\n"
                    "      break;\n"
                    "    continue;\n"
                    "  }\n");
}

TEST_F(ControlFlow, StepThatDoesNotFit) {
  Stmt *S = counted({Add, B.ifThen(op(x, "<", y), block({simple(StmtKind::Continue)})), Double2});
  S->Step.add(B.ifThen(op(n, "<", i), block({Add})));
  add(S);
  EXPECT_EQ(body(), "  for (int k = 0; k < n;) {\n"
                    "    {\n"
                    "      x += p[k];\n"
                    "      if (x < y)\n"
                    "        goto next;\n"
                    "      y = 2 * x;\n"
                    "    }\n"
                    "  next:\n"
                    "    ++k;\n"
                    "    if (n < i)\n"
                    "      x += p[k];\n"
                    "  }\n");
}

TEST_F(ControlFlow, DoWithSetup) {
  Stmt *S = loop(LoopForm::DoWhile, op(i, "<", n), {Add});
  S->Setup.add(B.accumulate(i, B.integer(1)));
  add(S);
  EXPECT_EQ(body(), "  while (true) {\n"
                    "    x += p[k];\n"
                    "    ++i;\n"
                    "    if (i >= n)\n"
                    "      break;\n"
                    "  }\n");
}

TEST_F(ControlFlow, Branches) {
  const Expr *C = op(x, "<", y);
  add(B.ifThen(C, block({Add})));
  add(B.ifThen(C, block({Add}), block({Double2})));
  add(B.ifThen(C, block({Add}), block({B.ifThen(C, block({Double2}), block({Add, Double2}))})));
  add(B.ifThen(C, block({B.ifThen(C, block({Add}))})));
  EXPECT_EQ(body(), "  if (x < y)\n"
                    "    x += p[k];\n"
                    "  if (x < y)\n"
                    "    x += p[k];\n"
                    "  else\n"
                    "    y = 2 * x;\n"
                    "  if (x < y) {\n"
                    "    x += p[k];\n"
                    "  } else if (x < y) {\n"
                    "    y = 2 * x;\n"
                    "  } else {\n"
                    "    x += p[k];\n"
                    "    y = 2 * x;\n"
                    "  }\n"
                    "  if (x < y) {\n"
                    "    if (x < y)\n"
                    "      x += p[k];\n"
                    "  }\n");
}

TEST_F(ControlFlow, Switches) {
  Stmt *S = M.stmt(StmtKind::Switch);
  S->Value = n;
  S->Cases.resize(3);
  S->Cases[0].Labels = {B.integer(1), B.integer(2)};
  S->Cases[0].Body = block({B.declare(k->Var, n), Add});
  S->Cases[1].Labels = {B.integer(3)};
  S->Cases[1].Body = block({simple(StmtKind::Return)});
  add(S);
  EXPECT_EQ(body(), "  switch (n) {\n"
                    "  case 1:\n"
                    "  case 2: {\n"
                    "    int k = n;\n"
                    "    x += p[k];\n"
                    "    break;\n"
                    "  }\n"
                    "  case 3:\n"
                    "    return;\n"
                    "  default:\n"
                    "    break;\n"
                    "  }\n");
}

TEST_F(ControlFlow, LabelAtTheEnd) {
  Stmt *Jump = M.stmt(StmtKind::Goto), *Label = M.stmt(StmtKind::Label);
  Jump->Text = Label->Text = "done";
  add(Jump);
  add(Label);
  EXPECT_EQ(body(), "  goto done;\ndone:;\n");
}

TEST_F(ControlFlow, OpaqueStatements) {
  Stmt *S = M.stmt(StmtKind::Opaque);
  S->Text = "std::printf(\"%g\\n\", $0)";
  S->Operands = {op(x, "+", y)};
  add(B.comment("report"));
  add(S);
  EXPECT_EQ(body(), "  // report\n  std::printf(\"%g\\n\", x + y);\n");
}

} // namespace
