//===- PrinterTest.cpp - the format of -fplugin-arg-ad-dump=core ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "Fixture.h"

using namespace ad::core;

namespace {

class Printer : public ad::test::CoreTest {};

TEST_F(Printer, Expressions) {
  EXPECT_EQ(str(*op(op(x, "+", y), "*", B.cast(Double, n))), "(x + y) * to<double>(n)");
  EXPECT_EQ(str(*B.cast(Double, op(n, "/", i), true)), "cast<double>(n / i)");
  EXPECT_EQ(str(*B.conditional(op(n, "<", i), x, y)), "(n < i) ? x : y");
  EXPECT_EQ(str(*call("sin", {op(x, "*", y)})), "sin(x * y)");
  EXPECT_EQ(str(*B.opaque("std::size($0)", Int, {p})), "`std::size(p)`");
  Variable Global;
  Global.Name = "ns::g";
  Global.Ty = Double;
  Global.Kind = Storage::Global;
  EXPECT_EQ(str(*B.var(&Global)), "@ns::g");
}

TEST_F(Printer, Functions) {
  F->Params.resize(2);
  F->Params[1]->Constant = true;
  const Expr *a = local("a", Double);
  a->Var->Const = true;
  add(B.declare(a->Var, x));
  Block Then, Else;
  Then.add(B.accumulate(y, a));
  Else.add(B.assign(y, a));
  Else.Stmts[0]->Note = "else";
  add(B.ifThen(op(x, "<", a), Then, Else));
  std::string Text;
  llvm::raw_string_ostream OS(Text);
  print(OS, *F);
  EXPECT_EQ(OS.str(), "function f(x: double, y: double inactive) -> double {\n"
                      "  a: const double = x\n"
                      "  if x < a {\n"
                      "    y += a\n"
                      "  } else {\n"
                      "    y = a // else\n"
                      "  }\n"
                      "}\n");
}

TEST_F(Printer, Loops) {
  const Expr *k = local("k", Int);
  Stmt *Loop = M.stmt(StmtKind::Loop);
  Loop->Init.add(B.declare(k->Var, B.integer(0)));
  Loop->Value = op(k, "<", n);
  Loop->Step.add(B.accumulate(k, B.integer(1)));
  Loop->Then.add(B.accumulate(x, B.subscript(p, k)));
  add(Loop);
  EXPECT_EQ(dump(), "for k: int = 0; k < n; k += 1 {\n  x += p[k]\n}\n");
  Loop->Setup.add(B.assign(y, x));
  EXPECT_EQ(dump(), "for k: int = 0; k < n; k += 1 {\n"
                    "  setup {\n"
                    "    y = x\n"
                    "  }\n"
                    "  x += p[k]\n"
                    "}\n");
  Stmt *While = M.stmt(StmtKind::Loop);
  While->Form = LoopForm::While;
  While->Value = op(n, "<", i);
  F->Body = {};
  add(While);
  EXPECT_EQ(dump(), "while n < i {\n}\n");
}

TEST_F(Printer, TapeStatements) {
  add(B.record(x));
  add(B.restore(x));
  Stmt *Opaque = M.stmt(StmtKind::Opaque);
  Opaque->Text = "g($0)";
  Opaque->Operands = {p};
  Opaque->Writes = {B.dereference(p)};
  add(Opaque);
  EXPECT_EQ(dump(), "push x\npop x\nopaque `g(p)` writes *p\n");
}

} // namespace
