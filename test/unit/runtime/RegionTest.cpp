//===- RegionTest.cpp - regions, and the record of what was before ---------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//

#include "ad/region.h"
#include "ad/recorded.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

TEST(Region, IsACall) {
  int Runs = 0;
  ad::checkpoint([&] { ++Runs; });
  EXPECT_EQ(ad::checkpoint([&] { return ++Runs; }), 2);
  EXPECT_EQ(ad::checkpoint([&] { return ad::checkpoint([&] { return Runs * 0.5; }); }), 1.0);
}

TEST(Region, MemoryIsAsItWasAndThenAsItWasFound) {
  ad::tape Tape;
  double U[4] = {1, 2, 3, 4};
  std::vector<float> V = {5, 6};
  std::array<int, 2> A = {7, 8};
  ad::record_state(Tape, ad::range(U + 1, 3), V, A);
  std::fill(U, U + 4, -1);
  V = {-2, -3};
  A = {-4, -5};
  Tape.push(0.5); // of what came after it
  EXPECT_EQ(Tape.pop<double>(), 0.5);
  {
    ad::recorded_state Before(Tape, ad::range(U + 1, 3), V, A);
    Before.restore();
    EXPECT_EQ(U[0], -1);
    EXPECT_EQ(U[1] + U[2] * 10 + U[3] * 100, 432);
    EXPECT_EQ(V, (std::vector<float>{5, 6}));
    EXPECT_EQ(A, (std::array<int, 2>{7, 8}));
    Tape.push(U[1]); // the region's own records
    U[1] = V[0] = 99;
    EXPECT_EQ(Tape.pop<double>(), 2);
    Before.leave();
  }
  EXPECT_EQ(std::accumulate(U, U + 4, 0.0), -4);
  EXPECT_EQ(V, (std::vector<float>{-2, -3}));
  EXPECT_EQ(A, (std::array<int, 2>{-4, -5}));
  EXPECT_EQ(Tape.bytes(), 0u);
}

TEST(Region, VectorsChangeTheirSizes) {
  ad::tape Tape;
  std::vector<double> V = {1, 2};
  std::vector<std::vector<int>> Rows = {{1}, {2, 3}};
  double S = 0.5;
  ad::record_state(Tape, V, S, Rows);
  V.assign(1000, -1);
  Rows.clear();
  S = -0.5;
  const double *Found = V.data();
  {
    ad::recorded_state Before(Tape, V, S, Rows);
    Before.restore();
    EXPECT_EQ(V, (std::vector<double>{1, 2}));
    EXPECT_EQ(Rows, (std::vector<std::vector<int>>{{1}, {2, 3}}));
    EXPECT_EQ(S, 0.5);
    V.clear();
    Rows.emplace_back(7);
    Before.leave();
  }
  EXPECT_EQ(V, std::vector<double>(1000, -1));
  EXPECT_EQ(V.data(), Found); // pointers that lead there stay good
  EXPECT_TRUE(Rows.empty());
  EXPECT_EQ(S, -0.5);
  EXPECT_EQ(Tape.bytes(), 0u);
}

TEST(Region, PartsMayOverlapOrBeEmpty) {
  ad::tape Tape;
  double U[5] = {1, 2, 3, 4, 5};
  auto Shifted = [&](double By) {
    for (double &Each : U)
      Each += By;
  };
  ad::record_state(Tape, ad::range(U, 3), ad::range(U + 1, 4), ad::range(U + 2, -1));
  Shifted(10);
  ad::recorded_state Before(Tape, ad::range(U, 3), ad::range(U + 1, 4), ad::range(U + 2, -1));
  Before.restore();
  for (int I = 0; I < 5; ++I)
    EXPECT_EQ(U[I], I + 1);
  Shifted(100);
  Before.leave();
  for (int I = 0; I < 5; ++I)
    EXPECT_EQ(U[I], I + 11);
}

TEST(Region, RecordsOfRunsAreTakenBackInReverse) {
  ad::tape Tape;
  double S = 0;
  for (int I = 0; I < 1000; ++I) {
    ad::record_state(Tape, S);
    S = I + 0.5;
  }
  for (int I = 1000; I-- > 0;) {
    ad::recorded_state Before(Tape, S);
    Before.restore();
    EXPECT_EQ(S, I ? I - 0.5 : 0);
    Before.leave();
  }
  EXPECT_EQ(S, 999.5);
}

#if defined(__cpp_exceptions)
TEST(Region, AnExceptionLeavesMemoryAsItWasFound) {
  ad::tape Tape;
  double U[2] = {1, 2};
  ad::record_state(Tape, U);
  U[0] = 3;
  try {
    ad::recorded_state Before(Tape, U);
    Before.restore();
    U[1] = 7;
    throw std::runtime_error("in the region, run again");
  } catch (const std::runtime_error &) {
  }
  EXPECT_EQ(U[0], 3);
  EXPECT_EQ(U[1], 2);
}
#endif

} // namespace
