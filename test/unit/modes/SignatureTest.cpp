//===- SignatureTest.cpp - the signature rule, case by case ---------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "TestContext.h"
#include "plugin/emit/emit.h"
#include <gtest/gtest.h>

using namespace ad;
using namespace ad::core;
using modes::Variant;

namespace {

class SignatureTest : public ::testing::Test {
protected:
  Module M;
  test::TestContext C{M};
  const Type *Double = M.doubleType();
  const Type *Int = M.intType();

  Function *function(llvm::StringRef Name, const Type *Result) {
    Function *F = M.function(Name);
    F->SourceName = Name.str();
    F->Result = Result;
    return F;
  }
  /// A function that the user annotated.
  Function *annotated(llvm::StringRef Name, const Type *Result) {
    Function *F = function(Name, Result);
    F->Companions = {{"forward", Name.str() + "_forward"}, {"reverse", Name.str() + "_reverse"}};
    return F;
  }
  Variable *parameter(Function *F, llvm::StringRef Name, const Type *Ty) {
    F->Params.push_back(F->variable(Name, Ty, Storage::Parameter));
    return F->Params.back();
  }
  std::string declared(Function *F, Variant V) {
    return emit::declaration(*C.companion(F, V, 0)->Fn);
  }
  Type *record(llvm::StringRef Name) {
    Type *T = M.record(Name);
    T->Fields = {{"x", Double, false, false}};
    T->Differentiable = T->ZeroByBraces = true;
    return T;
  }
};

} // namespace

TEST_F(SignatureTest, Values) {
  Function *F = annotated("f", Double);
  F->SharesSweeps = true;
  parameter(F, "x", Double);
  parameter(F, "n", Int);
  EXPECT_EQ(declared(F, Variant::Forward),
            "double f_forward(double x, double x_dot, int n, double &f_dot)");
  EXPECT_EQ(declared(F, Variant::Reverse),
            "double f_reverse(double x, double &x_bar, int n, double f_bar = 1)");
  EXPECT_EQ(declared(F, Variant::ForwardSweep),
            "double f_forward_sweep(ad::tape &tape, double x, int n)");
  EXPECT_EQ(declared(F, Variant::ReverseSweep),
            "void f_reverse_sweep(ad::tape &tape, double x, double &x_bar, int n, double f_bar)");
}

TEST_F(SignatureTest, Handles) {
  Function *F = annotated("f", M.voidType());
  parameter(F, "a", M.pointer(Double, true));
  parameter(F, "y", M.pointer(Double, false));
  parameter(F, "p", M.pointer(M.pointer(Double, true), true));
  parameter(F, "r", M.reference(Double, true));
  EXPECT_EQ(declared(F, Variant::Forward),
            "void f_forward(const double *a, const double *a_dot, double *y, double *y_dot, "
            "const double *const *p, const double *const *p_dot, const double &r, "
            "const double &r_dot)");
  EXPECT_EQ(declared(F, Variant::Reverse),
            "void f_reverse(const double *a, double *a_bar, double *y, double *y_bar, "
            "const double *const *p, double *const *p_bar, const double &r, double &r_bar)");
}

TEST_F(SignatureTest, RestrictIsNoPromiseAboutAdjointsOfWhatIsRead) {
  Function *F = annotated("f", M.voidType());
  parameter(F, "a", M.pointer(Double, true, /*Restrict=*/true));
  parameter(F, "b", M.pointer(Double, false, /*Restrict=*/true));
  EXPECT_EQ(declared(F, Variant::Reverse),
            "void f_reverse(const double *__restrict a, double *a_bar, double *__restrict b, "
            "double *__restrict b_bar)");
}

TEST_F(SignatureTest, RecordsByValue) {
  Type *S = record("S");
  Function *F = annotated("f", S);
  parameter(F, "s", S);
  EXPECT_EQ(declared(F, Variant::Forward), "S f_forward(S s, S s_dot, S &f_dot)");
  EXPECT_EQ(declared(F, Variant::Reverse), "S f_reverse(S s, S &s_bar, S f_bar)");
}

TEST_F(SignatureTest, Methods) {
  Type *S = record("S");
  for (bool IsConst : {true, false}) {
    Function *F = annotated("f", Double);
    F->Scope.Class = "S";
    F->Companions = {{"forward", "S::f_forward"}, {"reverse", "S::f_reverse"}};
    F->IsMethod = true;
    F->IsConstMethod = IsConst;
    F->Params.push_back(F->variable("this", M.pointer(S, IsConst), Storage::This));
    parameter(F, "x", Double);
    std::string Const = IsConst ? " const" : "";
    EXPECT_EQ(declared(F, Variant::Forward),
              std::string("double f_forward(") + (IsConst ? "const " : "") +
                  "S &this_dot, double x, double x_dot, double &f_dot)" + Const);
    EXPECT_EQ(declared(F, Variant::Reverse),
              "double f_reverse(S &this_bar, double x, double &x_bar, double f_bar = 1)" + Const);
  }
}

TEST_F(SignatureTest, HelpersOfMethodsAreFunctions) {
  Type *S = record("S");
  Function *F = function("operator+=", M.reference(S, false));
  F->Scope.Namespaces = {"space"};
  F->Scope.Class = "S";
  F->IsMethod = true;
  F->Params.push_back(F->variable("this", M.pointer(S, false), Storage::This));
  parameter(F, "o", M.reference(S, true));
  EXPECT_EQ(declared(F, Variant::Forward),
            "static S &S_add_forward(S *self, S *self_dot, const S &o, const S &o_dot, "
            "S *&add_dot)");
  EXPECT_EQ(C.Companions.back().Fn->SourceName, "space::S_add_forward");
  EXPECT_FALSE(C.Companions.back().Fn->IsMethod);
}

TEST_F(SignatureTest, RulesOfThirdPartyMethodsTakeTheReceiverByReference) {
  Type *S = record("S");
  Function *F = function("f", Double);
  F->Scope.Class = "S";
  F->IsMethod = F->IsConstMethod = true;
  F->Params.push_back(F->variable("this", M.pointer(S, true), Storage::This));
  F->Companions["reverse"] = "f_reverse";
  F->HandWritten["reverse"] = true;
  EXPECT_EQ(declared(F, Variant::Reverse),
            "double f_reverse(const S &self, S &self_bar, double f_bar = 1)");
  EXPECT_TRUE(C.Companions.back().HandWritten);
}

TEST_F(SignatureTest, ConstantsHaveNoDerivative) {
  Function *F = annotated("f", Double);
  parameter(F, "x", Double);
  parameter(F, "w", M.pointer(Double, true))->Constant = true;
  EXPECT_EQ(declared(F, Variant::Forward),
            "double f_forward(double x, double x_dot, const double *w, double &f_dot)");
}

TEST_F(SignatureTest, NamesAreFresh) {
  Function *F = annotated("f", Double);
  parameter(F, "x", Double);
  parameter(F, "x_dot", Double);
  parameter(F, "f_dot", Int);
  EXPECT_EQ(declared(F, Variant::Forward),
            "double f_forward(double x, double x_dot_1, double x_dot, double x_dot_dot, int f_dot, "
            "double &f_dot_1)");
}

TEST_F(SignatureTest, HelpersOfOverloadsAreNumbered) {
  Function *A = function("g", Double), *B = function("g", Double);
  parameter(A, "x", Double);
  parameter(B, "n", Int);
  declared(A, Variant::Reverse);
  declared(B, Variant::Reverse);
  EXPECT_EQ(C.Companions[0].Fn->Name, "g_reverse");
  EXPECT_EQ(C.Companions[1].Fn->Name, "g_reverse_2");
}

TEST_F(SignatureTest, DerivativeTypes) {
  EXPECT_EQ(spell(modes::derivative(M, M.pointer(M.pointer(Double, true), true))),
            "double *const *");
  EXPECT_EQ(spell(modes::derivative(M, M.array(M.pointer(Double, true), 3, true))), "double *[3]");
  EXPECT_EQ(modes::derivative(M, Double), Double);
}
