//===- Fixture.h - a small function to build Core in ----------*- C++ -*-===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#ifndef AD_TEST_UNIT_CORE_FIXTURE_H
#define AD_TEST_UNIT_CORE_FIXTURE_H

#include "plugin/core/builder.h"
#include "plugin/core/printer.h"
#include "plugin/emit/emit.h"
#include <gtest/gtest.h>

namespace ad::test {

/// `double f(double x, double y, float s, int n, int i, unsigned long u, double *p)` and
/// shorthands.
class CoreTest : public testing::Test {
protected:
  CoreTest() : B(M), F(M.function("f")) {
    F->SourceName = "f";
    F->Result = Double;
    for (const core::Expr *Parameter : {x, y, s, n, i, u, p})
      F->Params.push_back(Parameter->Var);
  }

  const core::Expr *parameter(llvm::StringRef Name, const core::Type *T) {
    return B.var(F->variable(Name, T, core::Storage::Parameter));
  }
  const core::Expr *local(llvm::StringRef Name, const core::Type *T) {
    return B.var(F->variable(Name, T));
  }
  const core::Expr *number(double Value) { return B.number(Value, Double); }
  const core::Expr *op(const core::Expr *L, llvm::StringRef Operator, const core::Expr *R) {
    bool Compares = Operator.find_first_of("<>=!") == 0 && Operator != "<<" && Operator != ">>";
    bool Logical = Operator == "&&" || Operator == "||";
    const core::Type *T = Compares || Logical ? M.boolType() : R->Ty->isReal() ? R->Ty : L->Ty;
    return B.binary(Operator, L, R, T);
  }
  const core::Expr *call(llvm::StringRef Name, llvm::ArrayRef<const core::Expr *> Arguments) {
    return B.primitive(Name, Arguments, Arguments[0]->Ty);
  }
  void add(core::Stmt *S) { F->Body.add(S); }

  /// The body as C++, without its braces.
  std::string body() {
    llvm::StringRef Text = Emitted = emit::body(*F);
    Text.consume_front("{\n");
    Text.consume_back("}\n");
    return Text.str();
  }
  std::string dump() { return core::str(F->Body); }

  core::Module M;
  core::Builder B;
  core::Function *F;
  const core::Type *Double = M.doubleType();
  const core::Type *Float = M.real("float", 32);
  const core::Type *LongDouble = M.real("long double", 128);
  const core::Type *Int = M.intType();
  const core::Type *Long = M.integer("long", 64, false);
  const core::Type *UnsignedLong = M.integer("unsigned long", 64, true);
  const core::Type *Bool = M.boolType();
  const core::Expr *x = parameter("x", Double), *y = parameter("y", Double),
                   *s = parameter("s", Float), *n = parameter("n", Int), *i = parameter("i", Int),
                   *u = parameter("u", UnsignedLong), *p = parameter("p", M.pointer(Double, false));

private:
  std::string Emitted;
};

} // namespace ad::test

#endif
