//===- CircularTest.cpp - questions that come back to themselves ----------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "plugin/core/circular.h"
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <vector>

using ad::core::Circular;

namespace {

/// Functions that call one another; some do something.
struct Graph {
  std::map<int, std::vector<int>> Calls;
  std::map<int, bool> Does;
  Circular<int, bool> Known;
  unsigned Looks = 0;

  bool pure(int F) {
    return Known.ask(F, true, [&] {
      ++Looks;
      bool Pure = true;
      for (int Callee : Calls[F])
        Pure &= pure(Callee);
      return Pure && !Does[F];
    });
  }
};

TEST(Circular, WhoeverComesFirstAllGetTheSameAnswer) {
  // 1 and 2 call one another, 3 calls itself and 2, 4 calls nobody; 1 does something.
  for (int First : {1, 2, 3, 4}) {
    Graph G;
    G.Calls = {{1, {2}}, {2, {1, 4}}, {3, {3, 2}}, {4, {}}};
    G.Does[1] = true;
    G.pure(First);
    EXPECT_FALSE(G.pure(1));
    EXPECT_FALSE(G.pure(2));
    EXPECT_FALSE(G.pure(3));
    EXPECT_TRUE(G.pure(4));
  }
}

TEST(Circular, CirclesInWhichNothingIsDone) {
  Graph G;
  G.Calls = {{1, {2}}, {2, {3}}, {3, {1, 2}}};
  for (int F : {2, 1, 3})
    EXPECT_TRUE(G.pure(F));
  const unsigned Looks = G.Looks;
  for (int F : {1, 2, 3})
    EXPECT_TRUE(G.pure(F));
  EXPECT_EQ(G.Looks, Looks);
}

TEST(Circular, AnswersGrowUntilTheyStayTheSame) {
  // Each reaches what its callees reach, and one more than they pass on.
  Circular<int, int> Known;
  std::map<int, int> Calls{{1, 2}, {2, 3}, {3, 1}};
  std::function<int(int)> Most = [&](int F) {
    return Known.ask(F, 0, [&] { return std::min(7, Most(Calls[F]) + 1); });
  };
  EXPECT_EQ(Most(1), 7);
  EXPECT_EQ(Most(2), 7);
  EXPECT_EQ(Most(3), 7);
}

} // namespace
