//===- OverlapTest.cpp - how far arrays go ---------------------------------===//
//
// Part of clang-ad, under the Apache License v2.0 with LLVM Exceptions.
//
//===----------------------------------------------------------------------===//
#include "ad/overlap.h"
#include <climits>
#include <gtest/gtest.h>
#include <vector>

static void expectBounds(ad::bounds B, std::ptrdiff_t Least, std::ptrdiff_t Greatest) {
  EXPECT_EQ(B.least, Least);
  EXPECT_EQ(B.greatest, Greatest);
}

TEST(Overlap, PartsOfAnArray) {
  const double A[8] = {};
  EXPECT_TRUE(ad::overlap(A, 4, A + 3, 1));
  EXPECT_FALSE(ad::overlap(A, 4, A + 4, 4));
  EXPECT_FALSE(ad::overlap(A, 0, A, 4));
  EXPECT_FALSE(ad::overlap(A, 4, A, -1));
}

TEST(Overlap, MoreThanMemoryHasRoomForIsAllBehind) {
  const double A[8] = {};
  EXPECT_TRUE(ad::overlap(A, SIZE_MAX, A + 3, 1));
  EXPECT_FALSE(ad::overlap(A + 4, SIZE_MAX, A + 3, 1));
  EXPECT_TRUE(ad::overlap(A, std::size_t(1) << 61, A + 3, 1));
  EXPECT_TRUE(ad::overlap(A, ad::saturated(INT_MAX) + 1, A + 3, 1));
  EXPECT_TRUE(ad::overlap(A, 3 * ad::saturated(LONG_MAX) - 5, A + 3, 1));
  EXPECT_TRUE(ad::overlap(A, ad::largest(3, ad::saturated(65536) * 65536), A + 3, 1));
  EXPECT_FALSE(ad::overlap(A, ad::saturated(0u) - 1, A, 1));
}

TEST(Overlap, SaturatedNumbers) {
  const ad::saturated Most = SIZE_MAX, Least = PTRDIFF_MIN;
  EXPECT_EQ((ad::saturated(4) * (ad::saturated(4) + 1) / 2).value(), 10);
  EXPECT_EQ((ad::saturated(static_cast<unsigned char>(200)) + 100).value(), 300);
  EXPECT_EQ(Most.value(), PTRDIFF_MAX);
  EXPECT_EQ((Most - 7).value(), PTRDIFF_MAX);
  EXPECT_EQ((Most / 2).value(), PTRDIFF_MAX);
  EXPECT_EQ((Most - Most).value(), PTRDIFF_MAX);
  EXPECT_EQ((-Most + 7).value(), PTRDIFF_MIN);
  EXPECT_EQ((-Least).value(), PTRDIFF_MAX);
  EXPECT_EQ((Most * 0).value(), 0);
  EXPECT_EQ((Most * -2).value(), PTRDIFF_MIN);
  EXPECT_EQ((ad::saturated(PTRDIFF_MAX / 2) * 3).value(), PTRDIFF_MAX);
  EXPECT_EQ((ad::saturated(PTRDIFF_MIN + 1) - 2).value(), PTRDIFF_MIN);
  EXPECT_TRUE(ad::saturated(3) < 4);
  EXPECT_FALSE(ad::saturated(4) < 4);
  EXPECT_FALSE(Most < 4);
  EXPECT_TRUE(Most < Most);
}

TEST(Overlap, Quotients) {
  EXPECT_EQ(ad::quotient(7, 2), 3);
  EXPECT_EQ(ad::quotient(-7, 2), -3); // as the language divides
  EXPECT_EQ(ad::quotient(ad::saturated(INT_MAX) + 3, 2), (long(INT_MAX) + 3) / 2);
  EXPECT_EQ(ad::quotient(ad::saturated(SIZE_MAX), 8), PTRDIFF_MAX);
  EXPECT_EQ(ad::quotient(-ad::saturated(SIZE_MAX), 8), PTRDIFF_MIN);
  EXPECT_EQ(ad::quotient(7, 0), 0);
  EXPECT_EQ(ad::quotient(PTRDIFF_MIN, -1), 0);
}

TEST(Overlap, LargestOfNumbersOfAnyType) {
  EXPECT_EQ(ad::largest(3), 3);
  EXPECT_EQ(ad::largest(-3, -1, -2), -1);
  EXPECT_EQ(ad::largest(std::size_t(7), -8, 5L, 6u), 7);
}

TEST(Overlap, BoundsOfIndices) {
  const std::vector<int> I{9, 4, 2, 7, 5, 3};
  expectBounds(ad::bounds_of(I.data(), 0, 6), 2, 9);
  expectBounds(ad::bounds_of(I.data(), 1, 5), 2, 7);
  expectBounds(ad::bounds_of(I.data(), 5, 1), 3, 3);
  expectBounds(ad::bounds_of(I.data(), 0, 3, 2), 2, 9);
  expectBounds(ad::bounds_of(I.data(), 1, 3, 2), 3, 7);
}

TEST(Overlap, BoundsOfNoIndices) {
  const int *None = nullptr;
  expectBounds(ad::bounds_of(None, 0, 0), 0, -1);
  expectBounds(ad::bounds_of(None, 4, -4, 2), 0, -1);
  expectBounds(ad::bounds_of_rows(None, None, 0, 0), 0, -1);
}

TEST(Overlap, NoBoundsOfWhatIsNoSubscript) {
  const int Negative[] = {3, -1, 2}, Smallest[] = {INT_MIN, 5}, Largest[] = {1, INT_MAX};
  expectBounds(ad::bounds_of(Negative, 0, 3), -1, -1);
  expectBounds(ad::bounds_of(Smallest, 0, 2), -1, -1);
  expectBounds(ad::bounds_of(Largest, 0, 2), 1, INT_MAX);
  const std::size_t Wrapped[] = {3, std::size_t(-1)};
  const long long Long[] = {0, LLONG_MAX}, Minimum[] = {LLONG_MIN};
  const unsigned Unsigned[] = {UINT_MAX, 4};
  const short Short[] = {-3, 4};
  expectBounds(ad::bounds_of(Wrapped, 0, 2), -1, -1);
  expectBounds(ad::bounds_of(Long, 0, 2), -1, -1);
  expectBounds(ad::bounds_of(Minimum, 0, 1), -1, -1);
  expectBounds(ad::bounds_of(Unsigned, 0, 2), 4, UINT_MAX);
  expectBounds(ad::bounds_of(Short, 0, 2), -1, -1);
}

TEST(Overlap, BoundsOfRows) {
  const int Columns[] = {4, 1, 7, 3, 9};
  const std::size_t Rows[] = {1, 1, 3, 4};
  expectBounds(ad::bounds_of_rows(Columns, Rows, 0, 3), 1, 7);
  expectBounds(ad::bounds_of_rows(Columns, Rows, 2, 1), 3, 3);
  expectBounds(ad::bounds_of_rows(Columns, Rows, 0, 1), 0, -1);
  const int Apart[] = {2, 4, 0, 1};
  expectBounds(ad::bounds_of_rows(Columns, Apart, 0, 3), -1, -1);
  expectBounds(ad::bounds_of_rows(Columns, Apart, 0, 1), 3, 7);
}
