//===- ShadowTest.cpp - where the derivative of a place lives -------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/modes/shadow.h"
#include "plugin/emit/emit.h"
#include <gtest/gtest.h>

using namespace ad;
using namespace ad::core;

namespace {

class ShadowTest : public ::testing::Test {
protected:
  ShadowTest() {
    Node->Differentiable = true; // before pointers to it are made
    Node->Fields = {{"value", Double, false, false},
                    {"label", M.intType(), false, false},
                    {"fixed", Double, true, false},
                    {"next", M.pointer(Node, true), false, false}};
  }
  Variable *shadowed(llvm::StringRef Name, const Type *Ty) {
    Variable *V = Fn->variable(Name, Ty);
    Shadow.make(V);
    return V;
  }
  std::string text(const Expr *E) { return E ? emit::expression(E) : "none"; }

  Module M;
  Builder B{M};
  Function *Fn = M.function("f");
  modes::Shadows Shadow{M, *Fn, "bar"};
  const Type *Double = M.doubleType();
  Type *Node = M.record("Node");
};

} // namespace

TEST_F(ShadowTest, FollowsTheSamePath) {
  const Expr *A = B.var(shadowed("a", M.array(Node, 3))),
             *I = B.var(Fn->variable("i", M.intType()));
  EXPECT_EQ(text(Shadow.place(B.member(B.subscript(A, I), "value"))), "a_bar[i].value");
  EXPECT_EQ(text(Shadow.place(B.subscript(A, I))), "a_bar[i]");
  EXPECT_EQ(text(Shadow.place(I)), "none");
}

TEST_F(ShadowTest, LeavesWhatCarriesNoDerivative) {
  const Expr *N = B.var(shadowed("n", Node));
  EXPECT_EQ(text(Shadow.place(B.member(N, "label"))), "none");
  EXPECT_EQ(text(Shadow.place(B.member(N, "fixed"))), "none");
  EXPECT_EQ(text(Shadow.place(B.var(Fn->variable("m", Node)))), "none");
}

TEST_F(ShadowTest, Pointers) {
  const Type *Pointer = M.pointer(Double, true);
  const Expr *P = B.var(shadowed("p", Pointer)), *I = B.var(Fn->variable("i", M.intType()));
  EXPECT_EQ(text(Shadow.place(B.dereference(B.binary("+", P, I, Pointer)))), "*(p_bar + i)");
  EXPECT_EQ(text(Shadow.place(B.subscript(P, I))), "p_bar[i]");
  const Expr *Q = B.var(shadowed("q", Pointer));
  const Expr *Both = B.conditional(B.binary("<", I, I, M.boolType()), P, Q);
  EXPECT_EQ(text(Shadow.pointer(Both)), "i < i ? p_bar : q_bar");
  const Expr *X = B.var(shadowed("x", Double));
  EXPECT_EQ(text(Shadow.pointer(B.addressOf(X))), "&x_bar");
  EXPECT_EQ(text(Shadow.pointer(B.binary("-", P, Q, M.integer("long", 64, false)))), "none");
}

TEST_F(ShadowTest, HandlesInShadowRecordsLeadToMutableStorage) {
  const Expr *N = B.var(shadowed("n", Node));
  const Expr *Next = B.dereference(B.member(N, "next"));
  std::string Text = text(Shadow.place(B.member(Next, "value")));
  EXPECT_NE(Text.find("const_cast<Node *>(n_bar.next)"), std::string::npos) << Text;

  modes::Shadows Tangents(M, *Fn, "dot", /*Mutable=*/false);
  Tangents.make(N->Var);
  EXPECT_EQ(text(Tangents.place(B.member(Next, "value"))), "n_dot.next->value");
}

TEST_F(ShadowTest, ConstantsMayHaveZeroStorage) {
  Variable *Table = Fn->variable("table", M.array(Double, 3), Storage::Global);
  const Expr *At = B.addressOf(B.subscript(B.var(Table), B.integer(1)));
  EXPECT_EQ(text(Shadow.pointer(At)), "none");
  Variable *Zero = Fn->variable("zero", M.array(Double, 3));
  Shadow.Absent = [&](const Variable *V) { return V == Table ? Zero : nullptr; };
  EXPECT_EQ(text(Shadow.pointer(At)), "&zero[1]");
  EXPECT_EQ(text(Shadow.place(B.subscript(B.var(Table), B.integer(1)))), "none");
}
