//===- ForwardTest.cpp - forward mode over what other modes make ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
// Core is closed under the modes: the statements that only modes make, records on the tape, have
// tangents too. test/forward and test/programs cover what users write.
//
//===----------------------------------------------------------------------===//
#include "TestContext.h"
#include "plugin/emit/emit.h"
#include <gtest/gtest.h>

using namespace ad;
using namespace ad::core;

namespace {

class ForwardTest : public ::testing::Test {
protected:
  ForwardTest() {
    F->Result = Double;
    for (Variable *V : {Tape, X, N})
      F->Params.push_back(V);
    F->HasBody = true;
  }
  std::string forward() {
    modes::Companion *Made = C.companion(F, modes::Variant::Forward, 0);
    modes::forward(C, *F, *Made);
    return emit::body(*Made->Fn);
  }

  Module M;
  Builder B{M};
  test::TestContext C{M};
  const Type *Double = M.doubleType();
  Function *F = M.function("f");
  Variable *Tape =
      F->variable("tape", M.reference(M.opaque("ad::tape"), false), Storage::Parameter);
  Variable *X = F->variable("x", Double, Storage::Parameter);
  Variable *N = F->variable("n", M.intType(), Storage::Parameter);
};

} // namespace

TEST_F(ForwardTest, RecordsLieOnTheTapeWithTheirTangents) {
  Variable *S = F->variable("s", Double);
  F->Body.add(B.declare(S, B.mul(B.var(X), B.var(X))));
  F->Body.add(B.record(B.var(S)));
  F->Body.add(B.assign(B.var(S), B.number(0, Double)));
  F->Body.add(B.restore(B.var(S)));
  Stmt *Return = M.stmt(StmtKind::Return);
  Return->Value = B.var(S);
  F->Body.add(Return);
  EXPECT_EQ(forward(), "{\n"
                       "  double s = x * x;\n"
                       "  double s_dot = 2 * x * x_dot;\n"
                       "  tape.push(s);\n"
                       "  tape.push(s_dot);\n"
                       "  s_dot = 0;\n"
                       "  s = 0;\n"
                       "  s_dot = tape.pop<double>();\n"
                       "  s = tape.pop<double>();\n"
                       "  f_dot = s_dot;\n"
                       "  return s;\n"
                       "}\n");
}

TEST_F(ForwardTest, ArraysOnTheTapeHaveTangents) {
  Variable *At = F->variable("s_at", M.pointer(Double, false));
  Stmt *Array = M.stmt(StmtKind::RecordArray);
  Array->Var = At;
  Array->Declares = true;
  Array->Value = B.var(N);
  F->Body.add(Array);
  const Expr *Slot = B.subscript(B.var(At), B.integer(0));
  F->Body.add(B.assign(Slot, B.var(X)));
  Variable *R = F->variable("r", Double);
  F->Body.add(B.declare(R, B.mul(Slot, B.number(3, Double))));
  Stmt *Release = M.stmt(StmtKind::ReleaseArray);
  Release->Var = At;
  F->Body.add(Release);
  Stmt *Return = M.stmt(StmtKind::Return);
  Return->Value = B.var(R);
  F->Body.add(Return);
  EXPECT_EQ(forward(), "{\n"
                       "  double *s_at = tape.array<double>(n);\n"
                       "  double *s_at_dot = tape.array<double>(n);\n"
                       "  s_at_dot[0] = x_dot;\n"
                       "  s_at[0] = x;\n"
                       "  double r = 3 * s_at[0];\n"
                       "  double r_dot = 3 * s_at_dot[0];\n"
                       "  tape.release(s_at_dot);\n"
                       "  tape.release(s_at);\n"
                       "  f_dot = r_dot;\n"
                       "  return r;\n"
                       "}\n");
}

TEST_F(ForwardTest, MaybeWrittenIsRefusedAssignedIsZero) {
  Variable *S = F->variable("s", Double);
  F->Body.add(B.declare(S, B.var(X)));
  Stmt *Opaque = M.stmt(StmtKind::Opaque);
  Opaque->Text = "$0 = read()";
  Opaque->Operands = {B.var(S)};
  Opaque->Writes = {B.var(S)};
  F->Body.add(Opaque);
  Stmt *Return = M.stmt(StmtKind::Return);
  Return->Value = B.var(S);
  F->Body.add(Return);
  EXPECT_EQ(forward(), "{\n"
                       "  double s = x;\n"
                       "  double s_dot = x_dot;\n"
                       "  s = read();\n"
                       "  s_dot = 0;\n"
                       "  f_dot = s_dot;\n"
                       "  return s;\n"
                       "}\n");
  EXPECT_TRUE(C.Errors.empty());
  Opaque->Text = "read(&$0)";
  forward();
  EXPECT_EQ(C.Errors.size(), 1u);
}
